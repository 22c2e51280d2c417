//! The clocks of the frame loop: the real one, and a simulated one, which runs as fast as the game does.

use std::time::Duration;

use crate::time::{Clock, GapClamp, MonotonicClock, StepRate};

/// The game's clock.
#[derive(Debug)]
pub(crate) enum GameClock {
    /// Real time; long gaps are skipped.
    Real {
        clock: MonotonicClock,
        clamp: GapClamp,
    },
    // Not one rate: a thousand frames in a step are more than the highest `StepRate`, and the last of them must end
    // exactly with the step.
    /// A display that shows `per_tick` frames in each tick of `ticks`, and a game that is never late.
    Simulated {
        ticks: StepRate,
        per_tick: u32,
        /// Frames shown so far.
        shown: u64,
    },
}

impl GameClock {
    /// Returns a clock of real time, which starts now.
    pub(crate) fn real() -> Self {
        Self::Real {
            clock: MonotonicClock::new(),
            clamp: GapClamp::new(),
        }
    }

    /// Returns a clock of simulated time, before its first frame. `per_tick` is at least 1.
    pub(crate) fn simulated(ticks: StepRate, per_tick: u32) -> Self {
        Self::Simulated {
            ticks,
            per_tick,
            shown: 0,
        }
    }

    /// Returns the game's time: since the first call on a real clock, since the first frame on a simulated one. Logs
    /// gaps that it skips.
    pub(crate) fn now(&mut self) -> Duration {
        match self {
            Self::Real { clock, clamp } => {
                let before = clamp.dropped();
                let now = clamp.game_time(clock.now());
                let lost = clamp.dropped() - before;
                if !lost.is_zero() {
                    log::warn!("skipped {} ms: the game was held up", lost.as_millis());
                }
                now
            }
            // A nanosecond late, so that rounding puts no frame before the step that it is to show.
            Self::Simulated { shown: 0, .. } => Duration::ZERO,
            Self::Simulated {
                ticks,
                per_tick,
                shown,
            } => frame_time(*ticks, *per_tick, *shown) + Duration::from_nanos(1),
        }
    }

    /// Advances simulated time to the next frame. Call it after a frame was drawn, and if there was nothing to do.
    pub(crate) fn frame_over(&mut self) {
        if let Self::Simulated { shown, .. } = self {
            *shown += 1;
        }
    }

    /// Returns whether the clock advances by frames, so that each run is the same.
    pub(crate) fn is_simulated(&self) -> bool {
        matches!(self, Self::Simulated { .. })
    }

    /// Returns the total time skipped.
    pub(crate) fn dropped(&self) -> Duration {
        match self {
            Self::Real { clamp, .. } => clamp.dropped(),
            Self::Simulated { .. } => Duration::ZERO,
        }
    }
}

/// Returns the time of a frame: exact at each tick, however many ticks there were.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a remainder of a u32 is one"
)]
fn frame_time(ticks: StepRate, per_tick: u32, frame: u64) -> Duration {
    let (tick, part) = (
        frame / u64::from(per_tick),
        (frame % u64::from(per_tick)) as u32,
    );
    let (from, to) = (ticks.time_of(tick), ticks.time_of(tick + 1));
    from + (to - from) * part / per_tick
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Action, PolicySettings};

    #[test]
    fn simulated_time_steps_the_game_once_every_n_frames() {
        for per_tick in [1, 3, 7, 1000] {
            let mut clock = GameClock::simulated(StepRate::THIRTY, per_tick);
            let mut policy = PolicySettings::INTERPOLATED.build(StepRate::THIRTY);
            for frame in 0..20 * u64::from(per_tick) {
                let due = frame > 0 && frame.is_multiple_of(u64::from(per_tick));
                let mut steps = 0;
                while let Action::Update { .. } = policy.next(clock.now()) {
                    steps += 1;
                }
                assert_eq!(steps, u32::from(due), "frame {frame}, {per_tick} in a step");
                clock.frame_over();
            }
        }
    }
}
