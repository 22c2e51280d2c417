//! How objects move: in bulk what nothing can stop, one by one the rest.

use glam::Vec2;

use super::planning::plan_moves;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::leaves_itself;
use crate::geometry::Rect;
use crate::scene::{MovedBy, RowFlags};
use crate::world::events::event::Event;
use crate::world::object::bounds::is_outside;
use crate::world::object::description::Movement;
use crate::world::object::integrator::MotionState;
use crate::world::object::moving_layer::MovingLayer;
use crate::world::object::sliding::Stop;
use crate::world::object::slots::RowAddress;
use crate::world::plain_move::MovesEnd;
use crate::world::{Context, Moved, World};

impl Context<'_> {
    /// The movement phase: bulk first, then what can be stopped, in act order, then what left the world.
    pub(super) fn move_all(&mut self) {
        self.world.sync_boundary();
        // First: the handlers of collisions then find all that nothing can stop where this step takes it.
        self.world.move_bulk(self.time.dt);
        self.world.carry_along_solids();
        self.world.sync_colliders();
        self.world.colliders.tidy();
        let (level, (colliders, originals)) =
            (self.world.level, self.world.colliders_and_originals());
        plan_moves(colliders, originals, level, self.time.dt);
        self.move_one_by_one();
        self.world.colliders.end_moves();
        self.dispatch_out_of_bounds();
    }

    /// Moves the objects that can be stopped, and those that are driven, in act order. What stands still costs nothing.
    fn move_one_by_one(&mut self) {
        // Not a list of objects: most may stand still, and one that a handler pushes moves when it is its turn. Rows stay
        // where they are during a step, and objects that are spawned in it have rows above these.
        let mut layers = core::mem::take(&mut self.world.move_phase.layers);
        self.world.list_layers(&mut layers);
        self.world.move_phase.begin();
        let mut others = self.world.borrow_list();
        for layer in &layers {
            let mut row = 0;
            loop {
                let end = (self.world).move_unnoticed(layer, row, self.time.dt, &mut others);
                row = match end {
                    MovesEnd::Other(row) => row,
                    MovesEnd::Noticed(plain, is_listed) => {
                        row = plain.row + 1;
                        if !is_listed {
                            let (way, id) = (plain.way(), plain.found.id);
                            self.world.list_solids_in(way, id, &mut others);
                        }
                        self.move_plainly(&plain, layer, &others);
                        continue;
                    }
                };
                let Some((found, id)) = self.world.next_mover(layer, row) else {
                    break;
                };
                row = found + 1;
                if let Some(to) = self.world.next_position(id, self.time.number, self.time.dt) {
                    let from = self.world.position(id);
                    let swept = from.is_some_and(|from| self.world.moves_far(id, from, to));
                    self.travel(id, to, swept);
                }
            }
        }
        self.world.return_list(others);
        self.world.move_phase.end();
        layers.clear();
        self.world.move_phase.layers = layers;
    }

    /// Moves an object by a distance in world units, as [`move_to`](Self::move_to).
    pub fn move_by(&mut self, id: ObjectId, delta: Vec2) -> Moved {
        match self.world.position(id) {
            Some(from) => self.move_to(id, from + delta),
            None => Moved::Gone,
        }
    }

    /// Moves an object to a position in world units, tested for collisions where it ends, and drawn as a movement. Both
    /// sides are notified of a collision once the handler that runs has returned; the move is made or not made at once.
    /// If a thousand events in a row each answered the one before, they are notified in the next step.
    pub fn move_to(&mut self, id: ObjectId, position: Vec2) -> Moved {
        if !self.world.contains(id) {
            return Moved::Gone;
        }
        if !is_valid(position) {
            self.world.refuse(&id, "place");
            return Moved::Refused;
        }
        self.travel(id, position, false)
    }

    /// Moves an object as the engine does: tested for collisions at the end or on the way, as bullets always are, and drawn
    /// as a movement.
    fn travel(&mut self, id: ObjectId, to: Vec2, swept: bool) -> Moved {
        if self.world.slots.body(id).is_some_and(|body| body.platform) {
            return self.travel_with_riders(id, to, swept);
        }
        self.travel_alone(id, to, swept)
    }

    /// As `travel`, without what stands on it.
    pub(super) fn travel_alone(&mut self, id: ObjectId, to: Vec2, swept: bool) -> Moved {
        let bullet = self.world.slots.body(id).is_some_and(|body| body.bullet);
        if bullet || swept {
            return self.travel_swept(id, to).0;
        }
        self.world.sync_boundary();
        let Some(from) = self.world.position(id) else {
            return Moved::Gone;
        };
        let blocked = self.collide(id, from, to, to - from);
        self.arrive(id, from, if blocked { from } else { to }, blocked)
    }

    /// As `travel`, tested on the way. Returns what stopped it, too.
    pub(super) fn travel_swept(&mut self, id: ObjectId, to: Vec2) -> (Moved, Option<Stop>) {
        self.world.sync_boundary();
        let Some(from) = self.world.position(id) else {
            return (Moved::Gone, None);
        };
        let stop = self.collide_on_the_way(id, from, to, true);
        let at = stop.map_or(to, |stop| stop.at);
        (self.arrive(id, from, at, stop.is_some()), stop)
    }

    /// Ends a move, whose collisions have been notified.
    pub(super) fn arrive(&mut self, id: ObjectId, from: Vec2, at: Vec2, blocked: bool) -> Moved {
        if !self.world.is_staying(id) {
            return Moved::Gone;
        }
        // A handler may have put it elsewhere, which overrides the move.
        if at != from && self.world.position(id) == Some(from) {
            self.world.put(id, at);
        }
        if !blocked {
            return Moved::Moved;
        }
        if at == from {
            self.world.report_if_stuck(id);
        }
        Moved::Blocked
    }

    /// Notifies the objects that left the world.
    pub(super) fn dispatch_out_of_bounds(&mut self) {
        if self.world.bounds.left.is_empty() {
            return;
        }
        let spare = self.world.borrow_list();
        let left = core::mem::replace(&mut self.world.bounds.left, spare);
        for &id in &left {
            if self.world.is_staying(id) && self.world.is_awake(id) {
                self.deliver(id, &Event::OutOfBounds);
            }
        }
        self.world.return_list(left);
    }
}

impl World {
    /// Lists the layers that act now, in act order.
    fn list_layers(&self, layers: &mut Vec<MovingLayer>) {
        let altitudes = (0_u16..).zip(self.scene.altitudes());
        for (altitude, found) in altitudes.filter(|(_, altitude)| altitude.settings.enabled) {
            // As `Altitude::active` has them.
            let levels = [0]
                .into_iter()
                .chain((self.level != 0).then_some(self.level));
            layers.extend(levels.filter_map(|level| {
                let rows = found.level(level)?.len();
                Some(MovingLayer {
                    altitude,
                    level,
                    rows,
                })
            }));
        }
    }

    /// The next row of a layer, from this one on, whose object may move in this step, and the object.
    fn next_mover(&self, layer: &MovingLayer, from: usize) -> Option<(usize, ObjectId)> {
        let found = self.scene.altitudes()[usize::from(layer.altitude)].level(layer.level)?;
        let slots = &self.slots;
        if self.move_phase.has_changes() {
            // Chunks that say that none of their rows is to be moved may be wrong then.
            return found.next_row(from, layer.rows, |id, flags, velocity| {
                let alone = flags.has(RowFlags::MOVED_INDIVIDUALLY);
                self.move_phase.was_moved_alone(id).unwrap_or(alone)
                    && (velocity != Vec2::ZERO || slots.is_driven(id))
            });
        }
        let is_driven = slots.any_driven().then_some(|id| slots.is_driven(id));
        found.next_mover(from, layer.rows, is_driven)
    }

    fn move_bulk(&mut self, dt: f32) {
        let (step, level, boundary) = (self.step, self.level, self.bounds.boundary);
        let mut outside = self.borrow_list();
        for altitude in self.scene.altitudes_mut() {
            let settings = altitude.settings;
            if settings.enabled {
                let dt = dt * settings.valid_time_scale();
                altitude.each_active_mut(level, |layer| {
                    layer.advance(dt, step, boundary, &mut outside);
                });
            }
        }
        for &id in &outside {
            self.update_outside(id, true);
        }
        self.return_list(outside);
    }

    /// Where an object that is moved by itself goes in this step. `None` if it stays.
    fn next_position(&mut self, id: ObjectId, step: u64, dt: f32) -> Option<Vec2> {
        let body = self.slots.get(id)?;
        let place = body.place;
        let settings = self.scene.altitudes()[usize::from(place.altitude)].settings;
        if body.is_leaving
            || body.disabled
            || body.link.attached
            || settings.moved_by == MovedBy::Game
        {
            return None;
        }
        let dt = dt * settings.valid_time_scale();
        let columns = self.layer(place).columns();
        let from = columns.instances[place.row()].position;
        let velocity = columns.velocities[place.row()];
        let mut delta = velocity * dt;
        if body.acceleration != Vec2::ZERO || body.integration.force.is_some() {
            let at = MotionState {
                position: from,
                velocity,
                time: steps_before(step),
            };
            let (integration, constant) = (body.integration, body.acceleration);
            let stepped = self.accelerate(id, &integration, at, constant, dt)?;
            delta = stepped.delta;
            // Not by `World::set_velocity`, which begins a cell anew: none would ever be covered.
            self.layer_at(place)
                .set_velocity(place.row(), stepped.velocity);
        }
        // Beyond the largest coordinate it stays where it is. Not counted, because it would be in every step.
        if delta == Vec2::ZERO || !is_valid(from + delta) {
            return None;
        }
        if self.moves_by_cells(id) {
            delta = self.slots.get_mut(id)?.whole_cells.advance(delta);
        }
        (delta != Vec2::ZERO).then_some(from + delta)
    }

    /// Puts a moving object where its move ends.
    pub(super) fn put(&mut self, id: ObjectId, to: Vec2) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let (place, step, movement) = (body.place, self.step, body.movement);
        let layer = self.layer_at(place);
        match movement {
            // Placed, so that it leaves no motion: drawn between two cells, it would not be on the grid.
            Movement::WholeCells => layer.place_row(place.row(), to, step),
            Movement::Smooth => layer.move_row(place.row(), to, step),
        }
        self.update_collider_place(id, to);
        self.update_outside(id, true);
        self.mark_dirty(id, false);
        // Not what a handler moves: what is attached to that follows before the next phase, as it always did.
        if self.running.object.is_none() {
            self.carry_along(id);
        }
    }

    /// A changed boundary may put objects outside; they did not move there, so no `OutOfBounds` is sent.
    pub(super) fn sync_boundary(&mut self) {
        // Compared before each move, because the camera is a public field: nothing else tells that it was changed.
        let boundary = self.camera.boundary();
        if self.bounds.boundary == boundary {
            return;
        }
        self.bounds.boundary = boundary;
        let mut all = self.borrow_list();
        all.extend(self.slots.iter().map(|(id, _)| id));
        for &id in &all {
            self.update_outside(id, false);
        }
        self.return_list(all);
    }

    /// Notes whether an object's box is wholly outside the world. If a move took it there, it will be notified.
    pub(in crate::world) fn update_outside(&mut self, id: ObjectId, by_move: bool) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let place = body.place;
        if !self.layer(place).row_flags()[place.row()].has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        let (bounds, staying) = (body.bounds, !body.is_leaving);
        self.note_outside(id, place, bounds, by_move && staying);
    }

    /// As `update_outside`, of an object with these bounds. `notify`: it will be notified if it is outside now.
    pub(super) fn note_outside(
        &mut self,
        id: ObjectId,
        place: RowAddress,
        bounds: Rect,
        notify: bool,
    ) {
        let boundary = self.camera.boundary();
        let layer = self.layer_at(place);
        let flags = layer.row_flags()[place.row()];
        if !flags.has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        // Bulk movement asks only about rows within reach of an edge, so the reach must be right before the next one.
        layer.set_reach(place.row(), bounds);
        let position = layer.columns().instances[place.row()].position;
        let outside = is_outside(bounds.translated(position), boundary);
        if outside == flags.has(RowFlags::OUTSIDE) {
            return;
        }
        layer.set_row_flags(place.row(), flags.with(RowFlags::OUTSIDE, outside));
        if outside && notify {
            self.bounds.left.push(id);
        }
    }

    /// Whether an object moves further than its size, and so could come out behind something thin.
    pub(super) fn moves_far(&self, id: ObjectId, from: Vec2, to: Vec2) -> bool {
        let Some(body) = self.slots.body(id) else {
            return false;
        };
        if !body.solidness.is_solid() {
            return false;
        }
        if let Some(tiles) = self.tiles.get(id) {
            return leaves_itself(tiles.cell_size(), to - from);
        }
        match self.shapes.get(id) {
            Some(shapes) => shapes.leave_themselves(to - from),
            None => leaves_itself(body.collision_box(from).size(), to - from),
        }
    }

    pub(super) fn moves_by_cells(&self, id: ObjectId) -> bool {
        let body = self.slots.body(id);
        body.is_some_and(|body| body.movement == Movement::WholeCells)
    }
}

/// The game's time at a step's start, in steps.
#[expect(clippy::cast_precision_loss, reason = "exact for 2^53 steps")]
fn steps_before(step: u64) -> f64 {
    step.saturating_sub(1) as f64
}
