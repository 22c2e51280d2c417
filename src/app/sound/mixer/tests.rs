//! Tests of the mixer, by lists that are written by hand or by a small world.
#![expect(clippy::cast_possible_truncation, reason = "small numbers")]

mod ahead;
mod allocations;
mod clicks;
mod effects;
mod jumps;
mod late;
mod limits;
mod oracle;
mod runs;
mod streams;

use std::sync::Arc;

use super::Mixer;
use crate::app::sound::streams::Streams;
use crate::assets::{ClipData, ClipFrames, ClipId};
use crate::sound::{BusStep, SoundId, StepSounds, VoiceStep};

/// Units of a position per frame.
const ONE: u64 = 65_536;

/// The normal playback rate.
const NORMAL: [u32; 2] = [65_536; 2];

/// Step rates as fractions: 60, 144, 59.94, 1 and 1000 Hz.
const STEP_RATES: [[u64; 2]; 5] = [[60, 1], [144, 1], [60_000, 1001], [1, 1], [1000, 1]];

/// Returns the first frame of step `n`.
fn first_frame(n: u64, [steps, seconds]: [u64; 2]) -> u64 {
    n * 48_000 * seconds / steps
}

/// Returns mono data at 48 000 Hz.
fn mono(samples: impl Into<Arc<[f32]>>) -> Arc<ClipData> {
    clip(48_000, samples)
}

/// Returns mono data.
fn clip(rate: u32, samples: impl Into<Arc<[f32]>>) -> Arc<ClipData> {
    let samples = samples.into();
    Arc::new(ClipData {
        rate,
        frames: samples.len() as u64,
        source: ClipFrames::Mono(samples),
    })
}

/// Returns a sine of `frames` frames, with `period` frames per turn.
fn sine(frames: usize, period: f64, amplitude: f64) -> Vec<f32> {
    let turn = core::f64::consts::TAU / period;
    let at = |frame| amplitude * libm::sin(turn * frame as f64);
    (0..frames).map(|frame| at(frame) as f32).collect()
}

/// Returns noise, −0.5 to 0.5.
fn noise(frames: usize) -> Vec<f32> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0 - 0.5
    };
    (0..frames).map(|_| next()).collect()
}

/// Returns a sound of clip 0 on the main bus.
fn sound(id: u64, position: u64) -> VoiceStep {
    VoiceStep {
        id: SoundId(id),
        clip: ClipId(0),
        position,
        rate: NORMAL,
        gain: [1.0; 2],
        bus: 0,
        loop_range: None,
    }
}

/// Returns a list with one bus.
fn list(frames: u64, voices: &[VoiceStep]) -> StepSounds {
    StepSounds {
        frames,
        voices: voices.to_vec(),
        buses: vec![BusStep::default()],
        ..StepSounds::default()
    }
}

/// Returns a mixer with these clips.
fn mixer(clips: &[Arc<ClipData>]) -> Mixer {
    let mut mixer = Mixer::new(0, Streams::InPlace);
    for (id, clip) in (0..).zip(clips) {
        mixer.set_clip(ClipId(id), Some(Arc::clone(clip)));
    }
    mixer
}

/// Mixes a step at its nominal length.
fn mix(mixer: &mut Mixer, step: &StepSounds) -> Vec<[f32; 2]> {
    mixer.begin(step, step.frames);
    rest(mixer)
}

/// Renders the present step to its end.
fn rest(mixer: &mut Mixer) -> Vec<[f32; 2]> {
    let mut all = Vec::new();
    let mut part = [[0.0; 2]; 100];
    loop {
        let count = mixer.render(&mut part);
        all.extend_from_slice(&part[..count]);
        if count < part.len() {
            return all;
        }
    }
}

/// Mixes a sound that keeps its rate for some steps of 800 frames. `change` edits the list of each step.
fn mix_steps(
    mixer: &mut Mixer,
    steps: u64,
    mut change: impl FnMut(u64, &mut StepSounds),
) -> Vec<[f32; 2]> {
    let mut all = Vec::new();
    for step in 0..steps {
        let mut list = list(800, &[sound(1, step * 800 * ONE)]);
        change(step, &mut list);
        all.extend(mix(mixer, &list));
    }
    all
}
