//! Waiting for a time or a message, exactly: sleep, and then a short spin.

use std::time::{Duration, Instant};

use super::control::{Control, ControlReceiver};
use crate::time::SleepMargin;

/// The longest single wait. A longer one would pass for a gap in which the program did not run.
pub(super) const MAX_WAIT: Duration = Duration::from_millis(100);

/// A wait that is over.
#[derive(Debug)]
pub(super) struct Waited {
    /// What ended it early.
    pub(super) message: Option<Control>,
    /// How long it was to take, and how long it took.
    pub(super) asked: Duration,
    pub(super) took: Duration,
}

/// Waits for this long, at most 100 ms, or until a message comes.
pub(super) fn exactly(
    time: Duration,
    receiver: &ControlReceiver,
    margin: &mut SleepMargin,
) -> Waited {
    let start = Instant::now();
    let asked = time.min(MAX_WAIT);
    let sleep = margin.sleep_for(asked);
    let mut message = None;
    if !sleep.is_zero() {
        message = receiver.wait(sleep);
        if message.is_none() {
            margin.slept(sleep, start.elapsed());
        }
    }
    // Not by sleeping, which is too long by as much as is left.
    while message.is_none() && start.elapsed() < asked {
        core::hint::spin_loop();
    }
    Waited {
        message,
        asked,
        took: start.elapsed(),
    }
}

/// Sleeps for about this long, at most 100 ms, or until a message comes, which is returned: where nothing depends on the
/// exact time, and a spin would be wasted.
pub(super) fn roughly(time: Duration, receiver: &ControlReceiver) -> Option<Control> {
    receiver.wait(time.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::run::control;

    #[test]
    fn a_wait_is_never_shorter_than_it_should_be_and_long_ones_come_in_pieces() {
        let (_sender, receiver) = control::channel();
        let mut margin = SleepMargin::new();
        for (micros, asked) in [(50, 50), (3_000, 3_000), (1_000_000, 100_000)] {
            let waited = exactly(Duration::from_micros(micros), &receiver, &mut margin);
            assert_eq!(waited.asked, Duration::from_micros(asked));
            assert!(waited.took >= waited.asked && waited.message.is_none());
        }
    }

    /// On a machine with other work a few waits are far too long, and now and then most of them: one round of five has to be good.
    #[test]
    fn half_of_all_short_waits_are_less_than_half_a_millisecond_too_long() {
        let (_sender, receiver) = control::channel();
        let mut margin = SleepMargin::new();
        let mut median = || {
            let mut too_long: Vec<_> = (0..100_u64)
                .map(|number| {
                    let time = Duration::from_micros(500 + number * 30);
                    exactly(time, &receiver, &mut margin).took - time
                })
                .collect();
            too_long.sort_unstable();
            too_long[50]
        };
        let medians: Vec<_> = (0..5).map(|_| median()).collect();
        let best = medians.iter().min().unwrap();
        assert!(*best < Duration::from_micros(500), "{medians:?}");
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
