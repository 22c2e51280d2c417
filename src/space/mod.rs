//! The broad phase: finds the boxes that overlap an area, without visiting all boxes.
//!
//! It knows an object's id, box, groups and [`BoxKind`], and nothing else. The results of a search are exact: all
//! colliders with boxes that overlap the area, in no particular order.

mod box_ends;
mod boxes;
mod cell_table;
mod cells;
mod collider;
mod grid;
mod neighbors;
mod sweep_list;
#[cfg(test)]
mod tests;

pub(crate) use box_ends::BoxEnds;
pub(crate) use boxes::Boxes;
pub use boxes::BroadPhase;
pub(crate) use collider::{BoxKind, Collider};
pub(crate) use neighbors::{NeighborLists, SweptBox};
