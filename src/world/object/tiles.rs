//! The tile maps of objects, by slot. Stored outside the bodies, because few objects have one.

use std::sync::Arc;

use glam::IVec2;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::tiles::{TileId, TileMap, TileStyle};

/// The tile map of an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectTiles {
    // The map is shared with copies of the world, until one of them changes it.
    pub(crate) map: Arc<TileMap>,
    /// The values of its latest drawing. `None` if the map has not been drawn since it was set.
    pub(crate) shown: Option<ShownTiles>,
    /// Cells that have changed since the latest drawing.
    pub(crate) changed: Vec<IVec2>,
    /// Layer time since the map was set, in nominal steps. It selects the frames of animated tiles.
    pub(crate) time: f64,
}

/// The values with which a map was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShownTiles {
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    pub(crate) visible: bool,
    pub(crate) style: TileStyle,
    /// Version of the frame table at the time of drawing.
    pub(crate) frames: u64,
    pub(crate) time: f64,
}

/// The tile maps of all objects that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileTable {
    by_slot: Vec<Option<Box<ObjectTiles>>>,
    /// The objects that have a tile map.
    ids: Vec<ObjectId>,
}

impl TileTable {
    /// Returns the tiles of an existing object. `None` without a tile map.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<&TileMap> {
        let tiles = self.by_slot.get(id.slot())?.as_deref()?;
        Some(&tiles.map)
    }

    /// Returns the objects with tile maps.
    pub(crate) fn ids(&self) -> &[ObjectId] {
        &self.ids
    }

    /// Returns the tiles of all objects, shared with copies of the world.
    pub(crate) fn maps(&self) -> impl Iterator<Item = &Arc<TileMap>> {
        self.by_slot.iter().flatten().map(|tiles| &tiles.map)
    }

    /// Returns the tiles of an object and their drawing, to change.
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut ObjectTiles> {
        self.by_slot.get_mut(id.slot())?.as_deref_mut()
    }

    /// Gives tiles to an object that exists.
    pub(crate) fn set(&mut self, id: ObjectId, tiles: TileMap) {
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        if self.get(id).is_none() {
            self.ids.push(id);
        }
        self.by_slot[id.slot()] = Some(Box::new(ObjectTiles {
            map: Arc::new(tiles),
            shown: None,
            changed: Vec::new(),
            time: 0.0,
        }));
    }

    /// Changes a cell of an object's tiles. Returns false if the object has no tile map, or if the map has no such cell
    /// or tile.
    pub(crate) fn set_tile(&mut self, id: ObjectId, cell: IVec2, tile: Option<TileId>) -> bool {
        let Some(ObjectTiles { map, changed, .. }) = self.get_mut(id) else {
            return false;
        };
        let is_inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(map.size()).all();
        if is_inside && map.get(cell) == tile {
            return true;
        }
        let done = Arc::make_mut(map).set(cell, tile);
        if done {
            changed.push(cell);
        }
        done
    }

    /// Removes the tiles of an object. Call it before its slot is reused.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(tiles) = self.by_slot.get_mut(id.slot())
            && tiles.take().is_some()
        {
            self.ids.retain(|&other| other != id);
        }
    }

    /// Adds an object's tiles to a checksum; nothing for objects without any.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        if let Some(tiles) = self.get(id) {
            tiles.write_checksum(sum);
        }
    }
}
