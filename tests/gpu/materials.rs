//! Materials of rows: pixels of random scenes on the GPU, draw calls and copies.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::pictures;
use crate::scenes::materials::{any_material, palette, two_colors};
use crate::scenes::{SceneData, SceneLayer};
use crate::tolerance;
use damselfly::assets::{AssetSettings, Assets, FrameId, FrameLayout, ImageLayout, Pixels};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Projection, RenderStats};
use damselfly::scene::{Blend, Instance, InstanceFlags, Layer, Material};
use damselfly::{Color, Random};

const GREY: Material = Material::Greyscale { amount: 1.0 };

/// Number of random scenes: 20, or `PROPTEST_CASES` if that is more.
pub(crate) fn cases() -> u64 {
    let wanted = std::env::var("PROPTEST_CASES");
    let wanted = wanted.ok().and_then(|cases| cases.parse().ok());
    wanted.unwrap_or(20).max(20)
}

/// Adds an image of random colours, and returns its frame.
fn picture(assets: &mut Assets, random: &mut Random) -> FrameId {
    let mut byte = || random.range(0..=255_i32).to_le_bytes()[0];
    let texels: Vec<_> = (0..14 * 9)
        .map(|_| {
            let alpha = [0, 255, 255, byte()][usize::from(byte() % 4)];
            Color::rgba(byte(), byte(), byte(), alpha)
        })
        .collect();
    let pixels = Pixels::from_fn(14, 9, |x, y| texels[(14 * y + x) as usize]);
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 1,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let id = assets.add_image_with("noise", pixels, &layout).unwrap();
    assets.sprite(id).unwrap().frames.first
}

/// Returns the assets of random scenes, and their frames: two images and a palette.
pub(crate) fn ingredients() -> (Assets, [FrameId; 3]) {
    let mut assets = Assets::new(AssetSettings::default());
    let noise = picture(&mut assets, &mut Random::new(3));
    let frames = [noise, two_colors(&mut assets), palette(&mut assets)];
    (assets, frames)
}

/// Returns a random material.
pub(crate) fn random_material(random: &mut Random, palette: FrameId) -> Option<Material> {
    let index = |below| u32::try_from(random.index(below as usize)).unwrap();
    Some(any_material(palette, index))
}

/// Returns a scene of 64 × 64 pixels with sprites of random materials.
pub(crate) fn random_scene(frames: [FrameId; 3], random: &mut Random) -> SceneData {
    random_scene_with(frames, random, random_material)
}

/// Returns a scene of 64 × 64 pixels with sprites of materials that `pick` returns.
pub(crate) fn random_scene_with(
    [noise, plain, palette]: [FrameId; 3],
    random: &mut Random,
    mut pick: impl FnMut(&mut Random, FrameId) -> Option<Material>,
) -> SceneData {
    let blends = [
        Blend::Alpha,
        Blend::Alpha,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
        Blend::Additive,
    ];
    let flags = [
        InstanceFlags::LINEAR,
        InstanceFlags::FLIP_X,
        InstanceFlags::FLIP_Y,
        InstanceFlags::FILLED,
        InstanceFlags::OPAQUE,
    ];
    let mut layer = Layer::new();
    for _ in 0..random.range(1..=12_i32) {
        let place = vec2(random.range(-5.0..70.0), random.range(-5.0..70.0));
        let frame = if random.index(3) > 0 { noise } else { plain };
        let mut sprite = Instance::new(place, frame);
        let mut size = || [1.0, 1.0, 2.0, 0.5, -1.3, 3.0][random.index(6)];
        sprite.set_scale(vec2(size(), size()));
        sprite.turn = Turn([0, 0, 16_384, 7000, 51_111][random.index(5)]);
        let mut byte = || random.range(0..=255_i32).to_le_bytes()[0];
        if byte() % 2 == 0 {
            sprite.set_tint(Color::rgba(byte(), byte(), byte(), byte()));
        }
        let own = flags.into_iter().filter(|_| byte() % 5 == 0);
        sprite.set_flags(own.fold(InstanceFlags::default(), InstanceFlags::with));
        let row = layer.push(None, sprite, Vec2::ZERO);
        let opaque = sprite.flags().contains(InstanceFlags::OPAQUE);
        if !opaque {
            layer.set_blend(row, blends[random.index(blends.len())]);
        }
        if random.index(5) > 0 {
            layer.set_material(row, pick(random, palette));
        }
    }
    scene([layer], [64, 64])
}

fn scene(layers: impl IntoIterator<Item = Layer>, size: [u32; 2]) -> SceneData {
    let mut data = SceneData::sized(size);
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
pub(crate) fn drawn(
    gpu: &mut OffscreenRenderer,
    name: &str,
    assets: &Assets,
    data: &SceneData,
) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same(name, frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()));
        stats
    })
}

#[test]
fn random_materials_look_alike_in_both_backends() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, frames) = ingredients();
    for seed in 0..cases() {
        let data = random_scene(frames, &mut Random::new(seed));
        drawn(&mut gpu, &format!("materials {seed}"), &assets, &data);
    }
}

#[test]
fn materials_without_dual_source_look_alike() {
    let limits = GpuLimits {
        without_dual_source: true,
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let (assets, frames) = ingredients();
    for seed in 0..cases() {
        let data = random_scene(frames, &mut Random::new(seed));
        data.with_frame(&assets, |frame| {
            let (got, _) = pictures::draw(&mut gpu, frame);
            let expected = pictures::draw_in_software(frame);
            let most = tolerance::tolerances(frame, true);
            let same = pictures::same(&format!("materials {seed}"), &got, &expected, |at| most[at]);
            assert_eq!(same, Ok(()));
        });
    }
}

/// Returns a layer of squares, each with one of these materials in turn.
pub(crate) fn squares(count: usize, materials: &[Option<Material>]) -> Layer {
    let mut layer = Layer::new();
    for index in 0..count {
        let mut square = Instance::new(vec2((index % 50) as f32, 3.0), FrameId::SOLID);
        square.set_scale(Vec2::splat(4.0));
        square.tint = [90, 120, 60, 200];
        let row = layer.push(None, square, Vec2::ZERO);
        layer.set_material(row, materials[index % materials.len()]);
    }
    layer
}

/// Of 126 texels, some have noise that is exactly the amount.
#[test]
fn dissolves_at_the_noise_of_a_texel_look_alike() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [noise, ..]) = ingredients();
    let random = &mut Random::new(6);
    for _ in 0..30 {
        let mut layer = Layer::new();
        let row = layer.push(None, Instance::new(vec2(8.0, 8.0), noise), Vec2::ZERO);
        let material = Material::Dissolve {
            amount: random.range(0.1..0.5),
            edge: Color::WHITE,
            edge_share: random.range(0.1..0.5),
            seed: random.range(0..=255_i32).to_le_bytes()[0].into(),
        };
        layer.set_material(row, material);
        drawn(&mut gpu, "dissolve", &assets, &scene([layer], [16, 16]));
    }
}

#[test]
fn sprites_with_materials_share_a_draw_call_with_others() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let flash = Material::Flash {
        color: Color::RED,
        amount: 0.5,
    };
    let mut mixed = squares(3000, &[None, Some(GREY), Some(flash)]);
    mixed.set_blend(7, Blend::Multiply);
    let layers = [squares(500, &[None]), mixed, squares(500, &[None])];
    let data = scene(layers, [64, 16]);
    let stats = drawn(&mut gpu, "one draw call", &assets, &data);
    assert_eq!(stats.draw_calls, 1);
}

#[test]
fn only_layers_with_materials_upload_them() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let layers = [squares(3000, &[None]), squares(500, &[Some(GREY)])];
    let mut data = scene(layers, [64, 16]);
    drawn(&mut gpu, "first", &assets, &data);
    let none = drawn(&mut gpu, "second", &assets, &data);
    assert_eq!((none.instance_bytes, none.upload_bytes), (0, 0));
    data.layers[1].layer.set_material(7, None);
    let one = drawn(&mut gpu, "third", &assets, &data);
    assert_eq!(one.upload_bytes, 500 * (32 + 16));
    for row in 0..500 {
        data.layers[1].layer.set_material(row, None);
    }
    let plain = drawn(&mut gpu, "plain", &assets, &data);
    assert_eq!(plain.draw_calls, 1);
}
