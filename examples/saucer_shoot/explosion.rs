//! Explosions and sparks, which are drawn additively, and the points that rise from a saucer. None of them collides.

use core::ops::Range;

use damselfly::geometry::turns::Turn;
use damselfly::prelude::*;
use damselfly::sound::Sound;

use super::altitude;
use super::fading::Fading;

const FIRE: Color = Color::rgb(255, 170, 70);
/// Number of sparks of an exploding saucer.
const SPARKS: u16 = 10;

/// Shows the animation of an explosion once.
#[derive(Clone, Debug)]
struct Explosion;

/// Event at the end of the animation.
struct Over;

/// Shows the end of a saucer: an explosion, sparks in its colour, and the points for it. The explosion is heard from
/// where it is.
pub fn spawn(place: Vec2, color: Color, cx: &mut Context<'_>) {
    let explosion = burst(place, Vec2::ONE, cx);
    cx.play(Sound::new("hit").on(explosion).outlives());
    ring(place, SPARKS, 0.2..0.5, color, cx);
    let worth = Object {
        kind: "Worth",
        velocity: vec2(0.0, -0.08),
        altitude: altitude::FRONT,
        sprite: cx.assets.find("plus_ten"),
        blend: Blend::Alpha,
        ..glow(place)
    };
    cx.spawn_with(worth, Fading::new(Color::WHITE, 24));
}

/// Shows the end of the ship.
pub fn spawn_large(place: Vec2, cx: &mut Context<'_>) {
    cx.play("death");
    burst(place, vec2(2.0, 2.0), cx);
    burst(place + vec2(-3.0, 0.5), Vec2::ONE, cx);
    ring(place, 16, 0.1..0.35, FIRE, cx);
    ring(place, 24, 0.4..0.8, Color::TERMINAL_YELLOW, cx);
}

/// Shows the blast of a nuke: a ring of sparks that starts at nearly `speed` cell widths per step and slows down.
pub fn shock_wave(place: Vec2, speed: f32, cx: &mut Context<'_>) {
    ring(place, 96, speed * 0.9..speed, Color::WHITE, cx);
}

/// Shows the exhaust of the ship's engine, one spark per call.
pub fn exhaust(place: Vec2, cx: &mut Context<'_>) {
    let drift = vec2(
        cx.random().range(-0.55..-0.3),
        cx.random().range(-0.03..0.03),
    );
    spark(place, drift, 0, FIRE, 9, cx);
}

/// Shows the flash of a shot.
pub fn muzzle_flash(place: Vec2, cx: &mut Context<'_>) {
    spark(place, Vec2::ZERO, 1, Color::WHITE, 4, cx);
}

/// Shows a piece of a bullet's trail.
pub fn trail(place: Vec2, cx: &mut Context<'_>) {
    spark(place, Vec2::ZERO, 2, Color::TERMINAL_CYAN, 8, cx);
}

impl Behavior for Explosion {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(Over) = event.get() {
            cx.me().remove();
        }
    }
}

/// Spawns an explosion, which removes itself after its last frame.
fn burst(place: Vec2, scale: Vec2, cx: &mut Context<'_>) -> ObjectId {
    let sprite = cx.assets.find("explosion");
    let steps = sprite
        .and_then(|id| cx.assets.sprite(id))
        .map_or(1, |sprite| u32::from(sprite.slowdown) * sprite.frames.count);
    let explosion = Object {
        kind: "Explosion",
        sprite,
        scale,
        ..glow(place)
    };
    let explosion = cx.spawn_with(explosion, Explosion);
    // A scheduled event ends the explosion, so that its behaviour does not have to count steps.
    cx.send_to_after(steps, explosion, Event::custom(Over));
    explosion
}

/// Spawns sparks in all directions, with random speeds from this range in cell widths per step.
fn ring(place: Vec2, count: u16, speeds: Range<f32>, color: Color, cx: &mut Context<'_>) {
    for index in 0..count {
        let turn = u32::from(index) * 0x1_0000 / u32::from(count);
        let (sin, cos) = Turn(u16::try_from(turn).unwrap_or(0)).sin_cos();
        let speed = cx.random().range(speeds.clone());
        // A cell is twice as high as it is wide.
        let velocity = vec2(cos, sin * 0.5) * speed;
        spark(place, velocity, index % 3, color, 18, cx);
    }
}

/// Spawns a character that flies, slows down and fades.
fn spark(place: Vec2, velocity: Vec2, frame: u16, color: Color, steps: u16, cx: &mut Context<'_>) {
    let spark = Object {
        kind: "Spark",
        velocity,
        acceleration: -velocity / (f32::from(steps) * 1.25),
        sprite: cx.assets.find("spark"),
        frame,
        tint: color,
        ..glow(place)
    };
    cx.spawn_with(spark, Fading::new(color, steps));
}

/// Returns the description of a glowing object that collides with nothing, still without a kind and a sprite.
fn glow(position: Vec2) -> Object {
    Object {
        position,
        altitude: altitude::GLOW,
        solidness: Solidness::Spectral,
        blend: Blend::Additive,
        ..Object::default()
    }
}
