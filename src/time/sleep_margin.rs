//! Exact waits in spite of inexact sleeps: how much of a wait to sleep, and how much to spin.

use core::time::Duration;

/// Learns by how much sleeps overrun, and from this how long before the end of a wait to stop sleeping.
///
/// The margin is about the largest recent over-sleep: a longer one raises it at once, and it decays over some dozens of
/// sleeps.
#[derive(Clone, Debug)]
pub(crate) struct SleepMargin {
    margin: Duration,
}

impl SleepMargin {
    /// Maximum margin. A longer over-sleep is an exception that is not worth spinning for. At 60 waits per second,
    /// spinning takes at most an eighth of the time.
    const MAX: Duration = Duration::from_millis(2);

    /// Returns the initial margin.
    pub(crate) fn new() -> Self {
        Self {
            margin: Duration::from_micros(200),
        }
    }

    /// Returns how much of a wait to sleep. The rest is for spinning.
    pub(crate) fn sleep_for(&self, wait: Duration) -> Duration {
        wait.saturating_sub(self.margin)
    }

    /// Learns from a sleep of `asked` that took `took`.
    pub(crate) fn slept(&mut self, asked: Duration, took: Duration) {
        let over_sleep = took.saturating_sub(asked);
        if over_sleep > Self::MAX {
            return;
        }
        self.margin = over_sleep.max(self.margin - (self.margin.saturating_sub(over_sleep)) / 16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn us(microseconds: u64) -> Duration {
        Duration::from_micros(microseconds)
    }

    #[test]
    fn over_sleep_shortens_later_sleeps() {
        let mut margin = SleepMargin::new();
        margin.slept(us(5000), us(5900));
        assert_eq!(margin.sleep_for(us(5000)), us(4100), "learned at once");
        assert_eq!(margin.sleep_for(us(800)), us(0));
        for _ in 0..100 {
            margin.slept(us(5000), us(5060));
        }
        let slept = margin.sleep_for(us(5000));
        assert!(
            us(4930) < slept && slept <= us(4940),
            "forgotten slowly: {slept:?}"
        );
    }

    #[test]
    fn an_extreme_over_sleep_is_ignored() {
        let mut margin = SleepMargin::new();
        let before = margin.sleep_for(us(5000));
        margin.slept(us(5000), us(60_000));
        assert_eq!(margin.sleep_for(us(5000)), before);
    }

    #[test]
    fn waking_early_keeps_the_margin_positive() {
        let mut margin = SleepMargin::new();
        for _ in 0..1000 {
            margin.slept(us(5000), us(10));
        }
        assert!(margin.sleep_for(us(5000)) <= us(5000));
    }
}
