//! Reading a film, at any frame.

use core::time::Duration;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::error::{FilmError, FilmFault};
use super::frame::{FilmPicture, FrameReader, frame_number};
use super::recent::RecentPictures;
use super::{FORMAT, FilmSettings, tag};
use crate::files::bytes::{BadRecord, ByteReader};
use crate::files::{RecordDamage, RecordFault, RecordOpenError, RecordReader};
use crate::render::Cells;

/// A film that `--capture FILE.dfrec` or the key F12 recorded. Of one that is cut off or damaged, what comes before that.
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
/// // As `--headless --steps 60 --capture ball.dfrec` does:
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
    /// The number that a next frame would have.
    end: u64,
    dropped: u64,
    is_complete: bool,
    damage: Option<RecordDamage>,
    frames: FrameReader,
    recent: RecentPictures,
    /// The latest picture that was read.
    picture: FilmPicture,
    record: Vec<u8>,
}

/// Where a frame is in the file.
#[derive(Clone, Copy, Debug)]
struct IndexedFrame {
    /// Of its record's first byte.
    at: u64,
    number: u64,
    is_key: bool,
}

/// A frame of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmFrame<'a> {
    /// Its time, in frames from the film's start, from 0: a number that is missing was dropped, or showed nothing new.
    pub number: u64,
    /// Width × height words, row after row, each `u32::from_le_bytes([r, g, b, 255])`.
    pub pixels: &'a [u32],
    /// The same as text.
    pub cells: &'a Cells,
}

impl Film {
    /// Opens a film, and reads it once, to know what is whole.
    ///
    /// # Errors
    /// The file cannot be read, is no film, is of another version of the format, or has no whole frame.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FilmError> {
        let path = path.as_ref();
        Self::open_file(path).map_err(|fault| fault.at(path))
    }

    fn open_file(path: &Path) -> Result<Self, FilmFault> {
        let mut records = RecordReader::open(path, FORMAT).map_err(|error| match error {
            RecordOpenError::Io(error) => FilmFault::Io(error),
            RecordOpenError::Foreign => FilmFault::Foreign,
            RecordOpenError::Version(version) => FilmFault::Version {
                file: version,
                engine: FORMAT.version,
            },
        })?;
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
            end: 0,
            dropped: 0,
            is_complete: false,
            damage: None,
            frames: FrameReader::new(size),
            recent: RecentPictures::new(pixels),
            picture: FilmPicture::black(size),
            record,
        };
        film.damage = film.read_index().err();
        if film.index.is_empty() {
            return Err(film.damage.map_or(FilmFault::Empty, FilmFault::Damage));
        }
        Ok(film)
    }

    /// Notes where each frame is.
    fn read_index(&mut self) -> Result<(), RecordDamage> {
        loop {
            let at = self.records.at();
            if !self.records.next(&mut self.record)? {
                return Ok(());
            }
            let fault = RecordFault::Changed;
            self.note(at).map_err(|_| RecordDamage { at, fault })?;
        }
    }

    /// Notes the record that was read.
    fn note(&mut self, at: u64) -> Result<(), BadRecord> {
        if self.is_complete {
            return Err(BadRecord);
        }
        if let Some((number, is_key)) = frame_number(&self.record)? {
            // The first one begins anew.
            if self.index.is_empty() && !is_key || !self.may_follow(number) {
                return Err(BadRecord);
            }
            self.end = number.checked_add(1).ok_or(BadRecord)?;
            self.index.push(IndexedFrame { at, number, is_key });
            return Ok(());
        }
        let mut bytes = ByteReader(&self.record);
        if bytes.u8()? != tag::END {
            return Err(BadRecord);
        }
        let end = bytes.number()?;
        if !self.may_follow(end) {
            return Err(BadRecord);
        }
        (self.end, self.dropped, self.is_complete) = (end, bytes.number()?, true);
        Ok(())
    }

    /// Returns whether a frame of this number may be the next one. Time does not go back, and no gap is so long that to repeat
    /// a frame through it would fill a disk.
    fn may_follow(&self, number: u64) -> bool {
        let gap = number.checked_sub(self.end);
        gap.is_some_and(|gap| gap <= self.settings.longest_gap())
    }

    /// Returns what all frames have in common.
    pub fn settings(&self) -> &FilmSettings {
        &self.settings
    }

    /// Returns how many frames there are, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns how long the film is. Of one that is damaged, the part that is whole.
    pub fn duration(&self) -> Duration {
        self.time_of_number(self.end)
    }

    /// Returns when a frame begins, from the film's start. `index` counts frames from 0; beyond the last, when the film ends.
    pub fn time_of(&self, index: usize) -> Duration {
        let frame = self.index.get(index);
        self.time_of_number(frame.map_or(self.end, |frame| frame.number))
    }

    /// Returns the index of the frame that is shown at a time, counted from 0: the last one after the end.
    pub fn frame_at(&self, time: Duration) -> usize {
        let after = |frame: &IndexedFrame| self.time_of_number(frame.number) <= time;
        self.index.partition_point(after).saturating_sub(1)
    }

    /// Returns whether the film was ended in order. If not, its program was killed, still runs, or the file is damaged.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns where the file is cut off or damaged, if it is.
    pub fn damage(&self) -> Option<RecordDamage> {
        self.damage
    }

    /// Returns how many frames were left out because the disk was too slow.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the number that a next frame would have.
    pub(in crate::capture) fn end(&self) -> u64 {
        self.end
    }

    /// Reads a frame, counted from 0; beyond the last, the last. Reading on from one to the next is quick, and so is
    /// reading back.
    ///
    /// # Errors
    /// The file cannot be read any more, or the frame is damaged.
    pub fn read(&mut self, index: usize) -> Result<FilmFrame<'_>, FilmError> {
        let index = index.min(self.index.len() - 1);
        if let Err(fault) = self.decode(index) {
            return Err(fault.at(&self.path));
        }
        Ok(FilmFrame {
            number: self.index[index].number,
            pixels: &self.picture.pixels,
            cells: &self.picture.cells,
        })
    }

    /// Makes `picture` that of a frame.
    fn decode(&mut self, index: usize) -> Result<(), FilmFault> {
        if let Some(known) = self.recent.find(index) {
            self.picture.pixels.clone_from(&known.pixels);
            self.picture.cells.clone_from(&known.cells);
            return Ok(());
        }
        let mut keys = self.index[..=index].iter();
        let key = keys.rposition(|frame| frame.is_key).unwrap_or(0);
        let first = match self.recent.nearest(key, index) {
            Some((near, known)) => {
                self.picture.pixels.clone_from(&known.pixels);
                self.picture.cells.clone_from(&known.cells);
                near + 1
            }
            None => key,
        };
        for frame in first..=index {
            self.decode_next(frame)?;
            if index - frame < self.recent.max() {
                self.recent.keep(frame, &self.picture);
            }
        }
        Ok(())
    }

    /// Makes `picture`, that of the frame before unless this is a key frame, that of this one.
    fn decode_next(&mut self, index: usize) -> Result<(), FilmFault> {
        let at = self.index[index].at;
        // Behind the settings.
        let record = index as u64 + 1;
        self.records.seek(record, at).map_err(FilmFault::Io)?;
        let damaged = |fault| FilmFault::Damage(RecordDamage { at, fault });
        match self.records.next(&mut self.record) {
            Ok(true) => {}
            Ok(false) => return Err(damaged(RecordFault::CutOff)),
            Err(damage) => return Err(FilmFault::Damage(damage)),
        }
        let read = self.frames.read(&self.record, &mut self.picture);
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
