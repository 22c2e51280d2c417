//! Copies for the steps back that come next, made with a few steps of work at each step back before them.
//!
//! Whoever runs backwards past a copy finds the steps before it without copies, up to the copy before. Without preparation, the
//! next step back would have to take them all again at once. Instead, the copies between the two are made while the steps after
//! them are shown, the nearest first, since they are needed first. So each step back takes a bounded number of steps again, and
//! all together no more than without. B. Schoenmakers, "Explicit Optimal Binary Pebbling for One-Way Hash Chain Reversal"
//! (2016), treats such schedules and their bounds.

use super::{FAR, Rewinder};
use crate::replay::replayer::TakeStep;
use crate::world::Core;

/// How many steps are taken again with a step back, in all. On average, copies [`FAR`] from one another need 2.6 for quarters and
/// 3.5 for halves.
const EFFORT_FOR_QUARTERS: u64 = 3;
const EFFORT_FOR_HALVES: u64 = 4;
/// Copies are made when the steps back to them are at most this many times their distance. A single one would be just in time.
const EARLY: u64 = 2;
/// Copies at a lesser distance have none made between them: a step back takes at most one step again there.
const LEAST: u64 = 3;

impl Rewinder {
    /// Makes copies that the steps back after this one will need, as far as its own steps leave work and memory for it. The core
    /// is left at any step.
    pub(super) fn prepare(&mut self, target: u64, core: &mut Core, take_step: TakeStep<'_>) {
        let Some(nearest) = self.last_copy_until(target) else {
            return;
        };
        self.copies[nearest].is_passing = false;
        let effort = match self.parts(&self.copies[nearest]) {
            2 => EFFORT_FOR_HALVES,
            _ => EFFORT_FOR_QUARTERS,
        };
        let mut left = effort.saturating_sub(target - self.copies[nearest].step);
        // The copy that the core equals.
        let mut reached = None;
        while left > 0 {
            let Some((from, goal)) = self.next_goal(target) else {
                return;
            };
            let begin = self.copies[from].step;
            if begin == goal {
                self.copies[from].is_passing = false;
                continue;
            }
            if !self.make_room_of(self.copies[from].bytes, target) {
                return;
            }
            if reached != Some(begin) {
                core.restore(&self.copies[from].snapshot);
            }
            while core.step_number() < goal && left > 0 {
                if !self.take_again(core, take_step) {
                    return;
                }
                left -= 1;
            }
            if !self.make_room(target, core) {
                return;
            }
            self.insert(from + 1, core);
            self.copies[from + 1].is_passing = core.step_number() < goal;
            reached = Some(core.step_number());
            if self.copies[from].is_passing {
                self.remove(from);
            }
        }
    }

    /// The step to be copied next, for steps back from `target` on, and the last copy until there.
    fn next_goal(&self, target: u64) -> Option<(usize, u64)> {
        let mut high = &self.copies[self.last_copy_until(target)?];
        for low in self.copies.iter().rev() {
            if low.step >= high.step || low.is_passing {
                continue;
            }
            let (distance, until_needed) = (high.step - low.step, target - high.step);
            if until_needed >= EARLY * FAR {
                return None;
            }
            if distance >= LEAST && until_needed < EARLY * distance {
                let goal = low.step + distance.div_ceil(self.parts(low));
                return Some((self.last_copy_until(goal)?, goal));
            }
            high = low;
        }
        None
    }
}
