//! Conversion of a clock's time into the game's time: paused, scaled, and without gaps.

use core::fmt;
use core::time::Duration;

use super::gap_clamp::GapClamp;

/// Speed of a game's time: seconds of the game per second of the clock. Defaults to 1.
///
/// ```
/// use damselfly::time::TimeScale;
///
/// assert_eq!(TimeScale::new(0.25)?.as_f64(), 0.25);
/// assert!(TimeScale::new(0.0).is_err()); // pause instead
/// # Ok::<(), damselfly::time::TimeScaleError>(())
/// ```
#[doc(alias("slow motion", "fast forward"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale(f64);

impl TimeScale {
    /// Minimum scale: a hundredth, as a ratio.
    pub const MIN: f64 = 0.01;
    /// Maximum scale: a hundred times, as a ratio.
    pub const MAX: f64 = 100.0;
    /// The clock's own speed.
    pub const NORMAL: Self = Self(1.0);

    /// Returns a scale, as a ratio.
    ///
    /// # Errors
    /// Fails if it is not from [`TimeScale::MIN`] to [`TimeScale::MAX`].
    pub fn new(scale: f64) -> Result<Self, TimeScaleError> {
        // A range does not contain NaN.
        if (Self::MIN..=Self::MAX).contains(&scale) {
            Ok(Self(scale))
        } else {
            Err(TimeScaleError { scale })
        }
    }

    /// Returns the ratio of the game's time to the clock's time.
    pub fn as_f64(self) -> f64 {
        self.0
    }
}

impl Default for TimeScale {
    /// Returns [`TimeScale::NORMAL`].
    fn default() -> Self {
        Self::NORMAL
    }
}

/// Error for a time scale outside [`TimeScale::MIN`] to [`TimeScale::MAX`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScaleError {
    /// The rejected ratio.
    pub scale: f64,
}

impl fmt::Display for TimeScaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a time scale from {} to {}, got {}",
            TimeScale::MIN,
            TimeScale::MAX,
            self.scale
        )
    }
}

impl core::error::Error for TimeScaleError {}

/// Converts a clock's time into the game's time, the input of a [`LoopPolicy`](super::LoopPolicy). The game's time
/// stands still while the game is paused, passes at a scale, and excludes gaps (see [`GapClamp`]). It starts at 0 with
/// the first reading, and never goes back.
#[derive(Clone, Debug, Default)]
pub struct TimeFlow {
    clamp: GapClamp,
    scale: TimeScale,
    paused: bool,
    /// Latest time that the clamp returned.
    latest: Duration,
    game_now: Duration,
    /// Fraction of a nanosecond that `game_now` lacks, 0 to 1.
    rest: f64,
}

impl TimeFlow {
    /// Returns a flow with a scale of 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the game's time at the clock's time `now`.
    pub fn game_time(&mut self, now: Duration) -> Duration {
        if self.paused {
            self.clamp.leave_out(now);
            return self.game_now;
        }
        let clamped = self.clamp.game_time(now);
        let passed = clamped.saturating_sub(self.latest);
        self.latest = clamped;
        self.game_now = self.game_now.saturating_add(self.scaled(passed));
        self.game_now
    }

    /// Converts a span of the clock's time to game time, rounded down. The remainder is added later.
    fn scaled(&mut self, time: Duration) -> Duration {
        if self.scale == TimeScale::NORMAL {
            return time;
        }
        let nanos = time.as_nanos() as f64 * self.scale.0 + self.rest;
        self.rest = nanos.fract();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and a gap of the clamp at most a hundred times"
        )]
        Duration::from_nanos(nanos as u64)
    }

    /// Returns the real time without pauses and gaps, as of the last call of [`TimeFlow::game_time`].
    pub fn unscaled(&self) -> Duration {
        self.latest
    }

    /// Pauses or resumes at the clock's time `now`. The time in between never reaches the game.
    pub fn set_paused(&mut self, paused: bool, now: Duration) {
        // Time up to now still follows the old state.
        self.game_time(now);
        self.paused = paused;
    }

    /// Returns whether the game is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Sets the scale at the clock's time `now`. The game's time continues without a jump.
    pub fn set_scale(&mut self, scale: TimeScale, now: Duration) {
        self.game_time(now);
        self.scale = scale;
    }

    /// Returns the scale.
    pub fn scale(&self) -> TimeScale {
        self.scale
    }

    /// Returns how long the clock takes for a span of game time. At a scale other than 1, the result includes an extra
    /// nanosecond for rounding, unless the span is 0.
    pub fn until(&self, game_time: Duration) -> Duration {
        if self.scale == TimeScale::NORMAL {
            return game_time;
        }
        let seconds = game_time.as_secs_f64() / self.scale.0;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        time.saturating_add(Duration::from_nanos(u64::from(!game_time.is_zero())))
    }

    /// Returns the clamp that excludes gaps.
    pub fn clamp(&self) -> &GapClamp {
        &self.clamp
    }

    /// Returns the clamp that excludes gaps, mutable.
    pub fn clamp_mut(&mut self) -> &mut GapClamp {
        &mut self.clamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn paused_time_never_reaches_the_game() {
        let mut flow = TimeFlow::new();
        flow.game_time(ms(1000));
        assert_eq!(flow.game_time(ms(1100)), ms(100));
        flow.set_paused(true, ms(1150));
        assert_eq!(flow.game_time(ms(1200)), ms(150), "up to the pause");
        assert_eq!(flow.game_time(ms(90_000)), ms(150));
        flow.set_paused(false, ms(91_000));
        assert_eq!(flow.game_time(ms(91_000)), ms(150));
        assert_eq!(flow.game_time(ms(91_010)), ms(160));
        assert_eq!(flow.clamp().gaps(), 0, "a pause is no gap");
    }

    #[test]
    fn a_scale_changes_the_speed_of_later_time_only() {
        let mut flow = TimeFlow::new();
        flow.game_time(ms(0));
        flow.set_scale(TimeScale::new(0.5).unwrap(), ms(100));
        assert_eq!(flow.game_time(ms(120)), ms(110), "no jump");
        flow.set_scale(TimeScale::new(3.0).unwrap(), ms(140));
        assert_eq!(flow.game_time(ms(150)), ms(150));
        assert_eq!(flow.until(ms(30)), ms(10) + Duration::from_nanos(1));
    }

    #[test]
    fn errors_of_scales_name_the_scale() {
        for bad in [0.0, -1.0, 0.009, 100.1, f64::NAN, f64::INFINITY] {
            let message = TimeScale::new(bad).unwrap_err().to_string();
            assert!(message.contains(&bad.to_string()), "{message}");
        }
        assert!(TimeScale::new(TimeScale::MIN).is_ok() && TimeScale::new(TimeScale::MAX).is_ok());
    }

    proptest! {
        #[test]
        fn game_time_is_the_clocks_times_the_scale_and_never_more(
            passes in prop::collection::vec((0..250_000u64, 0..5usize, any::<bool>()), 1..200),
        ) {
            let scales = [0.01, 0.3, 1.0, 1.7, 100.0].map(|scale| TimeScale::new(scale).unwrap());
            let mut flow = TimeFlow::new();
            flow.game_time(ms(7));
            let (mut now, mut game, mut due) = (ms(7), Duration::ZERO, 0.0);
            for (micros, scale, paused) in passes {
                flow.set_scale(scales[scale], now);
                flow.set_paused(paused, now);
                now += Duration::from_micros(micros);
                due += if paused { 0.0 } else { micros as f64 * 1e3 * scales[scale].as_f64() };
                let next = flow.game_time(now);
                prop_assert!(next >= game);
                game = next;
                let error = game.as_nanos() as f64 - due;
                prop_assert!((-2.0..1e-3).contains(&error), "{error} ns off");
            }
        }

        #[test]
        fn a_wait_is_long_enough_for_the_games_time(scale in 0.01..100.0, micros in 0..1_000_000u64) {
            let mut flow = TimeFlow::new();
            flow.game_time(ms(0));
            flow.set_scale(TimeScale::new(scale).unwrap(), ms(0));
            flow.clamp_mut().allow(Duration::MAX);
            let time = Duration::from_micros(micros);
            let wait = flow.until(time);
            prop_assert!(flow.game_time(wait) + Duration::from_nanos(1) >= time);
        }
    }
}
