//! Copies and draw calls of a frame on the GPU, and behaviour on devices that are small or lost.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::{SCENES, SceneData};
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, FrameId, Pixels};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::{
    GpuError, GpuInstance, GpuLimits, OffscreenRenderer, OffscreenSettings,
};
use damselfly::render::{Projection, SoftwareRenderer};
use damselfly::scene::{Instance, InstanceFlags};

fn tiny_gpu() -> Option<OffscreenRenderer> {
    let limits = GpuLimits {
        buffer_bytes: Some(64 << 10),
        texture_px: Some(256),
        ..GpuLimits::default()
    };
    pictures::limited_gpu(limits)
}

fn assets() -> Assets {
    let atlas = AtlasSettings {
        page_size: 256,
        ..AtlasSettings::default()
    };
    Assets::new(AssetSettings {
        atlas,
        ..AssetSettings::default()
    })
}

/// Returns `count` small squares, spread over an image of 100 × 100.
fn squares(count: usize) -> impl Iterator<Item = Instance> {
    (0..count).map(|index| {
        let mut square = Instance::new(
            vec2((index % 97) as f32, (index % 89) as f32),
            FrameId::SOLID,
        );
        square.set_scale(Vec2::splat(3.0));
        let shade = u8::try_from(index % 256).unwrap_or(0);
        square.tint = [shade, 255 - shade, shade / 2, 255];
        square.step_by(vec2(0.5, 0.0));
        square
    })
}

fn three_layers(count: usize) -> SceneData {
    let third = || squares(count / 3 + 1);
    let half_way = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    SceneData::sized([100, 100])
        .with_layer(half_way, third())
        .with_layer(Projection::IDENTITY, third())
        .with_layer(half_way, third())
}

#[test]
fn thousands_of_sprites_in_several_layers_are_one_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, data) = (assets(), three_layers(5000));
    let (_, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert_eq!(stats.draw_calls, 1);
    assert!(stats.sprites >= 5000);
}

#[test]
fn a_coloured_view_with_bars_is_one_draw_call_too() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let letterbox = SCENES
        .iter()
        .find(|scene| scene.name == "letterbox")
        .unwrap();
    let (assets, data) = letterbox.build();
    let (_, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert_eq!(stats.draw_calls, 1);
}

#[test]
fn shapes_and_sprites_are_one_draw_call() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    for name in ["shapes_by_hand", "shapes_as_sprites"] {
        let scene = SCENES.iter().find(|scene| scene.name == name).unwrap();
        let (assets, data) = scene.build();
        // Sprites are drawn both below and above the shapes.
        let picture = || {
            let placed = |x: u8| Instance::new(vec2(x.into(), 20.0), FrameId::PLACEHOLDER);
            (0..40).map(placed)
        };
        let shapes = data.layers.len();
        let data = data.with_layer(Projection::IDENTITY, picture());
        let mut data = data.with_layer(Projection::IDENTITY, picture());
        data.layers[..=shapes].rotate_right(1);
        let (_, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
        assert_eq!(stats.draw_calls, 1, "{name}");
        assert!(stats.sprites > 80, "{name}");
    }
}

#[test]
fn drawing_twice_copies_nothing_and_gives_the_same_picture() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, data) = (assets(), three_layers(5000));
    let (first, all) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    let (second, none) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(first == second);
    assert_eq!(all.instance_bytes, 3 * 1667 * 32);
    assert_eq!((none.instance_bytes, none.upload_bytes), (0, 0));
}

#[test]
fn another_smoothing_factor_copies_the_projections_and_no_instance() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, mut data) = (assets(), three_layers(5000));
    data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    for layer in &mut data.layers {
        layer.projection.k = -0.25;
    }
    let (_, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert_eq!(stats.instance_bytes, 0);
    assert!(
        stats.upload_bytes <= 3 * size_of::<Projection>(),
        "{}",
        stats.upload_bytes
    );
}

#[test]
fn only_the_chunk_that_changed_is_copied() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, mut data) = (assets(), three_layers(9000));
    data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    let added = squares(1).next().unwrap();
    data.layers[1].layer.push(None, added, Vec2::ZERO);
    let (picture, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(
        stats.instance_bytes <= 1024 * 32,
        "{}",
        stats.instance_bytes
    );
    let expected = data.with_frame(&assets, pictures::draw_in_software);
    assert!(picture == expected);
}

#[test]
fn sprites_scattered_over_a_large_world_look_like_whole_chunks() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = assets();
    // The squares overlap and are translucent, so that each picture shows their order.
    let mut random = damselfly::Random::new(1);
    let sprites = squares(40_000).map(|mut square| {
        square.rest();
        square.position = vec2(random.range(0.0..1000.0), random.range(0.0..1000.0));
        square.set_scale(Vec2::splat(random.range(3.0..30.0)));
        square.set_tint(Color::rgb(random.range(0..=255), 99, 255).with_alpha(90));
        square
    });
    let mut data = SceneData::sized([100, 100]).with_layer(Projection::IDENTITY, sprites);
    let mut software = SoftwareRenderer::default();
    for frame in 0..40_u8 {
        data.layers[0].projection.translation = [-500.0 - 7.0 * f32::from(frame / 10), -450.0];
        data.layers[0].cull = false;
        let expected = data.with_frame(&assets, pictures::draw_in_software);
        data.layers[0].cull = true;
        let (picture, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
        assert!(picture == expected, "{frame}");
        let counts = data.with_frame(&assets, |frame| software.render(frame));
        let mut pixels = vec![0; 100 * 100];
        software.copy_rgba(&mut pixels);
        assert!(pixels == expected.pixels, "{frame}");
        assert_eq!((stats.draw_calls, counts.draw_calls), (1, 1));
        if frame >= 30 {
            assert!(stats.sprites < 4000 && counts.sprites < 4000, "{stats:?}");
        }
        if frame > 30 {
            assert_eq!((stats.upload_bytes, counts.instance_bytes), (0, 0));
        }
    }
}

#[test]
fn layers_that_grow_shrink_and_go_show_what_they_hold() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = assets();
    for count in [10, 40_000, 1500, 3, 20_000] {
        let mut data = three_layers(count);
        data.layers.truncate(1 + count % 3);
        let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
        assert!(
            picture == data.with_frame(&assets, pictures::draw_in_software),
            "{count}"
        );
    }
}

#[test]
fn assets_that_are_added_between_frames_appear() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings {
        atlas: AtlasSettings {
            page_size: 64,
            ..AtlasSettings::default()
        },
        ..AssetSettings::default()
    });
    let mut data = SceneData::sized([200, 100]).with_layer(Projection::IDENTITY, []);
    let mut pages = Vec::new();
    for (index, character) in ('!'..='~').enumerate() {
        let place = vec2((index % 20) as f32 * 9.0, (index / 20) as f32 * 17.0);
        let glyph = Instance::new(place, assets.glyph(character));
        data.layers[0].layer.push(None, glyph, Vec2::ZERO);
        if index % 10 == 0 {
            let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
            assert!(
                picture == data.with_frame(&assets, pictures::draw_in_software),
                "{character}"
            );
        }
        pages.push(assets.atlas().pages().len());
    }
    assert!(
        pages.last() > pages.first(),
        "the atlas has to grow for this test"
    );
}

/// From 0 to 4 frames are drawn between two new pages: sometimes two pages open at once, and sometimes all pages have
/// been copied.
#[test]
fn every_frame_is_right_while_the_atlas_grows() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let atlas = AtlasSettings {
        page_size: 64,
        max_page_size: 64,
        max_pages: 9,
    };
    let mut assets = Assets::new(AssetSettings {
        atlas,
        ..AssetSettings::default()
    });
    let mut data = SceneData::sized([300, 100]).with_layer(Projection::IDENTITY, []);
    let add = |assets: &mut Assets, number: u8, shade: u8| {
        let color = Color::rgb(shade, 255 - shade, number * 20);
        let added = assets.add_image(&format!("{number}"), Pixels::filled(40, 40, color));
        let sprite = added.expect("there is room for it");
        let frame = assets
            .sprite(sprite)
            .and_then(|sprite| sprite.frames.iter().next());
        (sprite, frame.expect("it has one"))
    };
    let mut compare = |assets: &Assets, data: &SceneData, when: &str| {
        let (picture, _) = data.with_frame(assets, |frame| pictures::draw(&mut gpu, frame));
        let expected = data.with_frame(assets, pictures::draw_in_software);
        assert!(picture == expected, "{when}");
    };
    let mut first = None;
    for number in 0..8 {
        // A page has no room for two images, so that the next image opens a new page.
        let (sprite, frame) = add(&mut assets, number, 0);
        let place = vec2(f32::from(number) * 36.0, f32::from(number) * 5.0);
        data.layers[0]
            .layer
            .push(None, Instance::new(place, frame), Vec2::ZERO);
        let first = *first.get_or_insert(sprite);
        for frame in 0..number % 5 {
            compare(&assets, &data, &format!("picture {number}, frame {frame}"));
            assets.unload(first);
            add(&mut assets, 0, number * 10 + frame + 1);
        }
    }
    compare(&assets, &data, "at last");
    assert!(assets.atlas().pages().len() >= 8);
}

#[test]
fn small_buffers_need_more_draw_calls_for_equal_pixels() {
    let Some(mut gpu) = tiny_gpu() else { return };
    let (assets, data) = (assets(), three_layers(9000));
    let (picture, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(stats.draw_calls > 1, "{}", stats.draw_calls);
    assert!(picture == data.with_frame(&assets, pictures::draw_in_software));
    let (again, stats) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert_eq!(stats.upload_bytes, 0);
    assert!(picture == again);
}

#[test]
fn painting_order_holds_across_the_blocks_of_a_small_device() {
    let Some(mut gpu) = tiny_gpu() else { return };
    let assets = assets();
    let mut data = three_layers(6000);
    data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    // The layer that was painted last is now painted first. Its chunks keep their slots.
    data.layers.reverse();
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(picture == data.with_frame(&assets, pictures::draw_in_software));
}

#[test]
fn more_than_the_device_allows_is_an_error_that_names_both_sides() {
    let Some(mut gpu) = tiny_gpu() else { return };
    let large = Assets::new(AssetSettings::default());
    let data = three_layers(10);
    let error = data
        .with_frame(&large, |frame| gpu.render(frame))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "pixels along an atlas page: 1024 needed, this device allows 256"
    );
    let wide = SceneData::sized([300, 10]);
    let error = wide
        .with_frame(&assets(), |frame| gpu.render(frame))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "pixels along a texture: 300 needed, this device allows 256"
    );
    // After the error, a frame that fits is drawn.
    let assets = assets();
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(picture == data.with_frame(&assets, pictures::draw_in_software));
}

#[test]
fn invalid_sprites_draw_nothing() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = assets();
    let mut sprites = Vec::new();
    for bad in [
        f32::NAN,
        f32::INFINITY,
        -f32::INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE / 2.0,
    ] {
        for at in 0..5 {
            let mut sprite = Instance::new(vec2(50.0, 50.0), FrameId::SOLID);
            match at {
                0 => sprite.position.x = bad,
                1 => sprite.position.y = bad,
                2 => sprite.motion.x = if bad.abs() < 1.0 { f32::NAN } else { bad },
                3 => sprite.set_scale(vec2(bad, 1.0)),
                _ => sprite.frame_and_flags = FrameId::MAX.0 - u32::from(bad.is_nan()),
            }
            // A position this close to 0 is valid.
            if !(at < 2 && bad.abs() < 1.0) {
                sprites.push(sprite);
            }
        }
    }
    let moved = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    let unreal = Projection {
        matrix: [f32::NAN; 4],
        texel_scale: [f32::INFINITY; 2],
        ..moved
    };
    let empty = SceneData::sized([100, 100]);
    let full = SceneData::sized([100, 100])
        .with_layer(moved, sprites)
        .with_layer(unreal, squares(10));
    let (got, _) = full.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    let (expected, _) = empty.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    pictures::same("sprites_without_sense", &got, &expected, pictures::exactly).unwrap();
}

#[test]
fn hidden_rows_are_not_drawn() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = assets();
    let hidden = squares(2000).map(|mut square| {
        square.set_flags(InstanceFlags::HIDDEN);
        square
    });
    let data = SceneData::sized([100, 100]).with_layer(Projection::IDENTITY, hidden);
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(
        picture
            .pixels
            .iter()
            .all(|pixel| *pixel == picture.pixels[0])
    );
}

#[test]
fn a_frame_without_size_draws_nothing_and_is_no_error() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    for target in [[0, 0], [100, 0], [0, 100]] {
        let data = SceneData {
            target,
            ..three_layers(10)
        };
        let (picture, stats) = data.with_frame(&assets(), |frame| pictures::draw(&mut gpu, frame));
        assert_eq!((picture.pixels.len(), stats.draw_calls), (0, 0));
    }
}

#[test]
fn a_view_outside_the_picture_leaves_it_black() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut data = three_layers(10);
    data.viewport.origin = [200, 0];
    let (picture, _) = data.with_frame(&assets(), |frame| pictures::draw(&mut gpu, frame));
    assert!(
        picture
            .pixels
            .iter()
            .all(|pixel| pixel.to_le_bytes() == [0, 0, 0, 255])
    );
}

#[test]
fn a_destroyed_device_is_reported_and_a_new_one_draws_the_same() {
    let own_gpu = || pictures::own_gpu(OffscreenSettings::default());
    let Some(mut gpu) = own_gpu() else { return };
    let (assets, data) = (assets(), three_layers(5000));
    let (before, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    gpu.lose_device();
    for _ in 0..3 {
        let lost = data.with_frame(&assets, |frame| gpu.render(frame));
        assert!(matches!(lost, Err(GpuError::DeviceLost(_))), "{lost:?}");
    }
    assert!(matches!(gpu.wait(), Err(GpuError::DeviceLost(_))));
    assert!(matches!(
        gpu.read_rgba(&mut Vec::new()),
        Err(GpuError::DeviceLost(_))
    ));
    drop(gpu);
    let Some(mut gpu) = own_gpu() else { return };
    let (after, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    assert!(before == after);
}

#[test]
fn many_frames_without_waiting_are_drawn_in_order() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (assets, mut data) = (assets(), three_layers(3000));
    for _ in 0..50 {
        for instance in data.layers[0].layer.columns_mut().instances {
            instance.position.x += 0.25;
        }
        data.with_frame(&assets, |frame| gpu.render(frame)).unwrap();
    }
    gpu.wait().unwrap();
    let mut pixels = Vec::new();
    gpu.read_rgba(&mut pixels).unwrap();
    assert!(pixels == data.with_frame(&assets, pictures::draw_in_software).pixels);
}

#[test]
fn the_error_without_a_driver_says_what_to_do() {
    // Only OpenGL is allowed, and this build has no backend for it. The error is the same as without any driver.
    let instance = GpuInstance::with_variables(Some("gl"), None).unwrap();
    let error = OffscreenRenderer::new(&instance, OffscreenSettings::default()).unwrap_err();
    assert!(matches!(error, GpuError::NoAdapter { .. }));
    let text = error.to_string();
    assert!(
        text.contains("mesa-vulkan-drivers") && text.contains("--backend software"),
        "{text}"
    );
}
