//! Waiting exactly although sleeps are too long: how much of a wait to sleep, and how much to spin.

use core::time::Duration;

/// Learns by how much sleeps are too long, and so how long before the end of a wait to stop sleeping.
///
/// The margin is the largest over-sleep of late: it follows a longer one at once, and forgets it over some dozens of sleeps.
#[derive(Clone, Debug)]
pub(crate) struct SleepMargin {
    margin: Duration,
}

impl SleepMargin {
    // At 60 waits a second an eighth of the time at most, where the system's sleeps are as bad as that.
    /// The longest margin: a longer over-sleep is an exception, for which spinning would be a waste.
    const MAX: Duration = Duration::from_millis(2);

    /// Returns the margin before the first sleep.
    pub(crate) fn new() -> Self {
        Self {
            margin: Duration::from_micros(200),
        }
    }

    /// Returns how long to sleep of a wait. The rest is to be spun.
    pub(crate) fn sleep_for(&self, wait: Duration) -> Duration {
        wait.saturating_sub(self.margin)
    }

    /// Learns from a sleep that was to take `asked` and took `took`.
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
    fn so_much_less_is_slept_as_sleeps_were_too_long() {
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
    fn a_sleep_that_was_far_too_long_is_an_exception() {
        let mut margin = SleepMargin::new();
        let before = margin.sleep_for(us(5000));
        margin.slept(us(5000), us(60_000));
        assert_eq!(margin.sleep_for(us(5000)), before);
    }

    #[test]
    fn a_sleep_that_was_ended_early_makes_no_margin_negative() {
        let mut margin = SleepMargin::new();
        for _ in 0..1000 {
            margin.slept(us(5000), us(10));
        }
        assert!(margin.sleep_for(us(5000)) <= us(5000));
    }
}
