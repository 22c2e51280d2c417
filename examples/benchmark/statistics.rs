//! Statistics of the times of frames.

use core::time::Duration;

/// Number of parts of a run. The medians of the parts show how much the run varies.
pub(crate) const PARTS: usize = 5;

/// The times of one kind in a run, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) median: f64,
    /// The 95th and the 99th percentile.
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    /// Medians of consecutive parts of the run: at least one.
    pub(crate) parts: Vec<f64>,
}

impl Timing {
    /// Returns the statistics of these times, in the order of the frames. `None` without any.
    pub(crate) fn of(times: &[Duration]) -> Option<Self> {
        let times: Vec<_> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
        let length = times.len().div_ceil(PARTS).max(1);
        Some(Self {
            median: percentile(&times, 50)?,
            p95: percentile(&times, 95)?,
            p99: percentile(&times, 99)?,
            parts: times
                .chunks(length)
                .filter_map(|part| percentile(part, 50))
                .collect(),
        })
    }

    /// Returns the statistics of several runs: the medians of theirs, and the parts of all. `None` without any.
    pub(crate) fn of_runs(runs: &[&Self]) -> Option<Self> {
        let median_of = |value: fn(&Self) -> f64| {
            let values: Vec<_> = runs.iter().map(|run| value(run)).collect();
            percentile(&values, 50)
        };
        Some(Self {
            median: median_of(|run| run.median)?,
            p95: median_of(|run| run.p95)?,
            p99: median_of(|run| run.p99)?,
            parts: runs.iter().flat_map(|run| run.parts.clone()).collect(),
        })
    }

    /// Returns the smallest and the largest median of the parts.
    pub(crate) fn spread(&self) -> [f64; 2] {
        let parts = self.parts.iter().copied().chain([self.median]);
        let least = parts.clone().fold(f64::INFINITY, f64::min);
        [least, parts.fold(0.0, f64::max)]
    }
}

/// Returns the smallest value that is at least as large as this percentage of all values: always one of them. `None`
/// without any.
pub(crate) fn percentile(values: &[f64], percent: usize) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

/// The times of one run relative to those of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// The ratio of the medians.
    pub(crate) value: f64,
    /// The smallest and the largest ratio of any two parts.
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// Whether a run was faster than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Faster,
    Slower,
    /// The spread includes 1.
    Same,
}

impl Ratio {
    /// Returns the ratio of `b` to `a`. `None` if `a` took no time.
    pub(crate) fn of(a: &Timing, b: &Timing) -> Option<Self> {
        let ([a_least, a_most], [b_least, b_most]) = (a.spread(), b.spread());
        (a_least > 0.0).then(|| Self {
            value: b.median / a.median,
            least: b_least / a_most,
            most: b_most / a_least,
        })
    }

    /// Returns whether the second run differs from the first by more than both vary.
    pub(crate) fn verdict(self) -> Verdict {
        if self.most < 1.0 {
            Verdict::Faster
        } else if self.least > 1.0 {
            Verdict::Slower
        } else {
            Verdict::Same
        }
    }
}
