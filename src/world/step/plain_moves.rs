//! How plain boxes move, as most solid objects are: those that meet nothing one behind the other, without a look at what only a
//! handler could change.

use glam::Vec2;

use crate::base::id::{ObjectId, row_number};
use crate::base::valid::is_valid;
use crate::scene::{MovedBy, RowFlags};
use crate::world::object::bounds::is_outside;
use crate::world::object::moving_layer::MovingLayer;
use crate::world::object::slots::RowAddress;
use crate::world::plain_move::{MovesEnd, PlainMove, PlannedBox};
use crate::world::{Context, World};

impl Context<'_> {
    /// Makes the move of a plain box that meets these, or leaves the world.
    pub(super) fn move_plainly(
        &mut self,
        plain: &PlainMove,
        layer: &MovingLayer,
        others: &[ObjectId],
    ) {
        let &PlainMove {
            found, from, to, ..
        } = plain;
        let place = RowAddress {
            altitude: layer.altitude,
            level: layer.level,
            row: row_number(plain.row),
        };
        let (id, is_hard) = (found.id, found.plain.is_hard);
        let stop = if others.is_empty() {
            None
        } else if plain.is_swept() {
            let stop = self.collide_on_the_way_with(others, id, from, [from, to], is_hard);
            stop.map(|stop| stop.at)
        } else {
            let blocked = self.collide_with(others, id, [from, to], to - from, is_hard);
            blocked.then_some(from)
        };
        // Unless a handler has changed it.
        let world = &mut *self.world;
        let is_same = world.colliders.plain(id, world.level) == Some(found);
        if is_same && stop.is_none() && world.instance(place).position == from {
            world.put_plainly(found, place, to);
        } else {
            self.arrive(id, from, stop.unwrap_or(to), stop.is_some());
        }
    }
}

impl World {
    /// Moves the plain boxes of a layer as the plan expects, from a row on, as long as they meet nothing and stay in the
    /// world. Returns why it ended; what the next one meets is listed in `others`.
    ///
    /// A handler may change anything, but none runs meanwhile: what is the same for all is looked up once, which takes 0.90 to 0.97 of the
    /// time (benches `peers`, `horde`).
    pub(super) fn move_unnoticed(
        &mut self,
        of: &MovingLayer,
        first: usize,
        dt: f32,
        others: &mut Vec<ObjectId>,
    ) -> MovesEnd {
        self.sync_boundary();
        let (step, level, boundary) = (self.step, self.level, self.camera.boundary());
        let settings = self.scene.altitudes()[usize::from(of.altitude)].settings;
        if settings.moved_by == MovedBy::Game
            || self.move_phase.has_changes()
            || !self.colliders.is_planned(level)
        {
            return MovesEnd::Other(first);
        }
        let dt = dt * settings.valid_time_scale();
        let layer = self.scene.altitudes_mut()[usize::from(of.altitude)].level_mut(of.level);
        let slots = &self.slots;
        let is_driven = slots.any_driven().then_some(|id| slots.is_driven(id));
        let mut row = first;
        while let Some((next, id)) = layer.next_mover(row, of.rows, is_driven) {
            row = next;
            let Some(found) = self.colliders.plain(id, level) else {
                return MovesEnd::Other(row);
            };
            if let Some(others) = self.colliders.neighbors_to_load(found.index) {
                self.behaviors.load(others);
            }
            let columns = layer.columns();
            let from = columns.instances[row].position;
            let delta = columns.velocities[row] * dt;
            let to = from + delta;
            if delta == Vec2::ZERO || !is_valid(to) {
                // It stays.
                row += 1;
                continue;
            }
            let plain = PlainMove {
                found,
                row,
                from,
                to,
            };
            let (index, way, area) = (found.index, plain.way(), plain.area());
            others.clear();
            let is_listed = (self.colliders).list_of_planned(index, way, slots, others);
            if !is_listed
                || !others.is_empty()
                || layer.row_flags()[row].has(RowFlags::OUTSIDE)
                || is_outside(area, boundary)
            {
                return MovesEnd::Noticed(plain, is_listed);
            }
            layer.move_row(row, to, step);
            self.colliders.place_planned(index, area);
            row += 1;
        }
        MovesEnd::Other(of.rows)
    }

    /// Puts a plain box where its move ends.
    #[inline]
    fn put_plainly(&mut self, found: PlannedBox, place: RowAddress, to: Vec2) {
        let PlannedBox {
            index, id, plain, ..
        } = found;
        let (step, boundary) = (self.step, self.camera.boundary());
        let layer = self.layer_at(place);
        layer.move_row(place.row(), to, step);
        let flags = layer.row_flags()[place.row()];
        let area = plain.bounds.translated(to);
        self.colliders.place_planned(index, area);
        // Mostly it was inside and still is.
        if flags.has(RowFlags::OUTSIDE) || is_outside(area, boundary) {
            self.note_outside(id, place, plain.bounds, true);
        }
    }
}
