//! What frames take, for benchmarks.

use std::time::{Duration, Instant};

use super::screen::Drawn;
use crate::time::Samples;

/// What is measured: so many frames, after so many to warm up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Frames that are not counted.
    pub warm_up: usize,
    /// Frames that are. The game stops after them.
    pub frames: usize,
}

/// What frames took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// `gpu` or `software`.
    pub backend: String,
    /// What drew.
    pub adapter: String,
    /// Frames that were counted.
    pub frames: usize,
    /// From one frame's end to the next one's, the step and all waiting included.
    pub frame_median: Duration,
    /// 99 of 100 frames took at most this long.
    pub frame_p99: Duration,
    /// A step.
    pub step_median: Duration,
    /// Batch, upload, encode and submit, before any wait; for the software backend the whole picture.
    pub submit_median: Duration,
    /// Bytes copied to the backend, a frame, on average.
    pub upload_bytes: f64,
    /// Bytes of instances among them.
    pub instance_bytes: f64,
    /// Bytes of instances in frames before which no step ran. `None` if a step ran before each.
    pub instance_bytes_without_step: Option<f64>,
    /// Draw calls of the last frame.
    pub draw_calls: usize,
    /// Time that the process's threads ran, a frame. `None` where the system does not tell.
    pub cpu_per_frame: Option<Duration>,
}

/// Collects what frames take.
#[derive(Debug)]
pub(crate) struct Meter {
    measure: Measure,
    seen: usize,
    frame: Samples,
    step: Samples,
    submit: Samples,
    last: Option<Instant>,
    stepped: bool,
    upload_bytes: usize,
    instance_bytes: usize,
    still_frames: usize,
    still_bytes: usize,
    draw_calls: usize,
    cpu_at_start: Option<Duration>,
}

impl Meter {
    pub(crate) fn new(measure: Measure) -> Self {
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
            cpu_at_start: None,
        }
    }

    fn counts(&self) -> bool {
        self.seen >= self.measure.warm_up
    }

    pub(crate) fn stepped(&mut self, took: Duration) {
        self.stepped = true;
        if self.counts() {
            self.step.push(took);
        }
    }

    pub(crate) fn drawn(&mut self, drawn: &Drawn) {
        let now = Instant::now();
        if self.counts() {
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
        self.stepped = false;
        self.last = Some(now);
        self.seen += 1;
        if self.seen == self.measure.warm_up {
            self.cpu_at_start = super::usage::cpu_time();
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.seen >= self.measure.warm_up + self.measure.frames
    }

    pub(crate) fn report(&self, backend: &str, adapter: String) -> Report {
        let frames = self.submit.len();
        let each = |total: usize, count: usize| {
            if count == 0 {
                0.0
            } else {
                total as f64 / count as f64
            }
        };
        let cpu = self
            .cpu_at_start
            .zip(super::usage::cpu_time())
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
            upload_bytes: each(self.upload_bytes, frames),
            instance_bytes: each(self.instance_bytes, frames),
            instance_bytes_without_step: (self.still_frames > 0)
                .then(|| each(self.still_bytes, self.still_frames)),
            draw_calls: self.draw_calls,
            cpu_per_frame: cpu.map(|cpu| cpu / count),
        }
    }
}
