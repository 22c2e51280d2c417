//! Images larger than a page of the atlas: all pages grow, and both backends use the new size.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::pictures::{self, Picture};
use crate::scenes::SceneData;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, Pixels, SpriteId};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::render::gpu::{GpuError, GpuLimits, OffscreenRenderer};
use damselfly::scene::{Instance, InstanceFlags};

fn assets(page_size: u16) -> Assets {
    Assets::new(AssetSettings {
        atlas: AtlasSettings {
            page_size,
            ..AtlasSettings::default()
        },
        ..AssetSettings::default()
    })
}

/// Adds an image whose neighbouring texels all differ.
fn add(assets: &mut Assets, label: &str, width: u32, height: u32) -> SpriteId {
    let pixels = Pixels::from_fn(width, height, |x, y| {
        let [r, g, ..] = (x * 7 + y * 151).to_le_bytes();
        Color::rgb(r, g, u8::try_from(y % 256).unwrap())
    });
    assets.add_image(label, pixels).unwrap()
}

/// Draws a frame with both backends and checks that the images are equal. Returns the image.
fn same_on_both(
    gpu: &mut OffscreenRenderer,
    assets: &Assets,
    data: &SceneData,
    name: &str,
) -> Picture {
    let (picture, _) = data.with_frame(assets, |frame| pictures::draw(gpu, frame));
    let expected = data.with_frame(assets, pictures::draw_in_software);
    pictures::same(name, &picture, &expected, pictures::exactly).unwrap();
    picture
}

#[test]
fn every_frame_is_right_while_pages_grow() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = assets(64);
    let mut data = SceneData::sized([300, 200]).with_layer(Projection::IDENTITY, []);
    for (number, side) in (0_u8..).zip([40, 64, 65, 30, 300, 20, 1100]) {
        let sprite = add(&mut assets, &side.to_string(), side, side / 2);
        let frame = assets.sprite(sprite).unwrap().frames.first;
        let place = vec2(40.0 * f32::from(number), 30.0 * f32::from(number));
        let mut shown = Instance::new(place, frame);
        shown.set_scale(Vec2::splat(if side > 500 { 0.15 } else { 1.0 }));
        data.layers[0].layer.push(None, shown, Vec2::ZERO);
        same_on_both(&mut gpu, &assets, &data, &format!("large_images_{side}"));
    }
    assert_eq!(assets.atlas().page_size(), 2048);
}

#[test]
fn a_device_of_small_textures_names_the_sprite_for_which_pages_grew() {
    let limits = GpuLimits {
        texture_px: Some(256),
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let mut assets = assets(128);
    add(&mut assets, "map", 256, 1);
    let scene = SceneData::sized([30, 20]).with_layer(Projection::IDENTITY, []);
    scene
        .with_frame(&assets, |frame| gpu.render(frame))
        .unwrap();
    add(&mut assets, "world", 257, 1);
    let error = scene.with_frame(&assets, |frame| gpu.render(frame));
    let expected = GpuError::AtlasPage {
        sprite: "world".into(),
        page_size: 512,
        limit: 256,
    };
    assert_eq!(error, Err(expected));
}

/// Draws all sprites, 16 pixels apart, and compares the backends.
fn check(assets: &Assets, sprites: &[SpriteId], scale: f32) {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let flags = [
        InstanceFlags::default(),
        InstanceFlags::LINEAR,
        InstanceFlags::FLIP_X,
        InstanceFlags::FILLED,
    ];
    let shown = (0_u16..).zip(sprites).map(|(number, &sprite)| {
        let place = vec2(f32::from(number % 16), f32::from(number / 16)) * 16.0 + 8.0;
        let frame = assets.sprite(sprite).unwrap().frames.first;
        let mut shown = Instance::new(place, frame);
        shown.set_scale(Vec2::splat(scale));
        shown.set_flags(flags[usize::from(number) % flags.len()]);
        shown
    });
    let data = SceneData::sized([256, 256]).with_layer(Projection::IDENTITY, shown);
    same_on_both(&mut gpu, assets, &data, "places");
}

#[test]
fn sprites_on_all_of_256_pages_are_shown() {
    let atlas = AtlasSettings {
        page_size: 64,
        max_page_size: 64,
        max_pages: 256,
    };
    let mut assets = Assets::new(AssetSettings {
        atlas,
        ..AssetSettings::default()
    });
    // Each image needs its own page, besides the first page, which has the built-in images.
    let sprites: Vec<_> = (0..255)
        .map(|number| add(&mut assets, &number.to_string(), 60 + number % 5, 64))
        .collect();
    assert_eq!(assets.atlas().pages().len(), 256);
    check(&assets, &sprites, 0.2);
}

#[test]
fn a_sprite_at_the_far_end_of_the_largest_page_is_shown() {
    let mut assets = assets(8192);
    let sprites = [8100, 42].map(|width| add(&mut assets, &width.to_string(), width, 3));
    let [_, far] = sprites.map(|sprite| assets.sprite(sprite).unwrap().frames.first);
    let (first_column, _) = assets.frames().records()[far.0 as usize].origin_px();
    assert!(first_column > 8000, "{first_column}");
    check(&assets, &sprites, 1.0);
}

/// The sprites are narrower than a pixel, like a card seen almost from its edge. With thousands of texels per pixel,
/// texture coordinates overflow, and must do so in the same way on both backends.
#[test]
fn both_backends_draw_almost_edge_on_sprites_alike() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = assets(4096);
    add(&mut assets, "beside it", 500, 500);
    let sprite = add(&mut assets, "card", 2000, 1500);
    let frame = assets.sprite(sprite).unwrap().frames.first;
    let record = assets.frames().records()[frame.0 as usize];
    assert_ne!(record.origin_px(), (0, 0), "where its page begins");
    let shown = (0_u16..400).map(|number| {
        let place = vec2(f32::from(number % 20), f32::from(number / 20)) * 13.0;
        let mut shown = Instance::new(place, frame);
        shown.turn = Turn(number.wrapping_mul(40_503));
        let (thin, long) = (f32::from(number % 50 + 1) * 1e-6, 0.1);
        shown.set_scale(if number % 2 == 0 {
            vec2(thin, long)
        } else {
            vec2(long, thin)
        });
        shown
    });
    let data = SceneData::sized([256, 256]).with_layer(Projection::IDENTITY, shown);
    let picture = same_on_both(&mut gpu, &assets, &data, "edge_on");
    let background = picture.pixels[0];
    let seen = picture.pixels.iter().filter(|&&pixel| pixel != background);
    assert!(seen.count() > 500, "few pixels are seen");
}
