//! Lights of objects, objects that cast shadows, and lit groups of altitudes.

mod group;
mod list;
pub(crate) mod shown;

pub use list::{LightId, Lights};
