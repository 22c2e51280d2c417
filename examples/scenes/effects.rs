//! Effects of groups and of the whole view.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{LayerGroup, Projection, ViewEffects, Viewport};
use damselfly::scene::{GroupEffect, GroupLook, Instance, Layer, Resolution};

use super::{SceneData, SceneLayer, art};

/// Returns a list of effects for each column of a scene.
fn lists() -> [Vec<GroupEffect>; 9] {
    let colors = [Color::BLACK, Color::YELLOW, Color::BLUE, Color::WHITE];
    [
        vec![GroupEffect::levels(-1.0, 1.0), GroupEffect::saturation(0.4)],
        vec![GroupEffect::blur(5.3)],
        vec![GroupEffect::glow(6.0)],
        vec![GroupEffect::Outline {
            width: 2.0,
            color: Color::WHITE,
        }],
        vec![GroupEffect::drop_shadow(vec2(4.0, 3.0))],
        vec![
            GroupEffect::pixelate(4.0),
            GroupEffect::outline(Color::BLACK),
        ],
        vec![GroupEffect::Wave {
            amplitude: vec2(3.0, 1.5),
            length: 14.0,
            phase: 0.3,
        }],
        vec![GroupEffect::palette(&colors)],
        vec![GroupEffect::Dissolve {
            amount: 0.4,
            size: 2.0,
            seed: 7,
            edge: 0.2,
            color: Color::YELLOW,
        }],
    ]
}

/// Returns a group for each kind of effect, at two resolutions, in a view between bars.
pub(crate) fn of_groups(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 220, 150]);
    let mut data = striped([9 * 36 + 15, 100], [7, 5]);
    for (line, resolution) in [Resolution::Full, Resolution::Half].into_iter().enumerate() {
        for (column, effects) in lists().into_iter().enumerate() {
            let place = vec2(24.0 + 36.0 * column as f32, 24.0 + 44.0 * line as f32);
            let layers = data.layers.len()..data.layers.len() + 1;
            push(&mut data, discs(disc, place));
            data.groups.push(LayerGroup {
                layers,
                look: GroupLook {
                    resolution,
                    ..GroupLook::default()
                },
                mask: None,
                light: None,
                effects,
            });
        }
    }
    data
}

/// Returns a view with effects of its lower layers, and with others of all of them.
pub(crate) fn of_the_view(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let mut data = striped([121, 83], [3, 9]);
    push(&mut data, discs(disc, vec2(30.0, 30.0)));
    let circle = GroupEffect::Circle {
        amount: 0.35,
        center: vec2(0.4, 0.6),
        softness: 6.0,
        color: Color::rgba(0, 40, 90, 255),
    };
    data.effects.push(ViewEffects {
        layers: data.layers.len(),
        effects: vec![GroupEffect::crt(), GroupEffect::vignette(0.7), circle],
    });
    push(&mut data, discs(disc, vec2(80.0, 40.0)));
    let wipe = GroupEffect::Wipe {
        amount: 0.3,
        angle: 0.5,
        softness: 20.0,
        color: Color::TERMINAL_RED,
    };
    data.effects.push(ViewEffects {
        layers: data.layers.len(),
        effects: vec![wipe, GroupEffect::fade(0.2)],
    });
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
        stripe.set_scale(vec2(400.0, 7.0));
        stripe.set_tint(Color::rgb(14 * step, 200, 255 - 14 * step));
        layer.push(None, stripe, Vec2::ZERO);
    }
    push(&mut data, layer);
    data
}

/// Returns two overlapping discs.
fn discs(disc: FrameId, place: Vec2) -> Layer {
    let mut layer = Layer::new();
    for (step, color) in [Color::TERMINAL_RED, Color::TERMINAL_GREEN]
        .into_iter()
        .enumerate()
    {
        let mut sprite = Instance::new(place + vec2(7.3, 5.6) * step as f32, disc);
        sprite.set_tint(color);
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
