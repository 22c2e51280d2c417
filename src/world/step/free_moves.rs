//! Moves of boxes by their velocity alone: most solid objects move like this. One loop moves such boxes, and stops
//! before a box that may meet another object.

use super::stopping::Stopping;
use glam::Vec2;

use super::movement::MovingLayer;
use crate::base::id::{ObjectId, row_number};
use crate::base::valid::is_valid;
use crate::collision::leaves_itself;
use crate::geometry::Rect;
use crate::scene::{MovedBy, RowFlags};
use crate::space::Collider;
use crate::world::World;
use crate::world::object::body::Motion;
use crate::world::object::bounds::is_outside;
use crate::world::object::slots::RowAddress;

/// A move of a box by its velocity alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainMove {
    pub(super) row: usize,
    /// Index of the object among the members of `Candidates`.
    member: usize,
    from: Vec2,
    to: Vec2,
    /// The object's collision box at the end of the move.
    end: Rect,
    is_swept: bool,
}

/// The next move of a layer that needs further tests.
#[derive(Debug)]
pub(super) enum Next {
    /// The layer has no more moves.
    End,
    /// The object may meet the listed candidates, or is outside the world before or after the move.
    Meets(PlainMove),
    /// The object of this row does not move by its velocity alone, or its candidates are not known.
    Other(usize, ObjectId),
}

impl World {
    /// Moves boxes of a layer one after the other, starting at `row`, until the next one needs further tests: see
    /// [`Next`]. For [`Next::Meets`], `others` contains the candidates of that box.
    ///
    /// Data that all these moves need is read only once, which makes the moves faster (benches `peers` and `horde`).
    pub(super) fn move_freely(
        &mut self,
        of: &MovingLayer,
        mut row: usize,
        dt: f32,
        others: &mut Vec<Collider>,
    ) -> Next {
        let (step, boundary) = (self.step, self.bounds.boundary);
        let altitude = &mut self.scene.altitudes_mut()[usize::from(of.altitude)];
        let settings = altitude.settings;
        if settings.moved_by == MovedBy::Game {
            return Next::End;
        }
        let dt = dt * settings.valid_time_scale();
        let layer = altitude.level_mut(of.level);
        let slots = &self.slots;
        let is_driven = slots.any_driven().then_some(|id| slots.is_driven(id));
        while let Some((next, id)) = layer.next_mover(row, of.rows, is_driven) {
            row = next;
            let candidates = &self.colliders.candidates;
            let Some(member) = candidates.index(id) else {
                return Next::Other(row, id);
            };
            let (collider, entry) = candidates.member(member);
            if entry.motion == Motion::Other {
                return Next::Other(row, id);
            }
            let columns = layer.columns();
            let from = columns.instances[row].position;
            let delta = columns.velocities[row] * dt;
            let to = from + delta;
            if delta == Vec2::ZERO || !is_valid(to) {
                // The object does not move, because it rests or would move beyond the largest coordinate.
                row += 1;
                continue;
            }
            let (start, end) = (collider.area, entry.bounds.translated(to));
            let is_swept = entry.motion == Motion::Bullet || leaves_itself(start.size(), to - from);
            let swept = if is_swept { end.union(start) } else { end };
            others.clear();
            if !candidates.list(member, swept, others) {
                return Next::Other(row, id);
            }
            if !others.is_empty()
                || layer.row_flags()[row].has(RowFlags::OUTSIDE)
                || is_outside(end, boundary)
            {
                return Next::Meets(PlainMove {
                    row,
                    member,
                    from,
                    to,
                    end,
                    is_swept,
                });
            }
            layer.move_row(row, to, step);
            self.colliders.place_member(member, end);
            row += 1;
        }
        Next::End
    }

    /// Moves a box that may meet these objects, or that leaves or enters the world.
    pub(super) fn move_plain(&mut self, of: &MovingLayer, plain: &PlainMove, others: &[Collider]) {
        let PlainMove { from, to, end, .. } = *plain;
        let (&collider, &entry) = self.colliders.candidates.member(plain.member);
        let id = collider.id;
        let stopped_at = if others.is_empty() {
            None
        } else if plain.is_swept {
            let stop = self.sweep_with(others, &collider, end, [from, to], Stopping::ExceptLeft);
            stop.map(|stop| stop.at)
        } else {
            let blocked =
                self.collide_with(others, &collider, end, [from, to], Stopping::ExceptLeft);
            blocked.then_some(from)
        };
        if stopped_at == Some(from) {
            return self.report_if_stuck(id);
        }
        let at = stopped_at.unwrap_or(to);
        let address = RowAddress {
            altitude: of.altitude,
            level: of.level,
            row: row_number(plain.row),
        };
        let step = self.step;
        self.layer_at(address).move_row(plain.row, at, step);
        let area = entry.bounds.translated(at);
        self.colliders.place_member(plain.member, area);
        self.update_outside_flag(id, address, entry.bounds, true);
    }
}
