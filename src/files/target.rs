//! What is at the place that a file is to be written to.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

/// What is at the place that a file is to be written to.
#[derive(Debug)]
pub(super) enum OutputTarget {
    /// Nothing.
    Nothing {
        /// Where the file is to be created: where a link to nothing leads, otherwise the path itself.
        path: PathBuf,
    },
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
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::Nothing {
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
            let message = "the file that is there is read-only";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        // Only what leads elsewhere: on Windows a resolved path has another form, which messages would show.
        let path = if fs::symlink_metadata(path)?.is_symlink() {
            fs::canonicalize(path)?
        } else {
            // Whatever folder the program goes to meanwhile.
            std::path::absolute(path)?
        };
        Ok(Self::File { path, permissions })
    }
}

/// Returns where a link to nothing leads, over further links, and any other path as it is. Creating a file at the link's
/// own place would replace it.
fn end_of_links(path: &Path) -> PathBuf {
    /// As many as Linux follows. A circle of links never gets here: looking at it is an error.
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
