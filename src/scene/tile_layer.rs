//! The layer of one tile map.

use std::sync::Arc;

use super::layer::Layer;
use crate::base::id::ObjectId;

/// The drawn rows of one tile map: one for each cell, and hidden rows that fill up the last blocks of cells.
#[derive(Clone, Debug)]
pub(crate) struct TileLayer {
    /// The object that owns the tiles.
    pub(crate) owner: ObjectId,
    pub(crate) level: u16,
    pub(crate) visible: bool,
    // The layer is shared with copies of the world until one of them changes; the changed copy gets a new key. So a key
    // and a version never stand for two contents.
    pub(crate) layer: Arc<Layer>,
}
