//! Facts that the store has about a sound that can be played.

use core::fmt;
use core::time::Duration;
use std::sync::Arc;

use super::data::{SOUND_RATE, position_of_frame};

/// Id of a clip in its [`Assets`](crate::assets::Assets). It stays valid after
/// [`unload_sound`](crate::assets::Assets::unload_sound), which only drops the samples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipId(pub(crate) u32);

impl ClipId {
    /// Returns the clip's index in the order of adding, for tables indexed by clip.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ClipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clip {}", self.0)
    }
}

/// A sound that can be played any number of times: its label and length, without its samples.
#[derive(Clone, Debug)]
#[doc(alias("AudioSource", "AudioClip", "AudioStream", "SoundData"))]
pub struct Clip {
    // Shared, so that playing it allocates nothing.
    pub(crate) label: Arc<str>,
    /// Length in 1/65 536 frames at [`SOUND_RATE`].
    pub(crate) length: u64,
    /// Frames per second of its samples.
    pub(crate) rate: u32,
    pub(crate) channels: u8,
    pub(crate) max_voices: u8,
    /// Whether only jobs have added it. Only worlds that have received the job's result know it then.
    pub(crate) by_job: bool,
}

impl Clip {
    /// How often a clip can be heard at the same time, unless
    /// [`Assets::set_max_voices`](crate::assets::Assets::set_max_voices) changes it.
    pub const MAX_VOICES: u8 = 8;

    /// Returns its label, which is unique among the clips of its store.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns its length at rate 1, rounded down to a nanosecond.
    pub fn duration(&self) -> Duration {
        duration_of(self.length)
    }

    /// Returns the frames per second of its samples.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Returns its number of channels: 1, or 2 for left and right.
    pub fn channels(&self) -> u8 {
        self.channels
    }

    /// Returns how often it can be heard at the same time.
    pub fn max_voices(&self) -> u8 {
        self.max_voices
    }
}

impl Clip {
    /// Returns the position of the whole frame of the clip that is nearest to a time, so that a loop that begins there has
    /// no seam; 0 for a time behind the last frame.
    pub(crate) fn loop_start(&self, time: Duration) -> u64 {
        let frame = (time.as_nanos() * u128::from(self.rate) + 500_000_000) / 1_000_000_000;
        let frame = u64::try_from(frame).unwrap_or(u64::MAX);
        let start = position_of_frame(frame, self.rate);
        if start < self.length { start } else { 0 }
    }
}

/// Converts 1/65 536 frames at [`SOUND_RATE`] to time.
pub(crate) fn duration_of(position: u64) -> Duration {
    let nanos = u128::from(position) * 1_000_000_000 / (u128::from(SOUND_RATE) << 16);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// Converts time to 1/65 536 frames at [`SOUND_RATE`], rounded down.
pub(crate) fn position_of(time: Duration) -> u64 {
    let position = time.as_nanos() * (u128::from(SOUND_RATE) << 16) / 1_000_000_000;
    u64::try_from(position).unwrap_or(u64::MAX)
}
