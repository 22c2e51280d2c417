//! Reads files up to a limit.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::error::{FileError, FileFault};

/// Reads a file of at most `max_bytes` bytes. `None` if the file does not exist, as before the first save. The limit
/// protects against damaged files and files from other programs.
///
/// # Errors
/// Fails if the path is not a regular file, if the file is larger than `max_bytes`, or if it cannot be read.
pub fn read(path: impl AsRef<Path>, max_bytes: u64) -> Result<Option<Vec<u8>>, FileError> {
    let path = path.as_ref();
    match read_regular(path, max_bytes) {
        Ok((bytes, _)) => Ok(Some(bytes)),
        Err(FileFault::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(FileError::new("read", path, fault)),
    }
}

/// Reads a regular file of at most `limit` bytes. Also returns the opened file, to read parts of it again.
pub(crate) fn read_regular(path: &Path, limit: u64) -> Result<(Vec<u8>, File), FileFault> {
    // The path is checked before opening, too, because opening a device may have side effects.
    check(&fs::metadata(path)?, limit)?;
    read_opened(path, limit)
}

/// Opens and reads a file if it is regular. Checks the opened file, because another program may have replaced it since
/// the first check.
fn read_opened(path: &Path, limit: u64) -> Result<(Vec<u8>, File), FileFault> {
    let mut file = open_without_waiting(path)?;
    let metadata = file.metadata()?;
    check(&metadata, limit)?;
    let mut bytes = Vec::new();
    // Reserves the memory at once, because a growing list takes up to three times as much. If that fails, so does
    // reading, with an error.
    let length = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    bytes
        .try_reserve_exact(length.saturating_add(1))
        .map_err(io::Error::from)?;
    // Reads up to one byte beyond the limit: the file may have grown, or report a wrong length.
    let most = limit.saturating_add(1);
    file.by_ref().take(most).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(FileFault::TooLarge { limit }),
        false => Ok((bytes, file)),
    }
}

/// Opens a file for reading without waiting, even if another program has replaced it with a pipe.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Without this flag, opening a pipe waits until a program writes to it. Regular files are not affected, except that
    // a leased file, for example of a file server, is refused instead of waited for.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// Rejects anything but a regular file of at most `limit` bytes.
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
    fn a_missing_file_is_not_an_error() {
        let folder = Scratch::new("missing");
        assert_eq!(read(folder.path("none"), 10).unwrap(), None);
        assert_eq!(read(folder.path("no/folder"), 10).unwrap(), None);
        fs::write(folder.path("empty"), "").unwrap();
        assert_eq!(read(folder.path("empty"), 0).unwrap(), Some(vec![]));
    }

    #[test]
    fn a_file_above_the_limit_is_rejected() {
        let folder = Scratch::new("large");
        let path = folder.path("a.save");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap().unwrap(), b"12345");
        let error = read(&path, 4).unwrap_err();
        let expected = format!("cannot read {}: larger than 4 bytes", path.display());
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn only_regular_files_are_read() {
        let folder = Scratch::new("folder");
        let error = read(folder.path(""), 10).unwrap_err();
        assert!(matches!(error.fault, FileFault::NotAFile), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_replaced_a_file_is_rejected_at_once() {
        use std::sync::mpsc::channel;
        use std::time::Duration;

        let folder = Scratch::new("pipe");
        let pipe = folder.pipe("a.save");
        let (sender, receiver) = channel();
        // The thread is not scoped, because one that waits forever must not block the test.
        std::thread::spawn(move || sender.send(read_opened(&pipe, 10)));
        let read = receiver.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(matches!(read, Err(FileFault::NotAFile)), "{read:?}");
    }
}
