//! The sky: a planet, and stars at three distances. The farther they are, the slower they drift.
//!
//! They are persistent, so that every scene has the same sky.

use damselfly::prelude::*;

use super::altitude;
use super::wrapping::Wrapping;

/// A layer of stars at the same distance.
struct Depth {
    count: usize,
    /// Speed to the left in cells per step.
    speed: f32,
    altitude: u16,
    color: Color,
    /// Frames of the sprite. Those of farther stars are smaller on average.
    frames: core::ops::Range<u16>,
}

/// Layers of stars, from the farthest to the nearest.
const DEPTHS: [Depth; 3] = [
    Depth {
        count: 48,
        speed: 0.03,
        altitude: altitude::SKY,
        color: Color::rgb(82, 92, 140),
        frames: 0..2,
    },
    Depth {
        count: 26,
        speed: 0.1,
        altitude: altitude::SKY,
        color: Color::rgb(140, 150, 190),
        frames: 1..2,
    },
    Depth {
        count: 12,
        speed: 0.28,
        altitude: altitude::NEAR_STARS,
        color: Color::rgb(210, 216, 240),
        frames: 2..4,
    },
];

/// Spawns the planet and the stars.
pub fn scatter(cx: &mut Context<'_>) {
    planet(cx);
    let sky = cx.camera.boundary();
    // Uses its own random stream, so that the number of stars does not affect the saucers.
    let mut random = cx.random().stream("stars");
    for depth in &DEPTHS {
        for _ in 0..depth.count {
            let star = Object {
                kind: "Star",
                persistent: true,
                position: random.point_in(sky),
                velocity: vec2(-depth.speed, 0.0),
                altitude: depth.altitude,
                solidness: Solidness::Spectral,
                sprite: cx.assets.find("star"),
                frame: random.range(depth.frames.clone()),
                tint: depth.color,
                ..Object::default()
            };
            cx.spawn_with(star, Wrapping);
        }
    }
}

/// Spawns the slow planet in the background.
fn planet(cx: &mut Context<'_>) {
    let planet = Object {
        kind: "Planet",
        persistent: true,
        position: vec2(60.0, 15.0),
        velocity: vec2(-0.01, 0.0),
        altitude: altitude::SKY,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("planet"),
        tint: Color::rgb(96, 96, 120),
        ..Object::default()
    };
    cx.spawn_with(planet, Wrapping);
}
