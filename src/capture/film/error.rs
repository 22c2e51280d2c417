//! Errors of reading a film.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::format::FORMAT;
use crate::files::{RecordDamage, RecordOpenError};

/// Error of reading a film. Its message is one line with the file and the reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct FilmError {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason of the failure.
    pub fault: FilmFault,
}

/// Reason why a film cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum FilmFault {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a film of this engine, or its first record is damaged.
    Foreign,
    /// The film has another version of the format.
    Version {
        /// Version of the file, from 1.
        file: u32,
        /// Version that this engine reads, from 1.
        engine: u32,
    },
    /// The film has no complete frame.
    Empty,
    /// A frame is damaged.
    Damage(RecordDamage),
}

impl FilmFault {
    /// Returns the error with the path of its file.
    pub(super) fn at(self, path: &Path) -> FilmError {
        FilmError {
            path: path.to_owned(),
            fault: self,
        }
    }
}

impl From<RecordOpenError> for FilmFault {
    fn from(error: RecordOpenError) -> Self {
        match error {
            RecordOpenError::Io(error) => Self::Io(error),
            RecordOpenError::Foreign => Self::Foreign,
            RecordOpenError::Version(version) => Self::Version {
                file: version,
                engine: FORMAT.version,
            },
        }
    }
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot play {}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for FilmFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str(
                "not a film of this engine, or its start is damaged; --capture FILE.dfrec creates one",
            ),
            Self::Version { file, engine } => write!(
                f,
                "the file has version {file} of the format, this engine reads version {engine}"
            ),
            Self::Empty => f.write_str("it has no complete frame"),
            Self::Damage(damage) => damage.fmt(f),
        }
    }
}

impl core::error::Error for FilmError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            FilmFault::Io(error) => Some(error),
            _ => None,
        }
    }
}
