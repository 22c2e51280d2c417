//! How objects move: in bulk what nothing can stop, one by one the rest.

use crate::base::valid::is_valid;
use glam::Vec2;

use super::dispatch::Stage;
use super::event::Event;
use super::integrator::Motion;
use super::object::Movement;
use super::{Moved, Outcome, World};
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::scene::{MovedBy, RowFlags};

impl World {
    /// The movement phase: bulk first, then whoever can be stopped, in act order, then who left the world.
    pub(super) fn move_all(&mut self, stage: &mut Stage<'_>) {
        self.note_boundary();
        self.move_bulk(stage.time.dt);
        let mut movers = self.borrow_list();
        self.list_with(RowFlags::MOVED_INDIVIDUALLY, &mut movers);
        for &id in &movers {
            self.move_one(stage, id);
        }
        self.return_list(movers);
        self.tell_strayed(stage);
    }

    fn move_bulk(&mut self, dt: f32) {
        let (step, level) = (self.step, self.level);
        for altitude in self.scene.altitudes_mut() {
            let settings = altitude.settings;
            if !settings.enabled {
                continue;
            }
            let levels = altitude.level_count();
            for level in [0, level].into_iter().take(if level == 0 { 1 } else { 2 }) {
                if usize::from(level) < levels {
                    altitude
                        .level_mut(level)
                        .advance(dt * settings.sound_time_scale(), step);
                }
            }
        }
        let mut astray = self.borrow_list();
        let boundary = self.camera.boundary();
        self.list_rows(|layer| layer.rows_maybe_outside(boundary), &mut astray);
        for &id in &astray {
            self.note_bounds(id, true);
        }
        self.return_list(astray);
    }

    /// Moves an object that can be stopped, moves by whole cells, or accelerates.
    fn move_one(&mut self, stage: &mut Stage<'_>, id: ObjectId) {
        let Some(body) = self
            .slots
            .get_mut(id)
            .filter(|body| !body.marked && !body.disabled)
        else {
            return;
        };
        let place = body.place;
        let row = place.row as usize;
        let settings = self.scene.altitudes()[usize::from(place.altitude)].settings;
        if settings.moved_by == MovedBy::Game || body.kin.attached {
            return;
        }
        let dt = stage.time.dt * settings.sound_time_scale();
        let layer = self.scene.altitudes_mut()[usize::from(place.altitude)].level_mut(place.level);
        let from = layer.columns().instances[row].position;
        let velocity = layer.columns().velocities[row];
        let mut delta = velocity * dt;
        if body.acceleration != Vec2::ZERO || body.integration.force.is_some() {
            let at = Motion {
                position: from,
                velocity,
                time: number_before(stage.time.number),
            };
            let (integration, constant) = (body.integration, body.acceleration);
            let Some(stepped) = self.accelerate(id, &integration, at, constant, dt) else {
                return;
            };
            delta = stepped.delta;
            self.layer_at(place).set_velocity(row, stepped.velocity);
        }
        if delta == Vec2::ZERO || !is_valid(from + delta) {
            return;
        }
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        let delta = match body.movement {
            Movement::Smooth => delta,
            Movement::WholeCells => Vec2::new(
                cells(&mut body.countdown.x, delta.x),
                cells(&mut body.countdown.y, delta.y),
            ),
        };
        if delta != Vec2::ZERO {
            self.travel(stage, id, from + delta);
        }
    }

    /// Moves an object to a place as the engine would: tested for collisions, and drawn as a movement.
    pub(super) fn travel(&mut self, stage: &mut Stage<'_>, id: ObjectId, to: Vec2) -> Moved {
        self.note_boundary();
        let Some(from) = self.position(id) else {
            return Moved::Gone;
        };
        let blocked = self.collide(stage, id, to);
        let Some(body) = self.slots.get(id).filter(|body| !body.marked) else {
            return Moved::Gone;
        };
        // A handler may have put it elsewhere: that stands.
        let elsewhere = self.position(id) != Some(from);
        if blocked {
            return Moved::Blocked;
        }
        if !elsewhere {
            let (place, step, whole) =
                (body.place, self.step, body.movement == Movement::WholeCells);
            let row = place.row as usize;
            let layer = self.layer_at(place);
            if whole {
                layer.place_row(row, to, step);
            } else {
                layer.move_row(row, to, step);
            }
            self.note_bounds(id, true);
            self.disturb(id, false);
        }
        Moved::Moved
    }

    /// Puts an object elsewhere at once: not tested for collisions, and drawn as a jump.
    pub fn set_position(&mut self, id: ObjectId, position: Vec2) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        if !is_valid(position) {
            self.refuse(&id, "position");
            return Outcome::Refused;
        }
        let (place, step) = (body.place, self.step);
        self.layer_at(place)
            .place_row(place.row as usize, position, step);
        self.note_bounds(id, false);
        self.disturb(id, true);
        Outcome::Done
    }

    /// Whom a new boundary leaves outside, or takes in, was not moved there: nobody is told.
    fn note_boundary(&mut self) {
        let boundary = self.camera.boundary();
        if self.noted_boundary == boundary {
            return;
        }
        self.noted_boundary = boundary;
        let mut all = self.borrow_list();
        all.extend(self.slots.iter().map(|(id, _)| id));
        for &id in &all {
            self.note_bounds(id, false);
        }
        self.return_list(all);
    }

    /// Whether an object's box is wholly outside the world; if a move took it there, it will be told.
    pub(super) fn note_bounds(&mut self, id: ObjectId, by_move: bool) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let place = body.place;
        let row = place.row as usize;
        let (bounds, alive) = (body.bounds, !body.marked);
        let layer = self.layer_at(place);
        let roles = layer.row_flags()[row];
        if !roles.has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        layer.set_reach(row, bounds);
        let position = layer.columns().instances[row].position;
        let outside = is_outside(bounds.translated(position), self.camera.boundary());
        if outside == roles.has(RowFlags::OUTSIDE) {
            return;
        }
        self.set_role(place, RowFlags::OUTSIDE, outside);
        if outside && by_move && alive {
            self.strayed.push(id);
        }
    }

    /// Tells those who left the world.
    pub(super) fn tell_strayed(&mut self, stage: &mut Stage<'_>) {
        if self.strayed.is_empty() {
            return;
        }
        let spare = self.borrow_list();
        let strayed = core::mem::replace(&mut self.strayed, spare);
        for &id in &strayed {
            if self.slots.get(id).is_some_and(|body| !body.marked) && self.is_awake(id) {
                self.tell(stage, id, &Event::OutOfBounds);
            }
        }
        self.return_list(strayed);
    }
}

/// The game's time at a step's start, in steps.
#[expect(clippy::cast_precision_loss, reason = "exact for 2^53 steps")]
fn number_before(step: u64) -> f64 {
    step.saturating_sub(1) as f64
}

/// How many whole cells a countdown lets a speed move, with its sign. It starts full, at 1.
fn cells(countdown: &mut f32, speed: f32) -> f32 {
    *countdown -= speed.abs();
    if *countdown > 0.0 {
        return 0.0;
    }
    let whole = (-*countdown).floor() + 1.0;
    *countdown += whole;
    if speed < 0.0 { -whole } else { whole }
}

/// Whether a box is wholly outside another; touching it from outside counts as outside. A point on the
/// left or upper edge is inside, on the right or lower edge outside, as a cell would be.
fn is_outside(inner: Rect, outer: Rect) -> bool {
    let apart = |min: f32, max: f32, from: f32, to: f32| {
        min >= to || if max > min { max <= from } else { max < from }
    };
    apart(inner.min.x, inner.max.x, outer.min.x, outer.max.x)
        || apart(inner.min.y, inner.max.y, outer.min.y, outer.max.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_cell_a_step_moves_at_steps_4_8_and_12() {
        let mut countdown = 1.0;
        let moved: Vec<u32> = (1..=12)
            .filter(|_| cells(&mut countdown, -0.25) == -1.0)
            .collect();
        assert_eq!(moved, [4, 8, 12]);
    }

    #[test]
    fn a_fast_object_moves_several_cells_a_step() {
        let mut countdown = 1.0;
        assert_eq!(
            (0..4)
                .map(|_| cells(&mut countdown, 1.5))
                .collect::<Vec<_>>(),
            [1.0, 2.0, 1.0, 2.0]
        );
    }

    #[test]
    fn a_box_that_touches_the_world_from_outside_is_outside() {
        let world = Rect::from_size(Vec2::ZERO, Vec2::new(80.0, 24.0));
        let at = |x: f32, width: f32| {
            is_outside(
                Rect::from_size(Vec2::new(x, 5.0), Vec2::new(width, 2.0)),
                world,
            )
        };
        assert!(at(-3.0, 3.0) && at(80.0, 3.0) && !at(-2.5, 3.0) && !at(79.5, 3.0));
        assert!(!at(0.0, 0.0) && at(80.0, 0.0) && at(-0.5, 0.0));
    }
}
