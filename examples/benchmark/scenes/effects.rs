//! Scenes of effects on the whole view, each over the same sprites.

use damselfly::prelude::*;
use damselfly::scene::GroupEffect;

use super::sprites::{launch, spawn, take_over};
use super::{BenchScene, scene, sprites};

/// Number of sprites.
const SPRITES: &[usize] = &[1000];

/// The scenes of this file.
pub(crate) const SCENES: &[BenchScene] = &[
    effect("effect_color_matrix", |cx, size| {
        with(cx, size, GroupEffect::saturation(0.5))
    }),
    effect("effect_blur", |cx, size| {
        with(cx, size, GroupEffect::blur(8.0))
    }),
    effect("effect_glow", |cx, size| {
        with(cx, size, GroupEffect::glow(8.0))
    }),
    effect("effect_outline", |cx, size| {
        with(cx, size, GroupEffect::outline(Color::WHITE))
    }),
    effect("effect_drop_shadow", |cx, size| {
        with(cx, size, GroupEffect::drop_shadow(vec2(3.0, 3.0)))
    }),
    effect("effect_pixelate", |cx, size| {
        with(cx, size, GroupEffect::pixelate(8.0))
    }),
    effect("effect_wave", |cx, size| {
        with(cx, size, GroupEffect::wave(0.3))
    }),
    effect("effect_palette", |cx, size| {
        let colors = [Color::BLACK, Color::RED, Color::BLUE, Color::WHITE];
        with(cx, size, GroupEffect::palette(&colors))
    }),
    effect("effect_dissolve", |cx, size| {
        with(cx, size, GroupEffect::dissolve(0.5))
    }),
    effect("effect_vignette", |cx, size| {
        with(cx, size, GroupEffect::vignette(0.8))
    }),
    effect("effect_crt", |cx, size| with(cx, size, GroupEffect::crt())),
    effect("effect_fade", |cx, size| {
        with(cx, size, GroupEffect::fade(0.5))
    }),
    effect("effect_wipe", |cx, size| {
        with(cx, size, GroupEffect::wipe(0.5))
    }),
    effect("effect_circle", |cx, size| {
        with(cx, size, GroupEffect::circle(0.5))
    }),
];

const fn effect(
    name: &'static str,
    start: fn(&mut Context<'_>, usize) -> Result<(), Error>,
) -> BenchScene {
    scene(name, "sprites", SPRITES, start, sprites::bounce)
}

/// Starts a scene of moving sprites with an effect on the view.
fn with(cx: &mut Context<'_>, sprites: usize, effect: GroupEffect) -> Result<(), Error> {
    spawn(cx, sprites, 0..1, |_, object, random| {
        launch(object, random)
    })?;
    take_over(cx);
    cx.view_effects().push(effect);
    Ok(())
}
