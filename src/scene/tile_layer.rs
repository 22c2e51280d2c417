//! The layer of one tile map, beside those of objects.

use std::sync::Arc;

use super::layer::Layer;
use crate::base::id::ObjectId;

/// What is drawn of one tile map: a row for each cell.
#[derive(Clone, Debug)]
pub(crate) struct TileLayer {
    /// The object whose tiles they are.
    pub(crate) owner: ObjectId,
    pub(crate) level: u16,
    pub(crate) visible: bool,
    // Shared with copies of the world until one of them is changed, which gives that one a key of its own: a key and
    // a version never stand for two contents.
    pub(crate) layer: Arc<Layer>,
}
