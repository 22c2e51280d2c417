//! Culling in coarser targets: of groups, their masks and their light maps.

use crate::describe::{compare, described};
use crate::oracle::paint;
use crate::scenes::{SceneData, SceneLayer};
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{GroupLight, LayerGroup, Projection, SoftwareRenderer, Viewport};
use damselfly::scene::{CHUNK, GroupLook, Instance, Layer, Resolution};

/// Columns of chunks inside the view, which shows columns 16 to 80.
const INSIDE: [f32; 3] = [18.0, 40.0, 74.0];

/// Returns a layer of chunks inside the view, and of two outside, for a target whose sides are divided by `factor`. The
/// two are outside by the margin of culling, three pixels of the target. If they were divided once more by 2, or the
/// view once less, the first one would be inside.
fn layer(factor: f32) -> SceneLayer {
    let outside = [92.0 + 3.0 * factor, 4.0 - 3.0 * factor];
    let mut layer = Layer::new();
    for column in INSIDE.into_iter().chain(outside) {
        for row in 0..CHUNK {
            let place = vec2(column, 20.0 + (row % 32) as f32);
            let mut square = Instance::new(place, FrameId::SOLID);
            square.set_scale(Vec2::splat(4.0));
            square.set_tint(Color::YELLOW);
            layer.push(None, square, Vec2::ZERO);
        }
    }
    SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: true,
        clip: None,
    }
}

#[test]
fn coarse_targets_draw_exactly_the_chunks_in_their_view() {
    let assets = Assets::new(AssetSettings::default());
    let resolutions = [
        (Resolution::Full, 1.0),
        (Resolution::Half, 2.0),
        (Resolution::Quarter, 4.0),
    ];
    for ((resolution, factor), (of_light, light_factor)) in resolutions
        .into_iter()
        .flat_map(|own| resolutions.map(|light| (own, light)))
    {
        let mut data = SceneData::sized([96, 80]);
        data.viewport = Viewport {
            origin: [16, 16],
            size: [64, 48],
            ..data.viewport
        };
        // The layers of the group, of its mask, and of its light map.
        data.layers = [factor, factor, factor * light_factor].map(layer).into();
        data.groups.push(LayerGroup {
            layers: 0..1,
            look: GroupLook {
                resolution,
                ..GroupLook::default()
            },
            mask: Some(1..2),
            light: Some(GroupLight {
                ambient: Color::rgb(60, 60, 60),
                resolution: of_light,
                is_smooth: false,
                layers: Some(2..3),
                lights: Vec::new(),
                edges: Vec::new(),
                depth: 0.0,
            }),
            effects: Vec::new(),
        });
        data.with_frame(&assets, |frame| {
            let mut renderer = SoftwareRenderer::default();
            let painting = paint(&mut described(frame));
            let name = format!("{resolution:?} {of_light:?}");
            assert_eq!(compare(&mut renderer, frame, &painting), Ok(()), "{name}");
            let stats = SoftwareRenderer::default().render(frame);
            let counts = [stats.chunks_drawn, stats.chunks_skipped];
            assert_eq!(counts, [3 * INSIDE.len(), 3 * 2], "{name}");
        });
    }
}
