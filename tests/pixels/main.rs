//! Pictures of the software backend against a second renderer that shares nothing with it.
//!
//! `oracle` paints a scene by the rules alone; `describe` is the only file that reads a frame for it.

mod describe;
mod features;
mod fixtures;
mod independence;
mod named;
mod oracle;
mod random;
mod rng;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod special;
