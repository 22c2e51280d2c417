//! The built-in demonstration: the ship turns to the nearest rock, keeps its distance, and fires.

use damselfly::prelude::*;

use super::ship::ship;
use super::torus;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(ship) = ship(world) else {
        return vec![InputEvent::key(Key::Space, step % 120 == 100)];
    };
    let rocks = world.of_kind("Rock").filter_map(|id| world.object(id));
    let aims = rocks.map(|rock| {
        let way = torus::way(ship.position(), rock.position());
        // Aims at the position that the rock will have when the shot arrives.
        way + (rock.velocity() - ship.velocity()) * way.length() / 9.0
    });
    let aim = aims.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let aim = aim.unwrap_or(math::from_angle(ship.angle()));
    let turn = math::angle_difference(ship.angle(), math::angle_of(aim));
    vec![
        InputEvent::key(Key::Left, turn < -0.05),
        InputEvent::key(Key::Right, turn > 0.05),
        InputEvent::key(Key::Up, aim.length() > 180.0 && turn.abs() < 0.4),
        InputEvent::key(Key::Space, aim.length() < 360.0 && turn.abs() < 0.15),
    ]
}
