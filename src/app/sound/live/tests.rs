//! Live sound on a simulated clock: a game whose steps are late, and a device whose requests are.
#![expect(clippy::cast_possible_truncation, reason = "small numbers")]

mod backwards;
mod games;
mod laws;
mod requests;
mod sending;
mod starts;
mod states;
mod streams;

use std::sync::mpsc::channel;

use super::*;
use crate::assets::ClipFrames;
use crate::sound::{BusStep, SoundId, VoiceStep};

/// Units of a position per frame.
const ONE: u64 = 65_536;

/// Number of frames of the clip.
const CLIP: u32 = 1 << 20;

/// A game and a device on one simulated clock, in frames. The game plays one sound, whose sample is its frame's number,
/// scaled. So each frame of the output tells its position.
struct Simulation {
    feed: StepFeed,
    fill: LiveFill,
    /// All frames of the output.
    output: Vec<[f32; 2]>,
    /// Frames per request of the device.
    chunk: usize,
    /// Time of the device's next request, without its jitter.
    device: f64,
    /// Duration of a frame of the device, 1 for exact clocks.
    device_frame: f64,
    /// Latest time of a request after it is due.
    jitter: f64,
    random: u32,
}

impl Simulation {
    fn new(chunk: usize) -> Self {
        Self::at_rate(chunk, StepRate::SIXTY)
    }

    fn at_rate(chunk: usize, rate: StepRate) -> Self {
        let (ready, clips) = channel();
        let samples: Vec<_> = (0..CLIP).map(|at| at as f32 / CLIP as f32).collect();
        let clip = ClipData {
            rate: FRAME_RATE,
            frames: CLIP.into(),
            source: ClipFrames::Mono(samples.into()),
        };
        ready.send((ClipId(0), Some(Arc::new(clip)))).unwrap();
        let (feed, fill) = connect(clips, Streams::InPlace, rate, true);
        Self::of(feed, fill, chunk)
    }

    fn of(feed: StepFeed, fill: LiveFill, chunk: usize) -> Self {
        Self {
            feed,
            fill,
            output: vec![],
            chunk,
            device: 0.0,
            device_frame: 1.0,
            jitter: 0.0,
            random: 1,
        }
    }

    /// Returns a random number from 0 to `most`.
    fn random(&mut self, most: f64) -> f64 {
        self.random = self
            .random
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        f64::from(self.random >> 8) / f64::from(1 << 24) * most
    }

    /// Lets the device play until `time`.
    fn play_until(&mut self, time: f64) {
        loop {
            let now = self.device + self.random(self.jitter);
            if now > time {
                return;
            }
            self.request(now, self.chunk);
            self.device += self.chunk as f64 * self.device_frame;
        }
    }

    /// Lets the device request this many frames at `now`.
    fn request(&mut self, now: f64, frames: usize) {
        let mut request = vec![[0.0; 2]; frames];
        self.fill.fill_at(now, &mut request);
        self.output.extend_from_slice(&request);
    }

    /// Sends a step at `time`. The sound is at the step's start.
    fn step(&mut self, time: f64, start: u64, frames: u64, scale: f64) {
        self.step_at(time, start, frames, scale, start);
    }

    /// Sends a step whose sound is at this frame of its clip.
    fn step_at(&mut self, time: f64, start: u64, frames: u64, scale: f64, position: u64) {
        self.play_until(time);
        self.feed.send(time, start, scale, |list| {
            list.frames = frames;
            list.voices.clear();
            list.voices.push(VoiceStep {
                id: SoundId(1),
                clip: ClipId(0),
                position: position * ONE,
                rate: [65_536; 2],
                gain: [1.0; 2],
                bus: 0,
                loop_range: None,
            });
            list.buses.clear();
            list.buses.push(BusStep::default());
        });
    }

    /// Takes steps from number `from` to before `to`, each `frames` long. `late` returns by how much a step is late.
    fn steps(&mut self, from: u64, to: u64, frames: u64, mut late: impl FnMut(&mut Self) -> f64) {
        for step in from..to {
            let late = late(self);
            self.step((step * frames) as f64 + late, step * frames, frames, 1.0);
        }
    }

    /// Returns the positions in the clip that were played, one for each frame.
    fn positions(&self) -> Vec<f64> {
        let position = |frame: &[f32; 2]| f64::from(frame[0]) * f64::from(CLIP);
        self.output.iter().map(position).collect()
    }
}

/// Returns the number of frames without a sound at the end.
fn silent_tail(positions: &[f64]) -> usize {
    positions.iter().rev().take_while(|at| **at == 0.0).count()
}

/// Checks that the position moves on evenly: by one frame per frame, within half a percent.
fn assert_even(positions: &[f64]) {
    // Frames are exact to 1/16 near the clip's end.
    for (at, pair) in positions.windows(2).enumerate() {
        let moved = pair[1] - pair[0];
        assert!((moved - 1.0).abs() < 0.2, "frame {at}: {pair:?}");
    }
    for (at, part) in positions.windows(481).enumerate() {
        let speed = (part[480] - part[0]) / 480.0;
        assert!((speed - 1.0).abs() < 0.0054, "frame {at}: speed {speed}");
    }
}
