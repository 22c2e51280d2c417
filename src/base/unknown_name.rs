//! The error for a name that is not known.

use core::fmt;

/// Error for an unknown name: of a loop policy, a smoothing, a key, a button or a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The unknown name.
    pub name: String,
    /// Kind of name that was expected, such as `loop policy`.
    pub what: &'static str,
    /// The known names, or some of them.
    pub expected: &'static str,
}

impl UnknownName {
    pub(crate) fn new(what: &'static str, name: &str, expected: &'static str) -> Self {
        let name = name.to_owned();
        Self {
            name,
            what,
            expected,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            what,
            expected,
        } = self;
        write!(f, "unknown {what} {name:?}, expected {expected}")
    }
}

impl core::error::Error for UnknownName {}
