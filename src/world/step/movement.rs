//! Movement: in bulk for objects that nothing can stop, individually for the others.

use glam::Vec2;

use super::free_moves::Next;
use super::stopping::Stopping;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::leaves_itself;
use crate::geometry::Rect;
use crate::scene::{MovedBy, RowFlags};
use crate::world::collide::sliding::Stop;
use crate::world::events::event::Event;
use crate::world::object::bounds::is_outside;
use crate::world::object::description::Movement;
use crate::world::object::integrator::MotionState;
use crate::world::object::slots::RowAddress;
use crate::world::{Context, MoveOutcome, World};

/// A planned move of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    /// Whether collisions are tested along the path, and not only at its end.
    pub(super) is_swept: bool,
    /// Whether the object is a platform, which carries its riders.
    pub(super) with_riders: bool,
    pub(super) stopping: Stopping,
}

impl Move {
    pub(super) fn swept(from: Vec2, to: Vec2) -> Self {
        Self {
            from,
            to,
            is_swept: true,
            with_riders: false,
            stopping: Stopping::ExceptGrazed,
        }
    }
}

/// A layer whose objects move in a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct MovingLayer {
    pub(super) altitude: u16,
    pub(super) level: u16,
    /// Number of rows when movement begins.
    pub(super) rows: usize,
}

impl Context<'_> {
    /// Runs the movement phase: bulk movement, then individually moved objects in act order. The only game code that
    /// runs in this phase is forces and collision filters, which change nothing. Then contacts are delivered, and
    /// events of objects that left the world.
    pub(super) fn move_all(&mut self) {
        let dt = self.time.dt;
        self.world.sync_boundary();
        // Bulk movement comes first. Objects that can be stopped then meet the solid children of the moved objects at
        // their positions in this step.
        self.world.move_bulk(dt);
        self.world.carry_along_solids();
        self.world.sync_colliders();
        self.world.colliders.tidy();
        self.world.find_candidates(dt);
        self.world.move_individually(self.time.number, dt);
        self.world.colliders.candidates.clear();
        self.dispatch_contacts();
        self.dispatch_out_of_bounds();
    }

    /// Moves an object by a distance in world units, like [`move_to`](Self::move_to).
    pub fn move_by(&mut self, id: ObjectId, delta: Vec2) -> MoveOutcome {
        match self.world.position(id) {
            Some(from) => self.move_to(id, from + delta),
            None => MoveOutcome::Gone,
        }
    }

    /// Moves an object to a position in world units. Collisions are tested at the end of the move; those of a bullet
    /// are tested along its whole path. The move is drawn like the engine's own moves.
    ///
    /// The move succeeds or fails at once. Both sides of a collision are notified after the running hook; at once if no
    /// hook runs. After a sequence of a thousand events that respond to one another, they are notified in the next
    /// step.
    pub fn move_to(&mut self, id: ObjectId, position: Vec2) -> MoveOutcome {
        if !self.world.contains(id) {
            return MoveOutcome::Gone;
        }
        if !is_valid(position) {
            self.world.refuse_for(id, "position");
            return MoveOutcome::Refused;
        }
        self.world.sync_boundary();
        let planned = self.world.move_from_here(id, position);
        let moved = planned.map_or(MoveOutcome::Gone, |planned| self.world.travel(id, planned));
        self.dispatch_contacts();
        moved
    }

    /// Like [`move_to`](Self::move_to), but tested along the whole way if it is longer than the object, as the engine's own
    /// moves are: an object that was stopped does not leap over the obstacle.
    pub(in crate::world) fn glide_to(&mut self, id: ObjectId, position: Vec2) {
        if !self.world.contains(id) || !is_valid(position) {
            return;
        }
        self.world.sync_boundary();
        if let Some(mut planned) = self.world.move_from_here(id, position) {
            planned.is_swept |= self.world.moves_far(id, planned.from, planned.to);
            self.world.travel(id, planned);
        }
        self.dispatch_contacts();
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
    /// Moves the objects that bulk movement leaves out, in act order. Chunks at rest are skipped.
    fn move_individually(&mut self, step: u64, dt: f32) {
        let mut layers = core::mem::take(&mut self.moving_layers);
        self.list_layers(&mut layers);
        let mut others = self.borrow_colliders();
        for layer in &layers {
            let mut row = 0;
            loop {
                match self.move_freely(layer, row, dt, &mut others) {
                    Next::End => break,
                    Next::Meets(plain) => {
                        row = plain.row + 1;
                        self.move_plain(layer, &plain, &others);
                    }
                    Next::Other(other, id) => {
                        row = other + 1;
                        if let Some(planned) = self.next_move(id, step, dt) {
                            self.travel(id, planned);
                        }
                    }
                }
            }
        }
        self.return_colliders(others);
        layers.clear();
        self.moving_layers = layers;
    }

    /// Makes a move, with riders if the object is a platform.
    fn travel(&mut self, id: ObjectId, planned: Move) -> MoveOutcome {
        if planned.with_riders {
            return self.travel_with_riders(id, planned);
        }
        self.travel_alone(id, planned).0
    }

    /// Makes a move without riders. Also returns the obstacle that stopped the object, if the move is swept.
    pub(super) fn travel_alone(
        &mut self,
        id: ObjectId,
        planned: Move,
    ) -> (MoveOutcome, Option<Stop>) {
        let Move {
            from,
            to,
            is_swept,
            stopping,
            ..
        } = planned;
        if is_swept {
            let stop = self.sweep(id, from, to, stopping);
            let at = stop.map_or(to, |stop| stop.at);
            return (self.arrive(id, from, at, stop.is_some()), stop);
        }
        let blocked = self.collide(id, from, to, stopping);
        let at = if blocked { from } else { to };
        (self.arrive(id, from, at, blocked), None)
    }

    /// Moves an object from its position, with a swept test. Also returns the obstacle that stopped it.
    pub(super) fn travel_swept(&mut self, id: ObjectId, to: Vec2) -> (MoveOutcome, Option<Stop>) {
        match self.position(id) {
            Some(from) => self.travel_alone(id, Move::swept(from, to)),
            None => (MoveOutcome::Gone, None),
        }
    }

    /// Ends a move whose contacts have been found.
    pub(super) fn arrive(
        &mut self,
        id: ObjectId,
        from: Vec2,
        at: Vec2,
        blocked: bool,
    ) -> MoveOutcome {
        if !self.is_staying(id) {
            return MoveOutcome::Gone;
        }
        if at != from {
            self.put(id, at);
        }
        if !blocked {
            return MoveOutcome::Moved;
        }
        if at == from {
            self.report_if_stuck(id);
        }
        MoveOutcome::Blocked
    }

    /// Lists the layers of level 0 and of the current level at enabled altitudes, in act order.
    fn list_layers(&self, layers: &mut Vec<MovingLayer>) {
        let altitudes = (0_u16..).zip(self.scene.altitudes());
        for (altitude, found) in altitudes.filter(|(_, altitude)| altitude.settings.enabled) {
            // These are the same conditions as in `Altitude::active`.
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

    /// Returns the move of an individually moved object in this step. `None` if the object stays.
    fn next_move(&mut self, id: ObjectId, step: u64, dt: f32) -> Option<Move> {
        let body = self.slots.get(id)?;
        let address = body.address;
        let settings = self.scene.altitudes()[usize::from(address.altitude)].settings;
        if body.is_leaving
            || body.disabled
            || body.link.attached
            || settings.moved_by == MovedBy::Game
        {
            return None;
        }
        let dt = dt * settings.valid_time_scale();
        let columns = self.layer(address).columns();
        let from = columns.instances[address.row()].position;
        let velocity = columns.velocities[address.row()];
        let mut delta = velocity * dt;
        let (is_bullet, with_riders) = (body.bullet, body.platform);
        let by_cells = body.movement == Movement::WholeCells;
        if body.is_driven() {
            let at = MotionState {
                position: from,
                velocity,
                time: steps_before(step),
            };
            let (integration, constant) = (body.integration, body.acceleration);
            let stepped = self.accelerate(id, &integration, at, constant, dt)?;
            delta = stepped.delta;
            // The velocity is written to the row, because `ObjectMut::set_velocity` would reset the progress towards
            // the next cell.
            self.layer_at(address)
                .set_velocity(address.row(), stepped.velocity);
        }
        // The object stays instead of moving beyond the largest coordinate. This is not logged, because it would be
        // logged again in every step.
        if delta == Vec2::ZERO || !is_valid(from + delta) {
            return None;
        }
        if by_cells {
            delta = self.slots.get_mut(id)?.whole_cells.advance(delta);
        }
        let to = from + delta;
        (delta != Vec2::ZERO).then(|| Move {
            from,
            to,
            is_swept: is_bullet || self.moves_far(id, from, to),
            with_riders,
            stopping: Stopping::ExceptLeft,
        })
    }

    /// Returns the move of an object from its position: tested at its end, or along its path if it is a bullet.
    pub(super) fn move_from_here(&self, id: ObjectId, to: Vec2) -> Option<Move> {
        let body = self.slots.get(id)?;
        Some(Move {
            from: self.instance(body.address).position,
            to,
            is_swept: body.bullet,
            with_riders: body.platform,
            stopping: Stopping::ExceptLeft,
        })
    }

    /// Puts a moving object at the end of its move.
    pub(in crate::world) fn put(&mut self, id: ObjectId, to: Vec2) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let (address, step, movement) = (body.address, self.step, body.movement);
        let (bounds, staying) = (body.bounds, !body.is_leaving);
        let layer = self.layer_at(address);
        match movement {
            // The row is placed without a motion, because interpolation would draw the object between two cells.
            Movement::WholeCells => layer.place_row(address.row(), to, step),
            Movement::Smooth => layer.move_row(address.row(), to, step),
        }
        self.update_collider_place(id, to);
        self.update_outside_flag(id, address, bounds, staying);
        self.mark_dirty(id, false);
        // If a hook moves the object, its children follow before the next phase instead.
        if self.running.object.is_none() {
            self.carry_along(id);
        }
    }

    /// If the world's boundary has changed, tests again which objects are outside of it. They did not move there, so no
    /// `OutOfBounds` is sent.
    pub(super) fn sync_boundary(&mut self) {
        // The boundary is compared before moves, because the camera is a public field that the game may change at any
        // time.
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

    /// Records whether an object's box is completely outside the world. If a move took it there, the object will be
    /// notified. Does nothing for a row without [`RowFlags::NOTIFY_BOUNDS`].
    pub(in crate::world) fn update_outside(&mut self, id: ObjectId, by_move: bool) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let address = body.address;
        if !self.layer(address).row_flags()[address.row()].has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        let (bounds, staying) = (body.bounds, !body.is_leaving);
        self.update_outside_flag(id, address, bounds, by_move && staying);
    }

    /// Like `update_outside`, for an object with these bounds. If `notify` is true and the object is newly outside, it
    /// will be notified.
    pub(super) fn update_outside_flag(
        &mut self,
        id: ObjectId,
        address: RowAddress,
        bounds: Rect,
        notify: bool,
    ) {
        let boundary = self.camera.boundary();
        let layer = self.layer_at(address);
        let flags = layer.row_flags()[address.row()];
        if !flags.has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        // Bulk movement only tests rows within reach of an edge, so the row's reach must be correct before the next
        // bulk movement.
        layer.set_reach(address.row(), bounds);
        let position = layer.columns().instances[address.row()].position;
        let outside = is_outside(bounds.translated(position), boundary);
        if outside == flags.has(RowFlags::OUTSIDE) {
            return;
        }
        layer.set_row_flags(address.row(), flags.with(RowFlags::OUTSIDE, outside));
        if outside && notify {
            self.bounds.left.push(id);
        }
    }

    /// Returns whether a solid object moves further than its size, so that it could pass through thin objects.
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

/// Returns the game's time at a step's start, in steps.
#[expect(clippy::cast_precision_loss, reason = "exact for 2^53 steps")]
fn steps_before(step: u64) -> f64 {
    step.saturating_sub(1) as f64
}
