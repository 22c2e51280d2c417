//! The pictures, made in code.

use damselfly::assets::{Animation, Assets, FrameLayout, ImageLayout, Pixels};
use damselfly::math;
use damselfly::prelude::*;

/// Height of the water's edge, in pixels from the top.
const SHORE: f32 = 238.0;

/// Place of the sun.
const SUN: Vec2 = vec2(418.0, 150.0);

/// Two frames of a dragonfly, whose wings beat. It flies to the right.
const DRAGONFLY: &str = "
     ww ww             ww ww
    wwwwww            www ww
    wwwww              wwww
     www              wwww
bbbbbbbbbboo      bbbbbbbbbboo
     www              wwww
    wwwww              wwww
    wwwwww            www ww
     ww ww             ww ww  ";

const LILY: &str = "
        p
     p  p  p
     pp p pp
   p ppppppp p
   pppplllpppp
    pplllllpp
 gg  pplllpp  ggg
gggg  ppppp ggggggg
gggggg   gggggggggg
 ggggggggggggggggg
   gggggggggggg";

const PALETTE: [(char, Color); 6] = [
    ('w', Color::hex(0xd8f4ff)),
    ('b', Color::WHITE),
    ('o', Color::hex(0x203848)),
    ('p', Color::hex(0xf07898)),
    ('l', Color::hex(0xffd860)),
    ('g', Color::hex(0x3c8c58)),
];

/// Colours that the palette swap of a lily replaces: petals, middle and leaves, and the new ones below.
const SWAPPED: [[u32; 3]; 2] = [
    [0xf07898, 0xffd860, 0x3c8c58],
    [0x8ab4ff, 0xfff4c8, 0x6a5ca8],
];

/// Adds the sprites.
///
/// # Errors
/// The atlas is full.
pub(crate) fn load(assets: &mut Assets) -> Result<(), Error> {
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 2,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let dragonfly = Pixels::from_letters(DRAGONFLY, &PALETTE)?;
    let dragonfly = assets.add_image_with("Dragonfly", dragonfly, &layout)?;
    assets.add_animations(dragonfly, [Animation::new("fly", 0..2, 2.0)])?;
    assets.add_image("Lily", Pixels::from_letters(LILY, &PALETTE)?)?;
    assets.add_image("Pond", Pixels::from_fn(640, 360, pond))?;
    let swapped = |x: u32, y: u32| Color::hex(SWAPPED[y as usize % 2][x as usize % 3]);
    assets.add_image("Swap", Pixels::from_fn(3, 2, swapped))?;
    Ok(())
}

/// Returns a pixel of the pond: below the shore, the sky is reflected by waves.
fn pond(x: u32, y: u32) -> Color {
    let at = vec2(x as f32, y as f32);
    if at.y < SHORE {
        return sky(at);
    }
    let depth = at.y - SHORE;
    let ripple =
        math::sin(depth * 1.9) * (1.0 + 0.05 * depth) + 2.0 * math::sin(at.x * 0.05 + depth);
    let seen = sky(vec2(at.x + ripple, SHORE - 1.2 * depth));
    seen.lerp(Color::hex(0x10243c), 0.35 + depth / 400.0)
}

/// Returns a pixel of the sky, the sun and the hills.
fn sky(at: Vec2) -> Color {
    let ridge = |base: f32, size: f32, shift: f32| {
        base - size * math::sin(at.x * 0.011 + shift)
            - 0.4 * size * math::sin(at.x * 0.029 + 2.0 * shift)
    };
    if at.y > ridge(232.0, 9.0, 0.6) {
        return Color::hex(0x1c1830);
    }
    if at.y > ridge(205.0, 16.0, 2.4) {
        return Color::hex(0x3c2a4c);
    }
    let height = (at.y / SHORE).clamp(0.0, 1.0);
    let (top, middle, low) = (
        Color::hex(0x20264e),
        Color::hex(0xb05a78),
        Color::hex(0xffb060),
    );
    let sky = match height < 0.5 {
        true => top.lerp(middle, height * 2.0),
        false => middle.lerp(low, height * 2.0 - 1.0),
    };
    let from_sun = at.distance(SUN);
    if from_sun < 26.0 {
        return Color::hex(0xfff0c0);
    }
    sky.lerp(
        Color::hex(0xffe0a0),
        (1.0 - from_sun / 150.0).max(0.0) * 0.7,
    )
}
