//! The rules of collisions: which objects are notified, and which are stopped.

use crate::common::{core, crate_at, note_collisions, spawn, steps, to_the_right};
use Solidness::{Hard, Soft, Spectral};
use core::cell::RefCell;
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Bounds, Collision, Core, MoveOutcome, Movement, Object, Solidness, World};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Returns the wall that the ball meets.
pub(super) fn wall() -> Object {
    crate_at(10.0, 10.0)
}

/// Returns a ball half a unit to the left of the wall, which moves into it.
pub(super) fn rolling_ball() -> Object {
    to_the_right(crate_at(7.5, 10.0))
}

pub(super) fn x(core: &Core, id: ObjectId) -> f32 {
    core.world
        .object(id)
        .map(|object| object.position())
        .map_or(f32::NAN, |place| place.x)
}

#[test]
fn solid_pairs_are_notified_and_only_hard_against_hard_is_stopped() {
    for mover in [Hard, Soft, Spectral] {
        for other in [Hard, Soft, Spectral] {
            let mut core = core();
            let wall = spawn(
                &mut core,
                Object {
                    solidness: other,
                    ..wall()
                },
            );
            let ball = Object {
                solidness: mover,
                ..rolling_ball()
            };
            let ball = spawn(&mut core, ball);
            let notes = note_collisions(&mut core, &[wall, ball]);
            steps(&mut core, 1);
            let notified: Vec<ObjectId> = notes.take().into_iter().map(|(who, _)| who).collect();
            let solid = mover != Spectral && other != Spectral;
            let expected = if solid { vec![ball, wall] } else { vec![] };
            assert_eq!(notified, expected, "{mover:?} against {other:?}");
            let stopped = mover == Hard && other == Hard;
            assert_eq!(
                x(&core, ball),
                if stopped { 7.5 } else { 8.5 },
                "{mover:?} against {other:?}"
            );
            assert_eq!(x(&core, wall), 10.0);
        }
    }
}

#[test]
fn each_side_receives_a_collision_with_its_own_normal() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, to_the_right(crate_at(7.5, 10.5)));
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 1);
    let of_ball = Collision {
        other: wall,
        is_mover: true,
        // The ball's box would reach from 7.5 to 9.5, the wall's from 9 to 11.
        position: vec2(9.25, 10.25),
        // The gap is half of the ball's displacement.
        time: 0.5,
        normal: Vec2::NEG_X,
    };
    // Each object receives the collision from its own side, so that the normals are opposite.
    let of_wall = Collision {
        other: ball,
        is_mover: false,
        normal: Vec2::X,
        ..of_ball
    };
    assert_eq!(notes.take(), [(ball, of_ball), (wall, of_wall)]);
    // A contact is found once per pair and move. The ball moves again in each of the next two steps.
    steps(&mut core, 2);
    assert_eq!(notes.take().len(), 4);
}

#[test]
fn touching_is_not_overlapping() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(
        &mut core,
        Object {
            velocity: vec2(0.5, 0.0),
            ..crate_at(7.0, 10.0)
        },
    );
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 2);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.0));
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.0));
    // The ball moves freely along the wall.
    core.object_mut(ball).unwrap().set_velocity(vec2(0.0, 0.5));
    steps(&mut core, 5);
    assert_eq!(notes.take().len(), 0);
}

#[test]
fn collisions_are_tested_only_for_objects_that_move() {
    let mut core = core();
    let ids = [
        spawn(&mut core, wall()),
        spawn(&mut core, crate_at(10.5, 10.0)),
    ];
    let notes = note_collisions(&mut core, &ids);
    steps(&mut core, 3);
    assert_eq!(notes.take(), [], "they overlap, and nothing happens");
    core.object_mut(ids[0])
        .unwrap()
        .set_velocity(vec2(0.0, 0.25));
    core.object_mut(ids[1])
        .unwrap()
        .set_velocity(vec2(0.0, 0.25));
    steps(&mut core, 1);
    let notified: Vec<_> = notes
        .take()
        .into_iter()
        .map(|(me, hit)| (me, hit.other, hit.is_mover))
        .collect();
    assert_eq!(
        notified,
        [
            (ids[0], ids[1], true),
            (ids[1], ids[0], false),
            (ids[1], ids[0], true),
            (ids[0], ids[1], false)
        ]
    );
}

#[test]
fn collisions_need_groups_that_match_both_ways() {
    for (groups, collides_with, expected) in [
        ([0b01, 0b10], [0b10, 0b01], 2),
        ([0b01, 0b10], [0b01, 0b10], 0),
        ([0b01, 0b10], [0b11, 0b10], 0),
        ([0b11, 0b10], [0b10, 0b01], 2),
        ([0, 0b10], [u32::MAX, u32::MAX], 0),
    ] {
        let mut core = core();
        let object = |index: usize, object| Object {
            groups: groups[index],
            collides_with: collides_with[index],
            ..object
        };
        let wall = spawn(&mut core, object(0, wall()));
        let ball = spawn(&mut core, object(1, rolling_ball()));
        let notes = note_collisions(&mut core, &[wall, ball]);
        steps(&mut core, 1);
        assert_eq!(notes.take().len(), expected, "{groups:?} {collides_with:?}");
        assert_eq!(x(&core, ball), if expected == 0 { 8.5 } else { 7.5 });
    }
}

#[test]
fn a_filter_can_let_a_pair_through() {
    let mut core = core();
    let wall = spawn(
        &mut core,
        Object {
            kind: "Wall",
            ..wall()
        },
    );
    let ball = spawn(
        &mut core,
        Object {
            kind: "Ball",
            ..rolling_ball()
        },
    );
    let notes = note_collisions(&mut core, &[wall, ball]);
    core.world
        .set_collision_filter(Some(|world: &World, mover, other| {
            (
                world.object(mover).map(|object| object.kind()),
                world.object(other).map(|object| object.kind()),
            ) != (Some("Ball"), Some("Wall"))
        }));
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.5));
    core.world.set_collision_filter(None);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.5));
}

#[test]
fn a_whole_cell_point_collides_as_its_cell() {
    let bounds = Bounds::Fixed(Rect::point(Vec2::ZERO));
    for (movement, expected) in [(Movement::WholeCells, 2), (Movement::Smooth, 0)] {
        let mut core = core();
        let point = |x: f32| Object {
            bounds,
            movement,
            position: vec2(x, 5.0),
            ..Object::default()
        };
        let still = spawn(&mut core, point(10.0));
        let mover = spawn(&mut core, to_the_right(point(9.0)));
        let notes = note_collisions(&mut core, &[still, mover]);
        steps(&mut core, 1);
        assert_eq!(notes.take().len(), expected, "{movement:?}");
    }
    // A point inside a box overlaps it.
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let point = Object {
        bounds,
        position: vec2(8.5, 10.0),
        ..Object::default()
    };
    let mover = spawn(&mut core, to_the_right(point));
    let notes = note_collisions(&mut core, &[wall, mover]);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
}

#[test]
fn objects_on_other_levels_are_not_in_the_way() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, rolling_ball());
    core.object_mut(wall).unwrap().set_level(2);
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.5));
    // Objects on the current level do not block an object on another level either.
    assert_eq!(
        core.context().move_to(wall, vec2(8.5, 10.0)),
        MoveOutcome::Moved
    );
    assert_eq!(notes.take().len(), 0);
    // A persistent wall blocks objects of every level.
    core.object_mut(wall).unwrap().set_persistent(true);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.5));
}

/// A box of the model. Numbers are quarters, so that sums are exact.
#[derive(Clone, Copy, Debug)]
struct Block {
    at: [i32; 2],
    size: [i32; 2],
    velocity: [i32; 2],
    solidness: Solidness,
    altitude: u16,
    groups: u32,
    collides_with: u32,
}

fn block() -> impl Strategy<Value = Block> {
    let pair = |range: core::ops::Range<i32>| [range.clone(), range];
    (
        pair(0..40),
        pair(0..9),
        pair(-5..6),
        prop_oneof![3 => Just(Hard), 2 => Just(Soft), 1 => Just(Spectral)],
        0..5u16,
        1..4u32,
        prop_oneof![3 => Just(3u32), 1 => 0..4u32],
    )
        .prop_map(
            |(at, size, velocity, solidness, altitude, groups, collides_with)| Block {
                at,
                size,
                velocity: [0, 1].map(|axis| velocity[axis].clamp(-size[axis], size[axis])),
                solidness,
                altitude,
                groups,
                collides_with,
            },
        )
}

/// Returns whether two boxes share more than an edge. A point inside a box overlaps it; two points never overlap.
fn overlap(a: &Block, at: [i32; 2], b: &Block) -> bool {
    (0..2).all(|axis| at[axis] < b.at[axis] + b.size[axis] && b.at[axis] < at[axis] + a.size[axis])
}

/// Takes a step of the model: compares all pairs. No object moves further than its size. Returns the number of each
/// notified object, the number of the object that it met, and whether the notified object is the mover.
fn model_step(blocks: &mut [Block]) -> Vec<(usize, usize, bool)> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&number| blocks[number].altitude);
    let mut notified = Vec::new();
    for &mover in &order {
        let block = blocks[mover];
        let to = [
            block.at[0] + block.velocity[0],
            block.at[1] + block.velocity[1],
        ];
        let mut blocked = false;
        for &other in &order {
            let hit = &blocks[other];
            let solid = block.solidness != Spectral && hit.solidness != Spectral;
            let meet =
                block.groups & hit.collides_with != 0 && hit.groups & block.collides_with != 0;
            if block.velocity != [0, 0]
                && other != mover
                && solid
                && meet
                && overlap(&block, to, hit)
            {
                notified.extend([(mover, other, true), (other, mover, false)]);
                blocked |= block.solidness == Hard && hit.solidness == Hard;
            }
        }
        if !blocked {
            blocks[mover].at = to;
        }
    }
    notified
}

fn quarters(numbers: [i32; 2]) -> Vec2 {
    vec2(numbers[0] as f32, numbers[1] as f32) / 4.0
}

#[test]
fn collisions_match_testing_all_against_all_in_the_same_order() {
    let core = RefCell::new(core());
    let mut runner = TestRunner::new(Config::with_cases(1500));
    let blocks = prop::collection::vec(block(), 1..16);
    let outcome = runner.run(&blocks, |mut blocks| {
        let mut core = core.borrow_mut();
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 5, 0);
        let ids: Vec<ObjectId> = blocks
            .iter()
            .map(|block| {
                let object = Object {
                    position: quarters(block.at),
                    bounds: Bounds::Fixed(Rect::from_size(Vec2::ZERO, quarters(block.size))),
                    velocity: quarters(block.velocity),
                    solidness: block.solidness,
                    altitude: block.altitude,
                    groups: block.groups,
                    collides_with: block.collides_with,
                    ..Object::default()
                };
                spawn(&mut core, object)
            })
            .collect();
        let notes = note_collisions(&mut core, &ids);
        for _ in 0..4 {
            let expected = model_step(&mut blocks);
            steps(&mut core, 1);
            let number = |id| ids.iter().position(|&other| other == id);
            let notified: Vec<_> = notes
                .take()
                .into_iter()
                .map(|(me, hit)| (number(me), number(hit.other), hit.is_mover))
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(me, other, is_mover)| (Some(me), Some(other), is_mover))
                .collect();
            prop_assert_eq!(notified, expected);
            for (&id, block) in ids.iter().zip(&blocks) {
                prop_assert_eq!(
                    core.world.object(id).unwrap().position(),
                    quarters(block.at)
                );
            }
        }
        Ok(())
    });
    outcome.unwrap();
}
