//! Shadows of objects, shapes and tiles, and how far light enters what casts them.

use super::*;
use damselfly::collision::Shape;
use damselfly::scene::Space;
use damselfly::tiles::{Tile, TileMap};
use glam::ivec2;

#[test]
fn an_object_hides_lights_that_have_shadows() {
    let mut play = game();
    let (_, light) = add(&mut play, vec2(40.0, 30.0), LAMP);
    let free = grey(&mut play, 56, 30);
    let pillar = add_pillar(&mut play);
    assert!(play.context().lights.has_shadow(pillar));
    // Beyond it, inside, in front, and beside it.
    let greys = [56, 50, 46].map(|x| grey(&mut play, x, 30));
    assert!(greys[0] == 0 && greys[1] == 0 && greys[2] > 0, "{greys:?}");
    assert!(grey(&mut play, 34, 30) > 0);
    play.context().group_light_mut("lit").unwrap().depth = 3.0;
    play.step();
    assert!(grey(&mut play, 50, 30) > 0 && grey(&mut play, 52, 30) == 0);
    assert_eq!(grey(&mut play, 56, 30), 0);
    assert!(
        play.context()
            .lights
            .change(light, |light| light.shadows = false)
            .is_done()
    );
    assert_eq!(grey(&mut play, 56, 30), free);
    assert!(
        play.context()
            .lights
            .change(light, |light| light.shadows = true)
            .is_done()
    );
    play.context().lights.set_shadow(pillar, false);
    assert_eq!(grey(&mut play, 56, 30), free);
}

#[test]
fn a_large_source_has_soft_shadows() {
    let mut play = game();
    let light = Light {
        radius: 90.0,
        source: 4.0,
        ..LAMP
    };
    add(&mut play, vec2(40.0, 30.0), light);
    let free: Vec<u8> = (5..55).map(|y| grey(&mut play, 54, y)).collect();
    add_pillar(&mut play);
    let parts = |play: &mut Harness<'_>| -> Vec<u8> {
        let greys = (5..55).map(|y| grey(play, 54, y));
        greys
            .zip(&free)
            .map(|(grey, &free)| match grey {
                0 => 0,
                _ if grey == free => 2,
                _ => 1,
            })
            .collect()
    };
    let seen = parts(&mut play);
    for part in [0, 1, 2] {
        assert!(seen.contains(&part), "{seen:?}");
    }
}

#[test]
fn shapes_and_tiles_cast_their_own_shadows() {
    let mut play = game();
    add(
        &mut play,
        vec2(40.0, 30.0),
        Light {
            radius: 60.0,
            ..LAMP
        },
    );
    let pillar = add_pillar(&mut play);
    // A small disc in the place of the box.
    assert!(
        play.context()
            .object_mut(pillar)
            .unwrap()
            .set_shapes(&[Shape::circle(2.0)])
            .is_done()
    );
    assert!(grey(&mut play, 58, 30) == 0 && grey(&mut play, 58, 36) > 0);
    assert!(grey(&mut play, 47, 30) > 0 && grey(&mut play, 53, 30) == 0);
    let mut cx = play.context();
    cx.lights.set_shadow(pillar, false);
    let sprite = cx.assets.add_rect("tile", 4, 4, Color::RED).unwrap();
    let mut tiles = TileMap::new(vec2(4.0, 4.0), 20, 15);
    let solid = tiles.add(Tile::new(sprite).solid());
    tiles.fill(ivec2(12, 5), ivec2(12, 9), Some(solid));
    let map = cx.spawn(Object::new("Map"));
    assert!(cx.object_mut(map).unwrap().set_tiles(tiles).is_done());
    cx.lights.set_shadow(map, true);
    play.step();
    assert!(grey(&mut play, 58, 30) == 0 && grey(&mut play, 46, 30) > 0);
    assert!(grey(&mut play, 58, 4) > 0 && grey(&mut play, 26, 30) > 0);
}

/// A wall of boxes side by side at odd positions, and a light that creeps along it.
#[test]
fn no_light_leaks_through_a_wall_of_boxes() {
    let mut play = game();
    let (lamp, _) = add(
        &mut play,
        vec2(31.0, 11.0),
        Light {
            radius: 90.0,
            ..LAMP
        },
    );
    let mut cx = play.context();
    for part in 0..9_u8 {
        let wall = cx.spawn(Object {
            position: vec2(45.3, 9.137 * f32::from(part) - 7.0),
            bounds: Bounds::Fixed(Rect::from_size(Vec2::ZERO, vec2(3.3, 9.137))),
            solidness: Solidness::Spectral,
            ..Object::default()
        });
        cx.lights.set_shadow(wall, true);
    }
    for step in 0..60_u8 {
        let at = vec2(31.0 + 0.23 * f32::from(step), 11.0 + 0.61 * f32::from(step));
        assert!(
            play.context()
                .object_mut(lamp)
                .unwrap()
                .set_position(at)
                .is_done()
        );
        let image = play.image();
        for (x, y) in (46..80).flat_map(|x| (0..60).map(move |y| (x, y))) {
            assert_eq!(image.get(x, y).unwrap().r, 0, "{x}, {y} from {at}");
        }
        assert!(image.get(40, 30).unwrap().r > 0);
    }
}

/// A lamp that is wider than its distance from a wall of two pixels.
#[test]
fn a_large_source_does_not_shine_through_a_thin_wall() {
    let mut play = game();
    let source = Light {
        radius: 40.0,
        source: 12.0,
        ..LAMP
    };
    let (lamp, _) = add(&mut play, vec2(38.0, 30.0), source);
    let mut cx = play.context();
    let wall = cx.spawn(Object {
        position: vec2(44.0, 30.0),
        bounds: Bounds::Fixed(Rect::from_size(vec2(0.0, -90.0), vec2(2.0, 180.0))),
        ..Object::default()
    });
    cx.lights.set_shadow(wall, true);
    for x in [38.0, 41.7, 43.9] {
        let moved = play
            .context()
            .object_mut(lamp)
            .unwrap()
            .set_position(vec2(x, 30.0));
        assert!(moved.is_done());
        let image = play.image();
        for (x, y) in (46..80).flat_map(|x| (0..60).map(move |y| (x, y))) {
            assert_eq!(image.get(x, y).unwrap().r, 0, "{x}, {y}");
        }
        assert!(image.get(42, 30).unwrap().r > 240, "its own side is bright");
    }
}

#[test]
fn light_enters_by_lengths_of_the_lit_altitudes() {
    let mut play = game();
    let mut cx = play.context();
    cx.altitude_settings_mut(0_u16).space = Space::Screen;
    assert!(
        cx.set_group("lit", 1..=2_u16, GroupLook::default())
            .is_done()
    );
    let map = LightMap { depth: 3.0, ..MAP };
    assert!(cx.light_group("lit", Some(map)).is_done());
    add_pillar(&mut play);
    add(&mut play, vec2(40.0, 30.0), LAMP);
    assert!(play.context().camera.set_zoom(2.0).is_done());
    play.step();
    let lit = (0..80).filter(|x| grey(&mut play, *x, 30) > 0).max();
    let free = lit.unwrap();
    play.context().group_light_mut("lit").unwrap().depth = 0.0;
    play.steps(2);
    let lit = (0..80).filter(|x| grey(&mut play, *x, 30) > 0).max();
    assert_eq!(free - lit.unwrap(), 6, "three units are six pixels");
}
