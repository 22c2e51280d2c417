//! Effects of groups and of the view on the GPU: draw calls, copies, and random effects compared with the software
//! backend.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::random_effects::random_effects;
use crate::rng::Rng;
use crate::scenes::{SCENES, SceneData};
use crate::tolerance;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Blending, LayerGroup, Projection, RenderStats, ViewEffects};
use damselfly::scene::{GroupEffect, GroupLook, Instance, Resolution};

/// Returns two layers of squares in a target of 64 × 64 pixels, the second one in a group.
pub(crate) fn scene(rng: &mut Rng) -> SceneData {
    let mut data = SceneData::sized([64, 64]);
    for _ in 0..2 {
        let squares: Vec<_> = (0..6)
            .map(|_| {
                let place = vec2(rng.number(-8.0, 60.0), rng.number(-8.0, 60.0));
                let mut square = Instance::new(place, FrameId::SOLID);
                square.set_scale(Vec2::splat(rng.number(2.0, 24.0)));
                let color = Color::rgb(rng.byte(), rng.byte(), rng.byte());
                square.set_tint(color.with_alpha(rng.byte() | 64));
                square
            })
            .collect();
        data = data.with_layer(Projection::IDENTITY, squares);
    }
    data.groups.push(LayerGroup {
        layers: 1..2,
        look: GroupLook::default(),
        mask: None,
        light: None,
        effects: Vec::new(),
    });
    data
}

/// Draws a frame, and returns its statistics. Its picture has to be that of the software backend.
fn drawn(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same("effects", frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()), "{:?} {:?}", data.groups, data.effects);
        stats
    })
}

#[test]
fn each_step_of_an_effect_is_a_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene(&mut Rng::new(1));
    let without = drawn(&mut gpu, &assets, &data).draw_calls;
    for (effect, steps) in [
        (GroupEffect::saturation(0.0), 1),
        (GroupEffect::blur(4.0), 2),
        (GroupEffect::glow(4.0), 4),
        (GroupEffect::drop_shadow(vec2(3.0, 3.0)), 4),
        (GroupEffect::outline(Color::RED), 1),
        (GroupEffect::blur(0.0), 0),
        (GroupEffect::fade(0.0), 0),
        (GroupEffect::wipe(0.0), 0),
        (GroupEffect::circle(0.0), 0),
        (GroupEffect::dissolve(0.0), 0),
        (GroupEffect::pixelate(1.0), 0),
    ] {
        data.groups[0].effects = vec![effect];
        let stats = drawn(&mut gpu, &assets, &data);
        assert_eq!(stats.draw_calls, without + steps, "{effect:?}");
        let again = drawn(&mut gpu, &assets, &data);
        assert_eq!((again.instance_bytes, again.upload_bytes), (0, 0));
    }
    data.groups[0].effects.clear();
    data.effects = vec![ViewEffects {
        layers: 2,
        effects: vec![GroupEffect::fade(0.5)],
    }];
    // Its step, and the target that is mixed into the frame.
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, without + 2);
}

/// Blurs are cut into strips of 64 pixels. Their first sums reach beyond both ends of a strip.
#[test]
fn wide_blurs_are_the_same_picture_with_and_without_compute_passes() {
    for without_compute in [false, true] {
        let limits = GpuLimits {
            without_compute,
            ..GpuLimits::default()
        };
        let Some(mut gpu) = pictures::limited_gpu(limits) else {
            return;
        };
        let assets = Assets::new(AssetSettings::default());
        let mut rng = Rng::new(5);
        for [width, height] in [[1, 1], [64, 65], [200, 3], [3, 200], [170, 130]] {
            let mut data = SceneData::sized([width, height]);
            data.layers = scene(&mut rng).layers;
            data.viewport.origin = [width / 7, height / 5];
            data.viewport.size = [width - width / 7, height - height / 5];
            for effect in [
                GroupEffect::blur(1.9),
                GroupEffect::blur(2.1),
                GroupEffect::glow(9.06),
                GroupEffect::blur(64.0),
                GroupEffect::blur(1.0),
            ] {
                let effects = vec![effect];
                data.effects = vec![ViewEffects { layers: 2, effects }];
                drawn(&mut gpu, &assets, &data);
            }
        }
    }
}

#[test]
fn outlines_of_all_widths_are_their_discs() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = scene(&mut Rng::new(8));
    for width in 0..=9_u8 {
        for resolution in [Resolution::Full, Resolution::Quarter] {
            data.groups[0].look.resolution = resolution;
            data.groups[0].effects = vec![GroupEffect::Outline {
                width: width.into(),
                color: Color::rgba(250, 200, 10, 200),
            }];
            drawn(&mut gpu, &assets, &data);
        }
    }
}

/// Of 64 × 64 pixels, some have noise that is exactly the amount.
#[test]
fn dissolves_at_the_noise_of_a_pixel_look_alike() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut rng = Rng::new(2);
    let mut data = scene(&mut rng);
    for _ in 0..100 {
        let [amount, edge] = [0, 1].map(|_| rng.whole(1, 30_000) as f32 / 65_536.0);
        let effects = vec![GroupEffect::Dissolve {
            amount,
            size: 1.0,
            seed: rng.byte().into(),
            edge,
            color: Color::WHITE,
        }];
        data.effects = vec![ViewEffects { layers: 2, effects }];
        drawn(&mut gpu, &assets, &data);
    }
}

/// 20 random frames, or as many as `PROPTEST_CASES` says.
#[test]
fn random_effects_are_the_same_picture_on_the_gpu_and_in_software() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let cases = std::env::var("PROPTEST_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(20);
    for number in 0..cases {
        let rng = &mut Rng::new(number);
        let mut data = scene(rng);
        let mut some = |most: i32| {
            let lists = (0..20).map(|_| random_effects(rng));
            let effects: Vec<_> = lists.flatten().take(9).collect();
            let count = rng.whole(0, most).unsigned_abs() as usize;
            effects.into_iter().take(count).collect::<Vec<_>>()
        };
        data.groups[0].effects = some(9);
        for layers in [1, 2] {
            let effects = some(2);
            data.effects.push(ViewEffects { layers, effects });
        }
        let resolutions = [Resolution::Full, Resolution::Half, Resolution::Quarter];
        data.groups[0].look.resolution = rng.one_of(&resolutions);
        drawn(&mut gpu, &assets, &data);
        data.blending = Blending::Linear;
        drawn(&mut gpu, &assets, &data);
    }
}

#[test]
fn effects_follow_the_size_of_the_target_and_of_their_list() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let all = [
        GroupEffect::blur(3.0),
        GroupEffect::glow(2.0),
        GroupEffect::outline(Color::RED),
    ];
    for (step, size) in [[64, 64], [7, 90], [1, 1], [64, 64], [64, 64]]
        .into_iter()
        .enumerate()
    {
        let mut data = SceneData::sized(size);
        data.layers = scene(&mut Rng::new(3)).layers;
        data.groups = vec![LayerGroup {
            layers: 0..1,
            look: GroupLook::default(),
            mask: Some(1..2),
            light: None,
            effects: all[step % 3..].to_vec(),
        }];
        drawn(&mut gpu, &assets, &data);
        data.groups[0].effects.clear();
        drawn(&mut gpu, &assets, &data);
    }
}

/// OpenGL reads a target only in the format in which it is drawn.
#[test]
fn a_device_without_other_views_draws_effects_in_linear_light() {
    let limits = GpuLimits {
        without_view_formats: true,
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    for scene in SCENES.iter().filter(|scene| scene.name.contains("effects")) {
        let (assets, mut data) = scene.build();
        for blending in [Blending::Linear, Blending::Srgb] {
            data.blending = blending;
            drawn(&mut gpu, &assets, &data);
        }
    }
}
