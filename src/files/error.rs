//! Errors of file operations.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file or folder could not be read, written or created. Its message is one line with the path and the reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct FileError {
    /// Path of the file or folder.
    pub path: PathBuf,
    /// Reason of the failure.
    pub fault: FileFault,
    /// Failed operation, for example `read`.
    action: &'static str,
}

/// Reason why a file or folder cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileFault {
    /// The path leads to a folder, a pipe or a device.
    NotAFile,
    /// The file is larger than expected.
    TooLarge {
        /// Limit in bytes.
        limit: u64,
    },
    /// The name is not a valid file name: it is empty, has a separator, or is reserved on some system.
    Name,
    /// The user has no home folder.
    NoHome,
    /// The operating system reports an error.
    Io(io::Error),
}

impl FileError {
    pub(crate) fn new(action: &'static str, path: &Path, fault: impl Into<FileFault>) -> Self {
        Self {
            path: path.to_owned(),
            fault: fault.into(),
            action,
        }
    }
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            fault,
            action,
        } = self;
        write!(f, "cannot {action} {}: {fault}", path.display())
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAFile => f.write_str("not a regular file"),
            Self::TooLarge { limit } => write!(f, "larger than {limit} bytes"),
            Self::Name => f.write_str(
                "not a valid file name: it must not contain separators or characters that some system reserves",
            ),
            Self::NoHome => f.write_str("the user has no home folder"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            FileFault::Io(error) => Some(error),
            _ => None,
        }
    }
}
