//! How much memory a copy of a world takes.

use super::World;

/// What a world has beside its objects: display, camera, queues.
const REST: usize = 32 << 10;

impl World {
    /// Returns the bytes that a copy takes, roughly: all that grows with the number of objects, and what behaviours,
    /// components and resources report of themselves. Maps of tiles do not count: copies share them.
    pub(super) fn copied_bytes(&self) -> usize {
        let altitudes = self.scene.altitudes().iter();
        let scene: usize = altitudes.map(|altitude| altitude.bytes()).sum();
        scene
            + self.slots.bytes()
            + self.data.bytes()
            + self.behaviors.bytes()
            + self.colliders.bytes()
            + self.resources.bytes()
            + REST
    }
}
