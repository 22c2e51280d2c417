//! The data of collisions and spatial queries: colliders, their outlines, candidates and contacts.

pub(super) mod candidates;
pub(super) mod colliders;
pub(super) mod contacts;
pub(super) mod outline;
pub(super) mod overlaps;
mod passing;
pub(super) mod queries;
pub(super) mod riding;
pub(super) mod shapes;
pub(super) mod sliding;
mod updates;
