//! A file of records, each with a checksum: what a killed program has written so far stays readable, and damage is
//! noticed where it is.
//!
//! A header of 16 bytes (a magic number, what kind of file it is, and its format's version), then records: length (4 bytes),
//! checksum of the length (4 bytes), payload, checksum (8 bytes). All numbers are little-endian. Both checksums cover the
//! record's index, too, so that one which is moved or left out is noticed; by the first, a file that was cut off is told from
//! one with a changed length.

use core::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh64::Xxh64;

use super::atomic_file::{remove_abandoned, rename};
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
    /// Where each record ends, in bytes from the file's start.
    ends: Vec<u64>,
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
            ends: Vec::new(),
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
        self.ends.clear();
    }

    /// Adds to an error where what was written before is, if that is not where it should be.
    fn says_where(&self, error: io::Error) -> io::Error {
        match (&self.path, &self.replaces) {
            (Some(part), Some(_)) if self.ends.len() > 1 => {
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
        let start = self.ends.last().copied().unwrap_or(FIRST);
        self.ends.push(start + FRAME + u64::from(length));
        Ok(())
    }

    fn write(&mut self, payload: &[u8], length: u32) -> io::Result<()> {
        let index = self.ends.len() as u64;
        let check = check_of(index, length, payload);
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(&check_of_length(index, length))?;
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

    /// Removes all records from this one on, counted from 0.
    ///
    /// # Errors
    /// The file cannot be shortened: it is a device, say.
    pub(crate) fn truncate(&mut self, records: usize) -> io::Result<()> {
        if records >= self.ends.len() {
            return Ok(());
        }
        self.file.flush()?;
        self.ends.truncate(records);
        let end = self.ends.last().copied().unwrap_or(FIRST);
        self.file.get_ref().set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && !self.finished
            && self.ends.len() <= 1
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
        // Before it is opened: opening a pipe waits until something writes to it.
        let metadata = std::fs::metadata(path).map_err(RecordOpenError::Io)?;
        if !metadata.is_file() {
            let what = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
            return Err(RecordOpenError::Io(what));
        }
        let file = File::open(path).map_err(RecordOpenError::Io)?;
        Self::new(BufReader::new(file), metadata.len(), format)
    }
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
mod tests {
    use super::super::Scratch;
    use super::*;
    use proptest::prelude::*;

    const FORMAT: RecordFormat = RecordFormat {
        kind: *b"TEST",
        version: 3,
    };

    fn write(path: &Path, records: &[Vec<u8>]) -> RecordWriter {
        let mut writer = RecordWriter::create(path, FORMAT).unwrap();
        for record in records {
            writer.push(record).unwrap();
        }
        writer.flush().unwrap();
        writer
    }

    /// All records up to the end or the damage.
    fn read(bytes: &[u8]) -> (Vec<Vec<u8>>, Option<RecordDamage>) {
        let mut reader = RecordReader::new(bytes, bytes.len() as u64, FORMAT).unwrap();
        let (mut records, mut record) = (Vec::new(), Vec::new());
        loop {
            match reader.next(&mut record) {
                Ok(true) => records.push(record.clone()),
                Ok(false) => return (records, None),
                Err(damage) => {
                    assert_eq!(reader.next(&mut record), Err(damage), "and stays so");
                    return (records, Some(damage));
                }
            }
        }
    }

    fn three() -> Vec<Vec<u8>> {
        vec![b"first".to_vec(), vec![], (0..=255).collect()]
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let folder = Scratch::new("records");
        let path = folder.path("a.rec");
        drop(write(&path, &three()));
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(read(&bytes), (three(), None));
        let mut reader = RecordReader::open(&path, FORMAT).unwrap();
        assert!(reader.next(&mut Vec::new()).unwrap());
        assert_eq!(reader.at(), FIRST + FRAME + 5);
    }

    #[test]
    fn a_file_that_is_cut_anywhere_has_all_records_before_the_cut() {
        let folder = Scratch::new("cut");
        let path = folder.path("a.rec");
        let ends = write(&path, &three()).ends.clone();
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            if length < HEADER {
                let opened = RecordReader::new(cut, length as u64, FORMAT);
                assert!(matches!(opened, Err(RecordOpenError::Foreign)));
                continue;
            }
            let whole = ends.iter().filter(|&&end| end <= length as u64).count();
            let (records, damage) = read(cut);
            assert_eq!(records, three()[..whole], "{length}");
            let end = whole.checked_sub(1).map_or(FIRST, |last| ends[last]);
            let expected = (end != length as u64).then_some(RecordDamage {
                at: end,
                fault: RecordFault::CutOff,
            });
            assert_eq!(damage, expected, "{length}");
        }
    }

    #[test]
    fn a_changed_bit_is_noticed_wherever_it_is() {
        let folder = Scratch::new("bits");
        let path = folder.path("a.rec");
        let ends = write(&path, &three()).ends.clone();
        let bytes = std::fs::read(&path).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            if bit / 8 < HEADER {
                let opened = RecordReader::new(&changed[..], changed.len() as u64, FORMAT);
                assert!(opened.is_err(), "{bit}");
                continue;
            }
            let before = ends.iter().filter(|&&end| end <= (bit / 8) as u64).count();
            let (records, damage) = read(&changed);
            assert_eq!(records, three()[..before], "{bit}");
            let fault = damage.map(|damage| damage.fault);
            assert_eq!(fault, Some(RecordFault::Changed), "{bit}");
        }
    }

    #[test]
    fn records_can_be_read_in_any_order() {
        let folder = Scratch::new("any-order");
        let path = folder.path("a.rec");
        let ends = write(&path, &three()).ends.clone();
        let mut reader = RecordReader::open(&path, FORMAT).unwrap();
        let mut record = Vec::new();
        for index in [2, 0, 1, 1] {
            let at = if index == 0 { FIRST } else { ends[index - 1] };
            reader.seek(index as u64, at).unwrap();
            assert_eq!(reader.next(&mut record), Ok(true));
            assert_eq!(record, three()[index]);
        }
        // The wrong index is a wrong checksum.
        reader.seek(1, FIRST).unwrap();
        assert!(reader.next(&mut record).is_err());
    }

    #[test]
    fn records_in_another_order_are_noticed() {
        let folder = Scratch::new("order");
        let path = folder.path("a.rec");
        drop(write(&path, &[b"one".to_vec(), b"two".to_vec()]));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[HEADER..].rotate_left(19);
        assert!(read(&bytes).1.is_some());
    }

    #[test]
    fn another_kind_of_file_and_another_version_are_told_apart() {
        let folder = Scratch::new("kinds");
        let path = folder.path("a.rec");
        drop(write(&path, &three()));
        let opened = |format| RecordReader::open(&path, format);
        let newer = RecordFormat {
            version: 4,
            ..FORMAT
        };
        let other = RecordFormat {
            kind: *b"ELSE",
            ..FORMAT
        };
        assert!(matches!(opened(newer), Err(RecordOpenError::Version(3))));
        assert!(matches!(opened(other), Err(RecordOpenError::Foreign)));
        let folder = RecordReader::open(&folder.path(""), FORMAT);
        assert!(matches!(folder, Err(RecordOpenError::Io(_))));
    }

    #[test]
    fn an_older_file_is_replaced_once_the_new_one_is_whole() {
        let folder = Scratch::new("older");
        let path = folder.path("a.rec");
        std::fs::write(&path, "old").unwrap();
        let writer = write(&path, &three());
        let second = RecordWriter::create(&path, FORMAT).unwrap_err();
        let expected = format!(
            "another program writes {}",
            folder.path("a.rec.part").display()
        );
        assert_eq!(second.to_string(), expected);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        writer.finish().unwrap();
        assert_eq!(read(&std::fs::read(&path).unwrap()), (three(), None));
        assert_eq!(folder.names(), ["a.rec"]);
        assert!(
            RecordWriter::create(&folder.path(""), FORMAT).is_err(),
            "a folder"
        );
    }

    /// Otherwise a program that writes such files alone, as films and recordings are, would leave them for ever.
    #[test]
    fn temporary_files_of_killed_programs_are_removed() {
        let folder = Scratch::new("records-abandoned");
        for name in [".damselfly-99999999-0.tmp", ".other-1-0.tmp"] {
            std::fs::write(folder.path(name), "left").unwrap();
        }
        write(&folder.path("a"), &three()).finish().unwrap();
        assert_eq!(folder.names(), [".other-1-0.tmp", "a"]);
    }

    #[test]
    fn two_programs_do_not_write_one_new_file() {
        let folder = Scratch::new("both");
        let path = folder.path("a.rec");
        let first = write(&path, &three());
        let second = RecordWriter::create(&path, FORMAT).unwrap_err();
        assert_eq!(second.kind(), io::ErrorKind::ResourceBusy, "{second}");
        first.finish().unwrap();
        assert_eq!(read(&std::fs::read(&path).unwrap()), (three(), None));
        write(&path, &[]).finish().unwrap();
    }

    #[test]
    fn what_was_given_up_stays_if_anything_was_recorded() {
        let folder = Scratch::new("given-up-records");
        let path = folder.path("a.rec");
        drop(write(&path, &three()[..1]));
        assert_eq!(folder.names(), [""; 0]);
        drop(write(&path, &three()));
        assert_eq!(folder.names(), ["a.rec"]);
        drop(write(&path, &three()[..1]));
        write(&path, &three()).discard();
        assert_eq!(folder.names(), ["a.rec"]);
        // Beside an older one, its name is kept free for the next, and nothing is lost.
        drop(write(&path, &three()[..2]));
        drop(write(&path, &[]));
        assert_eq!(folder.names(), ["a.rec", "a.rec.part-1"]);
        let kept = std::fs::read(folder.path("a.rec.part-1")).unwrap();
        assert_eq!(read(&kept).0, three()[..2]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_what_is_read_only_stays() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Scratch::new("links-of-records");
        let (link, target) = (folder.path("link"), folder.path("a.rec"));
        symlink(&target, &link).unwrap();
        drop(write(&link, &[]));
        assert_eq!(folder.names(), ["link"], "not the link itself");
        for _ in 0..2 {
            write(&link, &three()).finish().unwrap();
            assert!(link.is_symlink());
            assert_eq!(read(&std::fs::read(&target).unwrap()), (three(), None));
        }
        let with_mode = |mode| {
            std::fs::set_permissions(&target, PermissionsExt::from_mode(mode)).unwrap();
        };
        with_mode(0o640);
        write(&link, &[]).finish().unwrap();
        let mode = std::fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        with_mode(0o440);
        let refused = RecordWriter::create(&link, FORMAT).unwrap_err();
        assert!(refused.to_string().contains("read-only"), "{refused}");
        assert_eq!(folder.names(), ["a.rec", "link"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_of_the_flush_and_no_panic() {
        let mut writer = RecordWriter::create(Path::new("/dev/full"), FORMAT).unwrap();
        writer.push(b"record").unwrap();
        let error = writer.flush().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    proptest! {
        #[test]
        fn a_truncated_file_goes_on_where_it_was_truncated(
            first in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 0..8),
            keep in 0..10_usize,
            then in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 0..8),
        ) {
            let folder = Scratch::new("truncated");
            let path = folder.path("a.rec");
            let mut writer = write(&path, &first);
            writer.truncate(keep).unwrap();
            for record in &then {
                writer.push(record).unwrap();
            }
            writer.flush().unwrap();
            let mut expected = first;
            expected.truncate(keep);
            expected.extend(then);
            prop_assert_eq!(read(&std::fs::read(&path).unwrap()), (expected, None));
        }
    }
}
