//! Blend modes of objects, particles and tile maps, as they are drawn.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::scene::OverLife;
use damselfly::tiles::{Tile, TileMap};

/// Grey 204 below, and 102 with this blend mode over it.
const BELOW: Color = Color::rgb(204, 204, 204);
const ABOVE: Color = Color::rgb(102, 102, 102);

/// The result of each mode: 204 · 102 / 255 is 81.6.
const EXPECTED: [(Blend, u8); 6] = [
    (Blend::Alpha, 102),
    (Blend::Additive, 255),
    (Blend::Opaque, 102),
    (Blend::Multiply, 82),
    (Blend::Screen, 224),
    (Blend::Subtract, 102),
];

/// Returns a view of 40 × 40 pixels, one for each unit, filled with [`BELOW`].
fn game() -> Harness<'static> {
    let app = App::new("Blends", Options::default()).pixels(40, 40);
    Harness::start(app, |cx| {
        let sprite = cx.assets.add_rect("below", 40, 40, BELOW)?;
        cx.spawn(object(sprite, vec2(20.0, 20.0), 0));
        cx.assets.add_rect("above", 8, 8, ABOVE)?;
        Ok(())
    })
    .unwrap()
}

fn object(sprite: SpriteId, position: Vec2, altitude: u16) -> Object {
    Object {
        sprite: Some(sprite),
        position,
        altitude,
        solidness: Solidness::Spectral,
        ..Object::default()
    }
}

fn grey(play: &mut Harness<'_>, x: u32, y: u32) -> u8 {
    let color = play.image().get(x, y).unwrap();
    assert_eq!([color.g, color.b], [color.r; 2]);
    color.r
}

#[test]
fn objects_have_the_blend_mode_that_they_spawn_with() {
    for (blend, expected) in EXPECTED {
        let mut play = game();
        let above = play.context().assets.sprite_named("above");
        let id = play.context().spawn(Object {
            blend,
            ..object(above, vec2(20.0, 20.0), 1)
        });
        play.step();
        assert_eq!(play.world().object(id).unwrap().blend(), blend);
        assert_eq!(grey(&mut play, 20, 20), expected, "{blend:?}");
        assert_eq!(grey(&mut play, 2, 2), BELOW.r);
    }
}

#[test]
fn a_changed_blend_mode_is_drawn_and_restored() {
    let mut play = game();
    let above = play.context().assets.sprite_named("above");
    let id = play.context().spawn(object(above, vec2(20.0, 20.0), 1));
    play.step();
    let plain = play.core().snapshot();
    for (blend, expected) in EXPECTED {
        let outcome = play.context().object_mut(id).unwrap().set_blend(blend);
        assert!(outcome.is_done());
        play.step();
        assert_eq!(grey(&mut play, 20, 20), expected, "{blend:?}");
    }
    let subtracted = play.core().snapshot();
    play.core_mut().restore(&plain);
    assert_eq!(grey(&mut play, 20, 20), 102);
    assert_eq!(play.world().object(id).unwrap().blend(), Blend::Alpha);
    play.core_mut().restore(&subtracted);
    assert_eq!(play.world().object(id).unwrap().blend(), Blend::Subtract);
}

#[test]
fn objects_keep_their_blend_mode_at_another_altitude() {
    let mut play = game();
    let above = play.context().assets.sprite_named("above");
    let id = play.context().spawn(Object {
        blend: Blend::Multiply,
        ..object(above, vec2(20.0, 20.0), 1)
    });
    play.step();
    assert!(
        play.context()
            .object_mut(id)
            .unwrap()
            .set_altitude(2)
            .is_done()
    );
    play.step();
    assert_eq!(play.world().object(id).unwrap().blend(), Blend::Multiply);
    assert_eq!(grey(&mut play, 20, 20), 82);
}

#[test]
fn particles_keep_their_blend_mode_while_others_end() {
    for (blend, expected) in EXPECTED {
        let mut play = game();
        // Short lives among long ones of another mode, so that rows move up.
        for step in 0..6_u8 {
            let burst = |life: f32, blend, position| {
                let emitter = Emitter {
                    count: 1,
                    life: life..life,
                    speed: 0.0..0.0,
                    colors: OverLife::from(ABOVE),
                    sizes: 4.0.into(),
                    blend,
                    ..Emitter::default()
                };
                (emitter, position)
            };
            let x = 4.0 + 6.0 * f32::from(step);
            for (emitter, at) in [
                burst(3.0, Blend::Screen, vec2(x, 30.0)),
                burst(100.0, blend, vec2(x, 10.0)),
            ] {
                assert!(play.context().burst(2_u16, at, &emitter).is_done());
            }
            play.step();
        }
        for _ in 0..10 {
            play.step();
        }
        for step in 0..6 {
            assert_eq!(grey(&mut play, 4 + 6 * step, 10), expected, "{blend:?}");
            assert_eq!(grey(&mut play, 4 + 6 * step, 30), BELOW.r);
        }
    }
}

#[test]
fn a_tile_map_has_the_blend_mode_of_its_object() {
    for (blend, expected) in EXPECTED {
        let mut play = game();
        let above = play.context().assets.sprite_named("above");
        let mut map = TileMap::new(vec2(8.0, 8.0), 3, 3);
        let tile = map.add(Tile::new(above));
        map.set(ivec2(1, 1), Some(tile));
        let id = play.context().spawn(Object {
            blend,
            altitude: 1,
            position: Vec2::ZERO,
            ..Object::default()
        });
        let mut cx = play.context();
        assert!(cx.object_mut(id).unwrap().set_tiles(map).is_done());
        play.step();
        assert_eq!(grey(&mut play, 12, 12), expected, "{blend:?}");
        assert_eq!(grey(&mut play, 4, 4), BELOW.r);
        let mut cx = play.context();
        let mut object = cx.object_mut(id).unwrap();
        assert!(object.set_tile(ivec2(0, 0), Some(tile)).is_done());
        assert!(object.set_blend(Blend::Screen).is_done());
        play.step();
        assert_eq!([grey(&mut play, 4, 4), grey(&mut play, 12, 12)], [224; 2]);
    }
}
