//! Scenes of many sprites.

use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::prelude::*;
use damselfly::scene::MovedBy;

use super::VIEW;

/// Side of a sprite in pixels.
const SIDE: u16 = 16;

/// Number of frames on the sheet.
const FRAMES: u16 = 8;

/// Returns the view's size in pixels.
pub(crate) fn view() -> Vec2 {
    Vec2::from(VIEW.map(f32::from))
}

/// Returns a sheet of discs with transparent corners. Each frame has another light.
pub(crate) fn discs(cx: &mut Context<'_>) -> Result<SpriteId, Error> {
    let pixels = Pixels::from_fn((SIDE * FRAMES).into(), SIDE.into(), |x, y| {
        let [side, frames] = [SIDE, FRAMES].map(u32::from);
        let (frame, x) = (x / side % frames, x % side);
        let far = |at: u32| (2 * at + 1).abs_diff(side);
        let squared = far(x).pow(2) + far(y).pow(2);
        let alpha = (255 + 4 * side.pow(2)).saturating_sub(4 * squared).min(255);
        let light = 255 - 10 * frame - 60 * squared / (2 * side.pow(2));
        let byte = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
        let light = byte(light);
        Color::rgba(light, light, light, byte(alpha))
    });
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: FRAMES,
            rows: 1,
        },
        slowdown: 0,
        ..ImageLayout::default()
    };
    Ok(cx.assets.add_image_with("discs", pixels, &layout)?)
}

/// Spawns discs all over the view, evenly on these altitudes. `change` gets the number of each.
pub(crate) fn spawn(
    cx: &mut Context<'_>,
    count: usize,
    altitudes: core::ops::Range<u16>,
    change: impl Fn(usize, &mut Object, &mut damselfly::Random),
) -> Result<(), Error> {
    let sheet = discs(cx)?;
    let half = Vec2::splat(f32::from(SIDE) / 2.0);
    for altitude in altitudes.clone() {
        cx.reserve(altitude, count / altitudes.len());
    }
    for number in 0..count {
        let random = cx.random();
        let mut tint = || random.range(64..=255);
        let tint = Color::rgb(tint(), tint(), tint());
        let step = u16::try_from(number % altitudes.len()).unwrap_or(0);
        let mut object = Object {
            kind: "Disc",
            position: random.point_in(Rect::new(half, view() - half)),
            altitude: altitudes.start + step,
            solidness: Solidness::Spectral,
            sprite: Some(sheet),
            frame: u16::try_from(number % usize::from(FRAMES)).unwrap_or(0),
            tint,
            ..Object::default()
        };
        change(number, &mut object, random);
        cx.spawn(object);
    }
    Ok(())
}

/// Gives a sprite a random velocity of at most 3 pixels per step along each axis.
pub(crate) fn launch(object: &mut Object, random: &mut damselfly::Random) {
    object.velocity = vec2(random.range(-3.0..3.0), random.range(-3.0..3.0));
}

/// Sprites at rest.
pub(crate) fn scatter(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    spawn(cx, count, 0..1, |_, _, _| ())
}

/// Sprites that the scene moves by [`bounce`].
pub(crate) fn moving(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    spawn(cx, count, 0..1, |_, object, random| launch(object, random))?;
    take_over(cx);
    Ok(())
}

/// The same on all altitudes.
pub(crate) fn in_altitudes(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    let all = cx.altitudes();
    spawn(cx, count, all, |_, object, random| launch(object, random))?;
    take_over(cx);
    Ok(())
}

/// Lets the scene move the sprites of all altitudes.
pub(crate) fn take_over(cx: &mut Context<'_>) {
    for altitude in cx.altitudes() {
        cx.altitude_settings_mut(altitude).moved_by = MovedBy::Game;
    }
}

/// Moves the sprites of all altitudes, and turns them back at the edges of the view.
pub(crate) fn bounce(cx: &mut Context<'_>, _: usize) {
    let half = Vec2::splat(f32::from(SIDE) / 2.0);
    let (min, max) = (half, view() - half);
    // A selection instead of a branch, which would be unpredictable.
    let reflected = |next: f32, speed: f32, low: f32, high: f32| match next < low || next > high {
        true => -speed,
        false => speed,
    };
    for altitude in cx.altitudes() {
        let columns = cx.columns_mut(altitude);
        for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
            let next = instance.position + *velocity;
            *velocity = vec2(
                reflected(next.x, velocity.x, min.x, max.x),
                reflected(next.y, velocity.y, min.y, max.y),
            );
            instance.step_by(*velocity);
        }
    }
}

/// Sprites of different sizes and angles that turn in every step.
pub(crate) fn turned(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    spawn(cx, count, 0..1, |_, object, random| {
        object.angle = random.range(0.0..core::f32::consts::TAU);
        object.spin = random.range(-0.1..0.1);
        let scale = random.range(0.5..1.5);
        object.scale = vec2(scale, scale);
    })
}

/// Translucent sprites that cover the whole view.
pub(crate) fn overdraw(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    let side = 64;
    let pixels = Pixels::from_fn(side, side, |x, y| {
        let [x, y] = [x, y].map(|at| u8::try_from(4 * at).unwrap_or(u8::MAX));
        Color::rgba(x, y, 255 - x, 40)
    });
    let veil = cx.assets.add_image("veil", pixels)?;
    for number in 0..count {
        let tint = u8::try_from(number % 128).unwrap_or(0);
        cx.spawn(Object {
            kind: "Veil",
            position: view() / 2.0,
            altitude: 0,
            solidness: Solidness::Spectral,
            sprite: Some(veil),
            scale: view() / 64.0,
            tint: Color::rgb(255, 255 - tint, 128 + tint),
            ..Object::default()
        });
    }
    Ok(())
}
