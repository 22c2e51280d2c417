//! The waveforms, frame by frame.

use super::contour::{CYCLE, turn};
use super::{Synth, Waveform};
use crate::base::random::Random;
use crate::geometry::sine::SineTable;

/// A running waveform. A change of its frequency does not change its phase, so nothing clicks.
#[derive(Debug)]
pub(super) struct Oscillator {
    waveform: Waveform,
    /// Position within the cycle; 2³² is a whole cycle.
    phase: u32,
    random: Random,
    /// The current random number, −1 to 1.
    noise: f32,
}

impl Oscillator {
    /// Returns the oscillator of a sound, at the start of a cycle.
    pub(super) fn new(synth: &Synth) -> Self {
        let mut random = Random::new(synth.seed);
        Self {
            waveform: synth.waveform,
            phase: 0,
            noise: random.range(-1.0..1.0),
            random,
        }
    }

    /// Returns the next sample, about −1 to 1, and advances the phase by `increment`.
    pub(super) fn next(&mut self, increment: u32, duty: f32) -> f32 {
        let at = fraction(self.phase);
        let width = fraction(increment);
        let sample = match self.waveform {
            Waveform::Sine => SineTable::sin(turn(self.phase)),
            Waveform::Square => square(at, width, duty),
            Waveform::Saw => 2.0 * at - 1.0 - step(at, width),
            Waveform::Triangle => 4.0 * (at - 0.5).abs() - 1.0,
            Waveform::Noise => self.noise,
        };
        self.advance(increment);
        sample
    }

    fn advance(&mut self, increment: u32) {
        let before = self.phase;
        self.phase = before.wrapping_add(increment);
        // The upper 5 bits of the phase are the number of the cycle's 32nd part.
        if self.waveform == Waveform::Noise && before >> 27 != self.phase >> 27 {
            self.noise = self.random.range(-1.0..1.0);
        }
    }
}

/// Returns a pulse that is up for the first `duty` of the cycle. Its mean is 0 and its larger half has an amplitude of
/// 1: otherwise a narrow pulse would be an offset, which uses up volume and thumps as the sound fades.
fn square(at: f32, width: f32, duty: f32) -> f32 {
    let level = if at < duty { 1.0 } else { -1.0 };
    let since_fall = if at < duty {
        at - duty + 1.0
    } else {
        at - duty
    };
    let pulse = level + step(at, width) - step(since_fall, width);
    let mean = 2.0 * duty - 1.0;
    (pulse - mean) / (1.0 + mean.abs())
}

/// Returns the correction of a step upwards by 2 at the start of the cycle, so that it does not alias: the polynomial
/// band-limited step, PolyBLEP (Välimäki and Huovilainen, *Antialiasing oscillators in subtractive synthesis*, 2007).
/// `at` is the position in the cycle, `width` the length of a frame, both in cycles.
fn step(at: f32, width: f32) -> f32 {
    if at < width {
        let after = at / width;
        2.0 * after - after * after - 1.0
    } else if at > 1.0 - width {
        let before = (at - 1.0) / width;
        before * before + 2.0 * before + 1.0
    } else {
        0.0
    }
}

/// Returns a phase as a fraction of a cycle, 0 to 1 (excluded).
#[expect(clippy::cast_possible_truncation, reason = "a power of 2")]
fn fraction(phase: u32) -> f32 {
    // A float's mantissa has 24 bits: with more, rounding could reach 1.
    (phase >> 8) as f32 * (256.0 / CYCLE) as f32
}
