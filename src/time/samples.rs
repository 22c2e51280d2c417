//! Durations collected by a benchmark.

use core::time::Duration;

/// Collects durations, and answers for the middle and the slow end of them.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    times: Vec<Duration>,
}

impl Samples {
    /// Room for so many samples, so that taking them allocates nothing.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            times: Vec::with_capacity(capacity),
        }
    }

    /// Adds a sample.
    pub fn push(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// Forgets all samples, and keeps their room.
    pub fn clear(&mut self) {
        self.times.clear();
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there is no sample yet.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The sample in the middle; of two, the smaller. None without samples.
    pub fn median(&self) -> Option<Duration> {
        self.percentile(50.0)
    }

    /// The smallest sample that this percentage (clamped to 0 to 100) of all samples does not exceed. None without
    /// samples.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank from 0 to the number of samples"
    )]
    pub fn percentile(&self, percent: f64) -> Option<Duration> {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let rank = (percent.clamp(0.0, 100.0) / 100.0 * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).copied()
    }

    /// The mean. None without samples.
    pub fn mean(&self) -> Option<Duration> {
        let total: Duration = self.times.iter().sum();
        total.checked_div(u32::try_from(self.times.len()).ok()?)
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
        assert_eq!(samples.mean(), Some(Duration::from_micros(50_500)));
    }

    #[test]
    fn no_samples_have_no_middle_and_one_sample_is_every_percentile() {
        assert_eq!(Samples::default().median(), None);
        assert_eq!(Samples::default().mean(), None);
        let one = samples([7]);
        assert_eq!(one.percentile(f64::NAN), one.median());
        assert_eq!(one.percentile(99.0), Some(Duration::from_millis(7)));
    }
}
