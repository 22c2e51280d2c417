//! The rules of movement: by whole cells and smoothly, slower and faster, up to the edge of the world and beyond.

use crate::common::{Moment, Notes, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Bounds, Core, Event, Interest, MoveOutcome, Movement, Object, Outcome, Solidness, StepInput,
};

/// Returns an object that moves by whole cells.
fn cell_at(x: f32, y: f32, velocity: Vec2) -> Object {
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

/// Notes the steps in which an object leaves the world.
fn note_leaving(core: &mut Core, id: ObjectId) -> Notes<u64> {
    let notes = Notes::new();
    let noted = notes.clone();
    on(core, id, &[], move |_, moment, cx| {
        if let Moment::Event(Event::OutOfBounds) = moment {
            noted.note(cx.time.number);
        }
    });
    notes
}

#[test]
fn contacts_come_before_events_of_objects_that_left_the_world() {
    let mut core = core();
    // Each object leaves and meets the other one in the same step, whichever was spawned first.
    let soft = |x| Object {
        velocity: vec2(-1.0, 0.0),
        solidness: Solidness::Soft,
        ..crate_at(x, 10.0)
    };
    let ids = [-0.2, 0.0].map(|x| spawn(&mut core, soft(x)));
    let notes = Notes::new();
    for id in ids {
        let noted = notes.clone();
        on(&mut core, id, &[], move |id, moment, _| match moment {
            _ if moment.is_collision() => noted.note((id, "contact")),
            Moment::Event(Event::OutOfBounds) => noted.note((id, "left")),
            _ => {}
        });
    }
    steps(&mut core, 1);
    let taken = notes.take();
    let last_contact = taken.iter().rposition(|(_, what)| *what == "contact");
    let left = taken.iter().filter(|(_, what)| *what == "left");
    assert_eq!(left.count(), 2, "{taken:?}");
    assert!(
        taken.iter().position(|(_, what)| *what == "left") > last_contact,
        "{taken:?}"
    );
}

#[test]
fn removed_objects_receive_no_event_of_leaving_the_world() {
    for removes_in in ["contact", "left"] {
        let mut core = core();
        let leaving = |y| Object {
            velocity: vec2(-4.0, 0.0),
            ..ghost_at(2.0, y)
        };
        let first = spawn(&mut core, leaving(10.0));
        let second = spawn(&mut core, leaving(15.0));
        let notes = note_leaving(&mut core, second);
        // One that is blocked removes the second in its contact, and the first one when it has left.
        let wall = spawn(&mut core, crate_at(30.0, 10.0));
        let ball = spawn(
            &mut core,
            Object {
                velocity: vec2(1.0, 0.0),
                ..crate_at(27.5, 10.0)
            },
        );
        assert!(core.world.contains(wall));
        for id in [first, ball] {
            on(&mut core, id, &[], move |_, moment, cx| {
                let is_contact = moment.is_collision();
                let has_left = matches!(moment, Moment::Event(Event::OutOfBounds));
                if is_contact && removes_in == "contact" || has_left && removes_in == "left" {
                    cx.remove(second);
                }
            });
        }
        steps(&mut core, 3);
        assert!(!core.world.contains(second), "removed in {removes_in}");
        assert_eq!(notes.take(), [], "removed in {removes_in}");
    }
}

#[test]
fn out_of_bounds_is_sent_once_per_departure() {
    let velocity = vec2(-1.0, 0.0);
    for (name, object) in [
        (
            "spectral",
            Object {
                velocity,
                ..ghost_at(2.5, 10.0)
            },
        ),
        (
            "hard",
            Object {
                velocity,
                ..crate_at(2.5, 10.0)
            },
        ),
        ("whole cells", cell_at(2.5, 10.0, velocity)),
        (
            "accelerating",
            Object {
                velocity,
                acceleration: vec2(0.0, 1e-3),
                ..ghost_at(2.5, 10.0)
            },
        ),
    ] {
        let mut core = core();
        let id = spawn(&mut core, object);
        let notes = note_leaving(&mut core, id);
        // The object's box reaches 1 to its right. The box is wholly outside at −1.5, after step 4.
        steps(&mut core, 8);
        assert_eq!(notes.take(), [4], "{name}");
        // The object comes back, leaves again, and is notified again.
        core.object_mut(id).unwrap().set_velocity(vec2(3.0, 0.0));
        steps(&mut core, 3);
        core.object_mut(id).unwrap().set_velocity(vec2(-10.0, 0.0));
        steps(&mut core, 3);
        assert_eq!(notes.take(), [12], "{name}");
    }
}

#[test]
fn touching_any_edge_of_the_world_from_outside_is_outside() {
    for (from, velocity) in [
        (vec2(2.0, 10.0), vec2(-3.0, 0.0)),
        (vec2(78.0, 10.0), vec2(3.0, 0.0)),
        (vec2(40.0, 2.0), vec2(0.0, -3.0)),
        (vec2(40.0, 22.0), vec2(0.0, 3.0)),
    ] {
        let mut core = core();
        let id = spawn(
            &mut core,
            Object {
                velocity,
                ..ghost_at(from.x, from.y)
            },
        );
        let notes = note_leaving(&mut core, id);
        steps(&mut core, 2);
        assert_eq!(notes.take(), [1], "{velocity}");
    }
}

#[test]
fn a_whole_cell_point_leaves_with_its_cell() {
    let mut core = core();
    let bounds = Bounds::Fixed(Rect::point(Vec2::ZERO));
    let id = spawn(
        &mut core,
        Object {
            bounds,
            ..cell_at(1.0, 10.0, vec2(-1.0, 0.0))
        },
    );
    let notes = note_leaving(&mut core, id);
    steps(&mut core, 3);
    assert_eq!(notes.take(), [2], "cell 0 is inside, cell −1 is not");
}

#[test]
fn a_teleport_out_of_the_world_and_moves_outside_send_no_event() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            velocity: vec2(-1.0, 0.0),
            ..ghost_at(10.0, 10.0)
        },
    );
    let notes = note_leaving(&mut core, id);
    core.object_mut(id).unwrap().set_position(vec2(-50.0, 10.0));
    steps(&mut core, 3);
    assert_eq!(notes.take(), []);
    // An object that is teleported back can leave again.
    core.object_mut(id).unwrap().set_position(vec2(1.0, 10.0));
    steps(&mut core, 3);
    assert_eq!(notes.take(), [5]);
    // An object that is spawned outside has not left.
    let outside = spawn(
        &mut core,
        Object {
            velocity: vec2(-1.0, 0.0),
            ..ghost_at(-50.0, 10.0)
        },
    );
    let notes = note_leaving(&mut core, outside);
    steps(&mut core, 3);
    assert_eq!(notes.take(), []);
}

#[test]
fn out_of_bounds_is_sent_only_for_moves() {
    type Change = fn(&mut Core, ObjectId) -> Outcome;
    let changes: [Change; 2] = [
        |core, id| {
            core.object_mut(id)
                .unwrap()
                .set_bounds(Rect::from_size(vec2(-100.0, 0.0), Vec2::ONE))
        },
        |core, _| {
            let smaller = Rect::new(vec2(60.0, 0.0), vec2(80.0, 24.0));
            assert!(core.world.camera.set_boundary(smaller).is_done());
            Outcome::Done
        },
    ];
    for change in changes {
        let mut core = core();
        let still = spawn(&mut core, ghost_at(10.0, 10.0));
        let moving = spawn(
            &mut core,
            Object {
                velocity: vec2(-0.5, 0.0),
                ..ghost_at(10.0, 10.0)
            },
        );
        let notes = [still, moving].map(|id| note_leaving(&mut core, id));
        for id in [still, moving] {
            assert_eq!(change(&mut core, id), Outcome::Done);
        }
        steps(&mut core, 3);
        assert_eq!(notes.map(|notes| notes.take().len()), [0, 0]);
    }
}

#[test]
fn a_handlers_move_out_of_the_world_notifies_at_once() {
    let mut core = core();
    let moved = spawn(&mut core, crate_at(1.0, 10.0));
    let notes = note_leaving(&mut core, moved);
    let hand = spawn(&mut core, ghost_at(40.0, 10.0));
    on(
        &mut core,
        hand,
        &[Interest::Step, Interest::Finish],
        move |_, moment, cx| {
            let (step, is_time) = (cx.time.number, moment.is_step() == (cx.time.number < 3));
            match step {
                1 | 3 if is_time => drop_out(cx.move_by(moved, vec2(-10.0, 0.0))),
                2 if is_time => drop_out(cx.move_by(moved, vec2(10.0, 0.0))),
                _ => {}
            }
        },
    );
    steps(&mut core, 4);
    assert_eq!(notes.take(), [1, 3]);
}

fn drop_out(moved: MoveOutcome) {
    assert_eq!(moved, MoveOutcome::Moved);
}

#[test]
fn an_object_that_leaves_may_return_in_its_handler() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            velocity: vec2(-1.0, 0.0),
            ..crate_at(1.0, 10.0)
        },
    );
    let notes = note_leaving(&mut core, id);
    on(&mut core, id, &[], |me, moment, cx| {
        if let Moment::Event(Event::OutOfBounds) = moment {
            cx.object_mut(me).unwrap().set_position(vec2(1.0, 5.0));
        }
    });
    steps(&mut core, 6);
    assert_eq!(notes.take(), [2, 4, 6]);
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
