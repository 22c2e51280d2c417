//! The scene that all compared engines draw.

#![expect(
    unreachable_pub,
    reason = "an example is not a library: `pub` items are for its other modules"
)]

use damselfly::Random;
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::prelude::*;
use damselfly::scene::MovedBy;

/// Size of the view in pixels.
pub const VIEW: Vec2 = vec2(1280.0, 720.0);

/// Side of a sprite in pixels.
const SIDE: u16 = 16;

/// Number of frames on the sheet.
const FRAMES: u16 = 8;

/// N sprites of discs that bounce at the edges of the view.
#[derive(Debug)]
pub struct Scene {
    sprites: usize,
}

impl Scene {
    /// Returns a scene of this many sprites.
    pub fn new(sprites: usize) -> Self {
        Self { sprites }
    }
}

impl Game for Scene {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let layout = ImageLayout {
            frames: FrameLayout::Grid {
                columns: FRAMES,
                rows: 1,
            },
            slowdown: 0,
            ..ImageLayout::default()
        };
        let pixels = Pixels {
            width: u32::from(SIDE * FRAMES),
            height: u32::from(SIDE),
            rgba: discs(),
        };
        let sheet = cx.assets.add_image_with("discs", pixels, &layout)?;
        // The loop in `step` moves the sprites, because the other engines do not move sprites by themselves.
        cx.altitude_settings_mut(0).moved_by = MovedBy::Game;
        cx.reserve(0, self.sprites);
        for number in 0..self.sprites {
            let sprite = sprite(number, sheet, cx.random());
            cx.spawn(sprite);
        }
        Ok(())
    }

    /// Moves all sprites, and turns them back at the edges.
    fn step(&mut self, cx: &mut Context<'_>) {
        let half = Vec2::splat(f32::from(SIDE) / 2.0);
        let dt = cx.time.dt;
        move_all(cx, dt, half, VIEW - half);
    }
}

/// Moves sprites, reflecting their velocities at the edges, in one loop over the layer's columns.
fn move_all(world: &mut World, dt: f32, min: Vec2, max: Vec2) {
    // Written so that it compiles to a selection instead of a branch, which would be unpredictable.
    let turned = |next: f32, speed: f32, low: f32, high: f32| {
        if next < low || next > high {
            -speed
        } else {
            speed
        }
    };
    let columns = world.columns_mut(0);
    for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
        let next = instance.position + *velocity * dt;
        *velocity = vec2(
            turned(next.x, velocity.x, min.x, max.x),
            turned(next.y, velocity.y, min.y, max.y),
        );
        instance.step_by(*velocity * dt);
    }
}

fn sprite(number: usize, sheet: SpriteId, random: &mut Random) -> Object {
    let half = f32::from(SIDE) / 2.0;
    let mut tint = || random.range(64..=255);
    let tint = Color::rgb(tint(), tint(), tint());
    Object {
        kind: "Disc",
        position: random.point_in(Rect::new(Vec2::splat(half), VIEW - half)),
        velocity: vec2(random.range(-3.0..3.0), random.range(-3.0..3.0)),
        altitude: 0,
        solidness: Solidness::Spectral,
        sprite: Some(sheet),
        frame: u16::try_from(number % usize::from(FRAMES)).unwrap_or(0),
        tint,
        ..Object::default()
    }
}

/// Returns the sheet as straight RGBA: discs with a wandering ring of light, soft edges and transparent corners.
fn discs() -> Vec<u8> {
    let mut pixels = Vec::new();
    for y in 0..SIDE {
        for x in 0..SIDE * FRAMES {
            let frame = f32::from(x / SIDE) / f32::from(FRAMES);
            let center = f32::from(SIDE) / 2.0;
            let (dx, dy) = (
                f32::from(x % SIDE) + 0.5 - center,
                f32::from(y) + 0.5 - center,
            );
            let distance = vec2(dx, dy).length();
            let alpha = (center - distance).clamp(0.0, 1.0);
            let ring = (1.0 - (distance / center - frame).abs() * 3.0).clamp(0.0, 1.0);
            let light = 0.65 + 0.35 * ring;
            pixels.extend([light, light, light, alpha].map(byte));
        }
    }
    pixels
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 1"
)]
fn byte(part: f32) -> u8 {
    (part * 255.0 + 0.5) as u8
}
