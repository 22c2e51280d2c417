//! The table of playing sounds: what plays, and what gives way to a new sound.

use std::collections::VecDeque;
use std::sync::Arc;

use super::bus::{Bus, Buses, VOLUME_REASON, is_volume};
use super::control::SoundMut;
use super::description::Sound;
use super::glide::{Glide, Tween};
use super::id::SoundId;
use super::playing::{Hearing, PlayingSound, RATES, SILENCE, UNITY};
use super::refusals::Refusals;
use crate::assets::{Clip, ClipId, position_of};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::base::outcome::Outcome;

/// Maximum number of playing sounds.
pub const MAX_VOICES: usize = 64;

/// The playing sounds of a world, at most [`MAX_VOICES`]. They are played by
/// [`Context::play`](crate::world::Context::play).
///
/// A new sound replaces the oldest one of its clip once the number of that clip's sounds is
/// [`max_voices`](crate::assets::Clip::max_voices). If the game has [`MAX_VOICES`], it replaces the oldest one of all.
/// In both cases, sounds that are looping or on [`Bus::MUSIC`] are replaced only if there are no others.
///
/// Positions are whole numbers of 1/65 536 frames, and part of snapshots and checksums: a restored world plays on at the
/// same sample.
#[derive(Clone, Debug)]
#[doc(alias("AudioServer", "voices", "channels"))]
pub struct Sounds {
    /// In the order of playing, which is the order of ids. A new sound mostly replaces the first one.
    pub(super) playing: VecDeque<PlayingSound>,
    /// Number of sounds played so far.
    played: u64,
    /// The game's time scale in 1/65 536.
    pub(super) time_scale: u32,
    /// The latest sounds that were played in the latest step, at most [`MAX_VOICES`].
    started: VecDeque<PlayingSound>,
    /// Sounds that ended at the beginning of the latest step.
    pub(super) ended: Vec<EndedSound>,
    /// Number of `ended` sounds that were dispatched.
    told: usize,
    refusals: Refusals,
}

/// A sound that has reached its end.
#[derive(Clone, Debug)]
pub(crate) struct EndedSound {
    pub(crate) id: SoundId,
    pub(crate) label: Arc<str>,
    pub(crate) owner: Option<ObjectId>,
}

impl Default for Sounds {
    /// Returns a table without sounds.
    fn default() -> Self {
        Self {
            playing: VecDeque::new(),
            played: 0,
            time_scale: UNITY,
            started: VecDeque::new(),
            ended: Vec::new(),
            told: 0,
            refusals: Refusals::default(),
        }
    }
}

impl Sounds {
    /// Returns a playing sound. `None` once it has ended.
    pub fn get(&self, id: SoundId) -> Option<&PlayingSound> {
        self.find(id).map(|at| &self.playing[at])
    }

    /// Returns a playing sound to change. `None` once it has ended.
    pub fn get_mut(&mut self, id: SoundId) -> Option<SoundMut<'_>> {
        let at = self.find(id)?;
        Some(SoundMut::new(self, at))
    }

    /// Returns all playing sounds in the order of playing.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &PlayingSound> {
        self.playing.iter()
    }

    /// Returns the sounds that are attached to an object.
    pub fn of(&self, object: ObjectId) -> impl Iterator<Item = &PlayingSound> {
        self.iter()
            .filter(move |sound| sound.object() == Some(object))
    }

    /// Returns the number of playing sounds, paused ones included.
    pub fn len(&self) -> usize {
        self.playing.len()
    }

    /// Returns whether nothing plays.
    pub fn is_empty(&self) -> bool {
        self.playing.is_empty()
    }

    /// Returns what was played in the latest step, as it was played, in order; before the first step, what the game's
    /// start has played. If that is more than [`MAX_VOICES`] sounds, only the latest ones are returned.
    pub fn started(&self) -> impl ExactSizeIterator<Item = &PlayingSound> {
        self.started.iter()
    }

    /// Returns the sounds that reached their end at the beginning of the latest step, in the order of playing.
    pub fn ended(&self) -> impl ExactSizeIterator<Item = SoundId> {
        self.ended.iter().map(|ended| ended.id)
    }

    /// Ends all sounds, in 5 milliseconds.
    pub fn stop_all(&mut self) {
        self.playing.clear();
    }

    /// Ends all sounds of a bus, in 5 milliseconds. [`Bus::MAIN`] ends all.
    pub fn stop_bus(&mut self, bus: Bus) {
        self.playing
            .retain(|sound| sound.bus != bus && bus != Bus::MAIN);
    }

    /// Returns the number of refused sounds and values. [`World::refusals`](crate::world::World::refusals) contains them
    /// too.
    pub fn refusals(&self) -> u64 {
        self.refusals.count()
    }

    /// Plays a clip. `owner` receives `SoundEnded`. `place` places an attached sound: it sets how the sound is
    /// heard, and the time of its altitude. Returns an id that is stale at once if a value is not valid.
    pub(crate) fn play(
        &mut self,
        sound: &Sound<'_>,
        (id, clip): (ClipId, &Clip),
        buses: &Buses,
        step: u64,
        owner: Option<ObjectId>,
        place: impl FnOnce(&mut Hearing, &mut u32),
    ) -> SoundId {
        if let Some((reason, value)) = fault_of(sound, buses) {
            self.refuse(&clip.label, reason, value);
            return SoundId::REFUSED;
        }
        self.end_oldest(id, clip.max_voices);
        self.played += 1;
        let mut playing = PlayingSound {
            id: SoundId(self.played),
            clip: id,
            label: Arc::clone(&clip.label),
            length: clip.length,
            // A clip without frames cannot repeat.
            loop_start: (sound.looping && clip.length > 0)
                .then(|| clip.loop_start(sound.loop_start)),
            since: step,
            position: 0,
            volume: Glide::volume(sound.volume),
            panning: Glide::panning(sound.panning),
            rate: Glide::rate(sound.rate),
            bus: sound.bus,
            paused: false,
            stopping: false,
            owner,
            hearing: sound.object.map(|object| Hearing {
                object,
                reach: sound.reach,
                width: sound.width,
                outlives: sound.outlives,
                amplitude: 1.0,
                panning: 0.0,
            }),
            time: UNITY,
        };
        if let Some(hearing) = &mut playing.hearing {
            place(hearing, &mut playing.time);
        }
        playing.set_position(position_of(sound.start_at));
        if !sound.fade_in.is_zero() {
            playing.volume = Glide::volume(SILENCE);
            playing
                .volume
                .glide_to(sound.volume, Tween::over(sound.fade_in));
        }
        let id = playing.id;
        // If a step plays more than that, only the latest ones can be heard.
        if self.started.len() == MAX_VOICES {
            self.started.pop_front();
        }
        self.started.push_back(playing.clone());
        self.playing.push_back(playing);
        id
    }

    /// Ends the oldest sound that a new one of this clip replaces, if there is no room for both.
    fn end_oldest(&mut self, clip: ClipId, max_voices: u8) {
        let limit = usize::from(max_voices.max(1));
        let same = |sound: &PlayingSound| sound.clip == clip;
        let count = || self.playing.iter().filter(|sound| same(sound)).count();
        // Fewer sounds than the limit need no count.
        let is_full = self.playing.len() >= limit && count() >= limit;
        if !is_full && self.playing.len() < MAX_VOICES {
            return;
        }
        let is_among = |sound: &PlayingSound| !is_full || same(sound);
        let gives_way = |sound: &PlayingSound| {
            is_among(sound) && !sound.is_looping() && sound.bus != Bus::MUSIC
        };
        let mut sounds = self.playing.iter();
        let oldest = sounds.position(gives_way);
        let oldest = oldest.or_else(|| self.playing.iter().position(is_among));
        if let Some(oldest) = oldest {
            self.playing.remove(oldest);
        }
    }

    /// Counts a sound whose refusal is logged elsewhere.
    pub(crate) fn count_refusal(&mut self) -> SoundId {
        self.refusals.add();
        SoundId::REFUSED
    }

    /// Counts a refused value of a sound.
    pub(super) fn refuse(&mut self, label: &str, reason: &str, value: f32) -> Outcome {
        self.refusals
            .refuse(format_args!("sound `{label}`"), reason, value)
    }

    /// Records the game's time scale, which sounds of some buses do not follow.
    pub(crate) fn set_time_scale(&mut self, scale: f64) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0.01 to 100"
        )]
        let scale = (scale * f64::from(UNITY)).round() as u32;
        self.time_scale = scale.max(1);
    }

    /// Returns the game's time scale.
    #[cfg(feature = "sound")]
    pub(crate) fn time_scale(&self) -> f32 {
        self.time_scale as f32 / UNITY as f32
    }

    /// Calls `hear` with each attached sound, and ends those for which it returns false.
    pub(crate) fn hear(&mut self, mut hear: impl FnMut(&mut Hearing, &mut u32) -> bool) {
        self.playing.retain_mut(|sound| match &mut sound.hearing {
            Some(hearing) => hear(hearing, &mut sound.time),
            None => true,
        });
    }

    /// Takes the next ended sound that was not dispatched yet.
    pub(crate) fn take_ended(&mut self) -> Option<EndedSound> {
        let ended = self.ended.get(self.told).cloned();
        self.told += usize::from(ended.is_some());
        ended
    }

    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        (self.playing.len() + self.started.len()) * size_of::<PlayingSound>()
    }

    /// Clears the sounds that started and ended in the previous step.
    pub(super) fn begin_step(&mut self) {
        self.started.clear();
        self.ended.clear();
        self.told = 0;
    }

    /// Returns whether a sound was ever played, or a bus changed.
    pub(crate) fn are_used(&self, buses: &Buses) -> bool {
        self.played > 0 || buses.are_changed()
    }

    pub(super) fn find(&self, id: SoundId) -> Option<usize> {
        let found = self.playing.binary_search_by_key(&id, |sound| sound.id);
        found.ok()
    }
}

impl Checksum for Sounds {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            playing,
            played,
            time_scale,
            started: _,
            ended: _,
            told: _,
            refusals: _,
        } = self;
        (playing, played, time_scale).write_checksum(sum);
    }
}

/// Why a panning is refused.
pub(super) const PANNING_REASON: &str = "expected a panning from -1 to 1";
/// Why a playback rate is refused.
pub(super) const RATE_REASON: &str = "expected a rate from 1/64 to 32";

/// Returns what is not valid of a sound: what was expected, and the value.
fn fault_of(sound: &Sound<'_>, buses: &Buses) -> Option<(&'static str, f32)> {
    let fault = if !is_volume(sound.volume) {
        (VOLUME_REASON, sound.volume)
    } else if !(-1.0..=1.0).contains(&sound.panning) {
        (PANNING_REASON, sound.panning)
    } else if !RATES.contains(&sound.rate) {
        (RATE_REASON, sound.rate)
    } else if !(sound.reach > 0.0 && sound.reach.is_finite()) {
        ("expected a reach above 0", sound.reach)
    } else if !(0.0..=1.0).contains(&sound.width) {
        ("expected a width from 0 to 1", sound.width)
    } else if buses.get(sound.bus).is_none() {
        ("expected a bus of this world", f32::from(sound.bus.0))
    } else {
        return None;
    };
    Some(fault)
}
