//! Why a film cannot be read.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::RecordDamage;

/// A film could not be read. Displayed as one line with the file and the reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct FilmError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FilmFault,
}

/// What is wrong with a film.
#[derive(Debug)]
#[non_exhaustive]
pub enum FilmFault {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is no film of this engine, or its first record is damaged.
    Foreign,
    /// The film is of another version of the format.
    Version {
        /// The file's version, from 1.
        file: u32,
        /// The version that this engine reads, from 1.
        engine: u32,
    },
    /// No frame is whole.
    Empty,
    /// A frame is damaged.
    Damage(RecordDamage),
}

impl FilmFault {
    /// Returns the error with the file that it is about.
    pub(super) fn at(self, path: &Path) -> FilmError {
        FilmError {
            path: path.to_owned(),
            fault: self,
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
                "no film of this engine, or its start is damaged; --capture FILE.dfrec makes one",
            ),
            Self::Version { file, engine } => write!(
                f,
                "it is of version {file} of the format, this engine reads version {engine}"
            ),
            Self::Empty => f.write_str("it has no whole frame"),
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
