//! Tests the camera alone: its view, its movement and its drawn pose.

use super::*;
use core::f32::consts::{FRAC_PI_2, PI};
use proptest::prelude::*;

const CELL: Vec2 = Vec2::new(8.0, 16.0);

/// Returns a camera that sees 80 × 24 cells of a world of 200 × 100, in its first step.
fn camera() -> Camera {
    let mut camera = Camera::new(Vec2::new(80.0, 24.0));
    assert!(
        camera
            .set_boundary(Rect::from_size(Vec2::ZERO, Vec2::new(200.0, 100.0)))
            .is_done()
    );
    camera.begin_step(CELL);
    camera
}

/// Returns the same camera, centred in the world, in its next step.
fn in_the_middle() -> Camera {
    let mut camera = camera();
    camera.cut_to(Vec2::new(100.0, 50.0));
    camera.begin_step(CELL);
    camera
}

#[test]
fn the_view_stays_within_the_world() {
    let mut camera = camera();
    camera.cut_to(Vec2::new(-50.0, 500.0));
    assert_eq!(
        camera.view(),
        Rect::from_size(Vec2::new(0.0, 76.0), Vec2::new(80.0, 24.0))
    );
}

#[test]
fn a_view_larger_than_the_world_starts_where_the_world_does() {
    let mut camera = camera();
    assert!(camera.set_zoom(0.1).is_done());
    camera.cut_to(Vec2::new(150.0, 50.0));
    assert_eq!(camera.view().min, Vec2::ZERO);
}

#[test]
fn the_followed_object_moves_freely_within_the_dead_zone() {
    let mut camera = in_the_middle();
    camera.dead_zone = Vec2::new(5.0, 5.0);
    camera.track(Vec2::new(104.0, 50.0), Vec2::splat(9.0));
    assert_eq!(camera.center(), Vec2::new(100.0, 50.0));
    camera.track(Vec2::new(107.0, 50.0), Vec2::splat(9.0));
    assert_eq!(
        (camera.center(), camera.motion()),
        (Vec2::new(102.0, 50.0), Vec2::new(2.0, 0.0))
    );
}

#[test]
fn ahead_of_a_step_the_object_pushes_the_view_as_in_the_next_step() {
    let follow = |motion: f32| {
        let mut camera = in_the_middle();
        camera.dead_zone = Vec2::new(5.0, 5.0);
        camera.track(Vec2::new(106.0, 50.0), Vec2::new(6.0, 0.0));
        camera.begin_step(CELL);
        camera.track(Vec2::new(108.0, 50.0), Vec2::new(motion, 0.0));
        [-0.5, 0.0, 0.5].map(|k| camera.pose(k).center.x)
    };
    assert_eq!(follow(2.0), [102.0, 103.0, 104.0]);
    // A handler turned the object back, or made it faster: the view is drawn with it until now, and rests then.
    assert_eq!(follow(-2.0), [104.0, 103.0, 103.0]);
    assert_eq!(follow(-24.0)[2], 101.0, "it pushes the other edge");
    assert_eq!(follow(8.0), [99.0, 103.0, 107.0]);
}

#[test]
fn before_it_pushes_the_object_moves_the_view_ahead_of_the_step_only() {
    let mut camera = in_the_middle();
    camera.dead_zone = Vec2::new(5.0, 5.0);
    camera.track(Vec2::new(104.0, 50.0), Vec2::new(2.0, 0.0));
    let centers = [-0.5, 0.0, 0.5, 1.0].map(|k| camera.pose(k).center.x);
    assert_eq!(centers, [100.0, 100.0, 100.0, 101.0]);
}

#[test]
fn ahead_of_a_step_a_panned_view_goes_on_beside_its_object() {
    for (object, expected) in [
        (104.0, [101.0, 102.0, 103.0, 104.0]),
        (107.0, [101.0, 102.0, 103.5, 105.0]),
    ] {
        let mut camera = in_the_middle();
        camera.dead_zone = Vec2::new(5.0, 5.0);
        camera.move_to(Vec2::new(102.0, 50.0));
        camera.track(Vec2::new(object, 50.0), Vec2::new(3.0, 0.0));
        let centers = [-0.5, 0.0, 0.5, 1.0].map(|k| camera.pose(k).center.x);
        assert_eq!(centers, expected, "{object}");
    }
}

#[test]
fn a_cut_shows_no_motion_of_the_followed_object() {
    for dead_zone in [Vec2::ZERO, Vec2::new(5.0, 2.0)] {
        let mut camera = in_the_middle();
        camera.dead_zone = dead_zone;
        camera.cut();
        camera.track(Vec2::new(109.0, 57.0), Vec2::new(9.0, 7.0));
        assert_eq!(camera.motion(), Vec2::ZERO);
        let center = camera.center();
        for k in [-1.0, -0.5, 0.5, 1.0] {
            assert_eq!(camera.pose(k).center, center, "{dead_zone} {k}");
        }
    }
}

/// Returns a camera at a position far from any boundary, in its next step.
fn at_large(center: Vec2, unit: Vec2, dead_zone: Vec2) -> Camera {
    let mut camera = camera();
    camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
    camera.cut_to(center);
    camera.dead_zone = dead_zone;
    camera.begin_step(unit);
    camera
}

#[test]
fn without_a_dead_zone_a_turned_view_is_exactly_where_its_object_is() {
    for angle in [0.1, 1.0, 2.5, -3.0] {
        let mut camera = at_large(Vec2::ZERO, CELL, Vec2::ZERO);
        camera.set_angle(angle);
        let mut position = Vec2::ZERO;
        for _ in 0..20 {
            camera.begin_step(CELL);
            let from = position;
            position += Vec2::new(0.37, -0.91);
            let motion = position - from;
            camera.track(position, motion);
            for k in [-1.0, -0.3, 0.0, 0.7] {
                assert_eq!(camera.pose(k).center, position + motion * k, "{angle} {k}");
            }
        }
    }
}

#[test]
fn a_turned_view_rests_on_an_axis_where_the_boundary_stops_it() {
    for angle in [0.7, 2.0, -0.3] {
        let mut camera = at_large(Vec2::ZERO, Vec2::ONE, Vec2::new(5.0, 2.0));
        camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::new(100.0, 1e6)));
        camera.set_angle(angle);
        let (mut position, motion) = (Vec2::ZERO, Vec2::new(3.0, 0.5));
        for step in 1..40_u8 {
            camera.begin_step(Vec2::ONE);
            let before = camera.center();
            position += motion;
            camera.track(position, motion);
            if before.x == 10.0 {
                assert_eq!(camera.pose(-0.5).center.x, 10.0, "{angle} {step}");
            }
        }
        assert_eq!(camera.center().x, 10.0, "{angle}");
    }
}

#[test]
fn the_view_rests_exactly_on_an_axis_without_a_push() {
    for n in 0..50_u8 {
        let from = Vec2::new(0.1, -0.03) * f32::from(n);
        let mut camera = at_large(from, Vec2::ONE, Vec2::new(100.3, 1000.0));
        camera.track(Vec2::new(333.3, 777.7), Vec2::new(3.0, 0.7));
        assert_eq!(camera.center().y, from.y);
        assert_ne!(camera.center().x, from.x);
    }
}

#[test]
fn the_pushed_position_is_exactly_the_objects() {
    for n in 0..50_u8 {
        let position = Vec2::new(0.013, -0.07) * f32::from(n);
        let mut camera = at_large(Vec2::splat(-500.0), Vec2::ONE, Vec2::new(100.3, 77.7));
        camera.track(position, Vec2::ONE);
        assert_eq!(camera.pose(0.0).push.at, position);
    }
}

#[test]
fn following_the_same_object_again_changes_nothing() {
    let hero = ObjectId::new(3, 1);
    let mut camera = in_the_middle();
    camera.follow(hero, Vec2::splat(10.0));
    camera.track(Vec2::new(107.0, 50.0), Vec2::new(7.0, 0.0));
    let pushed = camera.pose(0.0);
    assert_eq!((pushed.push.at.x, pushed.push.edge), (107.0, Vec2::X));
    camera.follow(hero, Vec2::splat(10.0));
    assert_eq!(camera.pose(0.0), pushed);
    camera.move_to(Vec2::new(110.0, 50.0));
    assert_eq!(camera.pose(0.0).push.at.x, 115.0, "it moves with the view");
    camera.follow(hero, Vec2::splat(8.0));
    assert_eq!(camera.pose(0.0).push.edge, Vec2::ZERO);
}

#[test]
fn the_dead_zone_turns_with_the_view() {
    let mut camera = in_the_middle();
    camera.dead_zone = Vec2::new(10.0, 1.0);
    camera.set_angle(FRAC_PI_2);
    // A row is as high as two columns are wide: 4 rows are 8 columns along the view, 6 rows are 12.
    camera.track(Vec2::new(100.0, 54.0), Vec2::splat(9.0));
    assert_eq!(camera.center(), Vec2::new(100.0, 50.0));
    camera.track(Vec2::new(100.0, 56.0), Vec2::splat(9.0));
    assert!(
        camera
            .center()
            .abs_diff_eq(Vec2::new(100.0, 51.0), 1.0 / 1024.0)
    );
}

#[test]
fn a_cut_makes_a_jump_of_all_that_changes_in_its_step() {
    let mut camera = in_the_middle();
    let change = |camera: &mut Camera| {
        camera.move_to(camera.center() + 3.0);
        camera.set_zoom(camera.zoom() * 1.25);
        camera.turn_by(0.5);
    };
    let smoothed = |camera: &Camera| {
        let (now, before) = (camera.pose(0.0), camera.pose(-1.0));
        [
            now.center != before.center,
            now.zoom != before.zoom,
            now.turn != before.turn,
        ]
    };
    change(&mut camera);
    assert_eq!(smoothed(&camera), [true; 3]);
    camera.cut_to(Vec2::new(120.0, 50.0));
    assert_eq!(smoothed(&camera), [false; 3], "what was before");
    change(&mut camera);
    assert_eq!(smoothed(&camera), [false; 3], "and what comes after");
    camera.begin_step(CELL);
    change(&mut camera);
    assert_eq!(smoothed(&camera), [true; 3], "until the next step");
}

#[test]
fn what_is_set_before_the_first_step_is_not_smoothed() {
    let mut camera = Camera::new(Vec2::new(80.0, 24.0));
    camera.set_boundary(Rect::from_size(Vec2::ZERO, Vec2::splat(1000.0)));
    camera.move_to(Vec2::splat(500.0));
    camera.set_zoom(2.0);
    camera.set_angle(1.0);
    assert_eq!(camera.pose(-1.0), camera.pose(0.0));
}

#[test]
fn a_boundary_change_that_moves_no_view_is_no_cut() {
    let mut camera = in_the_middle();
    camera.move_to(Vec2::new(105.0, 50.0));
    camera.set_boundary(Rect::from_size(Vec2::ZERO, Vec2::new(300.0, 100.0)));
    assert_eq!(camera.motion(), Vec2::new(5.0, 0.0));
    camera.set_boundary(Rect::from_size(Vec2::ZERO, Vec2::new(140.0, 100.0)));
    assert_eq!(
        (camera.center(), camera.motion()),
        (Vec2::new(100.0, 50.0), Vec2::ZERO)
    );
}

#[test]
fn it_turns_the_shorter_way_and_the_picture_the_other_way() {
    let mut camera = camera();
    let degrees = |turn: Turn| f32::from(turn.0.cast_signed()) * 180.0 / 32768.0;
    camera.set_angle(170.0_f32.to_radians());
    camera.begin_step(CELL);
    camera.set_angle(-170.0_f32.to_radians());
    for (k, expected) in [
        (-1.0, -170.0),
        (-0.75, -175.0),
        (-0.25, 175.0),
        (0.0, 170.0),
        (0.5, 160.0),
    ] {
        let got = degrees(camera.pose(k).turn);
        assert!((got - expected).abs() < 0.01, "{k}: {got}");
    }
}

#[test]
fn an_angle_is_less_than_a_full_turn_however_often_it_turned() {
    let mut camera = camera();
    for _ in 0..10_000 {
        camera.turn_by(1.0);
        assert!(camera.angle().abs() < TAU);
    }
    camera.set_angle(-7.0);
    assert!((camera.angle() + 7.0 - TAU).abs() < 1e-5);
}

#[test]
fn a_turned_camera_sees_the_world_turned_the_other_way_and_unsheared() {
    let mut camera = in_the_middle();
    // After a quarter turn clockwise, a position 10 columns (80 pixels) to the right is seen 5 rows (80 pixels) above
    // the centre.
    camera.set_angle(FRAC_PI_2);
    let seen = camera.world_to_view(Vec2::new(110.0, 50.0));
    assert!(seen.abs_diff_eq(Vec2::new(40.0, 7.0), 1e-4), "{seen}");
    assert_eq!(camera.world_to_view(camera.center()), Vec2::new(40.0, 12.0));
    assert_eq!(
        camera.seen(),
        Rect::centered(camera.center(), Vec2::new(24.0 * 2.0, 80.0 / 2.0))
    );
}

#[test]
fn turning_never_moves_the_centre_even_at_the_edge_of_the_world() {
    let mut camera = camera();
    camera.cut_to(Vec2::ZERO);
    let center = camera.center();
    camera.set_angle(1.0);
    camera.move_to(camera.center());
    assert_eq!(camera.center(), center);
}

#[test]
fn view_and_world_places_are_each_others_inverse_when_zoomed() {
    let mut camera = camera();
    camera.set_zoom(2.0);
    camera.cut_to(Vec2::new(100.0, 50.0));
    assert_eq!(
        camera.world_to_view(Vec2::new(100.0, 50.0)),
        Vec2::new(40.0, 12.0)
    );
    assert_eq!(
        camera.view_to_world(Vec2::new(40.0, 12.0)),
        Vec2::new(100.0, 50.0)
    );
}

#[test]
fn invalid_values_change_nothing() {
    let mut camera = in_the_middle();
    let looks = |camera: &Camera| {
        let mut camera = camera.clone();
        camera.refused = 0;
        format!("{camera:?}")
    };
    let before = looks(&camera);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(
            !camera.cut_to(Vec2::splat(bad)).is_done()
                && !camera.move_to(Vec2::splat(bad)).is_done()
        );
        assert!(
            !camera.set_zoom(bad).is_done()
                && !camera.set_angle(bad).is_done()
                && !camera.turn_by(bad).is_done()
        );
        for shake in [
            Shake {
                strength: Vec2::new(bad, 0.0),
                ..Shake::default()
            },
            Shake {
                angle: bad,
                ..Shake::default()
            },
        ] {
            assert!(!camera.shake(shake).is_done());
        }
    }
    assert!(!camera.set_zoom(0.0).is_done());
    assert!(
        !camera
            .shake(Shake {
                period: 0,
                ..Shake::default()
            })
            .is_done()
    );
    assert!(
        !camera
            .set_boundary(Rect {
                min: Vec2::ONE,
                max: Vec2::ZERO
            })
            .is_done()
    );
    assert_eq!(camera.refusals(), 3 * 7 + 3);
    let beyond = Vec2::new(2e9, 0.0);
    assert!(!camera.cut_to(beyond).is_done() && !camera.move_to(-beyond).is_done());
    camera = camera.with_unit(Vec2::ZERO).with_unit(Vec2::NAN);
    assert_eq!(looks(&camera), before);
}

#[test]
fn zooming_is_smoothed_and_what_is_drawn_stays_within_the_world() {
    let mut camera = camera();
    camera.cut_to(Vec2::ZERO);
    camera.set_zoom(2.0);
    camera.begin_step(CELL);
    camera.set_zoom(0.5);
    for (k, zoom, width) in [(-1.0, 2.0, 40.0), (-0.5, 1.25, 64.0), (0.0, 0.5, 160.0)] {
        let pose = camera.pose(k);
        assert_eq!((pose.zoom, pose.size.x), (zoom, width));
        let corner = pose.center - pose.size / 2.0;
        assert!(corner.cmpge(Vec2::ZERO).all(), "{k}: {corner}");
    }
}

#[test]
fn no_extrapolation_looks_past_the_boundary() {
    let mut camera = camera();
    camera.cut_to(Vec2::new(150.0, 50.0));
    camera.begin_step(CELL);
    camera.move_to(Vec2::new(158.0, 50.0));
    assert_eq!(camera.pose(0.25).center.x, 160.0);
    assert_eq!(camera.pose(-0.5).center.x, 154.0);
}

/// The view jumps to an end of the world, and the object moves the other way.
#[test]
fn no_interpolation_looks_past_the_boundary() {
    for (at, motion) in [
        (Vec2::new(190.0, 50.0), Vec2::new(-6.0, 0.0)),
        (Vec2::new(5.0, 95.0), Vec2::new(3.0, -20.0)),
        (Vec2::new(199.0, 2.0), Vec2::new(-60.0, 60.0)),
    ] {
        let mut camera = in_the_middle();
        camera.track(at, motion);
        for k in [-1.0, -0.75, -0.25, 0.0, 1.0] {
            let center = camera.pose(k).center;
            let nearest = center.clamp(Vec2::new(40.0, 12.0), Vec2::new(160.0, 88.0));
            assert_eq!(center, nearest, "{at} {k}");
        }
    }
}

fn somewhere() -> impl Strategy<Value = Camera> {
    let place = (-50.0f32..250.0, -50.0f32..150.0);
    let unit = prop::sample::select(vec![CELL, Vec2::ONE, Vec2::new(3.0, 2.0)]);
    (place, 0.05f32..40.0, -10.0f32..10.0, unit).prop_map(|((x, y), zoom, angle, unit)| {
        let mut camera = camera();
        camera.begin_step(unit);
        assert!(camera.set_zoom(zoom).is_done() && camera.set_angle(angle).is_done());
        camera.cut_to(Vec2::new(x, y));
        camera
    })
}

proptest! {
    /// Also at the moment when the object begins to push, and while it slides along an edge of the dead zone.
    #[test]
    fn a_turned_view_is_drawn_from_where_it_was(
        angle in -7.0f32..7.0, size in (0.0f32..20.0, 0.0f32..20.0),
        unit in prop::sample::select(vec![Vec2::ONE, CELL]),
        steps in prop::collection::vec((-9.0f32..9.0, -9.0f32..9.0), 1..20),
    ) {
        let mut camera = at_large(Vec2::ZERO, unit, Vec2::from(size));
        camera.set_angle(angle);
        let mut position = Vec2::ZERO;
        for step in steps {
            camera.begin_step(unit);
            let before = camera.center();
            position += Vec2::from(step);
            camera.track(position, step.into());
            let drawn = camera.pose(-1.0).center;
            prop_assert!(drawn.abs_diff_eq(before, 1e-3), "{drawn} {before}");
        }
    }

    #[test]
    fn view_and_world_places_are_each_others_inverse(camera in somewhere(), x in -300.0f32..300.0, y in -300.0f32..300.0) {
        let place = Vec2::new(x, y);
        let back = camera.view_to_world(camera.world_to_view(place));
        prop_assert!(back.abs_diff_eq(place, 0.01), "{place} {back}");
        let back = camera.world_to_view(camera.view_to_world(place));
        prop_assert!(back.abs_diff_eq(place, 0.03), "{place} {back}");
    }

    #[test]
    fn everything_in_the_view_is_in_the_seen_box(camera in somewhere(), x in 0.0f32..1.0, y in 0.0f32..1.0) {
        let place = camera.view_to_world(Vec2::new(x, y) * camera.size);
        prop_assert!(camera.seen().expanded(0.01).contains(place));
    }

    #[test]
    fn rotation_keeps_distances_in_pixels(camera in somewhere(), x in 0.0f32..200.0, y in 0.0f32..100.0) {
        let pixels = |view: Vec2| view * camera.unit;
        let apart = pixels(camera.world_to_view(Vec2::new(x, y)) - camera.world_to_view(camera.center()));
        let flat = pixels((Vec2::new(x, y) - camera.center()) * camera.zoom());
        prop_assert!((apart.length() - flat.length()).abs() <= flat.length() * 1e-5 + 0.05);
    }

    #[test]
    fn the_view_is_always_within_the_world_or_larger(
        deeds in prop::collection::vec((0..5, -1000.0f32..1000.0, -1000.0f32..1000.0), 1..20),
        k in -1.0f32..=1.0,
    ) {
        let mut camera = camera();
        for (deed, x, y) in deeds {
            match deed {
                0 => drop(camera.move_to(Vec2::new(x, y))),
                1 => drop(camera.cut_to(Vec2::new(x, y))),
                2 => drop(camera.set_zoom(x.abs() / 200.0)),
                3 => drop(camera.turn_by(x)),
                _ => camera.begin_step(CELL),
            }
            let pose = camera.pose(k);
            for axis in 0..2 {
                let (least, room) = (camera.boundary.min[axis], camera.boundary.max[axis] - pose.size[axis]);
                let corner = pose.center[axis] - pose.size[axis] / 2.0;
                let held = corner.clamp(least, room.max(least));
                prop_assert!((held - corner).abs() < 0.01, "{pose:?}");
            }
        }
    }
}

#[test]
fn a_half_turn_shows_the_opposite_corner() {
    let mut camera = in_the_middle();
    camera.set_angle(PI);
    let corner = camera.view_to_world(Vec2::ZERO);
    assert!(corner.abs_diff_eq(camera.view().max, 1e-4), "{corner}");
}
