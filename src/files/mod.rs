//! Files of a game's own: saved games and settings.
//!
//! [`save_folder`] says where they belong, [`write_atomically`] replaces one as a whole or not at all, and [`read`]
//! reads no more than is expected. Errors name the file and the reason.
//!
//! What is read by these functions is no input of a step: a replay would not repeat it. A game that runs uses
//! [`cx.files`](crate::world::GameFiles), whose bytes a recording has. These are for before its start and after its end.
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
mod read;
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
pub use read::read;
pub(crate) use read::read_regular;
pub use record_file::{RecordDamage, RecordFault};
pub(crate) use record_file::{
    RecordFormat, RecordOpenError, RecordReader, RecordWriter, keep_abandoned,
};
#[cfg(test)]
pub(crate) use scratch::Scratch;
pub(crate) use store::FileStore;

/// The largest file of a game that runs, in bytes: 16 MiB. A recording keeps what is read.
pub const LARGEST: u64 = 16 << 20;

/// Returns a path with something added to its name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Replaces the contents of a file by these bytes, or creates it. A crash or a full disk leaves either the old file or the new one, whole. Its folder
/// must exist; a link is followed.
///
/// # Errors
/// The folder does not exist, the file is a folder or read-only, or it cannot be written. The old file is unchanged.
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
    fn what_was_written_is_read_again() {
        let folder = Scratch::new("written");
        let path = folder.path("slot 1.save");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, "second").unwrap();
        assert_eq!(read(&path, 6).unwrap().unwrap(), b"second");
        assert_eq!(folder.names(), ["slot 1.save"]);
    }

    #[test]
    fn a_file_is_replaced_and_not_written_over() {
        let folder = Scratch::new("replaced");
        let (path, other) = (folder.path("a.save"), folder.path("other name"));
        write_atomically(&path, "old").unwrap();
        std::fs::hard_link(&path, &other).unwrap();
        write_atomically(&path, "new").unwrap();
        assert_eq!(read(&other, 3).unwrap().unwrap(), b"old");
        assert_eq!(read(&path, 3).unwrap().unwrap(), b"new");
    }

    #[test]
    fn an_error_of_writing_names_the_file_and_the_reason() {
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
