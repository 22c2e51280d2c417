//! Samples of durations and their percentiles.

#![expect(
    unreachable_pub,
    reason = "a program has no outside: here, `pub` marks what the other files may use"
)]

use core::time::Duration;

/// Collects durations and computes percentiles.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    times: Vec<Duration>,
}

impl Samples {
    /// Returns an empty collection with room for `capacity` samples, so that adding them allocates nothing.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            times: Vec::with_capacity(capacity),
        }
    }

    /// Adds a sample.
    pub fn push(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Returns the median sample; of two in the middle, the smaller one. `None` without samples.
    pub fn median(&self) -> Option<Duration> {
        self.percentile(50.0)
    }

    /// Returns the smallest sample that is at least as large as this percentage of all samples. `percent` is clamped to
    /// 0 to 100; NaN counts as 0. `None` without samples.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank from 0 to the number of samples"
    )]
    pub fn percentile(&self, percent: f64) -> Option<Duration> {
        // Sorts a copy: percentiles are read only at the end of a measurement, and keeping the samples sorted would
        // take time in each measured frame. Returns the nearest rank and not a mean of two, so that the result is a
        // measured time.
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let rank = (percent.clamp(0.0, 100.0) / 100.0 * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(milliseconds: impl IntoIterator<Item = u64>) -> Samples {
        let mut samples = Samples::with_capacity(100);
        for time in milliseconds {
            samples.push(Duration::from_millis(time));
        }
        samples
    }

    #[test]
    fn percentiles_are_samples_by_rank_whatever_their_order() {
        let samples = samples((1..=100).rev());
        let at = |percent| samples.percentile(percent).unwrap().as_millis();
        assert_eq!([0.0, 1.0, 50.0, 99.0, 100.0].map(at), [1, 1, 50, 99, 100]);
        assert_eq!([-5.0, 1e9].map(at), [1, 100]);
        assert_eq!(samples.median(), samples.percentile(50.0));
    }

    #[test]
    fn no_samples_have_no_median_and_one_sample_is_every_percentile() {
        assert_eq!(Samples::default().median(), None);
        let one = samples([7]);
        assert_eq!(one.percentile(f64::NAN), one.median());
        assert_eq!(one.percentile(99.0), Some(Duration::from_millis(7)));
    }
}
