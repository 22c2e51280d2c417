//! The broad phase: which of many boxes may overlap an area, without a look at all of them.
//!
//! Knows ids, boxes and groups, but not objects. Results are exact: all colliders whose boxes overlap the area, in no
//! particular order.

mod box_ends;
mod boxes;
mod cell_table;
mod cells;
mod collider;
mod grid;
mod neighbors;
mod sorted;
#[cfg(test)]
mod tests;

pub(crate) use box_ends::BoxEnds;
pub(crate) use boxes::Boxes;
pub use boxes::BroadPhase;
pub(crate) use collider::{BoxKind, Collider};
pub(crate) use neighbors::{NeighborLists, SweptBox};
