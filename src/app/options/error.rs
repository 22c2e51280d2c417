//! What is wrong with a command line, in one line.

use core::fmt;
use std::ffi::OsStr;

use super::value::got;

/// What is wrong with a command line. Shown as `--option: what is wrong, what is allowed; see --help`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// The option, with its dashes, or the argument's name.
    pub option: String,
    /// What is wrong with it, and what is allowed.
    pub what: String,
}

impl UsageError {
    /// A fault in the option of this name, given without dashes. For a program's own rules.
    pub fn new(name: &str, what: impl Into<String>) -> Self {
        Self {
            option: format!("--{name}"),
            what: what.into(),
        }
    }

    /// An argument that has to be there, and is not.
    pub fn missing(argument: &str) -> Self {
        Self {
            option: argument.to_owned(),
            what: "is missing".to_owned(),
        }
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; see --help", self.option, self.what)
    }
}

impl core::error::Error for UsageError {}

/// `option` with its dashes.
pub(super) fn unknown(option: &str) -> UsageError {
    UsageError {
        option: option.to_owned(),
        what: "no such option".to_owned(),
    }
}

/// An argument that is one too many, where these are allowed.
pub(super) fn surplus(argument: &OsStr, allowed: &[&str]) -> UsageError {
    let allowed = match allowed {
        [] => "no argument besides options".to_owned(),
        names => format!("only {}", names.join(" ")),
    };
    UsageError {
        option: "argument".to_owned(),
        what: got(argument, &allowed),
    }
}

/// The faults that the parser itself finds: an option without its value, a flag with one.
pub(super) fn from_lexopt(error: lexopt::Error) -> UsageError {
    let (option, what) = match error {
        lexopt::Error::MissingValue {
            option: Some(option),
        } => (option, "its value is missing".to_owned()),
        lexopt::Error::UnexpectedValue { option, value } => (option, got(&value, "no value")),
        other => ("argument".to_owned(), other.to_string()),
    };
    UsageError { option, what }
}
