//! Drawing of attached objects: they glide, turn and jump with their parents.

use crate::attached_objects::{at, moving, place, square};
use crate::common::{Notes, core, drawn, ghost_at, on, spawn, steps};
use damselfly::geometry::turns::TurnMotion;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Interest, Movement, Object};

#[test]
fn a_child_glides_as_its_parent_does() {
    let mut core = square();
    let tank = spawn(
        &mut core,
        Object {
            spin: 0.125,
            ..moving(vec2(100.0, 100.0), vec2(2.0, 1.0))
        },
    );
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(16.0, 4.0)));
    let mut before = place(&core, turret);
    let mut turn = drawn(&core, turret).turn;
    for _ in 0..30 {
        steps(&mut core, 1);
        let row = drawn(&core, turret);
        assert!((row.motion - (row.position - before)).length() < 1e-3);
        assert_eq!(turn.motion_to(row.turn), row.turn_motion);
        (before, turn) = (row.position, row.turn);
    }
    // When the parent rests, neither of them has motion.
    core.object_mut(tank).unwrap().set_velocity(Vec2::ZERO);
    core.object_mut(tank).unwrap().set_spin(0.0);
    steps(&mut core, 1);
    let row = drawn(&core, turret);
    assert_eq!(
        (row.motion, row.turn_motion),
        (Vec2::ZERO, TurnMotion::ZERO)
    );
}

#[test]
fn a_teleport_of_the_parent_is_a_teleport_of_the_child() {
    for (in_a_step, by_cells) in [(false, false), (true, false), (true, true)] {
        let mut core = core();
        let movement = if by_cells {
            Movement::WholeCells
        } else {
            Movement::Smooth
        };
        let tank = spawn(
            &mut core,
            Object {
                movement,
                ..moving(vec2(5.0, 5.0), vec2(1.0, 0.0))
            },
        );
        let turret = spawn(&mut core, ghost_at(0.0, 0.0));
        core.object_mut(turret)
            .unwrap()
            .set_parent(tank, at(vec2(1.0, 0.0)));
        steps(&mut core, 2);
        if in_a_step {
            on(&mut core, tank, &[Interest::After], move |me, _, cx| {
                cx.object_mut(me).unwrap().set_position(vec2(40.0, 12.0));
            });
            steps(&mut core, 1);
        } else {
            core.object_mut(tank)
                .unwrap()
                .set_position(vec2(40.0, 12.0));
        }
        let [below, above] = [tank, turret].map(|id| drawn(&core, id));
        assert_eq!(above.position, vec2(41.0, 12.0));
        assert_eq!((below.motion, above.motion), (Vec2::ZERO, Vec2::ZERO));
    }
}

#[test]
fn a_parent_that_moves_by_whole_cells_is_followed_by_whole_cells() {
    let mut core = core();
    let tank = spawn(
        &mut core,
        Object {
            movement: Movement::WholeCells,
            ..moving(vec2(5.0, 5.0), vec2(0.5, 0.0))
        },
    );
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(0.5, 0.0)));
    for _ in 0..6 {
        steps(&mut core, 1);
        assert_eq!(place(&core, turret).x.fract(), 0.5);
        assert_eq!(drawn(&core, turret).motion, Vec2::ZERO);
    }
    assert_eq!(place(&core, turret), vec2(8.5, 5.0));
}

#[test]
fn a_child_attached_in_a_step_does_not_fly_to_its_place() {
    for interest in [Interest::Step, Interest::After, Interest::Finish] {
        let mut core = core();
        let tank = spawn(&mut core, moving(vec2(50.0, 5.0), vec2(1.0, 0.0)));
        let turret = spawn(&mut core, ghost_at(1.0, 1.0));
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, tank, &[interest], move |me, _, cx| {
            if noted.is_empty() {
                noted.note(
                    cx.object_mut(turret)
                        .unwrap()
                        .set_parent(me, at(vec2(0.0, 2.0))),
                );
            }
        });
        steps(&mut core, 1);
        let [below, above] = [tank, turret].map(|id| drawn(&core, id));
        assert_eq!(above.position, vec2(51.0, 7.0), "{interest:?}");
        // The child has its parent's motion, and no other.
        assert_eq!(above.motion, below.motion);
    }
}

#[test]
fn children_follow_a_parent_moved_in_the_finish_phase() {
    let mut core = core();
    let tank = spawn(&mut core, ghost_at(5.0, 5.0));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(1.0, 0.0)));
    on(&mut core, tank, &[Interest::Finish], move |me, _, cx| {
        cx.move_by(me, vec2(2.0, 0.0));
    });
    steps(&mut core, 2);
    let row = drawn(&core, turret);
    assert_eq!(
        (row.position, row.motion),
        (vec2(10.0, 5.0), vec2(2.0, 0.0))
    );
}

#[test]
fn a_new_offset_takes_effect_in_the_same_step_as_a_jump() {
    let mut core = core();
    let tank = spawn(&mut core, moving(vec2(5.0, 5.0), vec2(1.0, 0.0)));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    core.object_mut(turret)
        .unwrap()
        .set_parent(tank, at(vec2(1.0, 0.0)));
    on(&mut core, tank, &[Interest::Step], move |_, _, cx| {
        cx.object_mut(turret)
            .unwrap()
            .set_attachment(at(vec2(-3.0, 0.0)));
    });
    steps(&mut core, 1);
    let row = drawn(&core, turret);
    assert_eq!((row.position, row.motion), (vec2(3.0, 5.0), vec2(1.0, 0.0)));
}
