//! Figures of a running game: statistics for any thread, and measurements of frames for benchmarks.
//!
//! Nothing here may affect a step, for it differs from run to run.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::usage::cpu_time;
use crate::render::RenderStats;
use crate::time::{FrameTimes, Samples, Statistics};

/// Statistics of a running game: rates, times, time lost. Copies observe the same game.
///
/// For display and logs. A step must not depend on it, for it differs from run to run.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    published: Arc<Mutex<Published>>,
}

/// What a monitor returns.
#[derive(Debug)]
struct Published {
    statistics: Statistics,
    /// The oldest first.
    frames: VecDeque<FrameTimes>,
}

impl Default for Published {
    fn default() -> Self {
        Self {
            statistics: Statistics::default(),
            // With room for all, so that no frame allocates.
            frames: VecDeque::with_capacity(Monitor::FRAMES),
        }
    }
}

impl Monitor {
    /// The number of the latest frames whose times are kept: 256 frames.
    pub const FRAMES: usize = 256;

    /// Returns the latest statistics. They are published when a window of them is complete, about once a second (see
    /// [`StatisticsRecorder::WINDOW`](crate::time::StatisticsRecorder::WINDOW)); all zero before the first.
    pub fn statistics(&self) -> Statistics {
        self.lock().statistics
    }

    /// Returns what each of the latest frames took, the oldest first: at most [`Monitor::FRAMES`]. For a graph.
    pub fn frames(&self) -> Vec<FrameTimes> {
        self.lock().frames.iter().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Published> {
        self.published
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame, in the place of the oldest one if there are enough.
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

/// The cost of a frame that was drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DrawnFrame {
    /// Counts of what was drawn and copied.
    pub(crate) stats: RenderStats,
    /// Batch, upload, encode and submit; for the software backend the whole picture.
    pub(crate) render: Duration,
    /// Showing it, with the wait for the display.
    pub(crate) present: Duration,
}

/// How many frames to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Frames before the first measured one.
    pub warm_up: usize,
    /// Measured frames. The game stops after them.
    pub frames: usize,
}

/// The result of a measurement. Every number is at least 0, and 0 or `None` by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// `gpu` or `software`.
    pub backend: String,
    /// The name of the GPU, or the number of the software backend's threads.
    pub adapter: String,
    /// Number of measured frames.
    pub frames: usize,
    /// Time from the end of one frame to the end of the next, with the steps and waits between.
    pub frame_median: Duration,
    /// The 99th percentile of the same time.
    pub frame_p99: Duration,
    /// Time of a step.
    pub step_median: Duration,
    /// Time to batch, upload, encode and submit, before any wait; for the software backend the whole picture.
    pub submit_median: Duration,
    /// Bytes copied to the backend per frame, mean.
    pub upload_bytes: f64,
    /// Bytes of instances among them, mean.
    pub instance_bytes: f64,
    /// Bytes of instances per frame before which no step ran, mean. `None` if a step ran before every frame.
    pub instance_bytes_without_step: Option<f64>,
    /// Number of draw calls of the last frame.
    pub draw_calls: usize,
    /// Time that the process's threads ran per frame, mean. `None` if the system does not report it.
    pub cpu_per_frame: Option<Duration>,
}

/// Collects measurements of frames.
#[derive(Debug)]
pub(crate) struct Meter {
    measure: Measure,
    /// Frames so far, those of warming up included.
    seen: usize,
    /// Times from the end of one frame to the end of the next.
    frame: Samples,
    /// Times of steps.
    step: Samples,
    /// Times to draw a frame, without the wait for the display.
    submit: Samples,
    /// When the latest frame ended.
    last: Option<Instant>,
    /// A step ran after the last frame.
    stepped: bool,
    upload_bytes: usize,
    instance_bytes: usize,
    /// Frames before which no step ran, and their bytes of instances.
    still_frames: usize,
    still_bytes: usize,
    /// Draw calls of the latest frame.
    draw_calls: usize,
    /// The process's time when warming up was over.
    cpu_at_start: Option<Duration>,
}

impl Meter {
    /// Returns a meter that has seen no frame.
    pub(crate) fn new(measure: Measure) -> Self {
        // With room for all samples, so that growing costs no measured frame anything.
        let samples = || Samples::with_capacity(measure.frames);
        Self {
            measure,
            seen: 0,
            frame: samples(),
            step: samples(),
            submit: samples(),
            last: None,
            stepped: false,
            upload_bytes: 0,
            instance_bytes: 0,
            still_frames: 0,
            still_bytes: 0,
            draw_calls: 0,
            // Without frames to warm up, the count begins here.
            cpu_at_start: (measure.warm_up == 0).then(cpu_time).flatten(),
        }
    }

    /// Returns whether warming up is over.
    fn is_measuring(&self) -> bool {
        self.seen >= self.measure.warm_up
    }

    /// Records a step, which took this long.
    pub(crate) fn stepped(&mut self, took: Duration) {
        self.stepped = true;
        if self.is_measuring() {
            self.step.push(took);
        }
    }

    /// Records a frame that was drawn just now.
    pub(crate) fn drawn(&mut self, drawn: &DrawnFrame) {
        let now = Instant::now();
        if self.is_measuring() {
            if let Some(last) = self.last {
                self.frame.push(now - last);
            }
            self.submit.push(drawn.render);
            self.upload_bytes += drawn.stats.upload_bytes;
            self.instance_bytes += drawn.stats.instance_bytes;
            if !self.stepped {
                self.still_frames += 1;
                self.still_bytes += drawn.stats.instance_bytes;
            }
            self.draw_calls = drawn.stats.draw_calls;
        }
        // While warming up too: the first measured frame's time begins with the end of the one before it.
        self.stepped = false;
        self.last = Some(now);
        self.seen += 1;
        if self.seen == self.measure.warm_up {
            self.cpu_at_start = cpu_time();
        }
    }

    /// Returns whether all frames are measured.
    pub(crate) fn is_full(&self) -> bool {
        self.seen >= self.measure.warm_up + self.measure.frames
    }

    /// Returns the result so far.
    pub(crate) fn report(&self, backend: &str, adapter: String) -> Report {
        let frames = self.submit.len();
        let mean = |total: usize, count: usize| total as f64 / count.max(1) as f64;
        let cpu = self
            .cpu_at_start
            .zip(cpu_time())
            .map(|(from, to)| to.saturating_sub(from));
        let count = u32::try_from(frames).unwrap_or(u32::MAX).max(1);
        Report {
            backend: backend.into(),
            adapter,
            frames,
            frame_median: self.frame.median().unwrap_or_default(),
            frame_p99: self.frame.percentile(99.0).unwrap_or_default(),
            step_median: self.step.median().unwrap_or_default(),
            submit_median: self.submit.median().unwrap_or_default(),
            upload_bytes: mean(self.upload_bytes, frames),
            instance_bytes: mean(self.instance_bytes, frames),
            instance_bytes_without_step: (self.still_frames > 0)
                .then(|| mean(self.still_bytes, self.still_frames)),
            draw_calls: self.draw_calls,
            cpu_per_frame: cpu.map(|cpu| cpu / count),
        }
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

    #[test]
    fn frames_and_steps_of_warming_up_are_not_measured() {
        let mut meter = Meter::new(Measure {
            warm_up: 3,
            frames: 4,
        });
        for frame in 0.. {
            if meter.is_full() {
                assert_eq!(frame, 7);
                break;
            }
            let ms = if frame < 3 { 1000 } else { 1 };
            meter.stepped(Duration::from_millis(2 * ms));
            meter.drawn(&DrawnFrame {
                stats: RenderStats {
                    upload_bytes: usize::try_from(ms).unwrap(),
                    ..RenderStats::default()
                },
                render: Duration::from_millis(ms),
                ..DrawnFrame::default()
            });
        }
        let report = meter.report("none", String::new());
        assert_eq!(report.frames, 4);
        assert_eq!(report.submit_median, Duration::from_millis(1));
        assert_eq!(report.step_median, Duration::from_millis(2));
        assert_eq!(report.upload_bytes, 1.0);
    }

    #[test]
    fn the_processors_time_is_measured_without_warming_up_too() {
        for warm_up in [0, 2] {
            let frames = 3;
            let mut meter = Meter::new(Measure { warm_up, frames });
            while !meter.is_full() {
                meter.stepped(Duration::ZERO);
                meter.drawn(&DrawnFrame::default());
            }
            let report = meter.report("none", String::new());
            assert_eq!(
                report.cpu_per_frame.is_some(),
                cpu_time().is_some(),
                "{warm_up}"
            );
        }
    }
}
