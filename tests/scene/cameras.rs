//! Cameras that are drawn into sprites.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Light, LightMap, MAX_SPRITE_CAMERAS, Material, Space};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::Outcome;

/// Returns an object that shows a sprite.
fn shown(sprite: SpriteId, position: Vec2, altitude: u16) -> Object {
    Object {
        sprite: Some(sprite),
        position,
        altitude,
        solidness: Solidness::Spectral,
        ..Object::default()
    }
}

/// Returns a black view of 80 × 40 pixels. The left half of the world has a red square above a blue one, 10 pixels wide.
/// Altitude 4 is in view space and shows the 40 × 40 texels of a camera in the right half.
fn game() -> (Harness<'static>, SpriteId) {
    let app = App::new("Cameras", Options::default()).pixels(80, 40);
    let app = app.background(Color::BLACK);
    let mut play = Harness::start(app, |cx| {
        for (label, color, y) in [("red", Color::RED, 10.0), ("blue", Color::BLUE, 30.0)] {
            let square = cx.assets.add_rect(label, 10, 10, color)?;
            cx.spawn(shown(square, vec2(20.0, y), 1));
        }
        cx.altitude_settings_mut(4_u16).space = Space::Screen;
        let sprite = cx.add_camera("camera", [40, 40])?;
        cx.spawn(shown(sprite, vec2(60.0, 20.0), 4));
        let camera = cx.camera_mut(sprite).unwrap();
        camera.altitudes = 0..=3;
        camera.background = Color::GREEN;
        camera.camera.cut_to(vec2(20.0, 20.0));
        Ok(())
    })
    .unwrap();
    let sprite = play.core().assets.find("camera").unwrap();
    play.step();
    (play, sprite)
}

/// Returns the colours at a position in the left half, and at the same position in the right half.
fn halves(play: &mut Harness<'_>, x: u32, y: u32) -> [Color; 2] {
    let image = play.image();
    [x, x + 40].map(|x| image.get(x, y).unwrap())
}

#[test]
fn a_cameras_image_is_not_upside_down() {
    let (mut play, _) = game();
    for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
        let [world, seen] = halves(&mut play, x, y);
        let expected = match world {
            Color::BLACK => Color::GREEN,
            color => color,
        };
        assert_eq!(seen, expected, "{x}, {y}");
    }
    assert_eq!(halves(&mut play, 20, 10)[1], Color::RED);
    assert_eq!(halves(&mut play, 20, 30)[1], Color::BLUE);
}

#[test]
fn a_camera_zooms_and_turns_like_the_main_camera() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let camera = &mut cx.camera_mut(sprite).unwrap().camera;
    camera.set_zoom(0.5);
    camera.cut();
    assert_eq!(halves(&mut play, 20, 15)[1], Color::RED);
    assert_eq!(halves(&mut play, 20, 8)[1], Color::GREEN);
    let mut cx = play.context();
    let camera = &mut cx.camera_mut(sprite).unwrap().camera;
    camera.set_angle(core::f32::consts::FRAC_PI_2);
    camera.cut();
    // The camera is turned clockwise, so the world above it is to its left.
    assert_eq!(halves(&mut play, 15, 20)[1], Color::RED);
    assert_eq!(halves(&mut play, 25, 20)[1], Color::BLUE);
}

#[test]
fn a_camera_that_follows_an_object_keeps_it_in_the_middle() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let square = cx.assets.find("red").unwrap();
    let hero = cx.spawn(Object {
        velocity: vec2(3.0, 0.0),
        ..shown(square, vec2(500.0, 300.0), 1)
    });
    let camera = cx.camera_mut(sprite).unwrap();
    camera.camera.follow(hero, Vec2::ZERO);
    play.steps(10);
    assert_eq!(halves(&mut play, 20, 20), [Color::BLACK, Color::RED]);
    assert_eq!(halves(&mut play, 13, 20)[1], Color::GREEN);
    let mut cx = play.context();
    let center = cx.camera_mut(sprite).unwrap().camera.center();
    assert_eq!(center, vec2(530.0, 300.0));
    cx.remove(hero);
    play.steps(2);
    let mut cx = play.context();
    assert_eq!(cx.camera_mut(sprite).unwrap().camera.followed(), None);
}

#[test]
fn a_camera_is_smoothed_between_steps() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let camera = &mut cx.camera_mut(sprite).unwrap().camera;
    camera.move_to(vec2(30.0, 20.0));
    let at = |play: &mut Harness<'_>, k| {
        let image = play.image_at([80, 40], k);
        (0..40).find(|&x| image.get(x + 40, 10) == Some(Color::RED))
    };
    assert_eq!(at(&mut play, 0.0), Some(15));
    assert_eq!(at(&mut play, 0.5), Some(10));
    assert_eq!(at(&mut play, 1.0), Some(5));
}

#[test]
fn a_camera_sees_its_own_sprite_as_transparent() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    cx.spawn(shown(sprite, vec2(20.0, 20.0), 3));
    let first = play.image();
    // The sprite on the left covers the squares, but the image shows them.
    assert_eq!(first.get(2, 2), Some(Color::GREEN));
    assert_eq!(first.get(60, 10), Some(Color::RED));
    assert_eq!(play.image(), first);
}

#[test]
fn a_later_camera_sees_the_image_of_an_earlier_one() {
    let (mut play, first) = game();
    let mut cx = play.context();
    let second = cx.add_camera("second", [40, 40]).unwrap();
    cx.spawn(shown(first, vec2(200.0, 20.0), 2));
    cx.spawn(shown(second, vec2(20.0, 20.0), 3));
    let camera = cx.camera_mut(second).unwrap();
    camera.camera.cut_to(vec2(200.0, 20.0));
    let image = play.image();
    assert_eq!(image.get(20, 10), Some(Color::RED));
    assert_eq!(image.get(20, 20), Some(Color::GREEN));
    // The first camera sees the second one's sprite as transparent.
    assert_eq!(image.get(60, 10), Some(Color::RED));
    assert_eq!(play.image(), image);
}

#[test]
fn a_removed_camera_leaves_a_transparent_sprite() {
    let (mut play, sprite) = game();
    assert_eq!(halves(&mut play, 20, 10)[1], Color::RED);
    assert!(play.context().remove_camera(sprite).is_done());
    assert_eq!(play.context().remove_camera(sprite), Outcome::Gone);
    assert!(play.context().camera_mut(sprite).is_none());
    assert_eq!(halves(&mut play, 20, 10), [Color::RED, Color::BLACK]);
    assert_eq!(play.context().assets.uses(sprite), 1);
    let again = play.context().add_camera("camera", [40, 40]).unwrap();
    assert_eq!(again, sprite);
}

#[test]
fn an_unloaded_camera_sprite_is_not_drawn_into() {
    let (mut play, sprite) = game();
    play.image();
    play.context().assets.unload(sprite);
    // The placeholder's texels stay as they are, and others use the area.
    let mut cx = play.context();
    let other = cx.assets.add_rect("other", 40, 40, Color::WHITE).unwrap();
    cx.spawn(shown(other, vec2(20.0, 20.0), 4));
    let [left, right] = halves(&mut play, 1, 1);
    assert_eq!(left, Color::WHITE);
    assert!([Color::MAGENTA, Color::BLACK].contains(&right), "{right:?}");
    // A new use draws it again, at another place of the atlas.
    play.context().add_camera("camera", [40, 40]).unwrap();
    let mut cx = play.context();
    let camera = cx.camera_mut(sprite).unwrap();
    camera.background = Color::GREEN;
    camera.altitudes = 0..=3;
    assert_eq!(halves(&mut play, 1, 1), [Color::WHITE, Color::GREEN]);
}

#[test]
fn another_image_under_a_cameras_label_is_kept() {
    let (mut play, sprite) = game();
    play.image();
    let cx = play.context();
    cx.assets.unload(sprite);
    let blue = Pixels::filled(40, 40, Color::BLUE);
    assert_eq!(cx.assets.add_image("camera", blue).unwrap(), sprite);
    assert_eq!(halves(&mut play, 20, 10), [Color::RED, Color::BLUE]);
    // A new camera under the label needs a blank image.
    assert!(play.context().add_camera("camera", [40, 40]).is_err());
    assert_eq!(halves(&mut play, 20, 10)[1], Color::BLUE);
    play.context().assets.unload(sprite);
    play.context().add_camera("camera", [40, 40]).unwrap();
    assert_eq!(halves(&mut play, 1, 1), [Color::BLACK; 2]);
}

#[test]
fn text_shows_nothing_of_a_cameras_image() {
    let (mut play, sprite) = game();
    let with = play.text().to_string();
    assert!(with.contains('#'), "the squares are images: {with}");
    let mut cx = play.context();
    cx.altitude_settings_mut(4_u16).visible = false;
    assert_eq!(play.text().to_string(), with);
    let mut cx = play.context();
    cx.altitude_settings_mut(4_u16).visible = true;
    cx.remove_camera(sprite);
    assert_eq!(play.text().to_string(), with);
    // Another image under the label is an image like any other.
    let cx = play.context();
    cx.assets.unload(sprite);
    let blue = Pixels::filled(40, 40, Color::BLUE);
    cx.assets.add_image("camera", blue).unwrap();
    assert_ne!(play.text().to_string(), with);
}

#[test]
fn refusals_of_cameras_count_and_never_fall() {
    let (mut play, sprite) = game();
    let before = play.world().refusals();
    let refuse = |play: &mut Harness<'_>| {
        let mut cx = play.context();
        let camera = &mut cx.camera_mut(sprite).unwrap().camera;
        assert!(!camera.set_zoom(f32::NAN).is_done());
    };
    refuse(&mut play);
    assert_eq!(play.world().refusals(), before + 1);
    play.step();
    // A copy of the main camera brings no refusals along.
    play.world_mut().camera.set_zoom(0.0);
    let mut cx = play.context();
    let copy = cx.camera.clone();
    cx.camera_mut(sprite).unwrap().camera = copy;
    assert_eq!(play.world().refusals(), before + 2);
    play.step();
    assert_eq!(play.world().refusals(), before + 2);
    play.context().add_camera("camera", [40, 40]).unwrap();
    assert_eq!(play.world().refusals(), before + 2);
    refuse(&mut play);
    play.context().remove_camera(sprite);
    assert_eq!(play.world().refusals(), before + 3);
}

#[test]
fn a_copy_of_the_main_camera_keeps_the_sprites_size() {
    let (mut play, sprite) = game();
    let mirror = |play: &mut Harness<'_>| {
        let mut cx = play.context();
        let copy = cx.camera.clone();
        cx.camera_mut(sprite).unwrap().camera = copy;
    };
    // The middle of the main view, 40, 20, is in the middle of the sprite: the squares are 20 pixels to its left.
    mirror(&mut play);
    let check = |play: &mut Harness<'_>| {
        assert_eq!(halves(play, 4, 10)[1], Color::RED);
        assert_eq!(halves(play, 5, 10)[1], Color::GREEN);
        assert_eq!(halves(play, 4, 34)[1], Color::BLUE);
    };
    check(&mut play);
    play.step();
    check(&mut play);
    let mut cx = play.context();
    let camera = &cx.camera_mut(sprite).unwrap().camera;
    assert_eq!(camera.view_size(), Vec2::splat(40.0));
    assert_eq!(camera.center(), vec2(40.0, 20.0));
    // A boundary that the game has set is copied, and limits the view.
    cx.camera
        .set_boundary(Rect::from_size(Vec2::ZERO, vec2(50.0, 40.0)));
    mirror(&mut play);
    play.step();
    let mut cx = play.context();
    let camera = &cx.camera_mut(sprite).unwrap().camera;
    assert_eq!(camera.center(), vec2(30.0, 20.0));
}

#[test]
fn a_camera_may_show_altitudes_that_the_view_hides() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    cx.altitude_settings_mut(1_u16).visible = false;
    assert_eq!(halves(&mut play, 20, 10), [Color::BLACK, Color::GREEN]);
    play.context().camera_mut(sprite).unwrap().shows_hidden = true;
    assert_eq!(halves(&mut play, 20, 10), [Color::BLACK, Color::RED]);
}

#[test]
fn sprites_of_cameras_count_as_used() {
    let (mut play, sprite) = game();
    let second = play.context().add_camera("second", [8, 8]).unwrap();
    play.context().unload_unused();
    assert_eq!(play.context().assets.uses(sprite), 1);
    assert_eq!(play.context().assets.uses(second), 1);
    play.context().remove_camera(second);
    play.context().unload_unused();
    assert_eq!(play.context().assets.uses(second), 0);
}

#[test]
fn a_restored_world_has_the_cameras_of_its_snapshot() {
    let (mut play, sprite) = game();
    let before = play.core().snapshot();
    let image = play.image();
    play.context().remove_camera(sprite);
    assert!(play.image() != image);
    play.core_mut().restore(&before);
    assert_eq!(play.image(), image);
}

#[test]
fn cameras_of_sprites_do_not_change_the_checksum() {
    let (mut play, _) = game();
    let before = play.core().checksum();
    play.context().add_camera("second", [8, 8]).unwrap();
    assert_eq!(play.core().checksum(), before);
}

#[test]
fn invalid_cameras_are_errors_that_say_why() {
    let (mut play, _) = game();
    let mut cx = play.context();
    let mut fault = |label: &str, size| cx.add_camera(label, size).unwrap_err().to_string();
    assert!(fault("camera", [41, 40]).contains("camera"));
    assert!(fault("none", [0, 8]).contains('0'));
    let large = fault("large", [2049, 8]);
    assert!(
        large.contains("2049x8") && large.contains("2048x2048"),
        "{large}"
    );
    for number in 1..MAX_SPRITE_CAMERAS {
        cx.add_camera(&number.to_string(), [2, 2]).unwrap();
    }
    let full = cx.add_camera("more", [2, 2]).unwrap_err().to_string();
    assert!(full.contains("16 sprite cameras"), "{full}");
    // A failed camera leaves no sprite.
    assert_eq!(cx.assets.find("more"), None);
    // A label that has a camera gets a new one.
    assert!(cx.add_camera("camera", [40, 40]).is_ok());
    assert_eq!(cx.scene().cameras().len(), MAX_SPRITE_CAMERAS);
}

#[test]
fn a_camera_shows_groups_with_tints_and_masks() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let white = cx.assets.add_rect("white", 40, 20, Color::WHITE).unwrap();
    cx.spawn(shown(white, vec2(20.0, 10.0), 2));
    let tinted = GroupLook {
        tint: Color::rgb(100, 255, 255),
        ..GroupLook::default()
    };
    cx.set_group("squares", 1..=1_u16, tinted);
    cx.mask_group("squares", 2_u16);
    let dark = Color::rgb(100, 0, 0);
    assert_eq!(halves(&mut play, 20, 10), [dark, dark]);
    // The mask is drawn nowhere, and hides the lower square.
    assert_eq!(halves(&mut play, 1, 1), [Color::BLACK, Color::GREEN]);
    assert_eq!(halves(&mut play, 20, 30), [Color::BLACK, Color::GREEN]);
    // The camera needs the mask, although it does not show its altitude otherwise.
    play.context().camera_mut(sprite).unwrap().altitudes = 1..=1;
    assert_eq!(halves(&mut play, 20, 10), [dark, dark]);
    play.context().camera_mut(sprite).unwrap().altitudes = 2..=3;
    assert_eq!(halves(&mut play, 20, 10), [dark, Color::GREEN]);
    assert_eq!(halves(&mut play, 1, 1), [Color::BLACK, Color::GREEN]);
}

#[test]
fn a_camera_shows_lights_where_they_are_in_its_image() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let white = cx.assets.add_rect("white", 80, 80, Color::WHITE).unwrap();
    cx.spawn(shown(white, vec2(500.0, 500.0), 0));
    let lamp = cx.spawn(Object::new("Lamp").at(vec2(510.0, 500.0)));
    cx.lights.attach(
        lamp,
        Light {
            radius: 8.0,
            ..Light::default()
        },
    );
    cx.set_group("lit", 0..=3_u16, GroupLook::default());
    let map = LightMap {
        ambient: Color::rgb(20, 20, 20),
        ..LightMap::default()
    };
    assert!(cx.light_group("lit", Some(map)).is_done());
    let camera = cx.camera_mut(sprite).unwrap();
    camera.camera.cut_to(vec2(500.0, 500.0));
    camera.camera.set_zoom(0.5);
    camera.camera.cut();
    play.step();
    let [_, dark] = halves(&mut play, 5, 20);
    assert_eq!(dark, Color::rgb(20, 20, 20));
    let [_, bright] = halves(&mut play, 25, 20);
    assert!(bright.r > 200, "{bright:?}");
    let [_, beside] = halves(&mut play, 31, 20);
    assert_eq!(beside, Color::rgb(20, 20, 20));
}

#[test]
fn an_altitude_of_a_group_lights_no_other_group() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    cx.set_group("own", 1..=1_u16, GroupLook::default());
    cx.set_group("lit", 0..=0_u16, GroupLook::default());
    let map = LightMap {
        sprites: Some(1),
        ..LightMap::default()
    };
    assert!(cx.light_group("lit", Some(map)).is_done());
    cx.camera_mut(sprite).unwrap().altitudes = 1..=1;
    assert_eq!(halves(&mut play, 20, 10), [Color::RED; 2]);
    play.context().camera_mut(sprite).unwrap().altitudes = 0..=0;
    assert_eq!(halves(&mut play, 20, 10), [Color::RED, Color::GREEN]);
}

#[test]
fn a_mask_lights_no_earlier_group() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let white = cx.assets.add_rect("white", 40, 20, Color::WHITE).unwrap();
    cx.spawn(shown(white, vec2(20.0, 10.0), 2));
    cx.set_group("lit", 0..=0_u16, GroupLook::default());
    let map = LightMap {
        sprites: Some(2),
        ..LightMap::default()
    };
    assert!(cx.light_group("lit", Some(map)).is_done());
    cx.set_group("masked", 1..=1_u16, GroupLook::default());
    cx.mask_group("masked", 2_u16);
    cx.camera_mut(sprite).unwrap().altitudes = 1..=1;
    assert_eq!(halves(&mut play, 20, 10), [Color::RED; 2]);
    assert_eq!(halves(&mut play, 20, 30), [Color::BLACK, Color::GREEN]);
}

#[test]
fn a_cameras_sprite_can_be_tinted_mirrored_and_have_a_material() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    let shows = |id: &ObjectId| cx.object(*id).unwrap().sprite() == Some(sprite);
    let screen = cx.objects().find(shows).unwrap();
    let mut object = cx.object_mut(screen).unwrap();
    object.set_flip(false, true);
    assert_eq!(halves(&mut play, 20, 10)[1], Color::BLUE);
    let mut cx = play.context();
    let mut object = cx.object_mut(screen).unwrap();
    object.set_tint(Color::rgb(0, 0, 128));
    assert_eq!(halves(&mut play, 20, 10)[1], Color::rgb(0, 0, 128));
    let mut cx = play.context();
    let mut object = cx.object_mut(screen).unwrap();
    object.set_tint(Color::WHITE);
    object.set_material(Material::Greyscale { amount: 1.0 });
    let [_, grey] = halves(&mut play, 20, 10);
    assert!(
        grey.r == grey.g && grey.g == grey.b && grey.r > 0,
        "{grey:?}"
    );
}

#[test]
fn a_camera_shows_parallax_particles_tile_maps_and_drawings() {
    let (mut play, sprite) = game();
    let mut cx = play.context();
    cx.altitude_settings_mut(0_u16).parallax = 0.5;
    cx.canvas(0_u16).rect(
        Rect::from_size(vec2(100.0, 0.0), vec2(10.0, 10.0)),
        Color::WHITE,
    );
    let camera = cx.camera_mut(sprite).unwrap();
    camera.camera.cut_to(vec2(200.0, 20.0));
    let mut map = TileMap::new(vec2(5.0, 5.0), 4, 4);
    let tile = cx.assets.add_rect("tile", 5, 5, Color::CYAN).unwrap();
    let tile = map.add(Tile::new(tile));
    map.set(ivec2(0, 0), Some(tile));
    let ground = cx.spawn(
        Object {
            altitude: 1,
            ..Object::default()
        }
        .at(vec2(190.0, 30.0)),
    );
    cx.object_mut(ground).unwrap().set_tiles(map);
    let spark = Emitter::new()
        .count(1)
        .life(50.0..51.0)
        .speed(0.0..0.0)
        .sizes([4.0, 4.0]);
    cx.burst(
        2_u16,
        vec2(210.0, 30.0),
        &spark.colors([Color::WHITE, Color::WHITE]),
    );
    // The camera's left edge is at 180, and the altitude moves half as far.
    let image = play.image();
    assert_eq!(image.get(40 + 10, 5), Some(Color::WHITE));
    assert_eq!(image.get(40 + 9, 5), Some(Color::GREEN));
    assert_eq!(image.get(40 + 20, 5), Some(Color::GREEN));
    let tiles: Vec<_> = (0..40)
        .filter(|&x| (0..40).any(|y| image.get(40 + x, y) == Some(Color::CYAN)))
        .collect();
    assert_eq!(tiles.len(), 5, "{tiles:?}");
    assert_eq!(image.get(40 + 30, 30), Some(Color::WHITE));
}
