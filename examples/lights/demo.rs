//! The built-in demonstration: the watchman makes his round and looks about.

use damselfly::math;
use damselfly::prelude::*;

/// Corners of the round, in pixels.
const ROUND: [Vec2; 6] = [
    vec2(130.0, 150.0),
    vec2(360.0, 150.0),
    vec2(560.0, 150.0),
    vec2(560.0, 300.0),
    vec2(150.0, 300.0),
    vec2(150.0, 200.0),
];

/// Steps from one corner to the next.
const LEG: u64 = 150;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let watchman = world.of_kind("Watchman").next();
    let Some(at) = watchman
        .and_then(|id| world.object(id))
        .map(|it| it.position())
    else {
        return Vec::new();
    };
    let target = ROUND[((step / LEG + 1) % 6) as usize];
    let way = target - at;
    let looks = math::angle_of(way) + 0.7 * math::sin(step as f32 * 0.03);
    let position = world
        .camera
        .world_to_view(at + 80.0 * math::from_angle(looks));
    let keys = [
        (Key::A, way.x < -2.0),
        (Key::D, way.x > 2.0),
        (Key::W, way.y < -2.0),
        (Key::S, way.y > 2.0),
        // Hard shadows in every third round.
        (Key::Digit1, step % 2700 == 1800 || step % 2700 == 2699),
    ];
    let keys = keys.map(|(key, is_down)| InputEvent::key(key, is_down));
    keys.into_iter()
        .chain([InputEvent::MouseMoved { position }])
        .collect()
}
