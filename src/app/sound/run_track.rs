//! The sound track of a run, step by step. After the run went back, it is the track of the run that remains.

#[cfg(test)]
mod tests;

use core::time::Duration;
use std::io;
use std::sync::Arc;

use super::track::{StepMixer, TrackSink};
use super::track_log::{LogEntry, TrackLog};
use crate::assets::{Assets, ClipData, ClipId};
use crate::sound::StepSounds;
use crate::time::{StepCounter, StepRate};

/// Mixes the lists of a run into a sink.
///
/// Effects such as a reverb have a state that cannot be restored. After the run went back, the track is therefore mixed
/// again from its beginning, by a record of the lists, without writing what the sink has already.
#[derive(Debug)]
pub(crate) struct RunTrack<S> {
    rate: StepRate,
    steps: StepMixer,
    /// Counts the frames of the track.
    time: StepCounter,
    /// Number of the latest step.
    latest: Option<u64>,
    /// `None` if the track only goes on.
    log: Option<TrackLog>,
    /// Latest data of all clips.
    clips: Vec<Option<Arc<ClipData>>>,
    sink: S,
}

impl<S: TrackSink> RunTrack<S> {
    /// Begins a track of a game with this step rate.
    pub(crate) fn new(rate: StepRate, sink: S) -> Self {
        let log = sink.can_be_cut().then(TrackLog::default);
        Self {
            rate,
            steps: StepMixer::new(),
            time: StepCounter::new(rate),
            latest: None,
            log,
            clips: Vec::new(),
            sink,
        }
    }

    /// Returns the sink.
    pub(crate) fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Sets the data of a clip for the next steps.
    pub(crate) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        let index = id.0 as usize;
        if self.clips.len() <= index {
            self.clips.resize(index + 1, None);
        }
        self.clips[index].clone_from(&clip);
        if let Some(log) = &mut self.log {
            log.set_clip(id, clip.clone());
        }
        self.steps.set_clip(id, clip);
    }

    /// Adds a step that is `shown_for` nominal steps long in the track. If the run went back, replaces all steps from
    /// this number on.
    ///
    /// # Errors
    /// The sink cannot be written.
    pub(crate) fn add(&mut self, list: &StepSounds, shown_for: f32) -> io::Result<()> {
        if self.latest.is_some_and(|latest| list.step <= latest) {
            self.go_back(list.step)?;
        }
        self.latest = Some(list.step);
        if let Some(log) = &mut self.log {
            log.push(list, shown_for);
            if log.is_full() {
                self.log = None;
                log::warn!(
                    "sound track: the run is too long: if it is rewound, the track keeps its rewound part"
                );
            }
        }
        let length = pass(&mut self.time, shown_for);
        self.steps
            .mix(list, length, |frames| self.sink.write(frames))
    }

    /// Cuts the track at the beginning of a step, and takes the mixer there.
    fn go_back(&mut self, step: u64) -> io::Result<()> {
        // Without a record, the next list is a jump, to which the mixer fades.
        let Some(log) = self.log.take() else {
            return Ok(());
        };
        let mut kept = TrackLog::default();
        self.steps = StepMixer::new();
        self.time = StepCounter::new(self.rate);
        log.visit(|entry| match entry {
            LogEntry::Clip(id, clip) => {
                kept.set_clip(id, clip.clone());
                self.steps.set_clip(id, clip.clone());
                true
            }
            LogEntry::Step(list, _) if list.step >= step => false,
            LogEntry::Step(list, shown_for) => {
                kept.push(list, shown_for);
                let length = pass(&mut self.time, shown_for);
                // The sink has these frames already.
                self.steps.mix(list, length, |_| Ok(())).is_ok()
            }
        });
        self.log = Some(kept);
        for (index, clip) in self.clips.clone().into_iter().enumerate() {
            if let Ok(id) = u32::try_from(index) {
                self.set_clip(ClipId(id), clip);
            }
        }
        self.sink.cut(self.time.sound_frames())
    }
}

/// Counts nominal steps of a track. Returns the number of frames.
fn pass(time: &mut StepCounter, steps: f32) -> u64 {
    let before = time.sound_frames();
    time.next_step(steps, Duration::ZERO);
    time.sound_frames() - before
}

/// The clips whose data a track knows.
#[derive(Debug, Default)]
pub(crate) struct KnownClips(Vec<Option<Arc<ClipData>>>);

impl KnownClips {
    /// Calls `set` with each clip whose data has changed, if a list has had it. `None` is an unloaded clip.
    pub(crate) fn update(
        &mut self,
        list: &StepSounds,
        assets: &Assets,
        mut set: impl FnMut(ClipId, Option<Arc<ClipData>>),
    ) {
        // Clips that are silent now, too: unloaded ones would keep their samples.
        for (id, known) in (0..).map(ClipId).zip(&mut self.0) {
            if known.is_some() {
                renew(id, known, assets, &mut set);
            }
        }
        for voice in &list.voices {
            let index = voice.clip.0 as usize;
            if self.0.len() <= index {
                self.0.resize(index + 1, None);
            }
            renew(voice.clip, &mut self.0[index], assets, &mut set);
        }
    }
}

/// Calls `set` with the data of a clip, if it differs from the known one.
fn renew(
    id: ClipId,
    known: &mut Option<Arc<ClipData>>,
    assets: &Assets,
    set: &mut impl FnMut(ClipId, Option<Arc<ClipData>>),
) {
    let data = assets.clip_data(id);
    if known.as_ref().map(Arc::as_ptr) != data.map(Arc::as_ptr) {
        *known = data.cloned();
        set(id, data.cloned());
    }
}
