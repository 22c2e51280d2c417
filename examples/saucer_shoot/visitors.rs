//! Saucers that drift across the start screen. They collide with nothing.

use damselfly::prelude::*;

use super::wrapping::Wrapping;
use super::{altitude, saucer};

/// Start position as a fraction of the view's size, and speed in cells per step.
const VISITORS: [(f32, f32, f32); 5] = [
    (0.95, 0.14, 0.22),
    (0.45, 0.92, 0.34),
    (1.10, 0.72, 0.48),
    (0.10, 0.55, 0.28),
    (1.30, 0.40, 0.62),
];

/// Spawns the visitors.
pub fn invite(cx: &mut Context<'_>) {
    let view = cx.camera.view();
    for (index, (x, y, speed)) in (0..).zip(VISITORS) {
        let visitor = Object {
            kind: "Visitor",
            position: view.min + view.size() * vec2(x, y),
            velocity: vec2(-speed, 0.0),
            altitude: altitude::ACTION,
            solidness: Solidness::Spectral,
            sprite: cx.assets.find("saucer"),
            frame: index,
            // The saucers are dimmer than the title and the text in front of them.
            tint: saucer::hue(speed).with_alpha(130),
            ..Object::default()
        };
        cx.spawn_with(visitor, Wrapping);
    }
}
