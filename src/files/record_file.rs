//! A file of checksummed records. After a program is killed, the records that it has flushed stay readable. Damage is
//! located by its offset.
//!
//! The header has 16 bytes: a magic number, the kind of file, and the version of its format. Each record has a length
//! (4 bytes), a checksum of the length (4 bytes), a payload and a checksum (8 bytes). All numbers are little-endian.
//! Both checksums depend on the record's index, so that moved and missing records are detected. The first checksum
//! distinguishes a truncated file from a changed length.
//!
//! One program writes a file from start to end. Nothing but the version is ever changed or removed, and nothing is appended to a
//! closed file, so that no record can follow a torn end.

use core::fmt;
use std::fs::{File, Metadata};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use xxhash_rust::xxh64::Xxh64;

use super::part_file::PartFile;
use super::read::open_without_waiting;

/// First bytes of every record file. As in PNG, they reveal transfers that changed line feeds.
const MAGIC: [u8; 8] = *b"\x89DMF\r\n\x1a\n";
/// Size of the header in bytes.
const HEADER: usize = 16;
/// Offset of the first record, in bytes.
const FIRST: u64 = HEADER as u64;
/// Size of a record without its payload, in bytes.
const FRAME: u64 = 16;

/// The kind of a record file and the version of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordFormat {
    /// Kind of file, as four letters.
    pub(crate) kind: [u8; 4],
    /// Increases with every change that older readers cannot read.
    pub(crate) version: u32,
    /// The first version that is still read.
    pub(crate) oldest: u32,
}

impl RecordFormat {
    fn header(self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&self.kind);
        header[VERSION_AT..].copy_from_slice(&self.version.to_le_bytes());
        header
    }
}

/// Offset of the version in the header.
const VERSION_AT: usize = 12;

/// Writes a record file from start to end. If dropped before [`RecordWriter::finish`], the file stays, unless it has at
/// most one record: the first record alone contains no recorded data.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    file: BufWriter<File>,
    /// Number of records written.
    records: u64,
    part: PartFile,
    /// Whether the file is complete.
    finished: bool,
}

impl RecordWriter {
    /// Creates the file. If the file exists, the new one is written next to it, with `.part` added to its name, and
    /// replaces it on [`RecordWriter::finish`]. A device or a pipe is written directly. A `.part` file of a killed
    /// program is renamed and kept, and temporary files of killed programs are removed from the folder.
    ///
    /// # Errors
    /// Fails if another program writes the file, if the existing file is read-only, or if the file cannot be created.
    pub(crate) fn create(path: &Path, format: RecordFormat) -> io::Result<Self> {
        let (file, part) = PartFile::create(path)?;
        let mut writer = Self {
            file: BufWriter::new(file),
            records: 0,
            part,
            finished: false,
        };
        writer.file.write_all(&format.header())?;
        Ok(writer)
    }

    /// Completes the file, and moves it over the older one if there is one.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or cannot replace the older one.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        let replaced = self.part.replace(self.file.get_ref());
        replaced.map_err(|error| self.with_part_path(error))?;
        self.finished = true;
        Ok(())
    }

    /// Removes the file. An older one with its name stays.
    pub(crate) fn discard(mut self) {
        self.records = 0;
    }

    /// Adds the path of the `.part` file to an error, if the file holds recorded data.
    fn with_part_path(&self, error: io::Error) -> io::Error {
        if self.records > 1 {
            self.part.named_in(error)
        } else {
            error
        }
    }

    /// Appends a record to the buffer: see [`RecordWriter::flush`].
    ///
    /// # Errors
    /// Fails if the record cannot be written, or has 4 GiB or more.
    pub(crate) fn push(&mut self, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let written = self.write(payload, length);
        written.map_err(|error| self.with_part_path(error))?;
        self.records += 1;
        Ok(())
    }

    /// Changes the version of the format, because of the next records. Returns false for a pipe or a device, whose header
    /// is gone.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn set_version(&mut self, version: u32) -> io::Result<bool> {
        if !self.part.is_regular() {
            return Ok(false);
        }
        self.flush()?;
        let file = self.file.get_mut();
        let end = file.stream_position()?;
        file.seek(SeekFrom::Start(VERSION_AT as u64))?;
        file.write_all(&version.to_le_bytes())?;
        file.seek(SeekFrom::Start(end))?;
        Ok(true)
    }

    fn write(&mut self, payload: &[u8], length: u32) -> io::Result<()> {
        let check = check_of(self.records, length, payload);
        self.file.write_all(&length.to_le_bytes())?;
        self.file
            .write_all(&check_of_length(self.records, length))?;
        self.file.write_all(payload)?;
        self.file.write_all(&check.to_le_bytes())
    }

    /// Hands all data to the operating system, so that it survives any end of this program.
    ///
    /// # Errors
    /// Fails if the data cannot be written, for example on a full disk.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file
            .flush()
            .map_err(|error| self.with_part_path(error))
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        if !self.finished && self.records <= 1 {
            self.part.remove();
        }
    }
}

/// Position and kind of damage in a record file. All records before it are intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordDamage {
    /// Offset of the first unreadable record, in bytes from the file's start.
    pub at: u64,
    /// Kind of damage.
    pub fault: RecordFault,
}

/// Kind of damage to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file ends within the record: the program that wrote it was killed, or the file was truncated.
    CutOff,
    /// The record's checksum differs, or its content is invalid.
    Changed,
}

impl fmt::Display for RecordDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            RecordFault::CutOff => "cut off",
            RecordFault::Changed => "damaged",
        };
        write!(f, "{fault} at byte {}", self.at)
    }
}

/// Error of opening a record file.
#[derive(Debug)]
pub(crate) enum RecordOpenError {
    /// The operating system reports an error.
    Io(io::Error),
    /// The file is of another kind.
    Foreign,
    /// The file's format has this version instead of the expected one.
    Version(u32),
}

/// Reads a record file from start to end, or to its first damage.
#[derive(Debug)]
pub(crate) struct RecordReader<R> {
    input: R,
    /// Size of the whole file in bytes.
    length: u64,
    /// Offset of the next record.
    at: u64,
    index: u64,
    /// Damage that ended the reading.
    damage: Option<RecordDamage>,
}

impl RecordReader<BufReader<File>> {
    /// Opens a regular file.
    pub(crate) fn open(path: &Path, format: RecordFormat) -> Result<Self, RecordOpenError> {
        // The path is checked before opening, too, because opening a device may have side effects.
        regular_length(std::fs::metadata(path)).map_err(RecordOpenError::Io)?;
        Self::open_checked(path, format)
    }

    /// Opens a file and checks it again, because another program may have replaced it since the first check.
    fn open_checked(path: &Path, format: RecordFormat) -> Result<Self, RecordOpenError> {
        let file = open_without_waiting(path).map_err(RecordOpenError::Io)?;
        let length = regular_length(file.metadata()).map_err(RecordOpenError::Io)?;
        Self::new(BufReader::new(file), length, format)
    }
}

/// Returns the length of a regular file.
fn regular_length(found: io::Result<Metadata>) -> io::Result<u64> {
    let found = found?;
    if found.is_file() {
        return Ok(found.len());
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "not a regular file",
    ))
}

impl<R: Read> RecordReader<R> {
    /// Reads from `input`, which holds `length` bytes.
    pub(crate) fn new(
        mut input: R,
        length: u64,
        format: RecordFormat,
    ) -> Result<Self, RecordOpenError> {
        let mut header = [0; HEADER];
        input.read_exact(&mut header).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                RecordOpenError::Foreign
            } else {
                RecordOpenError::Io(error)
            }
        })?;
        let [.., a, b, c, d] = header;
        let version = u32::from_le_bytes([a, b, c, d]);
        if header[..VERSION_AT] != format.header()[..VERSION_AT] {
            return Err(RecordOpenError::Foreign);
        }
        if (format.oldest..=format.version).contains(&version) {
            return Ok(Self {
                input,
                length,
                at: FIRST,
                index: 0,
                damage: None,
            });
        }
        Err(RecordOpenError::Version(version))
    }

    /// Returns the offset of the next record, in bytes from the file's start.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Reads the next record into `payload`. Returns false at the file's end.
    ///
    /// # Errors
    /// Fails if the record is damaged. All later calls return the same error.
    pub(crate) fn next(&mut self, payload: &mut Vec<u8>) -> Result<bool, RecordDamage> {
        payload.clear();
        if let Some(damage) = self.damage {
            return Err(damage);
        }
        if self.at == self.length {
            return Ok(false);
        }
        self.take(payload).map_err(|fault| {
            payload.clear();
            let damage = RecordDamage { at: self.at, fault };
            self.damage = Some(damage);
            damage
        })?;
        Ok(true)
    }

    fn take(&mut self, payload: &mut Vec<u8>) -> Result<(), RecordFault> {
        let cut_off = |_| RecordFault::CutOff;
        let mut length = [0; 4];
        self.input.read_exact(&mut length).map_err(cut_off)?;
        let length = u32::from_le_bytes(length);
        let mut check = [0; 4];
        self.input.read_exact(&mut check).map_err(cut_off)?;
        if check != check_of_length(self.index, length) {
            return Err(RecordFault::Changed);
        }
        let end = self.at + FRAME + u64::from(length);
        if end > self.length {
            return Err(RecordFault::CutOff);
        }
        payload.resize(length as usize, 0);
        self.input.read_exact(payload).map_err(cut_off)?;
        let mut check = [0; 8];
        self.input.read_exact(&mut check).map_err(cut_off)?;
        if u64::from_le_bytes(check) != check_of(self.index, length, payload) {
            return Err(RecordFault::Changed);
        }
        self.at = end;
        self.index += 1;
        Ok(())
    }
}

impl<R: Read + Seek> RecordReader<R> {
    /// Moves to the record with this index, counted from 0, at offset `at`, so that it is read next. Clears any damage.
    ///
    /// # Errors
    /// Fails if the file cannot be read there.
    pub(crate) fn seek(&mut self, index: u64, at: u64) -> io::Result<()> {
        self.input.seek(SeekFrom::Start(at))?;
        (self.index, self.at, self.damage) = (index, at, None);
        Ok(())
    }
}

/// Returns the checksum of a record's length: the lower half of the checksum of an empty payload.
fn check_of_length(index: u64, length: u32) -> [u8; 4] {
    let [a, b, c, d, ..] = check_of(index, length, &[]).to_le_bytes();
    [a, b, c, d]
}

fn check_of(index: u64, length: u32, payload: &[u8]) -> u64 {
    let mut hasher = Xxh64::new(index);
    hasher.update(&length.to_le_bytes());
    hasher.update(payload);
    hasher.digest()
}

#[cfg(test)]
mod tests;
