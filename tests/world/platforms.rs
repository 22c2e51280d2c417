//! One-way platforms, and platforms that carry riders.

use crate::common::{core, crate_at, note_collisions, spawn, steps};
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Bounds, Core, MoveOutcome, Object, SlideSettings, Solidness};

/// Returns a crate that accelerates downwards, so that platforms carry it.
fn load_at(x: f32, y: f32) -> Object {
    Object {
        acceleration: vec2(0.0, 1.0 / 1024.0),
        ..crate_at(x, y)
    }
}

/// Returns a board of 8 × 1 with this centre.
fn board(center: Vec2) -> Object {
    Object {
        position: center,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(8.0, 1.0))),
        ..Object::default()
    }
}

fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it exists").position()
}

fn slide(core: &mut Core, id: ObjectId, movement: Vec2) -> bool {
    let settings = SlideSettings::default();
    core.context()
        .move_and_slide(id, movement, &settings)
        .is_on_floor()
}

#[test]
fn one_way_platforms_only_stop_objects_from_above() {
    // The top of the platform is at 9.5. Each case: start and end of a move of a 2 × 2 crate, and whether the move is
    // blocked.
    for (from, to, stopped) in [
        (vec2(10.0, 8.0), vec2(10.0, 9.0), true),
        (vec2(10.0, 8.5), vec2(11.0, 9.0), true),
        (vec2(10.0, 8.5), vec2(12.0, 8.5), false),
        (vec2(10.0, 9.0), vec2(10.0, 9.5), false),
        (vec2(10.0, 12.0), vec2(10.0, 9.5), false),
        (vec2(10.0, 12.0), vec2(10.0, 6.0), false),
        (vec2(3.0, 10.0), vec2(6.0, 10.0), false),
    ] {
        for bullet in [false, true] {
            let mut core = core();
            let platform = spawn(&mut core, board(vec2(10.0, 10.0)).one_way());
            let object = Object {
                bullet,
                ..crate_at(from.x, from.y)
            };
            let id = spawn(&mut core, object);
            let notes = note_collisions(&mut core, &[id]);
            let moved = core.context().move_to(id, to);
            let expected = if stopped {
                MoveOutcome::Blocked
            } else {
                MoveOutcome::Moved
            };
            assert_eq!(moved, expected, "{from} to {to}, bullet: {bullet}");
            let told = notes.take();
            assert_eq!(told.len(), usize::from(stopped));
            for (_, hit) in told {
                assert_eq!((hit.other, hit.normal), (platform, Vec2::NEG_Y));
            }
            let at = place(&core, id);
            let expected = match (stopped, bullet) {
                (false, _) => to,
                (true, false) => from,
                (true, true) => vec2(at.x, 8.5),
            };
            assert_eq!(at, expected, "{from} to {to}");
        }
    }
}

#[test]
fn a_hero_jumps_through_a_one_way_platform_and_stands_on_it() {
    let mut core = core();
    spawn(&mut core, board(vec2(10.0, 10.0)).one_way());
    spawn(&mut core, board(vec2(10.0, 15.0)));
    let hero = spawn(&mut core, crate_at(10.0, 13.5));
    let mut velocity = vec2(0.0, -1.4);
    let mut highest = f32::INFINITY;
    let mut stood_at = Vec::new();
    for _ in 0..60 {
        velocity.y += 0.1;
        let settings = SlideSettings::default();
        let slide = core.context().move_and_slide(hero, velocity, &settings);
        velocity = slide.velocity;
        highest = highest.min(place(&core, hero).y);
        if slide.is_on_floor() {
            stood_at.push(place(&core, hero).y);
        }
    }
    assert!(highest < 8.0);
    assert!(stood_at.iter().all(|&y| y == 8.5), "{stood_at:?}");
    assert!(!stood_at.is_empty());
    // The hero walks to the platform's left end, and nothing stops it.
    for _ in 0..40 {
        slide(&mut core, hero, vec2(-0.125, 0.2));
    }
    assert_eq!(place(&core, hero).x, 5.0);
    let one_way = core.world.space().solidness(Solidness::OneWay);
    assert_eq!(
        one_way
            .in_box(Rect::centered(vec2(10.0, 10.0), Vec2::ONE))
            .len(),
        1
    );
}

#[test]
fn one_way_platforms_do_not_stop_objects_at_their_sides() {
    let mut core = core();
    spawn(&mut core, board(vec2(10.0, 10.0)).one_way());
    let hero = spawn(&mut core, crate_at(4.5, 8.0));
    assert!(!slide(&mut core, hero, vec2(1.0, 4.0)));
    assert_eq!(place(&core, hero), vec2(5.5, 12.0));
}

/// Velocities of platforms.
const EVERY_WAY: [Vec2; 6] = [
    vec2(0.5, 0.0),
    vec2(-0.25, 0.0),
    vec2(0.0, 0.5),
    vec2(0.0, -0.5),
    vec2(0.25, -0.25),
    vec2(0.25, 0.25),
];

#[test]
fn platforms_carry_piles_of_objects() {
    for one_way in [false, true] {
        for velocity in EVERY_WAY {
            let mut core = core();
            let lift = board(vec2(20.0, 12.0)).platform().velocity(velocity);
            let lift = if one_way { lift.one_way() } else { lift };
            let lift = spawn(&mut core, lift);
            let below = spawn(&mut core, load_at(20.0, 10.5));
            let above = spawn(&mut core, load_at(21.0, 8.5));
            let beside = spawn(&mut core, crate_at(40.0, 10.5));
            let starts = [lift, below, above].map(|id| place(&core, id));
            steps(&mut core, 6);
            for (id, start) in [lift, below, above].into_iter().zip(starts) {
                assert_eq!(place(&core, id), start + velocity * 6.0, "{velocity}");
            }
            assert_eq!(place(&core, beside), vec2(40.0, 10.5));
        }
    }
}

#[test]
fn a_platform_of_tiles_carries_what_stands_on_it() {
    for one_way in [false, true] {
        for velocity in EVERY_WAY {
            let mut core = core();
            let mut map = TileMap::new(Vec2::ONE, 8, 2);
            let tile = Tile::default();
            let tile = if one_way {
                tile.one_way()
            } else {
                tile.solid()
            };
            let tile = map.add(tile);
            for column in 0..8 {
                map.set(ivec2(column, 0), Some(tile));
            }
            let lift = Object::new("Lift").at(vec2(16.0, 11.5)).platform();
            let lift = spawn(&mut core, lift.velocity(velocity));
            let tiles = core.object_mut(lift).expect("it exists").set_tiles(map);
            assert!(tiles.is_done());
            let below = spawn(&mut core, load_at(20.0, 10.5));
            let above = spawn(&mut core, load_at(21.0, 8.5));
            let beside = spawn(&mut core, crate_at(40.0, 10.5));
            let starts = [lift, below, above].map(|id| place(&core, id));
            steps(&mut core, 6);
            for (id, start) in [lift, below, above].into_iter().zip(starts) {
                let end = start + velocity * 6.0;
                assert_eq!(place(&core, id), end, "{velocity}, one way: {one_way}");
            }
            assert_eq!(place(&core, beside), vec2(40.0, 10.5));
        }
    }
}

#[test]
fn a_rising_platform_takes_along_what_it_meets() {
    let mut core = core();
    let lift = board(vec2(20.0, 12.0)).platform().velocity(vec2(0.0, -1.0));
    let lift = spawn(&mut core, lift);
    let floating = spawn(&mut core, load_at(20.0, 9.25));
    steps(&mut core, 1);
    assert!((place(&core, floating).y - 9.25).abs() < 0.01);
    steps(&mut core, 2);
    assert_eq!((place(&core, lift).y, place(&core, floating).y), (9.0, 7.5));
}

#[test]
fn walls_stop_riders_but_not_their_platform() {
    let mut core = core();
    let lift = board(vec2(20.0, 12.0))
        .platform()
        .velocity(vec2(0.5, -0.25));
    let lift = spawn(&mut core, lift);
    let rider = spawn(&mut core, load_at(20.0, 10.5));
    let wall = Object {
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 9.0))),
        ..Object::default()
    };
    spawn(&mut core, wall.at(vec2(22.5, 6.0)));
    steps(&mut core, 4);
    assert_eq!(place(&core, lift), vec2(22.0, 11.0));
    assert_eq!(place(&core, rider), vec2(21.0, 9.5));
}

#[test]
fn walking_on_a_platform_adds_to_its_motion() {
    let mut core = core();
    let lift = board(vec2(20.0, 12.0)).platform();
    spawn(&mut core, lift.velocity(vec2(0.25, -0.125)));
    let hero = spawn(&mut core, load_at(20.0, 10.5));
    for _ in 0..8 {
        assert!(slide(&mut core, hero, vec2(-0.25, 0.125)));
        steps(&mut core, 1);
    }
    assert_eq!(place(&core, hero), vec2(20.0, 9.5));
}

#[test]
fn platforms_only_carry_objects_that_stand_on_them() {
    let mut core = core();
    let lift = board(vec2(20.0, 12.0)).platform().velocity(vec2(0.5, 0.0));
    spawn(&mut core, lift);
    let rider = spawn(&mut core, load_at(23.0, 10.5));
    // These objects are not carried: slightly above, beside and below the platform; spectral; or in other groups.
    let spectral = load_at(20.0, 10.5).spectral();
    let elsewhere = load_at(19.0, 10.5).groups(2, 2);
    let others = [
        load_at(20.0, 10.4),
        load_at(27.0, 12.0),
        load_at(20.0, 13.5),
        spectral,
        elsewhere,
    ];
    let ids = others.clone().map(|object| spawn(&mut core, object));
    steps(&mut core, 1);
    assert_eq!(place(&core, rider).x, 23.5);
    for (id, object) in ids.into_iter().zip(others) {
        assert_eq!(place(&core, id).x, object.position.x, "{object:?}");
    }
}

#[test]
fn the_level_is_not_carried() {
    let mut core = core();
    let lift = board(vec2(20.0, 20.0))
        .platform()
        .velocity(vec2(0.25, -0.5));
    let lift = spawn(&mut core, lift);
    let ceiling = spawn(&mut core, crate_at(20.0, 16.5));
    let wall = spawn(&mut core, crate_at(17.0, 18.5));
    steps(&mut core, 10);
    assert_eq!(place(&core, ceiling), vec2(20.0, 16.5));
    assert_eq!(place(&core, wall), vec2(17.0, 18.5));
    assert_eq!(place(&core, lift), vec2(20.0, 20.0));
}

#[test]
fn carried_objects_do_not_tunnel() {
    let mut core = core();
    let wide = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(60.0, 1.0)));
    let train = Object {
        bounds: wide,
        ..Object::default()
    }
    .platform();
    spawn(
        &mut core,
        train.at(vec2(10.0, 20.5)).velocity(vec2(12.0, 0.0)),
    );
    let rider = spawn(&mut core, load_at(10.0, 19.0));
    let thin = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(0.5, 9.0)));
    spawn(
        &mut core,
        Object {
            bounds: thin,
            ..Object::default()
        }
        .at(vec2(15.25, 14.0)),
    );
    steps(&mut core, 1);
    assert!(
        (place(&core, rider).x - 14.0).abs() < 1e-3,
        "{}",
        place(&core, rider)
    );
}

#[test]
fn objects_on_two_platforms_follow_the_faster_one() {
    for (one, other) in [(0.5, 0.5), (0.5, 0.25), (0.25, 0.5)] {
        let mut core = core();
        for (x, speed) in [(15.0, one), (24.0, other)] {
            let platform = board(vec2(x, 20.5)).platform().one_way();
            spawn(&mut core, platform.velocity(vec2(speed, 0.0)));
        }
        let hero = spawn(&mut core, load_at(19.5, 19.0));
        steps(&mut core, 1);
        assert_eq!(place(&core, hero).x, 20.0);
    }
}

#[test]
fn those_in_front_make_way_for_those_behind() {
    for speed in [0.5, -0.5] {
        let mut core = core();
        let train = board(vec2(20.0, 20.5)).platform();
        spawn(&mut core, train.velocity(vec2(speed, 0.0)));
        let xs = [18.0, 20.0, 22.0];
        let riders = xs.map(|x| spawn(&mut core, load_at(x, 19.0)));
        steps(&mut core, 4);
        for (id, x) in riders.into_iter().zip(xs) {
            assert_eq!(place(&core, id).x, x + 4.0 * speed);
        }
    }
}

#[test]
fn a_stopped_lift_puts_its_riders_back() {
    let mut core = core();
    let lift = board(vec2(20.0, 20.5)).platform().velocity(vec2(0.0, -0.5));
    let lift = spawn(&mut core, lift);
    let [free, held] = [18.0, 22.0].map(|x| spawn(&mut core, load_at(x, 19.0)));
    spawn(&mut core, crate_at(22.0, 17.0));
    steps(&mut core, 3);
    assert_eq!(place(&core, lift).y, 20.5);
    assert_eq!(place(&core, held).y, 19.0);
    assert!(
        (place(&core, free).y - 19.0).abs() < 0.01,
        "{}",
        place(&core, free)
    );
}

/// At speeds whose sums are rounded, the load never stops its lift, and riders are always on a floor.
#[test]
fn a_lift_goes_on_at_any_speed() {
    for number in 1..60_u8 {
        let speed = 0.0137 * f32::from(number) + 0.003;
        for one_way in [false, true] {
            let mut core = core();
            let lift = board(vec2(10.3, 70.7)).platform();
            let lift = if one_way { lift.one_way() } else { lift };
            let lift = spawn(&mut core, lift.velocity(vec2(0.0131, -speed)));
            let [still, walks] = [8.3, 12.1].map(|x| {
                let load = Object {
                    velocity: vec2(0.0, 1e-6),
                    ..crate_at(x, 69.2)
                };
                spawn(&mut core, load)
            });
            let mut y = place(&core, lift).y;
            for step in 0..80 {
                assert!(
                    slide(&mut core, walks, vec2(0.0, 0.05)),
                    "{speed}, step {step}"
                );
                steps(&mut core, 1);
                let now = place(&core, lift).y;
                assert!(now < y, "{speed}, step {step}: it is stopped at {now}");
                y = now;
            }
            for id in [still, walks] {
                let gap = y - 0.5 - (place(&core, id).y + 1.0);
                assert!((0.0..0.01).contains(&gap), "{speed}: {gap}");
            }
        }
    }
}
