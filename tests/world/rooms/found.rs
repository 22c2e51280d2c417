//! Cases in which a lift once lost its rider, or left it inside of something.

use super::floors::Row;
use super::*;
use crate::characters::{Idle, body};

/// Checks rows of lifts: a form, the lifts, whether they are spawned backwards, their velocities, the speed of the walker,
/// and the position.
fn check(
    form: Form,
    lifts: &[(u8, bool)],
    is_backwards: bool,
    velocities: &[(f32, f32)],
    vx: f32,
    origin: Vec2,
) {
    let row = Row {
        form,
        lifts: lifts.to_vec(),
        is_backwards,
        velocities: velocities.iter().copied().map(Vec2::from).collect(),
        vx,
        origin,
    };
    row.carries()
        .unwrap_or_else(|error| panic!("{error}: {row:?}"));
}

/// The box overlaps the next lift by 8e-6. That lift moves later in the step.
#[test]
fn boxes_sink_with_a_lift_they_hardly_overlap() {
    let lifts = [(8, false), (4, false), (6, true), (9, false), (40, false)];
    let velocities = [(0.0, -1.0 / 3.0), (5.0 / 3.0, 0.0), (0.0, 5.0 / 3.0)];
    check(Form::Box, &lifts, false, &velocities, 0.5, vec2(5.0, 777.3));
}

/// A corner of the polygon is exactly at the seam, and its slanted side looks like a slope there.
#[test]
fn polygons_do_not_stumble_at_seams() {
    let lifts = [(8, false), (2, false), (40, false)];
    let still = [(0.0, 0.0); 2];
    check(Form::Polygon, &lifts, true, &still, 1.0, Vec2::ZERO);
}

/// The lower end of the capsule is on one lift, and the corner of the next one holds its side.
#[test]
fn capsules_sink_past_the_corner_of_the_next_lift() {
    let lifts = [(8, false), (2, false), (9, false), (40, false)];
    let velocities = [(5.0 / 3.0, 0.0), (-2.0 / 3.0, -1.0), (1.0 / 3.0, 2.0)];
    check(Form::Capsule, &lifts, false, &velocities, 1.0, Vec2::ZERO);
}

/// Rounding opens a gap of 1e-5 between two lifts. The circle comes to rest on both corners.
#[test]
fn circles_walk_over_a_gap_by_rounding() {
    let lifts = [(8, false), (5, false), (4, false), (8, false), (40, false)];
    let third = 1.0 / 3.0;
    let velocities = [
        (0.0, 0.0),
        (-4.0 * third, 0.0),
        (-2.0 * third, -4.0 * third),
        (4.0 * third, 0.0),
        (-1.0, 0.0),
        (0.0, 2.0 * third),
    ];
    check(Form::Circle, &lifts, true, &velocities, 1.0, vec2(0.0, 5.0));
}

/// The lift rises under the circle, which is then 2e-6 too low for the corner that comes next.
#[test]
fn rounding_does_not_stop_carried_circles_at_the_next_lift() {
    let lifts = [
        (8, false),
        (9, false),
        (4, false),
        (2, false),
        (9, true),
        (40, false),
    ];
    let third = 1.0 / 3.0;
    let velocities = [
        (5.0 * third, 0.0),
        (-5.0 * third, -1.0),
        (2.0 * third, 0.0),
        (-2.0, 0.0),
        (5.0 * third, 0.0),
        (5.0 * third, -4.0 * third),
    ];
    check(Form::Circle, &lifts, true, &velocities, 1.0, Vec2::ZERO);
}

/// The lift behind moves first, and its corner comes to the side of a rider of the lift in front.
#[test]
fn lifts_that_rise_in_a_slanted_direction_pass_riders() {
    let lifts = [(8, false), (6, true), (6, false), (40, false)];
    let velocities = [(0.0, -4.0 / 3.0), (4.0 / 3.0, 0.0), (2.0, -2.0)];
    for form in FORMS {
        check(form, &lifts, false, &velocities, 1.0, vec2(-4000.0, 0.0));
    }
}

/// Far from the origin, the distance up to which a lift carries its riders is larger than the part of a rise that the
/// ceiling stops.
#[test]
fn lifts_do_not_push_their_riders_into_ceilings() {
    for x in [0.0, -1e5, -1e6] {
        in_empty_world(|core| {
            let ceiling = spawn(core, block(x - 50.0, 70.0, 100.0, 10.0));
            let lift = block(x - 20.0, 100.0, 40.0, 8.0).platform();
            let lift = spawn(core, lift.velocity(vec2(0.0, -1.5)));
            let at = vec2(x, 95.0);
            let rider = core.context().spawn_with(body(Vec2::splat(10.0), at), Idle);
            steps(core, 10);
            let gap = place(core, rider).y - 5.0 - (place(core, ceiling).y + 5.0);
            assert!((0.0..1.5).contains(&gap), "at {x}: {gap}");
            assert!(place(core, lift).y >= place(core, rider).y + 9.0, "at {x}");
        });
    }
}

/// Returns the height of a body of 10 × 10 after one step above these lifts, the first of which a wall stops.
fn height_above(lifts: Vec<Object>, y: f32) -> f32 {
    in_empty_world(|core| {
        spawn(core, block(60.0, 91.0, 20.0, 10.0));
        for lift in lifts {
            let lift = Object {
                groups: 2,
                collides_with: 1,
                ..lift.platform()
            };
            spawn(core, lift);
        }
        let body = body(Vec2::splat(10.0), vec2(20.0, y));
        let body = core.context().spawn_with(body, Idle);
        steps(core, 1);
        place(core, body).y
    })
}

#[test]
fn stopped_lifts_put_bodies_back_to_their_places() {
    for gap in [0.25, 0.5, 1.5] {
        let stopped = block(0.0, 102.0, 80.0, 8.0).velocity(vec2(0.0, -3.0));
        assert_eq!(height_above(vec![stopped], 97.0 - gap), 97.0 - gap);
    }
    // A second lift carries the body down by 1.5, in any order of the two.
    let stopped = || block(0.0, 102.0, 80.0, 8.0).velocity(vec2(0.0, -1.5));
    let sinking = || block(0.0, 100.0, 40.0, 1.0).velocity(vec2(0.0, 1.5));
    for lifts in [vec![stopped(), sinking()], vec![sinking(), stopped()]] {
        assert_eq!(height_above(lifts, 95.0), 96.5);
    }
}
