//! The sprites, made from outlines, and the particles.

use core::f32::consts::PI;

use damselfly::assets::{AssetError, Assets, DrawnShape};
use damselfly::collision::{Shape, split};
use damselfly::prelude::*;

use super::rock::Quarry;

/// The ship's outline: an arrow that points to the right, which is angle 0.
const SHIP: [Vec2; 4] = [
    vec2(16.0, 0.0),
    vec2(-12.0, 11.0),
    vec2(-7.0, 0.0),
    vec2(-12.0, -11.0),
];

/// Adds all sprites and returns the star's sprite.
///
/// # Errors
/// Fails if the atlas is full.
pub(super) fn load(cx: &mut Context<'_>) -> Result<SpriteId, Error> {
    let ship = DrawnShape::polygon(&SHIP).filled(Color::hex(0x6a7078));
    cx.assets
        .add_shape("ship", &ship.outlined(1.5, Color::WHITE))?;
    let shot = DrawnShape::capsule(vec2(-3.0, 0.0), vec2(3.0, 0.0), 1.5);
    cx.assets
        .add_shape("shot", &shot.filled(Color::hex(0xffe890)))?;
    let quarry = Quarry::new(cx)?;
    cx.insert_resource(quarry);
    Ok(cx.assets.add_rect("star", 2, 2, Color::WHITE)?)
}

/// Returns the ship's collision shapes: its outline, split into convex parts.
pub(super) fn ship_shapes() -> Vec<Shape> {
    split(&SHIP).unwrap_or_default()
}

/// Returns the outline of a small ship that points up.
pub(super) fn upright_ship(at: Vec2) -> [Vec2; 4] {
    SHIP.map(|corner| at + 0.7 * vec2(corner.y, -corner.x))
}

/// Adds the sprite of a rock. It is bright, so that a tint can colour it.
pub(super) fn add_rock(
    label: &str,
    outline: &[Vec2],
    assets: &mut Assets,
) -> Result<SpriteId, AssetError> {
    let rock = DrawnShape::polygon(outline).filled(Color::hex(0x54545a));
    assets.add_shape(label, &rock.outlined(2.0, Color::WHITE))
}

/// Returns the dust of a broken rock: `count` splinters, spread over the rock.
pub(super) fn dust(count: u32, radius: f32, color: Color) -> Emitter {
    let dust = Emitter::new().count(count).life(16.0..44.0).drag(0.03);
    dust.speed(0.2..2.6)
        .area(Vec2::splat(radius))
        .colors([Color::WHITE, color, color.with_alpha(0)])
        .sizes([4.0, 1.5])
}

/// Returns the explosion of a ship.
pub(super) fn fireball() -> Emitter {
    let fire = Emitter::new()
        .count(220)
        .life(20.0..80.0)
        .drag(0.035)
        .speed(0.2..5.0);
    fire.colors([
        Color::WHITE,
        Color::TERMINAL_YELLOW,
        Color::hex(0xff5020),
        Color::hex(0x600000).with_alpha(0),
    ])
    .sizes([6.0, 2.0])
    .blend(Blend::Additive)
}

/// Returns the flame of a step of thrust, behind a ship with this angle.
pub(super) fn flame(angle: f32) -> Emitter {
    let flame = Emitter::new().count(4).life(6.0..16.0).speed(1.5..3.5);
    flame
        .toward(angle + PI, 0.5)
        .colors([
            Color::WHITE,
            Color::hex(0xffb040),
            Color::hex(0xff3010).with_alpha(0),
        ])
        .sizes([5.0, 1.0])
        .blend(Blend::Additive)
}
