//! The options that every program takes, and those that it adds.
//!
//! Owns what is known, what is allowed and what the help says, all from one table; writes nothing and ends
//! nothing: the caller prints the help, or the message and leaves with exit code 2. Arguments need not be
//! UTF-8. An option that is given twice is an error, for one of the two would be ignored in silence.

mod error;
mod extra;
mod help;
mod names;
mod table;
#[cfg(test)]
mod tests;
mod value;

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lexopt::Arg;
use log::LevelFilter;

use crate::time::Smoothing;

pub use error::UsageError;
pub use extra::{Extra, ExtraValues};
pub use names::{Backend, PolicyName, UnknownName};

/// What the command line asked for. By default, nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Run without a window, on a simulated clock.
    pub headless: bool,
    /// Play the built-in demonstration input.
    pub demo: bool,
    /// Stop after this many steps, at least 1.
    pub steps: Option<u64>,
    /// The seed of the game's random numbers.
    pub seed: Option<u64>,
    /// Save the last picture as this PNG. The name ends in `.png`.
    pub screenshot: Option<PathBuf>,
    /// Film what is shown into this GIF. The name ends in `.gif`.
    pub capture: Option<PathBuf>,
    /// Print the last picture's cells as text.
    pub text: bool,
    /// Print the checksum of the last step.
    pub checksum: bool,
    /// Print a checksum every so many steps, at least 1. Does not ask for the last one.
    pub checksum_every: Option<u64>,
    /// What draws.
    pub backend: Backend,
    /// The loop policy; `None` leaves it to the program.
    pub policy: Option<PolicyName>,
    /// Draws per second, as [`crate::time::DrawRate::per_second`] takes them: 0 draws on every pass.
    pub draw_rate: Option<f64>,
    /// The smoothing; `None` leaves it to the program.
    pub smoothing: Option<Smoothing>,
    /// What is logged; `None` leaves it to the program.
    pub log: Option<LevelFilter>,
    /// Show the frame rate.
    pub fps: bool,
    /// The program's own options and arguments.
    pub extra: ExtraValues,
}

/// What a command line comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed {
    /// Run with these options.
    Run(Options),
    /// Print this to standard output, and leave with exit code 0. Ends in a line feed.
    Help(String),
}

impl Options {
    /// Reads a command line, without the program's name in front. `about` is a sentence for the help, `extras`
    /// are the program's own options and arguments.
    ///
    /// # Errors
    /// The first option or argument that is not known, not in this version, or not given as it has to be.
    ///
    /// # Panics
    /// When an extra has the name of another option: a mistake in the program, not in its use.
    pub fn parse(
        program: &str,
        about: &str,
        extras: &[Extra],
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Parsed, UsageError> {
        extra::check(extras);
        let mut parser = lexopt::Parser::from_args(arguments);
        let mut options = Self::default();
        let mut seen = Vec::new();
        while let Some(argument) = parser.next().map_err(error::from_lexopt)? {
            match argument {
                Arg::Short('h') | Arg::Long("help") => {
                    return Ok(Parsed::Help(help::text(program, about, extras)));
                }
                Arg::Short(letter) => return Err(error::unknown(&format!("-{letter}"))),
                Arg::Value(value) => options.extra.push_positional(extras, value)?,
                Arg::Long(name) => {
                    let name = name.to_owned();
                    if seen.contains(&name) {
                        return Err(UsageError::new(&name, "given twice, allowed is once"));
                    }
                    options.take(extras, &name, &mut parser)?;
                    seen.push(name);
                }
            }
        }
        Ok(Parsed::Run(options))
    }

    /// Takes in the long option that the parser has just come to.
    fn take(
        &mut self,
        extras: &[Extra],
        name: &str,
        parser: &mut lexopt::Parser,
    ) -> Result<(), UsageError> {
        let mut value = || parser.value().map_err(error::from_lexopt);
        if let Some(known) = table::find(name) {
            let taken = match known.take {
                table::Take::Flag(set) => {
                    set(self);
                    Ok(())
                }
                table::Take::Value(_, set) => set(self, &value()?),
                table::Take::Absent(_, why) => Err(why.to_owned()),
            };
            return taken.map_err(|what| UsageError::new(name, what));
        }
        match extra::find(extras, name) {
            None => Err(error::unknown(&format!("--{name}"))),
            Some(extra) if extra.takes_value() => self.extra.set(extra, value()?),
            Some(extra) => {
                self.extra.raise(extra);
                Ok(())
            }
        }
    }

    /// Whether the program's own option without a value was given.
    pub fn flag(&self, name: &str) -> bool {
        self.extra.flag(name)
    }

    /// The value of the program's own option, if it was given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.extra.value(name).and_then(OsStr::to_str)
    }

    /// The value of the program's own option as a path, if it was given.
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.extra.value(name).map(Path::new)
    }

    /// The arguments that are no options, in order.
    pub fn positionals(&self) -> &[OsString] {
        self.extra.positionals()
    }

    /// The value of the program's own option as a decimal number, if it was given.
    ///
    /// # Errors
    /// It is not a decimal number, or not one that a `T` can be.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, UsageError> {
        let parse =
            |text: &OsStr| value::decimal(text).ok_or_else(|| value::got(text, "a decimal number"));
        self.parsed(name, parse)
    }

    /// The value of the program's own option as a decimal number within these bounds, if it was given.
    ///
    /// # Errors
    /// It is not a decimal number, or out of bounds.
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

    fn parsed<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&OsStr) -> Result<T, String>,
    ) -> Result<Option<T>, UsageError> {
        let parsed = self.extra.value(name).map(parse).transpose();
        parsed.map_err(|what| UsageError::new(name, what))
    }
}
