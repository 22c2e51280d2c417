//! Laws of characters in random rooms: of boxes, polygons, slopes, tiles, one-way platforms and lifts.

use crate::characters::{
    FORMS, Form, block, edit, is_on_floor, place, polygon, state, tan, walker,
};
use crate::common::{in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Core, Object, Solidness};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::fmt::Debug;

mod floors;
mod found;
mod free_moves;
mod gaps;
mod speeds;

/// A thing in a room. Its upper left corner, or its left end, is at multiples of 5 from 0 to 295.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Box(Rect),
    OneWay(Rect),
    /// A slope: its left end at its foot's height, its angle in degrees, its width, and whether it rises to the left.
    Slope(Vec2, f32, f32, bool),
    /// A platform, its velocity, and whether it is one-way.
    Lift(Rect, Vec2, bool),
}

#[derive(Clone, Debug)]
struct Room {
    things: Vec<Thing>,
    /// A map of 15 × 15 tiles of 20 × 20, row by row: 0 is a solid tile, 1 a one-way tile, any other number none.
    tiles: Vec<u8>,
    form: Form,
    start: Vec2,
    /// Speed to the right for ten steps, and whether the character jumps in the sixth of them if it stands on a floor.
    inputs: Vec<(f32, bool)>,
    step_height: f32,
    /// The position of the room in the world.
    origin: Vec2,
    /// Whether lifts stop at each other.
    lifts_meet: bool,
}

impl Room {
    /// Returns the rounding of its positions: two units in the last place, or less.
    fn rounding(&self) -> f32 {
        self.origin.abs().max_element() * f32::EPSILON
    }

    /// Returns the depth of an overlap that is too small to be seen.
    fn hair(&self) -> f32 {
        (1.0_f32 / 256.0).max(self.rounding())
    }
}

fn rects() -> impl Strategy<Value = Rect> {
    ([0..60_u8, 0..60_u8], [2..24_u8, 1..12_u8]).prop_map(|(at, size)| {
        let [at, size] = [at, size].map(|pair| Vec2::from(pair.map(f32::from)) * 5.0);
        Rect::from_size(at, size)
    })
}

fn things() -> impl Strategy<Value = Thing> {
    let degrees = prop::sample::select(vec![15.0_f32, 30.0, 42.0, 50.0, 60.0, 75.0]);
    let speeds = prop::array::uniform2(-3_i8..=3);
    prop_oneof![
        4 => rects().prop_map(Thing::Box),
        2 => rects().prop_map(Thing::OneWay),
        3 => (rects(), degrees, any::<bool>())
            .prop_map(|(rect, degrees, left)| Thing::Slope(rect.min, degrees, rect.width(), left)),
        2 => (rects(), speeds, any::<bool>()).prop_map(|(rect, speed, one_way)| {
            Thing::Lift(rect, Vec2::from(speed.map(f32::from)) / 2.0, one_way)
        }),
    ]
}

/// Returns rooms at the origin with at most this many lifts.
fn rooms(lifts: usize) -> impl Strategy<Value = Room> {
    let speeds = prop::sample::select(vec![-3.0_f32, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0]);
    (
        prop::collection::vec(things(), 1..12),
        prop::collection::vec(0..14_u8, 225),
        prop::sample::select(FORMS.to_vec()),
        [30.0_f32..270.0, 30.0_f32..270.0],
        prop::collection::vec((speeds, prop::bool::weighted(0.3)), 4..16),
        prop::sample::select(vec![0.0_f32, 5.0]),
    )
        .prop_map(
            move |(mut things, tiles, form, start, inputs, step_height)| {
                let is_lift = |thing: &&mut Thing| matches!(thing, Thing::Lift(..));
                for thing in things.iter_mut().filter(is_lift).skip(lifts) {
                    if let Thing::Lift(rect, ..) = *thing {
                        *thing = Thing::Box(rect);
                    }
                }
                Room {
                    things,
                    tiles,
                    form,
                    start: start.into(),
                    inputs,
                    step_height,
                    origin: Vec2::ZERO,
                    lifts_meet: true,
                }
            },
        )
}

/// Returns rooms anywhere up to a million units from the origin.
fn far_rooms(lifts: usize) -> impl Strategy<Value = Room> {
    let axis = prop::sample::select(vec![0.0_f32, -1e6, -3e4, 1e4, 1e5, 1e6]);
    (rooms(lifts), prop::array::uniform2(axis)).prop_map(|(room, origin)| Room {
        origin: origin.into(),
        ..room
    })
}

/// Builds a room with its floor and walls, and returns its character. Things and tiles that the character would overlap
/// or almost touch at the start are left out, except for one-way platforms.
fn build(core: &mut Core, room: &Room) -> ObjectId {
    build_in_order(core, room, false)
}

/// Like `build`. If `backwards`, spawns the things of the room in the opposite order, its borders last and the tiles
/// first.
fn build_in_order(core: &mut Core, room: &Room, backwards: bool) -> ObjectId {
    if backwards {
        build_tiles(core, room);
    } else {
        build_borders(core, room);
    }
    let mut things = room.things.clone();
    if backwards {
        things.reverse();
    }
    build_things(core, room, &things);
    if backwards {
        build_borders(core, room);
    } else {
        build_tiles(core, room);
    }
    let start = room.origin + room.start;
    let hero = walker(core, room.form.size().into(), start.into(), 0.0);
    room.form.give(core, hero);
    edit(core, hero, |hero| {
        hero.settings.step_height = room.step_height
    });
    hero
}

/// Returns the box around the character at the start, in which nothing is built.
fn place_of_hero(room: &Room) -> Rect {
    Rect::centered(room.start, room.form.size() + 2.0)
}

fn build_borders(core: &mut Core, room: &Room) {
    for border in [
        Rect::new(vec2(-50.0, 320.0), vec2(350.0, 360.0)),
        Rect::new(vec2(-50.0, -200.0), vec2(0.0, 320.0)),
        Rect::new(vec2(300.0, -200.0), vec2(350.0, 320.0)),
    ] {
        spawn(core, hard(border.translated(room.origin)));
    }
}

fn build_things(core: &mut Core, room: &Room, things: &[Thing]) {
    let place_of_hero = place_of_hero(room);
    for thing in things {
        match *thing {
            Thing::Box(rect) if !rect.overlaps(&place_of_hero) => {
                spawn(core, hard(rect.translated(room.origin)));
            }
            Thing::OneWay(rect) => {
                spawn(core, hard(rect.translated(room.origin)).one_way());
            }
            Thing::Lift(rect, speed, one_way) if one_way || !rect.overlaps(&place_of_hero) => {
                let lift = hard(rect.translated(room.origin));
                let lift = if one_way { lift.one_way() } else { lift };
                let [groups, collides_with] = if room.lifts_meet { [1, 1] } else { [2, 1] };
                let lift = Object {
                    groups,
                    collides_with,
                    ..lift.platform().velocity(speed)
                };
                spawn(core, lift);
            }
            Thing::Slope(at, degrees, width, left) => {
                let height = width * tan(degrees);
                let around = Rect::new(at - vec2(0.0, height), at + vec2(width, 20.0));
                if !around.overlaps(&place_of_hero) {
                    let ends = if left { [-height, 0.0] } else { [0.0, -height] };
                    let corners = [(0.0, ends[0]), (width, ends[1]), (width, 20.0), (0.0, 20.0)];
                    polygon(core, room.origin + at, &corners);
                }
            }
            _ => {}
        }
    }
}

/// Returns the area of a tile in its room.
fn area_of_tile(number: i32) -> Rect {
    let cell = ivec2(number % 15, number / 15);
    Rect::from_size(cell.as_vec2() * 20.0, Vec2::splat(20.0))
}

fn build_tiles(core: &mut Core, room: &Room) {
    let mut map = TileMap::new(Vec2::splat(20.0), 15, 15);
    let [solid, one_way] =
        [Tile::default().solid(), Tile::default().one_way()].map(|tile| map.add(tile));
    for (number, tile) in (0..).zip(&room.tiles) {
        let cell = ivec2(number % 15, number / 15);
        if !area_of_tile(number).overlaps(&place_of_hero(room)) {
            map.set(
                cell,
                [Some(solid), Some(one_way)]
                    .get(usize::from(*tile))
                    .copied()
                    .flatten(),
            );
        }
    }
    let tiles = spawn(core, Object::new("Tiles").at(room.origin));
    assert!(
        core.object_mut(tiles)
            .expect("it exists")
            .set_tiles(map)
            .is_done()
    );
}

fn hard(rect: Rect) -> Object {
    block(rect.min.x, rect.min.y, rect.width(), rect.height())
}

/// Returns whether an object would be inside of a hard one if it were moved by `by`.
fn is_inside(core: &mut Core, id: ObjectId, by: Vec2) -> bool {
    let at = place(core, id);
    let _ = core
        .object_mut(id)
        .expect("it exists")
        .set_position(at + by);
    let inside = !core
        .world
        .space()
        .solidness(Solidness::Hard)
        .overlapping(id)
        .is_empty();
    let _ = core.object_mut(id).expect("it exists").set_position(at);
    inside
}

/// Returns whether an object is inside of hard ones by more than a hair: it is inside, and still would be after any
/// move by a hair along an axis or diagonally upwards. A round body in a gap of its own width would be, too, so its
/// shape must be inside even if it is a little smaller.
fn is_deep_inside(core: &mut Core, id: ObjectId, hair: f32) -> bool {
    let sides = [
        Vec2::ZERO,
        Vec2::X,
        Vec2::NEG_X,
        Vec2::Y,
        Vec2::NEG_Y,
        vec2(1.0, -1.0),
        vec2(-1.0, -1.0),
    ];
    sides
        .into_iter()
        .all(|side| is_inside(core, id, side * hair))
        && is_inside_at_scale(core, id, 1.0 - hair)
}

fn is_inside_at_scale(core: &mut Core, id: ObjectId, scale: f32) -> bool {
    let rescale = |core: &mut Core, scale| {
        let mut object = core.object_mut(id).expect("it exists");
        assert!(object.set_scale(Vec2::splat(scale)).is_done());
    };
    rescale(core, scale);
    let inside = is_inside(core, id, Vec2::ZERO);
    rescale(core, 1.0);
    inside
}

/// A step of a character in a room.
#[derive(Clone, Copy, Debug)]
struct Moment {
    from: Vec2,
    at: Vec2,
    /// Vertical movement that the game asked for.
    asked: f32,
    /// Vertical velocity afterwards.
    velocity: f32,
    was_on_floor: bool,
    is_on_floor: bool,
}

/// Plays a room, and calls `check` after each step.
fn play(
    room: &Room,
    mut check: impl FnMut(&mut Core, ObjectId, Moment) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    in_empty_world(|core| {
        let hero = build(core, room);
        let mut was_on_floor = false;
        for &(vx, jumps) in &room.inputs {
            for step in 0..10 {
                let from = place(core, hero);
                let jumps = jumps && step == 5 && was_on_floor;
                let mut asked = 0.0;
                edit(core, hero, |hero| {
                    hero.vx = vx;
                    hero.next = jumps.then_some(-5.0);
                    asked = hero.next.unwrap_or(hero.velocity.y + 0.3);
                });
                steps(core, 1);
                let hero_state = state(core, hero);
                let is_on_floor = hero_state.slide.is_some_and(|slide| slide.is_on_floor());
                let moment = Moment {
                    from,
                    at: place(core, hero),
                    asked,
                    velocity: hero_state.velocity.y,
                    was_on_floor,
                    is_on_floor,
                };
                check(core, hero, moment)?;
                was_on_floor = is_on_floor;
            }
        }
        Ok(())
    })
}

/// Moves a character by the inputs of a room, and calls `after` after each step.
fn act(core: &mut Core, hero: ObjectId, room: &Room, mut after: impl FnMut(&mut Core)) {
    for &(vx, jumps) in &room.inputs {
        for step in 0..10 {
            let jumps = jumps && step == 5 && is_on_floor(core, hero);
            edit(core, hero, |hero| {
                hero.vx = vx;
                hero.next = jumps.then_some(-5.0);
            });
            steps(core, 1);
            after(core);
        }
    }
}

fn never_inside(room: &Room) -> Result<(), TestCaseError> {
    play(room, |core, hero, moment| {
        prop_assert!(!is_deep_inside(core, hero, room.hair()), "{moment:?}");
        Ok(())
    })
}

/// The velocity of a character that does not move does not grow. Between a steep slope and a wall it may rest without a
/// floor, but the slope takes a part of its velocity in each step: more than 2 %.
fn never_hangs(room: &Room) -> Result<(), TestCaseError> {
    let mut hung = 0;
    play(room, |_, _, moment| {
        let Moment {
            from,
            at,
            asked,
            velocity,
            ..
        } = moment;
        let grows = velocity >= 0.25 && velocity > asked * 0.98;
        hung = if (at - from).length() < 1e-3 && grows {
            hung + 1
        } else {
            0
        };
        prop_assert!(hung < 3, "{moment:?}");
        Ok(())
    })
}

/// Checks that a character rises only by jumps, on walkable floors and with lifts. Sliding along a slope that is too
/// steep adds nothing.
fn rises_by_jumps_and_floors(room: &Room) -> Result<(), TestCaseError> {
    let upward = room.things.iter().map(|thing| match thing {
        Thing::Lift(_, speed, _) => -speed.y,
        _ => 0.0,
    });
    let lift = upward.fold(0.0, f32::max);
    let rounding = 0.05 + 4.0 * room.rounding();
    play(room, |_, _, moment| {
        let Moment {
            from,
            at,
            asked,
            velocity,
            was_on_floor,
            is_on_floor,
        } = moment;
        let jump = (-asked).max(0.0);
        // A jump from a lift keeps the lift's velocity, and a lift may catch up with a jump.
        let kept = if jump > 0.0 { lift } else { 0.0 };
        prop_assert!(
            velocity >= -jump - kept - 1e-3,
            "faster than asked: {moment:?}"
        );
        let walked = if was_on_floor || is_on_floor {
            (at.x - from.x).abs() * 1.04 + room.step_height
        } else {
            0.0
        };
        let most = jump + kept + lift + walked + rounding;
        prop_assert!(from.y - at.y <= most, "higher than {most}: {moment:?}");
        Ok(())
    })
}

/// Returns a configuration with this number of cases and the same rooms in every run: in a few of some thousand rooms
/// rounding decides (docs/limits.md). For a longer search, `PROPTEST_CASES` sets another number, of random rooms or of
/// those of the seed `PROPTEST_RNG_SEED`.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let longer = std::env::var("PROPTEST_CASES").ok();
    let longer = longer.and_then(|cases| cases.parse().ok());
    ProptestConfig {
        failure_persistence: None,
        rng_seed: if longer.is_some() {
            ProptestConfig::default().rng_seed
        } else {
            RngSeed::Fixed(20_261_127)
        },
        ..ProptestConfig::with_cases(longer.unwrap_or(cases))
    }
}

/// Tests a law in random rooms. If it fails, reports the number of rooms in which it does and the simplest of them.
fn holds_in<T: Debug>(
    rooms: impl Strategy<Value = T>,
    law: impl Fn(&T) -> Result<(), TestCaseError>,
) {
    let failed = Cell::new(0);
    let config = config(600);
    let outcome = TestRunner::new(config.clone()).run(&rooms, |room| {
        failed.set(failed.get() + u32::from(law(&room).is_err()));
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
    let cases = config.cases;
    if failed.get() > 0 {
        let first = TestRunner::new(config).run(&rooms, |room| law(&room));
        panic!("{} of {cases} rooms: {first:#?}", failed.get());
    }
}

/// Checks that a character takes the same path if the things of a room are spawned in the opposite order.
fn same_in_any_order(room: &Room) -> Result<(), TestCaseError> {
    let [one, other] = [false, true].map(|backwards| {
        in_empty_world(|core| {
            let hero = build_in_order(core, room, backwards);
            let mut way = Vec::new();
            act(core, hero, room, |core| way.push(place(core, hero)));
            way
        })
    });
    for (step, (one, other)) in one.iter().zip(&other).enumerate() {
        prop_assert!(
            (*one - *other).length() < 0.05,
            "step {step}: {one}, {other}"
        );
    }
    Ok(())
}

#[test]
fn characters_move_alike_in_any_order_of_insertion() {
    // Objects move one after another: a lift stops at another one that moves later, and not at one that has moved away.
    // So the lifts of these rooms do not collide with each other.
    let rooms = far_rooms(3).prop_map(|room| Room {
        lifts_meet: false,
        ..room
    });
    holds_in(rooms, same_in_any_order);
}

#[test]
fn characters_among_lifts_are_never_inside_of_anything() {
    holds_in(far_rooms(3), never_inside);
}

#[test]
fn characters_among_lifts_are_never_stuck_in_the_air() {
    holds_in(far_rooms(3), never_hangs);
}

#[test]
fn characters_are_never_inside_of_anything_hard() {
    holds_in(far_rooms(0), never_inside);
}

#[test]
fn characters_are_never_stuck_in_the_air() {
    holds_in(far_rooms(0), never_hangs);
}

#[test]
fn characters_rise_only_by_jumps_and_on_floors() {
    holds_in(far_rooms(0), rises_by_jumps_and_floors);
}

#[test]
fn characters_rise_only_by_jumps_floors_and_lifts() {
    holds_in(far_rooms(3), rises_by_jumps_and_floors);
}

proptest! {
    #![proptest_config(config(600))]

    /// A lift that moves in any direction keeps its rider on the floor. Relative to the lift, the rider moves only by
    /// its own walk.
    #[test]
    fn riders_of_lifts_stay_on_the_floor(
        form in prop::sample::select(FORMS.to_vec()),
        speeds in prop::collection::vec(prop::array::uniform2(-6_i8..=6), 1..8),
        one_way in any::<bool>(),
        vx in prop::sample::select(vec![0.0_f32, 0.25, -0.5]),
        x in prop::sample::select(vec![0.0_f32, 0.0, -1e6, 2e5]),
        y in prop::sample::select(vec![0.0_f32, 5.0, 777.3, -4000.0, 1e5, 1e6]),
    ) {
        let allowed = 0.02 + x.abs().max(y.abs()) * f32::EPSILON;
        in_empty_world(|core| {
            let lift = block(x, y, 200.0, 8.0).platform();
            let lift = spawn(core, if one_way { lift.one_way() } else { lift });
            let half = form.size().y / 2.0;
            let hero = walker(core, form.size().into(), (x + 100.0, y - half), vx);
            form.give(core, hero);
            for speed in &speeds {
                let speed = Vec2::from(speed.map(f32::from)) / 3.0;
                let _ = core.object_mut(lift).expect("it exists").set_velocity(speed);
                for _ in 0..12 {
                    let before = place(core, hero) - place(core, lift);
                    steps(core, 1);
                    let now = place(core, hero) - place(core, lift);
                    prop_assert!(is_on_floor(core, hero));
                    let off = (now - vec2(before.x + vx, -4.0 - half)).abs();
                    prop_assert!(off.max_element() < allowed, "{now}, before {before}");
                }
            }
            Ok(())
        })?;
    }

    /// On ground without edges, a character takes the same path far from the origin as near it. At an edge, rounding
    /// could decide.
    #[test]
    fn characters_walk_alike_far_from_the_origin(
        form in prop::sample::select(FORMS.to_vec()),
        degrees in prop::sample::select(vec![-40.0_f32, -30.0, -15.0, 0.0, 10.0, 20.0, 35.0, 42.0]),
        vx in prop::sample::select(vec![-3.0_f32, -1.0, 0.5, 1.0, 2.0, 3.0]),
        far in prop::array::uniform2(prop::sample::select(vec![0.0_f32, -1e6, 1e4, 1e5, 1e6])),
    ) {
        let way = |far: Vec2| in_empty_world(|core| {
            let rise = 600.0 * tan(degrees);
            polygon(core, far, &[(-600.0, rise), (600.0, -rise), (600.0, 900.0), (-600.0, 900.0)]);
            let hero = walker(core, form.size().into(), (far + vec2(0.0, -20.0)).into(), vx);
            form.give(core, hero);
            steps(core, 30);
            let from = place(core, hero);
            steps(core, 60);
            (place(core, hero) - from, state(core, hero).slide.is_some_and(|slide| slide.is_on_floor()))
        });
        let (near, there) = (way(Vec2::ZERO), way(far.into()));
        // Each of the 60 steps rounds both coordinates, and moves the character away from the slope by `skin_at`: one
        // unit in the last place. At 42°, two thirds of that lead sideways.
        let allowed = 0.1 + 60.0 * far[0].abs().max(far[1].abs()) * f32::EPSILON;
        prop_assert!(near.1 && there.1, "on the floor: {near:?}, {there:?}");
        prop_assert!((near.0 - there.0).length() <= allowed, "{near:?}, {there:?}");
    }
}
