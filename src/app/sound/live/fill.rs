//! The source of a live output: mixes the lists of steps as they arrive.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use super::backwards::Backwards;
use super::clock::FillClock;
use super::pacing::Pacing;
use super::{ClipUpdate, LiveShared, LiveStep, frames_since};
use crate::app::sound::FADE;
use crate::app::sound::fill::Fill;
use crate::app::sound::mixer::Mixer;
use crate::app::sound::streams::Streams;
use crate::base::panics;
use crate::sound::StepSounds;

/// Largest distance of a voice from its position in a list: 20 ms.
const TOLERANCE: u64 = 960 << 16;

/// Frames after which a game without a new step becomes silent: 100 ms.
const PATIENCE: u64 = 4800;

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
/// the present one runs on.
///
/// A request of n frames at a time t is mixed as the time from t − n to t. So the end of the device's buffer is always
/// as far behind the game, however large a request is: the first one fills the buffer, and a late one is larger.
pub(super) struct LiveFill {
    mixer: Mixer,
    incoming: Receiver<Box<LiveStep>>,
    back: SyncSender<Box<LiveStep>>,
    clips: Receiver<ClipUpdate>,
    shared: Arc<LiveShared>,
    epoch: Instant,
    pacing: Pacing,
    clock: FillClock,
    /// The step to play next.
    next: Option<Box<LiveStep>>,
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

/// The step that is playing.
#[derive(Clone, Copy, Debug)]
struct PresentStep {
    /// First frame in game time.
    start: u64,
    /// Nominal length in frames of game time.
    nominal: u64,
    /// Nominal length in frames of the device.
    length: u64,
    /// Frames of the device since its start.
    played: u64,
}

/// The step to play next.
#[derive(Clone, Copy, Debug)]
struct NextStep {
    /// First frame in game time.
    start: u64,
    published: f64,
    /// Nominal length in frames of the device.
    length: f64,
}

/// When the next step is due.
#[derive(Clone, Copy, Debug, PartialEq)]
enum StepDue {
    /// At once, because it does not follow the present one.
    Jump,
    /// This many frames after the start of the present one.
    At(u64),
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
            incoming,
            back,
            clips,
            shared,
            epoch,
            pacing: Pacing::new(),
            clock: FillClock::default(),
            next: None,
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
        let backwards = self.play_backwards(out);
        let forwards = &mut out[backwards..];
        let pause = self.follow_gap(start, forwards.len());
        forwards[..pause].fill([0.0; 2]);
        self.mix(start + (backwards + pause) as f64, &mut forwards[pause..]);
        self.scale(forwards);
        let margin = self.pacing.margin() + request;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small"
        )]
        self.shared.margin.store(margin as u64, Ordering::Relaxed);
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

    /// Advances the clock by a request of `frames` frames. After a gap of the device, skips what would have been heard
    /// in it. Returns the number of frames to wait instead, if the device's buffer has become longer.
    fn follow_gap(&mut self, start: f64, frames: usize) -> usize {
        let lost = self.clock.advance(start, frames);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates"
        )]
        let (skipped, pause) = (lost.max(0.0) as usize, (-lost).max(0.0) as usize);
        let mut left = skipped.min(LARGEST_REQUEST);
        let mut unheard = [[0.0; 2]; 256];
        while left > 0 {
            let count = left.min(unheard.len());
            self.mix(start - left as f64, &mut unheard[..count]);
            left -= count;
        }
        pause.min(frames)
    }

    /// Plays backwards while the game runs backwards. Returns the number of frames that were written.
    fn play_backwards(&mut self, out: &mut [[f32; 2]]) -> usize {
        let shown = self.shared.backwards.load(Ordering::Acquire).checked_sub(1);
        let begins = shown.is_some() && !core::mem::replace(&mut self.goes_back, shown.is_some());
        self.goes_back = shown.is_some();
        if begins {
            self.drop_steps();
            self.fall_silent();
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
        self.is_cut |= is_paused && !self.was_paused;
        self.was_paused = is_paused;
    }

    /// Begins steps that are due. Returns the number of frames until the next decision, 1 to `rest`.
    fn advance(&mut self, now: f64, rest: usize) -> usize {
        if core::mem::take(&mut self.is_cut) {
            self.drop_steps();
            self.fall_silent();
        }
        loop {
            let Some(next) = self.peek() else {
                return self.run_on(rest);
            };
            let due = self.present.map(|present| present.due(next.start));
            match self.present.zip(due) {
                Some((present, StepDue::At(due))) if due > present.played => {
                    let early = usize::try_from(due - present.played);
                    return early.map_or(rest, |early| early.min(rest));
                }
                Some((present, StepDue::At(due))) if present.played - due <= LATEST => {
                    self.begin_due(now, present, next, present.played - due);
                }
                _ => {
                    let early = next.published + self.pacing.margin() - now;
                    if early >= 1.0 {
                        return until(early, self.run_on(rest));
                    }
                    if early < -OUTDATED && self.skip_outdated() {
                        continue;
                    }
                    self.begin(now, 0, true);
                }
            }
        }
    }

    /// Skips the next step, which does not follow the present one and is late, if another step will follow soon.
    /// Returns whether it is skipped.
    fn skip_outdated(&mut self) -> bool {
        if self.replace_next() {
            return true;
        }
        let is_skipped = self.present.is_none() && !self.was_paused;
        if is_skipped && let Some(step) = self.next.take() {
            self.back.try_send(step).ok();
        }
        is_skipped
    }

    /// Begins the next step, which was due `late` frames ago.
    fn begin_due(&mut self, now: f64, present: PresentStep, next: NextStep, late: u64) {
        if late > 0 && present.end() == next.start {
            self.shared.late_steps.fetch_add(1, Ordering::Relaxed);
            self.pacing.late(next.length, now);
        }
        if late as f64 >= next.length && self.replace_next() {
            return;
        }
        let wait = now - late as f64 - next.published;
        if wait > self.pacing.margin() + LONGEST_QUEUE && self.replace_next() {
            while self.replace_next() {}
            self.begin(now, 0, true);
            return;
        }
        self.begin(now, late, false);
    }

    /// Replaces the next step by a newer one, if there is one. Returns whether there is.
    fn replace_next(&mut self) -> bool {
        let newer = self.incoming.try_recv().ok();
        let has_newer = newer.is_some();
        if has_newer && let Some(skipped) = core::mem::replace(&mut self.next, newer) {
            self.back.try_send(skipped).ok();
        }
        has_newer
    }

    /// Begins the next step. `late` frames of it have passed already. After a `jump`, it begins with its first frame.
    fn begin(&mut self, now: f64, late: u64, jump: bool) {
        let Some(step) = self.next.take() else { return };
        let late = if jump { 0 } else { late };
        if jump {
            self.pacing.reset();
            self.carry = 0.0;
        }
        let exact = step.length() * (1.0 + self.pacing.correction()) + self.carry;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates"
        )]
        let length = (exact + 1e-6).floor().max(0.0) as u64;
        self.carry = exact - length as f64;
        self.pacing
            .step(now - late as f64 - step.published, length as f64, now);
        self.mixer.begin_late(&step.list, length, late);
        if let Some(backwards) = &mut self.backwards {
            backwards.mark(step.start, length);
        }
        self.present = Some(PresentStep {
            start: step.start,
            nominal: step.list.frames,
            length,
            played: late,
        });
        self.silence.buses.clone_from(&step.list.buses);
        let voices = step.list.voices.len();
        self.shared.voices.store(voices, Ordering::Relaxed);
        self.back.try_send(step).ok();
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

    /// Returns the next step.
    fn peek(&mut self) -> Option<NextStep> {
        if self.next.is_none() {
            self.next = self.incoming.try_recv().ok();
        }
        let step = self.next.as_ref()?;
        Some(NextStep {
            start: step.start,
            published: step.published,
            length: step.length(),
        })
    }

    /// Drops all steps that wait.
    fn drop_steps(&mut self) {
        for step in self.next.take().into_iter().chain(self.incoming.try_iter()) {
            self.back.try_send(step).ok();
        }
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
        self.drop_steps();
        self.is_cut = true;
        self.level = 0;
        self.pacing = Pacing::new();
        self.clock = FillClock::default();
    }

    fn gap(&mut self) {
        self.clock.gap();
    }
}

impl LiveStep {
    /// Returns its nominal length in frames of the device.
    fn length(&self) -> f64 {
        self.list.frames as f64 / self.scale.max(1e-3)
    }
}

impl PresentStep {
    /// Returns when a step is due that starts at this frame of game time.
    fn due(&self, start: u64) -> StepDue {
        let Some(passed) = start.checked_sub(self.start) else {
            return StepDue::Jump;
        };
        let due = u128::from(passed) * u128::from(self.length) / u128::from(self.nominal.max(1));
        let due = u64::try_from(due).unwrap_or(u64::MAX);
        if due > self.length.max(self.played).saturating_add(PATIENCE) {
            return StepDue::Jump;
        }
        StepDue::At(due)
    }

    /// Returns the first frame of the next step in game time, if that is nominal.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.nominal)
    }
}

/// Returns a number of frames, rounded down, 1 to `rest`.
fn until(frames: f64, rest: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates"
    )]
    let frames = frames as usize;
    frames.clamp(1, rest)
}
