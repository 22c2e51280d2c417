//! The command line: the common options of all programs, and a program's own.
//!
//! Owns the options, their allowed values and the help. The table in `parse.rs` has their names and descriptions. Never
//! prints or exits: the caller prints the help or the error and chooses the exit code. Paths and positional arguments
//! may contain invalid UTF-8. An option that is given twice is an error, because one of the two would be ignored
//! silently.

mod error;
mod extra;
mod parse;
#[cfg(test)]
mod tests;
mod value;

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use log::LevelFilter;

use crate::capture::STANDARD_OUTPUT;
use crate::time::{PolicyName, Smoothing};
#[cfg(doc)]
use crate::world::WindowRequest;

pub use crate::base::usage_error::UsageError;
pub use extra::{Extra, ExtraValues};
pub(super) use parse::HelpRequest;
pub use parse::ParseResult;

/// The backend that draws. Defaults to `Auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// The GPU if a usable hardware one exists, else the software backend. Without a window, the software backend,
    /// whose images are the same and which loads no driver, unless frames are [observed](super::App::on_frame). The
    /// default.
    #[default]
    Auto,
    /// The GPU, also an emulated one; an error if there is none.
    Gpu,
    /// The software backend.
    Software,
}

/// The options of a run. The default is an empty command line.
///
/// ```
/// use damselfly::app::{Options, ParseResult};
///
/// let arguments = ["--headless", "--steps", "100"].map(Into::into);
/// let Ok(ParseResult::Run(options)) = Options::parse("game", "A game.", &[], arguments) else {
///     panic!("valid options");
/// };
/// assert!(options.headless);
/// assert_eq!(options.steps, Some(100));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Run without a window, on a simulated clock, as fast as possible.
    pub headless: bool,
    /// Play the built-in demonstration, see [`App::demo`](super::App::demo).
    pub demo: bool,
    /// Stop after this many steps, at least 1. `None`: no limit in a window, 600 steps without one.
    pub steps: Option<u64>,
    /// The seed of the game's random numbers: any number. `None`: one from the clock, which is logged.
    pub seed: Option<u64>,
    /// Record the run's input to this file, see [`replay`](crate::replay). An existing file is replaced at the end.
    pub record: Option<PathBuf>,
    /// Replay the input of this file, which replaces all other input, and stop at its end. The seed comes from the
    /// recording. So do the program's own options, unless any are given here.
    pub replay: Option<PathBuf>,
    /// Save the last frame as this PNG file. The name ends in `.png`.
    pub screenshot: Option<PathBuf>,
    /// Save the frames as this film. Its name determines the format: `.gif`, `.apng`, `.dfrec` (the engine's own, see
    /// [`Film`](crate::capture::Film)), or `.raw`: red, green, blue and alpha of each pixel, frame after frame, at a
    /// constant rate. `-` writes raw frames to standard output, for a program such as ffmpeg: `game --headless
    /// --capture - | ffmpeg -f rawvideo -pixel_format rgba -video_size 640x384 -framerate 60 -i - film.mp4`.
    pub capture: Option<PathBuf>,
    /// Width and height in pixels, each from 1 to [`WindowRequest::MAX_PIXELS`]: of the window when it opens, and of
    /// screenshots and films. The view is fitted into it as into a window. `None` selects the view's size, and for the
    /// window [`WindowSettings::size`](super::WindowSettings::size).
    pub size: Option<[u32; 2]>,
    /// Print the last frame as text.
    pub text: bool,
    /// Print the checksum of the last step.
    pub checksum: bool,
    /// Print a checksum every this many steps, at least 1. Independent of `checksum`.
    pub checksum_every: Option<u64>,
    /// The backend that draws. Defaults to [`Backend::Auto`].
    pub backend: Backend,
    /// The loop policy. `None`: the program's, see [`App::policy`](super::App::policy).
    pub policy: Option<PolicyName>,
    /// Frames per second: 0 for no limit, or from 0.001 to 1000, see
    /// [`DrawRate::per_second`](crate::time::DrawRate::per_second). `None`: the refresh rate of the display; without a
    /// window, one frame per step, or as many as `App::frames_per_step` sets.
    pub draw_rate: Option<f64>,
    /// The smoothing. `None`: the program's, see [`App::smoothing`](super::App::smoothing).
    pub smoothing: Option<Smoothing>,
    /// The log level. `None`: the program's, see [`App::log`](super::App::log).
    pub log: Option<LevelFilter>,
    /// File of the log, which is replaced. `None`: the program's target, see [`App::log`](super::App::log).
    pub log_file: Option<PathBuf>,
    /// Do not open the sound device, see [`App::sound`](super::App::sound).
    pub no_sound: bool,
    /// Show the frame rate.
    pub fps: bool,
    /// Show the debug overlay, which the key F8 shows and hides: colliders, velocities, contacts, and counts of the
    /// latest step and frame.
    pub debug_overlay: bool,
    /// The program's own options and arguments.
    pub extra: ExtraValues,
}

impl Options {
    /// Returns whether this option of the program was given. Meant for options without a value. Names are written
    /// without dashes. False for options that the program has not declared.
    pub fn flag(&self, name: &str) -> bool {
        self.extra.flag(name)
    }

    /// Returns whether a film is written to standard output, so that nothing else may be printed.
    pub(super) fn captures_to_standard_output(&self) -> bool {
        let path = self.capture.as_deref();
        path == Some(Path::new(STANDARD_OUTPUT))
    }

    /// Returns the value of the program's own option, if it was given. `None` for flags, and for paths that are not
    /// UTF-8.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.extra.value(name).and_then(OsStr::to_str)
    }

    /// Returns the value of the program's own option as a path, if it was given. `None` for flags. The path may contain
    /// invalid UTF-8, and the file may be missing.
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.extra.value(name).map(Path::new)
    }

    /// Returns the positional arguments in order.
    pub fn positionals(&self) -> &[OsString] {
        &self.extra.positionals
    }

    /// Returns the value of the program's own option as a decimal number, if it was given: digits, optionally with a
    /// point and a minus, without an exponent.
    ///
    /// # Errors
    /// The value is not a decimal number, or does not fit a `T`.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, UsageError> {
        let parse =
            |text: &OsStr| value::decimal(text).ok_or_else(|| value::got(text, "a decimal number"));
        self.parsed(name, parse)
    }

    /// Returns the value of the program's own option as a decimal number within these bounds (both included), if it was
    /// given.
    ///
    /// # Errors
    /// The value is not a decimal number, or out of bounds.
    pub fn number_in<T>(
        &self,
        name: &str,
        allowed: RangeInclusive<T>,
    ) -> Result<Option<T>, UsageError>
    where
        T: FromStr + PartialOrd + core::fmt::Display,
    {
        self.parsed(name, |text| value::within(text, &allowed))
    }

    /// Returns the value of an option as `parse` reads it. If `parse` returns a message, it becomes the error of this
    /// option.
    fn parsed<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&OsStr) -> Result<T, String>,
    ) -> Result<Option<T>, UsageError> {
        let parsed = self.extra.value(name).map(parse).transpose();
        parsed.map_err(|what| UsageError::new(name, what))
    }
}
