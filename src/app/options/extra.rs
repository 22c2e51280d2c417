//! A program's own options and arguments, in addition to the common ones.
//!
//! The engine's own options have the same type, so that parser and help treat both alike.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::value::got;
use crate::base::usage_error::UsageError;

/// An option or argument of a program. Declared as a constant, given to
/// [`App::from_args_with`](crate::app::App::from_args_with), read through [`Options`](super::Options).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Name without dashes.
    pub(super) name: &'static str,
    kind: Kind,
    /// Description for the help. May have line feeds.
    pub(super) help: &'static str,
}

/// Form of an option or argument. An option with a value stores the name that the help shows for the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Flag,
    Text(&'static str),
    Path(&'static str),
    Positional,
}

impl Extra {
    const fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Self { name, kind, help }
    }

    /// Declares an option without a value: `--name`.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Flag, help)
    }

    /// Declares an option with a value in UTF-8: `--name VALUE`. `value` is its name in the help.
    pub const fn value(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Text(value), help)
    }

    /// Declares an option with a path, which may contain invalid UTF-8: `--name PATH`. `value` is its name in the help.
    pub const fn path(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Path(value), help)
    }

    /// Declares a positional argument, which may contain invalid UTF-8. It is optional; a program that requires it
    /// reports [`UsageError::missing`].
    pub const fn positional(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Positional, help)
    }

    /// Returns the option of this name, given without dashes.
    pub(super) fn find<'a>(extras: &'a [Self], name: &str) -> Option<&'a Self> {
        let mut options = extras.iter().filter(|extra| !extra.is_positional());
        options.find(|extra| extra.name == name)
    }

    /// Returns whether this is a positional argument.
    pub(super) fn is_positional(&self) -> bool {
        self.kind == Kind::Positional
    }

    /// Returns whether this is an option with a value.
    pub(super) fn takes_value(&self) -> bool {
        matches!(self.kind, Kind::Text(_) | Kind::Path(_))
    }

    /// Returns the form of the option or argument on a command line, for the help.
    pub(super) fn usage(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Flag => format!("--{name}"),
            Kind::Text(value) | Kind::Path(value) => format!("--{name} {value}"),
            Kind::Positional => name.to_owned(),
        }
    }
}

/// The program's own options and arguments that were given. Read through [`Options`](super::Options).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraValues {
    /// Options by name; flags have no value.
    given: BTreeMap<String, Option<OsString>>,
    /// Positional arguments in order.
    pub(super) positionals: Vec<OsString>,
}

impl ExtraValues {
    /// Stores the value of an option, or that a flag was given.
    pub(super) fn set(&mut self, extra: &Extra, value: Option<OsString>) -> Result<(), UsageError> {
        // The text is checked here, while the player can be informed, not when the game reads the value.
        if let (Some(text), Kind::Text(_)) = (&value, extra.kind)
            && text.to_str().is_none()
        {
            return Err(UsageError::new(extra.name, got(text, "UTF-8 text")));
        }
        self.given.insert(extra.name.to_owned(), value);
        Ok(())
    }

    /// Stores a positional argument. Fails if all positional arguments that the program declares have been given
    /// already.
    pub(super) fn push_positional(
        &mut self,
        extras: &[Extra],
        value: OsString,
    ) -> Result<(), UsageError> {
        let places = extras.iter().filter(|extra| extra.is_positional());
        let names: Vec<_> = places.map(|extra| extra.name).collect();
        if self.positionals.len() >= names.len() {
            let allowed = match &names[..] {
                [] => "no argument besides options".to_owned(),
                names => format!("only {}", names.join(" ")),
            };
            return Err(UsageError {
                option: "argument".to_owned(),
                what: got(&value, &allowed),
            });
        }
        self.positionals.push(value);
        Ok(())
    }

    /// Returns the options and arguments as on a command line, each as one argument. Values that are not UTF-8 are left
    /// out.
    pub(in crate::app) fn arguments(&self) -> Vec<String> {
        let option = |(name, value): (&String, &Option<OsString>)| match value {
            Some(value) => Some(format!("--{name}={}", value.to_str()?)),
            None => Some(format!("--{name}")),
        };
        let options = self.given.iter().filter_map(option);
        let positionals = self.positionals.iter().filter_map(|one| one.to_str());
        options.chain(positionals.map(str::to_owned)).collect()
    }

    /// Reverses [`ExtraValues::arguments`].
    pub(in crate::app) fn from_arguments(arguments: &[String]) -> Self {
        let mut values = Self::default();
        for argument in arguments {
            match argument.strip_prefix("--") {
                Some(option) => {
                    let (name, value) = match option.split_once('=') {
                        Some((name, value)) => (name, Some(value.into())),
                        None => (option, None),
                    };
                    values.given.insert(name.to_owned(), value);
                }
                None => values.positionals.push(argument.into()),
            }
        }
        values
    }

    /// Returns whether the option of this name was given.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Returns the value of the option of this name, if it was given and has one.
    pub(super) fn value(&self, name: &str) -> Option<&OsStr> {
        self.given.get(name)?.as_deref()
    }
}
