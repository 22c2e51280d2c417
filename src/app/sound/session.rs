//! The view that a device's code has of the output: requests to stop, statistics, and the state that is logged.

use core::fmt::Display;

use super::statistics::OutputStatistics;
use crate::platform::Instant;
use core::time::Duration;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Waits between tries to open a device. The last one repeats, so that sound returns within two seconds of the device.
const RETRY_WAITS: [Duration; 3] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_millis(1000),
];

/// State shared by an output's thread and its owner.
#[derive(Debug, Default)]
pub(super) struct OutputShared {
    /// Whether the thread must end.
    pub(super) is_stopped: AtomicBool,
    pub(super) statistics: Mutex<OutputStatistics>,
}

/// State of an output, logged once at each change.
#[derive(Debug, PartialEq)]
enum OutputState {
    Silent,
    #[cfg(target_os = "linux")]
    Suspended(Arc<str>),
    Playing(Arc<str>),
}

/// An output's thread, as a device's code sees it.
#[derive(Debug)]
pub(super) struct OutputSession {
    shared: Arc<OutputShared>,
    /// `None` until the first device has played or failed.
    state: Option<OutputState>,
    /// Number of failures since a device last played.
    failures: usize,
    statistics: OutputStatistics,
}

impl OutputSession {
    pub(super) fn new(shared: Arc<OutputShared>) -> Self {
        Self {
            shared,
            state: None,
            failures: 0,
            statistics: OutputStatistics::default(),
        }
    }

    /// Returns whether the thread must end.
    pub(super) fn is_stopped(&self) -> bool {
        self.shared.is_stopped.load(Ordering::Acquire)
    }

    /// Counts a gap.
    pub(super) fn count_underrun(&mut self) {
        self.statistics.underruns += 1;
        self.publish();
    }

    /// Reports that this device plays, with its measured latency and its requested buffer.
    pub(super) fn report_playing(
        &mut self,
        device: &Arc<str>,
        latency: Duration,
        buffer: Duration,
    ) {
        self.failures = 0;
        self.statistics.device = Some(Arc::clone(device));
        self.statistics.latency = latency;
        self.statistics.buffer = buffer;
        self.publish();
        if self.enter(OutputState::Playing(Arc::clone(device))) {
            let latency = latency.as_millis();
            log::info!("sound plays on {device}, with a latency of {latency} ms");
        }
    }

    /// Reports that the device is open, but suspended by its system.
    #[cfg(target_os = "linux")]
    pub(super) fn report_suspended(&mut self, device: &Arc<str>) {
        self.clear();
        if self.enter(OutputState::Suspended(Arc::clone(device))) {
            log::warn!("no sound: {device} is suspended");
        }
    }

    /// Reports that no device plays, for this reason.
    pub(super) fn report_loss(&mut self, reason: &dyn Display) {
        self.clear();
        if self.enter(OutputState::Silent) {
            log::warn!("no sound: {reason}; trying again until the game ends");
        }
    }

    /// Waits until the next try to open a device, longer after each failure. Ends early if the output is stopped.
    pub(super) fn wait_for_retry(&mut self) {
        let wait = RETRY_WAITS[self.failures.min(RETRY_WAITS.len() - 1)];
        self.failures += 1;
        let end = Instant::now() + wait;
        while !self.is_stopped() && Instant::now() < end {
            std::thread::park_timeout(end.saturating_duration_since(Instant::now()));
        }
    }

    /// Resets the statistics of the device. The number of gaps remains.
    fn clear(&mut self) {
        let underruns = self.statistics.underruns;
        self.statistics = OutputStatistics {
            underruns,
            ..OutputStatistics::default()
        };
        self.publish();
    }

    /// Sets the state. Returns whether it has changed.
    fn enter(&mut self, state: OutputState) -> bool {
        let is_new = self.state.as_ref() != Some(&state);
        self.state = Some(state);
        is_new
    }

    fn publish(&self) {
        let statistics = &self.shared.statistics;
        *statistics.lock().unwrap_or_else(PoisonError::into_inner) = self.statistics.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_logged_once_until_it_changes() {
        let mut session = OutputSession::new(Arc::default());
        let playing = |name: &str| OutputState::Playing(name.into());
        assert!(session.enter(OutputState::Silent), "the first state");
        assert!(!session.enter(OutputState::Silent));
        assert!(session.enter(playing("first")));
        assert!(!session.enter(playing("first")));
        assert!(session.enter(playing("second")), "another device");
        assert!(session.enter(OutputState::Silent));
    }

    #[test]
    fn a_device_that_played_is_tried_again_soon() {
        let shared = Arc::new(OutputShared::default());
        // Nothing is waited for in a stopped session.
        shared.is_stopped.store(true, Ordering::Release);
        let mut session = OutputSession::new(shared);
        for _ in 0..5 {
            session.wait_for_retry();
        }
        assert_eq!(session.failures, 5);
        session.report_playing(&"first".into(), Duration::ZERO, Duration::ZERO);
        assert_eq!(session.failures, 0);
        assert!(RETRY_WAITS.is_sorted() && RETRY_WAITS[2] < Duration::from_secs(2));
    }
}
