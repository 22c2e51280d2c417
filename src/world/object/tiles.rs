//! The tile maps of objects, by slot: apart from their bodies, because few objects have one.

use std::sync::Arc;

use glam::IVec2;

use crate::base::checksum::{Checksum, Summed};
use crate::base::id::ObjectId;
use crate::tiles::{TileId, TileMap};

/// The tile maps of all objects that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileTable {
    // Shared with copies of the world, which are saved states, until one of them is changed.
    by_slot: Vec<Option<Arc<TileMap>>>,
}

impl TileTable {
    /// The tiles of an object that exists. `None`: it is no tile map.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<&TileMap> {
        self.by_slot.get(id.slot())?.as_deref()
    }

    /// Gives tiles to an object that exists, or takes them.
    pub(crate) fn set(&mut self, id: ObjectId, tiles: Option<TileMap>) {
        let Some(tiles) = tiles else {
            self.remove(id);
            return;
        };
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        self.by_slot[id.slot()] = Some(Arc::new(tiles));
    }

    /// Changes a cell of an object's tiles. Returns false if it has none, or they have no such cell or tile.
    pub(crate) fn set_tile(&mut self, id: ObjectId, cell: IVec2, tile: Option<TileId>) -> bool {
        match self.by_slot.get_mut(id.slot()) {
            Some(Some(tiles)) => tiles.get(cell) == tile || Arc::make_mut(tiles).set(cell, tile),
            _ => false,
        }
    }

    /// Forgets the tiles of an object. To be called before its slot is used again.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(tiles) = self.by_slot.get_mut(id.slot()) {
            *tiles = None;
        }
    }

    /// Adds an object's tiles to a checksum; nothing for objects without any.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut Checksum) {
        if let Some(tiles) = self.get(id) {
            tiles.add_to(sum);
        }
    }
}
