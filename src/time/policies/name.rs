//! Names of the policies, for options, statistics and files.

use core::fmt;
use core::str::FromStr;

use super::settings::PolicySettings;
use crate::time::UnknownName;

/// A loop policy that can be chosen by name. [`PolicySettings`] describes each one.
///
/// ```
/// use damselfly::time::{PolicyName, PolicySettings};
///
/// assert_eq!("paced".parse(), Ok(PolicyName::Paced));
/// assert_eq!(PolicyName::Fixed.settings(), PolicySettings::FIXED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyName {
    /// [`PolicySettings::Variable`].
    Variable,
    /// [`PolicySettings::Interpolated`].
    Interpolated,
    /// [`PolicySettings::Fixed`].
    Fixed,
    /// [`PolicySettings::Paced`].
    Paced,
    /// [`PolicySettings::Elastic`].
    Elastic,
}

impl PolicyName {
    /// All policies, in order.
    pub const ALL: [Self; 5] = [
        Self::Variable,
        Self::Interpolated,
        Self::Fixed,
        Self::Paced,
        Self::Elastic,
    ];

    /// All names, for messages.
    pub(crate) const NAMES: &'static str = "variable, interpolated, fixed, paced or elastic";

    /// Returns the name, which `FromStr` accepts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variable => "variable",
            Self::Interpolated => "interpolated",
            Self::Fixed => "fixed",
            Self::Paced => "paced",
            Self::Elastic => "elastic",
        }
    }

    /// Returns the policy with its default parameters.
    pub const fn settings(self) -> PolicySettings {
        match self {
            Self::Variable => PolicySettings::VARIABLE,
            Self::Interpolated => PolicySettings::INTERPOLATED,
            Self::Fixed => PolicySettings::FIXED,
            Self::Paced => PolicySettings::PACED,
            Self::Elastic => PolicySettings::ELASTIC,
        }
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PolicyName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name() == name)
            .ok_or_else(|| UnknownName::new("loop policy", name, Self::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::StepRate;

    #[test]
    fn policies_are_found_by_their_names_only() {
        for policy in PolicyName::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
            assert!(PolicyName::NAMES.contains(policy.name()));
            assert!(policy.settings().build(StepRate::SIXTY).is_ok());
        }
        let error = "Fixed".parse::<PolicyName>().unwrap_err();
        assert!(error.to_string().contains("\"Fixed\", expected variable, "));
    }
}
