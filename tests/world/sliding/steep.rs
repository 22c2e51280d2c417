//! Bodies on slopes that are too steep to stand on.

use super::*;

/// Spawns a slope that leads down to the right from (0, 20), with this steepness and height.
fn descent(core: &mut Core, steepness: f32, height: f32) {
    let corners = [
        Vec2::ZERO,
        vec2(height / steepness, height),
        vec2(0.0, height),
    ];
    let shape = Shape::polygon(&corners).expect("it is convex");
    spawn(core, Object::default().at(vec2(0.0, 20.0)).shapes([shape]));
}

/// A box slides on a steep slope, and its middle is above a pit. A floor is near, but only under its right side.
#[test]
fn a_floor_beside_a_steep_slope_over_a_pit_holds_nobody() {
    for (steepness, ledge, snap) in [
        (1.8, 1.5, None),
        (1.8, 1.9, None),
        (3.0, 1.9, Some(1.5)),
        // There is no floor at all. The slope itself is within the snap distance below the middle.
        (1.8, 90.0, Some(3.0)),
    ] {
        let mut core = core();
        descent(&mut core, steepness, 10.0);
        spawn(&mut core, box_at(vec2(ledge + 5.0, 25.4), vec2(10.0, 10.0)));
        let hero = hero(&mut core, vec2(1.0 + 0.1 / steepness, 20.1 - 0.002));
        let settings = SlideSettings {
            snap,
            ..SlideSettings::default()
        };
        for _ in 0..3 {
            let mut cx = core.context();
            let slide = cx.move_and_slide(hero, vec2(0.0, 0.05), &settings);
            let place = (steepness, ledge, feet(&core, hero));
            assert!(!slide.is_on_floor() && slide.velocity.y > 0.0, "{place:?}");
            assert!(slide.is_on_wall(), "{place:?}");
        }
    }
}

#[test]
fn a_falling_body_is_not_pulled_down_to_a_near_floor() {
    for (gap, vx) in [(0.3, 0.0), (0.4, 0.5), (0.2, -0.5)] {
        let mut core = core();
        spawn(&mut core, floor());
        let hero = hero(&mut core, vec2(5.0, 20.0 - gap));
        let slide = slide(&mut core, hero, vec2(vx, 0.05));
        assert!(!slide.is_on_floor(), "{gap}");
        assert!(
            near(feet(&core, hero), vec2(5.0 + vx, 20.05 - gap)),
            "{gap}"
        );
    }
}

/// A box has slid from a ledge onto a steep slope. The floor of a pit is closely below it.
#[test]
fn a_steep_slope_above_a_floor_does_not_hold_a_body() {
    for (degrees, depth) in [(50.0_f32, 0.45), (60.0, 0.3), (75.0, 0.45)] {
        let mut core = core();
        spawn(&mut core, box_at(vec2(-5.0, 21.0), vec2(10.0, 2.0)));
        spawn(&mut core, box_at(vec2(5.0, 21.0 + depth), vec2(10.0, 2.0)));
        let steepness = damselfly::math::tan(degrees.to_radians());
        descent(&mut core, steepness, depth);
        let left = 0.1 / steepness;
        let hero = hero(&mut core, vec2(1.0 + left, 20.1 - 0.002));
        let mut velocity = Vec2::ZERO;
        for step in 0..30 {
            velocity.y += 0.02;
            let slide = slide(&mut core, hero, velocity);
            let feet = feet(&core, hero).y;
            let has_landed = feet > 20.0 + depth - 0.01;
            assert_eq!(
                slide.velocity.y == 0.0,
                has_landed,
                "{degrees}: step {step} at {feet}"
            );
            velocity = slide.velocity;
        }
        assert!(
            feet(&core, hero).y > 20.0 + depth - 0.01,
            "{degrees}: {}",
            feet(&core, hero)
        );
    }
}

/// A lift has come to its place by `way`. A steep slope holds a box closely above it.
fn held_above_a_lift(core: &mut Core, steepness: f32, way: Vec2, left: bool) -> ObjectId {
    let side = if left { -1.0 } else { 1.0 };
    let top = 20.0 + 0.104;
    let lift = spawn(
        core,
        box_at(vec2(side * 5.0, top + 1.0) - way, vec2(20.0, 2.0)).platform(),
    );
    core.context().move_by(lift, way);
    let corners = [(0.0, 0.0), (0.104 / steepness, 0.104), (0.0, 0.104)];
    let shape = Shape::polygon(&corners.map(|(x, y)| vec2(side * x, y))).expect("it is convex");
    spawn(core, Object::default().at(vec2(0.0, 20.0)).shapes([shape]));
    hero(core, vec2(side * (1.0 + 0.1 / steepness), 20.1 - 0.002))
}

#[test]
fn a_floor_within_a_hair_below_a_steep_slope_carries() {
    for steepness in [1.2, 1.8, 3.0] {
        for left in [false, true] {
            let mut core = core();
            let hero = held_above_a_lift(&mut core, steepness, Vec2::ZERO, left);
            let from = feet(&core, hero);
            let slide = slide(&mut core, hero, vec2(0.0, 0.001));
            assert!(slide.is_on_floor(), "{steepness}");
            assert_eq!(slide.velocity.y, 0.0, "{steepness}");
            assert!(near(feet(&core, hero), from), "{steepness}");
        }
    }
}

#[test]
fn a_jump_beside_a_steep_slope_keeps_the_velocity_of_the_lift() {
    for steepness in [1.2, 1.8, 3.0] {
        for (way, kept) in [
            (vec2(0.5, -2.0), vec2(0.5, -2.0)),
            (vec2(-0.25, 1.0), vec2(-0.25, 0.0)),
        ] {
            for left in [false, true] {
                let mut core = core();
                let hero = held_above_a_lift(&mut core, steepness, way, left);
                let slide = slide(&mut core, hero, vec2(0.0, -3.0));
                assert_eq!(slide.velocity, vec2(0.0, -3.0) + kept, "{steepness}");
            }
        }
    }
}
