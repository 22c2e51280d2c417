//! Characters and other bodies on platforms: one-way ones, and lifts that carry them.

use crate::characters::*;
use crate::common::{in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Core, MoveOutcome, Object};

#[test]
fn one_way_platforms_carry_round_riders_down() {
    for form in FORMS {
        for velocity in [
            vec2(0.0, 2.0),
            vec2(0.0, 0.7),
            vec2(1.3, 2.0),
            vec2(0.0, -2.0),
        ] {
            for y in [100.0, 3.0, -5000.0] {
                in_empty_world(|core| {
                    let lift = block(50.0, y, 100.0, 8.0)
                        .platform()
                        .one_way()
                        .velocity(velocity);
                    let lift = spawn(core, lift);
                    let start = vec2(95.0, y - form.size().y / 2.0);
                    let rider = core.context().spawn_with(body(form.size(), start), Idle);
                    form.give(core, rider);
                    let from = place(core, lift);
                    steps(core, 10);
                    let case = format!("{form:?} at {y} by {velocity}");
                    assert_near(place(core, lift) - from, velocity * 10.0, &case);
                    assert_near(place(core, rider) - start, velocity * 10.0, &case);
                });
            }
        }
    }
}

#[test]
fn round_walkers_stay_on_one_way_lifts_that_turn() {
    for (speed, steps_each) in [(2.0, 20), (8.0, 5)] {
        for form in [Form::Box, Form::Circle, Form::Capsule] {
            in_empty_world(|core| {
                let lift = block(50.0, 200.0, 100.0, 8.0).platform().one_way();
                let lift = spawn(core, lift.velocity(vec2(0.0, speed)));
                let half = form.size().y / 2.0;
                let hero = walker(core, form.size().into(), (95.0, 200.0 - half), 0.0);
                form.give(core, hero);
                for step in 1..=600 {
                    steps(core, 1);
                    let gap = place(core, lift).y - 4.0 - half - place(core, hero).y;
                    assert!(
                        is_on_floor(core, hero) && gap.abs() < 0.02,
                        "{form:?} at {speed}, step {step}: {gap}"
                    );
                    if step % steps_each == 0 {
                        let velocity = core.world.object(lift).expect("it exists").velocity();
                        let _ = core
                            .object_mut(lift)
                            .expect("it exists")
                            .set_velocity(-velocity);
                    }
                }
            });
        }
    }
}

#[test]
fn one_way_platforms_near_zero_hold_round_bodies() {
    for (top, radius) in [
        (0.0, 5.0),
        (0.5, 5.0),
        (-1.0, 8.0),
        (1.0, 8.0),
        (2.0, 50.0),
        (0.1, 333.0),
    ] {
        in_empty_world(|core| {
            spawn(core, block(0.0, top, 100.0, 8.0).one_way());
            let start = vec2(50.0, top - radius);
            let falls = Object {
                acceleration: vec2(0.0, 0.3),
                ..body(Vec2::splat(2.0 * radius), start)
            };
            let ball = spawn(core, falls);
            let shape = Shape::circle(radius);
            assert!(
                core.object_mut(ball)
                    .expect("it exists")
                    .set_shapes(&[shape])
                    .is_done()
            );
            steps(core, 30);
            assert_near(
                place(core, ball),
                start,
                &format!("top {top}, radius {radius}"),
            );
        });
    }
}

#[test]
fn round_riders_follow_sideways_near_zero() {
    in_empty_world(|core| {
        let train = block(0.0, 0.0, 100.0, 8.0).platform().one_way();
        spawn(core, train.velocity(vec2(1.0, 0.0)));
        let rider = core
            .context()
            .spawn_with(body(Vec2::splat(10.0), vec2(50.0, -5.0)), Idle);
        Form::Circle.give(core, rider);
        steps(core, 10);
        assert_near(place(core, rider), vec2(60.0, -5.0), "rider");
    });
}

#[test]
fn round_bodies_may_touch_one_way_platforms_below() {
    for form in FORMS {
        for y in [102.0, 2.0, 1e4] {
            in_empty_world(|core| {
                spawn(core, block(0.0, y, 100.0, 8.0).one_way());
                let start = vec2(50.0, y - 2.0 - form.size().y / 2.0);
                let id = spawn(core, body(form.size(), start));
                form.give(core, id);
                let moved = core.context().move_by(id, vec2(0.0, 2.0));
                assert_eq!(moved, MoveOutcome::Moved, "{form:?} above {y}");
            });
        }
    }
}

/// Takes `count` steps. Returns how far the feet of a walker of 10 × 14 are below y = 0 after each.
fn feet(core: &mut Core, id: ObjectId, count: u32) -> Vec<f32> {
    let mut feet = Vec::new();
    for _ in 0..count {
        steps(core, 1);
        feet.push(place(core, id).y + 7.0);
    }
    feet
}

#[test]
fn riders_between_two_lifts_follow_the_slower_one_down() {
    // Each case has the velocities of both lifts, and whether the right one moves first.
    for (left, right, swapped) in [
        (2.0, 4.0, false),
        (2.0, 4.0, true),
        (3.0, 1.0, false),
        (5.0, 0.0, false),
    ] {
        for form in [Form::Box, Form::Polygon] {
            in_empty_world(|core| {
                let mut lifts = [(0.0, left), (30.0, right)];
                if swapped {
                    lifts.reverse();
                }
                for (x, speed) in lifts {
                    spawn(
                        core,
                        block(x, 100.0, 30.0, 6.0)
                            .platform()
                            .velocity(vec2(0.0, speed)),
                    );
                }
                let start = 100.0 - form.size().y / 2.0;
                let hero = walker(core, form.size().into(), (30.0, start), 0.0);
                form.give(core, hero);
                for step in 1..=20_u8 {
                    steps(core, 1);
                    let case = format!("{left} and {right}, {form:?}, step {step}");
                    let down = left.min(right) * f32::from(step);
                    assert_near(place(core, hero), vec2(30.0, start + down), &case);
                    assert!(is_on_floor(core, hero), "{case}");
                }
            });
        }
    }
}

#[test]
fn a_tall_rider_between_two_lifts_follows_the_slower_one() {
    in_empty_world(|core| {
        for (x, speed) in [(0.0, 2.0), (30.0, 4.0)] {
            let lift = block(x, 100.0, 30.0, 6.0).platform();
            spawn(core, lift.velocity(vec2(0.0, speed)));
        }
        let hero = walker(core, (10.0, 14.0), (30.0, 93.0), 0.0);
        assert_eq!(feet(core, hero, 5), [102.0, 104.0, 106.0, 108.0, 110.0]);
        assert!(is_on_floor(core, hero));
    });
}

#[test]
fn riders_of_a_sinking_lift_stop_on_the_floor_beside_it() {
    in_empty_world(|core| {
        spawn(
            core,
            block(0.0, 100.0, 44.0, 6.0)
                .platform()
                .velocity(vec2(0.0, 3.0)),
        );
        spawn(core, block(45.0, 104.0, 100.0, 20.0));
        let hero = walker(core, (10.0, 14.0), (43.0, 93.0), 0.0);
        assert_eq!(feet(core, hero, 4), [103.0, 104.0, 104.0, 104.0]);
    });
}

#[test]
fn riders_stop_at_a_wall_and_not_before_it() {
    in_empty_world(|core| {
        spawn(
            core,
            block(0.0, 100.0, 200.0, 6.0)
                .platform()
                .velocity(vec2(4.0, 0.0)),
        );
        spawn(core, block(61.0, 0.0, 10.0, 99.0));
        let rider = core
            .context()
            .spawn_with(body(Vec2::splat(10.0), vec2(50.0, 95.0)), Idle);
        steps(core, 5);
        assert_near(place(core, rider), vec2(56.0, 95.0), "rider");
    });
}

#[test]
fn a_lift_carries_a_pile_of_any_height() {
    for count in [1, 16, 17, 60_u8] {
        for velocity in [vec2(0.0, -2.0), vec2(1.0, 0.0), vec2(0.0, 1.0)] {
            in_empty_world(|core| {
                let lift = block(0.0, 400.0, 60.0, 6.0).platform().velocity(velocity);
                let lift = spawn(core, lift);
                let pile: Vec<(ObjectId, Vec2)> = (0..count)
                    .map(|number| {
                        let at = vec2(30.0, 395.0 - 10.0 * f32::from(number));
                        (
                            core.context().spawn_with(body(Vec2::splat(10.0), at), Idle),
                            at,
                        )
                    })
                    .collect();
                steps(core, 10);
                assert_near(
                    place(core, lift),
                    vec2(30.0, 403.0) + velocity * 10.0,
                    "lift",
                );
                for (id, at) in pile {
                    assert_near(
                        place(core, id),
                        at + velocity * 10.0,
                        &format!("{count} by {velocity}"),
                    );
                }
            });
        }
    }
}

#[test]
fn a_jump_from_a_rising_lift_keeps_its_velocity() {
    for (sideways, speed) in [(1.0, 4.0), (1.0, 5.0), (0.0, 5.0), (0.0, 8.0), (-2.0, -3.0)] {
        in_empty_world(|core| {
            let velocity = vec2(sideways, -speed);
            let lift = block(0.0, 300.0, 100.0, 6.0).platform().velocity(velocity);
            let lift = spawn(core, lift);
            let hero = walker(core, (10.0, 10.0), (30.0, 295.0), 0.0);
            steps(core, 5);
            assert_eq!(
                state(core, hero).slide.map(|slide| slide.floor_velocity),
                Some(velocity)
            );
            let from = place(core, hero);
            edit(core, hero, |hero| hero.next = Some(-5.0));
            // A lift that sinks does not slow the jump down.
            let mut velocity = -5.0 - speed.max(0.0);
            let mut y = from.y;
            for step in 0..5 {
                steps(core, 1);
                y += velocity;
                velocity += 0.3;
                let at = place(core, hero);
                assert!(
                    (at.y - y).abs() < 0.01,
                    "lift at {speed}, step {step}: {at}, expected {y}"
                );
                assert!(!is_on_floor(core, hero) && at.y + 5.0 < place(core, lift).y - 3.0);
            }
        });
    }
}

#[test]
fn jumps_keep_the_velocity_of_the_floor_only_if_asked() {
    in_empty_world(|core| {
        spawn(
            core,
            block(0.0, 300.0, 100.0, 6.0)
                .platform()
                .velocity(vec2(2.0, 0.0)),
        );
        let hero = walker(core, (10.0, 10.0), (30.0, 295.0), 0.0);
        edit(core, hero, |hero| {
            hero.settings.keeps_floor_velocity = false
        });
        steps(core, 5);
        let from = place(core, hero);
        edit(core, hero, |hero| hero.next = Some(-5.0));
        steps(core, 1);
        assert_near(place(core, hero), from + vec2(0.0, -5.0), "hero");
        assert_eq!(
            state(core, hero).slide.map(|slide| slide.floor_velocity),
            Some(Vec2::ZERO)
        );
    });
}

/// A hero stands on a lift and on ground beside it. Which of them was spawned first does not matter.
#[test]
fn a_jump_from_a_lift_and_ground_keeps_the_velocity_of_the_lift() {
    for by in [
        vec2(2.0, 0.0),
        vec2(-2.0, 0.0),
        vec2(0.0, -3.0),
        vec2(1.0, -0.5),
    ] {
        for lift_first in [false, true] {
            in_empty_world(|core| {
                let ground = block(0.0, 100.0, 48.0, 20.0);
                let lift = block(50.0, 100.0, 50.0, 20.0).platform();
                let lift = lift.clone().at(lift.position - by);
                let ids = if lift_first {
                    [lift, ground].map(|object| spawn(core, object))
                } else {
                    [ground, lift].map(|object| spawn(core, object))
                };
                core.context().move_by(ids[usize::from(!lift_first)], by);
                let hero = walker(core, (10.0, 10.0), (49.0, 95.0), 0.0);
                edit(core, hero, |hero| hero.next = Some(-5.0));
                steps(core, 1);
                let jumped = place(core, hero) - vec2(49.0, 95.0);
                assert_near(jumped, vec2(0.0, -5.0) + by, &format!("{by}, {lift_first}"));
            });
        }
    }
}
