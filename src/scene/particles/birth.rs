//! How an emitter makes particles: where and when within the step each of them is born, and what it is given at random.

use core::f32::consts::TAU;
use glam::Vec2;

use super::emitter::{Emitter, EmitterSpace};
use super::layer::{Birth, END, LookId, ParticleLayer};
use crate::base::random::Random;
use crate::geometry::turns::Turn;

/// Where particles are emitted in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmitterPose {
    /// Where the emitter is at the step's end, in world units: its offset included.
    pub(crate) position: Vec2,
    /// How far the step moved it, in world units.
    pub(crate) motion: Vec2,
    /// By how much directions are turned.
    pub(crate) turn: Turn,
    /// Vertical world units that are as long on the screen as a horizontal one.
    pub(crate) flat: f32,
}

/// What is emitted in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emission<'a> {
    pub(crate) emitter: &'a Emitter,
    pub(crate) pose: EmitterPose,
    /// Particles.
    pub(crate) count: usize,
    /// The part of a particle that was due before the step.
    pub(crate) due: f32,
    /// Particles in the whole step, with their fraction; 0 if all are emitted at its end.
    pub(crate) rate: f32,
    /// The step's length in layer time, in nominal steps.
    pub(crate) dt: f32,
}

impl Emission<'_> {
    /// Returns when within the step a particle is emitted, from 0 to 1: when as many are due.
    fn when(&self, number: usize) -> f32 {
        if self.rate == 0.0 {
            return 1.0;
        }
        ((number as f32 + 1.0 - self.due) / self.rate).clamp(0.0, 1.0)
    }
}

/// Emits particles of a look in step `step`. Returns how many there was no room for.
pub(crate) fn emit(
    layer: &mut ParticleLayer,
    look: LookId,
    emission: &Emission<'_>,
    step: u64,
    random: &mut Random,
) -> usize {
    let emitted = emission.count.min(layer.room(look, emission.emitter.limit));
    for number in 0..emitted {
        let birth = birth(emission, emission.when(number), random);
        // Its life may be shorter than what the step leaves of it.
        if birth.left > END {
            layer.push(look, &birth, step);
        }
    }
    emission.count - emitted
}

/// Returns a particle that is born at the part `when` of the step, 0 to 1, as it is at the step's end.
fn birth(emission: &Emission<'_>, when: f32, random: &mut Random) -> Birth {
    let Emission {
        emitter, pose, dt, ..
    } = emission;
    // All are drawn, whether or not a range has a length: what one number is does not depend on another range.
    let spread = emitter.spread * random.range(-0.5..0.5);
    let speed = random.range(emitter.speed.clone());
    let life = random.range(emitter.life.clone());
    let angle = random.range(emitter.angle.clone());
    let spin = random.range(emitter.spin.clone());
    let area = emitter.area * Vec2::new(random.range(-0.5..0.5), random.range(-0.5..0.5));

    let direction = Turn::from_radians(emitter.direction + spread) + pose.turn;
    let (sin, cos) = direction.sin_cos();
    let velocity = Vec2::new(cos, sin * pose.flat) * speed;
    // For the rest of the step it flies straight; gravity and drag begin with the next one.
    let lived = (1.0 - when) * dt;
    let flown = velocity * lived;
    // The emitter was here when the particle was born. What moves with the emitter is where that is now.
    let behind = match emitter.space {
        EmitterSpace::World => pose.motion * (1.0 - when),
        EmitterSpace::Owner => Vec2::ZERO,
    };
    Birth {
        position: pose.position + area - behind + flown,
        // It is drawn as if it had left the emitter's place at the step's beginning: never ahead of the emitter.
        motion: pose.motion - behind + flown,
        velocity,
        life,
        left: life - lived,
        turn: Turn::from_radians(angle),
        spin: spin * (65_536.0 / TAU),
    }
}
