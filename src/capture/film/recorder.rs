//! Writes a film in the engine's own format.

use std::path::Path;

use super::super::error::CaptureFault;
use super::super::png::check_length;
use super::format::{FORMAT, SILENT, tag};
use super::frame::FrameWriter;
use super::{FilmSettings, sound};
use crate::files::RecordWriter;
use crate::files::bytes::ByteWriter;
use crate::render::Cells;

/// Writes a film frame by frame. Each frame is passed to the operating system at once, and survives the end of the
/// program.
#[derive(Debug)]
pub(in crate::capture) struct FilmCapture {
    settings: FilmSettings,
    writer: RecordWriter,
    frames: FrameWriter,
    /// Number of the latest key frame.
    key: Option<u64>,
    /// Number of frames of sound so far.
    sound: u64,
    /// Whether the file can have sound. `None` before the first one.
    has_sound: Option<bool>,
}

impl FilmCapture {
    /// Creates the file. See [`RecordWriter::create`] for existing files.
    ///
    /// # Errors
    /// Fails if the format does not support the size or rate, or if the file cannot be created.
    pub(in crate::capture) fn create(
        path: &Path,
        settings: &FilmSettings,
    ) -> Result<Self, CaptureFault> {
        settings.check()?;
        let mut writer = RecordWriter::create(path, SILENT)?;
        let mut first = ByteWriter::default();
        first.u8(tag::SETTINGS);
        settings.write(&mut first);
        writer.push(&first.0)?;
        writer.flush()?;
        Ok(Self {
            settings: settings.clone(),
            writer,
            frames: FrameWriter::new(settings.sides()),
            key: None,
            sound: 0,
            has_sound: None,
        })
    }

    /// Sets whether the next frames are written quickly, with more bytes.
    pub(in crate::capture) fn hurry(&mut self, is_hurried: bool) {
        self.frames.hurry(is_hurried);
    }

    /// Adds a frame. `number` is its time, in frames from the film's start, and must increase.
    ///
    /// # Errors
    /// Fails if the number of pixels is wrong, or if the file cannot be written.
    pub(in crate::capture) fn push(
        &mut self,
        number: u64,
        pixels: &[u32],
        cells: &Cells,
    ) -> Result<(), CaptureFault> {
        let [width, height] = self.settings.size;
        check_length(width, height, pixels)?;
        let age = self.key.map(|key| number.saturating_sub(key));
        let is_key = age.is_none_or(|age| age as f64 >= self.settings.rate);
        if is_key {
            self.key = Some(number);
        }
        let record = self.frames.write(number, is_key, pixels, cells);
        self.writer.push(&record)?;
        Ok(self.writer.flush()?)
    }

    /// Adds the next frames of sound, at most [`MAX_SOUND_FRAMES`](super::MAX_SOUND_FRAMES). A film that goes to a pipe
    /// or a device stays silent.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(in crate::capture) fn push_sound(
        &mut self,
        frames: &[[i16; 2]],
    ) -> Result<(), CaptureFault> {
        let first = self.sound;
        self.sound += frames.len() as u64;
        if frames.iter().all(|frame| *frame == [0; 2]) {
            return Ok(());
        }
        let has_sound = match self.has_sound {
            Some(has_sound) => has_sound,
            None => self.writer.set_version(FORMAT.version)?,
        };
        self.has_sound = Some(has_sound);
        if has_sound {
            self.writer.push(&sound::record_of(first, frames))?;
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Removes the unfinished film. An older file with its name stays.
    pub(in crate::capture) fn discard(self) {
        self.writer.discard();
    }

    /// Ends the film, and replaces an older file with its name. `end` is the number that the next frame would have,
    /// `dropped` the number of dropped frames.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The data written so far is kept.
    pub(in crate::capture) fn finish(mut self, end: u64, dropped: u64) -> Result<(), CaptureFault> {
        let mut last = ByteWriter::default();
        last.u8(tag::END);
        last.number(end);
        last.number(dropped);
        self.writer.push(&last.0)?;
        Ok(self.writer.finish()?)
    }
}
