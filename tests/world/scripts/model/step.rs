//! The step, phase by phase, and the changes that wait for its end.

use super::Model;
use crate::scripts::note::{Answer, Moment};
use crate::scripts::script::{Act, Solid, Wish};

/// A change that waits for the step's end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Altitude(u16),
    Level(u16),
    Persistent(bool),
    Solid(Solid),
    Visible(bool),
}

impl Model<'_> {
    pub(crate) fn step(&mut self, first: &[Act], keys: usize) {
        self.step += 1;
        self.stepping = true;
        self.pass_time();
        for &act in first {
            self.perform(None, act);
        }
        let step = self.step;
        let due = self.later.extract_if(.., |(due, _)| *due <= step);
        self.queue.extend(due.map(|(_, sent)| sent));
        self.dispatch_queue();
        for _ in 0..keys {
            self.notify_all(Wish::Key, Moment::Key);
        }
        self.notify_all(Wish::Step, Moment::Step);
        self.dispatch_out_of_bounds();
        self.move_all();
        self.carry_all();
        self.collide_carried();
        self.notify_all(Wish::After, Moment::After);
        if self.disturbed {
            self.carry_all();
        }
        self.collide_carried();
        self.notify_all(Wish::Finish, Moment::Finish);
        self.dispatch_out_of_bounds();
        self.end_lifetimes();
        let level = self.level;
        self.apply_changes();
        self.despawn_now();
        if self.level != level {
            // Objects that join in a last callback must be on the right level before another level is first drawn.
            self.sync_child_levels();
        }
        if self.disturbed {
            self.carry_all();
        }
        self.stepping = false;
    }

    fn pass_time(&mut self) {
        for who in self.actors() {
            if let Some(left) = &mut self.things[who].left {
                *left -= 1;
            }
        }
        for thing in &mut self.things {
            thing.jumped = false;
        }
    }

    /// Marks objects whose lifetimes have ended, in act order, on all levels.
    fn end_lifetimes(&mut self) {
        let mut ended = self.order.clone();
        ended.retain(|&who| self.things[who].left == Some(0));
        ended.sort_by_key(|&who| (self.things[who].altitude, self.things[who].level));
        for who in ended {
            self.things[who].left = None;
            self.mark(who);
        }
    }

    /// Records a change during a step. Between steps, makes it at once.
    pub(super) fn change(&mut self, who: usize, change: Change) -> Answer {
        if !self.things[who].alive {
            return Answer::Gone;
        }
        let thing = &self.things[who];
        if matches!(change, Change::Level(to) if to != thing.level && thing.parent.is_none()) {
            self.drop_contacts(who);
        }
        if self.stepping {
            self.changes.push((who, change));
        } else {
            self.apply(&[(who, change)]);
            self.sync_child_levels();
        }
        Answer::Done
    }

    /// Makes all changes in the order of the requests. Then the level changes.
    fn apply_changes(&mut self) {
        let changes = core::mem::take(&mut self.changes);
        self.apply(&changes);
        self.level = self.next_level;
        self.sync_child_levels();
    }

    /// Makes the given changes. All changes of an object's altitude and level count as one, made with the last of them.
    fn apply(&mut self, changes: &[(usize, Change)]) {
        for (index, &(who, change)) in changes.iter().enumerate() {
            let thing = &mut self.things[who];
            if !thing.alive {
                continue;
            }
            match change {
                Change::Solid(solid) => thing.solid = solid,
                Change::Visible(visible) => thing.visible = visible,
                _ => {
                    let moves = |&&(other, change): &&(usize, Change)| {
                        other == who && !matches!(change, Change::Solid(_) | Change::Visible(_))
                    };
                    if !changes[index + 1..].iter().any(|change| moves(&change)) {
                        let (mut altitude, mut level) = (thing.altitude, thing.level);
                        for (_, change) in changes.iter().filter(moves) {
                            self.lead(who, *change, &mut altitude, &mut level);
                        }
                        self.move_to(who, altitude, level);
                    }
                }
            }
        }
    }

    /// Applies one change to the altitude and level that an object will have.
    fn lead(&self, who: usize, change: Change, altitude: &mut u16, level: &mut u16) {
        match change {
            Change::Altitude(to) => *altitude = to,
            // An attached object stays with its parent.
            _ if self.things[who].parent.is_some() => {}
            Change::Level(to) => *level = to,
            Change::Persistent(true) => *level = 0,
            Change::Persistent(false) if *level == 0 => {
                *level = if self.stepping {
                    self.next_level
                } else {
                    self.level
                };
            }
            _ => {}
        }
    }

    /// Moves an object to an altitude and level, where it becomes the last one.
    pub(super) fn move_to(&mut self, who: usize, altitude: u16, level: u16) {
        let thing = &mut self.things[who];
        if (thing.altitude, thing.level) == (altitude, level) {
            return;
        }
        (thing.altitude, thing.level) = (altitude, level);
        self.order.retain(|&other| other != who);
        self.order.push(who);
    }

    /// Removes marked objects, in the order of marking. Objects that last callbacks mark are removed in the next step.
    fn despawn_now(&mut self) {
        for who in core::mem::take(&mut self.pending_despawn) {
            self.notify(who, Moment::Removed);
            for child in self.things[who].children.clone() {
                self.release(child);
            }
            self.release(who);
            self.things[who].alive = false;
            self.order.retain(|&other| other != who);
        }
    }
}
