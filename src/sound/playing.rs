//! One playing sound.

use core::time::Duration;
use std::sync::Arc;

use super::bus::Bus;
use super::glide::Glide;
use super::id::SoundId;
use crate::assets::{ClipId, duration_of};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;

/// Decibels that are silent.
pub(super) const SILENCE: f32 = -60.0;
/// The loudest volume in decibels.
pub(super) const MAX_DECIBELS: f32 = 24.0;
/// Lowest and highest playback rate. They bound how far a sound moves in a step.
pub(super) const RATES: core::ops::RangeInclusive<f32> = 1.0 / 64.0..=32.0;
/// A ratio of 1 in 1/65 536.
pub(crate) const UNITY: u32 = 1 << 16;

/// A sound that plays: see [`Sounds`](super::Sounds).
#[derive(Clone, Debug)]
pub struct PlayingSound {
    pub(super) id: SoundId,
    pub(super) clip: ClipId,
    // It counts in checksums instead of the id, because ids depend on the order of loading.
    pub(super) label: Arc<str>,
    /// Length of the clip, in 1/65 536 frames.
    pub(super) length: u64,
    /// Start of the loop. `None` if it ends.
    pub(super) loop_start: Option<u64>,
    /// The step in which it was played.
    pub(super) since: u64,
    /// Its position, in 1/65 536 frames.
    pub(super) position: u64,
    pub(super) volume: Glide,
    pub(super) panning: Glide,
    pub(super) rate: Glide,
    pub(super) bus: Bus,
    pub(super) paused: bool,
    /// Whether it ends as soon as its volume has arrived.
    pub(super) stopping: bool,
    /// The object whose behaviour has played it. It is notified of the end.
    pub(super) owner: Option<ObjectId>,
    /// Its attachment to an object.
    pub(super) hearing: Option<Hearing>,
    /// How fast the time of its object's altitude passes, in 1/65 536. 65 536 for an unattached sound.
    pub(super) time: u32,
}

summed!(PlayingSound: id, label, length, loop_start, since, position, volume, panning, rate, bus, paused, stopping, owner, hearing, time; not clip);

/// The object of an attached sound, and how the sound is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hearing {
    pub(crate) object: ObjectId,
    pub(crate) reach: f32,
    pub(crate) width: f32,
    pub(crate) outlives: bool,
    /// Amplitude and panning by the object's position: at the latest step's end, or when the sound was played after it.
    pub(crate) amplitude: f32,
    pub(crate) panning: f32,
}

impl Checksum for Hearing {
    /// Leaves out amplitude and panning, which follow from the object and the camera, and affect what is heard. Only
    /// whether there is an amplitude affects a later step: a silent sound ducks no bus.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            object,
            reach,
            width,
            outlives,
            amplitude,
            panning: _,
        } = *self;
        (object, reach, width, outlives).write_checksum(sum);
        if amplitude == 0.0 {
            sum.str("silent");
        }
    }
}

impl PlayingSound {
    /// Returns whether it can be heard, as far as its own settings and its place decide.
    pub(super) fn can_be_heard(&self) -> bool {
        let in_reach = self.hearing.is_none_or(|hearing| hearing.amplitude > 0.0);
        // On a disabled altitude, no time passes.
        !self.paused && self.time > 0 && in_reach && self.volume.value() > SILENCE
    }

    /// Returns its id.
    pub fn id(&self) -> SoundId {
        self.id
    }

    /// Returns the clip that it plays.
    pub fn clip(&self) -> ClipId {
        self.clip
    }

    /// Returns the clip's label.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns its bus.
    pub fn bus(&self) -> Bus {
        self.bus
    }

    /// Returns the number of the step in which it was played.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// Returns its volume in decibels now, without bus and attachment.
    pub fn volume(&self) -> f32 {
        self.volume.value()
    }

    /// Returns its panning now, without attachment.
    pub fn panning(&self) -> f32 {
        self.panning.value()
    }

    /// Returns its playback rate now, without time scale.
    pub fn rate(&self) -> f32 {
        self.rate.value()
    }

    /// Returns how far in the clip it is, at rate 1, rounded down to a nanosecond.
    pub fn position(&self) -> Duration {
        duration_of(self.position)
    }

    /// Returns its exact position in 1/65 536 frames at 48 000 frames per second.
    pub fn position_q16(&self) -> u64 {
        self.position
    }

    /// Returns whether it plays without end.
    pub fn is_looping(&self) -> bool {
        self.loop_start.is_some()
    }

    /// Returns whether it stands still. A sound of a paused bus is not paused itself.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns whether it fades out.
    pub fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// Returns the object that it is attached to.
    pub fn object(&self) -> Option<ObjectId> {
        Some(self.hearing?.object)
    }

    /// Returns how it is heard by its object's place in the view: the amplitude from 0 to 1, and the panning. `None` for an
    /// unattached sound.
    pub fn heard_from(&self) -> Option<(f32, f32)> {
        let hearing = self.hearing?;
        Some((hearing.amplitude, hearing.panning))
    }

    /// Sets its position, within the loop or up to the clip's end.
    pub(super) fn set_position(&mut self, position: u64) {
        self.position = match self.loop_start {
            Some(start) if position >= self.length => {
                start + (position - start) % (self.length - start)
            }
            _ => position.min(self.length),
        };
    }
}
