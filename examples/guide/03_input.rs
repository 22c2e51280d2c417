//! Chapter 3 of the guide: input, and movement.

use damselfly::prelude::*;

/// Size of the view in pixels, and its middle.
const VIEW: Vec2 = vec2(640.0, 360.0);
const CENTER: Vec2 = vec2(320.0, 180.0);

/// Smallest distance of the moth from the edges of the view, in pixels.
const EDGE: Vec2 = vec2(24.0, 16.0);

/// Speeds of the creatures in pixels per step.
const MOTH_SPEED: f32 = 3.0;
const FIREFLY_SPEED: f32 = 0.8;

#[derive(Clone)]
struct Moth;

impl Behavior for Moth {
    fn step(&mut self, cx: &mut Context<'_>) {
        let x = cx.input.axis(Key::Left, Key::Right);
        let y = cx.input.axis(Key::Up, Key::Down);
        let (me, at) = (cx.me().id(), cx.me().position());
        let to = at + MOTH_SPEED * vec2(x, y).normalize_or_zero();
        cx.move_to(me, to.clamp(EDGE, VIEW - EDGE));
    }
}

#[derive(Clone)]
struct Firefly;

impl Behavior for Firefly {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.random().chance(0.02) {
            let home = (CENTER - cx.me().position()) / 320.0;
            let way = cx.random().unit_vector() + home;
            cx.me().set_velocity(FIREFLY_SPEED * way);
        }
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    load_sprites(cx)?;
    add_backdrop(cx);
    let moth = Object::from(cx.assets.sprite_named("moth"));
    cx.spawn_with(moth.at(CENTER).altitude(3).soft(), Moth);
    for _ in 0..10 {
        add_firefly(cx);
    }
    Ok(())
}

fn load_sprites(cx: &mut Context<'_>) -> Result<(), Error> {
    let mut night = Pixels::from_fn(640, 360, sky);
    for _ in 0..150 {
        let (x, y) = (cx.random().range(0..640), cx.random().range(0..250));
        night.set(x, y, Color::hex(0xb8c4f0));
    }
    cx.assets.add_image("night", night)?;
    cx.assets.add_disc("moon", 56, Color::hex(0xf4eed0))?;
    cx.assets.add_disc("moth", 20, Color::WHITE)?;
    let light = Pixels::from_fn(32, 32, glow);
    cx.assets.add_image("glow", light)?;
    Ok(())
}

fn add_backdrop(cx: &mut Context<'_>) {
    for (label, at) in [("night", CENTER), ("moon", vec2(530.0, 76.0))] {
        let sprite = cx.assets.sprite_named(label);
        cx.spawn(Object::from(sprite).at(at).altitude(0).spectral());
    }
}

fn add_firefly(cx: &mut Context<'_>) {
    let firefly = Object {
        blend: Blend::Additive,
        ..Object::from(cx.assets.sprite_named("glow"))
    };
    let x = cx.random().range(20.0..620.0);
    let y = cx.random().range(60.0..300.0);
    cx.spawn_with(firefly.at(vec2(x, y)).soft(), Firefly);
}

/// Returns the colour of a pixel of the sky, and of the dark hills below.
fn sky(x: u32, y: u32) -> Color {
    let (x, y) = (x as f32, y as f32);
    let hill = 300.0 + 22.0 * math::sin(x / 90.0) + 7.0 * math::sin(x / 23.0);
    if y > hill {
        return Color::hex(0x0a1018);
    }
    Color::hex(0x0c1230).lerp(Color::hex(0x2c4468), y / 360.0)
}

/// Returns the colour of a pixel of a firefly's light, which fades from its middle.
fn glow(x: u32, y: u32) -> Color {
    let distance = (vec2(x as f32, y as f32) - 15.5).length();
    let light = (1.0 - distance / 16.0).max(0.0);
    let color = Color::hex(0xffdc6a);
    color.with_alpha(0).lerp(color, light * light)
}

fn main() -> Result<(), Error> {
    App::from_args("Fireflies")?.pixels(640, 360).run(start)
}
