//! What is at the place that a file is to be written to.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

/// What is at the place that a file is to be written to.
#[derive(Debug)]
pub(super) enum OutputTarget {
    /// Nothing, or a link to nothing.
    Nothing,
    /// A pipe or a device, which is written directly.
    Special,
    /// A file, which is to be replaced.
    File {
        /// Its path, without links: renaming onto a link would replace the link itself.
        path: PathBuf,
        permissions: Permissions,
    },
}

impl OutputTarget {
    /// Looks at a path, links followed.
    ///
    /// # Errors
    /// It is a folder or a file that is read-only, or cannot be looked at.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Nothing),
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !found.is_file() {
            return Ok(Self::Special);
        }
        let permissions = found.permissions();
        if permissions.readonly() {
            let message = "the file that is there is read-only";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(Self::File {
            path: fs::canonicalize(path)?,
            permissions,
        })
    }
}
