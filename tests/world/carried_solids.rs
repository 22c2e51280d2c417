//! Attached solid objects: collisions with the objects that they are carried into, and with objects that run into them.

use crate::common::{
    Moment, Notes, core, crate_at, edit, ghost_at, note_collisions, on, spawn, steps, to_the_right,
};
use core::f32::consts::FRAC_PI_2;
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Attachment, Core, Event, Object, Solidness};

/// Spawns a crate that is attached to another object, `offset` to its right.
fn attached(core: &mut Core, parent: ObjectId, offset: f32) -> ObjectId {
    let child = spawn(core, crate_at(0.0, 0.0));
    let attachment = Attachment {
        offset: vec2(offset, 0.0),
        ..Attachment::default()
    };
    let outcome = core
        .object_mut(child)
        .expect("it exists")
        .set_parent(parent, attachment);
    assert!(outcome.is_done());
    child
}

fn x(core: &Core, id: ObjectId) -> f32 {
    core.world.object(id).expect("it exists").position().x
}

#[test]
fn carried_children_notify_contacts_without_stopping() {
    for solidness in [Solidness::Hard, Solidness::Soft, Solidness::Spectral] {
        let mut core = core();
        let cart = Object {
            solidness,
            ..to_the_right(crate_at(10.0, 10.0))
        };
        let cart = spawn(&mut core, cart);
        let ram = attached(&mut core, cart, 4.0);
        let wall = spawn(&mut core, crate_at(16.5, 10.0));
        let notes = note_collisions(&mut core, &[cart, ram, wall]);
        steps(&mut core, 1);
        let noted = notes.take();
        let told: Vec<_> = noted
            .iter()
            .map(|(me, hit)| (*me, hit.other, hit.is_mover))
            .collect();
        assert_eq!(
            told,
            [(ram, wall, true), (wall, ram, false)],
            "{solidness:?}"
        );
        assert_eq!(noted[0].1.normal, Vec2::NEG_X);
        assert_eq!((x(&core, cart), x(&core, ram)), (11.0, 15.0));
        // Each move notifies again. At rest there is no collision.
        steps(&mut core, 1);
        assert_eq!(notes.take().len(), 2);
        core.object_mut(cart).unwrap().set_velocity(Vec2::ZERO);
        steps(&mut core, 2);
        assert_eq!(notes.take().len(), 0);
    }
}

#[test]
fn fast_carried_children_notify_collisions_along_the_way() {
    for solidness in [Solidness::Hard, Solidness::Soft] {
        let mut core = core();
        let cart = spawn(&mut core, ghost_at(10.0, 10.0).velocity(vec2(40.0, 0.0)));
        let ram = attached(&mut core, cart, 4.0);
        core.object_mut(ram).unwrap().set_solidness(solidness);
        // Spawns one object at the end of the child's move, then two on its path, from right to left. Another object is
        // next to the path.
        let [end, second, first] = [54.5, 40.0, 20.0].map(|x| spawn(&mut core, crate_at(x, 10.0)));
        let beside = spawn(&mut core, crate_at(30.0, 14.0));
        let notes = note_collisions(&mut core, &[ram, end, second, first, beside]);
        steps(&mut core, 1);
        let noted = notes.take();
        let told: Vec<_> = noted.iter().map(|(me, hit)| (*me, hit.other)).collect();
        let expected = [first, second, end].map(|other| [(ram, other), (other, ram)]);
        assert_eq!(told, expected.concat(), "{solidness:?}");
        // The child moves by 40, from 14, and the first object is 4 away from it.
        assert!((noted[0].1.time - 0.1).abs() < 1e-4);
        assert_eq!(noted[0].1.normal, Vec2::NEG_X);
        // None of the objects stops the child or its parent.
        assert_eq!((x(&core, cart), x(&core, ram)), (50.0, 54.0));
    }
}

#[test]
fn a_child_that_a_turn_swings_into_something_tells_both_sides() {
    let mut core = core();
    let hub = Object {
        spin: FRAC_PI_2,
        ..ghost_at(10.0, 10.0)
    };
    let hub = spawn(&mut core, hub);
    let arm = attached(&mut core, hub, 4.0);
    // The offset of 4 to the right becomes 2 down, because cells are twice as high as wide.
    let below = spawn(&mut core, crate_at(10.0, 12.5));
    let notes = note_collisions(&mut core, &[arm, below]);
    steps(&mut core, 1);
    let told: Vec<_> = notes
        .take()
        .iter()
        .map(|(me, hit)| (*me, hit.is_mover))
        .collect();
    assert_eq!(told, [(arm, true), (below, false)]);
}

#[test]
fn others_meet_a_solid_child_where_it_is_now() {
    for solidness in [Solidness::Hard, Solidness::Spectral] {
        let mut core = core();
        let cart = Object {
            solidness,
            velocity: vec2(3.0, 0.0),
            ..crate_at(10.0, 10.0)
        };
        let cart = spawn(&mut core, cart);
        attached(&mut core, cart, 8.0);
        // One object moves into the child's next position, the other into its old position.
        let ahead = Object {
            velocity: vec2(0.0, 1.0),
            ..crate_at(22.0, 7.5)
        };
        let behind = Object {
            velocity: vec2(0.0, 1.0),
            ..crate_at(18.0, 7.5)
        };
        let [ahead, behind] = [ahead, behind].map(|object| spawn(&mut core, object));
        steps(&mut core, 1);
        let y = |id| core.world.object(id).unwrap().position().y;
        assert_eq!((y(ahead), y(behind)), (7.5, 8.5), "{solidness:?}");
    }
}

#[test]
fn a_child_that_jumps_with_its_parent_tells_nobody() {
    let mut core = core();
    let cart = spawn(&mut core, ghost_at(10.0, 10.0));
    let ram = attached(&mut core, cart, 4.0);
    let wall = spawn(&mut core, crate_at(40.0, 10.0));
    let notes = note_collisions(&mut core, &[ram, wall]);
    core.object_mut(cart)
        .unwrap()
        .set_position(vec2(36.0, 10.0));
    steps(&mut core, 2);
    assert_eq!(notes.take().len(), 0);
}

#[test]
fn collisions_from_last_callbacks_are_notified_in_the_next_step() {
    let mut core = core();
    let cart = spawn(&mut core, ghost_at(10.0, 10.0));
    let ram = attached(&mut core, cart, 4.0);
    let wall = spawn(&mut core, crate_at(16.5, 10.0));
    let fuse = spawn(&mut core, ghost_at(50.0, 10.0));
    on(&mut core, fuse, &[], move |_, moment, cx| {
        if matches!(moment, Moment::Removed) {
            cx.move_by(cart, vec2(1.0, 0.0));
        }
    });
    let notes = note_collisions(&mut core, &[ram, wall]);
    core.world.remove(fuse);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 0);
    // Pending contacts are part of the snapshot and of the checksum.
    let snapshot = core.snapshot();
    let waiting = core.checksum();
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
    core.restore(&snapshot);
    assert_eq!(core.checksum(), waiting);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
}

#[test]
fn a_child_carried_out_and_detached_is_still_notified() {
    let mut core = core();
    let cart = Object {
        velocity: vec2(0.0, -1.0),
        ..crate_at(10.0, -0.5)
    };
    let cart = spawn(&mut core, cart);
    let ram = attached(&mut core, cart, 4.0);
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, ram, &[], move |me, moment, _| {
        if let Moment::Event(Event::OutOfBounds) = moment {
            noted.note(me);
        }
    });
    on(&mut core, cart, &[], move |_, moment, cx| {
        if let Moment::Event(Event::OutOfBounds) = moment {
            let _ = edit(cx, ram, |ram| ram.clear_parent());
        }
    });
    steps(&mut core, 3);
    assert_eq!(notes.take(), [ram]);
}
