//! The source of a live output: mixes the lists of steps as they arrive.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender};

use super::backwards::Backwards;
use super::clock::FillClock;
use super::pacing::Pacing;
use super::present::{PATIENCE, PresentStep, StepDue};
use super::queue::{NextStep, StepQueue};
use super::{ClipUpdate, LiveShared, LiveStep, frames_since};
use crate::app::sound::FADE;
use crate::app::sound::fill::Fill;
use crate::app::sound::mixer::Mixer;
use crate::app::sound::streams::Streams;
use crate::base::panics;
use crate::platform::Instant;
use crate::sound::StepSounds;

/// Largest distance of a voice from its position in a list: 20 ms.
const TOLERANCE: u64 = 960 << 16;

/// A step that comes later than this many frames is played from its start, after its margin: 50 ms. So a slow game is
/// not chased.
const LATEST: u64 = 2400;

/// A step that waits longer than this many frames above the margin is skipped: 50 ms.
const LONGEST_QUEUE: f64 = 2400.0;

/// A step that does not follow the present one is outdated if it is later than this many frames: 4 ms.
const OUTDATED: f64 = 192.0;

/// Largest number of frames per request that the time of a fill allows for: 100 ms.
const LARGEST_REQUEST: usize = 4800;

/// Mixes the lists of steps one after the other.
///
/// A step is played for its nominal length, or until the start of the next one in game time. If the next one is late,
/// the present one runs on. After silence, a step begins a margin after it should have been published.
///
/// A request of n frames at a time t is mixed as the time from t − n to t. So the end of the device's buffer is always
/// as far behind the game, however large a request is: the first one fills the buffer, and a late one is larger.
pub(super) struct LiveFill {
    mixer: Mixer,
    steps: StepQueue,
    clips: Receiver<ClipUpdate>,
    shared: Arc<LiveShared>,
    epoch: Instant,
    pacing: Pacing,
    clock: FillClock,
    /// The step that is playing. `None` in silence.
    present: Option<PresentStep>,
    /// A list without sounds, with the buses of the latest step.
    silence: StepSounds,
    /// Fraction of a frame that rounding has cut from the steps so far.
    carry: f64,
    was_paused: bool,
    /// Whether to fall silent as soon as the mixer has no rendered frames.
    is_cut: bool,
    goes_back: bool,
    /// Volume of the device: 0 to [`FADE`].
    level: u16,
    backwards: Option<Backwards>,
    has_panicked: bool,
}

impl LiveFill {
    pub(super) fn new(
        incoming: Receiver<Box<LiveStep>>,
        back: SyncSender<Box<LiveStep>>,
        clips: Receiver<ClipUpdate>,
        shared: Arc<LiveShared>,
        epoch: Instant,
        streams: Streams,
        keeps_last_minute: bool,
    ) -> Self {
        Self {
            mixer: Mixer::new(TOLERANCE, streams),
            steps: StepQueue::new(incoming, back),
            clips,
            shared,
            epoch,
            pacing: Pacing::new(),
            clock: FillClock::default(),
            present: None,
            silence: StepSounds::default(),
            carry: 0.0,
            was_paused: false,
            is_cut: false,
            goes_back: false,
            level: 0,
            backwards: keeps_last_minute.then(Backwards::new),
            has_panicked: false,
        }
    }

    /// Overwrites `out` with the frames that a device requests at `now`.
    pub(super) fn fill_at(&mut self, now: f64, out: &mut [[f32; 2]]) {
        for (id, clip) in self.clips.try_iter() {
            self.mixer.set_clip(id, clip);
        }
        self.follow_pause();
        let request = out.len().min(LARGEST_REQUEST) as f64;
        let start = now - request;
        let lost = self.clock.advance(start, out.len());
        let backwards = self.play_backwards(out);
        let forwards = &mut out[backwards..];
        // Sound that plays backwards follows the steps that the game shows.
        let lost = if backwards > 0 { 0.0 } else { lost };
        let pause = self.skip_lost(start, lost).min(forwards.len());
        forwards[..pause].fill([0.0; 2]);
        self.mix(start + (backwards + pause) as f64, &mut forwards[pause..]);
        self.scale(forwards);
        let margin = self.pacing.margin() + request;
        let margin = whole(margin) as u64;
        self.shared.margin.store(margin, Ordering::Relaxed);
        let missing = self.mixer.missing_blocks();
        self.shared.missing_blocks.store(missing, Ordering::Relaxed);
    }

    /// Overwrites `out` with the frames from the time `start` on.
    fn mix(&mut self, start: f64, out: &mut [[f32; 2]]) {
        let mut at = 0;
        while at < out.len() {
            let rest = out.len() - at;
            let count = match self.mixer.buffered() {
                0 => self.advance(start + at as f64, rest),
                buffered => buffered.min(rest),
            };
            self.render(&mut out[at..at + count]);
            at += count;
        }
    }

    /// Skips what would have been heard in a gap of the device, which has lost this many frames up to the time `start`.
    /// Returns the number of frames to wait instead, if the device's buffer has become longer.
    fn skip_lost(&mut self, start: f64, lost: f64) -> usize {
        let mut left = whole(lost).min(LARGEST_REQUEST);
        let mut unheard = [[0.0; 2]; 256];
        while left > 0 {
            let count = left.min(unheard.len());
            self.mix(start - left as f64, &mut unheard[..count]);
            left -= count;
        }
        whole(-lost)
    }

    /// Plays backwards while the game runs backwards. Returns the number of frames that were written.
    fn play_backwards(&mut self, out: &mut [[f32; 2]]) -> usize {
        let shown = self.shared.backwards.load(Ordering::Acquire).checked_sub(1);
        let begins = shown.is_some() && !core::mem::replace(&mut self.goes_back, shown.is_some());
        self.goes_back = shown.is_some();
        if begins {
            self.steps.clear();
            self.fall_silent();
            self.steps.begin_cadence();
        }
        let Some(backwards) = &mut self.backwards else {
            return 0;
        };
        if begins && !backwards.is_playing() {
            // The fade of the sounds that played forwards is not heard.
            self.mixer.render(&mut [[0.0; 2]; FADE as usize]);
        }
        if shown.is_none() && !backwards.is_playing() {
            return 0;
        }
        let done = backwards.play(shown, out);
        self.scale(&mut out[..done]);
        if done < out.len() {
            // The sound that plays forwards fades in.
            self.level = 0;
        }
        done
    }

    /// Falls silent when a pause begins.
    fn follow_pause(&mut self) {
        let is_paused = self.shared.is_paused.load(Ordering::Acquire);
        if is_paused && !self.was_paused {
            self.is_cut = true;
            self.steps.begin_cadence();
        }
        self.was_paused = is_paused;
    }

    /// Begins steps that are due. Returns the number of frames until the next decision, 1 to `rest`.
    fn advance(&mut self, now: f64, rest: usize) -> usize {
        if core::mem::take(&mut self.is_cut) {
            self.steps.clear();
            self.fall_silent();
        }
        loop {
            let Some(next) = self.steps.peek() else {
                return self.run_on(rest);
            };
            let heard = self.present.filter(|present| !present.is_silent);
            let due = heard.map(|present| present.due(next.start));
            match heard.zip(due) {
                Some((present, StepDue::At(due))) if due > present.played => {
                    let early = usize::try_from(due - present.played);
                    return early.map_or(rest, |early| early.min(rest));
                }
                Some((present, StepDue::At(due))) if present.played - due <= LATEST => {
                    self.begin_due(now, next, present.played - due);
                }
                _ => {
                    let early = self.begin_again(now, next, heard.is_some());
                    if early >= 1.0 {
                        return until(early, self.run_on(rest));
                    }
                }
            }
        }
    }

    /// Begins or skips the next step, which comes after silence or after a jump. Returns the number of frames to wait
    /// before that, less than 1 if it is done.
    fn begin_again(&mut self, now: f64, next: NextStep, is_jump: bool) -> f64 {
        let margin = self.pacing.margin();
        // The steps after a jump may have a different cadence.
        let published = if is_jump {
            next.published.max(next.due)
        } else {
            next.due
        };
        let early = published + margin - now;
        let is_outdated = next.published + margin - now < -OUTDATED;
        if early >= 1.0 || (is_outdated && self.skip_outdated()) {
            return early;
        }
        let late = if is_jump { 0 } else { whole(-early) as u64 };
        // The mixer's blocks delay a step that is published in time, too.
        if next.published > published + margin {
            self.count_late(now, next);
        }
        self.begin(now, late.min(LATEST), Some(published));
        early
    }

    /// Skips the next step, which does not follow the present one and is late, if another step will follow soon.
    /// Returns whether it is skipped.
    fn skip_outdated(&mut self) -> bool {
        if self.steps.skip_to_newer() {
            return true;
        }
        let is_skipped = self.present.is_none() && !self.was_paused;
        if is_skipped {
            self.steps.skip();
        }
        is_skipped
    }

    /// Begins the next step, which was due `late` frames ago.
    fn begin_due(&mut self, now: f64, next: NextStep, late: u64) {
        if late > 0 {
            self.count_late(now, next);
        }
        if late as f64 >= next.length && self.steps.skip_to_newer() {
            return;
        }
        let wait = now - late as f64 - next.published;
        if wait > self.pacing.margin() + LONGEST_QUEUE && self.steps.skip_to_newer() {
            while self.steps.skip_to_newer() {}
            let published = self.steps.peek().map(|next| next.published);
            self.begin(now, 0, published);
            return;
        }
        self.begin(now, late, None);
    }

    /// Counts the next step as late, if it has sounds and follows the present one.
    fn count_late(&mut self, now: f64, next: NextStep) {
        let follows = |present: PresentStep| present.end() == next.start;
        if !next.is_silent && self.present.is_some_and(follows) {
            self.shared.late_steps.fetch_add(1, Ordering::Relaxed);
            self.pacing.late(now);
        }
    }

    /// Begins the next step. `late` frames of it have passed already. After a jump, `jump` is when the step should have
    /// been published.
    fn begin(&mut self, now: f64, late: u64, jump: Option<f64>) {
        let Some(step) = self.steps.take() else {
            return;
        };
        if jump.is_some() {
            self.pacing.reset();
            self.carry = 0.0;
        }
        let exact = step.length() * (1.0 + self.pacing.correction()) + self.carry;
        let length = whole(exact + 1e-6) as u64;
        self.carry = exact - length as f64;
        let published = jump.unwrap_or(step.published);
        self.pacing
            .step(now - late as f64 - published, length as f64, now);
        self.mixer.begin_late(&step.list, length, late);
        if let Some(backwards) = &mut self.backwards {
            backwards.mark(step.start, length);
        }
        self.present = Some(PresentStep {
            start: step.start,
            nominal: step.list.frames,
            length,
            played: late,
            is_silent: step.list.voices.is_empty(),
        });
        self.silence.buses.clone_from(&step.list.buses);
        let voices = step.list.voices.len();
        self.shared.voices.store(voices, Ordering::Relaxed);
        self.steps.give_back(step);
    }

    /// Continues the present step, or silence. Falls silent if no step has come for too long.
    fn run_on(&mut self, rest: usize) -> usize {
        let Some(present) = self.present else {
            return rest;
        };
        let left = present.length.saturating_sub(present.played);
        if left > 0 {
            return usize::try_from(left).map_or(rest, |left| left.min(rest));
        }
        let patience = if self.was_paused { 0 } else { PATIENCE };
        if present.played - present.length >= patience {
            self.fall_silent();
        }
        rest
    }

    fn fall_silent(&mut self) {
        self.present = None;
        self.mixer.begin(&self.silence, u64::from(FADE));
    }

    /// Renders the next frames. The mixer runs on where its step has ended.
    fn render(&mut self, out: &mut [[f32; 2]]) {
        let done = self.mixer.render(out);
        if done < out.len() {
            let rest = &mut out[done..];
            self.mixer.run_on(rest.len() as u64);
            self.mixer.render(rest);
        }
        if let Some(backwards) = &mut self.backwards {
            backwards.keep(out);
        }
        if let Some(present) = &mut self.present {
            present.played = present.played.saturating_add(out.len() as u64);
        }
    }

    /// Multiplies frames by the volume of the device, and moves that.
    fn scale(&mut self, out: &mut [[f32; 2]]) {
        let is_closing = self.shared.is_closing.load(Ordering::Acquire);
        let is_silent = is_closing || self.shared.is_muted.load(Ordering::Acquire);
        let target = if is_silent { 0 } else { FADE };
        if self.level == FADE && target == FADE {
            return;
        }
        for frame in out {
            let factor = f32::from(self.level) / f32::from(FADE);
            *frame = frame.map(|sample| sample * factor);
            self.level = if is_silent {
                self.level.saturating_sub(1)
            } else {
                FADE.min(self.level + 1)
            };
        }
        if is_closing && self.level == 0 {
            self.shared.has_faded.store(true, Ordering::Release);
        }
    }
}

impl Fill for LiveFill {
    fn fill(&mut self, frames: &mut [[f32; 2]]) {
        if self.has_panicked {
            frames.fill([0.0; 2]);
            return;
        }
        let now = frames_since(self.epoch);
        if let Err(panic) = panics::caught(|| self.fill_at(now, frames)) {
            self.has_panicked = true;
            frames.fill([0.0; 2]);
            log::error!("no sound: the mixer panicked: {}", panics::message(&*panic));
        }
    }

    fn reopened(&mut self) {
        // Steps of the time without a device are over.
        self.steps.clear();
        self.is_cut = true;
        self.level = 0;
        self.pacing = Pacing::new();
        self.clock = FillClock::default();
    }

    fn gap(&mut self) {
        self.clock.gap();
    }
}

/// Returns a number of frames, rounded down, 1 to `rest`.
fn until(frames: f64, rest: usize) -> usize {
    whole(frames).clamp(1, rest)
}

/// Returns a number of frames, rounded down, or 0 if it is negative.
fn whole(frames: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates"
    )]
    let frames = frames as usize;
    frames
}
