//! Lights of objects, and their shadows, as they are drawn.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod groups;
mod of_objects;
mod shadows;
mod smoothing;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Light, LightMap, Resolution};
use damselfly::world::LightId;

const MAP: LightMap = LightMap {
    ambient: Color::BLACK,
    resolution: Resolution::Full,
    is_smooth: true,
    depth: 0.0,
    sprites: None,
};

const LAMP: Light = Light {
    color: Color::WHITE,
    radius: 30.0,
    energy: 1.0,
    offset: Vec2::ZERO,
    cone: None,
    shadows: true,
    source: 0.0,
};

/// Returns a white wall of 80 × 60 pixels, which is lit by nothing, and below it a row of 10 pixels that is not lit.
fn game() -> Harness<'static> {
    let app = App::new("Lights", Options::default()).pixels(80, 70);
    let app = app.background(Color::rgb(7, 7, 7));
    Harness::start(app, |cx| {
        let wall = cx.assets.add_rect("wall", 80, 60, Color::WHITE)?;
        cx.spawn(Object {
            kind: "Wall",
            sprite: Some(wall),
            position: vec2(40.0, 30.0),
            altitude: 1,
            solidness: Solidness::Spectral,
            ..Object::default()
        });
        assert!(
            cx.set_group("lit", 0..=2_u16, GroupLook::default())
                .is_done()
        );
        assert!(cx.light_group("lit", Some(MAP)).is_done());
        Ok(())
    })
    .unwrap()
}

/// Adds an object with a light.
fn add(play: &mut Harness<'_>, at: Vec2, light: Light) -> (ObjectId, LightId) {
    let mut cx = play.context();
    let lamp = cx.spawn(Object {
        kind: "Lamp",
        position: at,
        solidness: Solidness::Spectral,
        ..Object::default()
    });
    (lamp, cx.lights.attach(lamp, light))
}

/// Returns the brightness of a pixel.
fn grey(play: &mut Harness<'_>, x: u32, y: u32) -> u8 {
    play.image().get(x, y).unwrap().r
}

/// Adds an object of 4 × 20 units at (50, 30) that casts a shadow.
fn add_pillar(play: &mut Harness<'_>) -> ObjectId {
    let mut cx = play.context();
    let pillar = cx.spawn(Object {
        kind: "Pillar",
        position: vec2(50.0, 30.0),
        bounds: Bounds::Fixed(Rect::from_size(vec2(-2.0, -10.0), vec2(4.0, 20.0))),
        ..Object::default()
    });
    cx.lights.set_shadow(pillar, true);
    pillar
}
