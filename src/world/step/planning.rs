//! Where the objects that are moved by themselves are expected to go, so that what they may meet is found for all at once.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::scene::{Layer, MovedBy, RowFlags};
use crate::world::colliders::{Colliders, Originals};
use crate::world::object::description::Movement;
use crate::world::object::integrator::MotionState;

/// Fewer moves search one by one: a plan is for all objects, whether they move or not.
const FEWEST_MOVES: usize = 64;
/// A plan is made if at least one of this many solid objects moves.
const MOST_FOR_EACH_MOVE: usize = 4;

/// Lists for all solid objects what they may meet in a step of `dt`, if so many move that it is worth it, and it is not known
/// already.
pub(super) fn plan_moves(colliders: &mut Colliders, originals: Originals<'_>, level: u16, dt: f32) {
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
// Not inlined, so that what is done for plain boxes is: bench `horde` takes 0.97 of the time.
#[inline(never)]
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
