//! Objects attached to others: they move with them, are removed with them, and are on their level.

use crate::attached_objects::{at, moving, place, square};
use crate::common::{Moment, Notes, core, crate_at, drawn, ghost_at, on, spawn, steps};
use core::f32::consts::{FRAC_PI_2, PI};
use damselfly::ObjectId;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::time::Smoothing;
use damselfly::world::{
    Attachment, Core, Event, Interest, Movement, Object, Outcome, StepInput, World,
};

fn children(world: &World, id: ObjectId) -> Vec<ObjectId> {
    world
        .object(id)
        .map_or_else(Vec::new, |object| object.children().collect())
}

#[test]
fn position_and_rotation_follow_the_parent_in_the_same_step() {
    let mut core = square();
    let tank = spawn(
        &mut core,
        Object {
            spin: FRAC_PI_2,
            ..moving(vec2(100.0, 100.0), vec2(2.0, 1.0))
        },
    );
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    let how = Attachment {
        offset: vec2(10.0, 0.0),
        angle: FRAC_PI_2,
        turns: true,
    };
    assert_eq!(
        core.object_mut(turret).unwrap().set_parent(tank, how),
        Outcome::Done
    );
    // Attaching moves the child at once, so that it is drawn at its place before the first step.
    assert_eq!(place(&core, turret), vec2(110.0, 100.0));
    assert_eq!(core.world.object(turret).unwrap().attachment(), Some(how));
    let offsets = [(0.0, 10.0), (-10.0, 0.0), (0.0, -10.0), (10.0, 0.0)];
    for (x, y) in offsets.into_iter().cycle().take(9) {
        steps(&mut core, 1);
        assert_eq!(place(&core, turret), place(&core, tank) + vec2(x, y));
        let apart =
            core.world.object(turret).unwrap().angle() - core.world.object(tank).unwrap().angle();
        assert_eq!(Turn::from_radians(apart), Turn::QUARTER);
        let turn = drawn(&core, tank).turn + Turn::QUARTER;
        assert_eq!(drawn(&core, turret).turn, turn);
    }
}

#[test]
fn children_get_their_parents_extrapolated_motion() {
    let mut core = square();
    core.set_smoothing(Smoothing::Forward);
    let velocity = vec2(2.0, 1.0);
    let tank = spawn(&mut core, moving(vec2(100.0, 100.0), velocity));
    let turret = spawn(&mut core, moving(vec2(0.0, 0.0), vec2(7.0, 7.0)));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(10.0, 0.0)));
    steps(&mut core, 2);
    assert_eq!(drawn(&core, tank).motion, velocity);
    assert_eq!(drawn(&core, turret).motion, velocity);
}

#[test]
fn the_after_hook_sees_children_and_angles_updated() {
    let mut core = square();
    let tank = Object {
        spin: FRAC_PI_2,
        ..moving(vec2(100.0, 100.0), vec2(2.0, 1.0))
    };
    let tank = spawn(&mut core, tank);
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(10.0, 0.0)));
    let seen = Notes::new();
    let phases = [Interest::After, Interest::Finish];
    let noted = seen.clone();
    on(&mut core, tank, &phases, move |me, _, cx| {
        noted.note((
            cx.object(me).map(|object| object.angle()),
            cx.object(turret).map(|object| object.position()),
        ));
    });
    for _ in 0..5 {
        steps(&mut core, 1);
        let now = (
            core.world.object(tank).map(|object| object.angle()),
            core.world.object(turret).map(|object| object.position()),
        );
        assert_eq!(seen.take(), [now; 2]);
    }
}

#[test]
fn children_follow_moves_of_after_hooks_before_finish() {
    let mut core = square();
    let tank = spawn(&mut core, moving(vec2(100.0, 100.0), vec2(2.0, 0.0)));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(10.0, 0.0)));
    let seen = Notes::new();
    let phases = [Interest::After, Interest::Finish];
    let noted = seen.clone();
    on(&mut core, tank, &phases, move |me, moment, cx| {
        if let Moment::After = moment {
            cx.move_by(me, vec2(0.0, 5.0));
        } else {
            noted.note(cx.object(turret).map(|object| object.position()));
        }
    });
    steps(&mut core, 1);
    assert_eq!(seen.take(), [Some(vec2(112.0, 105.0))]);
    // The tank has moved twice in the step: by its velocity and by the handler. Both moves are drawn as one motion.
    let motion = vec2(2.0, 5.0);
    assert_eq!(
        [tank, turret].map(|id| drawn(&core, id).motion),
        [motion; 2]
    );
}

#[test]
fn an_angle_of_its_own_aims_while_the_offset_still_turns() {
    let mut core = square();
    let tank = spawn(
        &mut core,
        Object {
            spin: FRAC_PI_2,
            ..ghost_at(100.0, 100.0)
        },
    );
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    let how = Attachment {
        turns: false,
        ..at(vec2(10.0, 0.0))
    };
    core.object_mut(turret).unwrap().set_parent(tank, how);
    core.object_mut(turret).unwrap().set_angle(1.0);
    core.object_mut(turret).unwrap().set_spin(0.25);
    steps(&mut core, 2);
    assert_eq!(core.world.object(turret).unwrap().angle(), 1.5);
    assert_eq!(place(&core, turret), vec2(90.0, 100.0));
}

#[test]
fn a_spin_of_its_own_turns_a_child_against_its_parent() {
    let mut core = square();
    let spinning = |spin| Object {
        spin,
        ..ghost_at(100.0, 100.0)
    };
    let tank = spawn(&mut core, spinning(0.125));
    let turret = spawn(&mut core, spinning(0.25));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, Attachment::default());
    steps(&mut core, 4);
    assert_eq!(core.world.object(turret).unwrap().angle(), 1.5);
    let [below, above] = [tank, turret].map(|id| drawn(&core, id));
    let own = i32::from(above.turn_motion.0) - i32::from(below.turn_motion.0);
    // Each angle is rounded to a multiple of a 65 536th of a turn.
    assert!(
        (own - i32::from(Turn::from_radians(0.25).0)).abs() <= 1,
        "{own}"
    );
}

#[test]
fn offsets_turn_in_pixels_as_sprites_do() {
    let mut core = core();
    let tank = spawn(
        &mut core,
        Object {
            angle: FRAC_PI_2,
            ..ghost_at(20.0, 10.0)
        },
    );
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(2.0, 1.0)));
    // Cells are twice as tall as wide: 16 pixels right and 16 down become 16 down and 16 left.
    assert_eq!(place(&core, turret), vec2(18.0, 11.0));
}

#[test]
fn attachments_of_any_depth_follow_in_one_step() {
    let mut core = square();
    let ids: Vec<ObjectId> = (0..2_000)
        .map(|_| spawn(&mut core, ghost_at(0.0, 0.0)))
        .collect();
    // Each object is attached to the one spawned after it, so that children come before their parents in act order.
    for pair in ids.windows(2) {
        assert!(
            core.object_mut(pair[0])
                .unwrap()
                .set_parent(pair[1], at(vec2(0.25, 0.0)))
                .is_done()
        );
    }
    let root = ids[ids.len() - 1];
    core.object_mut(root).unwrap().set_velocity(vec2(3.0, 0.0));
    for step in 1..=3_u16 {
        steps(&mut core, 1);
        assert_eq!(
            place(&core, ids[0]),
            vec2(3.0 * f32::from(step) + 1999.0 * 0.25, 0.0)
        );
        assert_eq!(drawn(&core, ids[0]).motion, vec2(3.0, 0.0));
    }
    core.world.remove(root);
    steps(&mut core, 1);
    assert!(core.world.is_empty());
}

#[test]
fn circles_and_attaching_to_itself_are_refused_and_counted() {
    let mut core = core();
    let [a, b, c] = [0.0; 3].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let plain = Attachment::default();
    assert!(core.object_mut(b).unwrap().set_parent(a, plain).is_done());
    assert!(core.object_mut(c).unwrap().set_parent(b, plain).is_done());
    let before = core.checksum();
    for (child, parent) in [(a, a), (a, b), (a, c), (b, c), (c, c)] {
        let outcome = core.object_mut(child).unwrap().set_parent(parent, plain);
        assert_eq!(outcome, Outcome::Refused, "{child} to {parent}");
    }
    assert_eq!(core.world.refusals(), 5);
    assert_eq!(core.checksum(), before);
    assert_eq!(core.world.object(c).unwrap().parent(), Some(b));
    // Once `b` is detached, attaching the other way round is possible.
    assert!(core.object_mut(b).unwrap().clear_parent().is_done());
    assert!(core.object_mut(a).unwrap().set_parent(c, plain).is_done());
    assert_eq!(core.world.object(a).unwrap().parent(), Some(c));
}

#[test]
fn children_keep_the_order_of_attaching_and_have_one_parent() {
    let mut core = core();
    let [a, b, c, d, e] = [0.0; 5].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let plain = Attachment::default();
    for child in [d, c, e] {
        core.object_mut(child).unwrap().set_parent(a, plain);
    }
    assert_eq!(children(&core.world, a), [d, c, e]);
    core.object_mut(c).unwrap().set_parent(b, plain);
    assert_eq!(children(&core.world, a), [d, e]);
    assert_eq!(children(&core.world, b), [c]);
    // A child that is attached again comes last.
    core.object_mut(d).unwrap().set_parent(a, plain);
    assert_eq!(children(&core.world, a), [e, d]);
    core.object_mut(e).unwrap().clear_parent();
    assert_eq!(children(&core.world, a), [d]);
    assert_eq!(
        core.world.object(e).and_then(|object| object.parent()),
        None
    );
    assert_eq!(
        core.world.object(e).and_then(|object| object.attachment()),
        None
    );
}

#[test]
fn attaching_to_removed_objects_returns_gone() {
    let mut core = core();
    let [alive, dead] = [5.0; 2].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    core.world.remove(dead);
    let plain = Attachment::default();
    // `dead` is being removed now, so its parent cannot be changed.
    let mut dying = core.object_mut(dead).unwrap();
    assert_eq!(dying.set_parent(alive, plain), Outcome::Gone);
    assert_eq!(dying.clear_parent(), Outcome::Gone);
    for _ in 0..2 {
        // A removed object is also refused as a parent, during its removal and afterwards.
        let outcome = core.object_mut(alive).unwrap().set_parent(dead, plain);
        assert_eq!(outcome, Outcome::Gone);
        steps(&mut core, 1);
    }
    assert!(core.object_mut(dead).is_none());
    assert!(core.world.object(dead).is_none());
    assert!(children(&core.world, dead).is_empty());
    // `alive` has no parent: there is no attachment to change, and detaching it does nothing.
    assert_eq!(
        core.object_mut(alive).unwrap().set_attachment(plain),
        Outcome::Refused
    );
    assert_eq!(
        core.object_mut(alive).unwrap().clear_parent(),
        Outcome::Done
    );
}

#[test]
fn children_die_with_the_parent_and_their_last_callback_runs_once() {
    for in_a_step in [false, true] {
        let mut core = core();
        let [tank, turret, barrel, crew] = [5.0; 4].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
        let plain = Attachment::default();
        core.object_mut(turret).unwrap().set_parent(tank, plain);
        core.object_mut(barrel).unwrap().set_parent(turret, plain);
        core.object_mut(crew).unwrap().set_parent(tank, plain);
        let notes = Notes::new();
        for id in [tank, turret, barrel, crew] {
            let noted = notes.clone();
            on(&mut core, id, &[Interest::Finish], move |me, moment, _| {
                noted.note((me, moment.is_removed()));
            });
        }
        // The game also removes some of the children itself: the barrel before the tank, and the crew after it.
        if in_a_step {
            let killer = spawn(&mut core, ghost_at(1.0, 1.0));
            on(&mut core, killer, &[Interest::Step], move |me, _, cx| {
                for id in [barrel, tank, crew, me] {
                    cx.remove(id);
                }
            });
        } else {
            for id in [barrel, tank, crew] {
                core.world.remove(id);
            }
        }
        assert_eq!(core.world.len(), if in_a_step { 5 } else { 4 });
        steps(&mut core, 2);
        // Each object is notified of its removal once, at the step's end, and of no phase after it was marked.
        let expected = [barrel, tank, turret, crew].map(|id| (id, true));
        assert_eq!(notes.take(), expected);
        assert!(core.world.is_empty());
    }
}

#[test]
fn a_detached_child_survives_and_moves_by_itself() {
    let mut core = core();
    let tank = spawn(&mut core, moving(vec2(5.0, 5.0), vec2(1.0, 0.0)));
    let turret = spawn(&mut core, moving(vec2(0.0, 0.0), vec2(0.0, 0.5)));
    let barrel = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(1.0, 0.0)));
    core.object_mut(barrel)
        .unwrap()
        .set_parent(turret, at(vec2(1.0, 0.0)));
    steps(&mut core, 2);
    assert_eq!(
        place(&core, turret),
        vec2(8.0, 5.0),
        "not by its own velocity"
    );
    assert!(core.object_mut(turret).unwrap().clear_parent().is_done());
    core.world.remove(tank);
    steps(&mut core, 2);
    assert!(!core.world.contains(tank) && core.world.contains(turret));
    assert_eq!(place(&core, turret), vec2(8.0, 6.0));
    assert_eq!(place(&core, barrel), vec2(9.0, 6.0));
}

#[test]
fn a_child_is_neither_moved_nor_accelerated_by_itself() {
    let mut core = core();
    let tank = spawn(&mut core, ghost_at(5.0, 5.0));
    for movement in [Movement::Smooth, Movement::WholeCells] {
        let object = Object {
            acceleration: vec2(0.5, 0.5),
            movement,
            ..moving(vec2(1.0, 1.0), vec2(1.0, 1.0))
        };
        let child = spawn(&mut core, object);
        core.object_mut(child)
            .unwrap()
            .set_parent(tank, at(vec2(2.0, 0.0)));
        steps(&mut core, 3);
        assert_eq!(place(&core, child), vec2(7.0, 5.0));
        assert_eq!(core.world.object(child).unwrap().velocity(), vec2(1.0, 1.0));
        core.object_mut(child).unwrap().clear_parent();
        steps(&mut core, 1);
        assert_ne!(place(&core, child), vec2(7.0, 5.0));
    }
}

#[test]
fn children_are_always_on_their_parents_level() {
    let mut core = core();
    let [tank, turret, barrel] = [5.0; 3].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let levels =
        |core: &Core| [tank, turret, barrel].map(|id| core.world.object(id).unwrap().level());
    core.object_mut(barrel)
        .unwrap()
        .set_parent(turret, at(Vec2::ONE));
    core.object_mut(tank).unwrap().set_level(3);
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(Vec2::ONE));
    assert_eq!(levels(&core), [3, 3, 3]);
    core.object_mut(tank).unwrap().set_persistent(true);
    assert_eq!(levels(&core), [0, 0, 0]);
    // Calls that change a child's level have no effect: the parent's level decides.
    core.object_mut(turret).unwrap().set_level(2);
    core.object_mut(barrel).unwrap().set_persistent(false);
    assert_eq!(levels(&core), [0, 0, 0]);
    on(&mut core, tank, &[Interest::Step], move |me, _, cx| {
        let before = cx.object(turret).map(|object| object.level());
        cx.object_mut(me).unwrap().set_persistent(false);
        assert_eq!(
            cx.object(turret).map(|object| object.level()),
            before,
            "not before the end"
        );
    });
    steps(&mut core, 1);
    assert_eq!(levels(&core), [1, 1, 1]);
    // The children are frozen with their parent, and move on when its level returns.
    core.object_mut(tank).unwrap().set_velocity(vec2(1.0, 0.0));
    core.context().change_level(2);
    steps(&mut core, 3);
    assert_eq!(place(&core, turret), vec2(6.0, 6.0));
    core.context().change_level(1);
    steps(&mut core, 1);
    assert_eq!(place(&core, barrel), vec2(8.0, 7.0));
    core.object_mut(barrel).unwrap().clear_parent();
    core.object_mut(barrel).unwrap().set_level(2);
    assert_eq!(levels(&core), [1, 1, 2]);
}

#[test]
fn members_of_one_hierarchy_never_collide() {
    let mut core = core();
    let tank = spawn(
        &mut core,
        Object {
            velocity: vec2(1.0, 0.0),
            ..crate_at(5.0, 5.0)
        },
    );
    let turret = spawn(&mut core, crate_at(0.0, 0.0));
    let barrel = spawn(&mut core, crate_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(0.5, 0.0)));
    core.object_mut(barrel)
        .unwrap()
        .set_parent(turret, at(vec2(0.5, 0.0)));
    let notes = Notes::new();
    for id in [tank, turret, barrel] {
        let noted = notes.clone();
        on(&mut core, id, &[], move |_, moment, _| {
            noted.note(moment.is_collision());
        });
    }
    steps(&mut core, 3);
    assert_eq!(place(&core, tank), vec2(8.0, 5.0));
    assert!(notes.is_empty());
    // A moving wall still meets the turret.
    let wall = spawn(&mut core, crate_at(9.5, 8.0));
    core.object_mut(wall).unwrap().set_velocity(vec2(0.0, -1.0));
    steps(&mut core, 2);
    assert!(!notes.is_empty());
}

#[test]
fn carried_children_are_notified_out_of_bounds_unless_they_jump() {
    for jump in [false, true] {
        let mut core = core();
        let tank = spawn(&mut core, moving(vec2(77.0, 5.0), vec2(1.0, 0.0)));
        let turret = spawn(&mut core, ghost_at(0.0, 0.0));
        core.object_mut(turret)
            .unwrap()
            .set_parent(tank, at(vec2(2.5, 0.0)));
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, turret, &[], move |_, moment, cx| {
            if matches!(moment, Moment::Event(Event::OutOfBounds)) {
                noted.note(cx.time.number);
            }
        });
        if jump {
            on(&mut core, tank, &[Interest::Step], move |me, _, cx| {
                cx.object_mut(me).unwrap().set_position(vec2(100.0, 5.0));
                cx.object_mut(me).unwrap().set_velocity(Vec2::ZERO);
            });
        }
        steps(&mut core, 4);
        assert_eq!(notes.take(), if jump { vec![] } else { vec![2] });
    }
}

#[test]
fn attachments_count_in_the_checksum_while_there_are_any() {
    let mut core = core();
    let [a, b] = [5.0; 2].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let plain = core.checksum();
    core.object_mut(b)
        .unwrap()
        .set_parent(a, Attachment::default());
    let attached = core.checksum();
    assert_ne!(attached, plain);
    core.object_mut(b).unwrap().set_attachment(Attachment {
        turns: false,
        ..Attachment::default()
    });
    assert_ne!(core.checksum(), attached);
    core.object_mut(b).unwrap().clear_parent();
    assert_eq!(core.checksum(), plain);
}

#[test]
fn a_copy_of_a_hierarchy_steps_the_same() {
    let mut one = square();
    let mut ids = Vec::new();
    for number in 0..20_u8 {
        let id = spawn(
            &mut one,
            Object {
                spin: f32::from(number) / 64.0,
                ..moving(vec2(f32::from(number), 7.0), vec2(0.5, 0.25))
            },
        );
        if number % 5 != 0 {
            let parent = ids[ids.len() / 2];
            one.context()
                .object_mut(id)
                .unwrap()
                .set_parent(parent, at(vec2(3.0, 1.0)));
        }
        ids.push(id);
    }
    steps(&mut one, 7);
    let mut other = square();
    steps(&mut other, 7);
    other.world = one.world.clone();
    for _ in 0..10 {
        for core in [&mut one, &mut other] {
            steps(core, 1);
        }
        assert_eq!(one.checksum(), other.checksum());
    }
}

#[test]
fn half_a_turn_and_back_leaves_a_child_where_it_was() {
    let mut core = square();
    let tank = spawn(&mut core, ghost_at(50.0, 50.0));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(7.0, 3.0)));
    core.object_mut(tank).unwrap().set_angle(PI);
    assert_eq!(place(&core, turret), vec2(43.0, 47.0));
    core.object_mut(tank).unwrap().set_angle(0.0);
    assert_eq!(place(&core, turret), vec2(57.0, 53.0));
    assert_eq!(core.world.object(turret).unwrap().angle(), 0.0);
    core.step(StepInput::next(&core));
    assert_eq!(place(&core, turret), vec2(57.0, 53.0));
}
