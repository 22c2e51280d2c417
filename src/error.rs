//! The error of a whole game: variants for the engine's modules that can fail, for the system, and for the game itself.
//!
//! Each module has its own error type. The app and games convert them to this one, usually by `?`.

use core::fmt;

use crate::assets::{AssetError, ImageError};
use crate::base::panics;
use crate::base::usage_error::UsageError;
use crate::capture::{CaptureError, FilmError};
use crate::files::FileError;
use crate::replay::ReplayError;
use crate::tiles::TextMapError;
use crate::time::{PolicyError, RateError};

/// Why a game could not run or continue. Displayed as the problem and, where there is one, the remedy. `Debug` prints
/// the same text, because a `main` that returns an error prints it that way.
///
/// ```
/// use damselfly::Error;
///
/// let error = Error::game("level 3 has no exit");
/// assert_eq!(error.to_string(), "level 3 has no exit");
/// ```
// A match needs a wildcard in any case, because the feature `gpu` adds a variant.
#[non_exhaustive]
pub enum Error {
    /// An asset is missing or invalid.
    Asset(AssetError),
    /// A screenshot or an animation could not be written.
    Capture(CaptureError),
    /// A film could not be read.
    Film(FilmError),
    /// A step rate or draw rate is out of range.
    Rate(RateError),
    /// The GPU backend could not start, or lost its device.
    #[cfg(feature = "gpu")]
    Gpu(crate::render::gpu::GpuError),
    /// There is no display for a window.
    NoDisplay(String),
    /// The window could not be opened, or its event loop failed.
    Window(String),
    /// An environment variable or a setting is invalid.
    Setting(Box<dyn core::error::Error + Send + Sync>),
    /// The command line is invalid.
    Usage(UsageError),
    /// A file or folder could not be read, written or created.
    File(FileError),
    /// A recording of input could not be replayed, or the replay diverges.
    Replay(ReplayError),
    /// The game's own error, see [`Error::game`].
    // `Send`, because a game with a window runs on a separate thread, and the main thread returns its error.
    Game(Box<dyn core::error::Error + Send + Sync>),
    /// The game's code panicked where a panic ends the game, for example in its start. A panic in a behaviour is caught
    /// instead: see [`Behavior`](crate::world::Behavior).
    Panic(String),
}

impl Error {
    /// Returns the game's own error, from an error value or a message.
    // A function, not a `From`: an impl for all error types would overlap with the impls below.
    pub fn game(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Self {
        Self::Game(error.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(error) => error.fmt(f),
            Self::Capture(error) => error.fmt(f),
            Self::Film(error) => error.fmt(f),
            Self::Rate(error) => error.fmt(f),
            #[cfg(feature = "gpu")]
            Self::Gpu(error) => error.fmt(f),
            Self::NoDisplay(why) => write!(
                f,
                "no display: {why}; use --headless to run without a window"
            ),
            Self::Window(why) => write!(f, "window: {why}"),
            Self::Setting(error) => error.fmt(f),
            Self::Usage(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Replay(error) => error.fmt(f),
            Self::Game(error) => error.fmt(f),
            Self::Panic(message) => write!(f, "the game panicked: {message}"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        // Returns the sources of the wrapped errors, not the errors: `Display` shows their text already, and a printed
        // chain must not repeat it.
        match self {
            Self::Asset(error) => error.source(),
            Self::Capture(error) => error.source(),
            Self::Film(error) => error.source(),
            #[cfg(feature = "gpu")]
            Self::Gpu(error) => error.source(),
            Self::File(error) => error.source(),
            Self::Replay(error) => error.source(),
            Self::Setting(error) | Self::Game(error) => error.source(),
            _ => None,
        }
    }
}

impl From<AssetError> for Error {
    fn from(error: AssetError) -> Self {
        Self::Asset(error)
    }
}

impl From<ImageError> for Error {
    /// Converts the error of an image that the game made or decoded itself, without a file.
    fn from(error: ImageError) -> Self {
        Self::game(error)
    }
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}

impl From<TextMapError> for Error {
    fn from(error: TextMapError) -> Self {
        Self::game(error)
    }
}

impl From<CaptureError> for Error {
    fn from(error: CaptureError) -> Self {
        Self::Capture(error)
    }
}

impl From<FilmError> for Error {
    fn from(error: FilmError) -> Self {
        Self::Film(error)
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<UsageError> for Error {
    fn from(error: UsageError) -> Self {
        Self::Usage(error)
    }
}

impl From<RateError> for Error {
    fn from(error: RateError) -> Self {
        Self::Rate(error)
    }
}

impl From<PolicyError> for Error {
    fn from(error: PolicyError) -> Self {
        Self::Setting(error.into())
    }
}

#[cfg(feature = "gpu")]
impl From<crate::render::gpu::GpuError> for Error {
    fn from(error: crate::render::gpu::GpuError) -> Self {
        Self::Gpu(error)
    }
}

/// Calls a function and returns its panic as an error, so that the caller can still end the run in an orderly way.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    panics::caught(run).unwrap_or_else(|panic| {
        let (message, place) = (panics::message(&*panic), panics::last_location());
        Err(Error::Panic(format!("{message}{place}")))
    })
}

#[cfg(test)]
mod tests {
    use core::error::Error as _;
    use std::io;

    use super::*;

    #[test]
    fn a_chain_of_sources_repeats_no_text() {
        let game = Error::Game(Box::new(io::Error::other("no level 3")));
        assert_eq!(game.to_string(), "no level 3");
        let mut texts = vec![game.to_string()];
        let mut source = game.source();
        while let Some(error) = source {
            texts.push(error.to_string());
            source = error.source();
        }
        assert_eq!(texts, ["no level 3"]);
    }

    #[test]
    fn a_setting_keeps_the_source_of_its_error() {
        let cause = crate::files::write_atomically("no/such/folder/game", "").unwrap_err();
        let line = cause.to_string();
        let error = Error::Setting(cause.into());
        assert_eq!(error.to_string(), line);
        assert!(error.source().is_some());
        assert!(Error::Setting("no such mode".into()).source().is_none());
    }

    #[test]
    fn a_panic_becomes_an_error_with_its_message() {
        let error = guarded::<()>(|| panic!("out of lives")).unwrap_err();
        assert!(error.to_string().contains("out of lives"), "{error}");
        assert_eq!(guarded(|| Ok(3)).ok(), Some(3));
    }
}
