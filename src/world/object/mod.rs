//! Objects: their descriptions, storage, hierarchy, and changes.

mod attachments;
mod bodies;
pub(crate) mod body;
pub(crate) mod bounds;
mod builders;
pub(crate) mod description;
pub(crate) mod drawings;
mod edit;
mod fill_drawing;
pub(crate) mod fills;
pub(crate) mod fraction_counter;
pub(crate) mod hierarchy;
pub(crate) mod integrator;
mod kept_drawings;
pub(crate) mod pending;
pub(crate) mod playing;
mod properties;
pub(crate) mod slots;
mod sorting;
mod spawn;
mod tile_drawing;
pub(crate) mod tiles;
mod trail_drawing;
pub(crate) mod trails;
pub(crate) mod whole_cells;
