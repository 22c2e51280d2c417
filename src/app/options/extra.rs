//! Options and arguments that a program adds to those that all take.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::error::{UsageError, surplus};
use super::table;
use super::value::got;

/// An option or argument of the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Without dashes.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) help: &'static str,
}

/// Values have a name for the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Flag,
    Text(&'static str),
    Path(&'static str),
    Positional,
}

impl Extra {
    /// An option without a value: `--name`.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Flag,
            help,
        }
    }

    /// An option with a value, which has to be UTF-8: `--name VALUE`. `value` names it in the help.
    pub const fn value(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Text(value),
            help,
        }
    }

    /// An option with a path, which is taken as it is: `--name PATH`. `value` names it in the help.
    pub const fn path(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Path(value),
            help,
        }
    }

    /// An argument that is no option, taken as it is. It may be left out; a program that needs it answers
    /// with [`UsageError::missing`].
    pub const fn positional(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Positional,
            help,
        }
    }

    pub(super) fn is_positional(&self) -> bool {
        self.kind == Kind::Positional
    }

    pub(super) fn takes_value(&self) -> bool {
        matches!(self.kind, Kind::Text(_) | Kind::Path(_))
    }
}

/// What was given of the program's own options and arguments. Read through [`super::Options`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraValues {
    /// By name; `None` is a flag.
    given: BTreeMap<&'static str, Option<OsString>>,
    positionals: Vec<OsString>,
}

impl ExtraValues {
    pub(super) fn raise(&mut self, extra: &Extra) {
        self.given.insert(extra.name, None);
    }

    pub(super) fn set(&mut self, extra: &Extra, value: OsString) -> Result<(), UsageError> {
        if matches!(extra.kind, Kind::Text(_)) && value.to_str().is_none() {
            return Err(UsageError::new(extra.name, got(&value, "UTF-8 text")));
        }
        self.given.insert(extra.name, Some(value));
        Ok(())
    }

    pub(super) fn push_positional(
        &mut self,
        extras: &[Extra],
        value: OsString,
    ) -> Result<(), UsageError> {
        let places = extras.iter().filter(|extra| extra.is_positional());
        let names: Vec<_> = places.map(|extra| extra.name).collect();
        if self.positionals.len() >= names.len() {
            return Err(surplus(&value, &names));
        }
        self.positionals.push(value);
        Ok(())
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    pub(super) fn value(&self, name: &str) -> Option<&OsStr> {
        self.given.get(name)?.as_deref()
    }

    pub(super) fn positionals(&self) -> &[OsString] {
        &self.positionals
    }
}

/// The option of this name, given without dashes.
pub(super) fn find<'a>(extras: &'a [Extra], name: &str) -> Option<&'a Extra> {
    extras
        .iter()
        .find(|extra| extra.name == name && !extra.is_positional())
}

/// Panics where a name is taken, by the table or by another extra.
pub(super) fn check(extras: &[Extra]) {
    for (index, extra) in extras.iter().enumerate() {
        let name = extra.name;
        let known = table::find(name).is_some() || name == table::HELP;
        assert!(!known, "every program takes --{name}: choose another name");
        let twice = extras[..index].iter().any(|other| other.name == name);
        assert!(!twice, "the program has two extras named {name}");
    }
}
