//! The sprites that are made in code, and the particles.

use damselfly::prelude::*;

use super::STARS;

/// Adds the guns, the shots and the sky.
///
/// # Errors
/// Fails if the atlas is full.
pub(super) fn load(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.assets.add_image("gun", Pixels::from_fn(14, 7, gun))?;
    cx.assets.add_rect("shot", 9, 2, Color::hex(0xffe28a))?;
    cx.assets.add_disc("bolt", 5, Color::hex(0xff6a5a))?;
    cx.assets.add_disc("cell", 9, Color::hex(0x6ae0ff))?;
    let sky = cx.assets.add_image("sky", Pixels::from_fn(640, 360, sky))?;
    let sky = Object::from(sky).at(vec2(320.0, 180.0)).spectral();
    cx.spawn(sky.altitude(STARS));
    let star = cx.assets.add_rect("star", 2, 1, Color::WHITE)?;
    for _ in 0..90 {
        // Near stars are brighter and faster.
        let near = cx.random().range(0.1..1.0_f32);
        let at = vec2(cx.random().range(0.0..640.0), cx.random().range(0.0..360.0));
        let star = Object::new("Star")
            .sprite(star)
            .tint(Color::BLACK.lerp(Color::WHITE, near));
        let star = star.at(at).velocity(vec2(-2.0 * near, 0.0));
        cx.spawn_with(star.altitude(STARS).spectral(), Star);
    }
    Ok(())
}

/// Returns to the right edge after it has left the view.
#[derive(Clone)]
struct Star;

impl Behavior for Star {
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        let y = cx.random().range(0.0..360.0);
        cx.me().set_position(vec2(641.0, y));
    }
}

/// Returns the colour of a pixel of a gun that points to the right: a round base with a barrel.
fn gun(x: u32, y: u32) -> Color {
    let (x, y) = (x as f32 - 3.0, y as f32 - 3.0);
    if vec2(x, y).length() < 3.5 {
        Color::hex(0xc8d2dc)
    } else if x > 0.0 && y.abs() < 1.5 {
        Color::hex(0x8a98a8)
    } else {
        Color::TRANSPARENT
    }
}

/// Returns the colour of a pixel of the sky, which a violet cloud crosses.
fn sky(x: u32, y: u32) -> Color {
    let (x, y) = (x as f32, y as f32);
    let wave = 40.0 * math::sin(x / 140.0) + 14.0 * math::sin(x / 37.0 + y / 50.0);
    let distance = ((y - 170.0 - wave) / 130.0).abs().min(1.0);
    let cloud = (1.0 - distance) * (1.0 - distance);
    Color::hex(0x05060c).lerp(Color::hex(0x34204e), cloud)
}

/// Returns the explosion of a ship.
pub(super) fn explosion(count: u32) -> Emitter {
    let colors = [
        Color::WHITE,
        Color::hex(0xffb040),
        Color::hex(0xc02010).with_alpha(0),
    ];
    let fire = Emitter::new().count(count).life(14.0..50.0).drag(0.05);
    fire.speed(0.2..4.0)
        .colors(colors)
        .sizes([6.0, 2.0])
        .blend(Blend::Additive)
}

/// Returns the flames of one step, from a burning ship or from an engine that pushes to the right.
pub(super) fn flames(count: u32) -> Emitter {
    let colors = [Color::hex(0xffd070), Color::hex(0xff5020).with_alpha(0)];
    let flames = Emitter::new().count(count).life(8.0..20.0).speed(0.5..2.5);
    flames
        .toward(core::f32::consts::PI, 0.4)
        .colors(colors)
        .sizes([4.0, 1.0])
        .blend(Blend::Additive)
}
