//! What an output has to mix in a step. Everything is plain numbers, so that a list can be sent to another thread.

use super::bus::{Bus, Buses};
use super::id::SoundId;
use super::playing::{Hearing, PlayingSound, SILENCE};
use super::table::Sounds;
use crate::assets::ClipId;

/// The sounds of a step, from its first frame on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StepSounds {
    /// The step's number; 0 for what the game's start plays.
    pub(crate) step: u64,
    /// Frames of game time that have passed since the list before this one.
    pub(crate) passed: u64,
    /// Frames of game time until the next list, if the next step is one nominal step long.
    pub(crate) frames: u64,
    /// Playing sounds in the order of playing.
    pub(crate) voices: Vec<VoiceStep>,
    /// All buses by index.
    pub(crate) buses: Vec<BusStep>,
}

/// A voice as it is at the step's first frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VoiceStep {
    pub(crate) id: SoundId,
    pub(crate) clip: ClipId,
    /// Position in 1/65 536 frames of [`SOUND_RATE`](crate::assets::SOUND_RATE).
    pub(crate) position: u64,
    /// Length of the clip, and where its loop begins, in the same unit.
    pub(crate) length: u64,
    pub(crate) loop_start: Option<u64>,
    /// Playback rates in 1/65 536 at the first frame of the step and of the next one. The rate changes evenly, so that the
    /// next position is this one plus `frames` times their mean. 0 while it stands still.
    pub(crate) rates: [u32; 2],
    /// Amplitude on the left and on the right. An output changes it evenly during the step, from the step before.
    pub(crate) amplitudes: [f32; 2],
    pub(crate) bus: Bus,
}

/// A bus as it is at the step's first frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BusStep {
    /// Amplitude, with mute and duck. Changes evenly, as a voice's.
    pub(crate) amplitude: f32,
    /// Cut-off frequency in hertz.
    pub(crate) low_pass: Option<f32>,
    /// Share of reverb, 0 to 1.
    pub(crate) reverb: f32,
}

impl Sounds {
    /// Fills `into` with what has to be mixed from now until `frames` frames of game time have passed.
    pub(crate) fn list(&self, buses: &Buses, frames: u64, into: &mut StepSounds) {
        (into.passed, into.frames) = (self.passed, frames);
        into.voices.clear();
        let voices = self.playing.iter().map(|sound| VoiceStep {
            id: sound.id,
            clip: sound.clip,
            position: sound.position,
            length: sound.length,
            loop_start: sound.loop_start,
            rates: sound.rates(frames, buses, self.time_scale),
            amplitudes: sound.amplitudes(),
            bus: sound.bus,
        });
        into.voices.extend(voices);
        into.buses.clear();
        into.buses.extend(buses.all.iter().map(|bus| BusStep {
            amplitude: amplitude_of(bus.decibels()),
            low_pass: bus.low_pass,
            reverb: bus.reverb,
        }));
    }
}

impl PlayingSound {
    /// Returns its amplitude on the left and on the right.
    fn amplitudes(&self) -> [f32; 2] {
        let (heard, by_place) = match &self.hearing {
            Some(Hearing {
                amplitude, panning, ..
            }) => (*amplitude, *panning),
            None => (1.0, 0.0),
        };
        let amplitude = amplitude_of(self.volume.value()) * heard;
        let panning = (self.panning.value() + by_place).clamp(-1.0, 1.0);
        // Constant power, and 1 in the middle, as in kira's `Frame::panned`.
        [1.0 - panning, 1.0 + panning].map(|share| amplitude * share.sqrt())
    }
}

/// Converts decibels to an amplitude, the same on every machine.
pub(super) fn amplitude_of(decibels: f32) -> f32 {
    if decibels <= SILENCE {
        0.0
    } else if decibels == 0.0 {
        1.0
    } else {
        libm::powf(10.0, decibels / 20.0)
    }
}
