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

    /// Returns the time in parts of a step (see [`PARTS_PER_STEP`]), rounded down.
    pub(super) fn parts(&self) -> u128 {
        let step = self.rate.units_per_step();
        let (whole, rest) = (self.units / step, self.units % step);
        whole
            .saturating_mul(PARTS_PER_STEP)
            .saturating_add(rest * PARTS_PER_STEP / step)
    }

    /// Spends this many parts of a step, at most what [`Accumulator::parts`] returns.
    pub(super) fn take_parts(&mut self, parts: u128) {
        let step = self.rate.units_per_step();
        let (whole, rest) = (parts / PARTS_PER_STEP, parts % PARTS_PER_STEP);
        // Rounded up: a step that is a little longer than the time that is spent on it would let the game overtake the
        // clock, by as much in each step.
        let units = whole
            .saturating_mul(step)
            .saturating_add((rest * step).div_ceil(PARTS_PER_STEP));
        self.units = self.units.saturating_sub(units);
    }

    /// Returns the time until there are this many parts of a step, rounded up to a nanosecond; 0 if there are.
    pub(super) fn until_parts(&self, parts: u128) -> Duration {
        let mut wanted = Self::new(self.rate);
        wanted.units = u128::MAX;
        // What `take_parts` takes of an endless supply.
        wanted.take_parts(parts);
        let missing = (u128::MAX - wanted.units).saturating_sub(self.units);
        from_nanos(missing.div_ceil(self.rate.units_per_nano()))
    }

    /// Adds the time of another accumulator of the same rate, and leaves that one without any.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.units = self.units.saturating_add(other.units);
        other.units = 0;
    }

    /// Spends all time on nothing, and returns it.
    pub(super) fn clear(&mut self) -> Duration {
        let time = self.time();
        self.units = 0;
        time
    }

    /// Returns the fraction of a step that is left, 0 to 1; 1 if there is more.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a part of a step, rounded as far as drawing can see"
    )]
    pub(super) fn alpha(&self) -> f32 {
        self.steps().min(1.0) as f32
    }

    /// Returns the time in steps, rounded to the nearest `f64`.
    pub(super) fn steps(&self) -> f64 {
        // Divided in 64 bits: converted to 32 bits first, both would be rounded and a part of a step could jump.
        self.units as f64 / self.rate.units_per_step() as f64
    }

    /// Returns the time until a step is due, rounded up to a nanosecond, so that the step is due after exactly this
    /// long; 0 if one is due now.
    pub(super) fn until_due(&self) -> Duration {
        // Rounded down, the wait would end a nanosecond early, and a wait of 0 would follow.
        let missing = self.rate.units_per_step().saturating_sub(self.units);
        from_nanos(missing.div_ceil(self.rate.units_per_nano()))
    }

    /// Returns the remaining time, rounded down to a nanosecond: what is handed to another policy may not be more than
    /// there is.
    pub(super) fn time(&self) -> Duration {
        from_nanos(self.units / self.rate.units_per_nano())
    }
}

/// Steps that are no whole ones are counted in parts: 1 048 576 are a nominal step. A power of two, so that the lengths of
/// steps add up exactly, as `f32` and as `f64`.
pub(super) const PARTS_PER_STEP: u128 = 1 << 20;

/// Returns the largest number of parts that is at most this one and that a `dt` holds exactly: its 24 leading bits.
pub(super) fn exact_parts(parts: u128) -> u128 {
    let bits = u128::BITS - parts.leading_zeros();
    let cut = bits.saturating_sub(f32::MANTISSA_DIGITS);
    parts >> cut << cut
}

/// Returns a number of parts as a step's length in nominal steps.
#[expect(
    clippy::cast_possible_truncation,
    reason = "exact for what `exact_parts` returns"
)]
pub(super) fn dt_of(parts: u128) -> f32 {
    (parts as f64 / PARTS_PER_STEP as f64) as f32
}

/// Returns a length in nominal steps as parts, rounded to the nearest; saturates.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which is what is wanted"
)]
pub(super) fn quad_rows_of(dt: f32) -> u128 {
    (f64::from(dt) * PARTS_PER_STEP as f64).round() as u128
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
        fn parts_of_steps_spend_no_more_time_than_there_is(pieces in prop::collection::vec(0..400_000_000u64, 1..100), steps in 1..1000u32) {
            let rate = StepRate::ratio(steps, 7).unwrap();
            let mut accumulator = Accumulator::new(rate);
            let mut taken = 0u128;
            for piece in pieces {
                accumulator.add(Duration::from_nanos(piece));
                let parts = exact_parts(accumulator.parts());
                // As `dt`, nothing of it is lost.
                prop_assert_eq!(quad_rows_of(dt_of(parts)), parts);
                let before = accumulator.units;
                accumulator.take_parts(parts);
                taken += parts;
                let spent = before - accumulator.units;
                prop_assert!(spent * PARTS_PER_STEP >= parts * rate.units_per_step());
                prop_assert!(accumulator.until_parts(accumulator.parts()).is_zero());
                let missing = accumulator.until_parts(accumulator.parts() + 1);
                let mut later = accumulator.clone();
                later.add(missing);
                prop_assert!(later.parts() > accumulator.parts());
            }
            prop_assert!(taken > 0 || accumulator.parts() == 0);
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
