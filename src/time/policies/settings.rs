//! Settings of the loop policies, as games and command lines choose them.

use core::fmt;
use core::time::Duration;

use super::elastic::ElasticStep;
use super::fixed_step::{DrawRate, FixedStep};
use super::paced::PacedStep;
use super::policy::LoopPolicy;
use super::variable::VariableStep;
use crate::time::StepRate;

/// A loop policy and its parameters. Policies do not change the step rate, which belongs to the game. Defaults to
/// [`PolicySettings::INTERPOLATED`].
///
/// Policies do not change what a step computes. Those with a fixed step (interpolated, fixed, paced, and elastic with
/// equal deltas) take the same steps at different times. The others take steps of different lengths.
///
/// Each policy keeps time that is not stepped yet as its backlog. Only the elastic policy drops time, and counts it.
/// `docs/loops.md` compares the policies in the same situation.
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
    /// One step on every pass, as long as the time since the last one, then a draw. Never sleeps: the display paces it.
    /// Replays need the length of each step.
    Variable {
        /// Maximum length of a step. Defaults to 0.1 s; shorter than 1 ms is an error. The next step gets the rest.
        max_elapsed: Duration,
    },
    /// Fixed steps, and a draw on every pass, interpolated between the last two steps. Never sleeps: the display paces
    /// it.
    Interpolated {
        /// Maximum number of steps in one pass, 5 by default; 0 counts as 1. Further steps stay for the next pass.
        max_updates: u32,
        /// Whether to yield to other threads after each draw.
        yields: bool,
    },
    /// Fixed steps at one rate, draws at another. Sleeps when neither is due.
    Fixed {
        /// Rate of draws while no step is due. The steps of a pass are always followed by a draw.
        draw_rate: DrawRate,
        /// Maximum number of steps in one pass, 5 in [`PolicySettings::FIXED`]; 0 counts as 1. Further steps stay for
        /// the next pass.
        max_updates: u32,
    },
    /// A fixed step and a draw in each period, then sleep for the rest of the period. A period begins when the previous
    /// one has passed. A late pass does not shorten the sleep of later ones: once late passes add up to a period, a
    /// step is taken without a draw. For step rates from 1 to 1000 per second; others are an error.
    Paced {
        /// Maximum number of steps without a draw in one pass, 5 by default. Any number is valid. Further steps stay
        /// for the next pass.
        max_frame_skips: u32,
        /// Number of passes without sleep after which to yield to other threads, 16 by default; 0 counts as 1.
        no_delays_per_yield: u32,
    },
    /// Steps from a minimum to a maximum length, a draw when none is due, and sleep until the next step. A game that is
    /// too late drops its backlog.
    ///
    /// A range from 0 to infinity gives plain delta time, up to 250 ms. Equal lengths give a fixed rate.
    Elastic {
        /// Minimum step length, in nominal steps: finite, at least 0 and not above `max_delta`, otherwise an error.
        /// Defaults to 1. Rounded to 1/1 048 576 of a step.
        min_delta: f32,
        /// Maximum step length, in nominal steps: above 0, and may be infinite, otherwise an error. Defaults to 1.
        /// Rounded like `min_delta`.
        max_delta: f32,
        /// Maximum delay after a step. Beyond it, the whole backlog is dropped and counted. Defaults to 0.5 s. With 0,
        /// the game slows down instead of catching up.
        max_update_delay: Duration,
        /// Maximum number of steps without a draw, 6 by default. With 0, every step is drawn.
        max_draw_delay: u32,
    },
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self::INTERPOLATED
    }
}

/// Minimum of a variable policy's `max_elapsed`.
const MIN_ELAPSED: Duration = Duration::from_millis(1);

impl PolicySettings {
    /// The variable policy, with steps of at most 0.1 s.
    pub const VARIABLE: Self = Self::Variable {
        max_elapsed: Duration::from_millis(100),
    };

    /// The interpolated policy, with at most 5 steps per pass and no yield. The default.
    pub const INTERPOLATED: Self = Self::Interpolated {
        max_updates: 5,
        yields: false,
    };

    /// The fixed policy, drawing on every pass, with at most 5 steps per pass.
    pub const FIXED: Self = Self::Fixed {
        draw_rate: DrawRate::EveryPass,
        max_updates: 5,
    };

    /// The paced policy, with at most 5 skipped draws in a row, and a yield after 16 passes without sleep.
    pub const PACED: Self = Self::Paced {
        max_frame_skips: 5,
        no_delays_per_yield: 16,
    };

    /// The elastic policy with a fixed step, at most half a second late, drawn at least every 6 steps.
    pub const ELASTIC: Self = Self::Elastic {
        min_delta: 1.0,
        max_delta: 1.0,
        max_update_delay: Duration::from_millis(500),
        max_draw_delay: 6,
    };

    /// Returns the policy without limits to catching up, for a simulated clock, which does not advance while the game
    /// catches up.
    pub(crate) fn never_late(mut self) -> Self {
        match &mut self {
            Self::Paced {
                max_frame_skips, ..
            } => *max_frame_skips = u32::MAX,
            Self::Elastic {
                max_update_delay, ..
            } => *max_update_delay = Duration::MAX,
            // The other policies neither drop time nor sleep while a step is due.
            Self::Variable { .. } | Self::Interpolated { .. } | Self::Fixed { .. } => {}
        }
        self
    }

    /// Returns the step rate of the policy without an app: 80 steps per second for the paced policy, as in Davison's
    /// loop, and 60 for the others. In an app, the game's rate holds.
    pub const fn default_rate(self) -> StepRate {
        match self {
            Self::Paced { .. } => StepRate::EIGHTY,
            _ => StepRate::SIXTY,
        }
    }

    /// Returns the policy for a game with this step rate; `None` means [`PolicySettings::default_rate`].
    ///
    /// # Errors
    /// Fails if a parameter is out of range, or if the policy does not support the step rate: see the variants.
    pub fn build(
        self,
        rate: impl Into<Option<StepRate>>,
    ) -> Result<Box<dyn LoopPolicy>, PolicyError> {
        let rate = rate.into().unwrap_or(self.default_rate());
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

/// Error for a loop policy with parameters out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The variable policy's `max_elapsed` is too short.
    MaxElapsed(Duration),
    /// The paced policy does not support this step rate.
    PacedRate(StepRate),
    /// The elastic policy's `min_delta` and `max_delta` are not a range between 0 and infinity.
    Deltas([f32; 2]),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxElapsed(given) => write!(
                f,
                "loop policy variable: expected a max_elapsed of at least {MIN_ELAPSED:?}, got {given:?}"
            ),
            Self::PacedRate(rate) => write!(
                f,
                "loop policy paced: expected a step rate from 1 to 1000 per second, got {rate}; choose another policy"
            ),
            Self::Deltas([min, max]) => write!(
                f,
                "loop policy elastic: expected a finite min_delta of at least 0, and a max_delta above 0 and not below it, \
                 got {min} and {max}"
            ),
        }
    }
}

impl core::error::Error for PolicyError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Action;

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
    fn errors_name_the_parameters_that_are_out_of_range() {
        let max_elapsed = Duration::from_micros(999);
        let short = error(PolicySettings::Variable { max_elapsed });
        assert!(short.contains("at least 1ms, got 999µs"), "{short}");
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
                message.contains(&format!("got {min} and {max}")),
                "{message}"
            );
        }
        for (min, max) in [(0.0, f32::INFINITY), (1e-9, 1e-9), (0.5, 2.0)] {
            assert!(elastic(min, max).build(StepRate::SIXTY).is_ok());
        }
    }

    #[test]
    fn a_policy_without_an_app_has_a_rate_of_its_own() {
        let updates = |settings: PolicySettings| {
            let mut policy = settings.build(None).unwrap();
            let (mut now, mut updates) = (Duration::ZERO, 0);
            for _ in 0..30_000 {
                match policy.next(now) {
                    Action::Update { .. } => updates += 1,
                    Action::Draw(_) => now += Duration::from_millis(1),
                    Action::Wait(time) => now += time,
                }
                if now > Duration::from_secs(10) {
                    break;
                }
            }
            updates
        };
        assert!((799..=801).contains(&updates(PolicySettings::PACED)));
        assert!((599..=601).contains(&updates(PolicySettings::INTERPOLATED)));
        assert!((599..=601).contains(&updates(PolicySettings::ELASTIC)));
    }

    #[test]
    fn a_paced_loop_supports_1_to_1000_steps_per_second() {
        let build = |rate: f64| PolicySettings::PACED.build(StepRate::per_second(rate).unwrap());
        assert!(build(1.0).is_ok() && build(1000.0).is_ok());
        let message = build(0.999).unwrap_err().to_string();
        assert!(message.contains("0.999 per second"), "{message}");
    }
}
