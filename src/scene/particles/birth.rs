//! How an emitter makes particles: time and position of each birth within the step, and its random values.

use core::f32::consts::TAU;
use glam::Vec2;

use super::emitter::{Emitter, EmitterSpace};
use super::layer::{Birth, CurveId, END, ParticleLayer};
use crate::base::random::Random;
use crate::geometry::turns::Turn;

/// Position and movement of an emitter in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmitterPose {
    /// Position of the emitter at the step's end, in world units, including its offset.
    pub(crate) position: Vec2,
    /// Displacement of the emitter in the step, in world units.
    pub(crate) motion: Vec2,
    /// Angle added to the directions of particles.
    pub(crate) turn: Turn,
    /// Number of vertical world units that are as long on the screen as one horizontal unit.
    pub(crate) flat: f32,
}

/// The particles to emit in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emission<'a> {
    pub(crate) emitter: &'a Emitter,
    pub(crate) pose: EmitterPose,
    /// Number of particles.
    pub(crate) count: usize,
    /// Fraction of a particle that was due before the step, but not emitted.
    pub(crate) due: f32,
    /// Number of particles due in the whole step, with a fraction; 0 if all are emitted at the step's end.
    pub(crate) rate: f32,
    /// The step's length in layer time, in nominal steps.
    pub(crate) dt: f32,
}

impl Emission<'_> {
    /// Returns the time of a particle's emission within the step, 0 to 1.
    fn when(&self, number: usize) -> f32 {
        if self.rate == 0.0 {
            return 1.0;
        }
        ((number as f32 + 1.0 - self.due) / self.rate).clamp(0.0, 1.0)
    }
}

/// Emits particles of a curve in step `step`. Returns the number of particles dropped because the layer is full or the
/// emitter's limit is reached.
pub(crate) fn emit(
    layer: &mut ParticleLayer,
    curve: CurveId,
    emission: &Emission<'_>,
    step: u64,
    random: &mut Random,
) -> usize {
    let emitted = emission
        .count
        .min(layer.room(curve, emission.emitter.limit));
    for number in 0..emitted {
        let birth = birth(emission, emission.when(number), random);
        // A particle that dies before the step's end is never drawn, so it is not added.
        if birth.left > END {
            layer.push(curve, &birth, step);
        }
    }
    emission.count - emitted
}

/// Returns a particle born at the fraction `when` of the step, 0 to 1, in its state at the step's end.
fn birth(emission: &Emission<'_>, when: f32, random: &mut Random) -> Birth {
    let Emission {
        emitter, pose, dt, ..
    } = emission;
    // All random numbers are drawn, even for empty ranges: the result of one range does not depend on another.
    let spread = emitter.spread * random.range(-0.5..0.5);
    let speed = random.range(emitter.speed.clone());
    let life = random.range(emitter.life.clone());
    let angle = random.range(emitter.angle.clone());
    let spin = random.range(emitter.spin.clone());
    let area = emitter.area * Vec2::new(random.range(-0.5..0.5), random.range(-0.5..0.5));

    let direction = Turn::from_radians(emitter.direction + spread) + pose.turn;
    let (sin, cos) = direction.sin_cos();
    let velocity = Vec2::new(cos, sin * pose.flat) * speed;
    // The particle flies straight for the rest of the step; gravity and drag begin with the next one.
    let lived = (1.0 - when) * dt;
    let flown = velocity * lived;
    // How far the emitter has moved since the birth. Particles that move with the emitter start at its position at the
    // step's end.
    let behind = match emitter.space {
        EmitterSpace::World => pose.motion * (1.0 - when),
        EmitterSpace::Owner => Vec2::ZERO,
    };
    Birth {
        position: pose.position + area - behind + flown,
        // Drawing shows the particle leave the emitter's position at the step's start, so that it is never ahead of the
        // emitter.
        motion: pose.motion - behind + flown,
        velocity,
        life,
        left: life - lived,
        turn: Turn::from_radians(angle),
        spin: spin * (65_536.0 / TAU),
    }
}
