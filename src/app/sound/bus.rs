//! A bus: a track of kira, its effects and its voices.

use std::sync::Arc;

use kira::track::{MainTrackBuilder, TrackBuilder, TrackHandle};
use kira::{AudioManager, AudioManagerSettings, Capacities};

use super::bus_effects::{BusEffects, EffectSettings};
use super::limiter::Limiter;
use super::pull::PullBackend;
use super::streams::Streams;
use super::voice::{StepSpan, Voice};
use crate::assets::ClipData;
use crate::sound::{BusStep, SoundId, VoiceStep};

/// Maximum number of voices of a bus: the 64 of the game, and those that fade out.
const MOST_VOICES: usize = 160;

/// Frames that kira renders at a time.
pub(super) const CHUNK: usize = 128;

/// Largest number of buses, without the main one.
const MOST_BUSES: usize = 255;

/// A bus.
pub(super) struct MixerBus {
    /// `None` for the main bus, whose track belongs to kira's manager.
    track: Option<TrackHandle>,
    settings: EffectSettings,
    voices: Vec<Voice>,
}

/// Returns kira, and its main bus.
pub(super) fn open() -> (AudioManager<PullBackend>, MixerBus) {
    let settings = EffectSettings::default();
    let main = MainTrackBuilder::new()
        .sound_capacity(MOST_VOICES)
        .with_built_effect(Box::new(BusEffects::new(settings.clone())))
        .with_built_effect(Box::new(Limiter::new()));
    let capacities = Capacities {
        sub_track_capacity: MOST_BUSES,
        send_track_capacity: 0,
        clock_capacity: 0,
        modulator_capacity: 0,
        listener_capacity: 0,
    };
    let Ok(manager) = AudioManager::new(AudioManagerSettings {
        capacities,
        main_track_builder: main,
        internal_buffer_size: CHUNK,
        backend_settings: (),
    });
    (manager, MixerBus::new(None, settings))
}

impl MixerBus {
    fn new(track: Option<TrackHandle>, settings: EffectSettings) -> Self {
        Self {
            track,
            settings,
            voices: Vec::with_capacity(MOST_VOICES),
        }
    }

    /// Adds a bus that leads into the main bus. `None` if there are too many.
    pub(super) fn add(manager: &mut AudioManager<PullBackend>) -> Option<Self> {
        let settings = EffectSettings::default();
        let track = TrackBuilder::new()
            .sound_capacity(MOST_VOICES)
            .sub_track_capacity(0)
            .with_built_effect(Box::new(BusEffects::new(settings.clone())));
        let track = manager.add_sub_track(track).ok()?;
        Some(Self::new(Some(track), settings))
    }

    /// Sets volume and effects.
    pub(super) fn set(&self, bus: &BusStep, length: u64) {
        self.settings.set(bus, length);
    }

    /// Continues the voices whose sounds are in a list. All others end. `find` returns a sound's entry in the list and
    /// its clip. `kept` receives the entries that a voice continues with.
    pub(super) fn proceed(
        &mut self,
        span: StepSpan<'_>,
        mut find: impl FnMut(SoundId) -> Option<(usize, Arc<ClipData>)>,
        mut kept: impl FnMut(usize),
    ) {
        self.voices.retain(|voice| !voice.lock().is_dropped());
        for voice in &self.voices {
            let mut voice = voice.lock();
            let Some(id) = voice.id() else {
                continue;
            };
            match find(id) {
                Some((index, clip)) if voice.proceed(&clip, &span.step.voices[index], span) => {
                    kept(index);
                }
                _ => voice.leave(span.tolerance),
            }
        }
    }

    /// Starts a sound. Does nothing if too many voices are fading out: the sound then starts in a later step.
    pub(super) fn start(
        &mut self,
        manager: &mut AudioManager<PullBackend>,
        clip: &Arc<ClipData>,
        sound: &VoiceStep,
        span: StepSpan<'_>,
        streams: &mut Streams,
    ) {
        let free = self.voices.iter().find(|voice| voice.lock().is_free());
        let voice = match free {
            Some(voice) => voice.clone(),
            None => match self.add_voice(manager) {
                Some(voice) => voice,
                None => return,
            },
        };
        voice.lock().start(clip, sound, span, streams);
    }

    /// Returns the number of voices.
    #[cfg(test)]
    pub(super) fn voices(&self) -> usize {
        self.voices.len()
    }

    /// Returns a new voice. `None` if there are too many.
    fn add_voice(&mut self, manager: &mut AudioManager<PullBackend>) -> Option<Voice> {
        let voice = Voice::default();
        let voice = match &mut self.track {
            Some(track) => track.play(voice),
            None => manager.main_track().play(voice),
        }
        .ok()?;
        self.voices.push(voice.clone());
        Some(voice)
    }
}
