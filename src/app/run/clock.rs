//! Clocks of the frame loop: the real one, and a simulated one that runs as fast as the game does.

use std::time::Duration;

use super::control::ControlReceiver;
use super::wait::{self, WaitResult};
use crate::time::{Clock, MonotonicClock, SleepMargin, StepRate, TimeFlow, TimeScale};

/// The real clock, which spaces frames and times waits.
#[derive(Debug)]
pub(crate) enum WallClock {
    System(MonotonicClock),
    /// A clock that is advanced by tests and by waits alone.
    #[cfg(test)]
    MadeUp(MadeUpTime),
}

impl WallClock {
    fn system() -> Self {
        Self::System(MonotonicClock::new())
    }

    fn now(&mut self) -> Duration {
        match self {
            Self::System(clock) => clock.now(),
            #[cfg(test)]
            Self::MadeUp(time) => time.now(),
        }
    }
}

/// The time of a made-up clock, which a test controls. All copies share it.
#[cfg(test)]
#[derive(Clone, Debug, Default)]
pub(crate) struct MadeUpTime(std::sync::Arc<std::sync::atomic::AtomicU64>);

#[cfg(test)]
impl MadeUpTime {
    /// Returns the time since the clock's start.
    pub(crate) fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(std::sync::atomic::Ordering::Relaxed))
    }

    /// Advances the clock.
    pub(crate) fn pass(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap();
        self.0
            .fetch_add(nanos, std::sync::atomic::Ordering::Relaxed);
    }
}

/// The game's clock.
#[derive(Debug)]
pub(crate) enum GameClock {
    /// Real time, which can be paused and scaled; long gaps are skipped.
    Real { clock: WallClock, flow: TimeFlow },
    // The clock has two numbers rather than one frame rate: a thousand frames per step exceed the highest `StepRate`,
    // and the last frame of a tick must end exactly with that tick.
    /// A display that shows `per_tick` frames per tick, and a game that is never late.
    Simulated {
        ticks: StepRate,
        per_tick: u32,
        /// Number of frames shown so far.
        shown: u64,
        /// Real time. The least time between frames is real time even if the game's time is simulated.
        wall: WallClock,
    },
}

impl GameClock {
    /// Returns a clock of real time, which starts now.
    pub(crate) fn real() -> Self {
        Self::Real {
            clock: WallClock::system(),
            flow: TimeFlow::new(),
        }
    }

    /// Returns a clock of real time that a test controls.
    #[cfg(test)]
    pub(crate) fn made_up(time: MadeUpTime) -> Self {
        Self::Real {
            clock: WallClock::MadeUp(time),
            flow: TimeFlow::new(),
        }
    }

    /// Returns the time of the clock itself, which spaces frames. Pauses and time scales do not affect it.
    pub(crate) fn wall(&mut self) -> Duration {
        let (Self::Real { clock: wall, .. } | Self::Simulated { wall, .. }) = self;
        wall.now()
    }

    /// Waits for this much of the clock's own time, at most 100 ms, or until a message arrives.
    pub(crate) fn wait(
        &self,
        time: Duration,
        receiver: &ControlReceiver,
        margin: &mut SleepMargin,
    ) -> WaitResult {
        #[cfg(test)]
        if let Self::Real {
            clock: WallClock::MadeUp(now),
            ..
        } = self
        {
            let asked = time.min(wait::MAX_WAIT);
            now.pass(asked);
            return WaitResult {
                message: receiver.next(),
                asked,
                took: asked,
            };
        }
        wait::exactly(time, receiver, margin)
    }

    /// Returns a clock of simulated time, before its first frame. `per_tick` is at least 1.
    pub(crate) fn simulated(ticks: StepRate, per_tick: u32) -> Self {
        Self::Simulated {
            ticks,
            per_tick,
            shown: 0,
            wall: WallClock::system(),
        }
    }

    /// Returns the game's time: since the first call on a real clock, since the first frame on a simulated one. Logs
    /// gaps that it skips.
    pub(crate) fn now(&mut self) -> Duration {
        match self {
            Self::Real { clock, flow } => {
                let before = flow.clamp().dropped();
                let now = flow.game_time(clock.now());
                let lost = flow.clamp().dropped() - before;
                if !lost.is_zero() {
                    log::warn!("skipped {} ms: the game was held up", lost.as_millis());
                }
                now
            }
            Self::Simulated { shown: 0, .. } => Duration::ZERO,
            // A nanosecond is added, so that rounding never puts a frame before the step that it shows.
            Self::Simulated {
                ticks,
                per_tick,
                shown,
                ..
            } => frame_time(*ticks, *per_tick, *shown) + Duration::from_nanos(1),
        }
    }

    /// Returns the game's time at a time scale of 1, as of the last call of [`GameClock::now`].
    pub(crate) fn unscaled(&mut self) -> Duration {
        match self {
            Self::Real { flow, .. } => flow.unscaled(),
            Self::Simulated { .. } => self.now(),
        }
    }

    /// Advances simulated time to the next frame. Call it after a frame was drawn, and when there was nothing to do.
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
            Self::Real { flow, .. } => flow.clamp().dropped(),
            Self::Simulated { .. } => Duration::ZERO,
        }
    }

    /// Returns the time for measuring rates, which passes during pauses, too. On a simulated clock it is the game's
    /// time.
    pub(crate) fn elapsed(&mut self) -> Duration {
        match self {
            Self::Real { clock, .. } => clock.now(),
            Self::Simulated { .. } => self.now(),
        }
    }

    /// Returns the real time that corresponds to this much of the game's time.
    pub(crate) fn until(&self, game_time: Duration) -> Duration {
        match self {
            Self::Real { flow, .. } => flow.until(game_time),
            Self::Simulated { .. } => game_time,
        }
    }

    /// Excludes this much time from the clamp of gaps, so that the game catches up with a delay that the display has
    /// caused.
    pub(crate) fn allow(&mut self, wait: Duration) {
        if let Self::Real { flow, .. } = self {
            flow.clamp_mut().allow(wait);
        }
    }

    /// Pauses or resumes the game's time. Returns whether that changed anything. Simulated time is never paused:
    /// without a player, the game would not resume.
    pub(crate) fn set_paused(&mut self, paused: bool) -> bool {
        match self {
            Self::Real { clock, flow } if flow.is_paused() != paused => {
                flow.set_paused(paused, clock.now());
                true
            }
            _ => false,
        }
    }

    /// Returns whether the game's time is paused.
    pub(crate) fn is_paused(&self) -> bool {
        matches!(self, Self::Real { flow, .. } if flow.is_paused())
    }

    /// Sets the speed of the game's time. Has no effect on simulated time, which passes by frames.
    pub(crate) fn set_scale(&mut self, scale: TimeScale) {
        if let Self::Real { clock, flow } = self {
            flow.set_scale(scale, clock.now());
        }
    }
}

/// Returns the time from the first frame to the frame with this number. It is exact at each tick.
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
    fn rates_are_measured_by_the_clock_itself_which_no_pause_stops() {
        let mut clock = GameClock::real();
        assert!(clock.set_paused(true) && !clock.set_paused(true));
        let (game, elapsed) = (clock.now(), clock.elapsed());
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(clock.now(), game);
        assert!(clock.elapsed() >= elapsed + Duration::from_millis(2));
        assert!(clock.set_paused(false) && !clock.is_paused());
    }

    #[test]
    fn simulated_time_is_neither_paused_nor_scaled() {
        let mut clock = GameClock::simulated(StepRate::per_second(30.0).unwrap(), 1);
        assert!(!clock.set_paused(true) && !clock.is_paused());
        clock.set_scale(TimeScale::new(0.5).unwrap());
        clock.frame_over();
        assert_eq!(clock.elapsed(), clock.now());
        assert_eq!(clock.until(Duration::from_secs(1)), Duration::from_secs(1));
        assert!(clock.now() >= Duration::from_millis(33));
    }

    #[test]
    fn simulated_time_steps_the_game_once_every_n_frames() {
        for per_tick in [1, 3, 7, 1000] {
            let mut clock = GameClock::simulated(StepRate::per_second(30.0).unwrap(), per_tick);
            let mut policy = PolicySettings::INTERPOLATED
                .build(StepRate::per_second(30.0).unwrap())
                .unwrap();
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
