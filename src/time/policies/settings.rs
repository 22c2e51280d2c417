//! The loop policies, described once: what a game or a command line asks for.

use core::fmt;
use core::time::Duration;

use super::elastic::ElasticStep;
use super::fixed_step::{DrawRate, FixedStep};
use super::name::PolicyName;
use super::paced::PacedStep;
use super::policy::LoopPolicy;
use super::variable::VariableStep;
use crate::time::StepRate;

/// A loop policy and its parameters. The step rate belongs to the game: no policy changes it. Defaults to
/// [`PolicySettings::INTERPOLATED`].
///
/// No policy changes what a step computes. Those with a fixed step (interpolated, fixed, paced, and elastic with equal
/// deltas) take the same steps, at other times; the others take steps of other lengths.
///
/// Each policy keeps the time that it has not stepped yet as its backlog, and drops none, but for the elastic one, which
/// counts it. `docs/loops.md` shows what they do in the same situation.
///
/// ```
/// use core::time::Duration;
/// use damselfly::time::{Action, DrawRate, PolicySettings, StepRate};
///
/// let settings = PolicySettings::Fixed {
///     draw_rate: DrawRate::per_second(50.0)?,
///     max_updates: 5,
/// };
/// let mut policy = settings.build(StepRate::per_second(100.0)?)?;
/// // Nothing is due at the start; the first step is due after 10 ms.
/// assert_eq!(policy.next(Duration::ZERO), Action::Wait(Duration::from_millis(10)));
/// assert_eq!(policy.next(Duration::from_millis(10)), Action::Update { dt: 1.0 });
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicySettings {
    /// One step on every pass, as long as the time since the one before, and then a draw. Never sleeps: the display
    /// paces it. Replays need the length of each step.
    Variable {
        /// The longest step. Defaults to 0.1 s; shorter than 1 ms is an error. What a step cannot hold is left to the
        /// next one.
        max_elapsed: Duration,
    },
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
    /// A fixed step and a draw in each period, which begins when the one before it has passed, and sleep for the rest of
    /// it. A late pass does not shorten the sleep of later ones: once late passes add up to a period, a step is taken
    /// without a draw. For step rates from 1 to 1000 per second; others are an error.
    Paced {
        /// The largest number of steps without a draw in one pass, 5 by default; any number. What a pass has no room for
        /// is kept for the next one.
        max_frame_skips: u32,
        /// The number of passes without sleep after which to yield to other threads, 16 by default; 0 counts as 1.
        no_delays_per_yield: u32,
    },
    /// Steps from a shortest to a longest length, a draw when none is due, and sleep until the next is. A game that is
    /// too late gives up catching up.
    ///
    /// From 0 to infinity, they are plain delta time; equal lengths are a fixed rate.
    Elastic {
        /// The length of the shortest step, in nominal steps: finite, at least 0 and not above `max_delta`, else an
        /// error. Defaults to 1. Rounded to 1/1 048 576 of a step.
        min_delta: f32,
        /// The length of the longest step, in nominal steps: above 0, and may be infinite, else an error. Defaults to 1.
        /// Rounded as the shortest.
        max_delta: f32,
        /// A game that is later than this after a step takes the next one from now on, and the whole backlog is dropped
        /// and counted. Defaults to 0.5 s. With 0 it slows down instead of ever catching up.
        max_update_delay: Duration,
        /// A draw is forced after this many steps without one, 6 by default. With 0 every step is drawn.
        max_draw_delay: u32,
    },
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self::INTERPOLATED
    }
}

/// The shortest that a variable policy's longest step may be.
const MIN_ELAPSED: Duration = Duration::from_millis(1);

impl PolicySettings {
    /// The variable policy, with steps of at most 0.1 s.
    pub const VARIABLE: Self = Self::Variable {
        max_elapsed: Duration::from_millis(100),
    };

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

    /// The paced policy, with at most 5 draws skipped in a row, and a yield after 16 passes without sleep.
    pub const PACED: Self = Self::Paced {
        max_frame_skips: 5,
        no_delays_per_yield: 16,
    };

    /// The elastic policy with a fixed step, at most half a second late, and drawn after 6 steps at the latest.
    pub const ELASTIC: Self = Self::Elastic {
        min_delta: 1.0,
        max_delta: 1.0,
        max_update_delay: Duration::from_millis(500),
        max_draw_delay: 6,
    };

    /// Returns the policy for a clock that stands while the game catches up: without a limit to how far it does.
    pub(crate) fn never_late(self) -> Self {
        match self {
            Self::Paced {
                no_delays_per_yield,
                ..
            } => Self::Paced {
                max_frame_skips: u32::MAX,
                no_delays_per_yield,
            },
            Self::Elastic {
                min_delta,
                max_delta,
                max_draw_delay,
                ..
            } => Self::Elastic {
                min_delta,
                max_delta,
                max_update_delay: Duration::MAX,
                max_draw_delay,
            },
            // They drop no time.
            Self::Variable { .. } | Self::Interpolated { .. } | Self::Fixed { .. } => self,
        }
    }

    /// Returns the policy's name.
    pub const fn name(self) -> PolicyName {
        match self {
            Self::Variable { .. } => PolicyName::Variable,
            Self::Interpolated { .. } => PolicyName::Interpolated,
            Self::Fixed { .. } => PolicyName::Fixed,
            Self::Paced { .. } => PolicyName::Paced,
            Self::Elastic { .. } => PolicyName::Elastic,
        }
    }

    /// Returns whether every step is exactly one nominal step long, so that every such policy plays the same game.
    pub fn has_fixed_step(self) -> bool {
        match self {
            Self::Variable { .. } => false,
            Self::Interpolated { .. } | Self::Fixed { .. } | Self::Paced { .. } => true,
            Self::Elastic {
                min_delta,
                max_delta,
                ..
            } => min_delta == 1.0 && max_delta == 1.0,
        }
    }

    /// Returns the policy for a game of this step rate.
    ///
    /// # Errors
    /// A parameter is out of range, or the step rate is not one for this policy: see the variants.
    pub fn build(self, rate: StepRate) -> Result<Box<dyn LoopPolicy>, PolicyError> {
        Ok(match self {
            Self::Variable { max_elapsed } => {
                if max_elapsed < MIN_ELAPSED {
                    return Err(PolicyError::MaxElapsed(max_elapsed));
                }
                Box::new(VariableStep::new(rate, max_elapsed))
            }
            Self::Interpolated {
                max_updates,
                yields,
            } => Box::new(FixedStep::interpolated(rate, max_updates, yields)),
            Self::Fixed {
                draw_rate,
                max_updates,
            } => Box::new(FixedStep::fixed(rate, draw_rate, max_updates)),
            Self::Paced {
                max_frame_skips,
                no_delays_per_yield,
            } => {
                if rate.as_f64() < 1.0 {
                    return Err(PolicyError::PacedRate(rate));
                }
                Box::new(PacedStep::new(rate, max_frame_skips, no_delays_per_yield))
            }
            Self::Elastic {
                min_delta,
                max_delta,
                max_update_delay,
                max_draw_delay,
            } => {
                let deltas = [min_delta, max_delta];
                let is_range = min_delta.is_finite() && 0.0 <= min_delta && min_delta <= max_delta;
                if !is_range || max_delta <= 0.0 {
                    return Err(PolicyError::Deltas(deltas));
                }
                let step = ElasticStep::new(rate, deltas, max_update_delay, max_draw_delay);
                Box::new(step)
            }
        })
    }
}

/// The error of a loop policy whose parameters are out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The variable policy's `max_elapsed` is too short.
    MaxElapsed(Duration),
    /// The paced policy cannot keep this step rate.
    PacedRate(StepRate),
    /// The elastic policy's `min_delta` and `max_delta`, 0 to infinity, are not a range.
    Deltas([f32; 2]),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxElapsed(given) => write!(
                f,
                "loop policy variable: max_elapsed is {given:?}, allowed is at least {MIN_ELAPSED:?}"
            ),
            Self::PacedRate(rate) => write!(
                f,
                "loop policy paced: its step rate is {rate}, allowed are 1 to 1000; choose another policy"
            ),
            Self::Deltas([min, max]) => write!(
                f,
                "loop policy elastic: steps are from {min} to {max}, allowed is from a finite number, at least 0, to one \
                 that is above 0 and not below it"
            ),
        }
    }
}

impl core::error::Error for PolicyError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(settings: PolicySettings) -> String {
        settings.build(StepRate::SIXTY).unwrap_err().to_string()
    }

    fn elastic(min_delta: f32, max_delta: f32) -> PolicySettings {
        PolicySettings::Elastic {
            min_delta,
            max_delta,
            max_update_delay: Duration::ZERO,
            max_draw_delay: 0,
        }
    }

    #[test]
    fn a_policy_with_parameters_out_of_range_is_an_error_that_names_them() {
        let max_elapsed = Duration::from_micros(999);
        let short = error(PolicySettings::Variable { max_elapsed });
        assert!(short.contains("999µs, allowed is at least 1ms"), "{short}");
        for (min, max) in [
            (2.0, 1.0),
            (-1.0, 1.0),
            (0.0, 0.0),
            (f32::NAN, 1.0),
            (0.0, f32::NAN),
            (f32::INFINITY, f32::INFINITY),
        ] {
            let message = error(elastic(min, max));
            assert!(
                message.contains(&format!("from {min} to {max}")),
                "{message}"
            );
        }
        for (min, max) in [(0.0, f32::INFINITY), (1e-9, 1e-9), (0.5, 2.0)] {
            assert!(elastic(min, max).build(StepRate::SIXTY).is_ok());
        }
    }

    #[test]
    fn a_paced_loop_takes_1_to_1000_steps_a_second() {
        let build = |rate: f64| PolicySettings::PACED.build(StepRate::per_second(rate).unwrap());
        assert!(build(1.0).is_ok() && build(1000.0).is_ok());
        let message = build(0.999).unwrap_err().to_string();
        assert!(message.contains("0.999 per second"), "{message}");
    }

    #[test]
    fn only_policies_whose_steps_are_all_one_nominal_step_play_the_same_game() {
        let fixed = PolicyName::ALL.map(|policy| policy.settings().has_fixed_step());
        assert_eq!(fixed, [false, true, true, true, true]);
        assert!(!elastic(0.5, 0.5).has_fixed_step() && !elastic(0.0, 1.0).has_fixed_step());
    }
}
