//! Materials of rows, with all that changes a row's texels: filters, tints, turns, flips and blend modes.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::scene::{Blend, Instance, InstanceFlags, Layer, Material};

use super::{SceneData, SceneLayer, art};

const BLENDS: [Blend; 6] = [
    Blend::Alpha,
    Blend::Multiply,
    Blend::Additive,
    Blend::Screen,
    Blend::Opaque,
    Blend::Subtract,
];

/// Returns one of many materials. `pick` returns a number below its argument.
pub(crate) fn any_material(palette: FrameId, mut pick: impl FnMut(u32) -> u32) -> Material {
    let mut byte = || u8::try_from(pick(256)).unwrap_or(0);
    let color = Color::rgba(byte(), byte(), byte(), byte());
    let amount = pick(256) as f32 / 255.0;
    let share = pick(9) as f32 / 8.0;
    let seed = u16::try_from(pick(65_536)).unwrap_or(0);
    match pick(6) {
        0 => Material::Flash { color, amount },
        1 => Material::Greyscale { amount },
        2 => Material::Outline {
            color,
            width: color.r % 5,
        },
        3 => Material::Dissolve {
            amount,
            edge: color,
            edge_share: share,
            seed,
        },
        4 => Material::PaletteSwap {
            palette,
            row: seed % 4,
        },
        _ => Material::Wave {
            amplitude: amount * 5.0 * share,
            length: 2.0 + 20.0 * share,
            phase: amount,
        },
    }
}

/// Adds a palette of three rows, whose first has the colours of [`two_colors`].
pub(crate) fn palette(assets: &mut Assets) -> FrameId {
    art::image(assets, "palette", [3, 3], |x, y| match (x, y) {
        (0, 0) => [200, 40, 90, 255],
        (1, 0) => [30, 220, 60, 255],
        (2, 0) => [9, 9, 9, 255],
        (0, 1) => [0, 0, 255, 255],
        (1, 1) => [255, 200, 0, 100],
        (0, 2) => [255; 4],
        _ => [0; 4],
    })
}

/// Adds an image of two colours in several opacities, with transparent corners.
pub(crate) fn two_colors(assets: &mut Assets) -> FrameId {
    art::image(assets, "two colors", [11, 13], |x, y| {
        let alpha = match (x + y) % 5 {
            0 => 90,
            1 => 0,
            _ => 255,
        };
        match x * y % 3 {
            0 => [200, 40, 90, alpha],
            1 => [30, 220, 60, alpha],
            _ => [30, 221, 60, alpha],
        }
    })
}

/// Returns stripes, and over them rows of sprites with many materials, drawn in many ways.
pub(crate) fn side_by_side(assets: &mut Assets) -> SceneData {
    let frames = [
        art::lopsided(assets),
        art::disc(assets, "disc", [255, 210, 120]),
        two_colors(assets),
        FrameId::SOLID,
    ];
    let palette = palette(assets);
    let mut layer = Layer::new();
    for step in 0..16_u8 {
        let mut stripe = Instance::new(vec2(0.0, 10.0 * f32::from(step)), FrameId::SOLID);
        stripe.set_scale(vec2(256.0, 10.0));
        stripe.set_tint(Color::rgb(255 - 17 * step, 17 * step, 17 * step));
        layer.push(None, stripe, Vec2::ZERO);
    }
    let mut state = 1_u32;
    let mut pick = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for index in 0..88_u16 {
        let place = vec2(f32::from(index % 11), f32::from(index / 11));
        let frame = frames[usize::from(index) % frames.len()];
        let mut sprite = Instance::new(place * vec2(22.0, 19.0) + Vec2::splat(12.0), frame);
        let mut scale = Vec2::splat([1.0, 1.0, 0.7, 1.5][pick(4) as usize]);
        if frame == FrameId::SOLID {
            scale *= 9.0;
        }
        sprite.set_scale(scale);
        let turns = [0, 0, 0, 16_384, 5000];
        sprite.turn = Turn(turns[pick(5) as usize]);
        if pick(3) == 0 {
            sprite.set_tint(Color::rgba(255, 160, 90, 200));
        }
        let mut flags = InstanceFlags::default();
        for flag in [
            InstanceFlags::LINEAR,
            InstanceFlags::FLIP_X,
            InstanceFlags::FLIP_Y,
            InstanceFlags::FILLED,
        ] {
            if pick(4) == 0 {
                flags = flags.with(flag);
            }
        }
        sprite.set_flags(flags);
        let row = layer.push(None, sprite, Vec2::ZERO);
        layer.set_blend(row, BLENDS[usize::from(index / 11) % BLENDS.len()]);
        if pick(7) > 0 {
            layer.set_material(row, any_material(palette, &mut pick));
        }
    }
    let mut data = SceneData::sized([256, 160]);
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
    data
}
