//! Elapsed time that has not been spent on steps yet, kept exactly.

use core::time::Duration;

use super::rate::{StepRate, from_nanos};

/// Collects elapsed time and spends it in whole steps. The remainder is kept exactly.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    rate: StepRate,
    // Not a `Duration`: a step at 60 per second is 16 666 666 ⅔ ns, and what is cut off each step would add up to steps
    // too many. 128 bits, because a second can be more than 10¹⁸ units, of which 64 bits hold only a few.
    /// In `1 / rate.units_per_nano()` nanoseconds, so that a step is a whole number.
    units: u128,
}

impl Accumulator {
    /// Returns an accumulator for steps of this rate, without any time.
    pub(super) fn new(rate: StepRate) -> Self {
        Self { rate, units: 0 }
    }

    /// Adds elapsed time. A sum that is too large saturates.
    pub(super) fn add(&mut self, elapsed: Duration) {
        let units = elapsed
            .as_nanos()
            .saturating_mul(self.rate.units_per_nano());
        self.units = self.units.saturating_add(units);
    }

    /// Spends one step's time and returns true, or returns false if there is less than that.
    pub(super) fn take_step(&mut self) -> bool {
        match self.units.checked_sub(self.rate.units_per_step()) {
            Some(rest) => {
                self.units = rest;
                true
            }
            None => false,
        }
    }

    /// Returns whether there is at least one step's time.
    pub(super) fn is_due(&self) -> bool {
        self.units >= self.rate.units_per_step()
    }

    /// Spends every whole step at once, and keeps the remainder.
    pub(super) fn take_all_steps(&mut self) {
        // Draws that were missed are skipped: drawing the same step several times in a row shows nothing new.
        self.units %= self.rate.units_per_step();
    }

    /// Returns the fraction of a step that is left, 0 to 1; 1 if there is more.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a part of a step, rounded as far as drawing can see"
    )]
    pub(super) fn alpha(&self) -> f32 {
        // Divided in 64 bits: converted to 32 bits first, both would be rounded and the part could jump.
        let part = self.units as f64 / self.rate.units_per_step() as f64;
        part.min(1.0) as f32
    }

    /// Returns the time until a step is due, rounded up to a nanosecond, so that the step is due after exactly this
    /// long; 0 if one is due now.
    pub(super) fn until_due(&self) -> Duration {
        // Rounded down, the wait would end a nanosecond early, and a wait of 0 would follow.
        let missing = self.rate.units_per_step().saturating_sub(self.units);
        from_nanos(missing.div_ceil(self.rate.units_per_nano()))
    }

    /// Returns the remaining time, rounded to the nearest nanosecond.
    pub(super) fn time(&self) -> Duration {
        let per_nano = self.rate.units_per_nano();
        from_nanos(self.units.saturating_add(per_nano / 2) / per_nano)
    }
}

/// Measures the time between two readings of a clock. A clock that runs backwards gives no time.
#[derive(Clone, Debug, Default)]
pub(super) struct Elapsed {
    latest: Option<Duration>,
}

impl Elapsed {
    /// Starts counting from `now`.
    pub(super) fn since(now: Option<Duration>) -> Self {
        Self { latest: now }
    }

    /// Returns the latest reading of the clock; `None` before the first.
    pub(super) fn latest(&self) -> Option<Duration> {
        self.latest
    }

    /// Returns the time since the latest reading: 0 for the first one, and 0 while the clock is behind it.
    pub(super) fn until(&mut self, now: Duration) -> Duration {
        let latest = self.latest.unwrap_or(now);
        // The latest reading never moves back, so that time in which the clock was behind is not counted twice.
        self.latest = Some(latest.max(now));
        now.saturating_sub(latest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn intervals_of_any_length_add_up_to_the_same_steps(pieces in prop::collection::vec(0..50_000_000u64, 0..200), steps in 1..1000u32) {
            let rate = StepRate::ratio(steps, 7).unwrap();
            let mut accumulator = Accumulator::new(rate);
            let mut taken = 0u128;
            for &piece in &pieces {
                accumulator.add(Duration::from_nanos(piece));
                while accumulator.take_step() {
                    taken += 1;
                }
                prop_assert!(!accumulator.is_due());
                prop_assert!((0.0..=1.0).contains(&accumulator.alpha()));
            }
            let total = pieces.iter().map(|&piece| u128::from(piece)).sum::<u128>();
            prop_assert_eq!(taken, total * u128::from(steps) / 7_000_000_000);
        }

        #[test]
        fn a_step_is_due_after_the_announced_time_and_not_a_nanosecond_before(waited in 0..16_666_666u64) {
            let mut accumulator = Accumulator::new(StepRate::SIXTY);
            accumulator.add(Duration::from_nanos(waited));
            let rest = accumulator.until_due();
            accumulator.add(rest - Duration::from_nanos(1));
            prop_assert!(!accumulator.is_due());
            accumulator.add(Duration::from_nanos(1));
            prop_assert!(accumulator.is_due());
        }
    }

    #[test]
    fn a_clock_that_runs_backwards_gives_no_time_until_it_has_caught_up() {
        let mut elapsed = Elapsed::default();
        let seconds = [5, 7, 4, 6, 8].map(|s| elapsed.until(Duration::from_secs(s)).as_secs());
        assert_eq!(seconds, [0, 2, 0, 0, 1]);
    }

    #[test]
    fn the_longest_duration_overflows_nothing() {
        let mut accumulator =
            Accumulator::new(StepRate::from_step_time(Duration::from_nanos(1_000_003)).unwrap());
        for _ in 0..3 {
            accumulator.add(Duration::MAX);
        }
        assert_eq!(accumulator.alpha(), 1.0);
        assert_eq!(accumulator.until_due(), Duration::ZERO);
        assert!(accumulator.take_step());
        assert!(accumulator.time() > Duration::from_secs(1 << 60));
    }
}
