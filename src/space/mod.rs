//! The broad phase: which of many boxes may overlap an area, without a look at all of them.
//!
//! Knows ids, boxes and groups, and nothing of the objects that have them. What it lists is exact: every collider whose box
//! overlaps the area, and no other, in an order that means nothing.

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
