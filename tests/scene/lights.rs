//! Lights of objects, and their shadows, as they are drawn.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::collision::Shape;
use damselfly::prelude::*;
use damselfly::scene::{Cone, GroupLook, Light, LightMap, Resolution, Space};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{LightId, Outcome};
use glam::ivec2;

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

#[test]
fn a_lit_group_is_dark_without_lights() {
    let mut play = game();
    assert_eq!(grey(&mut play, 40, 30), 0);
    // The background belongs to no group.
    assert_eq!(grey(&mut play, 40, 65), 7);
    play.context().group_light_mut("lit").unwrap().ambient = Color::rgb(90, 0, 0);
    play.step();
    assert_eq!(play.image().get(40, 30), Some(Color::rgb(90, 0, 0)));
    assert!(play.context().light_group("lit", None).is_done());
    assert_eq!(grey(&mut play, 40, 30), 255);
    assert_eq!(
        play.context().light_group("other", Some(MAP)),
        Outcome::Gone
    );
    assert!(play.context().group_light_mut("lit").is_none());
}

#[test]
fn a_light_fades_with_the_distance_from_its_object() {
    let mut play = game();
    add(&mut play, vec2(40.0, 30.0), LAMP);
    let greys: Vec<_> = [40, 50, 60, 69, 75].map(|x| grey(&mut play, x, 30)).into();
    assert!(
        greys.is_sorted_by(|near, far| near > far || *far == 0),
        "{greys:?}"
    );
    assert!(greys[0] > 250 && greys[4] == 0, "{greys:?}");
    // (1 - (10.5² + 0.5²) / 30²)² of 255.
    assert_eq!(greys[1], 196);
}

#[test]
fn a_light_beside_the_view_shines_into_it() {
    for (at, [x, y]) in [
        (vec2(-20.0, 30.0), [2, 30]),
        (vec2(100.0, 30.0), [77, 30]),
        (vec2(40.0, -20.0), [40, 2]),
    ] {
        let mut play = game();
        add(&mut play, at, LAMP);
        assert!(grey(&mut play, x, y) > 0, "{at}");
        assert_eq!(grey(&mut play, 40, 45), 0, "{at}");
    }
}

#[test]
fn a_light_goes_with_its_object_and_its_level() {
    let mut play = game();
    let (lamp, light) = add(&mut play, vec2(40.0, 30.0), LAMP);
    let is_lit = |play: &mut Harness<'_>| grey(play, 40, 30) > 0;
    assert!(is_lit(&mut play));
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_visible(false)
            .is_done()
    );
    play.step();
    assert!(!is_lit(&mut play));
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_visible(true)
            .is_done()
    );
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_level(2)
            .is_done()
    );
    play.step();
    assert!(!is_lit(&mut play) && play.context().lights.get(light).is_some());
    assert!(play.context().object_mut(lamp).unwrap().remove().is_done());
    play.steps(2);
    assert!(play.context().lights.get(light).is_none());
    assert_eq!(play.context().lights.remove(light), Outcome::Gone);
}

#[test]
fn a_light_and_its_beam_turn_with_their_object() {
    let mut play = game();
    let light = Light {
        offset: vec2(10.0, 0.0),
        cone: Some(Cone {
            direction: 0.0,
            width: 1.0,
            softness: 0.0,
        }),
        ..LAMP
    };
    let (lamp, _) = add(&mut play, vec2(40.0, 30.0), light);
    assert!(grey(&mut play, 58, 30) > 0 && grey(&mut play, 45, 30) == 0);
    let turned = play
        .context()
        .object_mut(lamp)
        .unwrap()
        .set_angle(core::f32::consts::PI);
    assert!(turned.is_done());
    play.step();
    assert!(grey(&mut play, 58, 30) == 0 && grey(&mut play, 22, 30) > 0);
    assert_eq!(grey(&mut play, 35, 30), 0);
}

#[test]
fn a_cone_of_a_whole_circle_has_no_dark_ray() {
    let images = [None, Some(0.0)].map(|softness| {
        let mut play = game();
        let cone = softness.map(|softness| Cone {
            direction: 0.0,
            width: core::f32::consts::TAU,
            softness,
        });
        add(&mut play, vec2(40.5, 30.5), Light { cone, ..LAMP });
        play.step();
        play.image()
    });
    assert_eq!(images[0], images[1]);
}

#[test]
fn values_that_are_not_valid_are_refused_and_counted() {
    let mut play = game();
    let (_, light) = add(&mut play, Vec2::ZERO, LAMP);
    let mut cx = play.context();
    let change = |cx: &mut Context<'_>, change: fn(&mut Light)| cx.lights.change(light, change);
    assert_eq!(
        change(&mut cx, |light| light.radius = f32::NAN),
        Outcome::Refused
    );
    assert_eq!(
        change(&mut cx, |light| light.energy = -1.0),
        Outcome::Refused
    );
    assert_eq!(
        change(&mut cx, |light| light.source = 31.0),
        Outcome::Refused
    );
    assert_eq!(cx.lights.get(light), Some(&LAMP));
    assert_eq!((cx.lights.refusals(), cx.refusals()), (3, 3));
    let deep = LightMap { depth: -1.0, ..MAP };
    assert_eq!(cx.light_group("lit", Some(deep)), Outcome::Refused);
    assert_eq!(cx.refusals(), 4);
}

#[test]
fn drawings_of_an_altitude_are_lights() {
    let mut play = game();
    let map = LightMap {
        sprites: Some(4),
        ..MAP
    };
    assert!(play.context().light_group("lit", Some(map)).is_done());
    let area = Rect::from_size(vec2(10.0, 10.0), vec2(5.0, 50.0));
    play.context()
        .canvas(4_u16)
        .rect(area, Color::rgb(200, 100, 0));
    assert_eq!(play.image().get(12, 30), Some(Color::rgb(200, 100, 0)));
    assert_eq!(grey(&mut play, 20, 30), 0);
    // Where the group has nothing, there is nothing to be lit.
    let area = Rect::from_size(vec2(10.0, 62.0), vec2(5.0, 5.0));
    play.context().canvas(4_u16).rect(area, Color::WHITE);
    assert_eq!(grey(&mut play, 12, 64), 7);
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

#[test]
fn all_lit_groups_have_all_lights_and_shadows() {
    let mut play = game();
    let mut cx = play.context();
    let wall = cx.assets.add_rect("floor", 80, 10, Color::WHITE).unwrap();
    cx.spawn(Object {
        kind: "Floor",
        sprite: Some(wall),
        position: vec2(40.0, 65.0),
        altitude: 3,
        solidness: Solidness::Spectral,
        ..Object::default()
    });
    assert!(
        cx.set_group("floor", 3..=3_u16, GroupLook::default())
            .is_done()
    );
    assert!(cx.light_group("floor", Some(MAP)).is_done());
    add_pillar(&mut play);
    let light = Light {
        radius: 60.0,
        ..LAMP
    };
    add(&mut play, vec2(50.0, 45.0), light);
    for (x, y, is_lit) in [(50, 50, true), (50, 62, true), (50, 15, false)] {
        assert_eq!(grey(&mut play, x, y) > 0, is_lit, "{x} {y}");
    }
    let moved = play.context().light_group("lit", None);
    assert!(moved.is_done() && grey(&mut play, 50, 62) > 0);
}

#[test]
fn a_light_between_pixels_does_not_flicker() {
    for resolution in [Resolution::Full, Resolution::Half] {
        let mut play = game();
        play.context().group_light_mut("lit").unwrap().resolution = resolution;
        let (lamp, _) = add(&mut play, vec2(40.0, 30.0), LAMP);
        let mut last: Option<[u32; 80]> = None;
        for tenth in 0..30_u8 {
            let at = vec2(40.0 + f32::from(tenth) / 10.0, 30.0);
            let moved = play.context().object_mut(lamp).unwrap().set_position(at);
            assert!(moved.is_done());
            let image = play.image();
            let row: [u32; 80] = core::array::from_fn(|x| {
                image.get(u32::try_from(x).unwrap(), 30).unwrap().r.into()
            });
            if let Some(last) = last {
                let most = row
                    .iter()
                    .zip(last)
                    .map(|(now, last)| now.abs_diff(last))
                    .max();
                // The steepest slope is 13 levels per pixel.
                assert!(most <= Some(3), "{resolution:?} {at} {most:?}");
                let [sum, before] = [row, last].map(|row| row.iter().sum::<u32>());
                assert!(
                    sum.abs_diff(before) <= 40,
                    "{resolution:?} {at} {sum} {before}"
                );
            }
            last = Some(row);
        }
    }
}

/// Moves the first light of its object by 4 units in each step.
#[derive(Clone)]
struct Slides;

impl Behavior for Slides {
    fn step(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        let light = cx.lights.of(me).next().unwrap();
        let change = cx.lights.change(light, |light| light.offset.x += 4.0);
        assert!(change.is_done());
    }
}

#[test]
fn an_offset_that_is_set_in_each_step_is_smoothed() {
    let mut play = game();
    let (lamp, _) = add(&mut play, vec2(20.0, 30.0), LAMP);
    play.context().attach(lamp, Slides);
    play.steps(3);
    for (fraction, x) in [(0.0, 28.0), (0.25, 29.0), (0.5, 30.0), (1.0, 32.0)] {
        let mut still = game();
        add(&mut still, vec2(x, 30.0), LAMP);
        let [moving, still] = [
            play.image_at([80, 70], fraction),
            still.image_at([80, 70], 1.0),
        ];
        for column in 0..80 {
            let [moving, still] = [&moving, &still].map(|image| image.get(column, 30));
            assert_eq!(moving, still, "{fraction} {column}");
        }
    }
}

/// Makes the first light of its object brighter, once.
#[derive(Clone)]
struct Brightens;

impl Behavior for Brightens {
    fn step(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        let light = cx.lights.of(me).next().unwrap();
        let change = cx.lights.change(light, |light| light.energy = 1.0);
        assert!(change.is_done());
    }
}

/// An object that moves by 20 units in a step, and a light whose values change in it.
#[test]
fn lights_are_smoothed_between_two_steps() {
    let mut play = game();
    let dim = Light {
        energy: 0.2,
        radius: 10.0,
        ..LAMP
    };
    let (lamp, _) = add(&mut play, vec2(20.0, 30.0), dim);
    play.step();
    let mut cx = play.context();
    cx.attach(lamp, Brightens);
    let moving = cx.object_mut(lamp).unwrap().set_velocity(vec2(20.0, 0.0));
    assert!(moving.is_done());
    play.step();
    let at = |play: &mut Harness<'_>, fraction: f32, x: u32| {
        play.image_at([80, 70], fraction).get(x, 29).unwrap().r
    };
    // The same brightness as that of lights that rest there.
    for (fraction, x, energy) in [(0.0, 20.0, 0.2), (0.5, 30.0, 0.6), (1.0, 40.0, 1.0)] {
        let mut still = game();
        let light = Light { energy, ..dim };
        add(&mut still, vec2(x, 30.0), light);
        for column in [20, 27, 30, 33, 40] {
            let expected = grey(&mut still, column, 29);
            assert_eq!(
                at(&mut play, fraction, column),
                expected,
                "{fraction} {column}"
            );
        }
    }
}

#[test]
fn a_restored_world_has_the_lights_of_its_snapshot() {
    let mut play = game();
    let (_, light) = add(&mut play, vec2(40.0, 30.0), LAMP);
    add_pillar(&mut play);
    play.step();
    let (checksum, before) = (play.core().checksum(), play.image());
    let saved = play.core().snapshot();
    assert!(play.context().lights.remove(light).is_done());
    assert!(play.context().light_group("lit", None).is_done());
    // They affect drawing only.
    assert_eq!(play.core().checksum(), checksum);
    assert!(play.image() != before);
    play.core_mut().restore(&saved);
    assert!(play.image() == before);
}
