//! Collects the times of a scene's frames.

use std::time::{Duration, Instant};

use damselfly::app::FrameReport;

use super::machine::{Machine, resident_bytes};
use super::record::{Record, TIMES};
use super::statistics::Timing;

/// Limits of the warm-up and of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Frames before the first measured one. After `warm_up_time`, 2 are enough.
    pub(crate) warm_up: usize,
    pub(crate) warm_up_time: Duration,
    /// Number of measured frames. After `time`, `least` are enough.
    pub(crate) frames: usize,
    pub(crate) time: Duration,
    pub(crate) least: usize,
}

impl Limits {
    /// A full run.
    pub(crate) const FULL: Self = Self {
        warm_up: 30,
        warm_up_time: Duration::from_secs(1),
        frames: 300,
        time: Duration::from_secs(4),
        least: 10,
    };

    /// A quick run.
    pub(crate) const QUICK: Self = Self {
        warm_up: 10,
        warm_up_time: Duration::from_millis(100),
        frames: 100,
        time: Duration::from_millis(300),
        least: 3,
    };
}

/// The measurements of a run so far.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    backend: &'static str,
    adapter: String,
    /// Whether the backend has changed, because the GPU failed.
    has_failed: bool,
    /// Number of frames so far, and the time of the first one's end.
    seen: usize,
    began: Option<Instant>,
    /// End of the warm-up. `None` before it.
    measured_from: Option<Instant>,
    /// The end of the latest frame.
    last: Option<Instant>,
    times: [Vec<Duration>; TIMES.len()],
    upload_bytes: u64,
    instance_bytes: u64,
    draw_calls: u64,
    sprites: u64,
    device_bytes: u64,
}

impl Meter {
    /// Returns a meter without frames.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            backend: "",
            adapter: String::new(),
            has_failed: false,
            seen: 0,
            began: None,
            measured_from: None,
            last: None,
            // The lists have their full capacity, so that no measured frame allocates.
            times: core::array::from_fn(|_| Vec::with_capacity(limits.frames)),
            upload_bytes: 0,
            instance_bytes: 0,
            draw_calls: 0,
            sprites: 0,
            device_bytes: 0,
        }
    }

    /// Adds a frame that ended at `now`.
    pub(crate) fn add(&mut self, frame: &FrameReport<'_>, now: Instant) {
        if self.seen == 0 {
            (self.backend, self.adapter) = (frame.backend, frame.adapter.to_owned());
        }
        self.has_failed |= frame.backend != self.backend;
        let began = *self.began.get_or_insert(now);
        if let (Some(last), Some(_)) = (self.last, self.measured_from) {
            let cost = frame.cost;
            let step = frame.times.update / frame.times.updates.max(1);
            let measured = [
                Some(now - last),
                Some(step),
                Some(cost.batch),
                Some(cost.upload),
                Some(cost.submit),
                cost.gpu,
            ];
            for (times, time) in self.times.iter_mut().zip(measured) {
                times.extend(time);
            }
            self.upload_bytes += frame.stats.upload_bytes as u64;
            self.instance_bytes += frame.stats.instance_bytes as u64;
        }
        self.draw_calls = frame.stats.draw_calls as u64;
        self.sprites = frame.stats.sprites as u64;
        self.device_bytes = frame.cost.device_bytes;
        self.seen += 1;
        self.last = Some(now);
        let is_warm = now - began >= self.limits.warm_up_time && self.seen >= 2;
        if is_warm || self.seen >= self.limits.warm_up {
            self.measured_from.get_or_insert(now);
        }
    }

    /// Returns whether enough frames are measured, or the GPU has failed.
    pub(crate) fn is_over(&self) -> bool {
        let frames = self.frames();
        let time = self.measured_from.zip(self.last);
        let has_time = time.is_none_or(|(from, to)| to - from < self.limits.time);
        self.has_failed
            || frames >= self.limits.frames
            || (frames >= self.limits.least && !has_time)
    }

    /// Returns whether the GPU has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Returns the number of measured frames.
    fn frames(&self) -> usize {
        self.times[0].len()
    }

    /// Returns the record of a scene, its size, unit and image.
    pub(crate) fn record(&self, scene: &str, size: usize, unit: &str, image: [u64; 2]) -> Record {
        let frames = self.frames() as u64;
        Record {
            machine: Machine::this(),
            scene: scene.to_owned(),
            size: size as u64,
            unit: unit.to_owned(),
            backend: self.backend.to_owned(),
            adapter: self.adapter.clone(),
            driver: String::new(),
            image,
            frames,
            times: self.times.each_ref().map(|times| Timing::of(times)),
            draw_calls: self.draw_calls,
            sprites: self.sprites,
            upload_bytes: self.upload_bytes / frames.max(1),
            instance_bytes: self.instance_bytes / frames.max(1),
            device_bytes: self.device_bytes,
            resident_bytes: resident_bytes(),
        }
    }
}
