//! What can be chosen by name.

use core::fmt;
use core::str::FromStr;

/// What draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// The GPU, or the software backend where there is no usable one. The default.
    #[default]
    Auto,
    /// The GPU, or nothing.
    Gpu,
    /// The software backend.
    Software,
}

impl Backend {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Gpu, Self::Software];

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Software => "software",
        }
    }
}

/// A loop policy of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyName {
    /// [`crate::time::PolicySettings::Interpolated`].
    Interpolated,
    /// [`crate::time::PolicySettings::Fixed`].
    Fixed,
}

impl PolicyName {
    /// All of them, in order.
    pub const ALL: [Self; 2] = [Self::Interpolated, Self::Fixed];

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interpolated => "interpolated",
            Self::Fixed => "fixed",
        }
    }
}

/// A name that none of the choices has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was asked for.
    pub name: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {:?} to choose", self.name)
    }
}

impl core::error::Error for UnknownName {}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| UnknownName { name: name.into() })
    }
}

impl FromStr for PolicyName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| UnknownName { name: name.into() })
    }
}
