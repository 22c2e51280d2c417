//! A voice: one playing sound, as a sound of kira.
//!
//! When its sound has ended, a voice stays in its bus and plays the next one, so that playing a sound allocates
//! nothing. After a second without a sound, kira drops it.

mod bulk;
mod fade;
mod motion;
mod playback;
mod region;
mod source;
mod source_motion;

use core::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kira::Frame;
use kira::info::Info;
use kira::sound::{Sound, SoundData};

use super::streams::Streams;
use crate::assets::ClipData;
use crate::assets::SOUND_RATE as RATE;
use crate::sound::{SoundId, StepSounds, VoiceStep};
use motion::{VoiceMotion, clamp};
use playback::Playback;

/// Frames after which a voice without a sound is dropped: one second.
const IDLE: u32 = RATE;

/// A voice, shared by the mixer and kira. Both run on one thread, so the lock is always free.
#[derive(Clone, Default)]
pub(super) struct Voice(Arc<Mutex<VoiceState>>);

/// The state of a voice.
#[derive(Default)]
pub(super) struct VoiceState {
    playback: Option<Playback>,
    /// Frames since the last sound ended, at most [`IDLE`].
    idle: u32,
}

/// One step of a list, and how it is played.
#[derive(Clone, Copy)]
pub(super) struct StepSpan<'a> {
    pub(super) step: &'a StepSounds,
    /// Output frames of the whole step.
    pub(super) length: u64,
    /// Frames of the step that have passed already, at most `length`.
    pub(super) late: u64,
    /// Frames since the step was due: more than `late` if the whole step has passed.
    pub(super) overdue: u64,
    /// Largest distance of a voice from its position in the list, in 1/65 536 frame.
    pub(super) tolerance: u64,
    /// The newest sound of earlier lists. `None` before the first one.
    pub(super) newest: Option<SoundId>,
}

impl StepSpan<'_> {
    /// Returns whether no earlier list has started the sound. After a restored snapshot ids repeat: then a new sound may
    /// count as an old one.
    fn is_new(self, voice: &VoiceStep) -> bool {
        self.newest.is_none_or(|newest| voice.id > newest)
    }

    /// Returns how far a voice moved in the frames that have passed already.
    fn passed(self, voice: &VoiceStep) -> i64 {
        self.motion(voice).whole_offset(clamp(self.late))
    }

    /// Returns how far a voice is behind that starts in the step with its first frame.
    fn behind(self, voice: &VoiceStep) -> i64 {
        self.motion(voice).whole_offset(clamp(self.overdue))
    }

    /// Returns the movement of a voice.
    fn motion(self, voice: &VoiceStep) -> VoiceMotion {
        VoiceMotion::new(voice, self.step, self.length)
    }
}

impl Voice {
    /// Returns the state.
    pub(super) fn lock(&self) -> MutexGuard<'_, VoiceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SoundData for Voice {
    type Error = Infallible;
    type Handle = Self;

    fn into_sound(self) -> Result<(Box<dyn Sound>, Self), Infallible> {
        Ok((Box::new(self.clone()), self))
    }
}

impl Sound for Voice {
    fn process(&mut self, out: &mut [Frame], _dt: f64, _info: &Info) {
        self.lock().process(out);
    }

    fn finished(&self) -> bool {
        self.lock().is_dropped()
    }
}

impl VoiceState {
    /// Returns the playing sound of the latest list. `None` if the voice is free, or the list does not have its sound.
    pub(super) fn id(&self) -> Option<SoundId> {
        let playback = self.playback.as_ref()?;
        (!playback.leaving).then_some(playback.id)
    }

    /// Returns whether the voice can play another sound.
    pub(super) fn is_free(&self) -> bool {
        self.playback.is_none() && !self.is_dropped()
    }

    /// Returns whether kira drops the voice.
    pub(super) fn is_dropped(&self) -> bool {
        self.playback.is_none() && self.idle >= IDLE
    }

    /// Starts a sound of a list. It fades in, unless it starts with its first frame. Does nothing while too many streams
    /// play: the sound then starts in a later step.
    pub(super) fn start(
        &mut self,
        clip: &Arc<ClipData>,
        voice: &VoiceStep,
        span: StepSpan<'_>,
        streams: &mut Streams,
    ) {
        self.playback = Playback::new(clip, voice, span, streams);
        self.idle = 0;
    }

    /// Continues by the next list, if it has the same sound at this position. Returns false otherwise.
    pub(super) fn proceed(
        &mut self,
        clip: &Arc<ClipData>,
        voice: &VoiceStep,
        span: StepSpan<'_>,
    ) -> bool {
        let playback = self.playback.as_mut();
        playback.is_some_and(|playback| playback.proceed(clip, voice, span))
    }

    /// Ends the sound: with a fade, or by its own end if that is near.
    pub(super) fn leave(&mut self, tolerance: u64) {
        if let Some(playback) = &mut self.playback {
            playback.leave(tolerance);
        }
        self.playback.take_if(|playback| playback.is_over());
    }

    fn process(&mut self, out: &mut [Frame]) {
        if let Some(playback) = &mut self.playback {
            playback.render(out);
        } else {
            out.fill(Frame::ZERO);
            let frames = u32::try_from(out.len()).unwrap_or(IDLE);
            self.idle = self.idle.saturating_add(frames).min(IDLE);
        }
        self.playback.take_if(|playback| playback.is_over());
    }
}
