//! Errors of sound files.

use core::fmt;

use super::{MAX_FRAMES, readable_formats};

/// Why a sound file could not be opened or decoded.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SoundFileError {
    /// The file does not start like a sound of a known format.
    UnknownFormat {
        /// The file, or the name given instead of one.
        file: String,
    },
    /// A feature of this crate reads the format, and is not enabled.
    NotEnabled {
        /// The file, or the name given instead of one.
        file: String,
        /// The format's name.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// The file may be valid, but is of a kind that is not supported.
    Unsupported {
        /// The file, or the name given instead of one.
        file: String,
        /// The format's name.
        format: &'static str,
        /// The value in the file, and the expected one.
        what: String,
    },
    /// The file is damaged or incomplete.
    Damaged {
        /// The file, or the name given instead of one.
        file: String,
        /// The format's name.
        format: &'static str,
        /// The message of the decoder.
        what: String,
    },
    /// The sound has more than 2^32 frames, which are 24 hours at 48 000 Hz.
    TooLong {
        /// The file, or the name given instead of one.
        file: String,
    },
    /// There is not enough memory to decode the sound.
    NoMemory {
        /// The file, or the name given instead of one.
        file: String,
    },
}

impl fmt::Display for SoundFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat { file } => {
                write!(f, "{file}: not a sound: expected {}", readable_formats())
            }
            Self::NotEnabled {
                file,
                format,
                feature,
            } => write!(
                f,
                "{file}: this build reads no {format} sounds: enable damselfly's feature `{feature}`"
            ),
            Self::Unsupported { file, format, what } => write!(
                f,
                "{file}: unsupported {format} sound ({what}): convert it to Ogg Vorbis or FLAC"
            ),
            Self::Damaged { file, format, what } => write!(
                f,
                "{file}: damaged {format} sound ({what}): expected a whole file, save it again"
            ),
            Self::TooLong { file } => write!(
                f,
                "{file}: the sound is too long: the limit is {MAX_FRAMES} frames, split it"
            ),
            Self::NoMemory { file } => {
                write!(f, "{file}: there is not enough memory to decode the sound")
            }
        }
    }
}

impl core::error::Error for SoundFileError {}

/// Reason of an error, without the file and its format.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DecodeFault {
    /// A feature of this crate reads the format, and is not enabled.
    #[cfg(not(feature = "mp3"))]
    NotEnabled(&'static str),
    Unsupported(String),
    Damaged(String),
    TooLong,
}

impl DecodeFault {
    /// Returns the fault of a truncated file.
    pub(super) fn cut() -> Self {
        Self::damaged("it ends in the middle")
    }

    pub(super) fn damaged(what: &str) -> Self {
        Self::Damaged(what.to_owned())
    }

    pub(super) fn unsupported(what: &str) -> Self {
        Self::Unsupported(what.to_owned())
    }

    pub(super) fn of(self, file: &str, format: &'static str) -> SoundFileError {
        let file = file.to_owned();
        match self {
            #[cfg(not(feature = "mp3"))]
            Self::NotEnabled(feature) => SoundFileError::NotEnabled {
                file,
                format,
                feature,
            },
            Self::Unsupported(what) => SoundFileError::Unsupported { file, format, what },
            Self::Damaged(what) => SoundFileError::Damaged { file, format, what },
            Self::TooLong => SoundFileError::TooLong { file },
        }
    }
}
