//! Measures the frames of a scene.

#![expect(
    unreachable_pub,
    reason = "a program has no outside: here, `pub` marks what the other files may use"
)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damselfly::app::{App, FrameReport};
use damselfly::prelude::*;

use super::samples::Samples;
use super::scene::Scene;
use super::usage::cpu_time;

/// Plays a scene until all frames are measured. Calls `on_report` with the result at the end of the scene, before the
/// output that the command line requests. Does not call it if a signal or the window stopped the game earlier.
pub fn measure(
    app: App,
    scene: Scene,
    measure: Measure,
    on_report: impl FnMut(&Report) + Send,
) -> Result<(), Error> {
    let meter = Arc::new(Mutex::new(Meter::new(measure)));
    let (observed, stopper, limit) = (meter.clone(), app.loop_control(), app.options().steps);
    let app = app.on_frame(move |frame| {
        let mut meter = lock(&observed);
        meter.add(&frame);
        if meter.is_full() || meter.has_failed {
            stopper.stop();
        }
    });
    let mut game = MeasuredGame {
        scene,
        meter: meter.clone(),
        on_report,
        steps: 0,
    };
    app.run_game(&mut game)?;
    let meter = lock(&meter);
    if meter.has_failed {
        return Err(Error::game(
            "the GPU failed before all frames were measured",
        ));
    }
    if !meter.is_full() && limit.is_some_and(|limit| game.steps >= limit) {
        let (few, frames) = (meter.submit.len(), measure.frames);
        let what = format!(
            "{few} of {frames} frames were measured before the game ended: give it more --steps, or none"
        );
        return Err(Error::game(what));
    }
    Ok(())
}

fn lock(meter: &Mutex<Meter>) -> MutexGuard<'_, Meter> {
    meter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game that measures its scene.
struct MeasuredGame<F> {
    scene: Scene,
    meter: Arc<Mutex<Meter>>,
    on_report: F,
    /// Number of steps taken.
    steps: u64,
}

impl<F: FnMut(&Report) + Send> Game for MeasuredGame<F> {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.scene.start(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.scene.step(cx);
    }

    fn stop(&mut self, cx: &mut Context<'_>) {
        self.steps = cx.time.number;
        let meter = lock(&self.meter);
        if meter.is_full() && !meter.has_failed {
            (self.on_report)(&meter.report());
        }
    }
}

/// Number of frames to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Frames before the first measured one.
    pub warm_up: usize,
    /// Measured frames. The game stops after them.
    pub frames: usize,
}

/// Result of a measurement.
#[derive(Debug)]
pub struct Report {
    /// `gpu` or `software`.
    pub backend: String,
    /// Name of the GPU, or the number of threads of the software backend.
    pub adapter: String,
    /// Number of measured frames.
    pub frames: usize,
    /// Median of the times from the end of one frame to the end of the next, with the steps and waits between.
    pub frame_median: Duration,
    /// 99th percentile of these times.
    pub frame_p99: Duration,
    /// Median time of a step.
    pub step_median: Duration,
    /// Median of the times to batch, upload, encode and submit, before any wait; for the software backend, to draw the
    /// whole image.
    pub submit_median: Duration,
    /// Median time of the GPU per frame. `None` if the backend does not report it.
    pub gpu_median: Option<Duration>,
    /// Mean number of bytes copied to the backend per frame.
    pub upload_bytes: f64,
    /// Mean number of instance bytes among them.
    pub instance_bytes: f64,
    /// Mean number of instance bytes per frame without a step before it. `None` if every frame had one.
    pub instance_bytes_without_step: Option<f64>,
    /// Number of draw calls of the last frame.
    pub draw_calls: usize,
    /// Mean processor time of all threads per frame. `None` if the system does not report it.
    pub cpu_per_frame: Option<Duration>,
}

/// Collects measurements of frames.
#[derive(Debug)]
struct Meter {
    measure: Measure,
    backend: &'static str,
    adapter: String,
    /// Whether the backend has changed, because the GPU failed.
    has_failed: bool,
    /// Frames so far, including the warm-up.
    seen: usize,
    /// Times from the end of one frame to the end of the next.
    frame: Samples,
    /// Times of steps.
    step: Samples,
    /// Times to draw a frame, without the wait for the display.
    submit: Samples,
    /// Times of the GPU. Fewer than frames if some have not arrived.
    gpu: Samples,
    /// Time at which the latest frame ended.
    last: Option<Instant>,
    upload_bytes: usize,
    instance_bytes: usize,
    /// Frames without a step before them, and their instance bytes.
    still_frames: usize,
    still_bytes: usize,
    /// Draw calls of the latest frame.
    draw_calls: usize,
    /// Processor time at the end of the warm-up.
    cpu_at_start: Option<Duration>,
}

impl Meter {
    fn new(measure: Measure) -> Self {
        // The lists get their full capacity now, so that no measured frame allocates.
        let samples = || Samples::with_capacity(measure.frames);
        Self {
            measure,
            backend: "",
            adapter: String::new(),
            has_failed: false,
            seen: 0,
            frame: samples(),
            step: samples(),
            submit: samples(),
            gpu: samples(),
            last: None,
            upload_bytes: 0,
            instance_bytes: 0,
            still_frames: 0,
            still_bytes: 0,
            draw_calls: 0,
            // Without a warm-up, counting begins here.
            cpu_at_start: (measure.warm_up == 0).then(cpu_time).flatten(),
        }
    }

    /// Adds a frame that was drawn just now.
    fn add(&mut self, frame: &FrameReport<'_>) {
        let now = Instant::now();
        if self.seen == 0 {
            (self.backend, self.adapter) = (frame.backend, frame.adapter.to_owned());
        }
        self.has_failed |= frame.backend != self.backend;
        if self.seen >= self.measure.warm_up {
            if let Some(last) = self.last {
                self.frame.push(now - last);
            }
            self.submit.push(frame.times.render);
            if let Some(time) = frame.cost.gpu {
                self.gpu.push(time);
            }
            self.upload_bytes += frame.stats.upload_bytes;
            self.instance_bytes += frame.stats.instance_bytes;
            if frame.times.updates > 0 {
                self.step.push(frame.times.update / frame.times.updates);
            } else {
                self.still_frames += 1;
                self.still_bytes += frame.stats.instance_bytes;
            }
            self.draw_calls = frame.stats.draw_calls;
        }
        // Set during the warm-up too, because the first measured frame begins at the end of the previous one.
        self.last = Some(now);
        self.seen += 1;
        if self.seen == self.measure.warm_up {
            self.cpu_at_start = cpu_time();
        }
    }

    /// Returns whether all frames are measured.
    fn is_full(&self) -> bool {
        self.seen >= self.measure.warm_up + self.measure.frames
    }

    /// Returns the result so far.
    fn report(&self) -> Report {
        let frames = self.submit.len();
        let mean = |total: usize, count: usize| total as f64 / count.max(1) as f64;
        let cpu = self
            .cpu_at_start
            .zip(cpu_time())
            .map(|(from, to)| to.saturating_sub(from));
        let count = u32::try_from(frames).unwrap_or(u32::MAX).max(1);
        Report {
            backend: self.backend.into(),
            adapter: self.adapter.clone(),
            frames,
            frame_median: self.frame.median().unwrap_or_default(),
            frame_p99: self.frame.percentile(99.0).unwrap_or_default(),
            step_median: self.step.median().unwrap_or_default(),
            submit_median: self.submit.median().unwrap_or_default(),
            gpu_median: self.gpu.median(),
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
    use damselfly::render::{DrawCost, RenderStats};
    use damselfly::time::FrameTimes;

    /// Adds a frame whose step took `2 * ms` milliseconds and whose drawing took `ms`.
    fn add(meter: &mut Meter, ms: u64) {
        meter.add(&FrameReport {
            backend: "none",
            adapter: "",
            times: FrameTimes {
                updates: 1,
                update: Duration::from_millis(2 * ms),
                render: Duration::from_millis(ms),
                ..FrameTimes::default()
            },
            stats: RenderStats {
                upload_bytes: usize::try_from(ms).unwrap(),
                ..RenderStats::default()
            },
            cost: DrawCost::default(),
        });
    }

    #[test]
    fn frames_and_steps_of_the_warm_up_are_not_measured() {
        let mut meter = Meter::new(Measure {
            warm_up: 3,
            frames: 4,
        });
        for frame in 0..7 {
            assert!(!meter.is_full());
            add(&mut meter, if frame < 3 { 1000 } else { 1 });
        }
        assert!(meter.is_full());
        let report = meter.report();
        assert_eq!((report.frames, report.upload_bytes), (4, 1.0));
        assert_eq!(report.submit_median, Duration::from_millis(1));
        assert_eq!(report.step_median, Duration::from_millis(2));
    }

    #[test]
    fn processor_time_is_measured_without_a_warm_up_too() {
        for warm_up in [0, 2] {
            let frames = 3;
            let mut meter = Meter::new(Measure { warm_up, frames });
            while !meter.is_full() {
                add(&mut meter, 0);
            }
            let reported = meter.report().cpu_per_frame;
            assert_eq!(reported.is_some(), cpu_time().is_some(), "{warm_up}");
        }
    }
}
