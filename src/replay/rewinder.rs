//! Rewinding: keeps snapshots of the world at some steps. The input of the steps in between comes from the
//! [`InputRecorder`].
//!
//! A snapshot is taken every [`NEAR`] steps. When memory runs out, some of the older ones are dropped, so that their
//! distance grows with their age. To go back, the nearest earlier snapshot is restored and the steps from there are
//! repeated. Half-way, another snapshot is taken, then one half-way through the rest, and so on, so that the next steps
//! back start nearer. Going backwards through the `n` steps between two snapshots thus repeats about `n / 2 · log₂ n`
//! steps, at most 3.5 for each step back: A. Griewank, "Achieving logarithmic growth of temporal and spatial complexity
//! in reverse automatic differentiation" (1992).

use std::collections::VecDeque;

use super::recorder::InputRecorder;
use super::replayer::TakeStep;
use crate::world::{Core, Requests, Snapshot};
use core::time::Duration;

/// Least distance of two snapshots while the game runs, in steps.
const NEAR: u64 = 8;
/// Largest distance of two snapshots after older ones were dropped, in steps. It bounds the number of steps repeated to
/// go back to any step.
const FAR: u64 = 128;
/// Minimum number of snapshots that must fit into the budget. With fewer, going back would be slow.
const SNAPSHOTS: usize = 8;

/// A snapshot and its size.
#[derive(Clone, Debug)]
struct KeptSnapshot {
    step: u64,
    snapshot: Snapshot,
    /// Bytes without tile maps.
    bytes: usize,
    /// Bytes of tile maps that the next snapshot does not share.
    of_maps: usize,
}

impl KeptSnapshot {
    fn all_bytes(&self) -> usize {
        self.bytes + self.of_maps
    }
}

/// Reason why a game cannot be rewound: a snapshot of its world takes too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorldTooLarge {
    /// Bytes of a snapshot.
    pub(crate) bytes: usize,
    /// Largest allowed number of bytes.
    pub(crate) limit: usize,
}

/// Keeps the snapshots for going back, within a memory budget.
#[derive(Debug, Default)]
pub(crate) struct Rewinder {
    /// Budget in bytes.
    budget: usize,
    /// Snapshots in the order of their steps.
    snapshots: VecDeque<KeptSnapshot>,
    /// Bytes of all snapshots.
    used: usize,
    /// Number of the latest step whose input is known. Steps up to this one can be repeated.
    latest: u64,
    /// Reason why no snapshots are taken, while the world is too large.
    too_large: Option<WorldTooLarge>,
    /// First step at which the size of a too large world is computed again.
    retry: u64,
    /// Total number of repeated steps.
    repeated: u64,
}

impl Rewinder {
    /// Returns a rewinder with a budget in bytes.
    pub(crate) fn new(budget: usize) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }

    /// Returns the earliest step to which the game can go back.
    pub(crate) fn oldest(&self) -> Option<u64> {
        self.snapshots.front().map(|kept| kept.step)
    }

    /// Returns the number of bytes in use.
    #[cfg(test)]
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// Returns why no snapshots are taken. `None` if they are taken.
    pub(crate) fn too_large(&self) -> Option<WorldTooLarge> {
        self.too_large
    }

    /// Returns the total number of steps repeated to go back.
    pub(crate) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Updates the snapshots after a step that was taken and recorded: takes one if it is due. If the game has gone
    /// back, first drops the old snapshots of this step and of later steps.
    pub(crate) fn step(&mut self, core: &Core, recorder: &InputRecorder) {
        let number = core.step_number();
        if self.latest >= number {
            self.truncate(number.saturating_sub(1));
        }
        if self.latest + 1 != number {
            // The steps in between were not recorded.
            self.forget();
        }
        self.latest = number;
        match self.snapshots.back().map(|kept| kept.step) {
            None if number >= self.retry => self.take_snapshot(core),
            Some(latest) if number >= latest + NEAR => self.take_snapshot(core),
            _ => {}
        }
        self.fit(recorder.forgotten_until());
    }

    /// Restores the state after another known step. Returns whether the core is in that state now.
    pub(crate) fn seek(
        &mut self,
        target: u64,
        core: &mut Core,
        recorder: &mut InputRecorder,
        take_step: TakeStep<'_>,
    ) -> bool {
        let Some(mut at) = self.last_until(target) else {
            return false;
        };
        // Requests and signals were carried out when the steps were first taken, and are ignored now. Only a request to
        // mute input is part of the restored state.
        let requests = core.requests.clone();
        let silent = core.signals.silent;
        core.signals.silent = true;
        core.restore(&self.snapshots[at].snapshot);
        while core.step_number() < target
            && let Some(step) = recorder.get(core.step_number() + 1)
        {
            take_step(core, step.input(Duration::ZERO));
            if core.step_number() != step.number {
                // The game takes no further step, for example because it panicked.
                break;
            }
            self.repeated += 1;
            let (number, before) = (step.number, self.snapshots[at].step);
            let is_half_way = 2 * (number - before) >= target - before;
            if is_half_way && number - before > 1 && number < target && self.make_room(target, core)
            {
                at += 1;
                self.insert(at, core);
            }
        }
        core.signals.silent = silent;
        core.requests = Requests {
            mute: core.requests.mute,
            ..requests
        };
        core.step_number() == target
    }

    /// Forgets all steps after this one: the game continues from there.
    pub(crate) fn truncate(&mut self, step: u64) {
        while self.snapshots.back().is_some_and(|kept| kept.step > step) {
            self.remove(self.snapshots.len() - 1);
        }
        self.latest = self.latest.min(step);
        self.retry = 0;
    }

    /// Drops all snapshots.
    fn forget(&mut self) {
        self.snapshots.clear();
        self.used = 0;
    }

    /// Takes a snapshot after the latest step.
    fn take_snapshot(&mut self, core: &Core) {
        let (bytes, limit) = (
            self.bytes_at(self.snapshots.len(), core),
            self.budget / SNAPSHOTS,
        );
        if bytes > limit {
            self.too_large = Some(WorldTooLarge { bytes, limit });
            // The size is not computed again soon, because it takes a visit to every behaviour.
            self.retry = core.step_number() + 10 * FAR;
            self.forget();
            return;
        }
        self.too_large = None;
        self.insert(self.snapshots.len(), core);
    }

    fn insert(&mut self, at: usize, core: &Core) {
        let kept = KeptSnapshot {
            step: core.step_number(),
            snapshot: core.snapshot(),
            bytes: core.snapshot_bytes(),
            of_maps: 0,
        };
        self.used += kept.bytes;
        self.snapshots.insert(at, kept);
        self.count_maps_of(at.checked_sub(1));
        self.count_maps_of(Some(at));
    }

    fn remove(&mut self, at: usize) {
        if let Some(kept) = self.snapshots.remove(at) {
            self.used -= kept.all_bytes();
        }
        // The snapshot before the removed one has another successor now, so its tile maps are counted again.
        self.count_maps_of(at.checked_sub(1));
    }

    /// Counts the tile maps of a snapshot again, because its successor changed.
    fn count_maps_of(&mut self, at: Option<usize>) {
        let Some(at) = at else {
            return;
        };
        let Some(kept) = self.snapshots.get(at) else {
            return;
        };
        let next = self.snapshots.get(at + 1);
        let of_maps = next.map_or(0, |next| kept.snapshot.unshared_bytes(&next.snapshot));
        let before = core::mem::replace(&mut self.snapshots[at].of_maps, of_maps);
        self.used = self.used + of_maps - before;
    }

    /// Returns the bytes that a snapshot of the world would add at index `at` of the snapshots. Includes tile maps that
    /// have changed since the snapshot before, because that one then has copies of its own.
    fn bytes_at(&self, at: usize, core: &Core) -> usize {
        let before = at.checked_sub(1).and_then(|at| self.snapshots.get(at));
        core.snapshot_bytes() + before.map_or(0, |kept| core.unshared_bytes(&kept.snapshot))
    }

    /// Returns whether a snapshot can be taken on the way back to `target`. Drops snapshots after `target` to make
    /// room. Their steps can still be repeated.
    fn make_room(&mut self, target: u64, core: &Core) -> bool {
        let after = self.last_until(core.step_number()).map_or(0, |at| at + 1);
        // Twice the size, because restoring needs another copy while the current world still exists.
        let needed = 2 * self.bytes_at(after, core);
        while self.used + needed > self.budget
            && self.snapshots.back().is_some_and(|kept| kept.step > target)
        {
            self.remove(self.snapshots.len() - 1);
        }
        self.used + needed <= self.budget
    }

    /// Drops snapshots that exceed the budget: the least useful ones, or else the oldest. Also drops snapshots before
    /// steps whose input was forgotten.
    fn fit(&mut self, forgotten_until: u64) {
        // A quarter of the budget is reserved for snapshots taken on the way back.
        let most = self.budget / 4 * 3;
        while self.used > most && self.snapshots.len() > 1 {
            self.remove(self.least_useful().unwrap_or(0));
        }
        while self.oldest().is_some_and(|oldest| oldest < forgotten_until) {
            self.remove(0);
        }
    }

    /// Returns the index of the snapshot whose removal would leave the smallest gap in proportion to its age. `None` if
    /// every removal would leave a gap above [`FAR`].
    fn least_useful(&self) -> Option<usize> {
        let now = self.snapshots.back()?.step;
        let mut best: Option<(usize, u64, u64)> = None;
        for at in 1..self.snapshots.len().saturating_sub(1) {
            let gap = self.snapshots[at + 1].step - self.snapshots[at - 1].step;
            let age = now - self.snapshots[at].step + NEAR;
            // The condition is gap / age < other / of. It compares products, to avoid a division.
            if gap <= FAR && best.is_none_or(|(_, other, of)| gap * of < other * age) {
                best = Some((at, gap, age));
            }
        }
        best.map(|(at, ..)| at)
    }

    /// Returns the index of the last snapshot at or before a step.
    fn last_until(&self, step: u64) -> Option<usize> {
        let after = self.snapshots.partition_point(|kept| kept.step <= step);
        after.checked_sub(1)
    }
}
