//! The pictures, made in code, and the flames.

use damselfly::assets::{Assets, Pixels};
use damselfly::prelude::*;
use damselfly::scene::Emitter;

/// Side of a cell of the map, in pixels.
pub(crate) const CELL: u32 = 20;

const WATCHMAN: &str = "
    cccc
  cccccccc
 cccchhhccc
 ccchhhhhccl
cccchhhhhcllw
cccchhhhhcllw
 ccchhhhhccl
 cccchhhccc
  cccccccc
    cccc";

const CRYSTAL: &str = "
    b
   bwb
   bwb
  bwwpb
  bwppb
 bwwppbb
 bwppppb
  bpppb
   bbb";

const PALETTE: [(char, Color); 7] = [
    ('c', Color::hex(0x7d5a48)),
    ('h', Color::hex(0xd8b48c)),
    ('l', Color::hex(0x5a5040)),
    ('w', Color::hex(0xfff4d8)),
    ('b', Color::hex(0x56b6d8)),
    ('p', Color::hex(0x9ae4f4)),
    ('k', Color::hex(0x20202c)),
];

/// Adds the sprites.
///
/// # Errors
/// The atlas is full.
pub(crate) fn load(assets: &mut Assets) -> Result<(), Error> {
    assets.add_image("Watchman", Pixels::from_letters(WATCHMAN, &PALETTE)?)?;
    assets.add_image("Crystal", Pixels::from_letters(CRYSTAL, &PALETTE)?)?;
    assets.add_image("Floor", Pixels::from_fn(4 * CELL, 4 * CELL, slab))?;
    assets.add_image("Wall", Pixels::from_fn(CELL, CELL, brick))?;
    assets.add_image("Pillar", Pixels::from_fn(24, 24, pillar))?;
    assets.add_image("Glow", Pixels::from_fn(48, 48, glow))?;
    Ok(())
}

/// Returns a shade from 0 to 1 that looks random, and is the same for the same place.
fn grain(x: u32, y: u32) -> f32 {
    let mixed =
        (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d);
    (mixed >> 24) as f32 / 255.0
}

/// Returns a pixel of the floor: slabs of two sizes with dark joints.
fn slab(x: u32, y: u32) -> Color {
    let row = y / CELL;
    let shifted = (x + row % 2 * CELL) % (4 * CELL);
    let width = 2 * CELL;
    let (column, in_x, in_y) = (shifted / width, shifted % width, y % CELL);
    if in_x == 0 || in_y == 0 {
        return Color::hex(0x4a4a52);
    }
    let light = if in_x == 1 || in_y == 1 { 0.12 } else { 0.0 };
    let shade = 0.35 * grain(column + 7, row + 3) + 0.12 * grain(x, y) + light;
    Color::hex(0x82807e).lerp(Color::hex(0xb8b2a8), shade)
}

/// Returns a pixel of the walls: bricks, each row shifted by half a brick.
fn brick(x: u32, y: u32) -> Color {
    let row = y / 5;
    let shifted = (x + row % 2 * 5) % CELL;
    if y % 5 == 4 || shifted % 10 == 9 {
        return Color::hex(0x3c3436);
    }
    let shade = 0.5 * grain(shifted / 10 + 3, row + 11) + 0.15 * grain(x, y);
    Color::hex(0x8a6a5c).lerp(Color::hex(0xc09a84), shade)
}

/// Returns a pixel of a round pillar.
fn pillar(x: u32, y: u32) -> Color {
    let from_middle = vec2(x as f32, y as f32) - 11.5;
    let distance = from_middle.length();
    if distance > 11.8 {
        return Color::TRANSPARENT;
    }
    let rim = if (8.0..9.4).contains(&distance) {
        0.0
    } else {
        0.55
    };
    Color::hex(0x6c6a70).lerp(Color::hex(0xd0ccc4), rim + 0.2 * grain(x, y))
}

/// Returns a pixel of a round glow, brightest in its middle.
fn glow(x: u32, y: u32) -> Color {
    let distance = (vec2(x as f32, y as f32) - 23.5).length() / 24.0;
    let light = (1.0 - distance * distance).max(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 255"
    )]
    let alpha = (light * light * 255.0) as u8;
    Color::WHITE.with_alpha(alpha)
}

/// Returns the flames of a torch.
pub(crate) fn flames() -> Emitter {
    let colors = [
        Color::hex(0xfff0b0),
        Color::hex(0xffa030),
        Color::hex(0xd04010).with_alpha(0),
    ];
    Emitter::new()
        .rate(0.6)
        .life(14.0..26.0)
        .area(vec2(5.0, 3.0))
        .speed(0.05..0.3)
        .gravity(vec2(0.0, -0.03))
        .colors(colors)
        .sizes([4.0, 1.0])
        .blend(Blend::Additive)
}
