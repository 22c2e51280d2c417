//! The sound of a film: records of up to a second, and random access to them.
//!
//! A record contains the number of its first frame of sound, the number of its frames, and a Deflate stream: the
//! differences of neighbouring samples, as 16 bits in two's complement, first of the left channel, then of the right. A
//! silent second has no record.

#[cfg(test)]
mod tests;

use core::ops::Range;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::error::{FilmError, FilmFault};
use super::format::{FORMAT, tag};
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::files::{RecordDamage, RecordFault, RecordReader};

/// Maximum number of frames in a record.
pub(crate) const MAX_FRAMES: usize = 48_000;

/// Returns the record of frames, which begin at this number.
pub(super) fn record_of(first: u64, frames: &[[i16; 2]]) -> Vec<u8> {
    let mut head = ByteWriter::default();
    head.u8(tag::SOUND);
    head.number(first);
    head.number(frames.len() as u64);
    let mut plain = Vec::with_capacity(frames.len() * 4);
    for side in 0..2 {
        let mut before = 0_i16;
        for frame in frames {
            plain.extend(frame[side].wrapping_sub(before).to_le_bytes());
            before = frame[side];
        }
    }
    let mut encoder = DeflateEncoder::new(head.0, Compression::new(4));
    // Writing into memory cannot fail.
    let _ = encoder.write_all(&plain);
    encoder.finish().unwrap_or_default()
}

/// Position of a record of sound in the file.
#[derive(Clone, Debug)]
pub(super) struct IndexedSound {
    /// Offset and index of the record.
    at: u64,
    record: u64,
    frames: Range<u64>,
}

impl IndexedSound {
    /// Reads the head of a record of sound. `before` is the end of the sound before it.
    pub(super) fn new(
        bytes: &mut ByteReader<'_>,
        [at, record]: [u64; 2],
        before: u64,
    ) -> Result<Self, BadRecord> {
        let first = bytes.number()?;
        let count: usize = bytes.within()?;
        let end = first.checked_add(count as u64).ok_or(BadRecord)?;
        // A clip of so many frames still has a length in fractions of a frame.
        if first < before || count == 0 || count > MAX_FRAMES || end > u64::from(u32::MAX) << 8 {
            return Err(BadRecord);
        }
        Ok(Self {
            at,
            record,
            frames: first..end,
        })
    }

    /// Returns the end of its frames.
    pub(super) fn end(&self) -> u64 {
        self.frames.end
    }
}

/// The sound of a film: 48 000 frames per second, stereo. See [`Film::sound`](super::Film::sound). It is also a source
/// of clips, for [`Assets::add_sound`](crate::assets::Assets::add_sound), which is read while it plays.
#[derive(Debug)]
pub struct FilmSound {
    path: PathBuf,
    index: Arc<[IndexedSound]>,
    /// `None` before the first frame is read.
    records: Option<RecordReader<BufReader<File>>>,
    /// Index of the record that was read last, and its frames.
    latest: Option<usize>,
    frames: Vec<[i16; 2]>,
    is_reversed: bool,
}

impl Clone for FilmSound {
    /// Returns another reader of the same sound.
    fn clone(&self) -> Self {
        Self {
            is_reversed: self.is_reversed,
            ..Self::new(self.path.clone(), Arc::clone(&self.index))
        }
    }
}

impl FilmSound {
    pub(super) fn new(path: PathBuf, index: Arc<[IndexedSound]>) -> Self {
        Self {
            path,
            index,
            records: None,
            latest: None,
            frames: Vec::new(),
            is_reversed: false,
        }
    }

    /// Returns the number of frames, at least 1. The sound may end before the film, and is silent from there on.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> u64 {
        self.index.last().map_or(0, IndexedSound::end)
    }

    /// Returns the sound backwards: frame 0 is the last one.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            is_reversed: !self.is_reversed,
            ..self.clone()
        }
    }

    /// Returns the path of the film.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_reversed(&self) -> bool {
        self.is_reversed
    }

    /// Reads frames from number `first` on, left and right. Frames behind the end are silent.
    ///
    /// # Errors
    /// The file cannot be read any more, or is damaged there. The frames from there on are silent.
    pub fn read(&mut self, first: u64, into: &mut [[i16; 2]]) -> Result<(), FilmError> {
        into.fill([0; 2]);
        if !self.is_reversed {
            return self.read_forwards(first, into);
        }
        let end = self.len().saturating_sub(first);
        let count = usize::try_from(end).unwrap_or(usize::MAX).min(into.len());
        let into = &mut into[..count];
        let read = self.read_forwards(end - count as u64, into);
        into.reverse();
        read
    }

    fn read_forwards(&mut self, first: u64, into: &mut [[i16; 2]]) -> Result<(), FilmError> {
        let end = first.saturating_add(into.len() as u64);
        let from = self.index.partition_point(|sound| sound.end() <= first);
        for at in from..self.index.len() {
            let Range {
                start,
                end: part_end,
            } = self.index[at].frames.clone();
            if start >= end {
                break;
            }
            if let Err(fault) = self.load(at) {
                return Err(fault.at(&self.path));
            }
            let [begin, end] = [start.max(first), part_end.min(end)];
            let place = |number: u64, zero: u64| usize::try_from(number - zero).unwrap_or(0);
            into[place(begin, first)..place(end, first)]
                .copy_from_slice(&self.frames[place(begin, start)..place(end, start)]);
        }
        Ok(())
    }

    /// Reads a record into `frames`.
    fn load(&mut self, at: usize) -> Result<(), FilmFault> {
        if self.latest == Some(at) {
            return Ok(());
        }
        self.latest = None;
        let IndexedSound {
            at: offset,
            record,
            frames,
        } = self.index[at].clone();
        let damaged = |fault| FilmFault::Damage(RecordDamage { at: offset, fault });
        let records = match &mut self.records {
            Some(records) => records,
            None => {
                let opened = RecordReader::open(&self.path, FORMAT).map_err(FilmFault::from)?;
                self.records.insert(opened)
            }
        };
        records.seek(record, offset).map_err(FilmFault::Io)?;
        let mut payload = Vec::new();
        match records.next(&mut payload) {
            Ok(true) => {}
            Ok(false) => return Err(damaged(RecordFault::CutOff)),
            Err(damage) => return Err(FilmFault::Damage(damage)),
        }
        let count = usize::try_from(frames.end - frames.start).unwrap_or(0);
        let read = read_record(&payload, count, &mut self.frames);
        read.map_err(|_| damaged(RecordFault::Changed))?;
        self.latest = Some(at);
        Ok(())
    }
}

/// Decodes a record of this many frames.
fn read_record(record: &[u8], count: usize, frames: &mut Vec<[i16; 2]>) -> Result<(), BadRecord> {
    let mut bytes = ByteReader(record);
    if bytes.u8()? != tag::SOUND {
        return Err(BadRecord);
    }
    bytes.number()?;
    bytes.number()?;
    let mut plain = Vec::with_capacity(count * 4);
    // One byte more, to detect a longer stream.
    let mut stream = DeflateDecoder::new(bytes.0).take(count as u64 * 4 + 1);
    stream.read_to_end(&mut plain).map_err(|_| BadRecord)?;
    let (differences, rest) = plain.as_chunks::<2>();
    if differences.len() != count * 2 || !rest.is_empty() {
        return Err(BadRecord);
    }
    frames.clear();
    frames.resize(count, [0; 2]);
    for (side, differences) in differences.chunks(count).enumerate() {
        let mut sample = 0_i16;
        for (frame, difference) in frames.iter_mut().zip(differences) {
            sample = sample.wrapping_add(i16::from_le_bytes(*difference));
            frame[side] = sample;
        }
    }
    Ok(())
}
