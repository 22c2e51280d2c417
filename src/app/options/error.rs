//! Errors in the use of a command line, each one line of text.

use core::fmt;

use super::extra::Extra;
use super::parse::{COMMON, HELP};
use super::value::got;
use crate::base::nearest::nearest;
use crate::base::printable::cut;

/// An invalid command line. Displayed as `--option: what is wrong, what is allowed; see --help`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// The option, with its dashes, or the argument's name.
    pub option: String,
    /// What is wrong with it, and what is allowed.
    pub what: String,
}

impl UsageError {
    /// Returns an error in the option of this name, which is given without dashes. For a program's own rules.
    pub fn new(name: &str, what: impl Into<String>) -> Self {
        Self {
            option: format!("--{name}"),
            what: what.into(),
        }
    }

    /// Returns the error of a required argument that was not given.
    pub fn missing(argument: &str) -> Self {
        Self {
            option: argument.to_owned(),
            what: "is missing".to_owned(),
        }
    }

    /// Returns the error of an option that does not exist, given as its dashes and its name.
    pub(super) fn unknown(dashes: &str, name: &str, extras: &[Extra]) -> Self {
        let own = extras.iter().filter(|extra| !extra.is_positional());
        let names = COMMON.iter().chain(own).map(|extra| extra.name);
        let meant = nearest(name, names.chain([HELP]));
        let what = match meant {
            Some(meant) => format!("no such option, did you mean --{meant}?"),
            None => "no such option".to_owned(),
        };
        Self {
            option: format!("{dashes}{}", cut(name)),
            what,
        }
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; see --help", self.option, self.what)
    }
}

impl core::error::Error for UsageError {}

/// Converts an error that the parser itself finds: an option without its value, or a flag with one.
pub(super) fn from_lexopt(error: lexopt::Error) -> UsageError {
    let (option, what) = match error {
        lexopt::Error::MissingValue {
            option: Some(option),
        } => (option, "its value is missing".to_owned()),
        lexopt::Error::UnexpectedValue { option, value } => {
            (cut(&option).into_owned(), got(&value, "no value"))
        }
        other => ("argument".to_owned(), other.to_string()),
    };
    UsageError { option, what }
}
