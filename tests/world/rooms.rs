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
mod room;
mod speeds;

use room::*;

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
