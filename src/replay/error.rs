//! Why a recording cannot be read or replayed.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::divergence::Divergence;
use crate::files::RecordDamage;

/// A recording of input could not be replayed. Displayed as one line, with the file if there is one.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReplayError {
    /// Path of the file. Empty if a recording in memory was replayed.
    pub path: PathBuf,
    /// Reason of the failure.
    pub fault: ReplayFault,
}

/// A fault of a recording, or of the program that replays it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a recording of input, or its first record is damaged.
    Foreign,
    /// The recording is of another version of the format.
    Version {
        /// The file's version, from 1.
        file: u32,
        /// The version that this engine reads, from 1.
        engine: u32,
    },
    /// The program differs from the recorded one, or was started differently: the difference, with both sides.
    Settings(String),
    /// The file is damaged. The steps before the damage were replayed and matched.
    Damage {
        /// Position and kind of the damage.
        damage: RecordDamage,
        /// Number of replayed steps: any number.
        steps: u64,
    },
    /// The run diverges from the recording.
    Divergence(Box<Divergence>),
}

impl ReplayError {
    pub(crate) fn new(path: &Path, fault: ReplayFault) -> Self {
        Self {
            path: path.to_owned(),
            fault,
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.as_os_str().is_empty() {
            return self.fault.fmt(f);
        }
        write!(f, "cannot replay {}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => {
                f.write_str("not a recording of input, or its start is damaged; --record makes one")
            }
            Self::Version { file, engine } => write!(
                f,
                "expected format version {engine}, got {file}: replay it with the program that recorded it"
            ),
            Self::Settings(what) => {
                write!(f, "{what}: replay it with the program that recorded it")
            }
            Self::Damage { damage, steps } => {
                write!(f, "{damage}; the {steps} steps before that were replayed")
            }
            Self::Divergence(divergence) => divergence.fmt(f),
        }
    }
}

impl core::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            ReplayFault::Io(error) => Some(error),
            _ => None,
        }
    }
}
