//! Bullets: they fly straight until they hit a saucer or leave the world.

use damselfly::math;
use damselfly::prelude::*;

use super::{altitude, explosion, group};

/// Speed in pixels per step, in any direction. Horizontally, it is two cells per step.
const SPEED: f32 = 16.0;

/// Removes itself when it hits something or leaves the world. The object that it hits removes itself, too.
#[derive(Clone, Debug)]
struct Bullet;

/// Fires a bullet from `muzzle` towards a position, or to the right.
pub fn spawn(muzzle: Vec2, towards: Option<Vec2>, cx: &mut Context<'_>) {
    // Cells are not square, so directions are computed in pixels.
    let unit = cx.unit();
    let way = towards.map_or(Vec2::X, |place| (place - muzzle) * unit);
    // The gun turns, but the ship does not, so bullets never fly backwards.
    let direction = vec2(way.x.max(unit.x), way.y).normalize_or(Vec2::X);
    let bullet = Object {
        kind: "Bullet",
        position: muzzle,
        velocity: direction * SPEED / unit,
        altitude: altitude::ACTION,
        // A soft object collides, but hits do not stop it.
        solidness: Solidness::Soft,
        groups: group::BULLET,
        collides_with: group::SAUCER,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(2.0, 0.5))),
        sprite: cx.assets.find("bullet"),
        angle: math::angle_of(direction),
        blend: Blend::Additive,
        ..Object::default()
    };
    cx.spawn_with(bullet, Bullet);
    explosion::muzzle_flash(muzzle, cx);
    cx.play("shot");
}

impl Behavior for Bullet {
    fn step(&mut self, cx: &mut Context<'_>) {
        let place = cx.me().position();
        explosion::trail(place, cx);
    }

    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        cx.me().remove();
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().remove();
    }
}
