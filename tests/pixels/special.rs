//! Scenes unlike any random one: crowds, very long images, and the limits of opacity.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::describe::{compare, described};
use crate::oracle::paint;
use crate::rng::Rng;
use crate::scenes::SceneData;
use damselfly::Color;
use damselfly::assets::{Anchor, AssetSettings, Assets, FrameId, ImageLayout, Pixels};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{Blending, Projection, SoftwareRenderer, ViewEffects};
use damselfly::scene::{GroupEffect, Instance, InstanceFlags, Material};

fn check(data: &SceneData, assets: &Assets) {
    let mut renderer = SoftwareRenderer::default();
    let fault = data.with_frame(assets, |frame| {
        compare(&mut renderer, frame, &paint(&mut described(frame)))
    });
    assert_eq!(fault, Ok(()));
}

/// Adds an image whose anchor is its upper left corner.
fn picture(assets: &mut Assets, size: [u32; 2], color: impl Fn(u32, u32) -> Color) -> FrameId {
    let pixels = Pixels::from_fn(size[0], size[1], color);
    let layout = ImageLayout {
        anchor: Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let label = format!("{} by {}", size[0], size[1]);
    let id = assets.add_image_with(&label, &pixels, &layout).unwrap();
    assets.sprite(id).unwrap().frames.first
}

/// The backend skips sprites that show nothing or are hidden by sprites in front of them.
#[test]
fn thousands_of_overlapping_sprites_follow_the_rules() {
    let mut assets = Assets::new(AssetSettings::default());
    let disc = picture(&mut assets, [16, 16], |x, y| {
        let from_middle = x.abs_diff(8).pow(2) + y.abs_diff(8).pow(2);
        let opacity = [255, 255, 254, 100, 0, 0];
        Color::rgba(255, 240, 230, opacity[from_middle as usize / 22 % 6])
    });
    for blending in [Blending::Srgb, Blending::Linear] {
        let mut rng = Rng::new(3);
        let sprites: Vec<Instance> = (0..4000)
            .map(|_| {
                let place = vec2(rng.number(-16.0, 200.0), rng.number(-16.0, 150.0));
                let mut sprite = Instance::new(place.floor(), disc);
                sprite.set_tint(Color::rgb(rng.byte(), rng.byte(), 200));
                sprite
            })
            .collect();
        let mut data = SceneData::sized([200, 150]).with_layer(Projection::IDENTITY, sprites);
        data.blending = blending;
        check(&data, &assets);
    }
}

/// Whether a filtered sprite hides others, or is hidden, depends on squares of four texels.
#[test]
fn thousands_of_overlapping_filtered_sprites_follow_the_rules() {
    let mut assets = Assets::new(AssetSettings::default());
    // Some rows are almost empty, and the others almost solid. Single transparent and translucent texels are in
    // between.
    let holes = picture(&mut assets, [24, 24], |x, y| match (x * 7 + y * 5) % 23 {
        0 => Color::TRANSPARENT,
        1 => Color::rgba(200, 100, 50, 128),
        _ if y % 8 == 3 || y % 8 == 4 => Color::TRANSPARENT,
        _ => Color::rgb(99, 240 - y.to_le_bytes()[0] * 10, x.to_le_bytes()[0] * 10),
    });
    let solid = picture(&mut assets, [16, 8], |x, y| {
        let [[x, ..], [y, ..]] = [x, y].map(u32::to_le_bytes);
        Color::rgb(x * 15, y * 30, 40)
    });
    let mut rng = Rng::new(5);
    let sprites: Vec<Instance> = (0..3000)
        .map(|number| {
            let place = vec2(rng.number(-20.0, 120.0), rng.number(-20.0, 90.0));
            // Positions are in eighths of a pixel along one axis, so that some are at whole pixels.
            let place = vec2((place.x * 8.0).floor() / 8.0, place.y);
            let mut sprite = Instance::new(place, [holes, solid][number % 2]);
            sprite.set_tint(Color::rgb(rng.byte(), rng.byte(), 200));
            sprite.set_flags(match number % 13 {
                0 => InstanceFlags::LINEAR.with(InstanceFlags::OPAQUE),
                1 => InstanceFlags::LINEAR.with(InstanceFlags::ADDITIVE),
                _ => InstanceFlags::LINEAR,
            });
            sprite
        })
        .collect();
    let data = SceneData::sized([120, 90]).with_layer(Projection::IDENTITY, sprites);
    check(&data, &assets);
}

/// The image is drawn 1/256 pixel wider than its texels. The step from pixel to pixel stays one texel, so that the
/// coordinate of the last pixel is past the last texel.
#[test]
fn an_image_slightly_larger_than_its_texels_repeats_the_last() {
    let mut assets = Assets::new(AssetSettings::default());
    let wide = picture(&mut assets, [700, 2], |x, _| {
        let [low, high, ..] = x.to_le_bytes();
        Color::rgb(low, high, 0)
    });
    let larger = Projection {
        texel_scale: [700.004 / 700.0, 1.0],
        ..Projection::IDENTITY
    };
    let sprite = Instance::new(vec2(0.5, 2.0), wide);
    check(
        &SceneData::sized([720, 8]).with_layer(larger, [sprite]),
        &assets,
    );
}

#[test]
fn almost_opaque_texels_and_tints_hide_almost_all() {
    for (texel, tint) in [(254, 255), (255, 254), (1, 255), (255, 1)] {
        let mut assets = Assets::new(AssetSettings::default());
        let veil = picture(&mut assets, [16, 16], |_, _| Color::rgba(0, 0, 0, texel));
        let mut white = Instance::new(vec2(4.0, 4.0), FrameId::SOLID);
        white.set_scale(Vec2::splat(8.0));
        let mut above = Instance::new(vec2(2.0, 2.0), veil);
        above.set_tint(Color::rgba(255, 255, 255, tint));
        let data = SceneData::sized([20, 20]);
        check(
            &data.with_layer(Projection::IDENTITY, [white, above]),
            &assets,
        );
    }
}

/// Anchors and edges are near the limit of 2²⁰ pixels. An edge of almost that length leads from an anchor at that
/// distance back to the target.
#[test]
fn rectangles_with_the_farthest_anchors_follow_the_rules() {
    let assets = Assets::new(AssetSettings::default());
    let ends = [
        1_048_540.0,
        1_048_575.0,
        1_048_575.9,
        1_048_576.0,
        1_048_577.0,
    ];
    for (anchor, length) in ends.iter().flat_map(|&a| ends.map(|length| (a, length))) {
        for turn in [0, 16_384, 32_768, 49_152] {
            let (sine, cosine) = Turn(turn).sin_cos();
            let mut rectangle = Instance::new(vec2(cosine, sine) * -anchor + 10.0, FrameId::SOLID);
            rectangle.set_scale(vec2(32_768.0, 8.0));
            rectangle.turn = Turn(turn);
            let long = Projection {
                texel_scale: [length / 32_768.0, 1.0],
                ..Projection::IDENTITY
            };
            check(
                &SceneData::sized([40, 40]).with_layer(long, [rectangle]),
                &assets,
            );
        }
    }
}

/// Hundreds of texels share a hundredth of a pixel, so that texture coordinates change by more than the limit.
#[test]
fn an_image_squeezed_into_a_hundredth_of_a_pixel_follows_the_rules() {
    let mut assets = Assets::new(AssetSettings::default());
    let wide = picture(&mut assets, [700, 700], |x, y| {
        let [[x, higher, ..], [y, ..]] = [x, y].map(u32::to_le_bytes);
        Color::rgb(x, y, higher)
    });
    for (width, offset) in (1..6).flat_map(|width| (0..width).map(move |offset| (width, offset))) {
        let squeezed = |axis: usize| Projection {
            texel_scale: [0, 1].map(|each| match each == axis {
                true => width as f32 / 256.0 / 700.0,
                false => 10.0 / 700.0,
            }),
            ..Projection::IDENTITY
        };
        // The corner is `offset` 256ths of a pixel before the centre of a pixel.
        let place = Vec2::splat(4.5 - offset as f32 / 256.0);
        let sprite = Instance::new(place, wide);
        let data = SceneData::sized([20, 20]);
        let data = data.with_layer(squeezed(0), [sprite]);
        check(&data.with_layer(squeezed(1), [sprite]), &assets);
    }
}

#[test]
fn margins_of_materials_enter_the_view_before_their_images() {
    let mut assets = Assets::new(AssetSettings::default());
    let square = picture(&mut assets, [6, 6], |_, _| Color::YELLOW);
    let outline = Material::Outline {
        color: Color::RED,
        width: 4,
    };
    let wave = Material::Wave {
        amplitude: 16.0,
        length: 6.0,
        phase: 0.0,
    };
    for material in [outline, wave] {
        let mut data = SceneData::sized([20, 20]).with_layer(
            Projection::IDENTITY,
            [Instance::new(vec2(0.0, 7.0), square)],
        );
        let painted = &mut data.layers[0];
        painted.cull = true;
        painted.layer.set_material(0, material);
        let mut renderer = SoftwareRenderer::default();
        let mut is_shown = Vec::new();
        for x in -40..-6_i16 {
            data.layers[0].projection.translation[0] = x.into();
            data.with_frame(&assets, |frame| {
                let painting = paint(&mut described(frame));
                assert_eq!(compare(&mut renderer, frame, &painting), Ok(()), "{x}");
                is_shown.push(
                    painting
                        .pixels
                        .iter()
                        .any(|pixel| *pixel != painting.pixels[399]),
                );
            });
        }
        // All of the images are outside the view.
        assert_eq!((is_shown[0], is_shown.last()), (false, Some(&true)));
    }
}

/// Amounts of dissolving are often the noise of a pixel: it is not gone yet.
#[test]
fn dissolves_at_the_noise_of_a_pixel_follow_the_rules() {
    let mut assets = Assets::new(AssetSettings::default());
    let square = picture(&mut assets, [32, 32], |x, y| {
        let [[x, ..], [y, ..]] = [x, y].map(u32::to_le_bytes);
        Color::rgb(99 + x, 200 - y, 40)
    });
    let mut rng = Rng::new(11);
    let sprite = Instance::new(Vec2::ZERO, square);
    for _ in 0..10 {
        let mut data = SceneData::sized([32, 32]).with_layer(Projection::IDENTITY, [sprite]);
        // 1024 texels have almost every number from 0 to 255.
        let [amount, edge_share] = [0, 1].map(|_| rng.number(0.1, 0.5));
        let edge = Color::rgb(250, 0, 250);
        let seed = rng.byte();
        let material = Material::Dissolve {
            amount,
            edge,
            edge_share,
            seed: seed.into(),
        };
        data.layers[0].layer.set_material(0, material);
        check(&data, &assets);
        data.layers[0].layer.set_material(0, None);
        for _ in 0..20 {
            let [amount, edge] = [0, 1].map(|_| rng.whole(1, 30_000) as f32 / 65_536.0);
            data.effects = vec![ViewEffects {
                layers: 1,
                effects: vec![GroupEffect::Dissolve {
                    amount,
                    size: 1.0,
                    seed: seed.into(),
                    edge,
                    color: Color::RED,
                }],
            }];
            check(&data, &assets);
        }
    }
}
