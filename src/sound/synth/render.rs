//! Rendering: from settings to samples.

use super::contour::{Contour, TICK};
use super::envelope::Envelope;
use super::low_pass::LowPass;
use super::oscillator::Oscillator;
use super::{Join, Synth};

/// Pitch and duration of a sound as a note of a tune.
#[derive(Clone, Copy, Debug)]
pub(in crate::sound) struct NoteParameters {
    /// Factor of all frequencies.
    pub(in crate::sound) transposed: f64,
    /// Number of frames before the fade. `None` uses the sound's settings.
    pub(in crate::sound) held: Option<u32>,
}

impl Default for NoteParameters {
    /// Returns the sound as it is set.
    fn default() -> Self {
        Self {
            transposed: 1.0,
            held: None,
        }
    }
}

impl NoteParameters {
    /// Returns the parameters of a part. A part that follows keeps its own length.
    fn of_part(self, join: Join) -> Self {
        match join {
            Join::With => self,
            Join::Then => Self { held: None, ..self },
        }
    }
}

impl Synth {
    /// Returns the length in frames, with all parts.
    pub(in crate::sound) fn length(&self, parameters: NoteParameters) -> usize {
        let own = Envelope::new(self, parameters.held).length() as usize;
        self.parts.iter().fold(own, |end, (join, part)| {
            let length = part.length(parameters.of_part(*join));
            match join {
                Join::Then => end + length,
                Join::With => end.max(length),
            }
        })
    }

    /// Adds this sound, with all parts, to samples. There must be at least as many as its length.
    pub(in crate::sound) fn add(&self, parameters: NoteParameters, samples: &mut [f32]) {
        let mut end = Envelope::new(self, parameters.held).length() as usize;
        self.add_own(parameters, &mut samples[..end]);
        for (join, part) in &self.parts {
            let start = match join {
                Join::Then => end,
                Join::With => 0,
            };
            let parameters = parameters.of_part(*join);
            part.add(parameters, &mut samples[start..]);
            end = end.max(start + part.length(parameters));
        }
    }

    /// Adds this sound without its parts.
    fn add_own(&self, parameters: NoteParameters, samples: &mut [f32]) {
        let contour = Contour::new(self, parameters.transposed);
        let envelope = Envelope::new(self, parameters.held);
        let volume = amplitude(self.volume);
        let mut oscillator = Oscillator::new(self);
        let mut low_pass = LowPass::new(self.resonance);
        let chunks = samples.chunks_mut(TICK as usize);
        for (tick, chunk) in (0..).zip(chunks) {
            let (increment, duty) = (contour.increment(tick), contour.duty(tick));
            let cutoff = contour.cutoff(tick);
            cutoff.inspect(|hertz| low_pass.set_cutoff(*hertz));
            for (frame, sample) in (tick * TICK..).zip(chunk) {
                let mut tone = oscillator.next(increment, duty);
                if cutoff.is_some() {
                    tone = low_pass.filter(tone);
                }
                *sample += tone * envelope.amplitude(frame) * volume;
            }
        }
    }
}

/// Returns the amplitude of a volume in decibels.
#[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
fn amplitude(decibels: f32) -> f32 {
    libm::exp10(f64::from(decibels) / 20.0) as f32
}
