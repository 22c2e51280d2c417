//! Particles of a world: its emitters, and their emission in a step. Movement and look of particles are in
//! `scene::particles`.

pub(super) mod emit;
pub(super) mod emitters;
