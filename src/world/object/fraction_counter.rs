//! Sums fractions of a unit, and reports each whole unit: cells of movement, frames of animations.

use crate::base::checksum::summed;

/// The largest rounding error of a sum, as a share of the sum.
///
/// A velocity, a time scale, a step's length and their products are each rounded to 24 bits, so that ten steps of 0.1
/// do not add up to 1. This is eight times the error of one rounding.
const TOLERANCE: f64 = 1.0 / (1 << 21) as f64;

/// A sum of fractions that starts at 0. It reaches a whole number in the step in which the exact sum would.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FractionCounter {
    // Keeps the units already returned: the error from rounded addends is proportional to the total, so `add` compares
    // it with `total * TOLERANCE`. The additions themselves are in `f64`, whose rounding is negligible.
    /// The sum since the last whole number that it reached exactly.
    total: f64,
}

summed!(FractionCounter: total);

impl FractionCounter {
    /// Returns whether the sum is 0: nothing was added since it started, or since it last reached a whole number
    /// exactly.
    pub(crate) fn is_new(&self) -> bool {
        self.total == 0.0
    }

    /// Adds a number of units, at least 0. Returns how many whole units that completes.
    pub(crate) fn add(&mut self, units: f64) -> f64 {
        let returned = self.total.floor();
        self.total += units;
        let nearest = self.total.round();
        // Counts only a whole number that was not returned before: a slow sum stays near the same whole number for many
        // steps.
        if nearest > returned && (self.total - nearest).abs() <= self.total * TOLERANCE {
            // Restarts at 0, so that errors do not accumulate from one whole number to the next. A velocity that is not
            // a short fraction loses at most the tolerance: its path is off by less than one part in two million.
            self.total = 0.0;
            return nearest - returned;
        }
        let whole = self.total.floor() - returned;
        if !self.total.is_finite() {
            self.total = 0.0;
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "small numbers"
    )]

    use super::*;

    /// Adds a fraction, rounded to an `f32`, in each of `steps` steps. After each, the whole units so far must be those
    /// of the exact sum.
    fn agrees(numerator: u64, denominator: u64, steps: u64) {
        let speed = f64::from((numerator as f64 / denominator as f64) as f32);
        let mut sum = FractionCounter::default();
        let mut whole = 0.0;
        for step in 1..=steps {
            whole += sum.add(speed);
            let exact = (step * numerator / denominator) as f64;
            assert!(whole == exact, "{numerator}/{denominator}, step {step}");
        }
    }

    #[test]
    fn sums_of_fractions_reach_whole_numbers_exactly() {
        for denominator in 1..=150 {
            for numerator in 1..=3 * denominator {
                agrees(numerator, denominator, 4 * denominator + 10);
            }
        }
        // These sums gain many units a step, or have fractions of up to three decimals. The tolerance is small enough
        // for all of them: the numerator times the denominator is below 2^21.
        for numerator in (1..20_000).step_by(97) {
            agrees(numerator, 100, 500);
            agrees(numerator % 2000, 1000, 5000);
        }
    }

    #[test]
    fn long_sums_do_not_drift() {
        for (numerator, denominator) in [(1, 3), (1, 5), (3, 20), (99, 100), (1, 3600), (17, 7)] {
            agrees(numerator, denominator, 1_000_000);
        }
    }

    #[test]
    fn speeds_close_to_short_fractions_stay_distinct() {
        // The speeds differ from these numbers by 1 to 10 000 units in the last place of an `f32`.
        for base in [0.7_f32, 1.0 / 3.0, 0.012_345, 3.25] {
            for difference in [1, 10, 100, 1000, 10_000] {
                let speed = f64::from(f32::from_bits(base.to_bits() + difference));
                let mut sum = FractionCounter::default();
                let mut whole = 0.0;
                for step in 1..=200_000_u32 {
                    whole += sum.add(speed);
                    let exact = f64::from(step) * speed;
                    let error = exact * TOLERANCE;
                    assert!(whole <= exact + error + speed / 2.0, "{speed}, step {step}");
                    assert!(whole + 1.0 >= exact - error, "{speed}, step {step}");
                }
            }
        }
    }

    #[test]
    fn huge_and_infinite_numbers_do_no_harm() {
        for huge in [1e9, 1e20, f64::from(f32::MAX), f64::INFINITY] {
            let mut sum = FractionCounter::default();
            assert_eq!(sum.add(huge), huge);
            assert_eq!([sum.add(0.5), sum.add(0.5)], [0.0, 1.0], "{huge}");
        }
    }
}
