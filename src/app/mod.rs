//! The way in: what the command line asks for.

mod options;

pub use options::{
    Backend, Extra, ExtraValues, Options, Parsed, PolicyName, UnknownName, UsageError,
};
