//! Reads dropped files in the background, because a disk or a network may be slow.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::input::{InputEvent, InputQueue};

/// Reads dropped files on a separate thread, one after the other.
#[derive(Debug, Default)]
pub(super) struct DropReader {
    /// `None` until the first file.
    sender: Option<Sender<PathBuf>>,
}

impl DropReader {
    /// Reads a file. Its content goes to the queue.
    pub(super) fn read(&mut self, path: PathBuf, queue: &InputQueue) {
        let sender = self.sender.get_or_insert_with(|| {
            let (sender, paths) = channel();
            let queue = queue.clone();
            let builder = std::thread::Builder::new().name("dropped files".into());
            if let Err(error) = builder.spawn(move || read_all(&paths, &queue)) {
                log::warn!("dropped files cannot be read: no thread: {error}");
            }
            sender
        });
        // An error means that the thread could not be started. That was logged.
        let _ = sender.send(path);
    }
}

/// Maximum number of lines about files that were not read: the player may drop many files at once.
const MAX_REPORTS: usize = 10;

/// Reads files until the window is gone.
fn read_all(paths: &Receiver<PathBuf>, queue: &InputQueue) {
    let mut failures = 0;
    for path in paths {
        match read(&path) {
            Ok(event) => queue.push(event),
            Err(reason) => {
                failures += 1;
                if failures <= MAX_REPORTS {
                    log::warn!("the dropped file {} is ignored: {reason}", path.display());
                }
            }
        }
    }
}

/// Reads a file. Returns the reason if it is not a file, is too large or cannot be read.
fn read(path: &Path) -> Result<InputEvent, String> {
    let limit = InputEvent::MAX_DROPPED_BYTES;
    let too_large = |size| format!("it has {size} bytes, the limit is {limit}");
    // This is checked before the file is opened, because opening a pipe could block for ever.
    let metadata = path.metadata().map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is not a regular file".into());
    }
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    // The file may have grown, and files of the system have a length of 0.
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    let name = path.file_name().unwrap_or_default();
    Ok(InputEvent::dropped_file(name.to_string_lossy(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Returns a folder for the files of a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("damselfly-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn dropped_files_arrive_by_content_and_name_in_order() {
        let folder = folder("drops");
        let queue = InputQueue::new();
        let mut reader = DropReader::default();
        for (name, content) in [("one.txt", "1"), ("zwölf", "12")] {
            let path = folder.join(name);
            std::fs::write(&path, content).unwrap();
            reader.read(path, &queue);
        }
        reader.read(folder.join("missing"), &queue);
        reader.read(folder.clone(), &queue);
        let last = folder.join("last");
        std::fs::write(&last, []).unwrap();
        reader.read(last, &queue);
        let mut events = vec![];
        let start = Instant::now();
        while events.len() < 3 {
            assert!(start.elapsed() < Duration::from_secs(30), "{events:?}");
            std::thread::sleep(Duration::from_millis(1));
            queue.drain_into(&mut events);
        }
        let expected = [
            InputEvent::dropped_file("one.txt", "1"),
            InputEvent::dropped_file("zwölf", "12"),
            InputEvent::dropped_file("last", ""),
        ];
        assert_eq!(events, expected);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn folders_and_huge_files_are_refused_with_a_reason() {
        let folder = folder("huge");
        let path = folder.join("huge");
        let file = File::create(&path).unwrap();
        for (length, is_read) in [
            (InputEvent::MAX_DROPPED_BYTES, true),
            (InputEvent::MAX_DROPPED_BYTES + 1, false),
            (1 << 40, false),
        ] {
            file.set_len(length).unwrap();
            assert_eq!(read(&path).is_ok(), is_read, "{length}");
        }
        let reason = read(&path).unwrap_err();
        assert_eq!(reason, "it has 1099511627776 bytes, the limit is 16777216");
        assert_eq!(read(&folder).unwrap_err(), "it is not a regular file");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn endless_files_and_odd_names_are_harmless() {
        use std::os::unix::ffi::OsStrExt;
        // A device is not a regular file; a file of the system has a length of 0, and content.
        assert!(read(Path::new("/dev/zero")).is_err());
        let status = read(Path::new("/proc/self/status"));
        assert!(status.is_ok_and(|event| event.payload_bytes() > "status".len()));
        let folder = folder("names");
        let path = folder.join(std::ffi::OsStr::from_bytes(b"bad\xff"));
        std::fs::write(&path, "x").unwrap();
        let expected = InputEvent::dropped_file("bad\u{fffd}", "x");
        assert_eq!(read(&path), Ok(expected));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
