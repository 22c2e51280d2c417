//! Measurements of a running game: statistics for any thread, and a report of each frame for benchmarks.
//!
//! Nothing here may affect a step, because it differs from run to run.

use core::fmt;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::render::{DrawCost, RenderStats};
use crate::time::{FrameTimes, Statistics};

/// Statistics of a running game: rates, times and dropped time. Copies observe the same game.
///
/// For display and logs. A step must not depend on it, because it differs from run to run.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    published: Arc<Mutex<MonitorData>>,
}

/// The values that a monitor returns.
#[derive(Debug)]
struct MonitorData {
    statistics: Statistics,
    /// Times of the latest frames, oldest first.
    frames: VecDeque<FrameTimes>,
}

impl Default for MonitorData {
    fn default() -> Self {
        Self {
            statistics: Statistics::default(),
            // The list has its full capacity, so that no frame allocates memory.
            frames: VecDeque::with_capacity(Monitor::FRAMES),
        }
    }
}

impl Monitor {
    /// Maximum number of frames whose times are kept: the latest 256.
    pub const FRAMES: usize = 256;

    /// Returns the latest statistics. They are published about once a second, each time over the past second (see
    /// [`StatisticsRecorder::WINDOW`](crate::time::StatisticsRecorder::WINDOW)). All are 0 before the first time.
    pub fn statistics(&self) -> Statistics {
        self.lock().statistics
    }

    /// Returns the times of the latest frames, oldest first, at most [`Monitor::FRAMES`]. For a graph.
    pub fn frames(&self) -> Vec<FrameTimes> {
        self.lock().frames.iter().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, MonitorData> {
        self.published
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame. Replaces the oldest one if [`Monitor::FRAMES`] are kept.
    pub(super) fn add_frame(&self, frame: FrameTimes) {
        let frames = &mut self.lock().frames;
        if frames.len() == Self::FRAMES {
            frames.pop_front();
        }
        frames.push_back(frame);
    }

    /// Replaces the statistics that all copies return.
    pub(super) fn publish(&self, statistics: Statistics) {
        self.lock().statistics = statistics;
    }
}

/// The cost of a drawn frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DrawnFrame {
    /// Counts of drawn sprites and copied bytes.
    pub(crate) stats: RenderStats,
    /// Time to batch, upload, encode and submit; for the software backend, time to draw the whole image.
    pub(crate) render: Duration,
    /// Time to present, including the wait for the display.
    pub(crate) present: Duration,
}

/// A drawn frame, as [`App::on_frame`](crate::app::App::on_frame) reports it.
#[derive(Clone, Copy, Debug)]
pub struct FrameReport<'a> {
    /// `gpu` or `software`.
    pub backend: &'static str,
    /// Name of the GPU, or the number of threads of the software backend.
    pub adapter: &'a str,
    /// Times of the frame, and of the steps before it. Their `interval` is in real time, or in simulated time on a
    /// simulated clock.
    pub times: FrameTimes,
    /// Counts of drawn sprites and copied bytes.
    pub stats: RenderStats,
    /// The parts of drawing, and memory of the device. Without a window, the GPU time is that of this frame.
    pub cost: DrawCost,
}

/// Receives the report of each frame.
pub(crate) struct FrameObserver(pub(crate) Box<dyn FnMut(FrameReport<'_>) + Send>);

impl fmt::Debug for FrameObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FrameObserver")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_monitor_keeps_the_times_of_the_latest_frames() {
        let monitor = Monitor::default();
        assert_eq!(monitor.frames(), []);
        for updates in 0..300 {
            let times = FrameTimes::default();
            monitor.clone().add_frame(FrameTimes { updates, ..times });
        }
        let kept: Vec<_> = monitor.frames().iter().map(|frame| frame.updates).collect();
        assert_eq!(kept, (44..300).collect::<Vec<_>>());
    }
}
