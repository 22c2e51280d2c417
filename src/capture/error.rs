//! Errors of screenshots and animations.

use core::error::Error as _;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::film::FilmError;

/// Error of writing a file. An existing file is unchanged.
#[derive(Debug)]
pub struct CaptureError {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason of the failure.
    pub fault: CaptureFault,
}

/// Reason why a screenshot or animation could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum CaptureFault {
    /// The file cannot be created, written or replaced.
    Io(io::Error),
    /// The format does not support an image of this size.
    Size {
        /// Requested width and height, in pixels.
        size: [u32; 2],
        /// Maximum side length, in pixels. The minimum is 1.
        limit: u32,
    },
    /// The number of pixels is not width × height.
    Length {
        /// Number of pixels given.
        given: usize,
        /// Number of pixels expected.
        expected: usize,
    },
    /// The frame rate is not from 0.001 to 1000 frames per second.
    Rate(f64),
    /// The encoder failed.
    Encoding(String),
    /// An earlier frame could not be written.
    Broken,
    /// The film to be exported cannot be read.
    Film(FilmError),
    /// The film is incomplete. The recorded frames can be played.
    Kept {
        /// Reason of the failure.
        fault: Box<Self>,
        /// Path of a film in the engine's own format with the recorded frames.
        kept: PathBuf,
    },
}

impl CaptureFault {
    /// Returns the error with the path of its file.
    pub(super) fn at(self, path: &Path) -> CaptureError {
        CaptureError {
            path: path.to_owned(),
            fault: self,
        }
    }

    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Film(error) => error.source(),
            Self::Kept { fault, .. } => fault.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for CaptureFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for CaptureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Size {
                size: [w, h],
                limit,
            } => write!(f, "expected sides from 1 to {limit} px, got {w}x{h} px"),
            Self::Length { given, expected } => {
                write!(f, "expected {expected} pixels, got {given}")
            }
            Self::Rate(rate) => write!(
                f,
                "expected a rate from 0.001 to 1000 frames per second, got {rate}"
            ),
            Self::Encoding(what) => f.write_str(what),
            Self::Film(error) => error.fmt(f),
            Self::Kept { fault, kept } => {
                write!(f, "{fault}; the recorded frames are in {}", kept.display())
            }
            Self::Broken => f.write_str("an earlier frame could not be written"),
        }
    }
}

impl core::error::Error for CaptureError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.fault.source()
    }
}
