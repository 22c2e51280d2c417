//! Clip rectangles of layers on the GPU: draw calls, copies, and random frames compared with the software backend.
#![cfg(feature = "gpu")]

use crate::materials::{cases, drawn, ingredients, random_scene, squares};
use crate::pictures;
use crate::random_clips::random_clip;
use crate::rng::Rng;
use crate::scenes::{SceneData, SceneLayer};
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Blending, LayerGroup, Projection, RenderStats};
use damselfly::scene::{Blend, GroupLook, Instance, Layer, Material, Resolution};
use damselfly::{Color, Random};

/// Returns layers of squares, each with a clip rectangle or none, over a view of 64 × 16 pixels.
fn scene(layers: impl IntoIterator<Item = (Layer, Option<Rect>)>) -> SceneData {
    let mut data = SceneData::sized([64, 16]);
    let layers = layers.into_iter();
    data.layers = layers
        .map(|(layer, clip)| SceneLayer {
            layer,
            projection: Projection::IDENTITY,
            cull: false,
            clip,
        })
        .collect();
    data
}

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Option<Rect> {
    Some(Rect::new(vec2(left, top), vec2(right, bottom)))
}

fn draw(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    drawn(gpu, "clips", assets, data)
}

#[test]
fn clipped_layers_share_one_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let grey = Some(Material::Greyscale { amount: 1.0 });
    let mut mixed = squares(500, &[None]);
    mixed.set_blend(7, Blend::Multiply);
    let layers = || {
        [
            (squares(500, &[None]), rect(3.0, 1.0, 20.5, 9.0)),
            (squares(500, &[None]), None),
            (mixed.clone(), rect(10.0, 4.0, 60.0, 6.0)),
            (squares(500, &[grey, None]), rect(0.0, 5.0, 64.0, 6.5)),
        ]
    };
    for count in 1..=4 {
        let data = scene(layers().into_iter().take(count));
        assert_eq!(draw(&mut gpu, &assets, &data).draw_calls, 1, "{count}");
    }
}

#[test]
fn a_clip_rectangle_around_the_view_costs_nothing() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene([(squares(500, &[None]), None), (squares(50, &[None]), None)]);
    draw(&mut gpu, &assets, &data);
    for clip in [rect(0.0, 0.0, 64.0, 16.0), rect(-50.0, 0.3, 90.0, 16.4)] {
        data.layers[0].clip = clip;
        let stats = draw(&mut gpu, &assets, &data);
        assert_eq!((stats.draw_calls, stats.upload_bytes), (1, 0));
    }
}

#[test]
fn a_moving_clip_rectangle_copies_no_sprites() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let layers = [
        (squares(500, &[None]), rect(0.0, 0.0, 9.0, 9.0)),
        (squares(500, &[None]), None),
    ];
    let mut data = scene(layers);
    draw(&mut gpu, &assets, &data);
    for step in 1..8_u8 {
        data.layers[0].clip = rect(f32::from(step), 0.0, 9.0 + f32::from(step), 9.0);
        let stats = draw(&mut gpu, &assets, &data);
        assert_eq!(stats.instance_bytes, 0);
        // The record of the rectangle, from its left to its right edge.
        assert!(stats.upload_bytes <= 16, "{}", stats.upload_bytes);
    }
}

#[test]
fn chunks_outside_a_clip_rectangle_are_skipped() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    // Each chunk has its own column of pixels.
    let mut layer = Layer::new();
    for index in 0..4096_u16 {
        let place = vec2(f32::from(index / 1024) * 16.0 + 6.0, f32::from(index % 12));
        let mut square = Instance::new(place, FrameId::SOLID);
        square.set_scale(Vec2::splat(2.0));
        layer.push(None, square, Vec2::ZERO);
    }
    let mut data = scene([(layer, None)]);
    assert_eq!(draw(&mut gpu, &assets, &data).chunks_drawn, 4);
    for (clip, chunks) in [
        (rect(20.0, 0.0, 25.0, 16.0), 1),
        (rect(0.0, 0.0, 25.0, 16.0), 2),
        (rect(5.0, 0.0, 5.0, 16.0), 0),
        (rect(70.0, 0.0, 75.0, 16.0), 0),
    ] {
        data.layers[0].clip = clip;
        let stats = draw(&mut gpu, &assets, &data);
        assert_eq!(
            (stats.chunks_drawn, stats.chunks_skipped),
            (chunks, 4 - chunks)
        );
        assert_eq!(stats.draw_calls, usize::from(chunks > 0), "{clip:?}");
    }
}

/// Returns a random frame of layers with blend modes and materials, of which some are groups, and some are clipped.
fn random_frame(frames: [FrameId; 3], seed: u64) -> SceneData {
    let rng = &mut Rng::new(seed);
    let mut data = SceneData::sized([64, 64]);
    data.background = Color::rgb(rng.byte(), rng.byte(), rng.byte());
    for _ in 0..rng.below(4) + 1 {
        let more = random_scene(
            frames,
            &mut Random::new(seed * 5 + data.layers.len() as u64),
        );
        data.layers.extend(more.layers);
    }
    for layer in &mut data.layers {
        layer.clip = random_clip(rng, [64, 64]);
        layer.cull = rng.one_in(2);
        if rng.one_in(3) {
            // Materials have their own shader.
            (0..layer.layer.len()).for_each(|row| layer.layer.set_material(row, None));
        }
    }
    let mut next = 0;
    while next + 1 < data.layers.len() && rng.one_in(2) {
        let resolutions = [Resolution::Full, Resolution::Half, Resolution::Quarter];
        data.groups.push(LayerGroup {
            layers: next..next + 1,
            look: GroupLook {
                resolution: rng.one_of(&resolutions),
                is_smooth: rng.one_in(2),
                ..GroupLook::default()
            },
            mask: rng.one_in(3).then(|| next + 1..next + 2),
            effects: Vec::new(),
            light: None,
        });
        next += 2;
    }
    data
}

#[test]
fn random_clips_look_alike_in_both_backends() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, frames) = ingredients();
    for seed in 0..cases() {
        let mut data = random_frame(frames, seed);
        if seed % 4 == 3 {
            data.blending = Blending::Linear;
        }
        drawn(&mut gpu, &format!("clips {seed}"), &assets, &data);
    }
}

#[test]
fn random_clips_without_dual_source_look_alike() {
    let limits = GpuLimits {
        without_dual_source: true,
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let (assets, frames) = ingredients();
    for seed in 0..cases() {
        let data = random_frame(frames, seed);
        data.with_frame(&assets, |frame| {
            let (got, _) = pictures::draw(&mut gpu, frame);
            let expected = pictures::draw_in_software(frame);
            let most = crate::tolerance::tolerances(frame, true);
            let same = pictures::same(&format!("clips {seed}"), &got, &expected, |at| most[at]);
            assert_eq!(same, Ok(()));
        });
    }
}
