//! Estimates how much memory a copy of a world takes.

use std::sync::Arc;

use super::World;

/// Rough size of the parts of a world that do not grow with its objects: display, camera, queues.
const REST: usize = 40 << 10;

impl World {
    /// Returns the approximate size of a copy in bytes: everything that grows with the number of objects, and the sizes
    /// that behaviours, components and resources report. Tile maps do not count: copies share them until they change,
    /// see [`World::unshared_bytes`].
    pub(super) fn copied_bytes(&self) -> usize {
        let altitudes = self.scene.altitudes().iter();
        let scene: usize = altitudes.map(|altitude| altitude.bytes()).sum();
        scene
            + self.slots.bytes()
            + self.data.bytes()
            + self.behaviors.bytes()
            + self.colliders.bytes()
            + self.contacts.bytes()
            + self.resources.bytes()
            + self.hierarchy.bytes()
            + self.drawings.bytes()
            + self.shapes.bytes()
            + self.fills.bytes()
            + self.trails.bytes()
            + self.overlaps.bytes()
            + self.events.bytes()
            + self.lights.bytes()
            + self.sounds.bytes()
            + self.tweens.bytes()
            + REST
    }

    /// Returns the bytes of the tile maps, and of their drawings, that this world does not share with another one.
    pub(super) fn unshared_bytes(&self, other: &Self) -> usize {
        let maps = |world: &'_ Self| -> Vec<(*const (), usize)> {
            let altitudes = world.scene.altitudes().iter();
            let layers = altitudes.flat_map(|altitude| &altitude.tiles);
            let layers =
                layers.map(|tiles| (Arc::as_ptr(&tiles.layer).cast(), tiles.layer.bytes()));
            let maps = world.tiles.maps();
            let maps = maps.map(|map| (Arc::as_ptr(map).cast(), map.bytes()));
            layers.chain(maps).collect()
        };
        let others = maps(other);
        let is_shared = |map: *const ()| others.iter().any(|(other, _)| *other == map);
        let unshared = maps(self).into_iter().filter(|(map, _)| !is_shared(*map));
        unshared.map(|(_, bytes)| bytes).sum()
    }
}
