//! The amplitude of a sound over time.

use super::Synth;
use super::contour::whole;
use crate::assets::SOUND_RATE as RATE;

/// The shortest rise, fade or punch: a millisecond. A shorter one clicks.
const SHORTEST: u32 = RATE / 1000;

/// Lengths in frames of the rise, the hold and the fade.
#[derive(Clone, Copy, Debug)]
pub(super) struct Envelope {
    attack: u32,
    hold: u32,
    decay: u32,
    /// Amplitude at the beginning of the hold, without volume: 1 to 2.
    peak: f32,
}

impl Envelope {
    /// Returns a sound's envelope. `held` is the number of frames before the fade. `None` uses the sound's settings.
    pub(super) fn new(synth: &Synth, held: Option<u32>) -> Self {
        let attack = frames(synth.attack).max(SHORTEST);
        let hold = match held {
            Some(held) => held.saturating_sub(attack),
            None => frames(synth.hold),
        };
        let punch = if hold < SHORTEST { 0.0 } else { synth.punch };
        Self {
            attack,
            hold,
            decay: frames(synth.decay).max(SHORTEST),
            peak: 1.0 + punch,
        }
    }

    /// Returns the length in frames.
    pub(super) fn length(self) -> u32 {
        self.attack + self.hold + self.decay
    }

    /// Returns the amplitude of a frame, 0 to 2. It has no jumps, and is 0 at the start and near 0 at the end.
    pub(super) fn amplitude(self, frame: u32) -> f32 {
        if frame < self.attack {
            return fraction(frame, self.attack) * self.peak;
        }
        let held = frame - self.attack;
        if held < self.hold {
            return self.peak - (self.peak - 1.0) * fraction(held, self.hold);
        }
        let left = 1.0 - fraction(held - self.hold, self.decay);
        left * left
    }
}

/// Returns a duration in frames, rounded to the nearest.
fn frames(seconds: f32) -> u32 {
    whole(f64::from(seconds) * f64::from(RATE))
}

fn fraction(frame: u32, length: u32) -> f32 {
    frame as f32 / length as f32
}
