//! Bodies that overlap a wall by rounding, or that something was put onto: they are not stuck.

use crate::characters::*;
use crate::common::{in_empty_world, note_collisions, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Attachment, Core, MoveOutcome, Object, Solidness};

mod seams;

/// Overlaps that rounding may leave, in world units.
const HAIRS: [f32; 4] = [1.0 / 1024.0, 1.0 / 2048.0, 1e-5, 7.7e-6];

/// Walls that reach from x = 100 to 120 and from y = 0 to 400: a box, a polygon, tiles, and several boxes.
const WALLS: [fn(&mut Core); 4] = [
    |core| {
        spawn(core, block(100.0, 0.0, 20.0, 400.0));
    },
    |core| {
        polygon(
            core,
            vec2(100.0, 0.0),
            &[(0.0, 0.0), (20.0, 0.0), (20.0, 400.0), (0.0, 400.0)],
        );
    },
    |core| {
        tiles(core, vec2(100.0, 0.0), vec2(20.0, 10.0), 40, |_| true);
    },
    |core| {
        for y in 0..20_u8 {
            spawn(core, block(100.0, 20.0 * f32::from(y), 20.0, 20.0));
        }
    },
];

/// Spawns a column of cells with its upper left corner at a position. Cells for which `is_solid` is true have a tile.
fn tiles(
    core: &mut Core,
    at: Vec2,
    cell: Vec2,
    rows: u16,
    is_solid: impl Fn(u16) -> bool,
) -> ObjectId {
    let mut map = TileMap::new(cell, 1, u32::from(rows));
    let solid = map.add(Tile::default().solid());
    for row in (0..rows).filter(|&row| is_solid(row)) {
        map.set(ivec2(0, i32::from(row)), Some(solid));
    }
    let id = spawn(core, Object::default().at(at));
    let mut object = core.object_mut(id).expect("it exists");
    assert!(object.set_tiles(map).is_done());
    id
}

/// Spawns bodies that move far away, so that candidates for collisions are found for all objects at once.
fn crowd(core: &mut Core) {
    for number in 0..100_u8 {
        let at = vec2(5000.0 + 20.0 * f32::from(number), 0.0);
        spawn(
            core,
            body(Vec2::splat(5.0), at).velocity(vec2(0.0, f32::from(number) + 1.0)),
        );
    }
}

/// Returns each form with each wall that it can pass: the number of the wall, its builder, and the form.
fn pairs() -> impl Iterator<Item = (usize, fn(&mut Core), Form)> {
    let one_object = (0..3).flat_map(|number| FORMS.map(|form| (number, WALLS[number], form)));
    one_object.chain([(3, WALLS[3], Form::Box)])
}

#[test]
fn velocities_lead_along_a_wall_overlapped_by_a_hair() {
    let mut stuck = Vec::new();
    for (number, wall, form) in pairs() {
        for overlap in HAIRS {
            for velocity in [vec2(0.0, 1.0), vec2(0.0, -0.3), vec2(-1e-4, 2.5)] {
                for is_crowded in [false, true] {
                    in_empty_world(|core| {
                        wall(core);
                        if is_crowded {
                            crowd(core);
                        }
                        let start = vec2(95.0 + overlap, 50.0);
                        let hero = spawn(core, body(form.size(), start).velocity(velocity));
                        form.give(core, hero);
                        let met = note_collisions(core, &[hero]);
                        steps(core, 20);
                        let off = (place(core, hero) - start - velocity * 20.0).length();
                        if off > 0.02 || !met.is_empty() {
                            stuck.push((number, form, overlap, velocity, is_crowded, off));
                        }
                    });
                }
            }
        }
    }
    assert!(stuck.is_empty(), "{stuck:?}");
}

#[test]
fn a_move_along_a_wall_overlapped_by_a_hair_succeeds() {
    use MoveOutcome::{Blocked, Moved};
    let mut wrong = Vec::new();
    for (number, wall, form) in pairs() {
        for (overlap, movement, expected) in [
            (1.0 / 2048.0, vec2(0.0, 3.0), Moved),
            (1.0 / 1024.0, vec2(0.0, -3.0), Moved),
            (1e-5, vec2(-1e-6, 0.5), Moved),
            // Moves into the wall, and moves from an overlap that is larger than rounding.
            (1.0 / 2048.0, vec2(1.0, 3.0), Blocked),
            (0.0, vec2(1.0 / 2048.0, 3.0), Blocked),
            (0.003, vec2(0.0, 3.0), Blocked),
            (2.0, vec2(-1.9999, 0.0), Blocked),
        ] {
            for is_bullet in [false, true] {
                in_empty_world(|core| {
                    wall(core);
                    let object = Object {
                        bullet: is_bullet,
                        ..body(form.size(), vec2(95.0 + overlap, 49.0))
                    };
                    let hero = spawn(core, object);
                    form.give(core, hero);
                    if core.context().move_by(hero, movement) != expected {
                        wrong.push((number, form, overlap, movement, is_bullet));
                    }
                });
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn fast_bodies_and_bullets_pass_a_wall_overlapped_by_a_hair() {
    let mut stuck = Vec::new();
    for (number, wall, form) in pairs().filter(|&(number, ..)| number < 3) {
        for (speed, is_bullet) in [(30.0, false), (2.0, true), (30.0, true)] {
            in_empty_world(|core| {
                wall(core);
                let object = Object {
                    bullet: is_bullet,
                    velocity: vec2(0.0, speed),
                    ..body(form.size(), vec2(95.0 + 1.0 / 2048.0, 50.0))
                };
                let hero = spawn(core, object);
                form.give(core, hero);
                steps(core, 5);
                let y = place(core, hero).y;
                if (y - 50.0 - 5.0 * speed).abs() > 0.02 {
                    stuck.push((number, form, speed, is_bullet, y));
                }
            });
        }
    }
    assert!(stuck.is_empty(), "{stuck:?}");
}

#[test]
fn lifts_and_accelerated_bodies_pass_a_wall_overlapped_by_a_hair() {
    for wall in WALLS {
        in_empty_world(|core| {
            wall(core);
            let lift = block(70.0 + 1.0 / 2048.0, 200.0, 30.0, 6.0).platform();
            let lift = spawn(core, lift.velocity(vec2(0.0, -2.0)));
            let hero = walker(core, (10.0, 10.0), (80.0, 195.0), 0.0);
            let falls = Object {
                acceleration: vec2(0.0, 0.5),
                ..body(Vec2::splat(10.0), vec2(95.0 + 1.0 / 2048.0, 250.0))
            };
            let falls = spawn(core, falls);
            steps(core, 10);
            assert_near(place(core, lift), vec2(85.0, 183.0), "lift");
            assert_near(place(core, hero), vec2(80.0, 175.0), "rider");
            assert!(place(core, falls).y > 270.0, "{}", place(core, falls));
        });
    }
}

#[test]
fn boxes_fall_past_a_ledge_that_they_would_overlap_by_a_hair() {
    let falls = |overlap: f32| {
        let start = vec2(95.0 + overlap, 50.0);
        body(Vec2::splat(10.0), start).velocity(vec2(0.0, 4.0))
    };
    for overlap in HAIRS {
        in_empty_world(|core| {
            spawn(core, block(100.0, 100.0, 20.0, 10.0));
            tiles(core, vec2(100.0, 150.0), vec2(20.0, 10.0), 3, |_| true);
            let hero = spawn(core, falls(overlap));
            steps(core, 50);
            let end = vec2(95.0 + overlap, 250.0);
            assert_near(place(core, hero), end, &format!("by {overlap}"));
        });
    }
    in_empty_world(|core| {
        spawn(core, block(100.0, 100.0, 20.0, 10.0));
        let hero = spawn(core, falls(0.003));
        steps(core, 50);
        assert!(place(core, hero).y <= 95.0, "deeper than rounding");
    });
}

#[test]
fn soft_and_carried_bodies_meet_a_wall_overlapped_by_a_hair() {
    for form in FORMS {
        for is_carried in [false, true] {
            in_empty_world(|core| {
                WALLS[0](core);
                let start = vec2(95.0 + 1.0 / 2048.0, 50.0);
                let (solidness, velocity) = match is_carried {
                    true => (Solidness::Hard, Vec2::ZERO),
                    false => (Solidness::Soft, vec2(0.0, 1.0)),
                };
                let object = Object {
                    solidness,
                    velocity,
                    ..body(form.size(), start)
                };
                let hero = spawn(core, object);
                form.give(core, hero);
                if is_carried {
                    let parent = Object {
                        solidness: Solidness::Spectral,
                        ..Object::default().at(start).velocity(vec2(0.0, 1.0))
                    };
                    let parent = spawn(core, parent);
                    let mut child = core.object_mut(hero).expect("it exists");
                    assert!(child.set_parent(parent, Attachment::default()).is_done());
                }
                let met = note_collisions(core, &[hero]);
                steps(core, 5);
                assert_near(place(core, hero), start + vec2(0.0, 5.0), "hero");
                assert_eq!(met.take().len(), 5, "{form:?}, carried: {is_carried}");
            });
        }
    }
}

#[test]
fn riders_pass_a_wall_that_they_overlap_by_a_hair() {
    let mut stuck = Vec::new();
    for (number, form) in (0..3).flat_map(|number| FORMS.map(|form| (number, form))) {
        in_empty_world(|core| {
            WALLS[number](core);
            let lift = block(50.0, 300.0, 49.0, 6.0).platform();
            spawn(core, lift.velocity(vec2(0.0, -2.0)));
            let start = vec2(95.0 + 1.0 / 2048.0, 300.0 - form.size().y / 2.0);
            let rider = core.context().spawn_with(body(form.size(), start), Idle);
            form.give(core, rider);
            steps(core, 10);
            let rise = start.y - place(core, rider).y;
            if (rise - 20.0).abs() > 0.02 {
                stuck.push((number, form, rise));
            }
        });
    }
    assert!(stuck.is_empty(), "{stuck:?}");
    in_empty_world(|core| {
        spawn(
            core,
            block(0.0, 300.0, 35.0, 6.0)
                .platform()
                .velocity(vec2(0.0, -2.0)),
        );
        spawn(core, block(35.0, 0.0, 20.0, 400.0));
        let start = vec2(30.0 + 1.0 / 2048.0, 295.0);
        let rider = core
            .context()
            .spawn_with(body(Vec2::splat(10.0), start), Idle);
        steps(core, 10);
        assert_near(place(core, rider), start + vec2(0.0, -20.0), "rider");
    });
}

#[test]
fn a_single_floor_overlapped_by_a_hair_holds_no_walker() {
    for form in FORMS {
        for overlap in HAIRS {
            in_empty_world(|core| {
                spawn(core, block(0.0, 100.0, 400.0, 20.0));
                let y = 100.0 - form.size().y / 2.0;
                let hero = walker(core, form.size().into(), (50.0, y + overlap), 2.0);
                form.give(core, hero);
                steps(core, 9);
                let case = format!("{form:?} by {overlap}");
                assert_near(place(core, hero), vec2(68.0, y), &case);
            });
        }
    }
}

#[test]
fn move_and_collide_leads_along_a_wall_overlapped_by_a_hair() {
    for wall in WALLS {
        for form in FORMS {
            for overlap in HAIRS {
                in_empty_world(|core| {
                    wall(core);
                    let start = vec2(95.0 + overlap, 50.0);
                    let hero = spawn(core, body(form.size(), start));
                    form.give(core, hero);
                    let case = format!("{form:?} by {overlap}");
                    for step in 1..=10_u8 {
                        let hit = core.context().move_and_collide(hero, vec2(0.0, 2.0));
                        assert_eq!(hit, None, "{case}");
                        let end = vec2(95.0, 50.0 + 2.0 * f32::from(step));
                        assert_near(place(core, hero), end, &case);
                    }
                    let hit = core.context().move_and_collide(hero, vec2(1.0, 0.0));
                    assert_eq!(hit.map(|hit| hit.normal), Some(Vec2::NEG_X), "{case}");
                });
            }
        }
    }
}

/// Depths of 100 overlaps from 0.01 to 4 px, each with a height.
fn depths() -> impl Iterator<Item = (f32, f32)> {
    (0..100_u8).map(|number| {
        let number = f32::from(number);
        (0.01 + number * 0.0403, 150.0 + number % 7.0 * 1.3)
    })
}

/// Checks that a walker at this height, which was put into a wall beside it, leaves the wall and falls.
fn falls(core: &mut Core, hero: ObjectId, y: f32, case: &str) {
    steps(core, 15);
    let at = place(core, hero);
    assert!(at.y > y + 30.0, "{case}: from {y} to {at}");
}

#[test]
fn a_body_put_into_a_box_or_a_tile_leaves_it_and_falls() {
    for (number, wall) in WALLS.iter().enumerate() {
        for form in FORMS {
            for (depth, y) in depths() {
                for x in [95.0 + depth, 125.0 - depth] {
                    in_empty_world(|core| {
                        wall(core);
                        let hero = walker(core, form.size().into(), (x, y), 0.0);
                        form.give(core, hero);
                        let case = format!("{form:?} in wall {number} by {depth}");
                        falls(core, hero, y, &case);
                        let end = if x < 110.0 { 95.0 } else { 125.0 };
                        assert!((place(core, hero).x - end).abs() < 0.02, "{case}");
                    });
                }
            }
        }
    }
}

#[test]
fn a_body_under_a_new_tile_or_a_closed_door_falls() {
    for form in FORMS {
        for (depth, y) in depths() {
            in_empty_world(|core| {
                // Three tiles, as high as the body, appear in a column of which the lower part is solid already.
                let column = tiles(core, vec2(100.0, 0.0), vec2(20.0, 20.0), 20, |row| row > 9);
                let hero = walker(core, form.size().into(), (95.0 + depth, y), 0.0);
                form.give(core, hero);
                let map = core.world.object(column).and_then(|object| object.tiles());
                let solid = map.and_then(|map| map.get(ivec2(0, 12))).expect("a tile");
                for row in 6..9 {
                    let mut object = core.object_mut(column).expect("it exists");
                    assert!(object.set_tile(ivec2(0, row), Some(solid)).is_done());
                }
                falls(core, hero, y, &format!("{form:?} by {depth}, tile"));
            });
            in_empty_world(|core| {
                let door = spawn(core, block(300.0, 100.0, 20.0, 100.0));
                let hero = walker(core, form.size().into(), (95.0 + depth, y), 0.0);
                form.give(core, hero);
                let mut object = core.object_mut(door).expect("it exists");
                assert!(object.set_position(vec2(110.0, 150.0)).is_done());
                falls(core, hero, y, &format!("{form:?} by {depth}, door"));
            });
        }
    }
}
