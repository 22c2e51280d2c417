//! The hierarchy of the model, and how children follow their parents.

use super::{Model, Place, sum};
use crate::scripts::note::Answer;
use crate::scripts::script::Solid;

impl Model<'_> {
    pub(super) fn root(&self, who: usize) -> usize {
        match self.things[who].parent {
            Some((parent, _)) => self.root(parent),
            None => who,
        }
    }

    /// Returns all descendants of an object: parents before children, children in the order of attaching.
    pub(super) fn below(&self, who: usize) -> Vec<usize> {
        let children = self.things[who].children.iter();
        children
            .flat_map(|&child| [vec![child], self.below(child)].concat())
            .collect()
    }

    pub(super) fn join(&mut self, child: usize, parent: usize, offset: Place) -> Answer {
        if !self.stays(child) || !self.stays(parent) {
            return Answer::Gone;
        }
        if child == parent || self.below(child).contains(&parent) {
            return self.refuse();
        }
        self.take_seat(parent);
        self.take_seat(child);
        let before = self.leave(child);
        self.things[child].parent = Some((parent, offset));
        self.things[parent].children.push(child);
        if let Some(before) = before {
            self.free_seat_if_alone(before);
        }
        self.things[child].jumped = true;
        self.disturbed = true;
        self.carry(child, false);
        for each in self.below(child) {
            self.carry(each, false);
        }
        if !self.stepping {
            self.sync_child_levels();
        }
        Answer::Done
    }

    pub(super) fn part(&mut self, child: usize) -> Answer {
        if !self.stays(child) {
            return Answer::Gone;
        }
        self.release(child);
        Answer::Done
    }

    pub(super) fn release(&mut self, child: usize) {
        if core::mem::take(&mut self.things[child].brought_along) {
            self.note_bounds(child, !self.things[child].jumped);
        }
        let parent = self.leave(child);
        self.free_seat_if_alone(child);
        if let Some(parent) = parent {
            self.free_seat_if_alone(parent);
        }
    }

    fn leave(&mut self, child: usize) -> Option<usize> {
        let (parent, _) = self.things[child].parent.take()?;
        self.things[parent].children.retain(|&other| other != child);
        Some(parent)
    }

    fn take_seat(&mut self, who: usize) {
        if self.things[who].seat.is_some() {
            return;
        }
        let seat = self.free_seats.pop().unwrap_or_else(|| {
            self.seats.push(None);
            self.seats.len() - 1
        });
        self.seats[seat] = Some(who);
        self.things[who].seat = Some(seat);
        self.things[who].jumped = false;
    }

    fn free_seat_if_alone(&mut self, who: usize) {
        let thing = &mut self.things[who];
        if thing.parent.is_some() || !thing.children.is_empty() {
            return;
        }
        let Some(seat) = thing.seat.take() else {
            return;
        };
        self.seats[seat] = None;
        self.free_seats.push(seat);
        if self.free_seats.len() == self.seats.len() {
            self.seats.clear();
            self.free_seats.clear();
            self.disturbed = false;
        }
    }

    /// Returns all attached objects: hierarchies by their root's seat, parents before children.
    fn attached(&self) -> Vec<usize> {
        let seated = self.seats.iter().copied().flatten();
        let roots = seated.filter(|&who| self.things[who].parent.is_none());
        roots.flat_map(|root| self.below(root)).collect()
    }

    pub(super) fn mark_dirty(&mut self, who: usize, jumped: bool) {
        if self.things[who].seat.is_none() {
            return;
        }
        self.disturbed = true;
        self.things[who].jumped |= jumped;
        if !self.stepping {
            self.carry_all();
        }
    }

    pub(super) fn carry_all(&mut self) {
        self.disturbed = false;
        for who in self.attached() {
            self.carry(who, false);
        }
    }

    /// Moves all children to their parents, if any attached object is solid. Called after the bulk movement of spectral
    /// objects.
    pub(super) fn carry_solids_along(&mut self) {
        let attached = self.attached();
        if attached
            .iter()
            .any(|&who| self.things[who].solid != Solid::Spectral)
        {
            for who in attached {
                self.carry(who, true);
            }
        }
    }

    /// Moves the descendants of an object that has moved.
    pub(super) fn carry_along(&mut self, who: usize) {
        for each in self.below(who) {
            self.carry(each, true);
        }
    }

    /// Collides solid objects with the objects into which they were carried.
    pub(super) fn collide_carried(&mut self) {
        let carried = core::mem::take(&mut self.carries);
        for who in self.act_order() {
            let ways = carried.iter().filter(|(carried, _)| *carried == who);
            // Several displacements of one object count as one movement.
            let Some(way) = ways.map(|&(_, way)| way).reduce(sum) else {
                continue;
            };
            let at = self.things[who].at;
            if !self.stays(who) {
                continue;
            }
            if way.iter().any(|part| part.abs() > 2) {
                self.pass(who, [at[0] - way[0], at[1] - way[1]], at);
            } else {
                self.collide(who, at);
            }
        }
        self.dispatch_contacts();
    }

    fn carry(&mut self, who: usize, early: bool) {
        let Some((parent, offset)) = self.things[who].parent else {
            return;
        };
        if self.things[who].marked || !self.is_enabled(who) {
            return;
        }
        let to = sum(self.things[parent].at, offset);
        let jumped = self.things[who].jumped | self.things[parent].jumped;
        let thing = &mut self.things[who];
        thing.jumped = jumped;
        let moved = thing.at != to;
        let way = [to[0] - thing.at[0], to[1] - thing.at[1]];
        thing.at = to;
        if moved && !jumped && thing.solid != Solid::Spectral {
            self.carries.push((who, way));
        } else if moved {
            self.carries.retain(|&(other, _)| other != who);
        }
        let changed = moved || thing.brought_along;
        thing.brought_along = early && changed;
        if changed && !early {
            self.note_bounds(who, !jumped);
        }
    }

    /// Moves attached objects to the level of their parents.
    pub(super) fn sync_child_levels(&mut self) {
        for who in self.attached() {
            if let Some((parent, _)) = self.things[who].parent {
                let altitude = self.things[who].altitude;
                self.move_to(who, altitude, self.things[parent].level);
            }
        }
    }
}
