//! Sprite cameras on the GPU: draw calls, copies, atlas pages, and random scenes compared with the
//! software backend.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::random_effects::random_effects;
use crate::rng::Rng;
use crate::scenes::cameras::blank;
use crate::scenes::{SCENES, SceneCamera, SceneData, SceneLayer};
use crate::tolerance;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, FrameId};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::software::SoftwareRenderer;
use damselfly::render::{Blending, GroupLight, LayerGroup, PixelLight, Projection, RenderStats};
use damselfly::scene::{Blend, GroupLook, Instance, InstanceFlags, Layer, Resolution};

/// Returns assets with a small atlas, and three blank sprites of cameras.
fn assets() -> (Assets, [FrameId; 3]) {
    let mut assets = Assets::new(AssetSettings {
        atlas: AtlasSettings {
            page_size: 128,
            max_page_size: 256,
            max_pages: 64,
        },
        ..AssetSettings::default()
    });
    let sizes = [[33, 21], [64, 9], [5, 40]];
    let labels = ["first", "second", "third"];
    let frames = [0, 1, 2].map(|at| blank(&mut assets, labels[at], sizes[at]));
    (assets, frames)
}

/// Returns a red square above a blue one in a view of 64 × 64 pixels, and a camera that shows both at half the size.
fn two_squares(frame: FrameId) -> SceneData {
    let square = |y, color| {
        let mut square = Instance::new(vec2(4.0, y), FrameId::SOLID);
        square.set_scale(Vec2::splat(10.0));
        square.set_tint(color);
        square
    };
    let world = [square(2.0, Color::RED), square(22.0, Color::BLUE)];
    let shown = [Instance::new(vec2(44.5, 32.5), frame)];
    let mut data = SceneData::sized([64, 64])
        .with_layer(Projection::IDENTITY, world)
        .with_layer(Projection::IDENTITY, shown);
    data.cameras.push(SceneCamera {
        frame,
        background: Color::rgb(0, 90, 0),
        layers: vec![(
            0,
            Projection {
                matrix: [0.5, 0.0, 0.0, 0.5],
                texel_scale: [0.5; 2],
                ..Projection::IDENTITY
            },
        )],
        groups: Vec::new(),
    });
    data
}

/// Draws a frame, and returns its statistics. Its picture has to be that of a software renderer without an earlier frame.
fn drawn(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same("cameras", frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()));
        stats
    })
}

/// The camera's sprite is 33 × 21 texels, around (44.5, 32.5).
#[test]
fn a_cameras_image_is_not_upside_down() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [frame, ..]) = assets();
    let data = two_squares(frame);
    drawn(&mut gpu, &assets, &data);
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    let at = |x: usize, y: usize| picture.pixels[y * 64 + x].to_le_bytes();
    let corner = [28, 22];
    assert_eq!(at(corner[0] + 4, corner[1] + 3), [255, 0, 0, 255]);
    assert_eq!(at(corner[0] + 4, corner[1] + 13), [0, 0, 255, 255]);
    assert_eq!(at(corner[0] + 4, corner[1] + 19), [0, 90, 0, 255]);
    assert_eq!(at(corner[0] + 20, corner[1] + 3), [0, 90, 0, 255]);
}

#[test]
fn a_camera_is_one_draw_call_more_and_copies_no_instance() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [frame, ..]) = assets();
    let mut data = two_squares(frame);
    let cameras = core::mem::take(&mut data.cameras);
    let without = drawn(&mut gpu, &assets, &data);
    assert_eq!(without.draw_calls, 1);
    data.cameras = cameras;
    let with = drawn(&mut gpu, &assets, &data);
    assert_eq!((with.draw_calls, with.instance_bytes), (2, 0));
    let again = drawn(&mut gpu, &assets, &data);
    assert_eq!((again.instance_bytes, again.upload_bytes), (0, 0));
    // A moved camera uploads the table of projections.
    data.cameras[0].layers[0].1.translation[0] += 3.0;
    let moved = drawn(&mut gpu, &assets, &data);
    assert_eq!(moved.instance_bytes, 0);
    assert!(moved.upload_bytes <= 3 * size_of::<Projection>());
}

#[test]
fn cameras_follow_the_size_of_the_target() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [frame, ..]) = assets();
    for size in [[64, 64], [7, 90], [1, 1], [200, 30], [64, 64], [300, 200]] {
        let mut data = two_squares(frame);
        data.target = size;
        data.viewport = SceneData::sized(size).viewport;
        drawn(&mut gpu, &assets, &data);
    }
}

#[test]
fn an_empty_camera_is_not_a_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [frame, ..]) = assets();
    let mut data = two_squares(frame);
    data.cameras[0].layers.clear();
    let on_gpu = drawn(&mut gpu, &assets, &data).draw_calls;
    let mut software = SoftwareRenderer::default();
    let in_software = data.with_frame(&assets, |frame| software.render(frame).draw_calls);
    assert_eq!([on_gpu, in_software], [1, 1]);
}

#[test]
fn a_camera_never_replaces_the_texel_of_rectangles() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [frame, ..]) = assets();
    for solid in [FrameId::SOLID, FrameId::SQUARE] {
        let mut data = two_squares(frame);
        data.cameras[0].frame = solid;
        data.cameras[0].background = Color::GREEN;
        drawn(&mut gpu, &assets, &data);
        let (picture, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
        assert_eq!(picture.pixels[5 * 64 + 6].to_le_bytes(), [255, 0, 0, 255]);
        assert_eq!(stats.draw_calls, 1);
    }
}

#[test]
fn named_scenes_of_cameras_are_drawn_on_lesser_devices() {
    for limits in [
        GpuLimits {
            without_view_formats: true,
            ..GpuLimits::default()
        },
        GpuLimits {
            without_dual_source: true,
            ..GpuLimits::default()
        },
    ] {
        let Some(mut gpu) = pictures::limited_gpu(limits) else {
            return;
        };
        for scene in SCENES.iter().filter(|scene| scene.name.contains("camera")) {
            let (assets, mut data) = scene.build();
            for blending in [Blending::Linear, Blending::Srgb] {
                data.blending = blending;
                drawn(&mut gpu, &assets, &data);
            }
        }
    }
}

#[test]
fn cameras_come_and_go_while_the_atlas_changes_and_grows() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut software = SoftwareRenderer::default();
    let (mut assets, frames) = assets();
    let mut rng = Rng::new(7);
    let mut data = two_squares(frames[0]);
    let cameras = core::mem::take(&mut data.cameras);
    let sprites: Vec<_> = frames
        .iter()
        .enumerate()
        .map(|(at, &frame)| Instance::new(vec2(10.0 + 20.0 * at as f32, 30.0), frame))
        .collect();
    data = data.with_layer(Projection::IDENTITY, sprites);
    let mut added = Vec::new();
    for step in 0..60_u32 {
        data.cameras.clear();
        for frame in frames {
            if rng.one_in(2) {
                data.cameras.push(SceneCamera {
                    frame,
                    layers: cameras[0].layers.clone(),
                    groups: Vec::new(),
                    ..cameras[0]
                });
            }
        }
        // Other images on the same page come, go, and take the place of unloaded ones.
        if rng.one_in(2) {
            let color = Color::rgb(rng.byte(), rng.byte(), 90);
            let side = if step == 30 { 200 } else { 40 };
            let image = assets.add_rect(&step.to_string(), side, 30, color).unwrap();
            let frame = assets.sprite(image).unwrap().frames.first;
            data.layers[2]
                .layer
                .push(None, Instance::new(vec2(32.0, 50.0), frame), Vec2::ZERO);
            added.push(image);
        }
        if added.len() > 4 && rng.one_in(3) {
            assets.unload(added.remove(0));
        }
        drawn(&mut gpu, &assets, &data);
        // A renderer with earlier frames draws the same.
        data.with_frame(&assets, |frame| {
            software.render(frame);
            let mut pixels = vec![0; 64 * 64];
            software.copy_rgba(&mut pixels);
            let expected = pictures::draw_in_software(frame);
            assert!(pixels == expected.pixels, "{step}");
        });
    }
    assert!(assets.atlas().pages().len() > 1);
}

#[test]
fn cameras_are_drawn_again_with_other_assets_and_on_the_same_device() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    for _ in 0..2 {
        let (assets, [frame, ..]) = assets();
        let data = two_squares(frame);
        drawn(&mut gpu, &assets, &data);
        let mut other = gpu.on_same_device().unwrap();
        drawn(&mut other, &assets, &data);
    }
}

#[test]
fn a_camera_may_be_larger_than_the_view() {
    // Clip space on such a device is just as wide as the image.
    let limits = GpuLimits {
        texture_px: Some(1024),
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let frame = blank(&mut assets, "wall", [1020, 700]);
    let mut data = two_squares(frame);
    data.cameras[0].layers[0].1 = Projection {
        matrix: [40.0, 0.0, 0.0, 40.0],
        texel_scale: [40.0; 2],
        ..Projection::IDENTITY
    };
    let mut shown = Instance::new(vec2(32.0, 32.0), frame);
    shown.set_scale(Vec2::splat(0.06));
    shown.set_flags(InstanceFlags::LINEAR);
    data = data.with_layer(Projection::IDENTITY, [shown]);
    for target in [[64, 64], [1, 1]] {
        data.target = target;
        data.viewport.size = target;
        drawn(&mut gpu, &assets, &data);
    }
}

#[test]
fn only_the_first_sixteen_cameras_are_drawn() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, [first, second, _]) = assets();
    let mut data = two_squares(first);
    for _ in 0..16 {
        data.cameras.push(SceneCamera {
            frame: second,
            background: Color::WHITE,
            layers: Vec::new(),
            groups: Vec::new(),
        });
    }
    let drawn_calls = drawn(&mut gpu, &assets, &data).draw_calls;
    // Cameras without sprites have no draw call.
    assert_eq!(drawn_calls, 2);
    data.cameras.rotate_left(1);
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 1);
}

/// Returns a random scene of 64 × 64 pixels with cameras that show its layers, also their own sprites.
fn random_scene(frames: [FrameId; 3], rng: &mut Rng) -> SceneData {
    let mut data = SceneData::sized([64, 64]);
    for _ in 0..rng.whole(1, 3) {
        let mut layer = Layer::new();
        for _ in 0..rng.whole(1, 6) {
            let frame = match rng.one_in(2) {
                true => rng.one_of(&frames),
                false => rng.one_of(&[FrameId::SOLID, FrameId::PLACEHOLDER]),
            };
            let mut sprite = Instance::new(vec2(rng.place(-9, 70), rng.place(-9, 70)), frame);
            let factor = if frame == FrameId::SOLID { 20.0 } else { 1.0 };
            sprite.set_scale(vec2(rng.number(-2.0, 2.0), rng.number(0.3, 2.0)) * factor);
            sprite.turn = Turn(rng.one_of(&[0, 0, 16_384, 9000]));
            sprite.set_tint(Color::rgba(rng.byte(), rng.byte(), 255, rng.byte() | 96));
            if rng.one_in(3) {
                sprite.set_flags(InstanceFlags::LINEAR);
            }
            let row = layer.push(None, sprite, Vec2::ZERO);
            let blends = [
                Blend::Alpha,
                Blend::Alpha,
                Blend::Additive,
                Blend::Multiply,
                Blend::Screen,
                Blend::Subtract,
                Blend::Opaque,
            ];
            layer.set_blend(row, rng.one_of(&blends));
        }
        data.layers.push(SceneLayer {
            layer,
            projection: Projection::IDENTITY,
            cull: rng.one_in(2),
            clip: None,
        });
    }
    for _ in 0..rng.whole(1, 3) {
        let alpha = rng.one_of(&[255, 0, 140]);
        let count = rng.below(3);
        let layer = |rng: &mut Rng| {
            let zoom = rng.one_of(&[1.0, 0.5, 0.3]);
            let projection = Projection {
                matrix: [zoom, 0.0, 0.0, zoom],
                texel_scale: [zoom; 2],
                translation: [rng.place(-9, 9), rng.place(-9, 9)],
                ..Projection::IDENTITY
            };
            (rng.below(data.layers.len()), projection)
        };
        let layers = (0..count).map(|_| layer(rng)).collect();
        let groups = (0..rng.below(3))
            .map(|_| random_group(count, rng))
            .collect();
        data.cameras.push(SceneCamera {
            groups,
            frame: rng.one_of(&frames),
            background: Color::rgba(rng.byte(), rng.byte(), rng.byte(), alpha),
            layers,
        });
    }
    data
}

/// Returns a random group of some of this number of layers. Some are not valid.
fn random_group(count: usize, rng: &mut Rng) -> LayerGroup {
    let resolutions = [Resolution::Full, Resolution::Half, Resolution::Quarter];
    let mut range = |most| {
        let start = rng.below(most);
        start..start + rng.below(3)
    };
    let (layers, mask) = (range(count + 1), range(count + 1));
    let light = GroupLight {
        ambient: Color::rgb(90, 60, rng.byte()),
        resolution: rng.one_of(&resolutions),
        is_smooth: rng.one_in(2),
        layers: None,
        lights: vec![PixelLight {
            position: vec2(rng.place(-5, 40), rng.place(-5, 40)),
            radius: rng.number(5.0, 40.0),
            color: [rng.byte().into(), 300, 100],
            beam: None,
            source: rng.one_in(2).then_some(0.0),
        }],
        edges: vec![[vec2(3.0, 9.0), vec2(rng.place(0, 30), 12.0)]],
        depth: 0.0,
    };
    LayerGroup {
        layers,
        look: GroupLook {
            tint: Color::rgba(255, rng.byte(), 255, rng.byte()),
            blend: rng.one_of(&[
                Blend::Alpha,
                Blend::Additive,
                Blend::Screen,
                Blend::Subtract,
            ]),
            is_smooth: rng.one_in(2),
            resolution: rng.one_of(&resolutions),
        },
        mask: rng.one_in(3).then_some(mask),
        light: rng.one_in(2).then_some(light),
        effects: random_effects(rng),
    }
}

/// 20 random frames, or as many as `PROPTEST_CASES` says. A camera's own sprite, and those of others, are among them.
#[test]
fn random_cameras_are_the_same_picture_on_the_gpu_and_in_software() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, frames) = assets();
    let cases = std::env::var("PROPTEST_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(20);
    for number in 0..cases {
        drawn(
            &mut gpu,
            &assets,
            &random_scene(frames, &mut Rng::new(number)),
        );
    }
}
