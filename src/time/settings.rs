//! Loop policies as plain settings: what a game or a command line asks for.

use super::{DrawRate, Fixed, Interpolated, LoopPolicy, StepRate};

/// A loop policy, described. The step rate is the game's and not part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicySettings {
    /// Draws on every pass, between steps: see [`Interpolated`].
    Interpolated {
        /// Steps in one pass at most, at least 1.
        max_updates: u32,
        /// Lets other threads run after each draw.
        yields: bool,
    },
    /// Draws at a rate of its own, and after every step: see [`Fixed`].
    Fixed {
        /// How often it draws.
        draw_rate: DrawRate,
        /// Steps in one pass at most, at least 1.
        max_updates: u32,
    },
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self::INTERPOLATED
    }
}

impl PolicySettings {
    /// The interpolated policy: at most 5 steps in a pass. The default.
    pub const INTERPOLATED: Self = Self::Interpolated {
        max_updates: 5,
        yields: false,
    };

    /// The fixed policy, drawing on every pass: at most 5 steps in a pass.
    pub const FIXED: Self = Self::Fixed {
        draw_rate: DrawRate::EveryPass,
        max_updates: 5,
    };

    /// The policy, for a game of this step rate.
    pub fn build(self, rate: StepRate) -> Box<dyn LoopPolicy> {
        match self {
            Self::Interpolated {
                max_updates,
                yields,
            } => Box::new(
                Interpolated::new(rate)
                    .max_updates(max_updates)
                    .yield_after_draw(yields),
            ),
            Self::Fixed {
                draw_rate,
                max_updates,
            } => Box::new(Fixed::new(rate, draw_rate).max_updates(max_updates)),
        }
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
