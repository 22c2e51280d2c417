//! The error of a file.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file or folder could not be read, written or created. Displayed as one line with its path and the reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FileFault,
    /// What could not be done: `read`, say.
    action: &'static str,
}

/// What is wrong with a file or folder.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileFault {
    /// The path leads to a folder, a pipe or a device.
    NotAFile,
    /// The file is larger than expected.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The name is not that of a file in a folder: it is empty, has a separator, or is reserved on some system.
    Name,
    /// The user has no home folder.
    NoHome,
    /// The system refuses.
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
                "not the name of a file: it must have no separators and no characters that some system reserves",
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
