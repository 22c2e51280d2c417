//! Where solid objects are expected to move in a step, so that the candidates for collisions are found for all at once.

use glam::Vec2;

use crate::geometry::Rect;
use crate::scene::{Layer, MovedBy, RowFlags};
use crate::space::BoxKind;
use crate::world::World;
use crate::world::collide::candidates::Motion;
use crate::world::collide::colliders::{Colliders, Sources};
use crate::world::object::description::Movement;
use crate::world::object::slots::Found;

/// With fewer moves, each searches the broad phase: candidates are found for all objects, whether they move or not.
const FEWEST_MOVES: usize = 64;
/// Candidates are found for all at once if at least one of this many solid objects moves.
const MOST_FOR_EACH_MOVE: usize = 4;

impl World {
    /// Finds what each object may meet in a step of `dt`, if enough of them move.
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
                let Some((id, found)) = columns.ids[row].and_then(|id| Some((id, sources.slots.get(id)?)))
                else {
                    continue;
                };
                if !found.has_collider() {
                    continue;
                }
                let position = columns.instances[row].position;
                let Some(collider) = sources.collider_at(id, position) else {
                    continue;
                };
                let motion = motion_of(&found, collider.kind != BoxKind::Other);
                let velocity = columns.velocities[row];
                let to = if !moves {
                    None
                } else if motion == Motion::Other {
                    reach(&found, collider.area, velocity, dt)
                } else {
                    let delta = velocity * dt;
                    (delta != Vec2::ZERO).then(|| found.bounds.translated(position + delta))
                };
                colliders.candidates.add(collider, found.bounds, motion, to);
            }
        }
    }
}

fn motion_of(found: &Found<'_>, is_box: bool) -> Motion {
    let is_plain = is_box
        && found.movement == Movement::Smooth
        && !found.is_driven()
        && !(found.platform || found.disabled);
    match is_plain {
        false => Motion::Other,
        true if found.bullet => Motion::Bullet,
        true => Motion::Plain,
    }
}

/// A box around every place that an accelerated object, or one that moves by whole cells, is likely to reach. `None` if it
/// stays.
fn reach(found: &Found<'_>, area: Rect, velocity: Vec2, dt: f32) -> Option<Rect> {
    if found.link.attached || found.disabled || found.is_leaving {
        return None;
    }
    let force = if found.integration.force.is_some() {
        area.size().max_element() / 8.0
    } else {
        0.0
    };
    let way = (velocity.abs() + found.acceleration.abs() * dt) * dt;
    let cell = f32::from(u8::from(found.movement == Movement::WholeCells));
    let further = way.max_element() + cell + force;
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
