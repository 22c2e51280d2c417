//! Changes of a playing sound.

use core::ops::Deref;
use core::time::Duration;
use std::sync::Arc;

use super::bus::{VOLUME_REASON, is_volume};
use super::glide::Tween;
use super::playing::{PlayingSound, RATES, SILENCE};
use super::table::{PANNING_REASON, RATE_REASON, Sounds};
use crate::assets::position_of;
use crate::base::outcome::Outcome;

/// A playing sound to change: [`World::sound`](crate::world::World::sound). It dereferences to the [`PlayingSound`].
#[derive(Debug)]
pub struct SoundMut<'a> {
    sounds: &'a mut Sounds,
    at: usize,
}

impl Deref for SoundMut<'_> {
    type Target = PlayingSound;

    fn deref(&self) -> &PlayingSound {
        &self.sounds.playing[self.at]
    }
}

impl<'a> SoundMut<'a> {
    pub(super) fn new(sounds: &'a mut Sounds, at: usize) -> Self {
        Self { sounds, at }
    }

    fn sound(&mut self) -> &mut PlayingSound {
        &mut self.sounds.playing[self.at]
    }

    /// Sets the volume in decibels. Refused above 24, if it is NaN, and for a sound that fades out: see
    /// [`SoundMut::stop_in`].
    pub fn set_volume(&mut self, decibels: f32, tween: impl Into<Tween>) -> Outcome {
        if !is_volume(decibels) {
            return self.refuse(VOLUME_REASON, decibels);
        }
        // The sound ends with its fade, which another volume would end at another time.
        if self.is_stopping() {
            return self.refuse("expected no volume, because it fades out", decibels);
        }
        self.sound().volume.glide_to(decibels, tween.into());
        Outcome::Done
    }

    /// Sets the panning. Refused if it is not from −1 to 1.
    pub fn set_panning(&mut self, panning: f32, tween: impl Into<Tween>) -> Outcome {
        if !(-1.0..=1.0).contains(&panning) {
            return self.refuse(PANNING_REASON, panning);
        }
        self.sound().panning.glide_to(panning, tween.into());
        Outcome::Done
    }

    /// Sets the playback rate. Refused if it is not from 1/64 to 32.
    pub fn set_rate(&mut self, rate: f32, tween: impl Into<Tween>) -> Outcome {
        if !RATES.contains(&rate) {
            return self.refuse(RATE_REASON, rate);
        }
        self.sound().rate.glide_to(rate, tween.into());
        Outcome::Done
    }

    fn refuse(&mut self, reason: &str, value: f32) -> Outcome {
        let label = Arc::clone(&self.label);
        self.sounds.refuse(&label, reason, value)
    }

    /// Lets it stand still.
    pub fn pause(&mut self) {
        self.sound().paused = true;
    }

    /// Lets it go on.
    pub fn resume(&mut self) {
        self.sound().paused = false;
    }

    /// Goes on at another position of the clip, at rate 1. A position behind the end is the end, or is within the loop.
    pub fn seek(&mut self, to: Duration) {
        self.sound().set_position(position_of(to));
    }

    /// Stops it with a fade of 5 milliseconds. Its id is stale at once. No `SoundEnded` is sent.
    pub fn stop(self) {
        self.sounds.playing.remove(self.at);
    }

    /// Fades it out within this time, and then stops it. No `SoundEnded` is sent.
    #[doc(alias = "fade_out")]
    pub fn stop_in(mut self, time: Duration) {
        let sound = self.sound();
        sound.volume.glide_to(SILENCE, Tween::over(time));
        sound.stopping = true;
    }
}
