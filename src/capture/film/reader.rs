//! Random access to the frames of a film.

use core::time::Duration;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::FilmSettings;
use super::error::{FilmError, FilmFault};
use super::format::{FORMAT, tag};
use super::frame::{FilmImage, FrameReader, frame_number};
use super::recent::RecentImages;
use super::sound::{FilmSound, IndexedSound};
use crate::files::bytes::{BadRecord, ByteReader};
use crate::files::{RecordDamage, RecordFault, RecordReader};
use crate::render::Cells;

/// A film in the engine's own format, recorded by `--capture FILE.dfrec`, the key F12 or the game. A truncated or
/// damaged film ends before the damage.
///
/// ```
/// use damselfly::app::{App, Options};
/// use damselfly::capture::Film;
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let folder = std::env::temp_dir().join(format!("damselfly-film-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let file = folder.join("ball.dfrec");
/// // Like `--headless --steps 60 --capture ball.dfrec`:
/// let options = Options { headless: true, steps: Some(60), capture: Some(file.clone()), ..Options::default() };
/// App::new("Ball", options).cells(20, 4).run(|cx| {
///     cx.spawn(Object::from(SpriteId::PLACEHOLDER).velocity(vec2(0.5, 0.0)));
///     Ok(())
/// })?;
/// let mut film = Film::open(&file)?;
/// assert_eq!((film.settings().game.as_str(), film.settings().size), ("Ball", [160, 64]));
/// let middle = film.frame_at(film.duration() / 2);
/// assert_eq!(film.read(middle)?.pixels.len(), 160 * 64);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Film {
    path: PathBuf,
    settings: FilmSettings,
    records: RecordReader<BufReader<File>>,
    index: Vec<IndexedFrame>,
    sound: Vec<IndexedSound>,
    /// Number that the next frame would have.
    end: u64,
    dropped: u64,
    is_complete: bool,
    damage: Option<RecordDamage>,
    frames: FrameReader,
    recent: RecentImages,
    /// The latest image that was read.
    image: FilmImage,
    record: Vec<u8>,
}

/// Position of a frame in the file.
#[derive(Clone, Copy, Debug)]
struct IndexedFrame {
    /// Offset of its record's first byte.
    at: u64,
    /// Index of its record.
    record: u64,
    number: u64,
    is_key: bool,
}

/// A frame of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmFrame<'a> {
    /// Time of the frame, in frames from the film's start, from 0. A number is missing if its frame was dropped or not
    /// drawn.
    pub number: u64,
    /// Width × height words, row by row, each `u32::from_le_bytes([r, g, b, 255])`.
    pub pixels: &'a [u32],
    /// The frame as text.
    pub cells: &'a Cells,
}

impl Film {
    /// Opens a film. Reads it once to find the complete frames.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a film, has another version of the format, or has no complete frame.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FilmError> {
        let path = path.as_ref();
        Self::open_file(path).map_err(|fault| fault.at(path))
    }

    fn open_file(path: &Path) -> Result<Self, FilmFault> {
        let mut records = RecordReader::open(path, FORMAT)?;
        let mut record = Vec::new();
        let settings = match records.next(&mut record) {
            Ok(true) => read_settings(&record).map_err(|_| FilmFault::Foreign)?,
            _ => return Err(FilmFault::Foreign),
        };
        let size = settings.sides();
        let pixels = usize::from(size[0]) * usize::from(size[1]);
        let mut film = Self {
            path: path.to_owned(),
            settings,
            records,
            index: Vec::new(),
            sound: Vec::new(),
            end: 0,
            dropped: 0,
            is_complete: false,
            damage: None,
            frames: FrameReader::new(size),
            recent: RecentImages::new(pixels),
            image: FilmImage::black(size),
            record,
        };
        film.damage = film.read_index().err();
        if film.index.is_empty() {
            return Err(film.damage.map_or(FilmFault::Empty, FilmFault::Damage));
        }
        Ok(film)
    }

    /// Indexes the frames of the file.
    fn read_index(&mut self) -> Result<(), RecordDamage> {
        // Record 0 contains the settings.
        for record in 1.. {
            let at = self.records.at();
            if !self.records.next(&mut self.record)? {
                return Ok(());
            }
            let fault = RecordFault::Changed;
            self.add_to_index(at, record)
                .map_err(|_| RecordDamage { at, fault })?;
        }
        Ok(())
    }

    /// Checks the current record, at position `at` of the file. Indexes a frame or sound; an end record completes the film.
    fn add_to_index(&mut self, at: u64, record: u64) -> Result<(), BadRecord> {
        if self.is_complete {
            return Err(BadRecord);
        }
        if let Some((number, is_key)) = frame_number(&self.record)? {
            // The first frame must be a key frame.
            if self.index.is_empty() && !is_key || !self.may_follow(number) {
                return Err(BadRecord);
            }
            self.end = number.checked_add(1).ok_or(BadRecord)?;
            self.index.push(IndexedFrame {
                at,
                record,
                number,
                is_key,
            });
            return Ok(());
        }
        let mut bytes = ByteReader(&self.record);
        match bytes.u8()? {
            tag::END => {}
            tag::SOUND => {
                let before = self.sound.last().map_or(0, IndexedSound::end);
                let sound = IndexedSound::new(&mut bytes, [at, record], before)?;
                self.sound.push(sound);
                return Ok(());
            }
            _ => return Err(BadRecord),
        }
        let end = bytes.number()?;
        if !self.may_follow(end) {
            return Err(BadRecord);
        }
        (self.end, self.dropped, self.is_complete) = (end, bytes.number()?, true);
        Ok(())
    }

    /// Returns whether a frame with this number may come next. Time must not go back, and a gap must not be so long
    /// that repeating a frame through it would fill a disk.
    fn may_follow(&self, number: u64) -> bool {
        let gap = number.checked_sub(self.end);
        gap.is_some_and(|gap| gap <= self.settings.longest_gap())
    }

    /// Returns the settings of the film.
    pub fn settings(&self) -> &FilmSettings {
        &self.settings
    }

    /// Returns the film's sound, which is read from the file when it is needed. `None` if the film has none.
    pub fn sound(&self) -> Option<FilmSound> {
        let has_sound = !self.sound.is_empty();
        has_sound.then(|| FilmSound::new(self.path.clone(), self.sound.as_slice().into()))
    }

    /// Returns the number of frames, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns the length of the film. A damaged film ends before the damage.
    pub fn duration(&self) -> Duration {
        self.time_of_number(self.end)
    }

    /// Returns the start time of a frame, from the film's start. `index` counts frames from 0; beyond the last frame,
    /// returns the end of the film.
    pub fn time_of(&self, index: usize) -> Duration {
        let frame = self.index.get(index);
        self.time_of_number(frame.map_or(self.end, |frame| frame.number))
    }

    /// Returns the index of the frame shown at a time, counted from 0. After the end, returns the last frame.
    pub fn frame_at(&self, time: Duration) -> usize {
        let after = |frame: &IndexedFrame| self.time_of_number(frame.number) <= time;
        self.index.partition_point(after).saturating_sub(1)
    }

    /// Returns whether the film was completed. If not, the program that writes it was killed, failed to write, or is
    /// still running, or the file is damaged.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the position and kind of damage, if any.
    pub fn damage(&self) -> Option<RecordDamage> {
        self.damage
    }

    /// Returns the number of frames that were dropped, because the game was late or the frames came faster than they
    /// could be written.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the number that the next frame would have.
    pub(in crate::capture) fn end(&self) -> u64 {
        self.end
    }

    /// Reads a frame, counted from 0. Beyond the last frame, reads the last one. Sequential reading is fast, both
    /// forwards and backwards.
    ///
    /// # Errors
    /// Fails if the file cannot be read any more, or if the frame is damaged.
    pub fn read(&mut self, index: usize) -> Result<FilmFrame<'_>, FilmError> {
        let index = index.min(self.index.len() - 1);
        if let Err(fault) = self.decode(index) {
            return Err(fault.at(&self.path));
        }
        Ok(FilmFrame {
            number: self.index[index].number,
            pixels: &self.image.pixels,
            cells: &self.image.cells,
        })
    }

    /// Decodes a frame into `image`.
    fn decode(&mut self, index: usize) -> Result<(), FilmFault> {
        if let Some(known) = self.recent.find(index) {
            self.image.pixels.clone_from(&known.pixels);
            self.image.cells.clone_from(&known.cells);
            return Ok(());
        }
        let mut keys = self.index[..=index].iter();
        let key = keys.rposition(|frame| frame.is_key).unwrap_or(0);
        let first = match self.recent.nearest(key, index) {
            Some((near, known)) => {
                self.image.pixels.clone_from(&known.pixels);
                self.image.cells.clone_from(&known.cells);
                near + 1
            }
            None => key,
        };
        for frame in first..=index {
            self.decode_next(frame)?;
            if index - frame < self.recent.max() {
                self.recent.keep(frame, &self.image);
            }
        }
        Ok(())
    }

    /// Decodes this frame into `image`, which must hold the previous frame, unless this one is a key frame.
    fn decode_next(&mut self, index: usize) -> Result<(), FilmFault> {
        let IndexedFrame { at, record, .. } = self.index[index];
        self.records.seek(record, at).map_err(FilmFault::Io)?;
        let damaged = |fault| FilmFault::Damage(RecordDamage { at, fault });
        match self.records.next(&mut self.record) {
            Ok(true) => {}
            Ok(false) => return Err(damaged(RecordFault::CutOff)),
            Err(damage) => return Err(FilmFault::Damage(damage)),
        }
        let read = self.frames.read(&self.record, &mut self.image);
        read.map_err(|_| damaged(RecordFault::Changed))
    }

    fn time_of_number(&self, number: u64) -> Duration {
        let seconds = number as f64 / self.settings.rate;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

fn read_settings(record: &[u8]) -> Result<FilmSettings, BadRecord> {
    let mut bytes = ByteReader(record);
    if bytes.u8()? != tag::SETTINGS {
        return Err(BadRecord);
    }
    FilmSettings::read(&mut bytes)
}
