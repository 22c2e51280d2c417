//! The built-in demonstration: the wizard avoids the nearest monsters, stays near the middle, and takes the first
//! lesson.

use damselfly::geometry::Circle;
use damselfly::prelude::*;

use super::{FIELD, GEMS, HORDE, hero_position};

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    if world.hud.open_menu_name().is_some() {
        return vec![InputEvent::key(Key::Enter, step % 60 == 30)];
    }
    let Some(at) = hero_position(world) else {
        return Vec::new();
    };
    let mut way = (FIELD.center() - at) / 400.0;
    for id in world
        .space()
        .groups(HORDE)
        .in_circle(Circle::new(at, 110.0))
    {
        let Some(monster) = world.object(id) else {
            continue;
        };
        let away = at - monster.position();
        way += away / (away.length_squared() + 1.0) * 30.0;
    }
    // Gems are worth a detour.
    let gem = world.space().groups(GEMS).nearest(at, 400.0);
    if let Some(gem) = gem.and_then(|(id, _)| world.object(id)) {
        let gem = gem.position() - at;
        way += 0.7 * gem.normalize_or_zero();
    }
    let pressed = |key, is_pressed| InputEvent::key(key, is_pressed);
    vec![
        pressed(Key::Left, way.x < -0.3),
        pressed(Key::Right, way.x > 0.3),
        pressed(Key::Up, way.y < -0.3),
        pressed(Key::Down, way.y > 0.3),
    ]
}
