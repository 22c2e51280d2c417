//! Pictures of the software backend against a second renderer that shares nothing with it.
//!
//! `oracle` paints a scene by the rules alone; `describe` is the only file that reads a frame for it.

mod describe;
mod dice;
mod features;
mod independence;
mod named;
mod oracle;
mod random;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod special;
mod stock;
