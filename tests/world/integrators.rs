//! How objects follow accelerations, compared with closed forms.

use crate::common::{core, crate_at, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Core, Force, Integrator, MotionState, Movement, Object};

const ALL: [Integrator; 3] = [
    Integrator::SemiImplicitEuler,
    Integrator::VelocityVerlet,
    Integrator::Rk4,
];

fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it is there").position()
}

fn speed(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it is there").velocity()
}

#[test]
fn free_fall_matches_the_formula_of_each_integrator() {
    for integrator in ALL {
        let mut core = core();
        let id = spawn(
            &mut core,
            Object {
                velocity: vec2(0.5, -1.0),
                acceleration: vec2(0.0, 0.125),
                integrator,
                ..ghost_at(2.0, 3.0)
            },
        );
        assert_eq!(core.world.object(id).unwrap().integrator(), integrator);
        for step in 1..=40_u16 {
            steps(&mut core, 1);
            let t = f32::from(step);
            let fallen = 0.125 * t * t / 2.0;
            let deeper = match integrator {
                Integrator::SemiImplicitEuler => 0.125 * t / 2.0,
                _ => 0.0,
            };
            let expected = vec2(2.0 + 0.5 * t, 3.0 - t + fallen + deeper);
            assert_eq!(place(&core, id), expected, "{integrator:?} at step {step}");
            assert_eq!(speed(&core, id), vec2(0.5, -1.0 + 0.125 * t));
        }
    }
}

#[test]
fn without_acceleration_every_integrator_moves_alike() {
    let mut core = core();
    let ids = ALL.map(|integrator| {
        let object = Object {
            velocity: vec2(0.3, 0.1),
            integrator,
            ..crate_at(5.0, 5.0)
        };
        let ghost = Object {
            solidness: damselfly::world::Solidness::Spectral,
            ..object
        };
        spawn(&mut core, ghost)
    });
    steps(&mut core, 50);
    for id in ids {
        assert_eq!(place(&core, id), place(&core, ids[0]));
    }
}

/// Angular speed of the swing, in radians per step.
const OMEGA: f32 = 0.1;
const CENTER: Vec2 = vec2(40.0, 12.0);

fn spring(at: MotionState) -> Vec2 {
    (CENTER - at.position) * (OMEGA * OMEGA)
}

/// Returns the largest and the final error of a swing's energy, relative to the exact energy.
fn energy_error(integrator: Integrator, count: u32) -> (f32, f32) {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            position: CENTER + vec2(8.0, 0.0),
            force: Some(Force(spring)),
            integrator,
            bounds: damselfly::world::Bounds::Sprite,
            ..ghost_at(0.0, 0.0)
        },
    );
    let energy = |core: &Core| {
        let stretched = (place(core, id) - CENTER).length_squared() * OMEGA * OMEGA;
        speed(core, id).length_squared() + stretched
    };
    let right = energy(&core);
    let mut most = 0.0_f32;
    for _ in 0..count {
        steps(&mut core, 1);
        most = most.max((energy(&core) / right - 1.0).abs());
    }
    (most, (energy(&core) / right - 1.0).abs())
}

#[test]
fn rk4_keeps_energy_best_then_verlet_then_euler() {
    let [euler, verlet, rk4] = ALL.map(|integrator| energy_error(integrator, 10_000).0);
    assert!(rk4 < 1e-3, "{rk4}");
    assert!(rk4 < verlet / 3.0 && verlet < 5e-3, "{rk4} {verlet}");
    assert!(verlet < euler / 10.0 && euler < 0.1, "{verlet} {euler}");
}

#[test]
fn a_swing_follows_the_cosine() {
    for (integrator, far) in [(Integrator::VelocityVerlet, 0.2), (Integrator::Rk4, 1e-3)] {
        let mut core = core();
        let id = spawn(
            &mut core,
            Object {
                position: CENTER + vec2(8.0, 0.0),
                force: Some(Force(spring)),
                integrator,
                ..ghost_at(0.0, 0.0)
            },
        );
        for step in 1..=314_u16 {
            steps(&mut core, 1);
            let phase = f64::from(step) * f64::from(OMEGA);
            #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
            let expected = 8.0 * libm_cos(phase) as f32;
            let off = (place(&core, id).x - CENTER.x - expected).abs();
            assert!(off < far, "{integrator:?} is {off} off at step {step}");
        }
    }
}

/// Returns the cosine by its power series, so that the test uses no platform function.
fn libm_cos(x: f64) -> f64 {
    let x = x % core::f64::consts::TAU;
    let mut term = 1.0;
    let mut sum = 1.0;
    for n in 1..30 {
        let n = f64::from(n);
        term *= -x * x / ((2.0 * n - 1.0) * (2.0 * n));
        sum += term;
    }
    sum
}

#[test]
fn a_force_adds_to_acceleration_and_receives_the_time() {
    fn by_time(at: MotionState) -> Vec2 {
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let time = at.time as f32;
        vec2(time, if at.velocity.y == 0.0 { 1.0 } else { 0.0 })
    }
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            acceleration: vec2(0.5, 0.0),
            force: Some(Force(by_time)),
            ..ghost_at(2.0, 2.0)
        },
    );
    // In the first step, the force receives time 0.
    steps(&mut core, 1);
    assert_eq!(speed(&core, id), vec2(0.5, 1.0));
    steps(&mut core, 2);
    assert_eq!(speed(&core, id), vec2(0.5 + 1.5 + 2.5, 1.0));
    assert!(core.object_mut(id).unwrap().set_force(None).is_done());
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_acceleration(Vec2::ZERO)
            .is_done()
    );
    steps(&mut core, 2);
    assert_eq!(speed(&core, id), vec2(4.5, 1.0));
}

#[test]
fn an_invalid_force_is_refused_and_keeps_the_motion() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        for integrator in ALL {
            let force = match bad {
                bad if bad.is_nan() => Force(|_| vec2(f32::NAN, 0.0)),
                f32::INFINITY => Force(|_| vec2(0.0, f32::INFINITY)),
                f32::NEG_INFINITY => Force(|_| vec2(f32::NEG_INFINITY, 0.0)),
                _ => Force(|_| vec2(1e30, 0.0)),
            };
            let mut core = core();
            let id = spawn(
                &mut core,
                Object {
                    velocity: vec2(0.25, 0.0),
                    force: Some(force),
                    integrator,
                    ..ghost_at(5.0, 5.0)
                },
            );
            steps(&mut core, 3);
            assert_eq!(core.world.refusals(), 3);
            assert_eq!(speed(&core, id), vec2(0.25, 0.0));
            // The object has moved by its velocity in each step.
            assert_eq!(place(&core, id), vec2(5.75, 5.0));
            assert!(
                core.object_mut(id)
                    .unwrap()
                    .set_velocity(Vec2::ZERO)
                    .is_done()
            );
            steps(&mut core, 1);
            assert_eq!(place(&core, id), vec2(5.75, 5.0));
        }
    }
}

#[test]
fn a_force_that_panics_disables_its_object_and_no_other() {
    let mut core = core();
    let faulty = spawn(
        &mut core,
        Object {
            velocity: vec2(1.0, 0.0),
            force: Some(Force(|_| panic!("this one is meant"))),
            ..ghost_at(5.0, 5.0)
        },
    );
    let other = spawn(
        &mut core,
        Object {
            force: Some(Force(|_| vec2(1.0, 0.0))),
            ..ghost_at(5.0, 5.0)
        },
    );
    steps(&mut core, 2);
    assert!(core.world.object(faulty).unwrap().is_disabled());
    assert_eq!(place(&core, faulty), vec2(5.0, 5.0));
    assert_eq!(place(&core, other), vec2(8.0, 5.0));
}

#[test]
fn accelerated_objects_are_stopped_by_walls_and_may_move_by_whole_cells() {
    let mut core = core();
    spawn(&mut core, crate_at(20.0, 5.0));
    let pull = Some(Force(|_| vec2(0.25, 0.0)));
    let hard = spawn(
        &mut core,
        Object {
            force: pull,
            integrator: Integrator::Rk4,
            ..crate_at(10.0, 5.0)
        },
    );
    let by_cells = spawn(
        &mut core,
        Object {
            force: pull,
            integrator: Integrator::VelocityVerlet,
            movement: Movement::WholeCells,
            ..ghost_at(10.0, 15.0)
        },
    );
    for _ in 0..12 {
        steps(&mut core, 1);
        assert!(place(&core, hard).x <= 18.0);
        assert_eq!(place(&core, by_cells).x.fract(), 0.0);
    }
    assert!(place(&core, hard).x > 15.0 && place(&core, by_cells).x > 20.0);
}

#[test]
fn integrator_and_force_count_in_the_checksum_only_when_they_are_used() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    let plain = core.checksum();
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_integrator(Integrator::Rk4)
            .is_done()
    );
    let other = core.checksum();
    assert_ne!(plain, other);
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_integrator(Integrator::default())
            .is_done()
    );
    assert_eq!(core.checksum(), plain);
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_force(Some(Force(spring)))
            .is_done()
    );
    assert_ne!(core.checksum(), plain);
    assert!(core.object_mut(id).unwrap().set_force(None).is_done());
    assert_eq!(core.checksum(), plain);
    core.world.remove(id);
    steps(&mut core, 1);
    assert!(core.object_mut(id).is_none());
}

#[test]
fn a_copy_of_a_world_with_forces_steps_the_same() {
    for integrator in ALL {
        let mut one = core();
        spawn(
            &mut one,
            Object {
                position: CENTER + vec2(8.0, 1.0),
                force: Some(Force(spring)),
                integrator,
                ..ghost_at(0.0, 0.0)
            },
        );
        steps(&mut one, 5);
        let mut other = core();
        steps(&mut other, 5);
        other.world = one.world.clone();
        for _ in 0..20 {
            steps(&mut one, 1);
            steps(&mut other, 1);
            assert_eq!(one.checksum(), other.checksum());
        }
    }
}
