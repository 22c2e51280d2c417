//! Tests of a camera that follows an object: the object stays in its pixels while it pushes the view, sprites at rest
//! keep their distances, and none of them moves in the same direction as the object.

mod cases;
mod chase;

use core::cell::Cell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use super::super::*;
use super::pixel;
use crate::assets::FrameId;
use cases::chase;
use chase::{Chase, Seen};

/// Least number of frames per chase, on average, in which the object pushes along an axis.
const LEAST: usize = 30;

/// Checks that an object that pushes an edge of the dead zone is always in the same column or row of pixels as long as
/// zoom and angle are the same, and that the columns of two edges are as far apart as whole pixels fit into the dead
/// zone. Returns the number of frames with an object that pushes.
fn check_pixels(chase: &Chase) -> usize {
    let (mut found, mut count) = (BTreeMap::new(), 0);
    for seen in chase.frames() {
        let Some(view) = seen.view else { continue };
        let at = &seen.followed;
        for axis in 0..2 {
            if seen.pushes[axis] == 0 || at.is_tie(axis) {
                continue;
            }
            count += 1;
            let place = (view, axis, seen.pushes[axis]);
            let expected = *found.entry(place).or_insert(at.first[axis]);
            assert_eq!(at.first[axis], expected, "{place:?}");
            if !at.is_tie_beside_others(axis) {
                let turned = Chase::turned(Vec2::new(4.0, -6.0), view.1)[axis];
                let apart = seen.attached.first[axis] - at.first[axis];
                assert_eq!(apart as f32, turned, "the attached sprite in {place:?}");
            }
        }
    }
    for (&(view, axis, edge), left) in &found {
        if let (-1, Some(right)) = (edge, found.get(&(view, axis, 1))) {
            let reach = chase.with_view(view).reach()[axis];
            let snapped = (reach * 256.0).round() / 256.0;
            assert_eq!((right - left) as f32, (snapped * 2.0).floor());
        }
    }
    count
}

/// Checks that things at rest move against the followed object or not at all, as long as zoom and angle are the same.
fn check_rest(chase: &Chase) {
    let seen = chase.frames();
    for pair in seen.windows(2) {
        let [old, new] = [&pair[0], &pair[1]];
        for axis in 0..2 {
            let [one, other] = [old, new].map(|seen| &seen.resting[0]);
            let is_same_view = old.view.is_some() && old.view == new.view;
            if !is_same_view || one.is_tie(axis) || other.is_tie(axis) {
                continue;
            }
            let moved = other.first[axis] - one.first[axis];
            // The first frame of a step shows the object where the last one did, but for rounding. The step's push may
            // begin there.
            let by = new.drawn[axis] - old.drawn[axis];
            let is_moved =
                by.abs() > (new.drawn[axis].abs() + new.motion[axis].abs()) * 4.0 * f32::EPSILON;
            let by = if is_moved { by } else { new.motion[axis] };
            assert!(
                moved == 0 || moved as f32 * by < 0.0,
                "{moved} by {by} on axis {axis}"
            );
        }
    }
}

/// Returns the distance of the two sprites at rest, in columns and rows. `None` where a rounding error decides it.
fn apart(seen: &Seen) -> [Option<i32>; 2] {
    let [one, other] = &seen.resting;
    [0, 1].map(|axis| {
        let is_exact = !one.is_tie(axis) && !other.is_tie(axis);
        is_exact.then(|| one.first[axis] - other.first[axis])
    })
}

/// Returns a configuration with the same cases in every run. `PROPTEST_CASES` sets another number, of random cases.
fn config() -> ProptestConfig {
    let other = std::env::var_os("PROPTEST_CASES").is_some();
    let fixed = ProptestConfig {
        rng_seed: RngSeed::Fixed(20_261_127),
        ..ProptestConfig::with_cases(10_000)
    };
    if other {
        ProptestConfig::default()
    } else {
        fixed
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn things_at_rest_keep_their_distances_in_pixels(chase in chase()) {
        let mut found = BTreeMap::new();
        for seen in chase.frames() {
            let Some(view) = seen.view else { continue };
            let apart = apart(&seen);
            for axis in 0..2 {
                if let Some(apart) = apart[axis] {
                    prop_assert_eq!(*found.entry((view, axis)).or_insert(apart), apart);
                }
            }
        }
    }

    #[test]
    fn nothing_at_rest_moves_with_the_camera(chase in chase()) {

        // The object itself may be drawn on its way back, if it is drawn before the step by a later velocity.
        let late = chase.late && !chase.is_backward();
        check_rest(&Chase { late, ..chase });
    }

    /// Half a pixel for whole pixels, and as much for the first pixel of the object and for the width of the dead zone.
    #[test]
    fn frames_are_within_a_pixel_and_a_half_of_exact_ones(chase in chase()) {
        let most = if chase.dead_zone == Vec2::ZERO { 1.0 } else { 1.5 };
        for seen in chase.frames() {
            for corner in seen.resting.iter().chain([&seen.followed]) {
                prop_assert!(corner.error.abs().max_element() < most + 0.05, "{:?}", corner);
            }
        }
    }
}

#[test]
fn a_followed_object_stays_in_its_pixels() {
    let (config, count) = (config(), Cell::new(0));
    let least = config.cases as usize * LEAST;
    let result = TestRunner::new(config).run(&chase(), |chase| {
        // At the boundary, the object leaves the edge of the dead zone.
        count.set(count.get() + check_pixels(&Chase { room: 1e6, ..chase }));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(count.get() > least, "only {} comparisons", count.get());
}

#[test]
fn a_hero_at_half_pixels_stays_in_its_column() {
    for velocity in [0.5, 0.25, 0.3, 1.0] {
        let chase = Chase {
            velocities: vec![Vec2::new(velocity, 0.0); 12],
            ..Chase::default()
        };
        for seen in chase.frames() {
            assert_eq!(seen.followed.first, [156, 116], "{velocity}");
        }
    }
}

#[test]
fn a_hero_at_the_edge_of_the_dead_zone_stays_in_its_column() {
    for (side, zoom) in [
        (21.0, 1.0),
        (20.0, 1.25),
        (0.7, 1.0),
        (500.0, 1.0),
        (33.3, 2.0),
    ] {
        for speed in [0.25, 0.3, 0.4, 0.5, 0.6, 0.7] {
            for velocity in [Vec2::new(speed, speed), Vec2::new(-speed, 0.3 * speed)] {
                let chase = Chase {
                    dead_zone: Vec2::splat(side),
                    zoom,
                    ..Chase::at(velocity)
                };
                check_rest(&chase);
                assert!(check_pixels(&chase) > 20, "{side} {zoom} {velocity}");
            }
        }
    }
}

#[test]
fn a_hero_of_odd_size_stays_in_its_column_in_turned_views() {
    for turns in (0..16).map(|n| [n % 4, n / 4]) {
        for sprite in [[7, 7], [7, 4], [8, 5]] {
            let chase = Chase {
                sprite,
                turns,
                ..Chase::at(Vec2::new(0.3, -0.7))
            };
            assert!(check_pixels(&chase) > 20, "{turns:?} {sprite:?}");
        }
    }
}

#[test]
fn a_hero_that_spins_does_not_move_the_world() {
    let chase = Chase {
        sprite: [7, 4],
        ..Chase::default()
    };
    let (frame, mut camera) = (chase.record(), chase.camera());
    camera.begin_step(Vec2::ONE);
    camera.track(chase.from + 0.7, Vec2::ZERO);
    let viewport = chase.viewport();
    let translation = |turn: u16, spin: i16| {
        let mut hero = Instance::new(chase.from, FrameId(0));
        (hero.turn, hero.turn_motion) = (Turn(turn), TurnMotion(spin));
        let followed = FollowedSprite {
            instance: &hero,
            frames: &[frame],
        };
        Projection::of_following_camera(
            &camera,
            Vec2::ONE,
            &viewport,
            Vec2::ONE,
            0.0,
            Some(followed),
        )
        .translation
    };
    let still = translation(0, 0);
    for turn in (0..u16::MAX).step_by(512) {
        assert_eq!(translation(turn, 512), still);
    }
    assert_eq!(translation(0x4321, 0), still, "an angle between");
    assert_ne!(
        translation(0x4000, 0),
        still,
        "a quarter turn has another first column"
    );
}

/// In the middle of a half turn, the axes of the view are not those along which the object has pushed it.
#[test]
fn a_view_that_turns_shows_its_own_centre() {
    for (turns, k) in [(1_u8, -1.0), (3, -1.0), (2, -0.5), (2, -1.0), (1, -0.5)] {
        let chase = Chase {
            dead_zone: Vec2::new(200.0, 40.0),
            ..Chase::default()
        };
        let mut camera = chase.camera();
        camera.begin_step(Vec2::ONE);
        camera.track(chase.from + 130.0, Vec2::splat(130.0));
        camera.begin_step(Vec2::ONE);
        let angle = f32::from(turns) * core::f32::consts::FRAC_PI_2;
        assert!(camera.set_angle(angle).is_done());
        camera.track(chase.from + 260.0, Vec2::splat(130.0));
        let (pose, frame) = (camera.pose(k), chase.record());
        let hero = Instance::new(chase.from + 260.0, FrameId(0));
        let followed = FollowedSprite {
            instance: &hero,
            frames: &[frame],
        };
        let (one, viewport) = (Vec2::ONE, chase.viewport());
        let view =
            Projection::of_following_camera(&camera, one, &viewport, Vec2::ONE, k, Some(followed));
        let middle = pixel(&view, pose.center);
        let expected = Vec2::new(160.0, 120.0);
        assert!(middle.abs_diff_eq(expected, 1.5), "{turns} {k}: {middle}");
    }
}
