//! Animations as GIF files, encoded frame by frame.

use core::fmt;
use std::path::{Path, PathBuf};

use super::area::{PictureArea, changed, narrow};
use super::error::{CaptureError, CaptureFault};
use super::film::FilmSettings;
use super::gif_clock::GifClock;
use super::palette;
use super::png::{check_length, check_size};
use crate::files::AtomicFile;

/// The shortest delay that viewers respect, in 1/100 s: they play shorter ones as 10.
const MIN_DELAY: u64 = 2;

/// Writes a GIF that loops forever, frame by frame. Only the last frame is kept in memory. The file appears when
/// [`GifCapture::finish`] is called; dropped before that, it is removed.
///
/// Frames of at most 256 colours are exact, others are reduced to 256. Of each frame only the rectangle that has
/// changed is stored, and of equal frames in a row only the first.
///
/// Delays are multiples of 1/100 s, distributed so that the whole has the right length. Viewers slow down frames
/// shorter than 2/100 s: above 50 frames per second these are left out. The last picture is always shown, for which the
/// whole may be longer by up to 4/100 s.
pub struct GifCapture {
    path: PathBuf,
    size: [u16; 2],
    clock: GifClock,
    /// `None` after an error.
    encoder: Option<gif::Encoder<AtomicFile>>,
    /// The pixels of the last frame that was not left out.
    shown: Vec<u32>,
    /// That frame, held back until its delay is known.
    waiting: Option<WaitingFrame>,
    /// The pixels of the latest frame, if it came too early after that one.
    too_early: Vec<u32>,
    /// The number of frames pushed, including those that were left out.
    pushed: u64,
}

/// A frame without its delay.
struct WaitingFrame {
    frame: gif::Frame<'static>,
    /// Its start, in 1/100 s.
    start: u64,
}

impl GifCapture {
    /// Creates an animation of `width` × `height` pixels.
    ///
    /// # Errors
    /// If a side is 0 or above 65 535 pixels, the rate is not from 0.001 to 1000 frames per second, or the file cannot
    /// be created.
    pub fn create(
        path: impl AsRef<Path>,
        width: u32,
        height: u32,
        frames_per_second: f64,
    ) -> Result<Self, CaptureError> {
        let path = path.as_ref();
        Self::start(path, width, height, frames_per_second).map_err(|fault| fault.at(path))
    }

    /// Creates an animation with these settings.
    pub(super) fn of(path: &Path, settings: &FilmSettings) -> Result<Self, CaptureFault> {
        let [width, height] = settings.size;
        Self::start(path, width, height, settings.rate)
    }

    fn start(path: &Path, width: u32, height: u32, rate: f64) -> Result<Self, CaptureFault> {
        check_size(width, height)?;
        let size = [narrow(width as usize), narrow(height as usize)];
        let clock = GifClock::new(rate)?;
        let file = AtomicFile::create(path)?;
        // Without a palette for all frames: each frame has its own, of the colours that it needs.
        let mut encoder = gif::Encoder::new(file, size[0], size[1], &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Self {
            path: path.to_owned(),
            size,
            clock,
            encoder: Some(encoder),
            shown: Vec::new(),
            waiting: None,
            too_early: Vec::new(),
            pushed: 0,
        })
    }

    /// Adds a frame: width × height words, row after row, each `u32::from_le_bytes([r, g, b, a])`; alpha is ignored.
    ///
    /// # Errors
    /// If the number of pixels is wrong, which changes nothing; or if the file cannot be written, after which no later
    /// frame can be either.
    pub fn push(&mut self, pixels: &[u32]) -> Result<(), CaptureError> {
        let [width, height] = self.size.map(u32::from);
        check_length(width, height, pixels)
            .and_then(|()| self.take(pixels))
            .map_err(|fault| fault.at(&self.path))
    }

    /// Says that the next frame is the one of this number, counted from 0: those between are left out, and the latest stays
    /// until then; the next one is shown from the start if there is none. Ignored if that many were pushed already.
    pub(super) fn skip_to(&mut self, frame: u64) {
        self.pushed = self.pushed.max(frame);
    }

    /// Completes the file, and returns how many frames were pushed. Without any frame there is no file.
    ///
    /// # Errors
    /// If the file cannot be written, or a frame could not be.
    pub fn finish(mut self) -> Result<u64, CaptureError> {
        self.end().map_err(|fault| fault.at(&self.path))
    }

    /// Holds a frame back and writes the one before it. Leaves it out if it comes too early or changes nothing.
    fn take(&mut self, pixels: &[u32]) -> Result<(), CaptureFault> {
        if self.encoder.is_none() {
            return Err(CaptureFault::Broken);
        }
        let now = self.clock.start(self.pushed);
        // Counted even if it is left out below, because its time passes in the animation as well.
        self.pushed += 1;
        self.show_too_early(now)?;
        let start = match &self.waiting {
            Some(waiting) if now - waiting.start < MIN_DELAY => {
                self.too_early.extend_from_slice(pixels);
                return Ok(());
            }
            Some(_) => now,
            // What is missing before the first frame has its time, too.
            None => 0,
        };
        self.show(pixels, start)
    }

    /// Shows the latest frame although it came too early, if there is the time for it before `until`. It is dropped if there
    /// is not: another one is shown then.
    fn show_too_early(&mut self, until: u64) -> Result<(), CaptureFault> {
        let pixels = core::mem::take(&mut self.too_early);
        let shown = match &self.waiting {
            Some(waiting) if !pixels.is_empty() && waiting.start + 2 * MIN_DELAY <= until => {
                self.show(&pixels, waiting.start + MIN_DELAY)
            }
            _ => Ok(()),
        };
        self.too_early = pixels;
        self.too_early.clear();
        shown
    }

    /// Holds a frame back that begins at `start`, in 1/100 s, and writes the one before it; not if it changes nothing.
    fn show(&mut self, pixels: &[u32], start: u64) -> Result<(), CaptureFault> {
        let rect = if self.waiting.is_none() {
            PictureArea::whole(self.size)
        } else {
            match changed(&self.shown, pixels, self.size[0]) {
                None => return Ok(()),
                Some(rect) => rect,
            }
        };
        // A frame's delay is known only when the next one starts.
        self.release(start)?;
        self.waiting = Some(WaitingFrame {
            frame: frame_of(rect, pixels, self.size[0]),
            start,
        });
        self.shown.clear();
        self.shown.extend_from_slice(pixels);
        Ok(())
    }

    /// Writes the last frame and replaces the target. Returns the number of frames pushed.
    fn end(&mut self) -> Result<u64, CaptureFault> {
        let end = self.clock.start(self.pushed);
        // The last picture is shown in any case.
        self.show_too_early(u64::MAX)?;
        if let Some(waiting) = &self.waiting {
            // Above 50 frames per second it may have begun too shortly before the end.
            self.release(end.max(waiting.start + MIN_DELAY))?;
        }
        let encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        // Without frames it would be no GIF. The encoder is then dropped with the file, which is removed.
        if !self.shown.is_empty() {
            encoder.into_inner()?.commit()?;
        }
        Ok(self.pushed)
    }

    /// Writes the frame that was held back, if any, to be shown until `end`.
    fn release(&mut self, end: u64) -> Result<(), CaptureFault> {
        let Some(WaitingFrame { mut frame, start }) = self.waiting.take() else {
            return Ok(());
        };
        // Dropped at the first error: with a frame missing, the file would be no GIF.
        let mut encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        let mut rest = end - start;
        // The longest delay is 655.35 s: a frame that stays longer is repeated.
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

impl fmt::Debug for GifCapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GifCapture")
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

/// Returns this part of the pixels, whose rows are `stride` wide, as a frame.
fn frame_of(area: PictureArea, pixels: &[u32], stride: u16) -> gif::Frame<'static> {
    let part: Vec<u32> = area.rows(pixels, stride).flatten().copied().collect();
    // Around it the picture stays: frames are not cleared before the next one, which is the default of `gif`.
    gif::Frame {
        left: area.left,
        top: area.top,
        ..palette::frame(area.width, area.height, &part)
    }
}

#[cfg(test)]
mod tests;
