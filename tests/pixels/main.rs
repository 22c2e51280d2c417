//! Images of the software backend, compared with a second renderer that shares no code with it.
//!
//! `oracle` paints a scene by the rules alone. Only `describe` reads a frame for it.

mod coarse_culling;
mod describe;
mod features;
mod fixtures;
mod independence;
mod named;
#[expect(dead_code, reason = "the tests `gpu` read how much pixels may differ")]
mod oracle;
mod random;
mod random_clips;
mod random_effects;
mod rng;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod special;
