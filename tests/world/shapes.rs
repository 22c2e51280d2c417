//! Collision shapes of objects: they turn and scale with their objects, and are tested instead of boxes.

use crate::common::{core, crate_at, note_collisions, spawn, steps, to_the_right};
use core::f32::consts::FRAC_PI_2;
use damselfly::ObjectId;
use damselfly::collision::{Shape, contact};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Attachment, Core, MoveOutcome, Object, Outcome, Solidness};
use proptest::prelude::*;

/// Returns a bar of 10 × 2, centred on the object's position.
fn bar() -> Shape {
    Shape::rect(vec2(10.0, 2.0))
}

fn set_shapes(core: &mut Core, id: ObjectId, shapes: &[Shape]) {
    let outcome = core
        .object_mut(id)
        .map(|mut object| object.set_shapes(shapes));
    assert_eq!(outcome, Some(Outcome::Done));
}

#[test]
fn round_shapes_have_no_corners_to_collide_with() {
    let mut core = core();
    let post = spawn(&mut core, crate_at(10.0, 10.0));
    let ball = spawn(&mut core, crate_at(8.2, 8.2));
    assert_eq!(
        core.context().move_to(ball, vec2(8.4, 8.4)),
        MoveOutcome::Blocked
    );
    for id in [post, ball] {
        set_shapes(&mut core, id, &[Shape::circle(1.0)]);
    }
    assert_eq!(
        core.context().move_to(ball, vec2(8.4, 8.4)),
        MoveOutcome::Moved
    );
    assert_eq!(
        core.context().move_to(ball, vec2(8.8, 8.8)),
        MoveOutcome::Blocked
    );
    // An empty slice of shapes restores the box.
    set_shapes(&mut core, ball, &[]);
    assert_eq!(
        core.object_mut(ball).map(|ball| ball.shapes().len()),
        Some(0)
    );
}

#[test]
fn shapes_turn_and_scale_with_their_object() {
    let mut core = core();
    let door = spawn(&mut core, Object::default().at(vec2(20.0, 10.0)));
    set_shapes(&mut core, door, &[bar()]);
    let hero = spawn(&mut core, crate_at(0.0, 0.0));
    let meets =
        |core: &mut Core, at: Vec2| core.context().move_to(hero, at) == MoveOutcome::Blocked;
    let (beside, above) = (vec2(24.0, 10.0), vec2(20.0, 6.0));
    assert!(meets(&mut core, beside) && !meets(&mut core, above));
    core.object_mut(door).unwrap().set_angle(FRAC_PI_2);
    assert!(!meets(&mut core, beside) && meets(&mut core, above));
    core.object_mut(door).unwrap().set_scale(vec2(0.5, 1.0));
    assert!(!meets(&mut core, above) && meets(&mut core, vec2(20.0, 7.0)));
    assert_eq!(core.object_mut(door).unwrap().shapes(), [bar()]);
}

#[test]
fn shapes_turn_by_a_spin_and_with_what_carries_their_object() {
    let mut core = core();
    let hub = Object::default().at(vec2(20.0, 10.0)).spectral();
    let hub = spawn(
        &mut core,
        Object {
            spin: FRAC_PI_2,
            ..hub
        },
    );
    let arm = spawn(&mut core, Object::default());
    let own = spawn(
        &mut core,
        Object {
            spin: FRAC_PI_2,
            ..Object::default()
        }
        .at(vec2(40.0, 10.0)),
    );
    for id in [arm, own] {
        set_shapes(&mut core, id, &[bar()]);
    }
    core.object_mut(arm)
        .unwrap()
        .set_parent(hub, Attachment::default());
    let hero = spawn(&mut core, crate_at(0.0, 0.0));
    // Each bar blocks a position beside its centre along one axis, and leaves that along the other axis free.
    let check = |core: &mut Core, free: Vec2, blocked: Vec2| {
        for middle in [vec2(20.0, 10.0), vec2(40.0, 10.0)] {
            assert_eq!(
                core.context().move_to(hero, middle + free),
                MoveOutcome::Moved
            );
            assert_eq!(
                core.context().move_to(hero, middle + blocked),
                MoveOutcome::Blocked
            );
            core.context().move_to(hero, Vec2::ZERO);
        }
    };
    check(&mut core, vec2(0.0, 4.0), vec2(4.0, 0.0));
    steps(&mut core, 1);
    check(&mut core, vec2(4.0, 0.0), vec2(0.0, 4.0));
}

#[test]
fn of_several_shapes_the_deepest_overlap_is_notified() {
    let mut core = core();
    let wall = spawn(&mut core, Object::default().at(vec2(10.0, 10.0)));
    let steps_of_wall = [
        Shape::rect_at(Rect::from_size(vec2(0.0, -5.0), vec2(4.0, 5.0))),
        Shape::rect_at(Rect::from_size(vec2(-1.5, 0.0), vec2(6.0, 5.0))),
    ];
    set_shapes(&mut core, wall, &steps_of_wall);
    let ball = spawn(&mut core, to_the_right(crate_at(7.0, 10.0).soft()));
    let notes = note_collisions(&mut core, &[ball, wall]);
    steps(&mut core, 1);
    let notes = notes.take();
    let normals: Vec<_> = notes.iter().map(|(me, hit)| (*me, hit.normal)).collect();
    assert_eq!(normals, [(ball, Vec2::NEG_X), (wall, Vec2::X)]);
    // The contact is between the side of the lower step, at 8.5, and the side of the ball, at 9.
    assert_eq!(notes[0].1.position, vec2(8.75, 10.5));
}

#[test]
fn a_box_as_a_shape_collides_as_the_box() {
    let play = |shaped: bool| {
        let mut core = core();
        let boxes = [(10.0, 10.0), (12.5, 10.0), (16.0, 9.0), (19.0, 11.5)];
        let ids = boxes.map(|(x, y)| spawn(&mut core, to_the_right(crate_at(x, y)).soft()));
        for (id, speed) in ids.into_iter().zip([2.0, 0.25, -0.5, -1.0]) {
            core.object_mut(id)
                .unwrap()
                .set_velocity(vec2(speed, 0.125));
            if shaped {
                set_shapes(&mut core, id, &[Shape::rect(Vec2::splat(2.0))]);
            }
        }
        let notes = note_collisions(&mut core, &ids);
        steps(&mut core, 8);
        notes.take()
    };
    let (boxes, shapes) = (play(false), play(true));
    assert!(boxes.len() > 10);
    assert_eq!(boxes, shapes);
}

#[test]
fn a_shape_that_is_not_finite_is_refused() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(0.0, 0.0));
    for shape in [
        Shape::circle(f32::NAN),
        Shape::rect(vec2(f32::INFINITY, 1.0)),
    ] {
        let mut object = core.object_mut(id).unwrap();
        assert_eq!(
            object.set_shapes(&[Shape::point(), shape]),
            Outcome::Refused
        );
        assert_eq!(object.shapes(), []);
    }
}

#[test]
fn snapshots_restore_shapes_and_reused_slots_have_none() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(0.0, 0.0));
    let plain = core.checksum();
    set_shapes(&mut core, id, &[Shape::circle(3.0)]);
    let snapshot = core.snapshot();
    let round = core.checksum();
    assert_ne!(plain, round);
    core.world.remove(id);
    steps(&mut core, 1);
    let next = spawn(&mut core, crate_at(0.0, 0.0));
    assert_eq!(next.slot(), id.slot());
    assert_eq!(
        core.world.object(next).map(|next| next.shapes().len()),
        Some(0)
    );
    core.restore(&snapshot);
    assert_eq!(core.checksum(), round);
    assert_eq!(core.world.object(id).map(|id| id.shapes().len()), Some(1));
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let point = || [-3.0_f32..3.0, -3.0_f32..3.0].prop_map(Vec2::from);
    prop_oneof![
        (0.0_f32..2.0).prop_map(Shape::circle),
        (point(), point(), 0.0_f32..1.0).prop_map(|(a, b, radius)| Shape::capsule(a, b, radius)),
        (point(), point()).prop_map(|(a, b)| Shape::rect_at(Rect::new(a, b))),
        prop::collection::vec(point(), 3..6)
            .prop_map(|points| Shape::polygon(&points).expect("few points")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn objects_overlap_where_two_of_their_shapes_do(
        one in prop::collection::vec(any_shape(), 1..4),
        other in prop::collection::vec(any_shape(), 1..4),
        at in [-4.0_f32..4.0, -4.0_f32..4.0],
        angles in [-7.0_f32..7.0, -7.0_f32..7.0],
    ) {
        let mut core = core();
        let objects = angles.map(|angle| Object { angle, solidness: Solidness::Soft, ..Object::default() });
        let [a, b] = objects.map(|object| spawn(&mut core, object));
        set_shapes(&mut core, a, &one);
        set_shapes(&mut core, b, &other);
        let notes = note_collisions(&mut core, &[a]);
        let to = Vec2::from(at);
        core.context().move_to(a, to);
        steps(&mut core, 1);
        let turned = |shapes: &[Shape], angle: f32| -> Vec<Shape> {
            let turn = damselfly::geometry::turns::Turn::from_radians(angle);
            shapes.iter().map(|shape| shape.transformed(turn, Vec2::ONE)).collect()
        };
        let (one, other) = (turned(&one, angles[0]), turned(&other, angles[1]));
        let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        let met = pairs.filter_map(|(one, other)| contact(one.at(to), to, other.at(Vec2::ZERO)));
        let deepest = met.map(|met| met.depth).reduce(f32::max);
        let notes = notes.take();
        prop_assert_eq!(notes.len(), usize::from(deepest.is_some()));
        prop_assert!(notes.iter().all(|(_, hit)| hit.other == b && hit.is_mover));
    }
}
