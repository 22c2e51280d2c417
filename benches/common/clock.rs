//! The processor time of a thread, which excludes other work on the machine.

use std::time::{Duration, Instant};

/// The thread's processor time where the system reports it (Linux), otherwise the wall time.
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Returns the thread's processor time so far, or the wall time since `new`. The call sleeps for a moment, which
    /// does not count as processor time.
    pub(crate) fn now(&self) -> Duration {
        // The system updates a thread's time when the thread yields, and otherwise only a few hundred times a second.
        std::thread::sleep(Duration::from_micros(100));
        std::fs::read_to_string("/proc/thread-self/schedstat")
            .ok()
            .and_then(|line| line.split(' ').next()?.parse().ok())
            .map_or_else(|| self.0.elapsed(), Duration::from_nanos)
    }
}
