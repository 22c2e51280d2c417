//! A common interface for all formats of films.

use std::path::{Path, PathBuf};

use super::apng_capture::ApngCapture;
use super::error::{CaptureError, CaptureFault};
use super::film::{Film, FilmCapture, FilmSettings, MAX_SOUND_FRAMES};
use super::gif_capture::GifCapture;
use super::raw_capture::{RawCapture, STANDARD_OUTPUT};
use crate::render::Cells;

/// Format of a film, chosen by the file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilmFormat {
    /// `.gif`
    Gif,
    /// `.apng`
    Apng,
    /// `.dfrec`: the engine's own format.
    Film,
    /// `.raw`, or `-`: red, green, blue and alpha, without a header.
    Raw,
}

impl FilmFormat {
    /// Accepted file names, for messages.
    pub(crate) const NAMES: &'static str =
        "a file name that ends in .gif, .apng, .dfrec or .raw, or - for standard output";

    /// Returns the format for this file name. The extension may be in upper case.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if path == Path::new(STANDARD_OUTPUT) {
            return Some(Self::Raw);
        }
        let extension = path.extension()?.to_ascii_lowercase();
        match extension.to_str()? {
            "gif" => Some(Self::Gif),
            "apng" => Some(Self::Apng),
            "dfrec" => Some(Self::Film),
            "raw" => Some(Self::Raw),
            _ => None,
        }
    }
}

/// Writes a film in one of the formats.
pub(crate) struct Encoder {
    path: PathBuf,
    format: FormatEncoder,
}

enum FormatEncoder {
    Gif(Box<GifCapture>),
    Apng(Box<ApngCapture>),
    Film(Box<FilmCapture>),
    Raw(RawCapture),
}

impl Encoder {
    /// Creates a film. The path determines the format.
    ///
    /// # Errors
    /// Fails if the format is unknown or does not support these settings, or if the file cannot be created.
    pub(crate) fn create(path: &Path, settings: &FilmSettings) -> Result<Self, CaptureError> {
        let create = || -> Result<FormatEncoder, CaptureFault> {
            Ok(match FilmFormat::of(path) {
                Some(FilmFormat::Gif) => {
                    FormatEncoder::Gif(Box::new(GifCapture::of(path, settings)?))
                }
                Some(FilmFormat::Apng) => {
                    FormatEncoder::Apng(Box::new(ApngCapture::create(path, settings)?))
                }
                Some(FilmFormat::Film) => {
                    FormatEncoder::Film(Box::new(FilmCapture::create(path, settings)?))
                }
                Some(FilmFormat::Raw) => FormatEncoder::Raw(RawCapture::create(path, settings)?),
                None => {
                    let what = format!("unknown format, expected {}", FilmFormat::NAMES);
                    return Err(CaptureFault::Encoding(what));
                }
            })
        };
        let format = create().map_err(|fault| fault.at(path))?;
        let path = path.to_owned();
        Ok(Self { path, format })
    }

    /// Adds a frame: width × height words, row by row, each `u32::from_le_bytes([r, g, b, a])`; alpha is ignored.
    /// `number` is its time, in frames from the start, and must increase. Only the engine's own format stores the text.
    ///
    /// # Errors
    /// Fails if the number of pixels is wrong, or if the film cannot be written.
    pub(crate) fn push(
        &mut self,
        number: u64,
        pixels: &[u32],
        cells: &Cells,
    ) -> Result<(), CaptureError> {
        let pushed = match &mut self.format {
            FormatEncoder::Gif(gif) => {
                gif.skip_to(number);
                return gif.push(pixels);
            }
            FormatEncoder::Apng(apng) => apng.push(number, pixels),
            FormatEncoder::Film(film) => film.push(number, pixels, cells),
            FormatEncoder::Raw(raw) => raw.push(number, pixels),
        };
        pushed.map_err(|fault| fault.at(&self.path))
    }

    /// Adds the next frames of sound, at 48 000 per second, at most [`MAX_SOUND_FRAMES`](super::MAX_SOUND_FRAMES). Only
    /// the engine's own format has sound.
    ///
    /// # Errors
    /// Fails if the film cannot be written.
    pub(crate) fn push_sound(&mut self, frames: &[[i16; 2]]) -> Result<(), CaptureError> {
        let pushed = match &mut self.format {
            FormatEncoder::Film(film) => film.push_sound(frames),
            _ => Ok(()),
        };
        pushed.map_err(|fault| fault.at(&self.path))
    }

    /// Sets whether the next frames of the engine's own format are written quickly, with more bytes.
    pub(crate) fn hurry(&mut self, is_hurried: bool) {
        if let FormatEncoder::Film(film) = &mut self.format {
            film.hurry(is_hurried);
        }
    }

    /// Ends the film. `end` is the number that the next frame would have, `dropped` the number of dropped frames.
    ///
    /// # Errors
    /// Fails if the film cannot be written, or cannot replace an older one.
    pub(crate) fn finish(self, end: u64, dropped: u64) -> Result<(), CaptureError> {
        let finished = match self.format {
            FormatEncoder::Gif(mut gif) => {
                gif.skip_to(end);
                return gif.finish().map(|_| ());
            }
            FormatEncoder::Apng(apng) => apng.finish(end),
            FormatEncoder::Film(film) => film.finish(end, dropped),
            FormatEncoder::Raw(raw) => raw.finish(end),
        };
        finished.map_err(|fault| fault.at(&self.path))
    }

    /// Returns whether the film has the engine's own format.
    pub(crate) fn is_film(&self) -> bool {
        matches!(self.format, FormatEncoder::Film(_))
    }

    /// Removes an unfinished film in the engine's own format. An older file with its name stays.
    pub(crate) fn discard(self) {
        if let FormatEncoder::Film(film) = self.format {
            film.discard();
        }
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Film {
    /// Exports the film to a file. Only the engine's own format keeps the sound. The file's
    /// name determines the format: `.gif`, `.apng`, `.dfrec`, `.raw` (red, green, blue and alpha of each pixel, frame by
    /// frame, at a constant rate), or `-` for raw frames on standard output.
    /// Returns the number of frames.
    ///
    /// # Errors
    /// Fails if the format is unknown or does not support the film's size, if the file cannot be written, or if a frame
    /// cannot be read. No file appears then, except a `.dfrec` file with the frames written so far.
    pub fn export(&mut self, path: impl AsRef<Path>) -> Result<usize, CaptureError> {
        let path = path.as_ref();
        let mut encoder = Encoder::create(path, self.settings())?;
        let count = self.len();
        for index in 0..count {
            let frame = self
                .read(index)
                .map_err(|error| CaptureFault::Film(error).at(path))?;
            encoder.push(frame.number, frame.pixels, frame.cells)?;
        }
        if let Some(mut sound) = self.sound().filter(|_| encoder.is_film()) {
            let mut part = vec![[0; 2]; MAX_SOUND_FRAMES];
            let mut first = 0;
            while first < sound.len() {
                let rest = usize::try_from(sound.len() - first).unwrap_or(usize::MAX);
                part.truncate(rest);
                let read = sound.read(first, &mut part);
                read.map_err(|error| CaptureFault::Film(error).at(path))?;
                encoder.push_sound(&part)?;
                first += part.len() as u64;
            }
        }
        encoder.finish(self.end(), self.dropped())?;
        Ok(count)
    }
}
