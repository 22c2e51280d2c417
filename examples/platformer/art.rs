//! The sprites, made of letters and of formulas, and the particles.

use core::f32::consts::TAU;

use damselfly::assets::{Animation, AssetError, Assets, FrameLayout, ImageLayout, Pixels};
use damselfly::prelude::*;

/// Colour of all outlines.
pub(super) const INK: Color = Color::hex(0x26223c);

/// Colours of the images that are made of letters.
const PALETTE: [(char, Color); 13] = [
    ('.', Color::TRANSPARENT),
    ('k', INK),
    ('g', Color::hex(0x2fa58c)),
    ('h', Color::hex(0x86e3c0)),
    ('s', Color::hex(0xffd9b0)),
    ('w', Color::WHITE),
    ('r', Color::hex(0xe8505a)),
    ('b', Color::hex(0x6a4a3c)),
    ('p', Color::hex(0x8a5cc8)),
    ('m', Color::hex(0xb08050)),
    ('a', Color::hex(0xd4d4e4)),
    ('y', Color::hex(0xffc83c)),
    ('d', Color::hex(0x4a3248)),
];

const HEART: &str = "
.kkk.kkk.
krrrkrrrk
krwrrrrrk
krrrrrrrk
.krrrrrk.
..krrrk..
...krk...
....k....";

/// Adds all sprites.
///
/// # Errors
/// Fails if the atlas is full.
pub(super) fn load(assets: &mut Assets) -> Result<(), Error> {
    let hero = add_letters("hero", include_str!("hero.txt"), assets)?;
    assets.add_animations(
        hero,
        [
            Animation::new("stand", [0, 0, 0, 0, 0, 0, 0, 1], 16.0),
            Animation::new("run", 2..6, 5.0),
            Animation::new("jump", [6], 1.0),
            Animation::new("fall", [7], 1.0),
        ],
    )?;
    let walker = add_letters("walker", include_str!("walker.txt"), assets)?;
    assets.add_animations(walker, [Animation::new("walk", 0..2, 10.0)])?;
    let flag = add_letters("flag", include_str!("flag.txt"), assets)?;
    assets.add_animations(flag, [Animation::new("raised", 1..3, 14.0)])?;
    assets.add_image("heart", Pixels::from_letters(HEART, &PALETTE)?)?;
    add_frames("coin", 4, 8, coin, assets)?;
    assets.add_image("lift", Pixels::from_fn(48, 8, lift))?;
    assets.add_image("spikes", Pixels::from_fn(16, 16, spikes))?;
    assets.add_image("ramp", Pixels::from_fn(16, 16, ramp))?;
    assets.add_image("door", Pixels::from_fn(20, 32, door))?;
    assets.add_image("sky", Pixels::from_fn(320, 180, sky))?;
    let hills = |color, rough| move |x, y| hill(x, y, color, rough);
    let far = Pixels::from_fn(320, 120, hills(Color::hex(0x8fc4dc), 2.0));
    assets.add_image("far hills", far)?;
    let near = Pixels::from_fn(320, 120, hills(Color::hex(0x6cae9e), 3.0));
    assets.add_image("near hills", near)?;
    Ok(())
}

/// Adds a sprite of letters. Its frames of 16 × 16 letters are one below the other.
fn add_letters(label: &str, text: &str, assets: &mut Assets) -> Result<SpriteId, Error> {
    let pixels = Pixels::from_letters(text, &PALETTE)?;
    Ok(add_sheet(label, &pixels, 8, assets)?)
}

/// Adds a sprite with `count` frames of 16 × 16 pixels. `color` computes a texel from the frame number, x and y.
fn add_frames(
    label: &str,
    count: u32,
    slowdown: u16,
    color: impl Fn(u32, u32, u32) -> Color,
    assets: &mut Assets,
) -> Result<SpriteId, AssetError> {
    let pixels = Pixels::from_fn(16, 16 * count, |x, y| color(y / 16, x, y % 16));
    add_sheet(label, &pixels, slowdown, assets)
}

fn add_sheet(
    label: &str,
    pixels: &Pixels,
    slowdown: u16,
    assets: &mut Assets,
) -> Result<SpriteId, AssetError> {
    let frames = FrameLayout::Cells {
        width: 16,
        height: 16,
    };
    let layout = ImageLayout {
        frames,
        slowdown,
        ..ImageLayout::default()
    };
    assets.add_image_with(label, pixels, &layout)
}

/// Returns the colour of a pixel of a spinning coin.
fn coin(frame: u32, x: u32, y: u32) -> Color {
    let half = [5.5, 4.0, 2.0, 4.0][frame as usize % 4];
    let place = vec2(x as f32 - 7.5, y as f32 - 7.5);
    let from_rim = 1.0 - (place / vec2(half, 6.0)).length();
    match from_rim {
        ..0.0 => Color::TRANSPARENT,
        _ if from_rim * half < 1.0 => Color::hex(0xa8681c),
        _ if place.x + place.y < -2.0 => Color::hex(0xfff0a0),
        _ => Color::hex(0xffc83c),
    }
}

/// Returns the colour of a pixel of earth with stones, and with grass at its top if the row above is open.
fn rock(is_open: bool, x: u32, y: u32) -> Color {
    let blade = [3, 4, 5, 4, 3, 5, 4, 6][x as usize / 2 % 8];
    let grass = if y < 2 {
        Color::hex(0xa6dc5a)
    } else {
        Color::hex(0x5cb048)
    };
    let speckle = (x * 7 + y * 13 + x * y * 3) % 29;
    match speckle {
        _ if is_open && y < blade => grass,
        _ if is_open && y == blade => Color::hex(0x3a6a44),
        0 => Color::hex(0xc08a5e),
        1 | 2 => Color::hex(0x84583f),
        _ => Color::hex(0xa06c48),
    }
}

/// Returns the colour of a pixel of a ramp: half a cell of rock that rises to the right.
fn ramp(x: u32, y: u32) -> Color {
    match y + x {
        ..15 => Color::TRANSPARENT,
        depth => rock(depth < 20, x, if depth < 20 { depth - 15 } else { y }),
    }
}

/// Returns the colour of a pixel of a metal platform.
fn lift(x: u32, y: u32) -> Color {
    match (x, y) {
        (0 | 47, 0 | 7) => Color::TRANSPARENT,
        (_, 0 | 7) | (0 | 47, _) => INK,
        (_, 1) => Color::hex(0xd8e4f0),
        _ if (x + y) % 12 < 6 => Color::hex(0xffc83c),
        _ => Color::hex(0x5c6480),
    }
}

fn spikes(x: u32, y: u32) -> Color {
    let (from_middle, depth) = ((x % 8).abs_diff(4), y.saturating_sub(6));
    match depth.checked_sub(2 * from_middle) {
        _ if y < 6 => Color::TRANSPARENT,
        None => Color::TRANSPARENT,
        Some(0 | 1) => INK,
        _ if x % 8 < 4 => Color::hex(0xe4e8f4),
        _ => Color::hex(0x9aa2bc),
    }
}

/// Returns the colour of a pixel of a door with a round top, ajar, with light behind it.
fn door(x: u32, y: u32) -> Color {
    let place = vec2(x as f32 - 9.5, (y as f32 - 10.0).min(0.0));
    match place.length() {
        10.0.. => Color::TRANSPARENT,
        9.0.. => INK,
        7.0.. => Color::hex(0xb08050),
        6.0.. => INK,
        _ => Color::hex(0xfff4b8).lerp(Color::hex(0xff9c50), y as f32 / 32.0),
    }
}

/// Returns the colour of a pixel of the sky, with clouds.
fn sky(x: u32, y: u32) -> Color {
    let blue = Color::hex(0x5aa8e8).lerp(Color::hex(0xdcf0f4), (y as f32 / 150.0).min(1.0));
    let clouds = [
        (60.0, 46.0, 26.0),
        (84.0, 52.0, 18.0),
        (210.0, 30.0, 22.0),
        (236.0, 36.0, 30.0),
        (290.0, 76.0, 16.0),
    ];
    let is_cloud = clouds.iter().any(|&(cx, cy, size)| {
        let off = vec2(x as f32 - cx, (y as f32 - cy) * 2.4);
        off.length() < size && (y as f32) < cy + 5.0
    });
    if is_cloud {
        blue.lerp(Color::WHITE, 0.7)
    } else {
        blue
    }
}

/// Returns the colour of a pixel of hills. The left and right edge of the image fit together.
fn hill(x: u32, y: u32, color: Color, rough: f32) -> Color {
    let turn = TAU * x as f32 / 320.0;
    let swell = math::sin(turn * rough) + 0.5 * math::sin(turn * (2.0 * rough + 1.0) + 1.0);
    let depth = y as f32 - (34.0 + 18.0 * swell);
    match depth {
        ..0.0 => Color::TRANSPARENT,
        ..2.0 => color.lerp(Color::WHITE, 0.35),
        _ => color.lerp(Color::hex(0x4e8a8e), (depth / 150.0).min(1.0)),
    }
}

/// Returns the dust of running feet.
pub(super) fn dust(count: u32) -> Emitter {
    let dust = Emitter::new().count(count).life(10.0..24.0).drag(0.06);
    dust.toward(-TAU / 4.0, 2.6)
        .speed(0.2..0.9)
        .area(vec2(8.0, 1.0))
        .colors([Color::hex(0xf0e4d0), Color::hex(0xf0e4d0).with_alpha(0)])
        .sizes([3.0, 1.0])
}

/// Returns the glitter of a coin or a flag.
pub(super) fn glitter() -> Emitter {
    let gold = Color::hex(0xffe070);
    let glitter = Emitter::new().count(14).life(12.0..30.0).drag(0.05);
    glitter
        .speed(0.4..1.8)
        .colors([Color::WHITE, gold, gold.with_alpha(0)])
        .sizes([2.5, 1.0])
        .blend(Blend::Additive)
}

/// Returns the splash of a flattened walker.
pub(super) fn splash() -> Emitter {
    let color = Color::hex(0xa87ce0);
    let splash = Emitter::new().count(18).life(14.0..32.0).speed(0.4..2.2);
    splash
        .gravity(vec2(0.0, 0.08))
        .colors([Color::WHITE, color, color.with_alpha(0)])
        .sizes([3.0, 1.0])
}

/// Returns the burst of a dying hero.
pub(super) fn burst() -> Emitter {
    let (red, green) = (Color::hex(0xe8505a), Color::hex(0x2fa58c));
    let burst = Emitter::new().count(50).life(20.0..50.0).speed(0.5..3.0);
    burst
        .gravity(vec2(0.0, 0.06))
        .colors([Color::WHITE, red, green, green.with_alpha(0)])
        .sizes([3.5, 1.0])
}
