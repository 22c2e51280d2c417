//! Taking steps back: copies of the world at some steps, and the input of all steps in between.
//!
//! Copies are kept close to one another for the latest steps and further apart for older ones. To go back, the nearest copy
//! before is restored and the steps from there are taken again; on the way, a copy is made half-way, half-way of the rest,
//! and so on, so that the next step back has a copy nearer to it. So n steps between two copies cost n / 2 · log₂ n steps to
//! go through backwards: A. Griewank, "Achieving logarithmic growth of temporal and spatial complexity in reverse automatic
//! differentiation" (1992), has this bisection. Where there is memory for more copies, a quarter of the way takes the place of
//! half of it, for a third fewer steps. `ahead` makes these copies before they are needed, so that the work is spread over the
//! steps back.

mod ahead;

use std::collections::VecDeque;

use super::replayer::TakeStep;
use super::step::RecordedStep;
use crate::input::InputEvent;
use crate::world::{Core, FileOutcome, FileUpdate, Requests, Snapshot, StepInput};
use core::time::Duration;

/// The least distance of two copies, in steps, while the game goes on.
///
/// The first step back takes at most one less than this again: nothing is prepared for it.
const NEAR: u64 = 8;
/// The largest distance: it bounds the steps that are taken again to go anywhere at once.
const FAR: u64 = 128;
/// A copy may take this part of the budget: with fewer copies, going back would be slow.
const COPIES: usize = 8;
/// With this many copies in the budget, steps are divided into quarters; with fewer, into halves, which need fewer copies.
const MANY: usize = 32;

/// A copy of the world.
#[derive(Clone, Debug)]
struct WorldCopy {
    step: u64,
    snapshot: Snapshot,
    /// Bytes of its own, and of tile maps that it does not share with the copy after it: nothing else holds those.
    bytes: usize,
    of_maps: usize,
    /// Made where the work for coming steps back paused: of no more use once that has gone on from it.
    is_passing: bool,
}

impl WorldCopy {
    fn all_bytes(&self) -> usize {
        self.bytes + self.of_maps
    }
}

/// Why a game cannot be rewound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorldTooLarge {
    /// Bytes of a copy.
    pub(crate) copy: usize,
    /// Bytes that a copy may have.
    pub(crate) allowed: usize,
}

/// Keeps what is needed to take the latest steps back, within a budget of memory.
#[derive(Debug)]
pub(crate) struct Rewinder {
    /// In bytes.
    budget: usize,
    /// By step, ascending.
    copies: VecDeque<WorldCopy>,
    /// The input of the steps after the oldest copy's, in order.
    steps: VecDeque<RecordedStep>,
    /// Bytes of the copies and of the steps.
    used: usize,
    /// Set while the world is too large.
    too_large: Option<WorldTooLarge>,
    /// Its size is not looked at before this step.
    retry: u64,
    /// Steps that were taken again, in all.
    taken_again: u64,
}

impl Rewinder {
    /// Returns a rewinder with a budget in bytes.
    pub(crate) fn new(budget: usize) -> Self {
        Self {
            budget,
            copies: VecDeque::new(),
            steps: VecDeque::new(),
            used: 0,
            too_large: None,
            retry: 0,
            taken_again: 0,
        }
    }

    /// The first step that it can go back to, if there is any: it was the latest once.
    pub(crate) fn oldest(&self) -> Option<u64> {
        self.copies.front().map(|copy| copy.step)
    }

    /// Bytes that are in use.
    #[cfg(test)]
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// Why it is off, if it is.
    pub(crate) fn too_large(&self) -> Option<WorldTooLarge> {
        self.too_large
    }

    /// How many steps were taken again so far, for all steps back.
    pub(crate) fn taken_again(&self) -> u64 {
        self.taken_again
    }

    /// Notes the input of a step that was taken, and copies the world if it is time to.
    ///
    /// What it knows of this step and later ones is forgotten: the game went back before.
    pub(crate) fn step(&mut self, input: &StepInput<'_>, core: &Core) {
        if self
            .steps
            .back()
            .is_some_and(|last| last.number >= input.number)
        {
            self.truncate(input.number.saturating_sub(1));
        }
        let latest = self.steps.back().map(|step| step.number);
        let latest = latest.or(self.copies.back().map(|copy| copy.step));
        if latest.is_some_and(|latest| latest + 1 != input.number) {
            // Steps were taken that it was not told of.
            self.forget();
        }
        if self.copies.is_empty() {
            if input.number >= self.retry {
                self.copy(core);
            }
            return;
        }
        let step = RecordedStep {
            number: input.number,
            dt: input.dt,
            view: input.view,
            events: input.events.to_vec(),
            jobs: input.jobs.to_vec(),
            files: input.files.to_vec(),
        };
        self.used += bytes_of(&step);
        self.steps.push_back(step);
        let latest = self.copies.back().map_or(0, |copy| copy.step);
        if input.number >= latest + NEAR {
            self.copy(core);
        }
        self.fit();
    }

    /// Goes back to an earlier step (or on to a later one that it knows): the core is then as it was after it. Returns whether
    /// it is.
    pub(crate) fn seek(&mut self, target: u64, core: &mut Core, take_step: TakeStep<'_>) -> bool {
        if self.last_copy_until(target).is_none() {
            return false;
        }
        // What was requested is carried out already, and not again; only muting is part of the state.
        let requests = core.requests.clone();
        // What the steps send was sent already.
        let silent = core.signals.is_silent();
        core.signals.set_silent(true);
        self.prepare(target, core, take_step);
        self.go_to(target, core, take_step);
        core.signals.set_silent(silent);
        core.requests = Requests {
            mute: core.requests.mute,
            ..requests
        };
        core.step_number() == target
    }

    /// Takes the steps after the last copy again.
    fn go_to(&mut self, target: u64, core: &mut Core, take_step: TakeStep<'_>) {
        let Some(mut at) = self.last_copy_until(target) else {
            return;
        };
        core.restore(&self.copies[at].snapshot);
        while core.step_number() < target && self.take_again(core, take_step) {
            // A part of what is left, where the copy before is far.
            let (number, before) = (core.step_number(), self.copies[at].step);
            let parts = self.parts(&self.copies[at]);
            let is_quad_row = (number - before) * parts >= target.saturating_sub(before);
            if is_quad_row && number - before > 1 && number < target && self.make_room(target, core)
            {
                at += 1;
                self.insert(at, core);
            }
        }
    }

    /// Into how many parts the steps after a copy are divided: a copy follows the first part.
    fn parts(&self, copy: &WorldCopy) -> u64 {
        if copy.bytes * MANY <= self.budget {
            4
        } else {
            2
        }
    }

    /// Takes the step again that follows. Returns whether it is known, and was taken.
    fn take_again(&mut self, core: &mut Core, take_step: TakeStep<'_>) -> bool {
        let before = core.step_number();
        let Some(step) = self.step_after(before) else {
            return false;
        };
        take_step(core, step.input(Duration::ZERO));
        let is_taken = core.step_number() != before;
        self.taken_again += u64::from(is_taken);
        is_taken
    }

    /// Forgets all steps after this one: the game goes on from there.
    pub(crate) fn truncate(&mut self, step: u64) {
        while self.copies.back().is_some_and(|copy| copy.step > step) {
            self.used -= self.copies.pop_back().map_or(0, |copy| copy.all_bytes());
        }
        while self.steps.back().is_some_and(|last| last.number > step) {
            self.used -= self.steps.pop_back().map_or(0, |last| bytes_of(&last));
        }
        if self.copies.is_empty() {
            self.forget();
        }
        self.retry = 0;
    }

    /// Forgets everything.
    fn forget(&mut self) {
        self.copies.clear();
        self.steps.clear();
        self.used = 0;
    }

    fn allowed(&self) -> usize {
        self.budget / COPIES
    }

    /// Copies the world after the latest step.
    fn copy(&mut self, core: &Core) {
        let (copy, allowed) = (self.bytes_at(self.copies.len(), core), self.allowed());
        if copy > allowed {
            self.too_large = Some(WorldTooLarge { copy, allowed });
            // To look at all behaviours takes its time.
            self.retry = core.step_number() + 10 * FAR;
            self.forget();
            return;
        }
        self.too_large = None;
        self.insert(self.copies.len(), core);
    }

    fn insert(&mut self, at: usize, core: &Core) {
        let copy = WorldCopy {
            step: core.step_number(),
            snapshot: core.snapshot(),
            bytes: core.snapshot_bytes(),
            of_maps: 0,
            is_passing: false,
        };
        self.used += copy.bytes;
        self.copies.insert(at, copy);
        self.count_maps_of(at.checked_sub(1));
        self.count_maps_of(Some(at));
    }

    fn remove(&mut self, at: usize) {
        if let Some(copy) = self.copies.remove(at) {
            self.used -= copy.all_bytes();
        }
        // Its maps may be those of the one before.
        self.count_maps_of(at.checked_sub(1));
    }

    /// Counts the tile maps of a copy anew, because another one comes after it now.
    fn count_maps_of(&mut self, at: Option<usize>) {
        let Some(at) = at else {
            return;
        };
        let Some(copy) = self.copies.get(at) else {
            return;
        };
        let next = self.copies.get(at + 1);
        let of_maps = next.map_or(0, |next| copy.snapshot.unshared_bytes(&next.snapshot));
        let before = core::mem::replace(&mut self.copies[at].of_maps, of_maps);
        self.used = self.used + of_maps - before;
    }

    /// Bytes that a copy of the world before this one of the copies takes. Of tile maps those count which have changed since the
    /// copy before it: they are shared until then, and afterwards that copy has its own.
    fn bytes_at(&self, at: usize, core: &Core) -> usize {
        let before = at.checked_sub(1).and_then(|before| self.copies.get(before));
        core.snapshot_bytes() + before.map_or(0, |copy| core.unshared_bytes(&copy.snapshot))
    }

    /// Whether a copy of now can be made on the way back to a step.
    fn make_room(&mut self, target: u64, core: &Core) -> bool {
        let before = self.last_copy_until(core.step_number());
        let needed = self.bytes_at(before.map_or(0, |at| at + 1), core);
        self.make_room_of(needed, target)
    }

    /// Whether so many bytes are left on the way back to a step. Copies of later steps make room for them: their steps stay.
    fn make_room_of(&mut self, needed: usize, target: u64) -> bool {
        // To restore a copy takes another one for a moment, while the world before is still there.
        let needed = 2 * needed;
        while self.used + needed > self.budget
            && self.copies.back().is_some_and(|copy| copy.step > target)
        {
            self.used -= self.copies.pop_back().map_or(0, |copy| copy.all_bytes());
        }
        self.used + needed <= self.budget
    }

    /// Forgets what does not fit: the copy whose absence matters least, or the oldest steps.
    fn fit(&mut self) {
        // The rest is for the copies that are made on the way back.
        let most = self.budget / 4 * 3;
        while self.used > most && self.copies.len() > 1 {
            let at = self.least_useful().unwrap_or(0);
            self.remove(at);
            let oldest = self.oldest().unwrap_or(0);
            while self.steps.front().is_some_and(|step| step.number <= oldest) {
                self.used -= self.steps.pop_front().map_or(0, |step| bytes_of(&step));
            }
        }
    }

    /// The copy without which the distance of its neighbours would be the least for their age; `None` if no distance may
    /// grow any more.
    fn least_useful(&self) -> Option<usize> {
        let now = self.copies.back()?.step;
        let mut best: Option<(usize, u64, u64)> = None;
        for at in 1..self.copies.len().saturating_sub(1) {
            let gap = self.copies[at + 1].step - self.copies[at - 1].step;
            let age = now - self.copies[at].step + NEAR;
            // gap / age is less than the best so far, without a division.
            if gap <= FAR && best.is_none_or(|(_, other, of)| gap * of < other * age) {
                best = Some((at, gap, age));
            }
        }
        best.map(|(at, ..)| at)
    }

    /// The place of the last copy of this step or one before.
    fn last_copy_until(&self, step: u64) -> Option<usize> {
        let after = self.copies.partition_point(|copy| copy.step <= step);
        after.checked_sub(1)
    }

    /// The step that comes after this one.
    fn step_after(&self, number: u64) -> Option<&RecordedStep> {
        let first = self.steps.front()?.number;
        let at = (number + 1).checked_sub(first)?;
        self.steps.get(usize::try_from(at).ok()?)
    }
}

fn bytes_of(step: &RecordedStep) -> usize {
    size_of::<RecordedStep>()
        + step.events.len() * size_of::<InputEvent>()
        + size_of_val(&*step.jobs)
        + step.files.iter().map(bytes_of_note).sum::<usize>()
}

fn bytes_of_note(note: &FileUpdate) -> usize {
    let read = match &note.outcome {
        FileOutcome::Read(bytes) => bytes.len(),
        _ => 0,
    };
    size_of::<FileUpdate>() + read
}
