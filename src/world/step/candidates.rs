//! Computes the expected movements of solid objects in a step. From these, the candidates for the collisions of all
//! these objects are found together, before the first of them moves.

use glam::Vec2;

use crate::geometry::Rect;
use crate::scene::{Layer, MovedBy, RowFlags};
use crate::space::Collider;
use crate::world::World;
use crate::world::collide::colliders::{Colliders, Sources};
use crate::world::object::body::Motion;
use crate::world::object::description::Movement;

/// Minimum number of moves for which candidates are found in advance. With fewer, each move searches the broad phase,
/// because finding candidates in advance also visits all resting objects.
const FEWEST_MOVES: usize = 64;
/// Candidates are found in advance only if at least one in this many individually moved objects has a velocity.
const MOST_FOR_EACH_MOVE: usize = 4;

impl World {
    /// Finds the collision candidates of each object in a step of `dt` nominal steps, if enough objects move.
    pub(super) fn find_candidates(&mut self, dt: f32) {
        let (level, (colliders, sources)) = (self.level, self.colliders_and_sources());
        if do_many_move(sources, level) {
            colliders.candidates.begin();
            add_members(colliders, sources, level, dt);
            colliders.candidates.complete();
        }
    }
}

fn add_members(colliders: &mut Colliders, sources: Sources<'_>, level: u16, dt: f32) {
    for altitude in sources.scene.altitudes() {
        let settings = altitude.settings;
        let moves = settings.enabled && settings.moved_by == MovedBy::Engine;
        let dt = dt * settings.valid_time_scale();
        for layer in altitude.active(level) {
            let columns = layer.columns();
            for row in layer.rows_with(RowFlags::MOVED_INDIVIDUALLY) {
                let Some(id) = columns.ids[row] else {
                    continue;
                };
                let velocity = columns.velocities[row];
                colliders.add_candidate(id, |collider, entry| match entry.motion {
                    _ if !moves => None,
                    Motion::Other => reach(sources, collider, velocity, dt),
                    Motion::Plain | Motion::Bullet => {
                        let (from, delta) = (columns.instances[row].position, velocity * dt);
                        (delta != Vec2::ZERO).then(|| entry.bounds.translated(from + delta))
                    }
                });
            }
        }
    }
}

/// Returns a box around the likely movement of an object that does not move by its velocity alone. `None` if the object
/// stays.
// Not inlined, so that the loop over all members stays small.
#[inline(never)]
fn reach(sources: Sources<'_>, of: &Collider, velocity: Vec2, dt: f32) -> Option<Rect> {
    let (found, area) = (sources.slots.get(of.id)?, of.area);
    if found.link.attached || found.disabled || found.is_leaving {
        return None;
    }
    let force = if found.integration.force.is_some() {
        area.size().max_element() / 8.0
    } else {
        0.0
    };
    let distance = (velocity.abs() + found.acceleration.abs() * dt) * dt;
    let cell = f32::from(u8::from(found.movement == Movement::WholeCells));
    let further = distance.max_element() + cell + force;
    (further > 0.0).then(|| area.expanded(further))
}

fn do_many_move(sources: Sources<'_>, level: u16) -> bool {
    let altitudes = sources.scene.altitudes();
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
