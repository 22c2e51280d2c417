//! The sky: stars in three depths and a planet, which drift past at the speeds of their distance.

use damselfly::prelude::*;

use super::altitude;

/// Stars that are as far away as each other.
struct Depth {
    count: usize,
    /// Cells per step, to the left.
    speed: f32,
    altitude: u16,
    color: Color,
    /// Which frames of the sprite: the farther, the smaller.
    frames: core::ops::Range<i32>,
}

/// From the farthest to the nearest.
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

/// Whether objects of this kind are part of the sky.
pub fn is_sky(kind: &str) -> bool {
    matches!(kind, "Star" | "Planet")
}

/// Fills the sky.
pub fn scatter(cx: &mut Context<'_>) {
    planet(cx);
    let sky = cx.world.camera.boundary();
    // A stream of its own: however many stars there are, the saucers stay the same.
    let mut random = cx.world.random().stream("stars");
    for depth in &DEPTHS {
        for _ in 0..depth.count {
            let position = vec2(
                random.range_f32(sky.min.x..sky.max.x),
                random.range_f32(sky.min.y..sky.max.y),
            );
            let star = cx.spawn(Object {
                kind: "Star",
                position,
                velocity: vec2(-depth.speed, 0.0),
                altitude: depth.altitude,
                solidness: Solidness::Spectral,
                sprite: cx.assets.find("star"),
                frame: u16::try_from(random.range_i32(depth.frames.clone())).unwrap_or(0),
                tint: depth.color,
                ..Object::default()
            });
            cx.world.attach(star, Wrapping);
        }
    }
}

/// Far away, and in no hurry.
fn planet(cx: &mut Context<'_>) {
    let planet = cx.spawn(Object {
        kind: "Planet",
        position: vec2(60.0, 15.0),
        velocity: vec2(-0.01, 0.0),
        altitude: altitude::SKY,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("planet"),
        tint: Color::rgb(96, 96, 120),
        ..Object::default()
    });
    cx.world.attach(planet, Wrapping);
}

/// Comes back at the right when it has left at the left, in another row.
#[derive(Clone, Debug)]
struct Wrapping;

impl Behavior for Wrapping {
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let Event::OutOfBounds = event else {
            return Handled::No;
        };
        let Some(shape) = cx.world.world_box(me) else {
            return Handled::No;
        };
        let sky = cx.world.camera.boundary();
        let y = cx.world.random().range_f32(sky.min.y..sky.max.y);
        let place = Vec2::new(sky.max.x + shape.width() / 2.0, y);
        cx.world.set_position(me, place);
        Handled::Yes
    }
}
