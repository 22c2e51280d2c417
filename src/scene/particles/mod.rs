//! Particles: many small, short-lived things that are drawn and nothing else. They are no objects: nothing collides
//! with them, and nothing receives events.
//!
//! An [`Emitter`] describes them, `birth` makes them of it, and a [`ParticleLayer`] moves those of one altitude and level
//! in one loop. Which emitters there are is the world's.

mod birth;
mod emitter;
mod layer;
mod look;
mod over_life;

pub(crate) use birth::{Emission, EmitterPose, emit};
pub use emitter::{Emitter, EmitterSpace};
pub(crate) use layer::{LookId, ParticleLayer};
pub(crate) use look::ParticleLook;
pub use over_life::OverLife;
