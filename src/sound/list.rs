//! The sounds that an output mixes in a step. Everything is plain numbers, so that a list can be sent to another thread.

use super::bus::Buses;
use super::id::SoundId;
use super::playing::{Hearing, PlayingSound, SILENCE};
use super::table::Sounds;
use crate::assets::ClipId;

/// All that sounds in one step. Positions are in 1/65 536 frames at 48 000 per second.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StepSounds {
    /// Number of the step; 0 for what the game's start plays.
    pub(crate) step: u64,
    /// Nominal length of the step, in frames at 48 000 per second.
    pub(crate) frames: u64,
    /// Playing sounds in the order of playing, at most [`MAX_VOICES`](super::MAX_VOICES).
    pub(crate) voices: Vec<VoiceStep>,
    /// All buses by index. The first one is [`Bus::MAIN`].
    pub(crate) buses: Vec<BusStep>,
}

/// A playing sound in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VoiceStep {
    pub(crate) id: SoundId,
    /// Its clip. A sound whose clip an output does not know is silent.
    pub(crate) clip: ClipId,
    /// Position at the step's first frame, inside the clip and, with a loop, before the loop's end.
    pub(crate) position: u64,
    /// Playback rate at the step's first frame and at its end, in 1/65 536, with every time scale. The position of the
    /// next step is `position + (frames · (rate[0] + rate[1]) >> 1)`, taken into the loop. 0 while it stands still.
    pub(crate) rate: [u32; 2],
    /// Amplitudes of left and right: volume and panning. An output reaches them at the step's end, but not within less
    /// than 5 ms.
    pub(crate) gain: [f32; 2],
    /// Index of its bus in [`StepSounds::buses`].
    pub(crate) bus: u8,
    /// Start and end of the loop, if the sound loops.
    pub(crate) loop_range: Option<[u64; 2]>,
}

/// A bus in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BusStep {
    /// Amplitude: volume, mute switch and ducking. An output reaches it at the step's end, but not within less than 5 ms.
    pub(crate) gain: f32,
    /// Cut-off frequency of the low-pass filter in hertz, 20 to 20 000. `None` for no filter.
    pub(crate) low_pass: Option<f32>,
    /// Share of the reverb, 0 (none) to 1 (nothing else).
    pub(crate) reverb: f32,
}

impl Default for BusStep {
    fn default() -> Self {
        Self {
            gain: 1.0,
            low_pass: None,
            reverb: 0.0,
        }
    }
}

impl Sounds {
    /// Fills `into` with the sounds to mix from now until `frames` frames of game time have passed.
    pub(crate) fn list(&self, buses: &Buses, frames: u64, into: &mut StepSounds) {
        into.frames = frames;
        into.voices.clear();
        let voices = self.playing.iter().map(|sound| VoiceStep {
            id: sound.id,
            clip: sound.clip,
            position: sound.position,
            rate: sound.rates(frames, buses, self.time_scale),
            gain: sound.amplitudes(),
            bus: sound.bus.0,
            loop_range: sound.loop_start.map(|start| [start, sound.length]),
        });
        into.voices.extend(voices);
        into.buses.clear();
        into.buses.extend(buses.all.iter().map(|bus| BusStep {
            gain: amplitude_of(bus.decibels()),
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

#[cfg(test)]
mod tests;
