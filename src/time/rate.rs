//! Rates as exact fractions, so that rounding to nanoseconds causes no drift.

use core::fmt;
use core::time::Duration;

use crate::base::checksum::summed;

/// Steps (or draws) per second, as an exact fraction, from [`StepRate::MIN`] to [`StepRate::MAX`]. Defaults to 60.
///
/// ```
/// use core::time::Duration;
/// use damselfly::time::StepRate;
///
/// let rate = StepRate::per_second(30.0)?;
/// assert_eq!(rate.step_time(), Duration::from_nanos(33_333_333));
/// // Exact in the long run: 30 steps take a second.
/// assert_eq!(rate.time_of(30), Duration::from_secs(1));
/// assert!(StepRate::per_second(0.0).is_err());
/// # Ok::<(), damselfly::time::RateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRate {
    // A fraction, because no common unit represents all rates exactly: a step's time in nanoseconds fails for 60 per
    // second, and steps per second as a float fails for 60 000/1001.
    /// Number of steps in `seconds` seconds.
    steps: u64,
    /// Number of seconds. Has no common divisor with `steps`.
    seconds: u64,
}

summed!(StepRate: steps, seconds);

impl StepRate {
    /// Minimum rate, in steps per second: one step in 1000 seconds.
    pub const MIN: f64 = 0.001;
    /// Maximum rate, in steps per second.
    pub const MAX: f64 = 1000.0;

    /// 60 steps per second, the default.
    pub const SIXTY: Self = Self {
        steps: 60,
        seconds: 1,
    };

    /// 80 steps per second: the rate of the paced policy without an app.
    pub const EIGHTY: Self = Self {
        steps: 80,
        seconds: 1,
    };

    /// Converts a rate in steps per second, rounded to a millionth of a step.
    ///
    /// # Errors
    /// Fails if `rate` is not from [`StepRate::MIN`] to [`StepRate::MAX`].
    pub fn per_second(rate: f64) -> Result<Self, RateError> {
        const MILLION: u64 = 1_000_000;
        check(rate)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked: from 0.001 to 1000, so at most a thousand million"
        )]
        let millionths = (rate * 1e6).round() as u64;
        // The fraction is reduced, so that 60.0 equals `SIXTY`, and the exact arithmetic stays far from overflow.
        Ok(Self::reduced(millionths, MILLION))
    }

    /// Returns the rate of `steps` in `seconds`, for example 60 000 steps in 1001 seconds.
    ///
    /// # Errors
    /// Fails if the rate is not from [`StepRate::MIN`] to [`StepRate::MAX`], or if `seconds` is 0.
    pub fn ratio(steps: u32, seconds: u32) -> Result<Self, RateError> {
        // Division by 0 gives infinity or NaN, which `check` rejects.
        check(f64::from(steps) / f64::from(seconds))?;
        Ok(Self::reduced(steps.into(), seconds.into()))
    }

    /// Returns the steps per second, rounded to the nearest `f64`.
    pub fn as_f64(self) -> f64 {
        self.steps as f64 / self.seconds as f64
    }

    /// Returns the length of one step, rounded down to a nanosecond. For times of later steps, use
    /// [`StepRate::time_of`], which does not drift.
    pub fn step_time(self) -> Duration {
        self.time_of(1)
    }

    /// Returns the time from the start until step `number`, counted from 1, is due. Computed exactly and rounded down
    /// to a nanosecond.
    pub fn time_of(self, number: u64) -> Duration {
        // The time is computed from the start, not step by step, so that rounding errors do not add up.
        let nanos = u128::from(number) * self.units_per_step() / u128::from(self.steps);
        from_nanos(nanos)
    }

    /// Returns the number of frames at 48 000 per second in `whole` steps and a fraction of one, rounded down. Exact for
    /// whole steps.
    pub(super) fn sound_frames(self, whole: u64, fraction: f64) -> u64 {
        const FRAMES: u64 = 48_000;
        // Fractions have 32 digits, which leaves room for the longest run.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 2^32"
        )]
        let fraction = (fraction * 4_294_967_296.0) as u128;
        let steps = (u128::from(whole) << 32) + fraction;
        let per_step = u128::from(FRAMES * self.seconds);
        let frames = (steps.saturating_mul(per_step) / u128::from(self.steps)) >> 32;
        u64::try_from(frames).unwrap_or(u64::MAX)
    }

    /// Returns the number of units of an accumulator per nanosecond. A step is a whole number of these units.
    pub(super) fn units_per_nano(self) -> u128 {
        self.steps.into()
    }

    /// Returns the number of units of an accumulator per step.
    pub(super) fn units_per_step(self) -> u128 {
        u128::from(NANOS) * u128::from(self.seconds)
    }

    fn reduced(steps: u64, seconds: u64) -> Self {
        let divisor = greatest_common_divisor(steps, seconds);
        Self {
            steps: steps / divisor,
            seconds: seconds / divisor,
        }
    }
}

impl Default for StepRate {
    /// Returns [`StepRate::SIXTY`].
    fn default() -> Self {
        Self::SIXTY
    }
}

impl fmt::Display for StepRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} per second", self.as_f64())
    }
}

const NANOS: u64 = 1_000_000_000;

/// Converts nanoseconds to a duration. Saturates at [`Duration::MAX`].
pub(super) fn from_nanos(nanos: u128) -> Duration {
    let seconds = u64::try_from(nanos / u128::from(NANOS));
    let rest = u32::try_from(nanos % u128::from(NANOS));
    match (seconds, rest) {
        (Ok(seconds), Ok(rest)) => Duration::new(seconds, rest),
        _ => Duration::MAX,
    }
}

fn check(rate: f64) -> Result<(), RateError> {
    // A range does not contain NaN.
    if (StepRate::MIN..=StepRate::MAX).contains(&rate) {
        Ok(())
    } else {
        Err(RateError { rate })
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// Error for a rate outside [`StepRate::MIN`] to [`StepRate::MAX`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateError {
    /// The rejected rate, per second.
    pub rate: f64,
}

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a rate from {} to {} per second, got {}",
            StepRate::MIN,
            StepRate::MAX,
            self.rate
        )
    }
}

impl core::error::Error for RateError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn errors_of_rates_name_the_rate() {
        for bad in [
            0.0,
            -1.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e9,
            1000.1,
            1e-9,
        ] {
            assert!(StepRate::per_second(bad).is_err(), "{bad}");
        }
        let message = StepRate::per_second(-1.0).unwrap_err().to_string();
        assert_eq!(
            message,
            "expected a rate from 0.001 to 1000 per second, got -1"
        );
        assert!(StepRate::ratio(1, 0).is_err());
        assert!(StepRate::ratio(0, 0).is_err());
        assert!(StepRate::ratio(0, 1).is_err());
    }

    #[test]
    fn the_ends_of_the_range_are_allowed() {
        for good in [StepRate::MIN, 1.0, 59.94, StepRate::MAX] {
            assert_eq!(StepRate::per_second(good).unwrap().as_f64(), good);
        }
    }

    #[test]
    fn an_hour_holds_exactly_its_steps() {
        for (rate, steps) in [(30.0, 108_000), (60.0, 216_000), (144.0, 518_400)] {
            let rate = StepRate::per_second(rate).unwrap();
            assert_eq!(rate.time_of(steps), Duration::from_secs(3600));
        }
    }

    #[test]
    fn thirty_three_milliseconds_are_exact() {
        let rate = StepRate::ratio(1000, 33).unwrap();
        assert_eq!(rate.step_time(), Duration::from_millis(33));
        assert_eq!(rate.time_of(1_000_000), Duration::from_secs(33_000));
    }

    #[test]
    fn equal_fractions_are_equal_rates() {
        assert_eq!(StepRate::ratio(120, 2).unwrap(), StepRate::SIXTY);
        assert_eq!(StepRate::per_second(60.0).unwrap(), StepRate::SIXTY);
    }

    #[test]
    fn no_step_number_is_too_late_for_a_duration() {
        let slowest = StepRate::per_second(StepRate::MIN).unwrap();
        assert_eq!(slowest.time_of(u64::MAX), Duration::MAX);
    }

    proptest! {
        #[test]
        fn a_step_is_due_at_its_number_times_the_exact_step(number in 0..10_000_000_000u64, steps in 1..1000u32) {
            let rate = StepRate::ratio(steps, 1).unwrap();
            let nanos = u128::from(number) * 1_000_000_000 / u128::from(steps);
            prop_assert_eq!(rate.time_of(number).as_nanos(), nanos);
        }
    }
}
