//! Groups of layers, which are drawn to separate targets.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{LayerGroup, Projection, Viewport};
use damselfly::scene::{Blend, GroupLook, Instance, InstanceFlags, Layer, Resolution};

use super::{SceneData, SceneLayer, art};

const BLENDS: [Blend; 6] = [
    Blend::Alpha,
    Blend::Additive,
    Blend::Opaque,
    Blend::Multiply,
    Blend::Screen,
    Blend::Subtract,
];

/// Returns a view between bars, with stripes below and a group of three discs for each blend mode, at all resolutions.
pub(crate) fn all_modes(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 220, 150]);
    let mut data = striped([261, 175], [9, 13]);
    let resolutions = [Resolution::Full, Resolution::Half, Resolution::Quarter];
    for (line, resolution) in resolutions.into_iter().enumerate() {
        for (column, blend) in BLENDS.into_iter().enumerate() {
            let place = vec2(24.0 + 40.25 * column as f32, 30.0 + 50.5 * line as f32);
            let layer = discs(disc, place, column % 2 == 1);
            let look = GroupLook {
                tint: Color::rgba(255, 240, 220, 160),
                blend,
                is_smooth: line == 1,
                resolution,
            };
            add_group(&mut data, layer, look);
        }
    }
    data
}

/// Returns two layers in a group, between layers outside of it, with blend modes of rows inside.
pub(crate) fn layers_between(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let mut data = striped([96, 64], [0, 0]);
    push(&mut data, discs(disc, vec2(20.0, 20.0), false));
    let first = data.layers.len();
    let mut inner = discs(disc, vec2(34.0, 24.0), true);
    for (row, blend) in [Blend::Multiply, Blend::Screen, Blend::Subtract]
        .into_iter()
        .enumerate()
    {
        inner.set_blend(row, blend);
    }
    push(&mut data, discs(disc, vec2(28.0, 30.0), false));
    push(&mut data, inner);
    data.groups.push(LayerGroup {
        layers: first..first + 2,
        look: GroupLook {
            tint: Color::rgba(200, 255, 255, 200),
            ..GroupLook::default()
        },
        mask: None,
        effects: Vec::new(),
        light: None,
    });
    push(&mut data, discs(disc, vec2(52.0, 30.0), false));
    data
}

/// Returns stripes in a view of this target, between bars of these widths.
fn striped(target: [u32; 2], bars: [u32; 2]) -> SceneData {
    let mut data = SceneData::sized(target);
    let size = [target[0] - 2 * bars[0], target[1] - 2 * bars[1]];
    data.viewport = Viewport {
        origin: bars,
        size,
        ..data.viewport
    };
    let mut layer = Layer::new();
    for step in 0..18_u8 {
        let mut stripe = Instance::new(vec2(0.0, 10.0 * f32::from(step)), FrameId::SOLID);
        stripe.set_scale(vec2(280.0, 7.0));
        stripe.set_tint(Color::rgb(14 * step, 200, 255 - 14 * step));
        layer.push(None, stripe, Vec2::ZERO);
    }
    push(&mut data, layer);
    data
}

/// Returns three overlapping discs, the last one filtered and perhaps added as light.
fn discs(disc: FrameId, place: Vec2, has_glow: bool) -> Layer {
    let colors = [
        Color::TERMINAL_RED,
        Color::TERMINAL_GREEN,
        Color::TERMINAL_BLUE.with_alpha(190),
    ];
    let mut layer = Layer::new();
    for (step, color) in colors.into_iter().enumerate() {
        let mut sprite = Instance::new(place + vec2(7.3, 5.6) * step as f32, disc);
        sprite.set_tint(color);
        if step == 2 {
            let glow = match has_glow {
                true => InstanceFlags::ADDITIVE,
                false => InstanceFlags::default(),
            };
            sprite.set_flags(InstanceFlags::LINEAR.with(glow));
        }
        layer.push(None, sprite, Vec2::ZERO);
    }
    layer
}

fn push(data: &mut SceneData, layer: Layer) {
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
}

fn add_group(data: &mut SceneData, layer: Layer, look: GroupLook) {
    let layers = data.layers.len()..data.layers.len() + 1;
    push(data, layer);
    data.groups.push(LayerGroup {
        layers,
        look,
        mask: None,
        effects: Vec::new(),
        light: None,
    });
}
