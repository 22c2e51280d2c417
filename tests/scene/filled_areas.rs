//! Objects whose sprites fill an area: nine-slice and repeated sprites, and endless backgrounds.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::Color;
use damselfly::app::{App, Harness, Options};
use damselfly::assets::{Anchor, ImageLayout, Pixels};
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::{Object, ObjectId, Rect, SpriteId};
use damselfly::scene::{Borders, NineSlice, Space, SpriteFill};
use damselfly::world::Outcome;
use proptest::prelude::*;

const VIEW: [u16; 2] = [90, 70];
const SIZE: [u32; 2] = [90, 70];

/// The texels of all images.
fn color(x: u32, y: u32) -> Color {
    let [r, g, b, _] = (x * 7919 + y * 104_729 + 31)
        .wrapping_mul(2_654_435_761)
        .to_le_bytes();
    Color::rgb(r | 1, g, b)
}

fn game() -> Harness<'static> {
    let app = App::new("Areas", Options::default()).pixels(VIEW[0], VIEW[1]);
    Harness::start(app, |_| Ok(())).unwrap()
}

/// Adds an image of this size.
fn image(game: &mut Harness<'_>, size: [u32; 2], anchor: Anchor) -> SpriteId {
    let cx = game.context();
    let label = format!("image {}", cx.assets.sprites().count());
    let layout = ImageLayout {
        anchor,
        ..ImageLayout::default()
    };
    let pixels = Pixels::from_fn(size[0], size[1], color);
    cx.assets.add_image_with(&label, pixels, &layout).unwrap()
}

fn shown(game: &mut Harness<'_>) -> Vec<Option<Color>> {
    let image = game.image();
    let at = |index: u32| image.get(index % SIZE[0], index / SIZE[0]);
    (0..SIZE[0] * SIZE[1]).map(at).collect()
}

#[test]
fn an_object_fills_its_area_like_the_canvas() {
    let [mut one, mut other] = [game(), game()];
    let [panel, tile] = [[9, 8], [5, 4]].map(|size| {
        image(&mut one, size, Anchor::TopLeft);
        image(&mut other, size, Anchor::TopLeft)
    });
    let borders = Borders {
        left: 2,
        top: 3,
        right: 1,
        bottom: 4,
    };
    let (at, size) = (vec2(6.0, 7.0), vec2(50.0, 40.0));
    let mut cx = one.context();
    cx.spawn(
        Object::from(panel)
            .at(at)
            .spectral()
            .nine_slice(borders, size),
    );
    let water = SpriteFill::repeat(vec2(30.0, 9.0)).with_offset(vec2(2.0, -1.0));
    cx.spawn(
        Object::from(tile)
            .at(vec2(60.0, 50.0))
            .spectral()
            .fill(water),
    );
    let mut cx = other.context();
    let panel = NineSlice {
        borders,
        ..NineSlice::new(panel, 0)
    };
    let water = Rect::from_size(vec2(60.0, 50.0), vec2(30.0, 9.0));
    cx.canvas(2)
        .nine_slice(Rect::from_size(at, size), panel, Color::WHITE)
        .repeat(water, tile, vec2(2.0, -1.0), Color::WHITE);
    assert!(shown(&mut one) == shown(&mut other));
}

#[test]
fn the_box_of_a_filled_area_has_its_size() {
    let mut game = game();
    let tile = image(&mut game, [8, 6], Anchor::Center);
    let mut cx = game.context();
    let id = cx.spawn(
        Object::from(tile)
            .at(vec2(40.0, 30.0))
            .repeated(vec2(40.0, 20.0)),
    );
    let bounds = |game: &Harness<'_>| game.world().object(id).unwrap().bounds();
    assert_eq!(bounds(&game), Rect::centered(Vec2::ZERO, vec2(40.0, 20.0)));
    let mut cx = game.context();
    let mut object = cx.object_mut(id).unwrap();
    object.set_scale(vec2(2.0, 1.0));
    object.set_fill(SpriteFill::nine_slice(1, vec2(10.0, 12.0)));
    assert_eq!(bounds(&game), Rect::centered(Vec2::ZERO, vec2(20.0, 12.0)));
    // An endless side counts as one of the sprite.
    let mut cx = game.context();
    cx.object_mut(id)
        .unwrap()
        .set_fill(SpriteFill::repeat(vec2(f32::INFINITY, 12.0)));
    assert_eq!(bounds(&game), Rect::centered(Vec2::ZERO, vec2(16.0, 12.0)));
    let mut cx = game.context();
    cx.object_mut(id).unwrap().set_fill(None);
    assert_eq!(bounds(&game), Rect::centered(Vec2::ZERO, vec2(16.0, 6.0)));
    assert_eq!(game.world().object(id).unwrap().fill(), None);
}

#[test]
fn invalid_fills_are_refused() {
    let mut game = game();
    let tile = image(&mut game, [8, 6], Anchor::Center);
    let mut cx = game.context();
    let id = cx.spawn(Object::from(tile).repeated(vec2(40.0, 20.0)));
    let mut object = cx.object_mut(id).unwrap();
    let before = object.fill();
    for fill in [
        SpriteFill::repeat(vec2(-1.0, 4.0)),
        SpriteFill::repeat(vec2(f32::NAN, 4.0)),
        SpriteFill::repeat(Vec2::ONE).with_scroll(Vec2::NAN),
        SpriteFill::nine_slice(1, Vec2::INFINITY),
    ] {
        assert_eq!(object.set_fill(fill), Outcome::Refused, "{fill:?}");
        assert_eq!(object.fill(), before);
    }
    assert_eq!(game.world().refusals(), 4);
    // These are valid numbers, but nothing can be drawn.
    let mut cx = game.context();
    let mut object = cx.object_mut(id).unwrap();
    object.set_fill(SpriteFill::nine_slice(4, Vec2::ONE));
    object.set_fill(SpriteFill::repeat(vec2(9000.0, 9000.0)));
    assert_eq!(game.world().refusals(), 6);
    assert_eq!(game.image().count(Color::BLACK), 90 * 70);
}

#[test]
fn a_scrolling_image_moves_by_whole_texels() {
    let mut game = game();
    let tile = image(&mut game, [5, 4], Anchor::TopLeft);
    let water = SpriteFill::repeat(vec2(60.0, 40.0)).with_scroll(vec2(0.5, -1.0));
    game.context().spawn(
        Object::from(tile)
            .at(vec2(10.0, 10.0))
            .spectral()
            .fill(water),
    );
    for step in 1..9_u32 {
        game.step();
        let image = game.image();
        for (x, y) in [(0, 0), (17, 9), (59, 39)] {
            // Half a texel counts as one.
            let across = (x + 1000 - step.div_ceil(2)) % 5;
            let down = (y + step) % 4;
            let expected = Some(color(across, down));
            assert_eq!(image.get(10 + x, 10 + y), expected, "step {step}, {x}, {y}");
        }
    }
}

/// A change of an object.
#[derive(Clone, Debug)]
enum Change {
    Fill(Option<(bool, u8, u8)>),
    Sprite(bool),
    Altitude(u16),
    Level(bool),
    Flip(bool, bool),
    Place(i8, i8),
    Spawn,
    Remove,
    Step,
    LoadAnother,
}

fn changes() -> impl Strategy<Value = Change> {
    let fill = prop::option::weighted(0.8, (any::<bool>(), 6..60_u8, 7..50_u8));
    prop_oneof![
        5 => fill.prop_map(Change::Fill),
        1 => any::<bool>().prop_map(Change::Sprite),
        1 => (1..4_u16).prop_map(Change::Altitude),
        1 => any::<bool>().prop_map(Change::Level),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(x, y)| Change::Flip(x, y)),
        2 => (0..60_i8, 0..50_i8).prop_map(|(x, y)| Change::Place(x, y)),
        2 => Just(Change::Spawn),
        1 => Just(Change::Remove),
        3 => Just(Change::Step),
        1 => Just(Change::LoadAnother),
    ]
}

/// Returns the picture of a new game with these objects.
fn fresh(objects: &[(SpriteId, Object)], loaded: usize) -> Vec<Option<Color>> {
    let mut game = game();
    let _ = [[9, 8], [5, 6]].map(|size| image(&mut game, size, Anchor::TopLeft));
    for _ in 0..loaded {
        image(&mut game, [3, 3], Anchor::Center);
    }
    for (_, object) in objects {
        game.context().spawn(object.clone());
    }
    shown(&mut game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn areas_look_like_new_ones_after_any_changes(
        changes in prop::collection::vec((0..4_usize, changes()), 1..40),
    ) {
        let mut game = game();
        let sprites = [[9, 8], [5, 6]].map(|size| image(&mut game, size, Anchor::TopLeft));
        let mut objects: Vec<(ObjectId, Object)> = Vec::new();
        let mut loaded = 0;
        for (index, change) in changes {
            if let Change::Spawn = change {
                let object = Object::from(sprites[0]).spectral().nine_slice(2, vec2(20.0, 18.0));
                objects.push((game.context().spawn(object.clone()), object));
            } else if let Change::Step = change {
                game.step();
            } else if let Change::LoadAnother = change {
                image(&mut game, [3, 3], Anchor::Center);
                loaded += 1;
            } else if index < objects.len() {
                let (id, object) = &mut objects[index];
                let mut cx = game.context();
                let mut handle = cx.object_mut(*id).unwrap();
                match change {
                    Change::Fill(fill) => {
                        object.fill = fill.map(|(is_panel, width, height)| {
                            let size = vec2(width.into(), height.into());
                            match is_panel {
                                true => SpriteFill::nine_slice(2, size),
                                false => SpriteFill::repeat(size).with_offset(vec2(3.0, 1.0)),
                            }
                        });
                        handle.set_fill(object.fill);
                    }
                    Change::Sprite(first) => {
                        let sprite = sprites[usize::from(first)];
                        object.sprite = Some(sprite);
                        handle.set_sprite(sprite);
                    }
                    Change::Altitude(altitude) => {
                        let is_move = object.altitude != altitude;
                        object.altitude = altitude;
                        handle.set_altitude(altitude);
                        if is_move {
                            let last = objects.remove(index);
                            objects.push(last);
                        }
                    }
                    Change::Level(persistent) => {
                        let is_move = object.persistent != persistent;
                        object.persistent = persistent;
                        handle.set_persistent(persistent);
                        if is_move {
                            let last = objects.remove(index);
                            objects.push(last);
                        }
                    }
                    Change::Flip(x, y) => {
                        (object.flip_x, object.flip_y) = (x, y);
                        handle.set_flip(x, y);
                    }
                    Change::Place(x, y) => {
                        object.position = vec2(x.into(), y.into());
                        handle.set_position(object.position);
                    }
                    Change::Remove => {
                        game.world_mut().remove(objects.remove(index).0);
                        game.step();
                    }
                    Change::Spawn | Change::Step | Change::LoadAnother => {}
                }
            }
        }
        // Loading another image shows at the next step.
        game.step();
        let objects: Vec<_> = objects.iter().map(|(_, object)| (sprites[0], object.clone())).collect();
        prop_assert!(shown(&mut game) == fresh(&objects, loaded));
    }
}

/// Returns a game with an endless background of this tile on altitude 0, behind a camera that may go anywhere.
fn endless(tile: [u32; 2], size: Vec2) -> Harness<'static> {
    let mut game = game();
    let sprite = image(&mut game, tile, Anchor::TopLeft);
    let mut cx = game.context();
    cx.camera
        .set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
    cx.camera.cut_to(vec2(45.0, 35.0));
    let sky = Object::new("Sky").sprite(sprite).spectral().altitude(0);
    cx.spawn(sky.repeated(size));
    game
}

#[test]
fn an_endless_background_follows_the_camera_with_both_parallaxes() {
    for (parallax, parallax_y) in [
        (1.0, None),
        (0.5, None),
        (0.5, Some(0.25)),
        (0.0, Some(1.0)),
    ] {
        let mut game = endless([16, 11], Vec2::INFINITY);
        let settings = game.world_mut().altitude_settings_mut(0_u16);
        (settings.parallax, settings.parallax_y) = (parallax, parallax_y);
        for (x, y) in [
            (0.0, 0.0),
            (400.0, -240.0),
            (-88.0, 1204.0),
            (40_000.0, 8.0),
        ] {
            game.world_mut().camera.cut_to(vec2(x + 45.0, y + 35.0));
            game.step();
            let image = game.image();
            let shift = [x * parallax, y * parallax_y.unwrap_or(parallax)];
            #[expect(clippy::cast_possible_truncation, reason = "a whole number")]
            let shift = shift.map(|shift: f32| shift as i32);
            let texel = |at: u32, shift: i32, length: i32| {
                (at.cast_signed() + shift)
                    .rem_euclid(length)
                    .cast_unsigned()
            };
            for (x, y) in (0..SIZE[0]).flat_map(|x| (0..SIZE[1]).map(move |y| (x, y))) {
                let expected = color(texel(x, shift[0], 16), texel(y, shift[1], 11));
                assert_eq!(image.get(x, y), Some(expected), "{x}, {y} at {shift:?}");
            }
        }
    }
}

#[test]
fn a_side_that_is_not_endless_keeps_its_size() {
    let mut game = endless([16, 11], vec2(f32::INFINITY, 20.0));
    game.world_mut().camera.cut_to(vec2(545.0, 35.0));
    game.step();
    let image = game.image();
    assert_eq!(image.count(Color::BLACK), (90 * 50));
    assert!(image.get(89, 19) != Some(Color::BLACK) && image.get(89, 20) == Some(Color::BLACK));
}

#[test]
fn an_endless_background_covers_the_view_of_any_camera() {
    let mut seed = 7_u32;
    let mut random = move |least: f32, most: f32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        least + (seed >> 8) as f32 / 16_777_216.0 * (most - least)
    };
    let mut game = endless([13, 17], Vec2::INFINITY);
    for step in 0..120_usize {
        let world = game.world_mut();
        let settings = world.altitude_settings_mut(0_u16);
        settings.parallax = random(0.0, 1.5);
        settings.space = [Space::World, Space::Screen][usize::from(step.is_multiple_of(11))];
        world.camera.set_zoom(random(0.7, 2.0));
        world
            .camera
            .set_angle([0.0, random(-3.0, 3.0)][usize::from(step.is_multiple_of(3))]);
        world
            .camera
            .move_to(vec2(random(-100.0, 100.0), random(-100.0, 100.0)));
        let sky = game.only("Sky");
        let mut cx = game.context();
        let mut sky = cx.object_mut(sky).unwrap();
        sky.set_angle([0.0, random(-std::f32::consts::PI, std::f32::consts::PI)][step % 2]);
        sky.set_velocity(vec2(random(-9.0, 9.0), random(-9.0, 9.0)));
        game.step();
        for fraction in [0.0, 0.4, 1.0] {
            let image = game.image_at(SIZE, fraction);
            assert_eq!(image.count(Color::BLACK), 0, "step {step} at {fraction}");
        }
    }
}

#[test]
fn an_endless_background_has_few_rows_and_rests() {
    let mut game = endless([32, 32], Vec2::INFINITY);
    game.step();
    let rows = |game: &Harness<'_>| {
        let altitude = &game.world().scene().altitudes()[0];
        altitude.level(1).unwrap().len()
    };
    assert!(rows(&game) <= 8 * 8, "{}", rows(&game));
    let before = rows(&game);
    let version = game.world().scene().altitudes()[0]
        .level(1)
        .unwrap()
        .chunk_version(0);
    game.step();
    assert_eq!(rows(&game), before);
    let after = game.world().scene().altitudes()[0]
        .level(1)
        .unwrap()
        .chunk_version(0);
    assert_eq!(after, version, "nothing changes while the camera rests");
}
