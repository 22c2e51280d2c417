//! Sorted altitudes: the painting order of their objects.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::Color;
use damselfly::app::{App, Harness, Options};
use damselfly::glam::vec2;
use damselfly::prelude::{Bounds, Object, ObjectId, Rect, SpriteId};
use damselfly::scene::SortBy;
use damselfly::world::{Attachment, Outcome};
use proptest::prelude::*;

const VIEW: [u16; 2] = [48, 40];
const SIZE: [u32; 2] = [48, 40];
const SIDE: u16 = 7;

/// Returns a game of a number of sprites, squares of different colours.
fn game(sprites: u8) -> (Harness<'static>, Vec<SpriteId>) {
    let app = App::new("Sorted", Options::default()).pixels(VIEW[0], VIEW[1]);
    let mut game = Harness::start(app, |_| Ok(())).unwrap();
    let add = |game: &mut Harness<'static>, number: u8| {
        let label = format!("square {number}");
        let cx = game.context();
        cx.assets
            .add_rect(&label, SIDE.into(), SIDE.into(), color(number))
            .unwrap()
    };
    let sprites = (0..sprites).map(|number| add(&mut game, number)).collect();
    (game, sprites)
}

fn color(number: u8) -> Color {
    Color::rgb(40 + 5 * number, 255 - 7 * number, 3 * number)
}

/// An object as the test expects it, in act order.
#[derive(Clone, Copy, Debug)]
struct Square {
    id: ObjectId,
    number: u8,
    persistent: bool,
    depth: f32,
}

/// Returns the picture of these squares, painted from first to last.
fn painted(game: &Harness<'_>, squares: &[Square]) -> Vec<Option<Color>> {
    let mut pixels = vec![Some(Color::BLACK); (SIZE[0] * SIZE[1]) as usize];
    for square in squares {
        let at = game.world().object(square.id).unwrap().position();
        // The middle of a square of odd size is the middle of a pixel.
        let corner = at - f32::from(SIDE) / 2.0;
        for (index, pixel) in (0_u32..).zip(&mut pixels) {
            let [x, y] = [index % SIZE[0], index / SIZE[0]];
            let middle = vec2(x as f32, y as f32) + 0.5;
            let end = corner + f32::from(SIDE);
            if middle.cmpge(corner).all() && middle.cmplt(end).all() {
                *pixel = Some(color(square.number));
            }
        }
    }
    pixels
}

fn shown(game: &mut Harness<'_>) -> Vec<Option<Color>> {
    let image = game.image();
    let at = |index: u32| image.get(index % SIZE[0], index / SIZE[0]);
    (0..SIZE[0] * SIZE[1]).map(at).collect()
}

fn squares() -> impl Strategy<Value = Vec<(i8, i8, i8, i8, bool, i8)>> {
    let one = (
        5..43_i8,
        5..35_i8,
        -2..3_i8,
        -2..3_i8,
        any::<bool>(),
        -2..3_i8,
    );
    prop::collection::vec(one, 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn objects_are_painted_in_the_order_of_a_stable_sort(
        squares in squares(),
        by_base in any::<bool>(),
        removed in prop::collection::vec(0..24_usize, 0..6),
    ) {
        let (mut game, sprites) = game(24);
        let sort = if by_base { SortBy::Base } else { SortBy::Depth };
        game.world_mut().altitude_settings_mut(2_u16).sort = Some(sort);
        let mut all = Vec::new();
        for (number, &(x, y, across, down, persistent, depth)) in (0_u8..).zip(&squares) {
            let object = Object {
                persistent,
                depth: depth.into(),
                ..Object::from(sprites[usize::from(number)])
            };
            let at = vec2(x.into(), y.into()) + 0.5;
            let object = object.at(at).velocity(vec2(across.into(), down.into())).spectral();
            let id = game.context().spawn(object);
            all.push(Square { id, number, persistent, depth: depth.into() });
        }
        // Persistent objects come first in act order.
        all.sort_by_key(|square| !square.persistent);
        for step in 0..6 {
            if step == 3 {
                for &index in &removed {
                    if index < all.len() {
                        game.world_mut().remove(all.remove(index).id);
                    }
                }
            }
            game.step();
            let key = |square: &Square| match sort {
                SortBy::Depth => square.depth,
                _ => game.world().object(square.id).unwrap().position().y,
            };
            let mut sorted = all.clone();
            sorted.sort_by(|one, other| key(one).total_cmp(&key(other)));
            let expected = painted(&game, &sorted);
            prop_assert!(shown(&mut game) == expected, "step {step}");
        }
    }
}

#[test]
fn sorting_changes_no_step() {
    let sums = [None, Some(SortBy::Base), Some(SortBy::Depth)].map(|sort| {
        let (mut game, sprites) = game(9);
        game.world_mut().altitude_settings_mut(2_u16).sort = sort;
        for (number, &sprite) in (0_i8..).zip(&sprites) {
            let at = vec2(20.0, f32::from(30 - 3 * number));
            let object = Object::from(sprite)
                .at(at)
                .velocity(vec2(0.0, f32::from(number - 4)));
            game.context().spawn(object);
        }
        game.steps(20);
        game.checksum()
    });
    assert_eq!(sums, [sums[0]; 3]);
}

#[test]
fn a_sort_by_another_key_is_painted_after_a_pause() {
    let (mut game, sprites) = game(2);
    // The one with the larger y has the smaller depth.
    for (sprite, y, depth) in [(sprites[0], 18.5, 1.0), (sprites[1], 21.5, 0.0)] {
        let object = Object {
            depth,
            ..Object::from(sprite)
        };
        let object = object.at(vec2(20.5, y)).spectral();
        game.context().spawn(object);
    }
    let mut painted = |sort| {
        // Without sorting, no frame is drawn.
        for sort in [None, Some(sort)] {
            game.world_mut().altitude_settings_mut(2_u16).sort = sort;
            game.step();
        }
        game.image().get(20, 20)
    };
    assert_eq!(painted(SortBy::Base), Some(color(1)));
    assert_eq!(painted(SortBy::Depth), Some(color(0)));
}

#[test]
fn the_first_frame_is_sorted() {
    let app = App::new("Sorted", Options::default()).pixels(VIEW[0], VIEW[1]);
    let mut game = Harness::start(app, |cx| {
        cx.altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
        let front = cx.assets.add_rect("front", 8, 8, Color::RED)?;
        let back = cx.assets.add_rect("back", 8, 8, Color::GREEN)?;
        cx.spawn(Object::from(front).at(vec2(20.0, 22.0)).spectral());
        cx.spawn(Object::from(back).at(vec2(20.0, 18.0)).spectral());
        Ok(())
    })
    .unwrap();
    assert_eq!(game.image().get(20, 20), Some(Color::RED));
}

#[test]
fn the_base_is_the_lower_edge_of_the_bounding_box() {
    let (mut game, sprites) = game(2);
    game.world_mut().altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    // The upper one has the lower base.
    let feet = Rect::new(vec2(-1.0, 0.0), vec2(1.0, 9.0));
    let upper = Object::from(sprites[0])
        .at(vec2(20.0, 18.0))
        .bounds(Bounds::Fixed(feet));
    game.context().spawn(upper.spectral());
    game.context()
        .spawn(Object::from(sprites[1]).at(vec2(20.0, 21.0)).spectral());
    game.step();
    assert_eq!(game.image().get(20, 20), Some(color(0)));
}

#[test]
fn an_attached_object_sorts_by_its_own_base() {
    let (mut game, sprites) = game(3);
    game.world_mut().altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    let mut cx = game.context();
    let parent = cx.spawn(Object::from(sprites[0]).at(vec2(20.0, 10.0)).spectral());
    let child = cx.spawn(Object::from(sprites[1]).spectral());
    let offset = Attachment {
        offset: vec2(0.0, 12.0),
        ..Attachment::default()
    };
    assert_eq!(
        cx.object_mut(child).unwrap().set_parent(parent, offset),
        Outcome::Done
    );
    cx.spawn(Object::from(sprites[2]).at(vec2(20.0, 20.0)).spectral());
    game.step();
    assert_eq!(
        game.image().get(20, 21),
        Some(color(1)),
        "the child is in front"
    );
    let mut cx = game.context();
    cx.object_mut(parent).unwrap().set_position(vec2(20.0, 6.0));
    game.step();
    assert_eq!(
        game.image().get(20, 20),
        Some(color(2)),
        "the child is behind"
    );
}

#[test]
fn objects_spawned_between_steps_are_on_top_until_the_next_step() {
    let (mut game, sprites) = game(2);
    game.world_mut().altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    game.context()
        .spawn(Object::from(sprites[0]).at(vec2(20.0, 20.0)).spectral());
    game.step();
    game.context()
        .spawn(Object::from(sprites[1]).at(vec2(20.0, 18.0)).spectral());
    assert_eq!(game.image().get(20, 19), Some(color(1)));
    game.step();
    assert_eq!(game.image().get(20, 19), Some(color(0)));
}

#[test]
fn an_altitude_that_is_no_longer_sorted_is_painted_in_act_order() {
    let (mut game, sprites) = game(2);
    game.world_mut().altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    for (sprite, y) in sprites.into_iter().zip([20.0, 18.0]) {
        game.context()
            .spawn(Object::from(sprite).at(vec2(20.0, y)).spectral());
    }
    game.step();
    assert_eq!(game.image().get(20, 19), Some(color(0)));
    game.world_mut().altitude_settings_mut(2_u16).sort = None;
    assert_eq!(game.image().get(20, 19), Some(color(1)));
}

#[test]
fn depths_that_are_not_finite_are_refused() {
    let (mut game, sprites) = game(1);
    let mut cx = game.context();
    let id = cx.spawn(Object::from(sprites[0]).depth(3.0));
    let mut object = cx.object_mut(id).unwrap();
    for depth in [f32::NAN, f32::INFINITY, 2e9] {
        assert_eq!(object.set_depth(depth), Outcome::Refused);
    }
    assert_eq!(object.depth(), 3.0);
    assert_eq!(object.set_depth(-7.0), Outcome::Done);
    assert_eq!(object.depth(), -7.0);
    let id = cx.spawn(Object::from(sprites[0]).depth(f32::NAN));
    assert_eq!(cx.object(id).unwrap().depth(), 0.0);
    assert_eq!(game.world().refusals(), 4);
}

#[test]
fn a_restored_world_is_painted_in_its_order() {
    let (mut game, sprites) = game(2);
    game.world_mut().altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    for (sprite, speed) in sprites.into_iter().zip([0.0, 2.0]) {
        let object = Object::from(sprite)
            .at(vec2(20.0, 15.0 + speed))
            .velocity(vec2(0.0, -speed));
        game.context().spawn(object.spectral());
    }
    game.step();
    let before = game.core().snapshot();
    let picture = shown(&mut game);
    game.steps(3);
    assert!(shown(&mut game) != picture);
    game.core_mut().restore(&before);
    assert!(shown(&mut game) == picture);
}
