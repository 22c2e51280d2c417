//! Particles: many small, short-lived sprites. They are not objects: they collide with nothing and receive no events.
//!
//! An [`Emitter`] describes them, `birth` makes them, and a [`ParticleLayer`] moves all particles of one altitude and
//! level in one loop. The world owns the emitters.

mod birth;
mod curve;
mod emitter;
mod layer;
mod over_life;

pub(crate) use birth::{Emission, EmitterPose, emit};
pub(crate) use curve::ParticleCurve;
pub use emitter::{Emitter, EmitterSpace};
pub(crate) use layer::{CurveId, ParticleLayer};
pub use over_life::OverLife;
