//! The loop policies, described once: what a game or a command line asks for.

use super::fixed_step::{DrawRate, FixedStep};
use super::policy::LoopPolicy;
use super::rate::StepRate;

/// A loop policy and its parameters. The step rate belongs to the game. Defaults to [`PolicySettings::INTERPOLATED`].
///
/// No policy changes what the steps compute, only when they run.
///
/// ```
/// use core::time::Duration;
/// use damselfly::time::{Action, DrawRate, PolicySettings, StepRate};
///
/// let settings = PolicySettings::Fixed {
///     draw_rate: DrawRate::per_second(50.0)?,
///     max_updates: 5,
/// };
/// let mut policy = settings.build(StepRate::per_second(100.0)?);
/// // Nothing is due at the start; the first step is due after 10 ms.
/// assert_eq!(policy.next(Duration::ZERO), Action::Wait(Duration::from_millis(10)));
/// assert_eq!(policy.next(Duration::from_millis(10)), Action::Update { dt: 1.0 });
/// # Ok::<(), damselfly::time::RateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicySettings {
    /// Fixed steps, and a draw on every pass, between the last two steps. Never sleeps: the display paces it.
    Interpolated {
        /// The largest number of steps in one pass, 5 by default; 0 counts as 1. What a pass has no room for is kept
        /// for the next one.
        max_updates: u32,
        /// Whether to yield to other threads after each draw.
        yields: bool,
    },
    /// Fixed steps at one rate, draws at another. Sleeps when neither is due.
    Fixed {
        /// How often to draw when no step was due; every step is drawn anyway.
        draw_rate: DrawRate,
        /// The largest number of steps in one pass, 5 in [`PolicySettings::FIXED`]; 0 counts as 1. What a pass has no
        /// room for is kept for the next one.
        max_updates: u32,
    },
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self::INTERPOLATED
    }
}

impl PolicySettings {
    /// The interpolated policy, with at most 5 steps in a pass and no yield. The default.
    pub const INTERPOLATED: Self = Self::Interpolated {
        max_updates: 5,
        yields: false,
    };

    /// The fixed policy, drawing on every pass, with at most 5 steps in a pass.
    pub const FIXED: Self = Self::Fixed {
        draw_rate: DrawRate::EveryPass,
        max_updates: 5,
    };

    /// Returns the policy for a game of this step rate.
    pub fn build(self, rate: StepRate) -> Box<dyn LoopPolicy> {
        Box::new(match self {
            Self::Interpolated {
                max_updates,
                yields,
            } => FixedStep::interpolated(rate, max_updates, yields),
            Self::Fixed {
                draw_rate,
                max_updates,
            } => FixedStep::fixed(rate, draw_rate, max_updates),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_make_the_policy_that_they_name() {
        let name = |settings: PolicySettings| settings.build(StepRate::SIXTY).name();
        assert_eq!(name(PolicySettings::default()), "interpolated");
        assert_eq!(name(PolicySettings::FIXED), "fixed");
    }
}
