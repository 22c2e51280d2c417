//! Animations as GIF files, encoded frame by frame.

use core::fmt;
use std::path::{Path, PathBuf};

use super::area::{ImageArea, changed, narrow};
use super::error::{CaptureError, CaptureFault};
use super::film::FilmSettings;
use super::gif_clock::{check_rate, start_of};
use super::palette;
use super::pending::{PendingImages, ShownImage};
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
/// than 2/100 s; above 50 frames per second, such frames are skipped, but not the last one.
pub struct GifCapture {
    path: PathBuf,
    size: [u16; 2],
    /// Frames per second.
    rate: f64,
    /// `None` after an error.
    encoder: Option<gif::Encoder<AtomicFile>>,
    /// Image after the latest frame in the file. Empty before the first one.
    written: Vec<u32>,
    /// Times are in 1/100 s.
    pending: PendingImages,
    /// Number of frames pushed, including skipped ones.
    pushed: u64,
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
            written: Vec::new(),
            pending: PendingImages::new(MIN_DELAY),
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

    /// Adds a frame, and writes the frames that can no longer change.
    fn take(&mut self, pixels: &[u32]) -> Result<(), CaptureFault> {
        if self.encoder.is_none() {
            return Err(CaptureFault::Broken);
        }
        let now = start_of(self.pushed, self.rate);
        // The frame counts even if it is skipped, because its time passes in the animation, too.
        self.pushed += 1;
        self.pending.push(now, pixels);
        while let Some(image) = self.pending.next() {
            self.write(image)?;
        }
        Ok(())
    }

    /// Writes the last frames and replaces the target. Returns the number of frames pushed.
    fn end(&mut self) -> Result<u64, CaptureFault> {
        let end = start_of(self.pushed, self.rate);
        let pending = core::mem::replace(&mut self.pending, PendingImages::new(MIN_DELAY));
        for image in pending.finish(end) {
            self.write(image)?;
        }
        let encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        // A GIF needs frames. Without any, the encoder is dropped, which removes the file.
        if !self.written.is_empty() {
            encoder.into_inner()?.commit()?;
        }
        Ok(self.pushed)
    }

    /// Writes the part of an image that differs from the previous one.
    fn write(&mut self, image: ShownImage) -> Result<(), CaptureFault> {
        // The encoder is dropped at the first error: a GIF with a missing frame would be invalid.
        let mut encoder = self.encoder.take().ok_or(CaptureFault::Broken)?;
        let whole = ImageArea::whole(self.size);
        let area = match self.written.is_empty() {
            true => whole,
            false => changed(&self.written, &image.pixels, self.size[0]).unwrap_or(whole),
        };
        let mut frame = frame_of(area, &image.pixels, self.size[0]);
        let mut rest = image.end - image.start;
        // The maximum delay is 655.35 s: a frame that stays longer is repeated.
        while rest > u64::from(u16::MAX) {
            frame.delay = u16::MAX;
            rest -= u64::from(u16::MAX);
            encoder.write_frame(&frame)?;
        }
        frame.delay = u16::try_from(rest).unwrap_or(u16::MAX);
        encoder.write_frame(&frame)?;
        self.encoder = Some(encoder);
        self.written = image.pixels;
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
