//! Reads and writes saved games and settings.
//!
//! [`save_folder`] returns their folder, [`write_atomically`] replaces a file as a whole or not at all, and [`read`]
//! reads up to a limit. Errors contain the path and the reason.
//!
//! Use these functions before a game starts and after it ends. Their results are not part of a step's input, so a
//! replay would not repeat them. A running game uses [`cx.files`](crate::world::GameFiles) instead: recordings contain
//! the bytes that it reads.
//!
//! ```no_run
//! use damselfly::files;
//!
//! # fn main() -> Result<(), damselfly::Error> {
//! let best = files::save_folder("Saucer Shoot")?.join("best.txt");
//! let text = files::read(&best, 100)?.unwrap_or_default();
//! let score: u32 = String::from_utf8_lossy(&text).trim().parse().unwrap_or(0);
//! files::write_atomically(&best, (score + 1).to_string())?;
//! # Ok(())
//! # }
//! ```

mod atomic_file;
pub(crate) mod bytes;
mod error;
mod folder;
#[cfg(any(feature = "aseprite", feature = "ldtk"))]
pub(crate) mod json;
mod part_file;
mod read;
#[cfg(feature = "sound")]
mod read_at;
mod record_file;
#[cfg(test)]
mod scratch;
mod store;
mod target;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) use atomic_file::AtomicFile;
pub use error::{FileError, FileFault};
pub use folder::save_folder;
#[cfg(feature = "sound")]
pub(crate) use part_file::PartFile;
pub(crate) use part_file::keep_abandoned;
pub use read::read;
pub(crate) use read::read_regular;
#[cfg(feature = "sound")]
pub(crate) use read_at::{CAN_READ_AT, read_exact_at};
pub use record_file::{RecordDamage, RecordFault};
pub(crate) use record_file::{RecordFormat, RecordOpenError, RecordReader, RecordWriter};
#[cfg(test)]
pub(crate) use scratch::Scratch;
pub(crate) use store::FileStore;

/// Maximum size of a file of a running game, in bytes: 16 MiB. Recordings contain every file that is read.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Appends `ending` to a path's file name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Replaces the content of a file, or creates it. After a crash or on a full disk, the file has either the old or the
/// new content as a whole. The folder must exist; links are followed.
///
/// # Errors
/// Fails if the folder does not exist, or if the file is a folder, is read-only or cannot be written. The old file is
/// then unchanged.
pub fn write_atomically(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    let path = path.as_ref();
    let write = || -> io::Result<()> {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes.as_ref())?;
        file.commit()
    };
    write().map_err(|error| FileError::new("write", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_are_read_back() {
        let folder = Scratch::new("written");
        let path = folder.path("slot 1.save");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, "second").unwrap();
        assert_eq!(read(&path, 6).unwrap().unwrap(), b"second");
        assert_eq!(folder.names(), ["slot 1.save"]);
    }

    #[test]
    fn a_file_is_replaced_rather_than_overwritten() {
        let folder = Scratch::new("replaced");
        let (path, other) = (folder.path("a.save"), folder.path("other name"));
        write_atomically(&path, "old").unwrap();
        std::fs::hard_link(&path, &other).unwrap();
        write_atomically(&path, "new").unwrap();
        assert_eq!(read(&other, 3).unwrap().unwrap(), b"old");
        assert_eq!(read(&path, 3).unwrap().unwrap(), b"new");
    }

    #[test]
    fn write_errors_name_the_file_and_the_reason() {
        let folder = Scratch::new("unwritten");
        let path = folder.path("missing/a.save");
        let error = write_atomically(&path, "one").unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("cannot write {}: ", path.display())),
            "{text}"
        );
        assert!(matches!(error.fault, FileFault::Io(_)));
        assert_eq!(error.path, path);
    }
}
