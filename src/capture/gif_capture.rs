//! Animations as GIF files, encoded frame by frame.

use core::fmt;
use std::path::{Path, PathBuf};

use super::area::{ImageArea, changed, narrow};
use super::error::{CaptureError, CaptureFault};
use super::film::FilmSettings;
use super::gif_clock::{check_rate, start_of};
use super::palette;
use super::png::{check_length, check_size};
use crate::files::AtomicFile;

/// Minimum delay that viewers respect, in 1/100 s. They show a frame with a shorter delay for 10/100 s.
const MIN_DELAY: u64 = 2;

/// Writes a GIF that loops forever, frame by frame. Keeps only the latest frames in memory. The file appears on
/// [`GifCapture::finish`]. If dropped before, no file appears.
///
/// Only the changed rectangle of each frame is stored, and only the first of consecutive equal frames. Rectangles with
/// at most 256 colours are exact, others are reduced to 256.
///
/// Delays are multiples of 1/100 s, distributed so that the total length is right. Viewers slow down frames shorter
/// than 2/100 s; above 50 frames per second, such frames are skipped. The last image is always shown, which can make
/// the animation up to 4/100 s longer.
pub struct GifCapture {
    path: PathBuf,
    size: [u16; 2],
    /// Frames per second.
    rate: f64,
    /// `None` after an error.
    encoder: Option<gif::Encoder<AtomicFile>>,
    /// Pixels of the latest frame that was not skipped.
    shown: Vec<u32>,
    /// That frame in the encoder's form, held back until its delay is known.
    waiting: Option<WaitingFrame>,
    /// Pixels of the latest frame, if less than [`MIN_DELAY`] has passed since `waiting` began. Otherwise empty.
    too_early: Vec<u32>,
    /// Number of frames pushed, including skipped ones.
    pushed: u64,
}

/// A frame without its delay.
struct WaitingFrame {
    frame: gif::Frame<'static>,
    /// Start of the frame, in 1/100 s.
    start: u64,
}

impl GifCapture {
    /// Creates an animation of `width` × `height` pixels.
    ///
    /// # Errors
    /// Fails if a side is 0 or above 65 535 pixels, if the rate is not from 0.001 to 1000 frames per second, or if the
    /// file cannot be created.
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
        check_rate(rate)?;
        let file = AtomicFile::create(path)?;
        // There is no global palette: each frame has its own, with the colours that it needs.
        let mut encoder = gif::Encoder::new(file, size[0], size[1], &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Self {
            path: path.to_owned(),
            size,
            rate,
            encoder: Some(encoder),
            shown: Vec::new(),
            waiting: None,
            too_early: Vec::new(),
            pushed: 0,
        })
    }

    /// Adds a frame: width × height words, row by row, each `u32::from_le_bytes([r, g, b, a])`; alpha is ignored.
    ///
    /// # Errors
    /// Fails if the number of pixels is wrong, which changes nothing, or if the file cannot be written, after which all
    /// later frames fail, too.
    pub fn push(&mut self, pixels: &[u32]) -> Result<(), CaptureError> {
        let [width, height] = self.size.map(u32::from);
        check_length(width, height, pixels)
            .and_then(|()| self.take(pixels))
            .map_err(|fault| fault.at(&self.path))
    }

    /// Sets the number of the next frame, counted from 0. Frames in between are missing: the latest frame stays until
    /// then. If no frame was pushed before, the next one is shown from the start. Ignored if that many frames were
    /// pushed already.
    pub(super) fn skip_to(&mut self, frame: u64) {
        self.pushed = self.pushed.max(frame);
    }

    /// Completes the file, and returns the number of frames pushed. Without any frame, no file appears.
    ///
    /// # Errors
    /// Fails if the file or a frame could not be written.
    pub fn finish(mut self) -> Result<u64, CaptureError> {
        self.end().map_err(|fault| fault.at(&self.path))
    }

    /// Holds a frame back and writes the previous one. Skips a frame that comes too early or has no changes.
    fn take(&mut self, pixels: &[u32]) -> Result<(), CaptureFault> {
        if self.encoder.is_none() {
            return Err(CaptureFault::Broken);
        }
        let now = start_of(self.pushed, self.rate);
        // The frame counts even if it is skipped below, because its time passes in the animation, too.
        self.pushed += 1;
        self.show_too_early(now)?;
        let start = match &self.waiting {
            Some(waiting) if now - waiting.start < MIN_DELAY => {
                self.too_early.extend_from_slice(pixels);
                return Ok(());
            }
            Some(_) => now,
            // The first frame also covers the time of missing frames before it.
            None => 0,
        };
        self.show(pixels, start)
    }

    /// Shows the latest frame, which came too early, if there is time for it before `until`. Otherwise drops it,
    /// because another one replaces it.
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

    /// Holds back a frame that begins at `start`, in 1/100 s, and writes the previous one. Does nothing if the frame
    /// has no changes.
    fn show(&mut self, pixels: &[u32], start: u64) -> Result<(), CaptureFault> {
        let rect = if self.waiting.is_none() {
            ImageArea::whole(self.size)
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
        let end = start_of(self.pushed, self.rate);
        // The last image is always shown.
        self.show_too_early(u64::MAX)?;
        if let Some(waiting) = &self.waiting {
            // Above 50 frames per second, the frame may have begun too shortly before the end.
            self.release(end.max(waiting.start + MIN_DELAY))?;
        }
        let encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        // A GIF needs frames. Without any, the encoder is dropped, which removes the file.
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
        // The encoder is dropped at the first error: a GIF with a missing frame would be invalid.
        let mut encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        let mut rest = end - start;
        // The maximum delay is 655.35 s: a frame that stays longer is repeated.
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
            .field("rate", &self.rate)
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

/// Returns an area of the pixels as a frame. `pixels` has rows of `stride` pixels.
fn frame_of(area: ImageArea, pixels: &[u32], stride: u16) -> gif::Frame<'static> {
    let inside: Vec<u32> = area.rows(pixels, stride).flatten().copied().collect();
    // The rest of the image stays: by default, `gif` does not clear frames before the next one.
    gif::Frame {
        left: area.left,
        top: area.top,
        ..palette::frame(area.width, area.height, &inside)
    }
}

#[cfg(test)]
mod tests;
