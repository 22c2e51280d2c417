//! Where the objects that are moved by themselves are expected to go, so that what they may meet is found for all at once,
//! and how most of them go there.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::leaves_itself;
use crate::geometry::Rect;
use crate::scene::{Layer, MovedBy, RowFlags};
use crate::world::colliders::Originals;
use crate::world::move_plan::PlannedBox;
use crate::world::object::bounds::is_outside;
use crate::world::object::description::Movement;
use crate::world::object::integrator::MotionState;
use crate::world::object::slots::Place;
use crate::world::{Context, World};

/// Fewer moves search one by one: a plan is for all objects, whether they move or not.
const FEWEST_MOVES: usize = 64;
/// A plan is made if at least one of this many solid objects moves.
const MOST_FOR_EACH_MOVE: usize = 4;

impl Context<'_> {
    /// Moves a plain box by its velocity, as the plan expects. Returns false if it is to be moved as any other: then
    /// nothing was done. `others` is scratch.
    pub(super) fn move_plainly(
        &mut self,
        id: ObjectId,
        place: Place,
        others: &mut Vec<ObjectId>,
    ) -> bool {
        self.world.sync_boundary();
        let level = self.world.level;
        let world = &mut *self.world;
        let Some(found) = world.colliders.plain(id, level) else {
            return false;
        };
        if let Some(others) = world.colliders.neighbors_to_load(found.index) {
            world.behaviors.load(others);
        }
        let plain = found.plain;
        let settings = world.scene.altitudes()[usize::from(place.altitude)].settings;
        let columns = world.layer(place).columns();
        let from = columns.instances[place.row()].position;
        let dt = self.time.dt * settings.valid_time_scale();
        let delta = columns.velocities[place.row()] * dt;
        let to = from + delta;
        if settings.moved_by == MovedBy::Game || delta == Vec2::ZERO || !is_valid(to) {
            // It stays.
            return true;
        }
        let mut area = plain.bounds.translated(to);
        let is_swept = plain.is_bullet || leaves_itself(found.area.size(), to - from);
        if is_swept {
            area = area.union(found.area);
        }
        others.clear();
        let colliders = &mut world.colliders;
        if !colliders.list_of_planned(found.index, area, &world.slots, others) {
            world.list_solids_in(area, id, others);
        }
        if others.is_empty() {
            world.put_plainly(found, place, to);
        } else {
            let stop = if is_swept {
                let way = [from, to];
                let stop = self.collide_on_the_way_with(others, id, from, way, plain.is_hard);
                stop.map(|stop| stop.at)
            } else {
                let blocked = self.collide_with(others, id, [from, to], to - from, plain.is_hard);
                blocked.then_some(from)
            };
            // Unless a handler has changed it.
            let world = &mut *self.world;
            let is_same = world.colliders.plain(id, level) == Some(found);
            if is_same && stop.is_none() && world.instance(place).position == from {
                world.put_plainly(found, place, to);
            } else {
                self.arrive(id, from, stop.unwrap_or(to), stop.is_some());
            }
        }
        true
    }
}

impl World {
    /// Lists for all solid objects what they may meet, if so many move that it is worth it, and it is not known already.
    pub(super) fn plan_moves(&mut self, dt: f32) {
        let (level, (colliders, originals)) = (self.level, self.colliders_and_originals());
        if !is_worth_a_plan(originals, level) {
            colliders.end_plan();
            return;
        }
        if colliders.begin_moves(level) {
            return;
        }
        colliders.begin_plan(level);
        for altitude in originals.scene.altitudes() {
            let settings = altitude.settings;
            let moves = settings.enabled && settings.moved_by == MovedBy::Engine;
            let dt = dt * settings.valid_time_scale();
            // As `Altitude::active` has them.
            for level in [0].into_iter().chain((level != 0).then_some(level)) {
                let Some(layer) = altitude.level(level) else {
                    continue;
                };
                let columns = layer.columns();
                for row in layer.rows_with(RowFlags::MOVED_INDIVIDUALLY) {
                    let Some(id) = columns.ids[row] else {
                        continue;
                    };
                    let from = columns.instances[row].position;
                    let velocity = columns.velocities[row];
                    colliders.plan(id, |plain| match plain {
                        _ if !moves => None,
                        Some(plain) => (velocity * dt != Vec2::ZERO)
                            .then(|| plain.bounds.translated(from + velocity * dt)),
                        None => expected_way(originals, id, from, velocity, dt),
                    });
                }
            }
        }
        colliders.complete_plan(level);
    }

    /// Puts a plain box where its move ends.
    #[inline]
    fn put_plainly(&mut self, found: PlannedBox, place: Place, to: Vec2) {
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

fn is_worth_a_plan(originals: Originals<'_>, level: u16) -> bool {
    let altitudes = originals.scene.altitudes();
    let layers = || altitudes.iter().flat_map(|altitude| altitude.active(level));
    let all: usize = layers().map(Layer::count_individual).sum();
    let enough = all.div_ceil(MOST_FOR_EACH_MOVE).max(FEWEST_MOVES);
    let mut moving = 0;
    for layer in layers() {
        moving += layer.count_movers(enough - moving);
        if moving >= enough {
            return true;
        }
    }
    false
}

/// Where an object that is no plain box is expected to be at the end of its move. `None` if it is expected to stay.
fn expected_way(
    originals: Originals<'_>,
    id: ObjectId,
    position: Vec2,
    velocity: Vec2,
    dt: f32,
) -> Option<Rect> {
    let body = originals.slots.get(id)?;
    if body.link.attached || body.disabled || body.is_leaving {
        return None;
    }
    let force = body.integration.force.is_some();
    let mut delta = velocity * dt;
    if body.acceleration != Vec2::ZERO && !force {
        let at = MotionState {
            position,
            velocity,
            time: 0.0,
        };
        delta = body.integration.step(at, body.acceleration, dt).delta;
    }
    if body.movement == Movement::WholeCells {
        delta = body.whole_cells.clone().advance(delta);
    }
    if delta == Vec2::ZERO && !force {
        return None;
    }
    let area = originals.outline_at(id, position + delta)?.area;
    // What a force does is not asked for twice.
    let further = if force {
        area.size().max_element() / 8.0
    } else {
        0.0
    };
    Some(area.expanded(further))
}
