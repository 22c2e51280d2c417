//! Leaving the world: which moves send an out-of-bounds event, and when.

use crate::common::{Moment, Notes, core, crate_at, ghost_at, on, spawn, steps};
use crate::movement::cell_at;
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Bounds, Core, Event, Interest, MoveOutcome, Object, Outcome, Solidness};

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
    // Both objects leave the world in the same step, and meet each other in it.
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
        // The second object is removed by the ball in its contact, or by the first object once that has left.
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
