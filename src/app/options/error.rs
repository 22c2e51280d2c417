//! Errors that the parser of the command line reports.

use super::extra::Extra;
use super::parse::{COMMON, HELP};
use super::value::got;
use crate::base::nearest::nearest;
use crate::base::printable::cut;
use crate::base::usage_error::UsageError;

/// Returns the error for an option that does not exist, given as its dashes and its name.
pub(super) fn unknown(dashes: &str, name: &str, extras: &[Extra]) -> UsageError {
    let own = extras.iter().filter(|extra| !extra.is_positional());
    let names = COMMON.iter().chain(own).map(|extra| extra.name);
    let what = match nearest(name, names.chain([HELP])) {
        Some(meant) => format!("no such option, did you mean --{meant}?"),
        None => "no such option".to_owned(),
    };
    UsageError {
        option: format!("{dashes}{}", cut(name)),
        what,
    }
}

/// Converts an error of the parser library: an option without its value, or a flag with one.
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
