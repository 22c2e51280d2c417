//! Monotonic clocks, real and simulated.

use core::time::Duration;

use crate::platform::Instant;

/// A clock that only moves forward. It has no function that waits: the runner waits for messages, which can wake it
/// early.
pub trait Clock {
    /// Returns the time since the clock's start.
    fn now(&mut self) -> Duration;
}

/// The system's monotonic clock. Starts at 0 when it is constructed.
#[derive(Clone, Debug)]
pub struct MonotonicClock {
    start: Instant,
}

impl MonotonicClock {
    /// Starts a clock now.
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl Default for MonotonicClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for MonotonicClock {
    fn now(&mut self) -> Duration {
        self.start.elapsed()
    }
}

/// A clock that advances only by [`SimulatedClock::advance`], for tests and for runs that render as fast as possible.
#[derive(Clone, Debug, Default)]
pub struct SimulatedClock {
    now: Duration,
}

impl SimulatedClock {
    /// Returns a clock at 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Advances the clock. It stops at [`Duration::MAX`].
    pub fn advance(&mut self, time: Duration) {
        self.now = self.now.saturating_add(time);
    }
}

impl Clock for SimulatedClock {
    fn now(&mut self) -> Duration {
        self.now
    }
}

/// A stopwatch on any clock. If the clock runs backwards, the measured time is 0.
///
/// ```
/// use core::time::Duration;
/// use damselfly::time::{DeltaClock, SimulatedClock};
///
/// let mut watch = DeltaClock::new(SimulatedClock::new());
/// watch.clock_mut().advance(Duration::from_millis(5));
/// assert_eq!(watch.split(), Duration::from_millis(5));
/// assert_eq!(watch.delta(), Duration::from_millis(5));
/// assert_eq!(watch.delta(), Duration::ZERO);
/// ```
#[derive(Clone, Debug)]
pub struct DeltaClock<C> {
    clock: C,
    since: Duration,
}

impl<C: Clock> DeltaClock<C> {
    /// Starts a stopwatch now.
    pub fn new(mut clock: C) -> Self {
        let since = clock.now();
        Self { clock, since }
    }

    /// Returns the time since the last `delta`, or since the start, and restarts.
    pub fn delta(&mut self) -> Duration {
        // Read once: time between two readings would be missing from both deltas.
        let now = self.clock.now();
        let delta = now.saturating_sub(self.since);
        self.since = now;
        delta
    }

    /// Returns the time since the last `delta`, or since the start, without restarting.
    pub fn split(&mut self) -> Duration {
        self.clock.now().saturating_sub(self.since)
    }

    /// Returns the underlying clock.
    pub fn clock_mut(&mut self) -> &mut C {
        &mut self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_delta_restarts_and_a_split_does_not() {
        let mut watch = DeltaClock::new(SimulatedClock::new());
        watch.clock_mut().advance(ms(10));
        assert_eq!(watch.split(), ms(10));
        watch.clock_mut().advance(ms(5));
        assert_eq!(
            (watch.split(), watch.delta(), watch.split()),
            (ms(15), ms(15), ms(0))
        );
        watch.clock_mut().advance(ms(3));
        assert_eq!(watch.delta(), ms(3));
    }

    #[test]
    fn a_simulated_clock_stands_until_it_is_advanced_and_never_overflows() {
        let mut clock = SimulatedClock::new();
        assert_eq!((clock.now(), clock.now()), (ms(0), ms(0)));
        clock.advance(Duration::MAX);
        clock.advance(Duration::MAX);
        assert_eq!(clock.now(), Duration::MAX);
    }

    #[test]
    fn the_real_clock_never_goes_back() {
        let mut clock = MonotonicClock::new();
        let times: Vec<_> = (0..1000).map(|_| clock.now()).collect();
        assert!(times.is_sorted());
    }

    #[test]
    fn a_clock_that_runs_backwards_measures_zero() {
        struct Back(u64);
        impl Clock for Back {
            fn now(&mut self) -> Duration {
                self.0 -= 1;
                ms(self.0)
            }
        }
        let mut watch = DeltaClock::new(Back(100));
        assert_eq!(
            (watch.split(), watch.delta(), watch.delta()),
            (ms(0), ms(0), ms(0))
        );
    }
}
