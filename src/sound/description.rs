//! Description of a sound to play: its clip and its settings.

use core::time::Duration;

use super::bus::Bus;
use crate::assets::ClipId;
use crate::base::id::ObjectId;

/// The clip to play: by its id, or by its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipName<'a> {
    /// By its id.
    Id(ClipId),
    /// By its label.
    Label(&'a str),
}

impl From<ClipId> for ClipName<'_> {
    fn from(id: ClipId) -> Self {
        Self::Id(id)
    }
}

impl<'a> From<&'a str> for ClipName<'a> {
    fn from(label: &'a str) -> Self {
        Self::Label(label)
    }
}

impl<'a> From<&'a String> for ClipName<'a> {
    fn from(label: &'a String) -> Self {
        Self::Label(label)
    }
}

/// Describes a sound to play: [`Context::play`](crate::world::Context::play). A label or an id of a clip converts to one
/// with the defaults.
///
/// ```
/// use core::time::Duration;
/// use damselfly::prelude::*;
/// use damselfly::sound::{Bus, Sound, Synth, Tune};
///
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     cx.assets.add_sound("hit", Synth::hit(1))?;
///     cx.assets.add_sound("tune", Tune::new(120.0).voice(Synth::square(), "c4 e g c5*2 g4"))?;
///     cx.play("hit");
///     cx.play(Sound::new("hit").volume(-6.0).panning(-0.5).rate(1.2));
///     cx.play(Sound::new("tune").bus(Bus::MUSIC).looped().fade_in(Duration::from_secs(1)));
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), start)?;
/// # assert_eq!(game.world().sounds.len(), 3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("AudioPlayer", "PlaybackSettings", "AudioStreamPlayer"))]
pub struct Sound<'a> {
    /// The clip.
    pub clip: ClipName<'a>,
    /// Decibels: 0 as it is, −6 half of it, −60 and below silent, at most 24. Defaults to 0.
    pub volume: f32,
    /// −1 left, 0 in the middle, 1 right. Defaults to 0.
    pub panning: f32,
    /// Playback rate from 1/64 to 32: 2 is twice as fast and an octave higher. Defaults to 1.
    pub rate: f32,
    /// Whether it plays without end. Defaults to false.
    pub looping: bool,
    /// Start of the loop, at rate 1. Defaults to 0. A start at or behind the clip's end counts as 0.
    pub loop_start: Duration,
    /// Position at which it begins to play, at rate 1. Defaults to 0.
    pub start_at: Duration,
    /// Game time from silence to its volume. Defaults to 0.
    pub fade_in: Duration,
    /// The group that it belongs to. Defaults to [`Bus::EFFECTS`].
    pub bus: Bus,
    /// The object whose position in the view decides panning and volume. Defaults to none.
    pub object: Option<ObjectId>,
    /// How far an attached sound is heard outside of the view, in view heights. Defaults to 1.
    pub reach: f32,
    /// Panning of an attached sound at the view's left and right edge, from 0 to 1. Defaults to 0.7.
    pub width: f32,
    /// Whether an attached sound plays on when its object is gone. Defaults to false.
    pub outlives: bool,
}

impl<'a> Sound<'a> {
    /// Returns a sound of this clip, with the defaults.
    pub fn new(clip: impl Into<ClipName<'a>>) -> Self {
        Self {
            clip: clip.into(),
            volume: 0.0,
            panning: 0.0,
            rate: 1.0,
            looping: false,
            loop_start: Duration::ZERO,
            start_at: Duration::ZERO,
            fade_in: Duration::ZERO,
            bus: Bus::EFFECTS,
            object: None,
            reach: 1.0,
            width: 0.7,
            outlives: false,
        }
    }

    /// Sets the volume in decibels.
    pub fn volume(self, volume: f32) -> Self {
        Self { volume, ..self }
    }

    /// Sets the panning, from −1 (left) to 1 (right).
    pub fn panning(self, panning: f32) -> Self {
        Self { panning, ..self }
    }

    /// Sets the playback rate, from 1/64 to 32.
    pub fn rate(self, rate: f32) -> Self {
        Self { rate, ..self }
    }

    /// Plays without end.
    pub fn looped(self) -> Self {
        Self {
            looping: true,
            ..self
        }
    }

    /// Plays once, and then without end from `start` on.
    pub fn looped_from(self, start: Duration) -> Self {
        Self {
            looping: true,
            loop_start: start,
            ..self
        }
    }

    /// Begins in the middle of the clip.
    pub fn start_at(self, start_at: Duration) -> Self {
        Self { start_at, ..self }
    }

    /// Begins silently.
    pub fn fade_in(self, fade_in: Duration) -> Self {
        Self { fade_in, ..self }
    }

    /// Puts it into a group.
    pub fn bus(self, bus: Bus) -> Self {
        Self { bus, ..self }
    }

    /// Attaches it to an object: its position in the camera's view decides panning and volume. The sound stops with the
    /// object, and when the object's level is left.
    pub fn on(self, object: ObjectId) -> Self {
        Self {
            object: Some(object),
            ..self
        }
    }

    /// Sets how far an attached sound is heard outside of the view, in view heights, above 0.
    pub fn reach(self, reach: f32) -> Self {
        Self { reach, ..self }
    }

    /// Sets the panning of an attached sound at the view's edges, from 0 to 1.
    pub fn width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    /// Lets an attached sound play on when its object is gone. If the object is gone before the sound begins, it is in the
    /// middle, at its own volume.
    pub fn outlives(self) -> Self {
        Self {
            outlives: true,
            ..self
        }
    }
}

impl From<ClipId> for Sound<'_> {
    fn from(id: ClipId) -> Self {
        Self::new(id)
    }
}

impl<'a> From<&'a str> for Sound<'a> {
    fn from(label: &'a str) -> Self {
        Self::new(label)
    }
}

impl<'a> From<&'a String> for Sound<'a> {
    fn from(label: &'a String) -> Self {
        Self::new(label)
    }
}
