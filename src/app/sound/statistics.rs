//! Measurements of an output.

use core::time::Duration;
use std::sync::Arc;

/// Measurements of an output.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputStatistics {
    /// Name of the device that plays. `None` while no device plays.
    pub(crate) device: Option<Arc<str>>,
    /// Time from the output's latest frame to the loudspeaker, measured about once a second. 0 while no device plays.
    pub(crate) latency: Duration,
    /// Requested length of the device's buffer. 0 while no device plays.
    pub(crate) buffer: Duration,
    /// Number of gaps since the output was started, because frames arrived late at the device.
    pub(crate) underruns: u64,
}
