//! Scenes of lights and shadows.

use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Light, LightMap};

use super::sprites::{launch, spawn, view};
use super::{BenchScene, nothing, scene};

/// Numbers of lights.
const LIGHTS: &[usize] = &[10, 100];

/// Sprites that are lit, and those among them that cast shadows.
const SPRITES: usize = 1000;
const CASTERS: usize = 100;

/// Colour of the ground below the sprites.
const GROUND: Color = Color::rgb(110, 120, 100);

/// The scenes of this file. The lights shine on 1000 sprites.
pub(crate) const SCENES: &[BenchScene] = &[
    scene("lights", "lights", LIGHTS, plain, nothing),
    scene(
        "shadows",
        "lights, and 100 objects that cast shadows",
        LIGHTS,
        hard,
        nothing,
    ),
    scene(
        "soft_shadows",
        "lights, and 100 objects that cast soft shadows",
        LIGHTS,
        soft,
        nothing,
    ),
];

/// Lights without shadows.
fn plain(cx: &mut Context<'_>, lights: usize) -> Result<(), Error> {
    lit(cx, lights, Light::default())
}

/// Lights with hard shadows.
fn hard(cx: &mut Context<'_>, lights: usize) -> Result<(), Error> {
    let light = Light {
        shadows: true,
        ..Light::default()
    };
    lit(cx, lights, light)
}

/// Lights with soft shadows.
fn soft(cx: &mut Context<'_>, lights: usize) -> Result<(), Error> {
    let light = Light {
        shadows: true,
        source: 6.0,
        ..Light::default()
    };
    lit(cx, lights, light)
}

/// Adds lights that drift over a lit group. The first 100 sprites cast shadows.
fn lit(cx: &mut Context<'_>, lights: usize, light: Light) -> Result<(), Error> {
    let ground = cx
        .assets
        .add_image("ground", Pixels::from_fn(1, 1, |_, _| GROUND))?;
    cx.spawn(Object {
        kind: "Ground",
        position: view() / 2.0,
        altitude: 0,
        solidness: Solidness::Spectral,
        sprite: Some(ground),
        scale: view(),
        ..Object::default()
    });
    spawn(cx, SPRITES, 0..1, |_, _, _| ())?;
    let casters: Vec<_> = cx.of_kind("Disc").take(CASTERS).collect();
    for caster in casters {
        cx.lights.set_shadow(caster, true);
    }
    cx.set_group("lit", 0..=0_u16, GroupLook::default());
    cx.light_group("lit", Some(LightMap::default()));
    for _ in 0..lights {
        let random = cx.random();
        let mut lamp = Object {
            kind: "Lamp",
            position: random.point_in(Rect::new(Vec2::ZERO, view())),
            altitude: 0,
            solidness: Solidness::Spectral,
            ..Object::default()
        };
        launch(&mut lamp, random);
        lamp.velocity *= 0.1;
        let mut channel = || random.range(100..=255);
        let color = Color::rgb(channel(), channel(), channel());
        let lamp = cx.spawn(lamp);
        let radius = 100.0;
        cx.lights.attach(
            lamp,
            Light {
                color,
                radius,
                ..light
            },
        );
    }
    Ok(())
}
