//! Particles of a world: which emitters there are, and what they emit in a step. How particles fly and curve is in
//! `scene::particles`.

pub(super) mod emit;
pub(super) mod emitters;
