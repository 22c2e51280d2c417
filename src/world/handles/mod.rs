//! The game's handles of an object: one to read and one to change.
//!
//! A separate folder above `object`, `behaviors` and `events`, because a handle uses all of them.

mod getters;
mod missing;
mod object;
mod setters;
mod tiles;

pub use object::{ObjectMut, ObjectRef};
