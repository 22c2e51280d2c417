//! Drawing modes of single sprites: blended, mirrored, scaled, turned, filtered, tinted.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::scene::{Align, Instance, InstanceFlags, Layer, TextStyle, put_text};

use super::{SceneData, SceneLayer, art};

const SIZE: [u32; 2] = [256, 160];
const BLENDS: [InstanceFlags; 3] = [
    InstanceFlags::ADDITIVE,
    InstanceFlags::OPAQUE,
    InstanceFlags::LINEAR,
];

/// Returns the centre of a cell of a grid with `columns` columns, row by row from the top left.
fn cell(index: usize, columns: usize, size: Vec2) -> Vec2 {
    vec2(
        (index % columns) as f32 + 0.5,
        (index / columns) as f32 + 0.5,
    ) * size
}

fn at(position: Vec2, frame: FrameId) -> Instance {
    Instance::new(position, frame)
}

fn flagged(mut sprite: Instance, flags: InstanceFlags) -> Instance {
    sprite.set_flags(flags);
    sprite
}

/// Returns sprites with alpha, additive and opaque blending over each other, at several opacities.
pub(crate) fn blends(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 200, 90]);
    let mut sprites = Vec::new();
    for row in 0..4 {
        for (column, &flags) in [InstanceFlags::default(), BLENDS[0], BLENDS[1]]
            .iter()
            .enumerate()
        {
            let place = vec2(30.0 + 60.0 * column as f32, 24.0 + 36.0 * row as f32);
            for (step, color) in [
                Color::TERMINAL_RED,
                Color::TERMINAL_GREEN,
                Color::TERMINAL_BLUE,
            ]
            .into_iter()
            .enumerate()
            {
                let mut sprite = at(place + Vec2::splat(step as f32 * 6.0), disc);
                sprite.set_scale(Vec2::splat(1.5));
                sprite.set_tint(color.with_alpha([255, 192, 128, 31][row]));
                sprites.push(flagged(sprite, flags));
            }
        }
    }
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns thirty-two translucent sprites over each other, so that rounding errors add up.
pub(crate) fn overlapping_blends(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let colors = Color::NAMED;
    let sprites = (0..32).map(|index| {
        let shift = vec2((index % 5) as f32, (index % 7) as f32) * 0.75;
        let mut sprite = at(vec2(60.0, 60.0) + shift, disc);
        sprite.set_scale(Vec2::splat(5.0));
        let opacity = u8::try_from(17 + index * 7).unwrap_or(255);
        sprite.set_tint(colors[index % colors.len()].1.with_alpha(opacity));
        if index % 4 == 3 {
            flagged(sprite, InstanceFlags::ADDITIVE)
        } else {
            sprite
        }
    });
    SceneData::sized([128, 128]).with_layer(Projection::IDENTITY, sprites)
}

/// Returns sprites mirrored by flags, within their rectangle, and by negative scales, about their anchor.
pub(crate) fn flips(assets: &mut Assets) -> SceneData {
    let frame = art::lopsided(assets);
    let (x, y) = (InstanceFlags::FLIP_X, InstanceFlags::FLIP_Y);
    let flags = [InstanceFlags::default(), x, y, x.with(y)];
    let scales = [
        Vec2::splat(2.0),
        vec2(-2.0, 2.0),
        vec2(2.0, -2.0),
        vec2(-1.5, -2.5),
    ];
    let sprites = (0..16).map(|index| {
        let mut sprite = at(cell(index, 4, vec2(64.0, 40.0)), frame);
        sprite.set_scale(scales[index / 4]);
        flagged(sprite, flags[index % 4])
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns sprites scaled by integer and fractional factors up to 3. Some factors are negative, and one is 0.
pub(crate) fn scales(assets: &mut Assets) -> SceneData {
    let frame = art::lopsided(assets);
    let factors = [
        0.1, 0.25, 0.3, 0.5, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.3, 3.0, -0.6, -1.7, 0.01,
        0.0, 2.9, 1.01,
    ];
    let sprites = factors.iter().enumerate().map(|(index, &factor)| {
        let mut sprite = at(cell(index, 5, vec2(51.2, 40.0)), frame);
        sprite.set_scale(vec2(factor, factor * 0.97));
        sprite
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns sprites turned by quarters, by eighths, and by arbitrary angles.
pub(crate) fn rotations(assets: &mut Assets) -> SceneData {
    let frame = art::lopsided(assets);
    let sprites = (0..60).map(|index| {
        let mut sprite = at(cell(index, 10, vec2(25.6, 26.6)), frame);
        let turn = if index < 8 {
            index * 8192
        } else {
            index * 1091
        };
        sprite.turn = Turn(u16::try_from(turn).unwrap_or(0));
        sprite.set_scale(Vec2::splat(if index % 3 == 0 { 1.4 } else { 1.0 }));
        flagged(
            sprite,
            if index % 2 == 0 {
                InstanceFlags::default()
            } else {
                InstanceFlags::LINEAR
            },
        )
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns turning sprites between two steps. Some of them pass the full turn.
pub(crate) fn turning_half_way(assets: &mut Assets) -> SceneData {
    let frame = art::lopsided(assets);
    let spins = [0, 1, -1, 999, -3001, 32767, -32768, 12345];
    let sprites = (0..24).map(|index| {
        let mut sprite = at(cell(index, 6, vec2(42.6, 40.0)), frame);
        sprite.turn = Turn([0, 65535, 100][index / 8]);
        sprite.turn_motion = TurnMotion(spins[index % 8]);
        sprite
    });
    let half_way = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    SceneData::sized(SIZE).with_layer(half_way, sprites)
}

/// Returns sprites with nearest and linear filtering side by side: magnified, shrunk, and at sub-pixel positions.
pub(crate) fn filters(assets: &mut Assets) -> SceneData {
    let checker = art::checker(assets, [9, 7]);
    let disc = art::disc(assets, "disc", [120, 220, 255]);
    let mut sprites = Vec::new();
    for (index, scale) in [0.5, 1.0, 1.5, 2.0, 3.7, 4.0].into_iter().enumerate() {
        for (row, flags) in [InstanceFlags::default(), InstanceFlags::LINEAR]
            .into_iter()
            .enumerate()
        {
            for (below, frame) in [checker, disc].into_iter().enumerate() {
                let x = 12.3 + 7.0 * (index * index) as f32;
                let mut sprite = at(
                    vec2(x, 30.7 + 70.0 * row as f32 + 34.2 * below as f32),
                    frame,
                );
                sprite.set_scale(Vec2::splat(scale * 0.8));
                sprites.push(flagged(sprite, flags));
            }
        }
    }
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns sprites halfway between two steps, at many sub-pixel positions.
pub(crate) fn half_a_step(assets: &mut Assets) -> SceneData {
    let checker = art::checker(assets, [8, 8]);
    let sprites = (0..160).map(|index| {
        let mut sprite = at(cell(index, 16, vec2(16.0, 16.0)), checker);
        let fraction = index as f32 / 160.0;
        sprite.step_by(vec2(fraction * 3.0, -fraction));
        flagged(
            sprite,
            if index % 3 == 0 {
                InstanceFlags::LINEAR
            } else {
                InstanceFlags::default()
            },
        )
    });
    let half_way = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    SceneData::sized(SIZE).with_layer(half_way, sprites)
}

/// Returns sprites with tints of all named colours and several opacities. Their image has many colours and 16
/// opacities.
pub(crate) fn tints(assets: &mut Assets) -> SceneData {
    let ramp = art::image(assets, "ramp", [32, 16], |x, y| {
        let shade = u8::try_from(x * 8).unwrap_or(255);
        [shade, 255 - shade, 128, u8::try_from(y * 17).unwrap_or(255)]
    });
    let sprites = (0..48).map(|index| {
        let mut sprite = at(cell(index, 8, vec2(32.0, 26.0)), ramp);
        let (_, named) = Color::NAMED[index % 8];
        sprite.set_tint(named.with_alpha(u8::try_from(255 - 50 * (index / 8)).unwrap_or(0)));
        sprite
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns sprites filled with their tint, in several opacities and all blend modes, plain, scaled, turned and
/// filtered, together with sprites that are not filled.
pub(crate) fn filled(assets: &mut Assets) -> SceneData {
    let ramp = art::image(assets, "ramp", [24, 16], |x, y| {
        let shade = u8::try_from(x * 10).unwrap_or(255);
        [shade, 255 - shade, 128, u8::try_from(y * 17).unwrap_or(255)]
    });
    let pictures = [
        ramp,
        art::disc(assets, "disc", [255, 60, 90]),
        FrameId::SOLID,
    ];
    let sprites = (0..48).map(|index| {
        let mut sprite = at(cell(index, 8, vec2(32.0, 26.0)), pictures[index % 3]);
        let (_, named) = Color::NAMED[index % 7 + 1];
        sprite.set_tint(named.with_alpha([255, 160, 77][index / 8 % 3]));
        if index % 3 == 2 {
            sprite.set_scale(Vec2::splat(12.0));
        }
        match index % 5 {
            1 => sprite.set_scale(vec2(1.75, -0.6)),
            2 => sprite.turn = Turn::from_radians(index as f32),
            _ => {}
        }
        let flags = [InstanceFlags::default(), BLENDS[0], BLENDS[1], BLENDS[2]][index / 2 % 4];
        let filled = if index % 7 == 0 {
            InstanceFlags::default()
        } else {
            InstanceFlags::FILLED
        };
        flagged(sprite, flags.with(filled))
    });
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns lines of text in the built-in font, and a character that is turned and magnified by a fraction.
pub(crate) fn text(assets: &mut Assets) -> SceneData {
    let mut layer = Layer::new();
    let words = "Damselfly: äöü ┌─┐ ░▒▓█ 0123456789";
    for (row, (_, color)) in Color::NAMED.into_iter().enumerate().skip(1) {
        let place = vec2([128.0, 2.0, 254.0][row % 3], 4.0 + 18.0 * row as f32);
        let align = [Align::Center, Align::Left, Align::Right][row % 3];
        put_text(
            &mut layer,
            assets,
            words,
            place,
            vec2(8.0, 16.0),
            TextStyle::from(color).aligned(align),
        );
    }
    let mut data = SceneData::sized(SIZE);
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
    let mut magnified = at(vec2(40.5, 8.25), assets.glyph('@'));
    magnified.set_scale(Vec2::splat(3.3));
    magnified.turn = Turn(3000);
    data.with_layer(
        Projection::IDENTITY,
        [flagged(magnified, InstanceFlags::LINEAR)],
    )
}

/// Returns sprites of more images than a page of the atlas holds.
pub(crate) fn atlas_pages(assets: &mut Assets) -> SceneData {
    let mut sprites = Vec::new();
    for index in 0..40u8 {
        let frame = art::image(assets, &format!("page {index}"), [30, 20], |x, y| {
            let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
            [index * 6, x * 8, y * 12, 255]
        });
        sprites.push(at(cell(index.into(), 8, vec2(32.0, 32.0)), frame));
    }
    SceneData::sized(SIZE).with_layer(Projection::IDENTITY, sprites)
}

/// Returns one visible sprite, and sprites that draw no pixel: hidden, without area, transparent, with NaN, infinite or
/// huge values, or with a frame that does not exist.
pub(crate) fn hidden_and_unreal(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let seen = at(vec2(20.0, 20.0), disc);
    // This is the first frame index beyond the table.
    let next = u32::try_from(assets.frames().records().len()).map_or(FrameId::MAX, FrameId);
    let mut sprites = vec![
        flagged(at(vec2(60.0, 20.0), disc), InstanceFlags::HIDDEN),
        at(vec2(60.0, 20.0), FrameId::MAX),
        at(vec2(60.0, 20.0), next),
    ];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        sprites.push(at(vec2(bad, 20.0), disc));
        sprites.push(at(vec2(20.0, bad), disc));
        let mut moving = seen;
        moving.motion = vec2(bad, 0.0);
        sprites.push(moving);
        let mut scaled = seen;
        scaled.set_scale(vec2(1.0, bad));
        sprites.push(scaled);
    }
    let mut transparent = seen;
    transparent.set_tint(Color::TRANSPARENT);
    let mut flat = seen;
    flat.set_scale(vec2(0.0, 4.0));
    sprites.extend([transparent, flat, seen]);
    let moved = Projection {
        k: -0.25,
        ..Projection::IDENTITY
    };
    SceneData::sized([80, 40]).with_layer(moved, sprites)
}
