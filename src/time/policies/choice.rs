//! The choice of a loop policy: one of the engine's, or the game's own.

use core::fmt;
use std::sync::Arc;

use super::guarded::{GuardedPolicy, MakePolicy};
use super::policy::LoopPolicy;
use super::settings::{PolicyError, PolicySettings};
use crate::time::StepRate;

/// A loop policy that a game has chosen: one of the engine's, or its own. Defaults to
/// [`PolicySettings::INTERPOLATED`]. Two policies of a game's own are equal if they are copies of the same choice.
#[derive(Clone)]
pub struct PolicyChoice(Choice);

#[derive(Clone)]
enum Choice {
    Settings(PolicySettings),
    Own(Arc<MakePolicy>),
}

impl PolicyChoice {
    /// Returns a choice of the game's own policy. `make` is called with the game's step rate whenever the policy starts.
    pub fn own<P: LoopPolicy + 'static>(
        make: impl Fn(StepRate) -> P + Send + Sync + 'static,
    ) -> Self {
        Self(Choice::Own(Arc::new(move |rate| Box::new(make(rate)))))
    }

    /// Returns the settings of one of the engine's policies. `None` for a policy of the game's own.
    pub fn settings(&self) -> Option<PolicySettings> {
        match self.0 {
            Choice::Settings(settings) => Some(settings),
            Choice::Own(_) => None,
        }
    }

    /// Returns the policy for a game with this step rate. A policy of the game's own is guarded: if it fails, the
    /// default policy goes on.
    ///
    /// # Errors
    /// The settings are out of range.
    pub fn build(&self, rate: StepRate) -> Result<Box<dyn LoopPolicy>, PolicyError> {
        match &self.0 {
            Choice::Settings(settings) => settings.build(rate),
            Choice::Own(make) => Ok(Box::new(GuardedPolicy::new(make, rate))),
        }
    }

    /// Returns the choice without limits to catching up: see [`PolicySettings::never_late`]. A policy of the game's own
    /// stays as it is.
    pub(crate) fn never_late(self) -> Self {
        match self.0 {
            Choice::Settings(settings) => settings.never_late().into(),
            Choice::Own(_) => self,
        }
    }
}

impl From<PolicySettings> for PolicyChoice {
    fn from(settings: PolicySettings) -> Self {
        Self(Choice::Settings(settings))
    }
}

impl Default for PolicyChoice {
    fn default() -> Self {
        PolicySettings::default().into()
    }
}

impl PartialEq for PolicyChoice {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Choice::Settings(one), Choice::Settings(other)) => one == other,
            (Choice::Own(one), Choice::Own(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl fmt::Debug for PolicyChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Choice::Settings(settings) => settings.fmt(f),
            Choice::Own(_) => f.write_str("Own"),
        }
    }
}
