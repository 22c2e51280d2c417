//! Motions of a frame between two steps: a motion is the displacement of the last step, the velocity if the smoothing
//! extrapolates, or zero.

use crate::common::{core, crate_at, drawn, ghost_at, on, spawn, steps};
use core::f32::consts::PI;
use damselfly::ObjectId;
use damselfly::geometry::turns::TurnMotion;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::CHUNK;
use damselfly::time::Smoothing;
use damselfly::world::{Core, Integrator, Interest, MoveOutcome, Movement, Object};

fn motion(core: &Core, id: ObjectId) -> Vec2 {
    drawn(core, id).motion
}

/// Calls `act` with this id in each later step, before movement.
fn in_steps(core: &mut Core, id: ObjectId, act: fn(&mut damselfly::world::Context<'_>, ObjectId)) {
    let hand = spawn(
        core,
        Object {
            altitude: 0,
            persistent: true,
            ..ghost_at(0.0, 0.0)
        },
    );
    on(core, hand, &[Interest::Step], move |_, _, cx| act(cx, id));
}

#[test]
fn motion_is_the_last_steps_displacement_for_every_kind_of_movement() {
    let velocity = vec2(0.5, -0.25);
    for object in [
        Object {
            velocity,
            ..ghost_at(10.0, 10.0)
        },
        Object {
            velocity,
            ..crate_at(10.0, 10.0)
        },
        Object {
            acceleration: velocity,
            ..ghost_at(10.0, 10.0)
        },
    ] {
        let mut core = core();
        let id = spawn(&mut core, object);
        assert_eq!(motion(&core, id), Vec2::ZERO, "spawned");
        steps(&mut core, 1);
        assert_eq!(motion(&core, id), velocity);
        // A handler and the engine move the object in the same step.
        in_steps(&mut core, id, |cx, id| {
            assert_eq!(cx.move_by(id, vec2(1.0, 1.0)), MoveOutcome::Moved);
        });
        let before = drawn(&core, id).position;
        steps(&mut core, 1);
        let after = drawn(&core, id);
        assert_eq!(after.motion, after.position - before);
        assert!(after.motion.x >= 1.5);
    }
}

#[test]
fn a_layers_time_scale_scales_motion() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            velocity: vec2(1.0, 0.0),
            ..ghost_at(10.0, 10.0)
        },
    );
    core.world.altitude_settings_mut(2).time_scale = 0.25;
    steps(&mut core, 1);
    assert_eq!(motion(&core, id), vec2(0.25, 0.0));
}

#[test]
fn a_jump_a_stop_and_a_wall_leave_no_motion() {
    type Stop = fn(&mut Core, ObjectId);
    let stops: [(&str, Stop); 6] = [
        ("stopped", |core, id| {
            drop_out(
                core.object_mut(id)
                    .unwrap()
                    .set_velocity(Vec2::ZERO)
                    .is_done(),
            )
        }),
        ("disabled", |core, _| {
            core.world.altitude_settings_mut(2).enabled = false
        }),
        ("frozen", |core, _| {
            core.world.altitude_settings_mut(2).time_scale = 0.0
        }),
        ("on another level", |core, id| {
            drop_out(core.object_mut(id).unwrap().set_level(2).is_done())
        }),
        ("elsewhere", |core, _| core.context().change_level(2)),
        ("blocked", |core, id| {
            let place = core
                .world
                .object(id)
                .map(|object| object.position())
                .unwrap_or_default();
            spawn(core, crate_at(place.x + 2.0, place.y));
        }),
    ];
    for solid in [true, false] {
        for (name, stop) in stops {
            if !solid && name == "blocked" {
                continue;
            }
            let mut core = core();
            let object = if solid {
                crate_at(10.0, 10.0)
            } else {
                ghost_at(10.0, 10.0)
            };
            let id = spawn(
                &mut core,
                Object {
                    velocity: vec2(1.0, 0.0),
                    ..object
                },
            );
            steps(&mut core, 2);
            assert_eq!(motion(&core, id), vec2(1.0, 0.0));
            stop(&mut core, id);
            steps(&mut core, 1);
            assert_eq!(motion(&core, id), Vec2::ZERO, "{name}, solid: {solid}");
        }
    }
}

#[test]
fn extrapolation_leads_along_the_velocity_at_the_steps_end() {
    for smoothing in [Smoothing::Forward, Smoothing::Backward] {
        for solid in [true, false] {
            let mut core = core();
            let object = if solid {
                crate_at(10.0, 10.0)
            } else {
                ghost_at(10.0, 10.0)
            };
            let velocity = vec2(1.0, 0.5);
            let id = spawn(&mut core, Object { velocity, ..object });
            core.set_smoothing(smoothing);
            core.world.altitude_settings_mut(2).time_scale = 0.5;
            steps(&mut core, 1);
            assert_eq!(motion(&core, id), vec2(0.5, 0.25));
            // In each step the object turns around after moving, as after a bounce. It has moved right, and its new
            // velocity points left.
            on(&mut core, id, &[Interest::After], |_, _, cx| {
                let Vec2 { x, y } = cx.me().velocity();
                drop_out(cx.me().set_velocity(vec2(-x, y)).is_done());
            });
            steps(&mut core, 1);
            assert_eq!(motion(&core, id), vec2(-0.5, 0.25), "{smoothing} {solid}");
            core.set_smoothing(Smoothing::Interpolate);
            steps(&mut core, 1);
            assert_eq!(motion(&core, id), vec2(-0.5, 0.25));
        }
    }
}

#[test]
fn extrapolation_stops_at_walls_and_after_jumps() {
    let mut core = core();
    core.set_smoothing(Smoothing::Forward);
    let velocity = vec2(1.0, 0.0);
    let blocked = spawn(
        &mut core,
        Object {
            velocity,
            ..crate_at(10.0, 10.0)
        },
    );
    spawn(&mut core, crate_at(11.0, 10.0));
    let jumping = spawn(
        &mut core,
        Object {
            velocity,
            ..ghost_at(30.0, 10.0)
        },
    );
    on(&mut core, jumping, &[Interest::After], |_, _, cx| {
        drop_out(cx.me().set_position(vec2(50.0, 5.0)).is_done());
    });
    let child = spawn(
        &mut core,
        Object {
            velocity: vec2(7.0, 7.0),
            ..ghost_at(0.0, 0.0)
        },
    );
    let parent = spawn(
        &mut core,
        Object {
            velocity,
            ..ghost_at(5.0, 20.0)
        },
    );
    drop_out(
        core.object_mut(child)
            .unwrap()
            .set_parent(parent, damselfly::world::Attachment::default())
            .is_done(),
    );
    steps(&mut core, 3);
    assert_eq!(motion(&core, blocked), Vec2::ZERO);
    assert_eq!(motion(&core, jumping), Vec2::ZERO);
    assert_eq!(motion(&core, parent), velocity);
    assert_eq!(motion(&core, child), velocity, "as its parent");
}

fn drop_out(done: bool) {
    assert!(done);
}

#[test]
fn a_teleport_is_a_jump_in_the_step_and_between_steps() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            velocity: vec2(1.0, 0.0),
            ..ghost_at(10.0, 10.0)
        },
    );
    steps(&mut core, 1);
    core.object_mut(id).unwrap().set_position(vec2(50.0, 10.0));
    assert_eq!(motion(&core, id), Vec2::ZERO);
    steps(&mut core, 1);
    assert_eq!(motion(&core, id), vec2(1.0, 0.0));
    let hand = spawn(&mut core, ghost_at(0.0, 0.0));
    on(&mut core, hand, &[Interest::After], move |_, _, cx| {
        cx.object_mut(id).unwrap().set_position(vec2(20.0, 10.0));
    });
    steps(&mut core, 1);
    assert_eq!(motion(&core, id), Vec2::ZERO);
}

#[test]
fn whole_cells_are_never_smoothed() {
    let mut core = core();
    let object = Object {
        velocity: vec2(1.0, 0.5),
        movement: Movement::WholeCells,
        ..crate_at(10.0, 10.0)
    };
    let id = spawn(&mut core, object);
    in_steps(&mut core, id, |cx, id| {
        cx.move_by(id, vec2(0.0, 1.0));
    });
    for _ in 0..4 {
        steps(&mut core, 1);
        assert_eq!(motion(&core, id), Vec2::ZERO);
    }
}

#[test]
fn moving_one_row_does_not_restore_old_motion_of_others() {
    let mut core = core();
    let objects = [
        ghost_at(10.0, 10.0),
        crate_at(30.0, 10.0),
        ghost_at(50.0, 10.0),
    ];
    let [ghost, solid, neighbour] = objects.map(|object| spawn(&mut core, object));
    for id in [ghost, solid] {
        core.object_mut(id).unwrap().set_velocity(vec2(1.0, 0.0));
    }
    steps(&mut core, 1);
    for id in [ghost, solid] {
        core.object_mut(id).unwrap().set_velocity(Vec2::ZERO);
    }
    in_steps(&mut core, neighbour, |cx, id| {
        cx.move_by(id, vec2(0.5, 0.0));
    });
    steps(&mut core, 1);
    let motions = [ghost, solid, neighbour].map(|id| motion(&core, id).x);
    assert_eq!(motions, [0.0, 0.0, 0.5]);
}

#[test]
fn a_transferred_row_keeps_only_current_motion() {
    for still in [false, true] {
        let mut core = core();
        let id = spawn(
            &mut core,
            Object {
                velocity: vec2(1.0, 0.0),
                ..ghost_at(10.0, 10.0)
            },
        );
        let other = Object {
            altitude: 3,
            velocity: vec2(0.0, 1.0),
            ..ghost_at(10.0, 10.0)
        };
        let other = spawn(&mut core, other);
        steps(&mut core, 1);
        if still {
            core.object_mut(id).unwrap().set_velocity(Vec2::ZERO);
        }
        in_steps(&mut core, id, |cx, id| {
            cx.object_mut(id).unwrap().set_altitude(3);
        });
        steps(&mut core, 1);
        assert_eq!(
            core.world.object(id).map(|object| object.altitude()),
            Some(3)
        );
        let expected = if still { Vec2::ZERO } else { vec2(1.0, 0.0) };
        assert_eq!(
            (motion(&core, id), motion(&core, other)),
            (expected, vec2(0.0, 1.0))
        );
        steps(&mut core, 1);
        assert_eq!(motion(&core, id), expected);
    }
}

#[test]
fn pruning_restores_no_old_motion() {
    let mut core = core();
    // The object is alone in its chunk. It moves in step 1 and rests in step 2.
    let fillers: Vec<ObjectId> = (0..CHUNK)
        .map(|_| spawn(&mut core, ghost_at(1.0, 1.0)))
        .collect();
    let id = spawn(&mut core, ghost_at(10.0, 10.0));
    let hand = spawn(
        &mut core,
        Object {
            altitude: 0,
            ..ghost_at(0.0, 0.0)
        },
    );
    on(&mut core, hand, &[Interest::Step], move |_, _, cx| {
        if cx.time.number == 1 {
            cx.move_by(id, vec2(1.0, 0.0));
        } else {
            // Half of the first chunk is removed, and its last object moves.
            fillers[..CHUNK / 2]
                .iter()
                .for_each(|&filler| assert!(cx.remove(filler).is_done()));
            cx.move_by(fillers[CHUNK - 1], vec2(1.0, 0.0));
        }
    });
    steps(&mut core, 1);
    assert_eq!(motion(&core, id), vec2(1.0, 0.0));
    steps(&mut core, 1);
    let layer = core.world.scene().altitudes()[2].level(1);
    assert_eq!(
        layer.map(|layer| (layer.len(), layer.live())),
        Some((CHUNK / 2 + 1, CHUNK / 2 + 1))
    );
    assert_eq!(motion(&core, id), Vec2::ZERO);
}

#[test]
fn angles_turn_the_short_way() {
    let turn = |radians: f32| radians / (2.0 * PI) * 65_536.0;
    for (spin, shown) in [
        (0.5, 0.5),
        (-0.5, -0.5),
        (2.0 * PI - 0.5, -0.5),
        (0.5 - 2.0 * PI, 0.5),
    ] {
        let mut core = core();
        let id = spawn(
            &mut core,
            Object {
                spin,
                angle: 6.0,
                ..ghost_at(10.0, 10.0)
            },
        );
        for _ in 0..20 {
            let before = drawn(&core, id).turn;
            steps(&mut core, 1);
            let now = drawn(&core, id);
            assert!(
                (f32::from(now.turn_motion.0) - turn(shown)).abs() <= 1.0,
                "{spin}"
            );
            assert_eq!(before.turned_by(now.turn_motion), now.turn);
        }
        core.object_mut(id).unwrap().set_spin(0.0);
        steps(&mut core, 1);
        assert_eq!(drawn(&core, id).turn_motion, TurnMotion::ZERO);
    }
}

#[test]
fn setting_an_angle_is_a_jump() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            spin: 0.1,
            ..ghost_at(10.0, 10.0)
        },
    );
    steps(&mut core, 1);
    core.object_mut(id).unwrap().set_angle(1.0);
    assert_eq!(drawn(&core, id).turn_motion, TurnMotion::ZERO);
    steps(&mut core, 1);
    assert!(drawn(&core, id).turn_motion > TurnMotion::ZERO);
}

#[test]
fn every_integrator_is_drawn_on_a_straight_line_between_steps() {
    for integrator in [
        Integrator::SemiImplicitEuler,
        Integrator::VelocityVerlet,
        Integrator::Rk4,
    ] {
        let mut core = core();
        let object = Object {
            velocity: vec2(1.0, 0.0),
            acceleration: vec2(0.0, 0.5),
            integrator,
            ..ghost_at(10.0, 10.0)
        };
        let id = spawn(&mut core, object);
        for _ in 0..4 {
            let before = core.world.object(id).unwrap().position();
            steps(&mut core, 1);
            let after = core.world.object(id).unwrap().position();
            assert_eq!(motion(&core, id), after - before, "{integrator:?}");
        }
    }
}
