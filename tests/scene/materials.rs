//! Materials of objects: what is drawn, and where they are kept.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{Harness, Image, Options};
use damselfly::assets::Pixels;
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
fn a_material_and_its_parameters_are_part_of_the_checksum() {
    let (mut play, id) = game();
    let mut sum = |material: Option<Material>| {
        assert!(set(&mut play, id, material).is_done());
        play.core().checksum()
    };
    let plain = sum(None);
    let dissolve = |amount| Material::Dissolve {
        amount,
        edge: Color::WHITE,
        edge_share: 0.1,
        seed: 1,
    };
    let sums = [
        plain,
        sum(Some(grey())),
        sum(Some(dissolve(0.25))),
        sum(Some(dissolve(0.5))),
    ];
    for (number, one) in sums.iter().enumerate() {
        assert!(!sums[..number].contains(one), "{number}");
    }
    assert_eq!(sum(None), plain);
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
fn a_material_with_nan_is_refused() {
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

#[test]
fn an_outline_without_width_changes_nothing() {
    let (mut play, id) = game();
    let glass = Pixels::from_fn(2, 1, |x, _| {
        COLOR.with_alpha(if x == 0 { 128 } else { 255 })
    });
    let mut cx = play.context();
    let glass = cx.assets.add_image("glass", glass).unwrap();
    assert!(cx.object_mut(id).unwrap().set_sprite(glass).is_done());
    let plain = play.image();
    let outline = |width| Material::Outline {
        color: Color::GREEN,
        width,
    };
    assert!(set(&mut play, id, outline(0)).is_done());
    assert!(play.image() == plain);
    assert!(set(&mut play, id, outline(1)).is_done());
    assert!(play.image() != plain);
}

#[test]
fn an_outline_is_drawn_around_a_sprite_and_under_it() {
    let (mut play, id) = game();
    for width in [0, 1, 2, 4] {
        let outline = Material::Outline {
            color: Color::GREEN,
            width,
        };
        assert!(set(&mut play, id, outline).is_done());
        let picture = play.image();
        // The square covers columns 16 to 23.
        let shown: Vec<_> = (10..16).map(|x| picture.get(x, 20)).collect();
        let background = picture.get(1, 1);
        for (distance, color) in (1..).zip(shown.into_iter().rev()) {
            let expected = match distance <= u32::from(width) {
                true => Some(Color::GREEN),
                false => background,
            };
            assert_eq!(color, expected, "{width} {distance}");
        }
        assert_eq!(picture.get(16, 20), Some(COLOR));
        // A corner is not filled.
        let corner = 16 - u32::from(width.max(1));
        assert_eq!(picture.get(corner, corner), background);
    }
}

#[test]
fn a_dissolving_sprite_loses_texels_and_never_regains_one() {
    let (mut play, id) = game();
    let mut lost = Vec::new();
    for tenth in 0..=10_u16 {
        let amount = f32::from(tenth) / 10.0;
        let dissolve = Material::Dissolve {
            amount,
            edge: Color::YELLOW,
            edge_share: 0.1,
            seed: 7,
        };
        assert!(set(&mut play, id, dissolve).is_done());
        let picture = play.image();
        let background = picture.get(1, 1);
        let places = (16..24).flat_map(|y| (16..24).map(move |x| (x, y)));
        let now: Vec<_> = places
            .filter(|&(x, y)| picture.get(x, y) == background)
            .collect();
        assert!(lost.iter().all(|place| now.contains(place)));
        let edges = |picture: &Image| {
            let all = (0..40).flat_map(|y| (0..40).map(move |x| (x, y)));
            all.filter(|&(x, y)| picture.get(x, y) == Some(Color::YELLOW))
                .count()
        };
        match tenth {
            0 => assert!(now.is_empty() && edges(&picture) == 0),
            10 => assert_eq!(now.len(), 64),
            _ => assert!(edges(&picture) + now.len() > 0),
        }
        lost = now;
    }
}

#[test]
fn a_palette_replaces_the_colours_of_its_first_row() {
    let (mut play, id) = game();
    let new = Color::rgb(1, 2, 3);
    let rows = [[Color::WHITE, COLOR], [Color::BLACK, new]];
    let pixels = Pixels::from_fn(2, 2, |x, y| rows[y as usize][x as usize]);
    let cx = play.context();
    let palette = cx.assets.add_image("palette", pixels).unwrap();
    let palette = cx.assets.sprite(palette).unwrap().frames.first;
    let swap = |row| Material::PaletteSwap { palette, row };
    for (row, expected) in [(1, new), (0, COLOR), (2, COLOR), (900, COLOR)] {
        assert!(set(&mut play, id, swap(row)).is_done());
        assert_eq!(color(&mut play), expected, "{row}");
    }
}

#[test]
fn a_wave_moves_rows_and_keeps_all_texels() {
    let (mut play, id) = game();
    let count = |play: &mut Harness<'_>| {
        let picture = play.image();
        let all = (0..40).flat_map(|y| (0..40).map(move |x| (x, y)));
        let shown: Vec<_> = all
            .filter(|&(x, y)| picture.get(x, y) == Some(COLOR))
            .collect();
        shown
    };
    let still = count(&mut play);
    let wave = |phase| Material::Wave {
        amplitude: 3.0,
        length: 8.0,
        phase,
    };
    assert!(set(&mut play, id, wave(0.0)).is_done());
    let waving = count(&mut play);
    assert_eq!((still.len(), waving.len()), (64, 64));
    assert!(waving.iter().any(|(x, _)| *x < 16) && waving.iter().any(|(x, _)| *x > 23));
    assert!(set(&mut play, id, wave(1.0)).is_done());
    assert_eq!(count(&mut play), waving);
    assert!(set(&mut play, id, wave(0.5)).is_done());
    assert_ne!(count(&mut play), waving);
}

#[test]
fn particles_have_the_material_of_their_emitter() {
    let (mut play, _) = game();
    let plain = Emitter::new()
        .count(1)
        .life(1000.0..1000.0)
        .speed(0.0..0.0)
        .colors([COLOR])
        .sizes([6.0]);
    let short = plain.clone().life(2.0..2.0);
    let mut cx = play.context();
    cx.burst(1, vec2(5.0, 30.0), &short);
    cx.burst(1, vec2(8.0, 8.0), &plain);
    cx.burst(1, vec2(30.0, 8.0), &plain.material(grey()));
    for _ in 0..6 {
        play.step();
        let image = play.image();
        assert_eq!(image.get(8, 8), Some(COLOR));
        assert_eq!(image.get(30, 8), Some(Color::rgb(GREY, GREY, GREY)));
    }
}
