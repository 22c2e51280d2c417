//! Characters and riders that overlap a wall by rounding, or that something was put onto: they are not stuck.

use crate::characters::*;
use crate::common::{in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Core, Object};

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
