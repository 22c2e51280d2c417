//! The errors of screenshots and animations.

use core::error::Error as _;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::film::FilmError;

/// A file could not be written. An existing file is unchanged.
#[derive(Debug)]
pub struct CaptureError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub fault: CaptureFault,
}

/// The error of writing a screenshot or an animation.
#[derive(Debug)]
#[non_exhaustive]
pub enum CaptureFault {
    /// The file cannot be created, written or replaced.
    Io(io::Error),
    /// The format cannot hold a picture of this size.
    Size {
        /// Width and height in pixels, as asked for.
        size: [u32; 2],
        /// The longest side allowed, in pixels; the shortest is 1.
        limit: u32,
    },
    /// The number of pixels is not width × height.
    Length {
        /// The number given.
        given: usize,
        /// The number needed.
        expected: usize,
    },
    /// The frame rate is not from 0.001 to 1000 frames per second.
    Rate(f64),
    /// The encoder failed.
    Encoding(String),
    /// An earlier frame could not be written.
    Broken,
    /// The film that is written to another file cannot be read.
    Film(FilmError),
    /// The film is not complete. What was filmed can be played.
    Kept {
        /// What went wrong.
        fault: Box<Self>,
        /// The film of the engine's own format that has what was filmed.
        kept: PathBuf,
    },
}

impl CaptureFault {
    /// Returns the error with the file that it is about.
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
            } => write!(
                f,
                "a picture of {w}x{h} px, where a side is 1 to {limit} px"
            ),
            Self::Length { given, expected } => {
                write!(f, "got {given} pixels where {expected} are needed")
            }
            Self::Rate(rate) => write!(f, "{rate} frames per second, allowed is 0.001 to 1000"),
            Self::Encoding(what) => f.write_str(what),
            Self::Film(error) => error.fmt(f),
            Self::Kept { fault, kept } => {
                write!(f, "{fault}; what was filmed is in {}", kept.display())
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
