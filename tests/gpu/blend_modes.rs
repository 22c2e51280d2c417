//! Blend modes of rows: which draw calls and copies they need, and their pixels without dual-source blending.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::{SCENES, SceneData, SceneLayer};
use crate::tolerance;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Blending, Projection, RenderStats};
use damselfly::scene::{Blend, Instance, Layer};

/// Returns a renderer without dual-source blending.
fn plain_gpu() -> Option<OffscreenRenderer> {
    pictures::limited_gpu(GpuLimits {
        without_dual_source: true,
        ..GpuLimits::default()
    })
}

/// Returns a layer of squares with these blend modes.
fn layer(blends: impl IntoIterator<Item = Blend>) -> Layer {
    let mut layer = Layer::new();
    for (index, blend) in blends.into_iter().enumerate() {
        let mut square = Instance::new(vec2((index % 50) as f32, 3.0), FrameId::SOLID);
        square.set_scale(Vec2::splat(4.0));
        square.tint = [90, 120, 60, 200];
        let row = layer.push(None, square, Vec2::ZERO);
        layer.set_blend(row, blend);
    }
    layer
}

fn scene(layers: impl IntoIterator<Item = Layer>) -> SceneData {
    let mut data = SceneData::sized([64, 16]);
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

/// Draws a scene, and returns its statistics. Its picture has to be that of the software backend.
fn drawn(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same("blend modes", frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()));
        stats
    })
}

/// Returns the rule of a blend mode: the result of a pixel `d` and a colour `s` of alpha `a`.
fn rule(blend: Blend, d: u8, s: u8, a: u8) -> u8 {
    let kept = |b: u8| {
        let t = u32::from(d) * u32::from(b);
        ((t + (t >> 8) + 128) >> 8).to_le_bytes()[0]
    };
    match blend {
        Blend::Multiply => kept(255 - a.saturating_sub(s)),
        Blend::Screen => s.saturating_add(kept(255 - s)),
        Blend::Subtract => d.saturating_sub(s),
        _ => unreachable!("it has flags"),
    }
}

/// Checks every pair of a pixel and a colour of this alpha. `most` is the allowed difference.
fn check_pairs(gpu: &mut OffscreenRenderer, blend: Blend, alpha: u8, most: u8) {
    let pairs = || (0..=255_u8).flat_map(|d| (0..=255_u8).map(move |s| (d, s)));
    let pixel = |x: u8, y: u8, tint| {
        let mut pixel = Instance::new(vec2(x.into(), y.into()), FrameId::SOLID);
        pixel.tint = tint;
        pixel
    };
    let mut above = Layer::new();
    for (d, s) in pairs() {
        let row = above.push(None, pixel(s, d, [s, s, s, alpha]), Vec2::ZERO);
        above.set_blend(row, blend);
    }
    let below = pairs().map(|(d, s)| pixel(s, d, [d, d, d, 255]));
    let mut data = SceneData::sized([256, 256]).with_layer(Projection::IDENTITY, below);
    data.layers.extend(scene([above]).layers);
    let assets = Assets::new(AssetSettings::default());
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(gpu, frame));
    let most = most.max(u8::from(gpu.adapter().hardware));
    for ((d, s), pixel) in pairs().zip(&picture.pixels) {
        let [red, _, _, opaque] = pixel.to_le_bytes();
        let expected = rule(blend, d, s, alpha);
        assert!(
            red.abs_diff(expected) <= most && opaque == 255,
            "{blend:?}: d {d}, s {s}, a {alpha}: got {red}, expected {expected}"
        );
    }
}

const FURTHER: [Blend; 3] = [Blend::Multiply, Blend::Screen, Blend::Subtract];

#[test]
fn every_pair_of_bytes_is_mixed_by_the_rule() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    for blend in FURTHER {
        for alpha in [255, 130, 0] {
            check_pairs(&mut gpu, blend, alpha, 0);
        }
    }
}

#[test]
fn without_dual_source_a_channel_differs_by_at_most_one() {
    let Some(mut gpu) = plain_gpu() else {
        return;
    };
    for blend in FURTHER {
        for alpha in [255, 130, 0] {
            check_pairs(&mut gpu, blend, alpha, 1);
        }
    }
}

#[test]
fn without_dual_source_scenes_look_alike() {
    let Some(mut gpu) = plain_gpu() else {
        return;
    };
    for scene in SCENES {
        let (assets, mut data) = scene.build();
        for blending in [Blending::Srgb, Blending::Linear] {
            data.blending = blending;
            data.with_frame(&assets, |frame| {
                let (got, _) = pictures::draw(&mut gpu, frame);
                let expected = pictures::draw_in_software(frame);
                // A channel may differ by 1 for each blend, as on a graphics card.
                let most = tolerance::tolerances(frame, true);
                let same = pictures::same(scene.name, &got, &expected, |at| most[at]);
                assert_eq!(same, Ok(()));
            });
        }
    }
}

#[test]
fn all_modes_but_subtract_share_a_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mixed = [Blend::Alpha, Blend::Multiply, Blend::Screen, Blend::Opaque];
    let plain = || layer([Blend::Alpha; 40]);
    let mixed = layer(mixed.into_iter().cycle().take(3000));
    let stats = drawn(&mut gpu, &assets, &scene([plain(), mixed, plain()]));
    assert_eq!(stats.draw_calls, 1);
}

#[test]
fn each_run_of_subtracting_sprites_is_a_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let run = |blend, count| core::iter::repeat_n(blend, count);
    let rows = run(Blend::Alpha, 5)
        .chain(run(Blend::Subtract, 2000))
        .chain(run(Blend::Screen, 1))
        .chain(run(Blend::Subtract, 1));
    let data = scene([
        layer([Blend::Subtract]),
        layer(rows),
        layer([Blend::Subtract]),
    ]);
    // Subtract, alpha, subtract, screen, and subtract from one layer into the next.
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 5);
    let Some(mut plain) = plain_gpu() else {
        return;
    };
    let stats = data.with_frame(&assets, |frame| pictures::draw(&mut plain, frame).1);
    assert_eq!(stats.draw_calls, 5);
}

#[test]
fn without_dual_source_each_run_of_a_mode_is_a_draw_call() {
    let Some(mut gpu) = plain_gpu() else {
        return;
    };
    let rows = [
        Blend::Alpha,
        Blend::Multiply,
        Blend::Multiply,
        Blend::Screen,
        Blend::Opaque,
    ];
    let data = scene([layer(rows)]);
    let assets = Assets::new(AssetSettings::default());
    let stats = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame).1);
    assert_eq!(stats.draw_calls, 4);
}

#[test]
fn styles_are_copied_only_for_layers_that_have_them() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene([layer([Blend::Alpha; 3000]), layer([Blend::Multiply; 500])]);
    let all = drawn(&mut gpu, &assets, &data);
    assert_eq!(all.instance_bytes, 3500 * 32);
    let none = drawn(&mut gpu, &assets, &data);
    assert_eq!((none.instance_bytes, none.upload_bytes), (0, 0));
    data.layers[1].layer.set_blend(7, Blend::Screen);
    let one = drawn(&mut gpu, &assets, &data);
    assert_eq!(one.instance_bytes, 500 * 32);
    assert_eq!(one.upload_bytes, 500 * (32 + 16));
    data.layers[1].layer.set_blend(7, Blend::Alpha);
    let other = drawn(&mut gpu, &assets, &data);
    assert_eq!(other.draw_calls, 1);
    data.layers[0]
        .layer
        .push(None, Instance::new(Vec2::ZERO, FrameId::SOLID), Vec2::ZERO);
    let plain = drawn(&mut gpu, &assets, &data);
    // The chunk table, but no styles of the last chunk's 953 rows.
    let further = plain.upload_bytes - plain.instance_bytes;
    assert!(further < 953 * 16, "{further}");
}

#[test]
fn plain_frames_are_plain_again_after_the_last_style() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene([layer([Blend::Alpha; 2500])]);
    for blend in [
        Blend::Alpha,
        Blend::Multiply,
        Blend::Subtract,
        Blend::Screen,
        Blend::Additive,
        Blend::Alpha,
    ] {
        for row in [0, 1100, 2499] {
            data.layers[0].layer.set_blend(row, blend);
        }
        let calls = drawn(&mut gpu, &assets, &data).draw_calls;
        // Runs: subtract, alpha, subtract, alpha, subtract.
        let expected = if blend == Blend::Subtract { 5 } else { 1 };
        assert_eq!(calls, expected, "{blend:?}");
    }
}

#[test]
fn buffers_that_grow_keep_styles() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene([layer([Blend::Multiply; 100])]);
    drawn(&mut gpu, &assets, &data);
    for _ in 0..4 {
        data.layers
            .extend(scene([layer([Blend::Screen; 5000])]).layers);
        drawn(&mut gpu, &assets, &data);
    }
    // The lower layers are gone, and their slots are used again.
    data.layers.drain(..3);
    data.layers
        .extend(scene([layer([Blend::Alpha; 9000])]).layers);
    drawn(&mut gpu, &assets, &data);
}
