//! What a thread has worked, whatever else the machine does.

use std::time::{Duration, Instant};

/// The processor's time for this thread where the system tells it (Linux), or else the time: what else the machine
/// does is nothing of ours.
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// So much until now. Asking takes a sleep of its own, which does not count.
    pub(crate) fn now(&self) -> Duration {
        // The system counts a thread's time when the thread gives way, and else only a few hundred times a second.
        std::thread::sleep(Duration::from_micros(100));
        std::fs::read_to_string("/proc/thread-self/schedstat")
            .ok()
            .and_then(|line| line.split(' ').next()?.parse().ok())
            .map_or_else(|| self.0.elapsed(), Duration::from_nanos)
    }
}
