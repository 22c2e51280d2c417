//! How objects are removed, and what else waits for the step's end.

use crate::common::{
    Moment, Notes, attach, core, crate_at, drawn_as_placeholder, ghost_at, on, spawn, steps,
    to_the_right,
};
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Interest, MoveOutcome, Movement, Object, Solidness};

/// Name of a moment for a removal, and its test.
type When = (&'static str, fn(Moment<'_>) -> bool);

/// The phases of a step to which an object can subscribe.
const PHASES: [Interest; 3] = [Interest::Step, Interest::After, Interest::Finish];

/// Returns an object that collides with an object at (10, 10) in its first step.
fn into_the_middle() -> Object {
    to_the_right(crate_at(7.5, 10.0))
}

/// Returns an object that acts before objects at other altitudes.
fn acting_first() -> Object {
    Object {
        altitude: 0,
        ..ghost_at(1.0, 1.0)
    }
}

const REMOVERS: [When; 5] = [
    ("before movement", |moment| moment.is_step()),
    ("after movement", |moment| matches!(moment, Moment::After)),
    ("at the end", |moment| matches!(moment, Moment::Finish)),
    ("in a collision", |moment| moment.is_collision()),
    ("in a last callback", |moment| moment.is_removed()),
];

#[test]
fn the_last_callback_runs_exactly_once_for_every_kind_of_removal() {
    for (when, is_time) in REMOVERS {
        for own in [true, false] {
            if own && when == "in a last callback" {
                continue;
            }
            let mut core = core();
            let victim = spawn(&mut core, crate_at(10.0, 10.0));
            let remover = spawn(&mut core, into_the_middle());
            let notes = Notes::new();
            let noted = notes.clone();
            on(&mut core, victim, &PHASES, move |me, moment, cx| {
                if moment.is_removed() {
                    noted.note(cx.time.number);
                    cx.remove(me);
                } else if own && is_time(moment) {
                    // Repeated removals have no further effect.
                    cx.remove(me);
                    cx.remove(me);
                }
            });
            on(&mut core, remover, &PHASES, move |me, moment, cx| {
                if !own && is_time(moment) {
                    cx.remove(victim);
                    cx.remove(victim);
                } else if when == "in a last callback" && moment.is_step() {
                    cx.remove(me);
                }
            });
            steps(&mut core, 4);
            // A removal in a last callback is carried out at the end of the next step.
            let expected = if when == "in a last callback" { 2 } else { 1 };
            assert_eq!(notes.take(), [expected], "{when}, by itself: {own}");
            assert!(!core.world.contains(victim));
        }
    }
}

#[test]
fn removal_between_steps_is_done_at_the_next_steps_end() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(1.0, 1.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, id, &PHASES, move |_, moment, _| {
        noted.note(moment.is_removed());
    });
    core.world.remove(id);
    assert!(core.world.contains(id));
    steps(&mut core, 2);
    assert_eq!(notes.take(), [true]);
    assert!(!core.world.contains(id) && core.world.is_empty());
}

/// Moving objects of different kinds, whose movement a removal must end.
fn movers() -> [(&'static str, Object); 6] {
    let still = || ghost_at(20.0, 10.0);
    let moving = || to_the_right(still());
    [
        ("spectral", moving()),
        ("hard", to_the_right(crate_at(20.0, 10.0))),
        (
            "whole cells",
            Object {
                movement: Movement::WholeCells,
                ..moving()
            },
        ),
        (
            "accelerating",
            Object {
                acceleration: vec2(1.0, 0.0),
                ..still()
            },
        ),
        (
            "spinning",
            Object {
                spin: 1.0,
                ..still()
            },
        ),
        (
            "out of the world",
            Object {
                velocity: vec2(100.0, 0.0),
                ..still()
            },
        ),
    ]
}

#[test]
fn a_marked_object_neither_receives_the_step_nor_moves() {
    for (name, object) in movers() {
        let mut core = core();
        let remover = spawn(&mut core, acting_first());
        let victim = spawn(&mut core, object);
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, victim, &PHASES, move |me, moment, cx| {
            let place = (
                cx.object(me).map(|object| object.position()),
                cx.object(me).map(|object| object.angle()),
            );
            noted.note((moment.is_removed(), place));
        });
        on(&mut core, remover, &[Interest::Step], move |_, _, cx| {
            if cx.contains(victim) {
                cx.remove(victim);
                assert_eq!(cx.move_by(victim, Vec2::ONE), MoveOutcome::Gone);
            }
        });
        steps(&mut core, 1);
        let place = (Some(vec2(20.0, 10.0)), Some(0.0));
        assert_eq!(notes.take(), [(true, place)], "{name}");
    }
}

#[test]
fn a_marked_object_has_no_new_collisions() {
    let mut core = core();
    let remover = spawn(&mut core, acting_first());
    let wall = spawn(&mut core, crate_at(10.0, 10.0));
    let mover = spawn(&mut core, into_the_middle());
    on(&mut core, remover, &[Interest::Step], move |_, _, cx| {
        cx.remove(wall);
    });
    for id in [wall, mover] {
        on(&mut core, id, &[], |_, moment, _| {
            assert!(!moment.is_collision())
        });
    }
    steps(&mut core, 1);
    assert!(!core.world.object(mover).unwrap().is_disabled());
    assert_eq!(
        core.world.object(mover).unwrap().position(),
        vec2(8.5, 10.0)
    );
}

#[test]
fn a_collision_in_progress_notifies_both_even_if_one_is_removed() {
    for remove_self in [true, false] {
        let mut core = core();
        let wall = spawn(&mut core, crate_at(10.0, 10.0));
        let mover = spawn(&mut core, into_the_middle());
        let notes = Notes::new();
        for id in [wall, mover] {
            let noted = notes.clone();
            on(&mut core, id, &[], move |me, moment, cx| {
                if moment.is_collision() {
                    noted.note(me);
                    cx.remove(if remove_self { me } else { wall });
                }
            });
        }
        steps(&mut core, 1);
        assert_eq!(notes.take(), [mover, wall]);
        assert!(!core.world.contains(wall));
        assert_eq!(core.world.contains(mover), !remove_self);
    }
}

#[test]
fn a_last_callback_may_spawn() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(10.0, 10.0));
    on(&mut core, id, &[], |me, moment, cx| {
        if moment.is_removed() {
            let position = cx.object(me).unwrap().position();
            let heir = cx.spawn(Object {
                kind: "Heir",
                position,
                ..Object::default()
            });
            attach(cx, heir, &[Interest::Step], |me, moment, cx| {
                if moment.is_step() {
                    cx.object_mut(me).unwrap().set_velocity(Vec2::ONE);
                }
            });
        }
    });
    core.world.remove(id);
    steps(&mut core, 1);
    let heir = core.world.objects().next().unwrap();
    assert_ne!(heir.slot(), id.slot(), "the slot is still the dying one's");
    assert_eq!(core.world.object(heir).unwrap().kind(), "Heir");
    assert_eq!(
        core.world.object(heir).unwrap().position(),
        vec2(10.0, 10.0)
    );
    steps(&mut core, 1);
    assert_eq!(
        core.world.object(heir).unwrap().position(),
        vec2(11.0, 11.0)
    );
}

#[test]
fn an_object_spawned_in_a_step_acts_from_the_next_phase_on() {
    let mut core = core();
    let parent = spawn(&mut core, ghost_at(1.0, 1.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, parent, &[Interest::Step], move |me, _, cx| {
        cx.object_mut(me).unwrap().unsubscribe(Interest::Step);
        let child = cx.spawn(Object {
            altitude: 4,
            ..to_the_right(ghost_at(5.0, 5.0))
        });
        let noted = noted.clone();
        attach(
            cx,
            child,
            &[Interest::Step, Interest::After],
            move |me, moment, cx| {
                noted.note((
                    cx.time.number,
                    moment.is_step(),
                    cx.object(me).unwrap().position().x,
                ));
            },
        );
    });
    steps(&mut core, 2);
    assert_eq!(
        notes.take(),
        [(1, false, 6.0), (2, true, 6.0), (2, false, 7.0)]
    );
}

#[test]
fn changes_wait_for_the_steps_end_and_come_before_removals() {
    let mut core = core();
    let id = spawn(&mut core, drawn_as_placeholder(crate_at(10.0, 10.0)));
    let notes = Notes::new();
    let noted = notes.clone();
    on(
        &mut core,
        id,
        &[Interest::Step, Interest::Finish],
        move |me, moment, cx| {
            if moment.is_step() {
                cx.object_mut(me).unwrap().set_altitude(4);
                cx.object_mut(me).unwrap().set_solidness(Solidness::Soft);
                cx.object_mut(me).unwrap().set_visible(false);
                cx.object_mut(me).unwrap().set_level(3);
                cx.remove(me);
                cx.object_mut(me).unwrap().subscribe(Interest::Finish);
            }
            let world = &**cx;
            noted.note((
                world.object(me).map(|object| object.altitude()),
                world.object(me).map(|object| object.solidness()),
                world.object(me).map(|object| object.is_visible()),
                world.object(me).map(|object| object.level()),
            ));
        },
    );
    steps(&mut core, 1);
    let before = (Some(2), Some(Solidness::Hard), Some(true), Some(1));
    let at_last = (Some(4), Some(Solidness::Soft), Some(false), Some(3));
    assert_eq!(notes.take(), [before, at_last]);
}

#[test]
fn changes_by_a_last_callback_are_applied_at_the_next_steps_end() {
    let mut core = core();
    let other = spawn(&mut core, crate_at(1.0, 1.0));
    let id = spawn(&mut core, crate_at(10.0, 10.0));
    on(&mut core, id, &[], move |_, moment, cx| {
        if moment.is_removed() {
            cx.object_mut(other).unwrap().set_altitude(4);
            cx.change_level(2);
        }
    });
    core.world.remove(id);
    steps(&mut core, 1);
    assert_eq!(
        (
            core.world.object(other).map(|object| object.altitude()),
            core.world.level()
        ),
        (Some(2), 1)
    );
    let waiting = core.checksum();
    steps(&mut core, 1);
    assert_eq!(
        (
            core.world.object(other).map(|object| object.altitude()),
            core.world.level()
        ),
        (Some(4), 2)
    );
    assert_ne!(core.checksum(), waiting);
}
