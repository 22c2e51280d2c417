//! Elapsed time that is not spent on steps yet, stored exactly.

use core::time::Duration;

use super::Handover;
use super::rate::{StepRate, from_nanos};

/// Collects elapsed time and spends it in whole steps. The remainder is stored exactly.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    rate: StepRate,
    /// Elapsed time in units of `1 / rate.units_per_nano()` nanoseconds. A step has a whole number of these units.
    // Not a `Duration`: a step at 60 per second takes 16 666 666 ⅔ ns. Rounding it down would add up to extra steps.
    // 128 bits, because a second can have more than 10¹⁸ units, and 64 bits hold only a few such seconds.
    units: u128,
}

impl Accumulator {
    /// Returns an accumulator for steps of this rate, at 0.
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

    /// Spends one step's time and returns true. Returns false if there is less.
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

    /// Spends all whole steps at once. The remainder stays.
    pub(super) fn take_all_steps(&mut self) {
        // This is for draws. Missed draws are skipped, because drawing the same step several times in a row shows
        // nothing new.
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

    /// Spends this many parts of a step, at most the result of [`Accumulator::parts`].
    pub(super) fn take_parts(&mut self, parts: u128) {
        let step = self.rate.units_per_step();
        let (whole, rest) = (parts / PARTS_PER_STEP, parts % PARTS_PER_STEP);
        // The cost is rounded up: a step slightly longer than the time spent on it would let the game overtake the
        // clock, step by step.
        let units = whole
            .saturating_mul(step)
            .saturating_add((rest * step).div_ceil(PARTS_PER_STEP));
        self.units = self.units.saturating_sub(units);
    }

    /// Returns the time until there are this many parts of a step, rounded up to a nanosecond. 0 if there are enough.
    pub(super) fn until_parts(&self, parts: u128) -> Duration {
        let mut wanted = Self::new(self.rate);
        wanted.units = u128::MAX;
        // Takes the parts from an endless supply, to find out how much time they cost.
        wanted.take_parts(parts);
        let missing = (u128::MAX - wanted.units).saturating_sub(self.units);
        from_nanos(missing.div_ceil(self.rate.units_per_nano()))
    }

    /// Moves all time from another accumulator of the same rate into this one.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.units = self.units.saturating_add(other.units);
        other.units = 0;
    }

    /// Completes a step that lacks less than a nanosecond, with time from another accumulator of the same rate. Clocks
    /// count whole nanoseconds, so one of several equal intervals may lack that much.
    pub(super) fn complete_from(&mut self, other: &mut Self) {
        let missing = self.rate.units_per_step().saturating_sub(self.units);
        if missing < self.rate.units_per_nano() && missing <= other.units {
            self.units += missing;
            other.units -= missing;
        }
    }

    /// Discards all time, and returns it.
    pub(super) fn clear(&mut self) -> Duration {
        let time = self.time();
        self.units = 0;
        time
    }

    /// Returns the time as a fraction of a step, from 0 to 1. 1 if there is a whole step or more.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a part of a step, rounded as far as drawing can see"
    )]
    pub(super) fn alpha(&self) -> f32 {
        self.steps().min(1.0) as f32
    }

    /// Returns the time in steps, rounded to the nearest `f64`.
    pub(super) fn steps(&self) -> f64 {
        // The numbers are divided in 64 bits: a conversion to 32 bits first would round both, and the fraction could
        // jump.
        self.units as f64 / self.rate.units_per_step() as f64
    }

    /// Returns the time until a step is due, rounded up to a nanosecond, so that the step is due after exactly this
    /// time. 0 if one is due now.
    pub(super) fn until_due(&self) -> Duration {
        // Rounding down would end the wait a nanosecond early, followed by a wait of 0.
        let missing = self.rate.units_per_step().saturating_sub(self.units);
        from_nanos(missing.div_ceil(self.rate.units_per_nano()))
    }

    /// Returns the remaining time, rounded down to a nanosecond: a handover to another policy must not create time.
    pub(super) fn time(&self) -> Duration {
        from_nanos(self.units / self.rate.units_per_nano())
    }
}

/// Number of parts per nominal step. Steps of other lengths are measured in parts. A power of two, so that a length in
/// parts can be an exact `f32` (see [`exact_parts`]).
pub(super) const PARTS_PER_STEP: u128 = 1 << 20;

/// Returns the largest number of parts up to `parts` that a `dt` represents exactly: the 24 leading bits of `parts`.
pub(super) fn exact_parts(parts: u128) -> u128 {
    let bits = u128::BITS - parts.leading_zeros();
    let cut = bits.saturating_sub(f32::MANTISSA_DIGITS);
    parts >> cut << cut
}

/// Converts parts to a step's length in nominal steps.
#[expect(
    clippy::cast_possible_truncation,
    reason = "exact for results of `exact_parts`"
)]
pub(super) fn dt_of(parts: u128) -> f32 {
    (parts as f64 / PARTS_PER_STEP as f64) as f32
}

/// Converts a length in nominal steps to parts, rounded to the nearest. Saturates.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, as intended"
)]
pub(super) fn parts_of(dt: f32) -> u128 {
    (f64::from(dt) * PARTS_PER_STEP as f64).round() as u128
}

/// The time of a policy: the latest reading of the clock, and the backlog.
#[derive(Clone, Debug)]
pub(super) struct PolicyTime {
    pub(super) backlog: Accumulator,
    latest: Option<Duration>,
    /// Time dropped by this policy and by earlier ones.
    pub(super) dropped: Duration,
    /// Number of updates since the latest draw.
    pub(super) undrawn: u32,
}

impl PolicyTime {
    /// Returns the time of a policy that has not started.
    pub(super) fn new(rate: StepRate) -> Self {
        Self {
            backlog: Accumulator::new(rate),
            latest: None,
            dropped: Duration::ZERO,
            undrawn: 0,
        }
    }

    /// Returns the latest reading of the clock; 0 before the first.
    pub(super) fn now(&self) -> Duration {
        self.latest.unwrap_or_default()
    }

    /// Adds the time since the latest reading to the backlog, and returns it: 0 for the first reading, and 0 while the
    /// clock is behind the latest one.
    pub(super) fn pass(&mut self, now: Duration) -> Duration {
        let latest = self.latest.unwrap_or(now);
        // The latest reading never moves back. Otherwise, if the clock went back and then forward again, the same time
        // would count twice.
        self.latest = Some(latest.max(now));
        let elapsed = now.saturating_sub(latest);
        self.backlog.add(elapsed);
        elapsed
    }

    /// Returns the state for the next policy.
    pub(super) fn hand_over(&self) -> Handover {
        Handover {
            now: self.latest,
            backlog: self.backlog.time(),
            dropped: self.dropped,
            undrawn: self.undrawn,
        }
    }

    /// Continues where another policy stopped.
    pub(super) fn take_over(&mut self, from: Handover) {
        // The backlog is passed as time, not as steps: the other policy may have had another rate.
        self.backlog.clear();
        self.backlog.add(from.backlog);
        // Starts at the other policy's latest reading. Starting at the next reading would lose the time in between.
        self.latest = from.now;
        self.dropped = from.dropped;
        self.undrawn = from.undrawn;
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
                // The `dt` represents the number of parts exactly.
                prop_assert_eq!(parts_of(dt_of(parts)), parts);
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
        fn a_step_is_due_exactly_after_the_announced_time(waited in 0..16_666_666u64) {
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
    fn a_clock_running_backwards_adds_no_time() {
        let mut time = PolicyTime::new(StepRate::SIXTY);
        let seconds = [5, 7, 4, 6, 8].map(|s| time.pass(Duration::from_secs(s)).as_secs());
        assert_eq!(seconds, [0, 2, 0, 0, 1]);
    }

    #[test]
    fn the_longest_duration_overflows_nothing() {
        let mut accumulator = Accumulator::new(StepRate::ratio(1_000_000_000, 1_000_003).unwrap());
        for _ in 0..3 {
            accumulator.add(Duration::MAX);
        }
        assert_eq!(accumulator.alpha(), 1.0);
        assert_eq!(accumulator.until_due(), Duration::ZERO);
        assert!(accumulator.take_step());
        assert!(accumulator.time() > Duration::from_secs(1 << 60));
    }
}
