//! The rules of movement: by whole cells and smoothly, slower and faster, up to the edge of the world and beyond.

use crate::common::{Moment, Notes, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Core, Event, MoveOutcome, Movement, Object, Solidness, StepInput};

/// Returns an object that moves by whole cells.
pub(crate) fn cell_at(x: f32, y: f32, velocity: Vec2) -> Object {
    Object {
        velocity,
        movement: Movement::WholeCells,
        ..crate_at(x, y)
    }
}

fn position(core: &Core, id: ObjectId) -> Vec2 {
    core.world
        .object(id)
        .map(|object| object.position())
        .unwrap_or(Vec2::NAN)
}

/// Takes `count` steps. Returns the object's position after each of them.
fn places(core: &mut Core, id: ObjectId, count: usize) -> Vec<Vec2> {
    (0..count)
        .map(|_| {
            steps(core, 1);
            position(core, id)
        })
        .collect()
}

/// Takes `count` steps. Returns the numbers of those in which the object moved, counted from 1.
fn moves(core: &mut Core, id: ObjectId, count: usize) -> Vec<usize> {
    let before = position(core, id);
    let places = places(core, id, count);
    let moved =
        |&index: &usize| places[index] != index.checked_sub(1).map_or(before, |i| places[i]);
    (0..count).filter(moved).map(|index| index + 1).collect()
}

#[test]
fn movement_by_whole_cells_moves_when_a_cell_is_covered() {
    for (velocity, expected) in [
        (-0.25, vec![4, 8, 12]),
        (0.25, vec![4, 8, 12]),
        (0.5, vec![2, 4, 6, 8, 10, 12]),
        (1.0, (1..=12).collect()),
        (0.75, vec![2, 3, 4, 6, 7, 8, 10, 11, 12]),
        (0.0625, vec![]),
    ] {
        for solidness in [Solidness::Hard, Solidness::Spectral] {
            let mut core = core();
            let object = Object {
                solidness,
                ..cell_at(40.0, 10.0, vec2(velocity, 0.0))
            };
            let id = spawn(&mut core, object);
            assert_eq!(
                moves(&mut core, id, 12),
                expected,
                "{velocity} {solidness:?}"
            );
            let way = velocity.signum() * expected.len() as f32;
            assert_eq!(position(&core, id), vec2(40.0 + way, 10.0));
        }
    }
}

#[test]
fn fast_objects_move_several_whole_cells_at_once() {
    let mut core = core();
    let id = spawn(&mut core, cell_at(10.0, 10.0, vec2(2.5, -1.5)));
    assert_eq!(
        places(&mut core, id, 4),
        [
            vec2(12.0, 9.0),
            vec2(15.0, 7.0),
            vec2(17.0, 6.0),
            vec2(20.0, 4.0)
        ]
    );
}

#[test]
fn only_a_different_velocity_resets_the_cell_progress() {
    let mut core = core();
    let id = spawn(&mut core, cell_at(40.0, 10.0, vec2(-0.25, 0.0)));
    steps(&mut core, 3);
    core.object_mut(id).unwrap().set_velocity(vec2(-0.5, 0.0));
    assert_eq!(moves(&mut core, id, 4), [2, 4]);
    steps(&mut core, 1);
    core.object_mut(id).unwrap().set_velocity(vec2(-0.5, 0.0));
    assert_eq!(moves(&mut core, id, 1), [1]);
    // Each axis counts fractions of a cell on its own.
    core.object_mut(id).unwrap().set_velocity(vec2(-0.25, 0.0));
    steps(&mut core, 3);
    core.object_mut(id)
        .unwrap()
        .set_velocity(vec2(-0.25, 0.125));
    assert_eq!(moves(&mut core, id, 8), [1, 5, 8]);
}

#[test]
fn smooth_movement_adds_the_velocity_in_every_step() {
    for solidness in [Solidness::Hard, Solidness::Soft, Solidness::Spectral] {
        let mut core = core();
        let object = Object {
            velocity: vec2(0.25, -1.5),
            solidness,
            ..crate_at(10.0, 20.0)
        };
        let id = spawn(&mut core, object);
        assert_eq!(
            places(&mut core, id, 3),
            [vec2(10.25, 18.5), vec2(10.5, 17.0), vec2(10.75, 15.5)],
            "{solidness:?}"
        );
    }
}

#[test]
fn acceleration_is_semi_implicit_euler() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            velocity: vec2(1.0, 0.0),
            acceleration: vec2(0.0, 0.5),
            ..ghost_at(10.0, 2.0)
        },
    );
    // The velocity changes first and then moves the object: by 0.5, then 1, then 1.5.
    assert_eq!(
        places(&mut core, id, 3),
        [vec2(11.0, 2.5), vec2(12.0, 3.5), vec2(13.0, 5.0)]
    );
    assert_eq!(core.world.object(id).unwrap().velocity(), vec2(1.0, 1.5));
    core.object_mut(id).unwrap().set_acceleration(Vec2::ZERO);
    assert_eq!(places(&mut core, id, 2), [vec2(14.0, 6.5), vec2(15.0, 8.0)]);
}

#[test]
fn nothing_becomes_infinite_however_long_it_accelerates() {
    let mut core = core();
    let ids = [Movement::Smooth, Movement::WholeCells].map(|movement| {
        let huge = Vec2::splat(9e8);
        let object = Object {
            acceleration: huge,
            velocity: huge,
            movement,
            ..ghost_at(9e8, 1.0)
        };
        spawn(&mut core, object)
    });
    for _ in 0..50 {
        core.step(StepInput {
            dt: f32::MAX,
            ..StepInput::next(&core)
        });
        steps(&mut core, 1);
    }
    for id in ids {
        assert!(position(&core, id).is_finite());
        assert!(
            core.world
                .object(id)
                .map(|object| object.velocity())
                .is_some_and(Vec2::is_finite)
        );
    }
}

/// Spawns a spectral object, a solid one and one that moves by whole cells, all at 1 per step, and one that accelerates
/// by 1 from rest.
fn of_each_kind(core: &mut Core) -> [ObjectId; 4] {
    let velocity = vec2(1.0, 0.0);
    [
        Object {
            velocity,
            ..ghost_at(10.0, 4.0)
        },
        Object {
            velocity,
            ..crate_at(10.0, 8.0)
        },
        cell_at(10.0, 12.0, velocity),
        Object {
            acceleration: velocity,
            ..ghost_at(10.0, 16.0)
        },
    ]
    .map(|object| spawn(core, object))
}

#[test]
fn a_layers_time_scale_and_a_long_step_scale_movement() {
    let mut core = core();
    let ids = of_each_kind(&mut core);
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    let x = |core: &Core| ids.map(|id| position(core, id).x);
    steps(&mut core, 2);
    // The accelerating object moves for half a step at 0.5, then for half a step at 1.
    assert_eq!(x(&core), [11.0, 11.0, 11.0, 10.75]);
    core.world.altitude_settings_mut(2).time_scale = 1.0;
    core.step(StepInput {
        dt: 2.0,
        ..StepInput::next(&core)
    });
    assert_eq!(x(&core), [13.0, 13.0, 13.0, 16.75]);
}

#[test]
fn nothing_moves_beyond_the_largest_coordinate() {
    // Tests objects that nothing can stop: alone, and together with objects that move individually because they can be
    // stopped or move by whole cells.
    let ghost = |velocity: Vec2| Object {
        velocity,
        ..ghost_at(5e8, -5e8)
    };
    let velocity = vec2(3e8, -4e8);
    let solid = Object {
        velocity,
        ..crate_at(-5e8, 0.0)
    };
    let cells = Object {
        movement: Movement::WholeCells,
        ..ghost(velocity)
    };
    for others in [vec![], vec![solid.clone()], vec![solid, cells]] {
        let mut core = core();
        let ids: Vec<_> = [vec![ghost(velocity), ghost(-velocity)], others].concat();
        let ids: Vec<_> = ids.into_iter().map(|one| spawn(&mut core, one)).collect();
        steps(&mut core, 20);
        for &id in &ids {
            let at = position(&core, id).abs();
            assert!(at.max_element() <= 1e9, "{at}");
        }
        // An object at the largest coordinate can move back, and the other one stays there.
        let [out, back] = [ids[0], ids[1]];
        core.object_mut(out).unwrap().set_velocity(vec2(-1e8, 1e8));
        let before = [out, back].map(|id| position(&core, id));
        steps(&mut core, 1);
        assert_eq!(position(&core, out), before[0] + vec2(-1e8, 1e8));
        assert_eq!(position(&core, back), before[1]);
    }
}

#[test]
fn an_object_that_rested_moves_again() {
    type Stop = fn(&mut Core, bool);
    let stops: [(&str, Stop); 3] = [
        ("time scale", |core, stop| {
            let scale = if stop { 0.0 } else { 1.0 };
            core.world.altitude_settings_mut(2).time_scale = scale;
        }),
        ("disabled", |core, stop| {
            core.world.altitude_settings_mut(2).enabled = !stop;
        }),
        ("steps of no length", |core, stop| {
            if stop {
                (0..3).for_each(|_| {
                    core.step(StepInput {
                        dt: 0.0,
                        ..StepInput::next(core)
                    })
                });
            }
        }),
    ];
    for (name, stop) in stops {
        let mut core = core();
        let ids = of_each_kind(&mut core);
        steps(&mut core, 1);
        stop(&mut core, true);
        if name != "steps of no length" {
            steps(&mut core, 3);
        }
        let x = |core: &Core| ids.map(|id| position(core, id).x);
        assert_eq!(x(&core), [11.0; 4], "{name}");
        stop(&mut core, false);
        steps(&mut core, 1);
        assert_eq!(x(&core), [12.0, 12.0, 12.0, 13.0], "{name}");
    }
}

#[test]
fn an_invalid_time_scale_counts_as_one() {
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let mut core = core();
        let ids = of_each_kind(&mut core);
        core.world.altitude_settings_mut(2).time_scale = bad;
        steps(&mut core, 1);
        assert_eq!(ids.map(|id| position(&core, id).x), [11.0; 4], "{bad}");
    }
}

#[test]
fn spin_turns_by_layer_time_and_keeps_within_a_turn() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            spin: 2.0,
            ..ghost_at(1.0, 1.0)
        },
    );
    steps(&mut core, 1);
    assert_eq!(core.world.object(id).unwrap().angle(), 2.0);
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    steps(&mut core, 1);
    assert_eq!(core.world.object(id).unwrap().angle(), 3.0);
    steps(&mut core, 10_000);
    assert!(
        core.world
            .object(id)
            .map(|object| object.angle())
            .is_some_and(|angle| angle.abs() < 6.3)
    );
    core.object_mut(id).unwrap().set_spin(1e9);
    core.step(StepInput {
        dt: f32::MAX,
        ..StepInput::next(&core)
    });
    assert!(
        core.world
            .object(id)
            .map(|object| object.angle())
            .is_some_and(f32::is_finite)
    );
}

#[test]
fn move_to_ends_exactly_at_the_position() {
    let mut core = core();
    for (from, to) in [(1e8, 0.1), (0.1, 1e8), (-3.3, 7.7)] {
        let id = spawn(&mut core, ghost_at(from, from));
        assert_eq!(core.context().move_to(id, vec2(to, to)), MoveOutcome::Moved);
        assert_eq!(position(&core, id), vec2(to, to));
    }
}

/// Objects that nothing can stop move in bulk, before objects that can be stopped. A handler of a contact may change
/// which of the two an object is.
#[test]
fn objects_changed_by_a_handler_move_once_in_that_step() {
    for change in 0..4 {
        let mut core = core();
        let mover = spawn(&mut core, crate_at(0.0, 10.0).velocity(vec2(2.0, 0.0)));
        let wall = spawn(&mut core, crate_at(3.0, 10.0));
        let ghost = Object {
            sensor: change == 3,
            acceleration: if change == 2 {
                vec2(0.0, 1e-6)
            } else {
                Vec2::ZERO
            },
            ..ghost_at(0.0, 40.0).velocity(vec2(1.0, 0.0))
        };
        let ghost = spawn(&mut core, ghost);
        let met = Notes::new();
        let noted = met.clone();
        on(&mut core, wall, &[], move |_, moment, cx| {
            if let Moment::Event(Event::Collision(_)) = moment {
                noted.note(());
                let mut ghost = cx.object_mut(ghost).expect("it is there");
                let done = match change {
                    0 => ghost.set_acceleration(vec2(0.0, 1e-6)),
                    1 => ghost.set_sensor(true),
                    2 => ghost.set_acceleration(Vec2::ZERO),
                    _ => ghost.set_sensor(false),
                };
                assert!(done.is_done());
            }
        });
        steps(&mut core, 1);
        assert!(!met.is_empty(), "the handler has run");
        let at = |core: &Core, id| core.world.object(id).map(|it| it.position());
        let x = at(&core, ghost).map(|at| at.x);
        assert_eq!(x, Some(1.0), "change {change}");
        steps(&mut core, 1);
        assert_eq!(at(&core, ghost).map(|at| at.x), Some(2.0));
        assert!(core.world.object(mover).is_some());
    }
}
