//! The game's handles of an object: one to read and one to change.
//!
//! The handles are separate from `object`, `behaviors` and `events`, because they use all three.

mod getters;
mod missing;
mod object;
mod setters;
mod tiles;

pub use object::{ObjectMut, ObjectRef};
