//! Computes velocities and positions from accelerations, by one of three integrators.

use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::valid::is_valid;
use core::cell::Cell;
use glam::Vec2;

/// The method that advances an accelerated object's velocity and position by a step. Without acceleration all are
/// equal. Between two steps, an object is drawn on a straight line with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Integrator {
    /// Moves the object by its new velocity; evaluates the forces once a step. Objects fall a little too far, but never
    /// gain energy permanently. The default.
    #[default]
    SemiImplicitEuler,
    /// Exact for a constant acceleration; evaluates the forces twice a step. Keeps the energy of oscillations.
    VelocityVerlet,
    /// The classical Runge-Kutta method: evaluates the forces four times a step. The most exact for smooth forces;
    /// oscillations slowly lose a very little energy.
    Rk4,
}

/// Position, velocity and time of an object: everything that its acceleration may depend on. All default to 0, and are
/// finite while the force's results are within ±1e9.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionState {
    /// World units.
    pub position: Vec2,
    /// World units per step.
    pub velocity: Vec2,
    // `f32` cannot count single steps beyond 2^24, which is 78 hours at 60 steps per second.
    /// Steps since the game began, including the elapsed part of the running step: a nominal step *n* lasts from *n* −
    /// 1 to *n*.
    pub time: f64,
}

// This is a function and not a closure, because captured values would have to be copied with the world and added to the
// world's checksum.
/// An acceleration that depends on an object's position, velocity or time, in world units per step, each step. It must
/// be a pure function, with the same result for the same motion. It is called up to four times a step.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::{Force, Integrator};
/// let spring = Force(|at| (vec2(40.0, 12.0) - at.position) * 0.01);
/// let bob = Object { force: Some(spring), integrator: Integrator::Rk4, ..Object::new("Bob") };
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn(bob.at(vec2(30.0, 12.0)));
/// #     Ok(())
/// # })?;
/// # game.steps(31);
/// # let bob = game.only("Bob");
/// # let x = game.world().object(bob).map_or(0.0, |bob| bob.position().x);
/// # assert!((x - 50.0).abs() < 0.1, "half a swing takes π/√0.01 = 31 steps: {x}");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Force(pub fn(MotionState) -> Vec2);

impl PartialEq for Force {
    /// Returns whether both are the same function in memory, which two functions with equal code may not be.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

/// The force of one object, and the method that integrates its accelerations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Integration {
    pub(crate) integrator: Integrator,
    pub(crate) force: Option<Force>,
}

/// The result of advancing a motion by a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotionStep {
    pub(crate) velocity: Vec2,
    /// The displacement.
    pub(crate) delta: Vec2,
    /// Whether the force's result was invalid. The object was then not accelerated in this step.
    pub(crate) refused: bool,
}

summed!(Integration: integrator, force);
summed!(enum Integrator: 0 SemiImplicitEuler, 1 VelocityVerlet, 2 Rk4);

impl Checksum for Force {
    /// Adds nothing: a function has no lasting name.
    fn write_checksum(&self, _: &mut ChecksumWriter) {}
}

impl Integration {
    /// Advances a motion by `dt` steps. The velocity stays the same if the force's result or the new velocity is not
    /// valid.
    pub(crate) fn step(&self, from: MotionState, constant: Vec2, dt: f32) -> MotionStep {
        let refused = Cell::new(false);
        let pull = |at: MotionState| match self.force {
            None => constant,
            Some(force) => {
                let pull = force.0(at);
                if !is_valid(pull) {
                    refused.set(true);
                }
                constant + pull
            }
        };
        let (velocity, delta) = match self.integrator {
            Integrator::SemiImplicitEuler => semi_implicit_euler(from, dt, pull),
            Integrator::VelocityVerlet => velocity_verlet(from, dt, pull),
            Integrator::Rk4 => rk4(from, dt, pull),
        };
        let refused = refused.get();
        // An object that becomes too fast accelerates no further. This is not counted: the force is valid, and the
        // object would be counted in every step.
        let (velocity, delta) = match refused || !is_valid(velocity) {
            true => (from.velocity, from.velocity * dt),
            false => (velocity, delta),
        };
        MotionStep {
            velocity,
            delta,
            refused,
        }
    }
}

impl MotionState {
    /// Returns the motion `dt` steps later, with this displacement and change of velocity.
    fn later(self, delta: Vec2, faster: Vec2, dt: f32) -> Self {
        Self {
            position: self.position + delta,
            velocity: self.velocity + faster,
            time: self.time + f64::from(dt),
        }
    }
}

fn semi_implicit_euler(
    from: MotionState,
    dt: f32,
    pull: impl Fn(MotionState) -> Vec2,
) -> (Vec2, Vec2) {
    let velocity = from.velocity + pull(from) * dt;
    (velocity, velocity * dt)
}

fn velocity_verlet(from: MotionState, dt: f32, pull: impl Fn(MotionState) -> Vec2) -> (Vec2, Vec2) {
    let first = pull(from);
    let delta = (from.velocity + first * (dt / 2.0)) * dt;
    // A force that depends on the velocity receives the velocity predicted by the first evaluation.
    let second = pull(from.later(delta, first * dt, dt));
    (from.velocity + (first + second) * (dt / 2.0), delta)
}

fn rk4(from: MotionState, dt: f32, pull: impl Fn(MotionState) -> Vec2) -> (Vec2, Vec2) {
    let half = dt / 2.0;
    let slope = |at: MotionState| (at.velocity, pull(at));
    let (v1, a1) = slope(from);
    let (v2, a2) = slope(from.later(v1 * half, a1 * half, half));
    let (v3, a3) = slope(from.later(v2 * half, a2 * half, half));
    let (v4, a4) = slope(from.later(v3 * dt, a3 * dt, dt));
    let mean = |k1: Vec2, k2: Vec2, k3: Vec2, k4: Vec2| (k1 + (k2 + k3) * 2.0 + k4) / 6.0;
    (
        from.velocity + mean(a1, a2, a3, a4) * dt,
        mean(v1, v2, v3, v4) * dt,
    )
}
