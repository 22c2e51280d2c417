//! The mixer: plays the lists of steps by kira.
//!
//! It compares each list with its voices. A new sound starts, a missing one fades out, and one that is elsewhere in its
//! clip fades out and starts again. So a restored world needs no other code: its list is just very different.
//!
//! Volume, panning and rate are calculated here, by portable arithmetic. kira sums voices and buses, and filters
//! them. Samples depend on the lists only, not on the number of frames that an output takes at a time.

#[cfg(test)]
mod tests;

use core::fmt;
use std::sync::Arc;

use kira::AudioManager;

use super::bus::{self, CHUNK, MixerBus};
use super::pull::PullBackend;
use super::streams::Streams;
use super::voice::StepSpan;
use crate::assets::{ClipData, ClipId};
use crate::sound::{BusStep, SoundId, StepSounds, VoiceStep};

/// Plays the lists of steps.
pub(crate) struct Mixer {
    manager: AudioManager<PullBackend>,
    /// Buses, the main bus first.
    buses: Vec<MixerBus>,
    /// Clips by their ids.
    clips: Vec<Option<Arc<ClipData>>>,
    streams: Streams,
    /// Largest distance of a voice from its position in the list, in 1/65 536 frame.
    tolerance: u64,
    /// The newest sound that was started.
    newest: Option<SoundId>,
    /// For each entry of the latest list, whether a voice plays it.
    kept: Vec<bool>,
    /// Frames of the present step that are not rendered yet.
    remaining: u64,
    /// Whether kira takes in changes before the next frame.
    is_new_step: bool,
    /// Rendered frames, of which the first `taken` are already returned.
    chunk: [[f32; 2]; CHUNK],
    rendered: usize,
    taken: usize,
}

impl Mixer {
    /// Returns a mixer without clips.
    ///
    /// A voice may be `tolerance` away from its position in a list, in 1/65 536 frame: 0 if each step is played for its
    /// nominal length, more for an output whose clock differs from that of the steps.
    pub(super) fn new(tolerance: u64, streams: Streams) -> Self {
        let (manager, main) = bus::open();
        Self {
            manager,
            buses: vec![main],
            clips: Vec::new(),
            streams,
            tolerance,
            newest: None,
            kept: Vec::new(),
            remaining: 0,
            is_new_step: false,
            chunk: [[0.0; 2]; CHUNK],
            rendered: 0,
            taken: 0,
        }
    }

    /// Sets the data of a clip. Playing sounds of the clip fade into the new data at the next list. `None` silences
    /// them.
    pub(crate) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        let index = id.0 as usize;
        if self.clips.len() <= index {
            self.clips.resize(index + 1, None);
        }
        self.clips[index] = clip;
    }

    /// Begins a step that is played in `length` frames. Frames of the step before it that are not rendered yet are
    /// dropped.
    pub(crate) fn begin(&mut self, step: &StepSounds, length: u64) {
        self.begin_late(step, length, 0);
    }

    /// Begins a step whose first `late` frames have passed already, while [`Mixer::run_on`] continued the step before
    /// it. Sounds that play already skip them. Sounds that start in this step start with their first frame, and stay
    /// that late.
    pub(crate) fn begin_late(&mut self, step: &StepSounds, length: u64, late: u64) {
        let overdue = late;
        let late = late.min(length);
        let span = StepSpan {
            step,
            length,
            late,
            overdue,
            tolerance: self.tolerance,
            newest: self.newest,
        };
        self.set_buses(step, length - late);
        self.proceed(span);
        self.start_missing(span);
        self.remaining = length - late;
        self.rendered = 0;
        self.taken = 0;
        self.is_new_step = true;
    }

    /// Continues the present step for `frames` more frames, because the next list is late. Sounds keep their last rate.
    pub(crate) fn run_on(&mut self, frames: u64) {
        self.remaining = self.remaining.saturating_add(frames);
    }

    /// Returns the number of frames that are rendered, but not taken yet. Beginning a step drops them, so that voices
    /// skip these frames.
    pub(crate) fn buffered(&self) -> usize {
        self.rendered - self.taken
    }

    /// Returns the number of blocks of streams that were not decoded in time.
    pub(super) fn missing_blocks(&self) -> u64 {
        self.streams.missing_blocks()
    }

    /// Renders the next frames, left and right, −1 to 1. Returns how many: fewer than requested at the end of the step.
    pub(crate) fn render(&mut self, out: &mut [[f32; 2]]) -> usize {
        let mut filled = 0;
        while filled < out.len() {
            if self.taken == self.rendered && !self.render_chunk() {
                break;
            }
            let count = (self.rendered - self.taken).min(out.len() - filled);
            let frames = &self.chunk[self.taken..self.taken + count];
            out[filled..filled + count].copy_from_slice(frames);
            self.taken += count;
            filled += count;
        }
        filled
    }

    /// Renders the next frames of the step into `chunk`. Returns false at the step's end.
    fn render_chunk(&mut self) -> bool {
        let count = usize::try_from(self.remaining).map_or(CHUNK, |frames| frames.min(CHUNK));
        if count == 0 {
            return false;
        }
        let pull = self.manager.backend_mut();
        if core::mem::take(&mut self.is_new_step) {
            pull.begin();
        }
        pull.render(&mut self.chunk[..count]);
        self.remaining -= count as u64;
        self.rendered = count;
        self.taken = 0;
        true
    }

    /// Adds missing buses, and sets volume and effects of all.
    fn set_buses(&mut self, step: &StepSounds, length: u64) {
        while self.buses.len() < step.buses.len() {
            let Some(bus) = MixerBus::add(&mut self.manager) else {
                break;
            };
            self.buses.push(bus);
        }
        let unset = BusStep::default();
        for (index, bus) in self.buses.iter().enumerate() {
            bus.set(step.buses.get(index).unwrap_or(&unset), length);
        }
    }

    /// Continues or ends the voices.
    fn proceed(&mut self, span: StepSpan<'_>) {
        self.kept.clear();
        self.kept.resize(span.step.voices.len(), false);
        for bus in &mut self.buses {
            bus.proceed(
                span,
                |id| find(id, span.step, &self.clips),
                |index| self.kept[index] = true,
            );
        }
    }

    /// Starts the sounds of the list that no voice plays.
    fn start_missing(&mut self, span: StepSpan<'_>) {
        for (sound, _) in span
            .step
            .voices
            .iter()
            .zip(&self.kept)
            .filter(|(_, kept)| !**kept)
        {
            let bus = self.buses.get_mut(usize::from(sound.bus));
            if let (Some(clip), Some(bus)) = (sounding(sound, &self.clips), bus) {
                bus.start(&mut self.manager, clip, sound, span, &mut self.streams);
                self.newest = self.newest.max(Some(sound.id));
            }
        }
    }
}

impl fmt::Debug for Mixer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mixer").finish_non_exhaustive()
    }
}

/// Returns a sound's entry in the list, and its clip. `None` if it is missing, or silent.
fn find(
    id: SoundId,
    step: &StepSounds,
    clips: &[Option<Arc<ClipData>>],
) -> Option<(usize, Arc<ClipData>)> {
    let index = step.voices.iter().position(|sound| sound.id == id)?;
    let clip = sounding(&step.voices[index], clips)?;
    Some((index, Arc::clone(clip)))
}

/// Returns the clip of a sound. `None` if it is silent: paused, held, or of an unknown clip. Such a sound has no voice.
fn sounding<'a>(
    sound: &VoiceStep,
    clips: &'a [Option<Arc<ClipData>>],
) -> Option<&'a Arc<ClipData>> {
    let moves = sound.rate != [0; 2];
    clips.get(sound.clip.0 as usize)?.as_ref().filter(|_| moves)
}
