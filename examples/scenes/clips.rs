//! Clip rectangles of layers.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::geometry::Rect;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{LayerGroup, Projection, Viewport};
use damselfly::scene::{
    Blend, GroupLook, Instance, InstanceFlags, Layer, Material, Resolution, TextStyle, put_text,
};

use super::{SceneData, SceneLayer, art};

/// Returns layers of discs, turned squares, text, blend modes and materials, each clipped at a fraction of a pixel, in
/// a view between bars. Three of them are groups of several resolutions.
pub(crate) fn of_layers(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 220, 150]);
    let mut data = SceneData::sized([180, 124]);
    data.viewport = Viewport {
        origin: [7, 5],
        size: [166, 114],
        ..data.viewport
    };
    let steps = [0.0, 0.25, 0.5, 0.75, 0.49, 0.51];
    for line in 0..2_u8 {
        for (column, step) in steps.into_iter().enumerate() {
            let place = vec2(10.0 + 27.0 * column as f32, 12.0 + 54.0 * f32::from(line));
            let layer = match line {
                0 => discs(disc, place, column % 2 == 1),
                _ => squares(place, column),
            };
            let clip = Rect::from_size(
                place + vec2(2.0 + step, 3.0 - step),
                vec2(19.0, 30.0 + step),
            );
            push(&mut data, layer, Some(clip));
        }
    }
    let mut text = Layer::new();
    let style = TextStyle::from(Color::WHITE);
    put_text(
        &mut text,
        assets,
        "Cut off on both sides",
        vec2(10.0, 50.0),
        vec2(8.0, 16.0),
        style,
    );
    push(
        &mut data,
        text,
        Some(Rect::new(vec2(20.5, 0.0), vec2(90.5, 60.0))),
    );
    push(&mut data, discs(disc, vec2(120.0, 44.0), false), None);
    for (first, resolution) in [
        (1, Resolution::Full),
        (3, Resolution::Half),
        (5, Resolution::Quarter),
    ] {
        data.groups.push(LayerGroup {
            layers: first..first + 1,
            look: GroupLook {
                resolution,
                is_smooth: first == 3,
                ..GroupLook::default()
            },
            mask: None,
            effects: Vec::new(),
            light: None,
        });
    }
    data
}

/// Returns overlapping discs, some filtered. If `has_styles`, they multiply, screen and subtract.
fn discs(disc: FrameId, place: Vec2, has_styles: bool) -> Layer {
    let colors = [
        Color::TERMINAL_RED,
        Color::TERMINAL_GREEN,
        Color::TERMINAL_BLUE,
    ];
    let blends = [Blend::Screen, Blend::Multiply, Blend::Subtract];
    let mut layer = Layer::new();
    for step in 0..9_u8 {
        let at = place + vec2(6.3 * f32::from(step % 3), 12.4 * f32::from(step / 3));
        let mut sprite = Instance::new(at, disc);
        sprite.set_tint(colors[usize::from(step % 3)]);
        if step % 2 == 0 {
            sprite.set_flags(InstanceFlags::LINEAR);
        }
        let row = layer.push(None, sprite, Vec2::ZERO);
        if has_styles {
            layer.set_blend(row, blends[usize::from(step) % blends.len()]);
        }
    }
    layer
}

/// Returns turned squares. In some columns, they have materials.
fn squares(place: Vec2, column: usize) -> Layer {
    let mut layer = Layer::new();
    for step in 0..8_u8 {
        let at = place + vec2(3.1 * f32::from(step), 5.2 * f32::from(step));
        let mut square = Instance::new(at, FrameId::PLACEHOLDER);
        square.turn = Turn(u16::from(step) * 3000);
        square.set_tint(Color::rgb(30 * step, 220, 255 - 30 * step));
        let row = layer.push(None, square, Vec2::ZERO);
        if column % 3 == 1 {
            let outline = Material::Outline {
                color: Color::YELLOW,
                width: 2,
            };
            layer.set_material(row, outline);
        }
    }
    layer
}

fn push(data: &mut SceneData, layer: Layer, clip: Option<Rect>) {
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip,
    });
}
