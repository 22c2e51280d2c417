//! The time of a step, and the counter that computes it.

use core::ops::Div;
use core::time::Duration;

use super::rate::StepRate;
use crate::base::checksum::summed;

/// The time of one step. The rate defaults to 60 steps per second, and all other fields to 0, which is not a valid step
/// number.
#[doc(alias("delta", "dt"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTime {
    /// Number of the step, at least 1.
    pub number: u64,
    /// Game time simulated by the steps before this one. Depends only on the rate and on their `dt`, so replays have
    /// the same value.
    pub game_time: Duration,
    /// Length of the step in nominal steps, finite and at least 0. Exactly 1 for policies with a fixed step.
    #[doc(alias = "delta")]
    pub dt: f32,
    /// The game's clock at the start of the step. A replay has different values: use it for statistics, not for game
    /// logic.
    pub start: Duration,
    /// Nominal steps per second: the game's step rate.
    pub rate: StepRate,
}

impl StepTime {
    /// Returns the time before the first step.
    pub(crate) fn before(rate: StepRate) -> Self {
        Self {
            rate,
            ..Self::default()
        }
    }

    /// Converts a speed from units per second to units per step, as the engine's velocities and spins have it. For an
    /// acceleration, call it twice.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).steps_per_second(50);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// let velocity = cx.time.per_second(vec2(100.0, 0.0));
    /// assert_eq!(velocity, vec2(2.0, 0.0)); // at 50 steps per second
    /// assert_eq!(cx.time.per_second(25.0), 0.5);
    /// # Ok(())
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn per_second<T: Div<f32, Output = T>>(&self, speed: T) -> T {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a rate needs no more digits"
        )]
        let rate = self.rate.as_f64() as f32;
        speed / rate
    }

    /// Returns the number of nominal steps in a span of game time, rounded to a whole number. For
    /// times that do not repeat: [`Timer::every_time`](crate::world::Timer::every_time) keeps the fraction.
    ///
    /// ```
    /// use core::time::Duration;
    /// use damselfly::time::{StepRate, StepTime};
    ///
    /// let time = StepTime { rate: StepRate::SIXTY, ..StepTime::default() };
    /// assert_eq!(time.steps_in(Duration::from_millis(500)), 30);
    /// ```
    pub fn steps_in(&self, time: Duration) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and saturates"
        )]
        let steps = (time.as_secs_f64() * self.rate.as_f64()).round() as u32;
        steps
    }
}

/// Numbers the steps, and sums up their game time without drift.
#[derive(Clone, Debug, Default)]
pub struct StepCounter {
    rate: StepRate,
    number: u64,
    // Whole steps are separate from the fraction, and not a sum of durations: nothing is rounded while every `dt` is 1,
    // and a large number of steps takes no precision from the fraction.
    whole_steps: u64,
    /// Fraction of a nominal step, below 1. Stays 0 as long as every `dt` is 1.
    fraction: f64,
}

summed!(StepCounter: rate, number, whole_steps, fraction);

impl StepCounter {
    /// Returns a counter before step 1, at game time 0. `rate` gives the length of a nominal step.
    pub fn new(rate: StepRate) -> Self {
        Self {
            rate,
            ..Self::default()
        }
    }

    /// Returns the number of the latest step. 0 before the first.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns how many frames the next step simulates if it is `dt` nominal steps long.
    #[cfg(feature = "sound")]
    pub(crate) fn frames_of(&self, dt: f32) -> u64 {
        let mut next = self.clone();
        next.next_step(dt, Duration::ZERO);
        next.sound_frames() - self.sound_frames()
    }

    /// Counts `steps` further nominal steps, for tests of long runs.
    #[cfg(test)]
    pub(crate) fn skip(&mut self, steps: u64) {
        self.number += steps;
        self.whole_steps += steps;
    }

    /// Returns the game time that all steps so far have simulated.
    pub fn game_time(&self) -> Duration {
        let part = self.rate.step_time().as_secs_f64() * self.fraction;
        self.rate
            .time_of(self.whole_steps)
            .saturating_add(Duration::try_from_secs_f64(part).unwrap_or_default())
    }

    /// Returns how many frames at 48 000 per second all steps so far have simulated, rounded down.
    pub(crate) fn sound_frames(&self) -> u64 {
        self.rate.sound_frames(self.whole_steps, self.fraction)
    }

    /// Returns how many frames the next step simulates if it is one nominal step long.
    pub(crate) fn frames_of_next(&self) -> u64 {
        let next = self.whole_steps.saturating_add(1);
        self.rate.sound_frames(next, self.fraction) - self.sound_frames()
    }

    /// Returns the time of the next step, which is `dt` nominal steps long and begins at `start`. A `dt` that is
    /// negative or not finite counts as 0.
    pub fn next_step(&mut self, dt: f32, start: Duration) -> StepTime {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        // The game time is computed before this step is counted, because it is the time simulated by earlier steps.
        let game_time = self.game_time();
        self.number += 1;
        let steps = self.fraction + f64::from(dt);
        self.fraction = steps.fract();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative; a cast from float to integer saturates"
        )]
        let whole = steps.trunc() as u64;
        self.whole_steps = self.whole_steps.saturating_add(whole);
        StepTime {
            number: self.number,
            game_time,
            dt,
            start,
            rate: self.rate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_time_does_not_drift_in_an_hour_of_steps() {
        let mut counter = StepCounter::new(StepRate::SIXTY);
        for _ in 0..216_000 {
            counter.next_step(1.0, Duration::ZERO);
        }
        assert_eq!(counter.number(), 216_000);
        assert_eq!(counter.game_time(), Duration::from_secs(3600));
    }

    #[test]
    fn a_step_knows_its_number_and_the_game_time_before_it() {
        let mut counter = StepCounter::new(StepRate::per_second(10.0).unwrap());
        counter.next_step(1.0, Duration::ZERO);
        let start = Duration::from_millis(123);
        let expected = StepTime {
            number: 2,
            game_time: Duration::from_millis(100),
            dt: 1.0,
            start,
            rate: StepRate::per_second(10.0).unwrap(),
        };
        assert_eq!(counter.next_step(1.0, start), expected);
    }

    #[test]
    fn fractions_of_steps_add_up() {
        let mut counter = StepCounter::new(StepRate::per_second(10.0).unwrap());
        for dt in [0.5, 0.75, 0.25, 2.0] {
            counter.next_step(dt, Duration::ZERO);
        }
        assert_eq!(counter.game_time(), Duration::from_millis(350));
    }

    #[test]
    fn an_invalid_dt_counts_as_zero() {
        let mut counter = StepCounter::new(StepRate::SIXTY);
        for dt in [-1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(counter.next_step(dt, Duration::ZERO).dt, 0.0);
        }
        assert_eq!(counter.game_time(), Duration::ZERO);
    }
}
