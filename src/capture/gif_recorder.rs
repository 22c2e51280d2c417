//! Films as GIFs, written while they are made.

use core::fmt;
use std::path::{Path, PathBuf};

use super::atomic_file::AtomicFile;
use super::error::{CaptureError, CaptureFault};
use super::gif_clock::GifClock;
use super::palette;
use super::png::{check_length, check_size};

/// The longest side of a GIF.
const MAX_SIDE: u32 = 65_535;

/// The shortest delay, in 1/100 s, that viewers heed: shorter ones they play as 10.
const SHORTEST: u64 = 2;

/// Writes a GIF that loops forever, frame by frame. It keeps the last frame in memory and nothing more, and
/// the file appears when it is finished; dropped before, it leaves no trace.
///
/// Frames of at most 256 colours are exact, others are brought down to 256. Of each frame only the rectangle
/// that has changed is stored, and of equal frames in a row only the first.
///
/// Delays are whole hundredths of a second, spread so that the film lasts as long as it should. Viewers slow
/// down frames that are shorter than two of them: above 50 frames per second those are left out.
pub struct GifRecorder {
    path: PathBuf,
    size: [u16; 2],
    clock: GifClock,
    /// `None` once something went wrong.
    encoder: Option<gif::Encoder<AtomicFile>>,
    /// The pixels of the last frame that was not left out.
    shown: Vec<u32>,
    /// That frame, held back until it is known how long it stays.
    waiting: Option<Waiting>,
    pushed: u64,
}

/// A frame without its delay.
struct Waiting {
    frame: gif::Frame<'static>,
    /// When it begins, in hundredths of a second.
    start: u64,
}

impl GifRecorder {
    /// Starts a film of `width` × `height` pixels.
    ///
    /// # Errors
    /// A side is 0 or above 65 535, the rate is not from 0.001 to 1000, or the file cannot be made.
    pub fn create(
        path: impl AsRef<Path>,
        width: u32,
        height: u32,
        frames_per_second: f64,
    ) -> Result<Self, CaptureError> {
        let path = path.as_ref();
        Self::start(path, width, height, frames_per_second).map_err(|fault| fault.at(path))
    }

    fn start(path: &Path, width: u32, height: u32, rate: f64) -> Result<Self, CaptureFault> {
        check_size(width, height, MAX_SIDE)?;
        let size = [narrow(width as usize), narrow(height as usize)];
        let clock = GifClock::new(rate)?;
        let file = AtomicFile::create(path)?;
        let mut encoder = gif::Encoder::new(file, size[0], size[1], &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Self {
            path: path.to_owned(),
            size,
            clock,
            encoder: Some(encoder),
            shown: Vec::new(),
            waiting: None,
            pushed: 0,
        })
    }

    /// Adds a frame: width × height little-endian RGBA words, row after row; alpha is disregarded.
    ///
    /// # Errors
    /// The number of pixels is another, which changes nothing; or the file cannot be written, and then no
    /// later frame can be either.
    pub fn push(&mut self, pixels: &[u32]) -> Result<(), CaptureError> {
        let [width, height] = self.size.map(u32::from);
        check_length(width, height, pixels)
            .and_then(|()| self.take(pixels))
            .map_err(|fault| fault.at(&self.path))
    }

    /// Puts the finished film in its place, and answers how many frames were pushed. A film without a frame is
    /// none, and leaves no file.
    ///
    /// # Errors
    /// The file cannot be written, or could not be before.
    pub fn finish(mut self) -> Result<u64, CaptureError> {
        self.end().map_err(|fault| fault.at(&self.path))
    }

    fn take(&mut self, pixels: &[u32]) -> Result<(), CaptureFault> {
        if self.encoder.is_none() {
            return Err(CaptureFault::Broken);
        }
        let now = self.clock.start(self.pushed);
        self.pushed += 1;
        let rect = match &self.waiting {
            Some(waiting) if now - waiting.start < SHORTEST => return Ok(()),
            Some(_) => match changed(&self.shown, pixels, self.size[0]) {
                None => return Ok(()),
                Some(rect) => rect,
            },
            None => Rect {
                left: 0,
                top: 0,
                width: self.size[0],
                height: self.size[1],
            },
        };
        self.release(now)?;
        self.waiting = Some(Waiting {
            frame: rect.frame(pixels, self.size[0]),
            start: now,
        });
        self.shown.clear();
        self.shown.extend_from_slice(pixels);
        Ok(())
    }

    fn end(&mut self) -> Result<u64, CaptureFault> {
        if let Some(waiting) = &self.waiting {
            let end = self.clock.start(self.pushed);
            self.release(end.max(waiting.start + SHORTEST))?;
        }
        let encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        if self.pushed > 0 {
            encoder.into_inner()?.commit()?;
        }
        Ok(self.pushed)
    }

    /// Writes the frame that waits, if one does, to be shown until `end`.
    fn release(&mut self, end: u64) -> Result<(), CaptureFault> {
        let Some(Waiting { mut frame, start }) = self.waiting.take() else {
            return Ok(());
        };
        // The encoder goes with the first error: what follows a gap would be no GIF.
        let mut encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        let mut rest = end - start;
        // A delay ends at 655.35 s. What stays longer is painted again over itself.
        while rest > u64::from(u16::MAX) {
            frame.delay = u16::MAX;
            rest -= u64::from(u16::MAX);
            encoder.write_frame(&frame)?;
        }
        frame.delay = u16::try_from(rest).unwrap_or(u16::MAX);
        encoder.write_frame(&frame)?;
        self.encoder = Some(encoder);
        Ok(())
    }
}

impl fmt::Debug for GifRecorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GifRecorder")
            .field("path", &self.path)
            .field("size", &self.size)
            .field("clock", &self.clock)
            .field("pushed", &self.pushed)
            .finish_non_exhaustive()
    }
}

impl From<gif::EncodingError> for CaptureFault {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(error) => Self::Io(error),
            other => Self::Encoding(other.to_string()),
        }
    }
}

/// A part of a picture, in pixels, not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rect {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Rect {
    /// This part of the pixels, whose rows are `stride` wide.
    fn frame(self, pixels: &[u32], stride: u16) -> gif::Frame<'static> {
        let columns = usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let rows = pixels.chunks_exact(usize::from(stride));
        let rows = rows
            .skip(usize::from(self.top))
            .take(usize::from(self.height));
        let part: Vec<u32> = rows
            .flat_map(|row| &row[columns.clone()])
            .copied()
            .collect();
        gif::Frame {
            left: self.left,
            top: self.top,
            ..palette::frame(self.width, self.height, &part)
        }
    }
}

/// The smallest part that holds every pixel that differs, `None` if none does.
fn changed(old: &[u32], new: &[u32], stride: u16) -> Option<Rect> {
    let stride = usize::from(stride);
    let rows = || old.chunks_exact(stride).zip(new.chunks_exact(stride));
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (stride, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let pairs = || old.iter().zip(new);
        // Within what is known to have changed already, nothing need be looked at.
        if let Some(first) = pairs().take(left).position(|(old, new)| old != new) {
            left = first;
        }
        if let Some(last) = pairs().skip(right).rposition(|(old, new)| old != new) {
            right += last;
        }
    }
    Some(Rect {
        left: narrow(left),
        top: narrow(top),
        width: narrow(right + 1 - left),
        height: narrow(bottom + 1 - top),
    })
}

/// A length that is at most [`MAX_SIDE`].
fn narrow(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests;
