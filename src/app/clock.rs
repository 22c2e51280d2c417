//! The runner's two clocks: the real one, and a simulated one that runs as fast as the game does.

use std::time::Duration;

use crate::time::{Clock, GapClamp, MonotonicClock, StepRate};

/// Tells the runner the time.
#[derive(Debug)]
pub(crate) enum GameClock {
    /// Real time; long gaps are left out.
    Real {
        clock: MonotonicClock,
        clamp: GapClamp,
    },
    /// A display that shows `frames` a second, and a game that is always in time for it.
    Simulated { frames: StepRate, shown: u64 },
}

impl GameClock {
    pub(crate) fn real() -> Self {
        Self::Real {
            clock: MonotonicClock::new(),
            clamp: GapClamp::new(),
        }
    }

    pub(crate) fn simulated(frames: StepRate) -> Self {
        Self::Simulated { frames, shown: 0 }
    }

    /// The game's time.
    pub(crate) fn now(&mut self) -> Duration {
        match self {
            Self::Real { clock, clamp } => {
                let before = clamp.dropped();
                let now = clamp.game_time(clock.now());
                let lost = clamp.dropped() - before;
                if !lost.is_zero() {
                    log::warn!("left {} ms out: the game was held up", lost.as_millis());
                }
                now
            }
            // All but the first a nanosecond late, so that rounding puts no frame before the step it is to show.
            Self::Simulated { shown: 0, .. } => Duration::ZERO,
            Self::Simulated { frames, shown } => frames.time_of(*shown) + Duration::from_nanos(1),
        }
    }

    /// A frame was shown, or there was nothing to do: simulated time goes on to the next frame.
    pub(crate) fn frame_over(&mut self) {
        if let Self::Simulated { shown, .. } = self {
            *shown += 1;
        }
    }

    pub(crate) fn is_simulated(&self) -> bool {
        matches!(self, Self::Simulated { .. })
    }

    /// Time that was left out.
    pub(crate) fn dropped(&self) -> Duration {
        match self {
            Self::Real { clamp, .. } => clamp.dropped(),
            Self::Simulated { .. } => Duration::ZERO,
        }
    }
}
