//! A file of records, each with a checksum: what a killed program has written so far stays readable, and damage is
//! noticed where it is.
//!
//! A header of 16 bytes (a magic number, what kind of file it is, and its format's version), then records: length (4 bytes),
//! checksum of the length (4 bytes), payload, checksum (8 bytes). All numbers are little-endian. Both checksums cover the
//! record's index, too, so that one which is moved or left out is noticed; by the first, a file that was cut off is told from
//! one with a changed length.
//!
//! A file is written from its start to its end by one program, and nothing in it is ever changed or removed. Nothing is appended to
//! one that was closed, so that no record can follow a torn end.

use core::fmt;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh64::Xxh64;

use super::atomic_file::{remove_abandoned, rename};
use super::read::open_at_once;
use super::target::OutputTarget;
use super::with_ending;

/// The first bytes of every file of records. Like PNG's, they show a transfer that changed line feeds.
const MAGIC: [u8; 8] = *b"\x89DMF\r\n\x1a\n";
/// Bytes of the header.
const HEADER: usize = 16;
/// Where the first record begins, in bytes from the file's start.
const FIRST: u64 = HEADER as u64;
/// Bytes of a record beside its payload.
const FRAME: u64 = 16;

/// What kind of file it is, and the version of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordFormat {
    /// Four letters.
    pub(crate) kind: [u8; 4],
    /// Rises with every change that an older reader cannot read.
    pub(crate) version: u32,
}

impl RecordFormat {
    fn header(self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&self.kind);
        header[12..].copy_from_slice(&self.version.to_le_bytes());
        header
    }
}

/// Writes a file of records, from its first to its last. Dropped before its end, what was written stays, unless that is its
/// first record alone: by that nothing is recorded yet.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    file: BufWriter<File>,
    /// How many records there are.
    records: u64,
    /// The file that is written. `None` for a pipe or a device.
    path: Option<PathBuf>,
    /// The older file that it will replace.
    replaces: Option<PathBuf>,
    /// Whether the file is whole.
    finished: bool,
}

impl RecordWriter {
    /// Creates the file. If there is one of that name already, the new one is written beside it, with `.part` added to its
    /// name, and replaces it on [`RecordWriter::finish`]; a device or a pipe is written directly. A `.part` file that a killed
    /// program left is kept under another name, and temporary files that others left in that folder are removed.
    ///
    /// # Errors
    /// Another program writes the file, the one that is there is read-only, or it cannot be created.
    pub(crate) fn create(path: &Path, format: RecordFormat) -> io::Result<Self> {
        let (file, path, replaces) = match OutputTarget::at(path)? {
            OutputTarget::Nothing { path } => (create_new(&path)?, Some(path), None),
            OutputTarget::Special => (OpenOptions::new().write(true).open(path)?, None, None),
            OutputTarget::File {
                path: older,
                permissions,
            } => {
                refuse_if_written(&older)?;
                let part = with_ending(&older, ".part");
                keep_abandoned(&part)?;
                let file = create_new(&part)?;
                // An error is ignored: not every file system has permissions, and the contents are worth more.
                file.set_permissions(permissions).ok();
                (file, Some(part), Some(older))
            }
        };
        if let Some(path) = &path {
            // As long as the program lives. An error is ignored: not every file system has locks. On Windows no other program
            // can read the file meanwhile.
            file.try_lock().ok();
            // A program that writes files of records alone would never remove them.
            remove_abandoned(path.parent().unwrap_or(Path::new("")));
        }
        let mut writer = Self {
            file: BufWriter::new(file),
            records: 0,
            path,
            replaces,
            finished: false,
        };
        writer.file.write_all(&format.header())?;
        Ok(writer)
    }

    /// Ends the file, which replaces an older one of its name.
    ///
    /// # Errors
    /// It cannot be written, or cannot replace the older one.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let (Some(part), Some(older)) = (&self.path, &self.replaces) {
            let replaced = self.file.get_ref().sync_all();
            let replaced = replaced.and_then(|()| rename(part, older));
            replaced.map_err(|error| self.says_where(error))?;
        }
        self.finished = true;
        Ok(())
    }

    /// Removes the file. An older one of its name stays.
    pub(crate) fn discard(mut self) {
        self.records = 0;
    }

    /// Adds to an error where what was written before is, if that is not where it should be.
    fn says_where(&self, error: io::Error) -> io::Error {
        match (&self.path, &self.replaces) {
            (Some(part), Some(_)) if self.records > 1 => {
                let part = part.display();
                let what = format!("{error}; what was written before is in {part}");
                io::Error::new(error.kind(), what)
            }
            _ => error,
        }
    }

    /// Appends a record. It is on its way: see [`RecordWriter::flush`].
    ///
    /// # Errors
    /// It cannot be written, or is longer than 4 GiB.
    pub(crate) fn push(&mut self, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let written = self.write(payload, length);
        written.map_err(|error| self.says_where(error))?;
        self.records += 1;
        Ok(())
    }

    fn write(&mut self, payload: &[u8], length: u32) -> io::Result<()> {
        let check = check_of(self.records, length, payload);
        self.file.write_all(&length.to_le_bytes())?;
        self.file
            .write_all(&check_of_length(self.records, length))?;
        self.file.write_all(payload)?;
        self.file.write_all(&check.to_le_bytes())
    }

    /// Gives everything to the system, so that it survives the end of this program, however that comes.
    ///
    /// # Errors
    /// It cannot be written, such as on a full disk.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| self.says_where(error))
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && !self.finished
            && self.records <= 1
        {
            std::fs::remove_file(path).ok();
        }
    }
}

/// Creates a file that is not there.
fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Fails if another program writes this file.
fn refuse_if_written(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(written_by_another(path)),
        // Where files cannot be locked, nothing can be said.
        _ => Ok(()),
    }
}

fn written_by_another(path: &Path) -> io::Error {
    let what = format!("another program writes {}", path.display());
    io::Error::new(io::ErrorKind::ResourceBusy, what)
}

/// Gives a file that a killed program left half done, if there is one, another name: it may be all that there is of a run.
///
/// # Errors
/// Another program writes it, or it cannot be renamed.
pub(crate) fn keep_abandoned(part: &Path) -> io::Result<()> {
    match OutputTarget::at(part)? {
        OutputTarget::File { .. } => refuse_if_written(part)?,
        OutputTarget::Nothing { .. } | OutputTarget::Special => return Ok(()),
    }
    let names = (1..1000).map(|number| with_ending(part, &format!("-{number}")));
    let free = names.into_iter().find(|name| !name.exists());
    let free = free.unwrap_or_else(|| part.to_owned());
    std::fs::rename(part, &free)?;
    log::warn!(
        "{}, which a program that was killed had left, is now {}",
        part.display(),
        free.display()
    );
    Ok(())
}

/// Where a file of records is damaged. What comes before is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordDamage {
    /// The first byte of the record that cannot be read, from the file's start.
    pub at: u64,
    /// What is wrong with it.
    pub fault: RecordFault,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file ends within it: its program was killed, or the file was cut.
    CutOff,
    /// Its checksum differs, or what it contains is not possible.
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

/// Why a file of records cannot be read at all.
#[derive(Debug)]
pub(crate) enum RecordOpenError {
    /// The system refuses.
    Io(io::Error),
    /// It is another kind of file.
    Foreign,
    /// It is of another version of its format: the file's.
    Version(u32),
}

/// Reads a file of records, one after the other, up to its end or its first damage.
#[derive(Debug)]
pub(crate) struct RecordReader<R> {
    input: R,
    /// Bytes of the whole file.
    length: u64,
    /// Where the next record begins.
    at: u64,
    index: u64,
    /// What ended the reading.
    damage: Option<RecordDamage>,
}

impl RecordReader<BufReader<File>> {
    /// Opens a regular file.
    pub(crate) fn open(path: &Path, format: RecordFormat) -> Result<Self, RecordOpenError> {
        // Before it is opened, too: opening a device may have an effect.
        regular_length(std::fs::metadata(path)).map_err(RecordOpenError::Io)?;
        Self::open_found(path, format)
    }

    /// Opens a file, which another program may have put in the place of the one that was looked at before.
    fn open_found(path: &Path, format: RecordFormat) -> Result<Self, RecordOpenError> {
        let file = open_at_once(path).map_err(RecordOpenError::Io)?;
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
    /// Reads from anything of this many bytes.
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
        if header == format.header() {
            return Ok(Self {
                input,
                length,
                at: FIRST,
                index: 0,
                damage: None,
            });
        }
        let [.., a, b, c, d] = header;
        if header[..12] == format.header()[..12] {
            return Err(RecordOpenError::Version(u32::from_le_bytes([a, b, c, d])));
        }
        Err(RecordOpenError::Foreign)
    }

    /// Where the next record begins, in bytes from the file's start.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Reads the next record into `payload`. Returns false at the file's end.
    ///
    /// # Errors
    /// It is damaged. All later calls return the same error.
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
    /// Goes to the record of this index, counted from 0, which begins at this byte of the file; the next one that is read is
    /// that one. Forgets any damage.
    ///
    /// # Errors
    /// The file cannot be read there.
    pub(crate) fn seek(&mut self, index: u64, at: u64) -> io::Result<()> {
        self.input.seek(SeekFrom::Start(at))?;
        (self.index, self.at, self.damage) = (index, at, None);
        Ok(())
    }
}

/// The first half of a checksum.
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
