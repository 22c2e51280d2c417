//! Chapter 2 of the guide: sprites, and objects that show them.

use damselfly::prelude::*;

/// The middle of the view, which is 640 by 360 pixels large.
const CENTER: Vec2 = vec2(320.0, 180.0);

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let mut night = Pixels::from_fn(640, 360, sky);
    for _ in 0..150 {
        let (x, y) = (cx.random().range(0..640), cx.random().range(0..250));
        night.set(x, y, Color::hex(0xb8c4f0));
    }
    let night = cx.assets.add_image("night", night)?;
    cx.spawn(Object::from(night).at(CENTER).altitude(0).spectral());
    let moon = cx.assets.add_disc("moon", 56, Color::hex(0xf4eed0))?;
    let moon = Object::from(moon).at(vec2(530.0, 76.0));
    cx.spawn(moon.altitude(0).spectral());

    let moth = cx.assets.add_disc("moth", 20, Color::WHITE)?;
    cx.spawn(Object::from(moth).at(CENTER).altitude(3));
    let light = Pixels::from_fn(32, 32, glow);
    let light = cx.assets.add_image("glow", light)?;
    let firefly = Object {
        blend: Blend::Additive,
        ..Object::from(light)
    };
    for _ in 0..10 {
        let x = cx.random().range(20.0..620.0);
        let y = cx.random().range(60.0..300.0);
        cx.spawn(firefly.clone().at(vec2(x, y)));
    }
    Ok(())
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
