//! Raw frames for a program that reads them from a pipe, for example ffmpeg.

use std::io::{self, Write};
use std::path::Path;

use super::error::CaptureFault;
use super::film::FilmSettings;
use super::png::{check_length, check_size};
use crate::files::AtomicFile;

/// File name that stands for standard output.
pub(crate) const STANDARD_OUTPUT: &str = "-";

/// Destination of the frames.
#[derive(Debug)]
enum RawOutput {
    /// A pipe, a device, or a file that replaces an older one at the end.
    File(AtomicFile),
    Standard(io::Stdout),
}

impl RawOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let output: &mut dyn Write = match self {
            Self::File(file) => file,
            Self::Standard(output) => output,
        };
        output.write_all(bytes)?;
        output.flush()
    }
}

/// Writes red, green, blue and 255 of each pixel, frame by frame, at a constant rate. A missing frame repeats the
/// previous one, or the first one if none came before it.
#[derive(Debug)]
pub(super) struct RawCapture {
    size: [u32; 2],
    output: RawOutput,
    /// Bytes of the latest frame. Empty before the first.
    bytes: Vec<u8>,
    /// Number of frames written.
    frames: u64,
}

impl RawCapture {
    /// Opens the output.
    ///
    /// # Errors
    /// Fails if a side is 0 or above 65 535 pixels, or if the file cannot be created.
    pub(super) fn create(path: &Path, settings: &FilmSettings) -> Result<Self, CaptureFault> {
        let [width, height] = settings.size;
        check_size(width, height)?;
        let output = if path == Path::new(STANDARD_OUTPUT) {
            RawOutput::Standard(io::stdout())
        } else {
            RawOutput::File(AtomicFile::create(path)?)
        };
        Ok(Self {
            size: settings.size,
            output,
            bytes: Vec::new(),
            frames: 0,
        })
    }

    /// Adds a frame. `number` is its time, in frames from the start.
    ///
    /// # Errors
    /// Fails if the number of pixels is wrong, or if writing fails.
    pub(super) fn push(&mut self, number: u64, pixels: &[u32]) -> Result<(), CaptureFault> {
        check_length(self.size[0], self.size[1], pixels)?;
        self.repeat_until(number)?;
        self.bytes.clear();
        let opaque = |&pixel: &u32| (pixel | 0xff00_0000).to_le_bytes();
        self.bytes.extend(pixels.iter().flat_map(opaque));
        self.repeat_until(number + 1)
    }

    /// Ends the film at this frame number.
    ///
    /// # Errors
    /// Fails if writing fails.
    pub(super) fn finish(mut self, end: u64) -> Result<(), CaptureFault> {
        self.repeat_until(end)?;
        match self.output {
            RawOutput::File(file) => Ok(file.commit()?),
            RawOutput::Standard(_) => Ok(()),
        }
    }

    /// Repeats the latest frame until `frames` are written.
    fn repeat_until(&mut self, frames: u64) -> Result<(), CaptureFault> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        while self.frames < frames {
            self.output.write(&self.bytes)?;
            self.frames += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scratch;

    #[test]
    fn frames_come_at_a_constant_rate_and_opaque() {
        let folder = Scratch::new("raw");
        let path = folder.path("a.raw");
        let settings = FilmSettings {
            game: String::new(),
            size: [2, 1],
            rate: 10.0,
        };
        let mut recorder = RawCapture::create(&path, &settings).unwrap();
        recorder.push(0, &[0x0000_0001, 0xff00_0002]).unwrap();
        recorder.push(3, &[3, 4]).unwrap();
        assert!(recorder.push(4, &[5]).is_err());
        recorder.finish(5).unwrap();
        let frame = |a, b| [a, 0, 0, 255, b, 0, 0, 255];
        let expected = [
            frame(1, 2),
            frame(1, 2),
            frame(1, 2),
            frame(3, 4),
            frame(3, 4),
        ];
        assert_eq!(std::fs::read(&path).unwrap(), expected.concat());
    }
}
