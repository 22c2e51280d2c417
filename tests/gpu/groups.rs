//! Groups of layers on the GPU: draw calls, copies, targets, and random groups compared with the software backend.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::{SCENES, SceneData, SceneLayer};
use crate::tolerance;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Blending, LayerGroup, Projection, RenderStats};
use damselfly::scene::{Blend, GroupEffect, GroupLook, Instance, Layer, Resolution};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Returns a layer of a few squares that differ by their number.
fn layer(number: u8, blend: Blend) -> Layer {
    let mut layer = Layer::new();
    for step in 0..4_u8 {
        let place = f32::from(number) * 7.3 + f32::from(step) * 5.5;
        let mut square = Instance::new(vec2(place % 50.0, place % 41.0), FrameId::SOLID);
        square.set_scale(Vec2::splat(18.0));
        square.tint = [40 * step, 90, 30 + number % 100, 160 + 20 * step];
        let row = layer.push(None, square, Vec2::ZERO);
        layer.set_blend(row, blend);
    }
    layer
}

/// Returns a frame of these layers.
fn scene(layers: impl IntoIterator<Item = Layer>) -> SceneData {
    let mut data = SceneData::sized([64, 64]);
    data.layers = layers
        .into_iter()
        .map(|layer| SceneLayer {
            layer,
            projection: Projection::IDENTITY,
            cull: false,
            clip: None,
        })
        .collect();
    data
}

fn group(layers: core::ops::Range<usize>, look: GroupLook) -> LayerGroup {
    LayerGroup {
        layers,
        look,
        mask: None,
        effects: Vec::new(),
        light: None,
    }
}

/// Draws a frame, and returns its statistics. Its picture has to be that of the software backend.
fn drawn(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same("groups", frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()));
        stats
    })
}

fn five_layers() -> SceneData {
    scene((0..5).map(|number| layer(number, Blend::Alpha)))
}

/// Returns the bytes on the device after a frame.
fn bytes_after(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> u64 {
    drawn(gpu, assets, data);
    gpu.cost().device_bytes
}

#[test]
fn a_group_that_blinks_keeps_its_target() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let layers = (0..4).map(|number| layer(number, Blend::Alpha));
    let mut both = scene(layers);
    let look = |resolution| GroupLook {
        resolution,
        ..GroupLook::default()
    };
    both.groups = vec![
        group(0..1, look(Resolution::Half)),
        group(2..3, look(Resolution::Full)),
    ];
    // Its mask is drawn on a target of the same size before it.
    both.groups[1].mask = Some(1..2);
    let [mut one, mut none] =
        [(); 2].map(|()| scene((0..4).map(|number| layer(number, Blend::Alpha))));
    one.groups = both.groups[1..].to_vec();
    none.groups.clear();
    let all = bytes_after(&mut gpu, &assets, &both);
    for data in [&one, &both, &none, &one, &both, &both, &one] {
        assert_eq!(bytes_after(&mut gpu, &assets, data), all);
    }
    for _ in 0..241 {
        drawn(&mut gpu, &assets, &one);
    }
    let rest = bytes_after(&mut gpu, &assets, &one);
    // The coarse target, and its record.
    assert_eq!(all - rest, 4 * 32 * 32 + 32);
}

#[test]
fn targets_of_removed_effects_are_released() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene((0..3).map(|number| layer(number, Blend::Alpha)));
    data.groups = vec![group(0..1, GroupLook::default())];
    let without = bytes_after(&mut gpu, &assets, &data);
    data.groups[0].effects = vec![GroupEffect::glow(3.0)];
    let with = bytes_after(&mut gpu, &assets, &data);
    data.groups[0].effects = vec![GroupEffect::saturation(0.5)];
    let one = 4 * 64 * 64;
    assert!(with >= without + 2 * one, "{with} {without}");
    for _ in 0..240 {
        assert_eq!(bytes_after(&mut gpu, &assets, &data), with);
    }
    assert_eq!(bytes_after(&mut gpu, &assets, &data), with - one);
    data.groups[0].effects.clear();
    for _ in 0..241 {
        drawn(&mut gpu, &assets, &data);
    }
    assert_eq!(bytes_after(&mut gpu, &assets, &data), without);
    data.groups[0].effects = vec![GroupEffect::glow(3.0)];
    assert_eq!(bytes_after(&mut gpu, &assets, &data), with);
}

#[test]
fn a_group_is_two_draw_calls_more_than_its_layers() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = five_layers();
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 1);
    // The layers of the group, those below, the group's target, and those above.
    data.groups = vec![group(2..4, GroupLook::default())];
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 4);
    data.groups = vec![group(0..5, GroupLook::default())];
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 2);
    data.groups.clear();
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 1);
}

#[test]
fn a_repeated_frame_with_groups_copies_nothing() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = five_layers();
    data.groups = vec![
        group(0..2, GroupLook::default()),
        group(
            3..4,
            GroupLook {
                resolution: Resolution::Half,
                ..GroupLook::default()
            },
        ),
    ];
    drawn(&mut gpu, &assets, &data);
    let again = drawn(&mut gpu, &assets, &data);
    assert_eq!((again.instance_bytes, again.upload_bytes), (0, 0));
    // Another look copies no instance.
    data.groups[0].look.tint = Color::RED;
    let tinted = drawn(&mut gpu, &assets, &data);
    assert_eq!((tinted.instance_bytes, tinted.upload_bytes), (0, 32));
    data.groups[1].look.resolution = Resolution::Quarter;
    assert_eq!(drawn(&mut gpu, &assets, &data).instance_bytes, 0);
    data.groups.remove(0);
    assert_eq!(drawn(&mut gpu, &assets, &data).instance_bytes, 0);
}

#[test]
fn groups_follow_the_size_of_the_target() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    for size in [[64, 64], [7, 90], [1, 1], [64, 64]] {
        let mut data = SceneData::sized(size);
        data.layers = five_layers().layers;
        let looks = [Resolution::Full, Resolution::Half, Resolution::Quarter];
        data.groups = (0..3)
            .map(|at| {
                let look = GroupLook {
                    resolution: looks[at],
                    is_smooth: true,
                    ..GroupLook::default()
                };
                group(at..at + 1, look)
            })
            .collect();
        drawn(&mut gpu, &assets, &data);
    }
}

/// Rows that go up on the screen have smaller y, in a group as outside of it.
#[test]
fn a_groups_picture_is_not_upside_down() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut top = Instance::new(vec2(5.0, 2.0), FrameId::SOLID);
    top.set_scale(vec2(8.0, 8.0));
    top.set_tint(Color::RED);
    for resolution in [Resolution::Full, Resolution::Half, Resolution::Quarter] {
        let mut data = SceneData::sized([64, 64]).with_layer(Projection::IDENTITY, [top]);
        let look = GroupLook {
            resolution,
            ..GroupLook::default()
        };
        data.groups = vec![group(0..1, look)];
        drawn(&mut gpu, &assets, &data);
        let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
        let at = |x: usize, y: usize| picture.pixels[y * 64 + x].to_le_bytes();
        assert_eq!(at(8, 5), [255, 0, 0, 255]);
        assert_eq!(at(8, 64 - 5), [16, 24, 56, 255]);
    }
}

/// OpenGL reads a target only in the format in which it is drawn.
#[test]
fn a_device_without_other_views_draws_groups_in_linear_light() {
    let limits = GpuLimits {
        without_view_formats: true,
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    for scene in SCENES.iter().filter(|scene| scene.name.contains("group")) {
        let (assets, mut data) = scene.build();
        for blending in [Blending::Linear, Blending::Srgb] {
            data.blending = blending;
            drawn(&mut gpu, &assets, &data);
        }
    }
}

#[test]
fn groups_are_drawn_again_with_other_assets_and_on_the_same_device() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut data = five_layers();
    data.groups = vec![group(1..3, GroupLook::default())];
    for _ in 0..2 {
        let assets = Assets::new(AssetSettings::default());
        drawn(&mut gpu, &assets, &data);
        let mut other = gpu.on_same_device().expect("the device has memory");
        drawn(&mut other, &assets, &data);
    }
}

#[test]
fn a_group_that_comes_and_goes_keeps_its_picture() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = five_layers();
    let masked = LayerGroup {
        mask: Some(0..1),
        ..group(3..4, GroupLook::default())
    };
    let all = [group(1..2, GroupLook::default()), masked];
    for step in 0..300 {
        data.groups = match step % 4 {
            0 => all.to_vec(),
            1 => all[1..].to_vec(),
            2 => all[..1].to_vec(),
            _ => Vec::new(),
        };
        // Long enough for targets to be dropped.
        let times = if step == 150 { 250 } else { 1 };
        for _ in 0..times {
            drawn(&mut gpu, &assets, &data);
        }
        if step == 12 {
            data.layers[3].layer.set_blend(0, Blend::Multiply);
        }
    }
}

fn any_blend() -> impl Strategy<Value = Blend> {
    prop::sample::select(vec![
        Blend::Alpha,
        Blend::Additive,
        Blend::Opaque,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ])
}

fn any_look() -> impl Strategy<Value = GroupLook> {
    let resolutions = vec![Resolution::Full, Resolution::Half, Resolution::Quarter];
    let resolution = prop::sample::select(resolutions);
    let look = (any::<[u8; 4]>(), any_blend(), any::<bool>(), resolution);
    look.prop_map(|([r, g, b, a], blend, is_smooth, resolution)| GroupLook {
        tint: Color::rgba(r, g, b, a),
        blend,
        is_smooth,
        resolution,
    })
}

/// 20 random frames, or as many as `PROPTEST_CASES` says.
#[test]
fn random_groups_are_the_same_picture_on_the_gpu_and_in_software() {
    let Some(gpu) = pictures::gpu() else {
        return;
    };
    let gpu = std::cell::RefCell::new(gpu);
    let assets = Assets::new(AssetSettings::default());
    let cases = std::env::var("PROPTEST_CASES").ok();
    let config = Config {
        cases: cases.and_then(|cases| cases.parse().ok()).unwrap_or(20),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let layers = prop::collection::vec((any::<u8>(), any_blend()), 1..7);
    let mask = prop::option::weighted(0.4, (0..7_usize, 0..3_usize));
    let groups = prop::collection::vec((0..6_usize, 1..4_usize, any_look(), mask), 0..4);
    let linear = prop::bool::weighted(0.25);
    let tested = runner.run(&(layers, groups, linear), |(layers, groups, is_linear)| {
        let layers = layers
            .into_iter()
            .map(|(number, blend)| layer(number, blend));
        let mut data = scene(layers);
        // Some overlap or are not within the frame.
        data.groups = groups
            .into_iter()
            .map(|(start, count, look, mask)| LayerGroup {
                mask: mask.map(|(start, count)| start..start + count),
                ..group(start..start + count, look)
            })
            .collect();
        if is_linear {
            data.blending = Blending::Linear;
        }
        drawn(&mut gpu.borrow_mut(), &assets, &data);
        Ok(())
    });
    assert!(tested.is_ok(), "{tested:?}");
}
