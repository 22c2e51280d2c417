//! Materials of objects: what is drawn, and where they are kept.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{Harness, Options};
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::scene::Material;
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::Outcome;

const COLOR: Color = Color::rgb(200, 100, 50);
/// The grey of [`COLOR`].
const GREY: u8 = 117;

fn grey() -> Material {
    Material::Greyscale { amount: 1.0 }
}

/// Returns a view of 40 × 40 pixels, one for each unit, with a square of 8 × 8 in the middle.
fn game() -> (Harness<'static>, ObjectId) {
    let app = App::new("Materials", Options::default()).pixels(40, 40);
    let play = Harness::start(app, |cx| {
        let square = cx.assets.add_rect("square", 8, 8, COLOR)?;
        cx.spawn(Object::new("Square").sprite(square).at(vec2(20.0, 20.0)));
        Ok(())
    })
    .unwrap();
    let id = play.only("Square");
    (play, id)
}

fn set(play: &mut Harness<'_>, id: ObjectId, material: impl Into<Option<Material>>) -> Outcome {
    play.context()
        .object_mut(id)
        .unwrap()
        .set_material(material)
}

fn color(play: &mut Harness<'_>) -> Color {
    play.image().get(20, 20).unwrap()
}

#[test]
fn objects_are_drawn_with_the_material_that_they_spawn_with() {
    let (mut play, id) = game();
    let sprite = play.world().object(id).unwrap().sprite().unwrap();
    play.context().spawn(
        Object::from(sprite)
            .at(vec2(8.0, 8.0))
            .material(grey())
            .spectral(),
    );
    play.step();
    assert_eq!(play.image().get(8, 8), Some(Color::rgb(GREY, GREY, GREY)));
    assert_eq!(color(&mut play), COLOR);
}

#[test]
fn half_a_flash_is_the_mean_of_two_colours() {
    let (mut play, id) = game();
    let blue = Color::rgb(0, 0, 255);
    let flash = |amount| Material::Flash {
        color: blue,
        amount,
    };
    for (amount, expected) in [
        (0.0, COLOR),
        (0.4, Color::rgb(120, 60, 132)),
        (1.0, blue),
        (7.0, blue),
    ] {
        assert!(set(&mut play, id, flash(amount)).is_done());
        assert_eq!(color(&mut play), expected, "{amount}");
    }
}

#[test]
fn a_changed_material_is_drawn_and_restored() {
    let (mut play, id) = game();
    play.step();
    let plain = play.core().snapshot();
    assert!(set(&mut play, id, grey()).is_done());
    play.step();
    assert_eq!(color(&mut play), Color::rgb(GREY, GREY, GREY));
    let changed = play.core().snapshot();
    play.core_mut().restore(&plain);
    assert_eq!(color(&mut play), COLOR);
    assert_eq!(play.world().object(id).unwrap().material(), None);
    play.core_mut().restore(&changed);
    assert_eq!(color(&mut play), Color::rgb(GREY, GREY, GREY));
    assert_eq!(play.world().object(id).unwrap().material(), Some(grey()));
}

#[test]
fn objects_keep_their_material_at_another_altitude() {
    let (mut play, id) = game();
    assert!(set(&mut play, id, grey()).is_done());
    play.step();
    let mut cx = play.context();
    assert!(cx.object_mut(id).unwrap().set_altitude(4).is_done());
    assert!(
        cx.object_mut(id)
            .unwrap()
            .set_blend(Blend::Screen)
            .is_done()
    );
    play.step();
    assert_eq!(play.world().object(id).unwrap().material(), Some(grey()));
    assert_eq!(color(&mut play), Color::rgb(GREY, GREY, GREY));
}

#[test]
fn a_material_that_is_no_number_is_refused() {
    let (mut play, id) = game();
    assert!(set(&mut play, id, grey()).is_done());
    let unreal = Material::Greyscale { amount: f32::NAN };
    assert_eq!(set(&mut play, id, unreal), Outcome::Refused);
    assert_eq!(play.world().object(id).unwrap().material(), Some(grey()));
    let new = play
        .context()
        .spawn(Object::new("New").at(vec2(9.0, 9.0)).material(unreal));
    play.step();
    assert_eq!(play.world().object(new).unwrap().material(), None);
}

#[test]
fn a_tile_map_has_the_material_of_its_object() {
    let (mut play, id) = game();
    let sprite = play.world().object(id).unwrap().sprite().unwrap();
    let mut map = TileMap::new(vec2(8.0, 8.0), 2, 2);
    let tile = map.add(Tile::new(sprite));
    map.set(ivec2(0, 0), Some(tile));
    let ground = play.context().spawn(Object::default().material(grey()));
    let mut cx = play.context();
    assert!(cx.object_mut(ground).unwrap().set_tiles(map).is_done());
    play.step();
    assert_eq!(play.image().get(4, 4), Some(Color::rgb(GREY, GREY, GREY)));
    assert!(set(&mut play, ground, None).is_done());
    play.step();
    assert_eq!(play.image().get(4, 4), Some(COLOR));
}
