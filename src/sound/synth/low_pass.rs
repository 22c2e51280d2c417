//! The low-pass filter of a sound.

use core::f64::consts::PI;

use crate::assets::SOUND_RATE as RATE;

/// A low-pass filter with two poles, whose cutoff can move without clicks.
///
/// A state variable filter by trapezoidal integration: Andrew Simper, *Solving the continuous SVF equations using
/// trapezoidal integration and equivalent currents*, 2013.
#[derive(Debug)]
pub(super) struct LowPass {
    /// Damping: 2 − 1.9 · resonance.
    damping: f32,
    /// Coefficients of the current cutoff.
    coefficients: [f32; 3],
    /// The two integrators.
    state: [f32; 2],
}

impl LowPass {
    /// Returns a filter at rest. It needs a cutoff before its first sample.
    pub(super) fn new(resonance: f32) -> Self {
        Self {
            damping: 2.0 - 1.9 * resonance,
            coefficients: [0.0; 3],
            state: [0.0; 2],
        }
    }

    /// Sets the cutoff frequency, in hertz, below half of the sampling rate.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
    pub(super) fn set_cutoff(&mut self, hertz: f64) {
        let gain = libm::tan(PI * hertz / f64::from(RATE)) as f32;
        let first = 1.0 / (1.0 + gain * (gain + self.damping));
        self.coefficients = [first, gain * first, gain * gain * first];
    }

    /// Filters a sample.
    pub(super) fn filter(&mut self, sample: f32) -> f32 {
        let [first, second, third] = self.coefficients;
        let [band_state, low_state] = self.state;
        let high = sample - low_state;
        let band = first * band_state + second * high;
        let low = low_state + second * band_state + third * high;
        self.state = [2.0 * band - band_state, 2.0 * low - low_state].map(without_tiny);
        low
    }
}

/// Returns 0 for an inaudible number: arithmetic with the smallest floats is very slow on some machines.
fn without_tiny(number: f32) -> f32 {
    if number.abs() < 1e-15 { 0.0 } else { number }
}
