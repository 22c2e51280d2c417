//! Examines the path to which a file will be written.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

/// State of the path to which a file will be written.
#[derive(Debug)]
pub(super) enum OutputTarget {
    /// Nothing exists at the path.
    Missing {
        /// Path of the new file: the end of a dangling link, otherwise the path itself.
        path: PathBuf,
    },
    /// A pipe or a device, which is written directly.
    Special,
    /// A file that will be replaced.
    File {
        /// Path of the file itself, even if a link led to it: renaming onto a link would replace the link.
        path: PathBuf,
        permissions: Permissions,
    },
}

impl OutputTarget {
    /// Examines a path. Follows links.
    ///
    /// # Errors
    /// Fails if the path is a folder or a read-only file, or if it cannot be examined.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::Missing {
                    path: end_of_links(path),
                });
            }
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
            let message = "the existing file is read-only";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        // Only links are resolved, because on Windows, a canonical path has another form, which messages would show.
        let path = if fs::symlink_metadata(path)?.is_symlink() {
            fs::canonicalize(path)?
        } else {
            // Absolute, so that the path stays right if the current folder changes.
            std::path::absolute(path)?
        };
        Ok(Self::File { path, permissions })
    }
}

/// Follows dangling links to their end, and returns any other path unchanged. Creating a file at the link's own path
/// would replace the link.
fn end_of_links(path: &Path) -> PathBuf {
    /// Maximum number of links to follow, as on Linux. Cycles of links do not get here, because `fs::metadata` fails
    /// for them.
    const MOST: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&end) else {
            break;
        };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}
