//! Ways out of hard objects that an object overlaps before `move_and_collide` or `move_and_slide` moves it.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::Contact;
use crate::geometry::Rect;
use crate::space::Collider;
use crate::world::World;
use crate::world::collide::sliding::{near_at, skin_at};

/// Maximum number of overlaps resolved per call.
const MOST_OVERLAPS: u32 = 8;
/// Maximum number of touching objects in a row that an object leaves at once.
const LONGEST_ROW: usize = 64;

impl World {
    /// Moves a hard object out of other hard ones that it overlaps, by the shortest way. Without a way out, the object
    /// stays. Returns its position afterwards; `None` if it is gone.
    pub(super) fn leave_overlaps(&mut self, id: ObjectId) -> Option<Vec2> {
        let start = self.position(id)?;
        let Some((_, overlap)) = self.deepest_overlap(id, start) else {
            return Some(start);
        };
        let slack = skin_at(start);
        let at = match self.out_one_by_one(id, start) {
            // In a gap exactly as wide as the object, rounding may leave an overlap with one side or the other. The
            // object stays where it is: an overlap of at most `slack` does not block its moves.
            None if overlap.depth <= slack => return Some(start),
            None => self.out_of_row(id, start),
            found => found,
        };
        match at.filter(|&at| is_valid(at)) {
            Some(at) => self.put(id, at),
            None => self.report_if_stuck(id),
        }
        self.position(id)
    }

    /// Returns the position of an object after it has left its deepest overlap, again and again, until none is left.
    /// `None` if that fails: the way out of one object may lead into the next.
    fn out_one_by_one(&mut self, id: ObjectId, start: Vec2) -> Option<Vec2> {
        let mut at = start;
        for _ in 0..MOST_OVERLAPS {
            let Some((other, met)) = self.deepest_overlap(id, at) else {
                return Some(at);
            };
            let mut next = at + met.normal * met.depth;
            // Rounding may leave a rest of the overlap, which would block the object.
            let mut more = f32::EPSILON * at.abs().max_element();
            while more <= skin_at(at) && self.meet(id, next, Vec2::ZERO, other).is_some() {
                next = at + met.normal * (met.depth + more);
                more *= 2.0;
            }
            if !is_valid(next) {
                return None;
            }
            at = next;
        }
        let rest = self.deepest_overlap(id, at);
        rest.is_none_or(|(_, met)| met.depth <= skin_at(at))
            .then_some(at)
    }

    /// Returns the position of an object after it has left a row of objects that touch each other, by the shortest way
    /// along one axis. `None` if the object also overlaps others, for example in a gap that is too narrow, or if no end
    /// of the row is free.
    fn out_of_row(&mut self, id: ObjectId, start: Vec2) -> Option<Vec2> {
        let mut overlapped = Vec::new();
        self.list_overlapped(id, start, &mut overlapped);
        let mut row = vec![overlapped.pop()?];
        while let Some(next) = overlapped
            .iter()
            .position(|&area| is_beside(&row, area, near_at(start)))
        {
            row.push(overlapped.swap_remove(next));
        }
        if !overlapped.is_empty() {
            return None;
        }
        let ways = [Vec2::NEG_X, Vec2::X, Vec2::NEG_Y, Vec2::Y];
        let ends = ways.map(|direction| self.end_of_row(id, start, direction, &row));
        let far = |at: &Vec2| (*at - start).length_squared();
        let nearer = |one, other| if far(&other) < far(&one) { other } else { one };
        ends.into_iter().flatten().reduce(nearer)
    }

    /// Returns the position of an object at the end of a row in a direction. `None` if another object is there, or if
    /// the row is longer than [`LONGEST_ROW`].
    fn end_of_row(
        &mut self,
        id: ObjectId,
        start: Vec2,
        direction: Vec2,
        row: &[Rect],
    ) -> Option<Vec2> {
        let mut row = row.to_vec();
        let mut at = start;
        let mut checked = 0;
        while row.len() <= LONGEST_ROW {
            for beside in row.drain(checked..).collect::<Vec<_>>() {
                let area = self.sources().outline_at(id, at)?.tight_area();
                let [ahead, behind] = [beside.max - area.min, area.max - beside.min];
                let out = ahead.max(Vec2::ZERO).dot(direction.max(Vec2::ZERO))
                    + behind.max(Vec2::ZERO).dot((-direction).max(Vec2::ZERO));
                at += direction * out;
                row.push(beside);
            }
            checked = row.len();
            let mut next = Vec::new();
            self.list_overlapped(id, at, &mut next);
            if next.is_empty() {
                return Some(at);
            }
            if !next.iter().all(|&area| is_beside(&row, area, near_at(at))) {
                return None;
            }
            row.extend(next);
        }
        None
    }

    /// Lists the boxes of the hard objects that an object would overlap at a position by more than rounding.
    fn list_overlapped(&mut self, id: ObjectId, at: Vec2, list: &mut Vec<Rect>) {
        self.each_overlap(id, at, |world, other, met| {
            if met.depth > skin_at(at) {
                let outline = world.sources().outline(other);
                list.extend(outline.map(|outline| outline.tight_area()));
            }
        });
    }

    /// Returns the deepest overlap that a hard object would have with another one at a position.
    fn deepest_overlap(&mut self, id: ObjectId, at: Vec2) -> Option<(ObjectId, Contact)> {
        let mut deepest: Option<(ObjectId, Contact)> = None;
        self.each_overlap(id, at, |_, other, met| {
            if deepest.is_none_or(|(_, deepest)| met.depth > deepest.depth) {
                deepest = Some((other, met));
            }
        });
        deepest
    }

    /// Calls `act` with each overlap that a hard object would have with another one at a position.
    fn each_overlap(
        &mut self,
        id: ObjectId,
        at: Vec2,
        mut act: impl FnMut(&Self, ObjectId, Contact),
    ) {
        let Some(area) = self
            .sources()
            .outline_at(id, at)
            .map(|outline| outline.area)
        else {
            return;
        };
        let mut others = self.borrow_colliders();
        self.list_hard_in(area, id, &mut others);
        for &Collider { id: other, .. } in &others {
            if let Some(met) = self.meet(id, at, Vec2::ZERO, other) {
                act(self, other, met);
            }
        }
        self.return_colliders(others);
    }
}

/// Returns whether a box touches or overlaps one of a row.
fn is_beside(row: &[Rect], area: Rect, near: f32) -> bool {
    let around = Rect {
        min: area.min - near,
        max: area.max + near,
    };
    row.iter().any(|one| one.overlaps(&around))
}
