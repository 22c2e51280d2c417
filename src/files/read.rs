//! Reading a file up to a limit.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::error::{FileError, FileFault};

/// Reads a file of at most `max_bytes` bytes; a larger one is damaged or not the game's. Returns `None` if it does not
/// exist, as before a game is saved for the first time.
///
/// # Errors
/// It is not a regular file, larger than `max_bytes`, or cannot be read.
pub fn read(path: impl AsRef<Path>, max_bytes: u64) -> Result<Option<Vec<u8>>, FileError> {
    let path = path.as_ref();
    match read_regular(path, max_bytes) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(FileFault::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(FileError::new("read", path, fault)),
    }
}

/// Reads a regular file, if it has at most `limit` bytes.
pub(crate) fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    // Before it is opened, too: opening a device may have an effect.
    check(&fs::metadata(path)?, limit)?;
    read_opened(path, limit)
}

/// Opens a file, and reads it if what was opened is a regular file: another program may have replaced what was looked at
/// before.
fn read_opened(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    let file = open_at_once(path)?;
    check(&file.metadata()?, limit)?;
    let mut bytes = Vec::new();
    // One byte more than allowed: the file may have grown since, or report a wrong length.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(FileFault::TooLarge { limit }),
        false => Ok(bytes),
    }
}

/// Opens a file to read it. Whatever it is by now, this does not wait: to be looked at before it is read.
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Opening a pipe waits until something writes to it, otherwise. A regular file is opened as ever, unless it is leased, as by a
    // file server: then it is refused instead of waited for.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// Refuses what is no regular file, or a larger one.
fn check(metadata: &Metadata, limit: u64) -> Result<(), FileFault> {
    if !metadata.is_file() {
        return Err(FileFault::NotAFile);
    }
    match metadata.len() > limit {
        true => Err(FileFault::TooLarge { limit }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scratch;
    use super::*;

    #[test]
    fn a_missing_file_is_no_error_and_an_empty_one_has_no_bytes() {
        let folder = Scratch::new("missing");
        assert_eq!(read(folder.path("none"), 10).unwrap(), None);
        assert_eq!(read(folder.path("no/folder"), 10).unwrap(), None);
        fs::write(folder.path("empty"), "").unwrap();
        assert_eq!(read(folder.path("empty"), 0).unwrap(), Some(vec![]));
    }

    #[test]
    fn a_file_larger_than_expected_is_refused() {
        let folder = Scratch::new("large");
        let path = folder.path("a.save");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap().unwrap(), b"12345");
        let error = read(&path, 4).unwrap_err();
        let expected = format!("cannot read {}: larger than 4 bytes", path.display());
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_is_no_regular_file_is_refused() {
        let folder = Scratch::new("folder");
        let error = read(folder.path(""), 10).unwrap_err();
        assert!(matches!(error.fault, FileFault::NotAFile), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_took_the_place_of_a_file_is_refused_at_once() {
        use std::sync::mpsc::channel;
        use std::time::Duration;

        let folder = Scratch::new("pipe");
        let pipe = folder.pipe("a.save");
        let (sender, receiver) = channel();
        // Not scoped: what waits for ever must not keep the test from failing.
        std::thread::spawn(move || sender.send(read_opened(&pipe, 10)));
        let read = receiver.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(matches!(read, Err(FileFault::NotAFile)), "{read:?}");
    }
}
