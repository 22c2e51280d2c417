//! Waits exactly for a time or a message: sleeps, then spins for a short time.

use std::time::Duration;

use super::control::{Control, ControlReceiver};
use crate::platform::Instant;
use crate::time::SleepMargin;

/// Longest single wait. It is well below [`GapClamp::LIMIT`](crate::time::GapClamp::LIMIT), so that no wait counts as a
/// gap.
pub(super) const MAX_WAIT: Duration = Duration::from_millis(100);

/// A wait that is over.
#[derive(Debug)]
pub(super) struct WaitResult {
    /// The message that ended the wait early, if any.
    pub(super) message: Option<Control>,
    /// Requested and actual time.
    pub(super) asked: Duration,
    pub(super) took: Duration,
}

/// Waits for this long, at most 100 ms, or until a message arrives.
pub(super) fn exactly(
    time: Duration,
    receiver: &ControlReceiver,
    margin: &mut SleepMargin,
) -> WaitResult {
    let start = Instant::now();
    wait_by(
        time,
        margin,
        || start.elapsed(),
        |sleep| receiver.wait_exactly(sleep),
    )
}

/// Like [`exactly`], with any clock. `elapsed` returns the time since the wait began. `sleep` sleeps for about the
/// given time, or returns the message that ended the sleep.
fn wait_by(
    time: Duration,
    margin: &mut SleepMargin,
    elapsed: impl Fn() -> Duration,
    sleep: impl FnOnce(Duration) -> Option<Control>,
) -> WaitResult {
    let asked = time.min(MAX_WAIT);
    let asleep = margin.sleep_for(asked);
    let mut message = None;
    if !asleep.is_zero() {
        message = sleep(asleep);
        if message.is_none() {
            margin.slept(asleep, elapsed());
        }
    }
    // Spins for the rest, because a sleep could overrun by as much time as is left.
    while message.is_none() && elapsed() < asked {
        core::hint::spin_loop();
    }
    WaitResult {
        message,
        asked,
        took: elapsed(),
    }
}

/// Sleeps for about this long, at most 100 ms, or until a message arrives. Returns the message. For inexact waits,
/// where spinning would be wasteful.
pub(super) fn roughly(time: Duration, receiver: &ControlReceiver) -> Option<Control> {
    receiver.wait(time.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::app::run::control;

    #[test]
    fn waits_are_never_short_and_long_ones_are_split() {
        let (_sender, receiver) = control::channel();
        let mut margin = SleepMargin::new();
        for (micros, asked) in [(50, 50), (3_000, 3_000), (1_000_000, 100_000)] {
            let waited = exactly(Duration::from_micros(micros), &receiver, &mut margin);
            assert_eq!(waited.asked, Duration::from_micros(asked));
            assert!(waited.took >= waited.asked && waited.message.is_none());
        }
    }

    /// Simulates a clock whose reading takes a microsecond, and sleeps that are up to a millisecond too long.
    #[test]
    fn a_wait_ends_on_time_once_the_over_sleep_is_known() {
        const READING: Duration = Duration::from_micros(1);
        let mut margin = SleepMargin::new();
        let mut most = Duration::ZERO;
        for number in 0..500_u64 {
            let asked = Duration::from_micros(3_000 + number * 30);
            let over_sleep = Duration::from_micros(900 + number % 4 * 25);
            let now = Cell::new(Duration::ZERO);
            let elapsed = || now.replace(now.get() + READING);
            let sleep = |sleep| {
                now.set(now.get() + sleep + over_sleep);
                None
            };
            let waited = wait_by(asked, &mut margin, elapsed, sleep);
            assert!(waited.took >= asked && waited.message.is_none());
            if number >= 4 {
                most = most.max(waited.took - asked);
            }
        }
        assert!(most <= Duration::from_micros(20), "{most:?}");
    }

    /// Also prints by how much waits are too long on this machine, which depends on its load. The option `--nocapture`
    /// shows this output.
    #[test]
    fn real_waits_are_never_too_short() {
        let (_sender, receiver) = control::channel();
        let mut margin = SleepMargin::new();
        let mut too_long: Vec<_> = (0..100_u64)
            .map(|number| {
                let time = Duration::from_micros(500 + number * 30);
                let took = exactly(time, &receiver, &mut margin).took;
                took.checked_sub(time).expect("not too short")
            })
            .collect();
        too_long.sort_unstable();
        eprintln!(
            "waits are too long by {:?} in the median, {:?} at worst",
            too_long[50], too_long[99]
        );
    }

    #[test]
    fn a_message_ends_a_wait() {
        let (sender, receiver) = control::channel();
        sender.send(Control::Quit);
        let waited = exactly(
            Duration::from_secs(3600),
            &receiver,
            &mut SleepMargin::new(),
        );
        assert!(matches!(waited.message, Some(Control::Quit)));
    }
}
