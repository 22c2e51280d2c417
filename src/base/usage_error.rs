//! The error of an invalid command line.

use core::fmt;

/// An invalid command line. Displayed as `--option: what is wrong, what is expected; see --help`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// The option, with its dashes, or the argument's name.
    pub option: String,
    /// The mistake, and the expected value.
    pub what: String,
}

impl UsageError {
    /// Returns an error about the option `name`, given without dashes. For a program's own rules.
    pub fn new(name: &str, what: impl Into<String>) -> Self {
        Self {
            option: format!("--{name}"),
            what: what.into(),
        }
    }

    /// Returns the error for a required argument that is missing.
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
