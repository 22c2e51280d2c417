//! Blend modes of rows over each other: all six, over dark and bright backgrounds.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::scene::{Blend, Instance, InstanceFlags, Layer};

use super::{SceneData, SceneLayer, art};

const BLENDS: [Blend; 6] = [
    Blend::Alpha,
    Blend::Additive,
    Blend::Opaque,
    Blend::Multiply,
    Blend::Screen,
    Blend::Subtract,
];

/// Returns stripes from black to white, and over them three discs of each blend mode, in rows of falling opacity.
pub(crate) fn side_by_side(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 210, 120]);
    let mut layer = Layer::new();
    for step in 0..16_u8 {
        let mut stripe = Instance::new(vec2(0.0, 10.0 * f32::from(step)), FrameId::SOLID);
        stripe.set_scale(vec2(256.0, 10.0));
        stripe.set_tint(Color::rgb(17 * step, 17 * step, 255 - 17 * step));
        layer.push(None, stripe, Vec2::ZERO);
    }
    let colors = [
        Color::TERMINAL_RED,
        Color::TERMINAL_GREEN,
        Color::TERMINAL_BLUE,
    ];
    for (line, opacity) in [255, 160, 40].into_iter().enumerate() {
        for (column, blend) in BLENDS.into_iter().enumerate() {
            let place = vec2(20.0 + 40.0 * column as f32, 20.0 + 50.0 * line as f32);
            for (step, color) in colors.into_iter().enumerate() {
                let mut sprite = Instance::new(place + Vec2::splat(step as f32 * 7.5), disc);
                sprite.set_tint(color.with_alpha(opacity));
                if step == 2 {
                    sprite.set_flags(InstanceFlags::LINEAR.with(InstanceFlags::FILLED));
                }
                let row = layer.push(None, sprite, Vec2::ZERO);
                layer.set_blend(row, blend);
            }
        }
    }
    with(layer, [256, 160])
}

/// Returns two thousand squares whose blend modes alternate: runs of one row, over two chunks and with hidden rows.
pub(crate) fn alternating(_: &mut Assets) -> SceneData {
    let mut layer = Layer::new();
    for index in 0..2000_usize {
        let place = vec2((index % 61) as f32, (index % 43) as f32);
        let mut square = Instance::new(place, FrameId::SOLID);
        square.set_scale(Vec2::splat(3.0));
        let shade = |factor: usize| u8::try_from(index * factor % 256).unwrap_or(0);
        square.set_tint(Color::rgba(shade(7), shade(13), shade(29), shade(3)));
        if index % 11 == 0 {
            square.set_flags(InstanceFlags::HIDDEN);
        }
        let row = layer.push(None, square, Vec2::ZERO);
        layer.set_blend(row, BLENDS[index * index % 7 % 6]);
    }
    with(layer, [64, 48])
}

fn with(layer: Layer, size: [u32; 2]) -> SceneData {
    let mut data = SceneData::sized(size);
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
    data
}
