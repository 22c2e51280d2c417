//! Movement, collisions and leaving the world. Every object is a box of 1 × 1, in half units 2 × 2.

use super::dispatch::{Contact, QueuedEvent};
use super::{Model, Place, sum};
use crate::scripts::note::Answer;
use crate::scripts::script::Solid;

/// Size of the world, in half units.
const WORLD: Place = [160, 48];

fn overlap(one: Place, other: Place) -> bool {
    (0..2).all(|axis| (one[axis] - other[axis]).abs() < 2)
}

/// Returns the share of its move at which a moving box first overlaps another. A box that it overlaps at the start
/// counts if they also overlap at the end.
fn first_overlap(from: Place, to: Place, other: Place) -> Option<f64> {
    if overlap(from, other) {
        return overlap(to, other).then_some(0.0);
    }
    let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..2 {
        let way = f64::from(to[axis] - from[axis]);
        let apart = f64::from(other[axis] - from[axis]);
        if way == 0.0 && apart.abs() >= 2.0 {
            return None;
        } else if way != 0.0 {
            let sides = [(apart - 2.0) / way, (apart + 2.0) / way];
            enter = enter.max(sides[0].min(sides[1]));
            exit = exit.min(sides[0].max(sides[1]));
        }
    }
    // Adding 0 turns −0 into 0, so that objects met at the same time stay in act order.
    ((0.0..1.0).contains(&enter) && enter < exit).then_some(enter + 0.0)
}

/// Returns whether a box is wholly outside the world. The box reaches one half unit from its position to each side.
fn is_outside(at: Place) -> bool {
    (0..2).any(|axis| !(0..=WORLD[axis]).contains(&at[axis]))
}

impl Model<'_> {
    /// First moves all objects that nothing can stop, then the others one by one. At the end, objects that left the
    /// world are notified.
    pub(super) fn move_all(&mut self) {
        let actors = self.actors();
        for &who in &actors {
            let thing = &mut self.things[who];
            if thing.solid == Solid::Spectral && thing.parent.is_none() && !thing.marked {
                thing.at = sum(thing.at, thing.speed);
            }
        }
        let (solid, carried): (Vec<bool>, Vec<bool>) = actors
            .iter()
            .map(|&who| &self.things[who])
            .map(|thing| (thing.solid != Solid::Spectral, thing.parent.is_some()))
            .unzip();
        for &who in &actors {
            self.note_bounds(who, true);
        }
        self.carry_solids_along();
        for (number, &who) in actors.iter().enumerate() {
            // Only solid objects without a parent move here. Spectral ones have moved above, and attached ones are
            // carried.
            let single = solid[number] || carried[number];
            let thing = &self.things[who];
            let moves = self.stays(who) && thing.parent.is_none() && thing.speed != [0, 0];
            if single && moves {
                self.travel(who, sum(thing.at, thing.speed));
            }
        }
        self.dispatch_contacts();
        self.dispatch_out_of_bounds();
    }

    pub(super) fn move_by(&mut self, who: usize, by: Place) -> Answer {
        if !self.things[who].alive {
            return Answer::Gone;
        }
        let answer = self.travel(who, sum(self.things[who].at, by));
        self.dispatch_contacts();
        answer
    }

    /// Moves an object to a position, unless both it and an object at that position are hard.
    fn travel(&mut self, who: usize, to: Place) -> Answer {
        let from = self.things[who].at;
        let blocked = self.collide(who, to);
        if !self.stays(who) {
            return Answer::Gone;
        }
        if blocked {
            return Answer::Blocked;
        }
        // A move of length 0 has no effect.
        if to != from {
            self.things[who].at = to;
            self.note_bounds(who, true);
            self.mark_dirty(who, false);
            if !self.acting {
                self.carry_along(who);
            }
        }
        Answer::Done
    }

    /// Teleports an object, without a collision test.
    pub(super) fn put(&mut self, who: usize, at: Place) -> Answer {
        if !self.things[who].alive {
            return Answer::Gone;
        }
        self.things[who].at = at;
        self.drop_contacts(who);
        self.note_bounds(who, false);
        self.mark_dirty(who, true);
        Answer::Done
    }

    /// Finds the contacts of a move, and returns whether the move is blocked.
    pub(super) fn collide(&mut self, who: usize, to: Place) -> bool {
        if !self.is_awake(who) {
            return false;
        }
        let hard = |model: &Self, who: usize| model.things[who].solid == Solid::Hard;
        let mut blocked = false;
        for hit in self.act_order() {
            if self.pair_collides(who, hit) && overlap(to, self.things[hit].at) {
                blocked |= hard(self, who) && hard(self, hit);
                self.find(who, hit);
            }
        }
        blocked
    }

    /// Finds the contacts of a carried object along its move, in the order of meeting.
    pub(super) fn pass(&mut self, who: usize, from: Place, to: Place) {
        if !self.is_awake(who) {
            return;
        }
        let order = self.act_order().into_iter();
        let met = order.filter(|&hit| self.pair_collides(who, hit));
        let met = met.filter_map(|hit| Some((first_overlap(from, to, self.things[hit].at)?, hit)));
        let mut met: Vec<_> = met.collect();
        met.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (_, hit) in met {
            self.find(who, hit);
        }
    }

    fn pair_collides(&self, who: usize, hit: usize) -> bool {
        let solid = |who: usize| self.stays(who) && self.things[who].solid != Solid::Spectral;
        hit != who && solid(who) && solid(hit) && self.root(who) != self.root(hit)
    }

    /// Records a contact. Both objects are notified after all movement, or after the handler that made this move.
    fn find(&mut self, mover: usize, hit: usize) {
        let found = self.later_time();
        let contact = Contact { mover, hit, found };
        if self.acting {
            self.queue.push_back(QueuedEvent::Contact(contact));
        } else {
            self.contacts.push_back(contact);
        }
    }

    /// Records whether an object is outside the world. If a move took it out, it will be notified. Objects without a
    /// behaviour are not tested.
    pub(super) fn note_bounds(&mut self, who: usize, by_move: bool) {
        let thing = &mut self.things[who];
        let outside = is_outside(thing.at);
        if thing.parts.is_empty() || outside == thing.outside {
            return;
        }
        thing.outside = outside;
        if outside && by_move && !thing.marked {
            self.left_bounds.push(who);
        }
    }
}
