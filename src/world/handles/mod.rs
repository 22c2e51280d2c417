//! Objects as games reach them: an object to read, and one to change.
//!
//! A folder of its own, above `object`, `behaviors` and `events`: what a handle offers comes from all of them.

mod getters;
mod nobody;
mod object;
mod setters;
mod tiles;

pub use object::{ObjectMut, ObjectRef};
