//! Scenes of blend modes, groups of altitudes and sprite cameras.

use damselfly::prelude::*;
use damselfly::scene::{GroupLook, MAX_SPRITE_CAMERAS, Material, Resolution};

use super::VIEW;
use super::sprites::{launch, spawn, take_over, view};

/// Sprites of the blend modes that share a draw call.
pub(crate) fn mixed_modes(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    const MODES: [Blend; 4] = [
        Blend::Alpha,
        Blend::Additive,
        Blend::Multiply,
        Blend::Screen,
    ];
    spawn(cx, count, 0..1, |number, object, random| {
        object.blend = MODES[number % MODES.len()];
        launch(object, random);
    })?;
    take_over(cx);
    Ok(())
}

/// Runs of 100 sprites: every second one subtracts, which takes a draw call.
pub(crate) fn subtract(cx: &mut Context<'_>, runs: usize) -> Result<(), Error> {
    spawn(cx, 100 * runs, 0..1, |number, object, random| {
        if number / 100 % 2 == 1 {
            object.blend = Blend::Subtract;
        }
        launch(object, random);
    })?;
    take_over(cx);
    Ok(())
}

/// Sprites with materials: each kind of material in turn.
pub(crate) fn materials(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    // The discs have none of the old colours, so that each texel is compared with all of them.
    let swatches = Pixels::from_fn(8, 2, |x, y| {
        let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
        Color::rgb(20 * x, 200 * y, 128)
    });
    let palette = cx.assets.add_image("palette", swatches)?;
    let palette = cx.assets.sprite(palette).map(|sprite| sprite.frames.first);
    let color = Color::WHITE;
    let materials = [
        Material::Flash { color, amount: 0.5 },
        Material::Greyscale { amount: 0.5 },
        Material::Outline { color, width: 1 },
        Material::Dissolve {
            amount: 0.3,
            edge: color,
            edge_share: 0.1,
            seed: 1,
        },
        Material::Wave {
            amplitude: 2.0,
            length: 8.0,
            phase: 0.0,
        },
    ];
    let swap = palette.map(|palette| Material::PaletteSwap { palette, row: 1 });
    let materials: Vec<_> = materials.into_iter().chain(swap).collect();
    spawn(cx, count, 0..1, |_, object, random| launch(object, random))?;
    take_over(cx);
    let all: Vec<_> = cx.of_kind("Disc").collect();
    for (number, id) in all.into_iter().enumerate() {
        if let Some(mut object) = cx.object_mut(id) {
            object.set_material(materials[number % materials.len()]);
        }
    }
    Ok(())
}

/// Translucent groups of 1000 sprites, each on an altitude of its own.
pub(crate) fn groups(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    groups_with(cx, count, Resolution::Full)
}

/// The same with a quarter of the pixels along each axis, filtered linearly.
pub(crate) fn small_groups(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    groups_with(cx, count, Resolution::Quarter)
}

fn groups_with(cx: &mut Context<'_>, count: usize, resolution: Resolution) -> Result<(), Error> {
    let altitudes = u16::try_from(count).unwrap_or(1).min(cx.altitudes().end);
    spawn(cx, 1000 * count, 0..altitudes, |_, object, random| {
        launch(object, random);
    })?;
    take_over(cx);
    let look = GroupLook {
        tint: Color::WHITE.with_alpha(160),
        is_smooth: resolution != Resolution::Full,
        resolution,
        ..GroupLook::default()
    };
    for altitude in 0..altitudes {
        cx.set_group(&format!("group {altitude}"), altitude..=altitude, look);
    }
    Ok(())
}

/// A group of sprites that shows through the sprites of another altitude.
pub(crate) fn masked(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    spawn(cx, count, 1..3, |_, object, random| launch(object, random))?;
    take_over(cx);
    cx.set_group("masked", 1..=1_u16, GroupLook::default());
    cx.mask_group("masked", 2_u16);
    Ok(())
}

/// 1000 sprites, which this many cameras show in sprites beside one another. Each shows the whole view at half its size.
pub(crate) fn cameras(cx: &mut Context<'_>, count: usize) -> Result<(), Error> {
    spawn(cx, 1000, 0..1, |_, object, random| launch(object, random))?;
    take_over(cx);
    let size = VIEW.map(|side| side / 2);
    for number in 0..count.min(MAX_SPRITE_CAMERAS) {
        let sprite = cx.add_camera(&format!("camera {number}"), size)?;
        if let Some(camera) = cx.camera_mut(sprite) {
            camera.altitudes = 0..=0;
            camera.background = Color::BLACK;
            camera.camera.set_zoom(0.5);
        }
        let column = u16::try_from(number % 4).unwrap_or(0);
        let row = u16::try_from(number / 4).unwrap_or(0);
        let place = vec2(f32::from(column) + 0.5, f32::from(row) + 0.5) / 4.0;
        cx.spawn(Object {
            kind: "Image",
            position: view() * place,
            altitude: 1,
            solidness: Solidness::Spectral,
            sprite: Some(sprite),
            scale: Vec2::splat(0.5),
            ..Object::default()
        });
    }
    Ok(())
}
