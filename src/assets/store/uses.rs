//! Use counts of sprites: loading a sprite again shares it, and unloading the last use frees its pixels.
//!
//! Ids, sizes, frames and characters stay. An object keeps its sprite and its box, and a step has the same result with
//! or without the pixels. Showing an unloaded sprite is a mistake of the game, and mistakes should be visible: it
//! appears as the placeholder, stretched to the size of the frame or, if it is cut, of each of its slices.

use super::super::sprite::{Sprite, SpriteId};
use super::Assets;

impl Assets {
    /// Returns the number of loads minus unloads: 0 for an unloaded sprite and for an id that the store does not have.
    /// The placeholder always has 1.
    pub fn uses(&self, id: SpriteId) -> u32 {
        self.sprites.get(id.index()).map_or(0, |entry| entry.uses)
    }

    /// Removes one use of a sprite, and returns the number of uses left. The last one removes its pixels from the
    /// atlas. Its id, size, frames and characters stay, and loading it again restores the pixels under the same id.
    /// Objects that still show it show the placeholder, stretched to its size.
    ///
    /// Does nothing for a sprite without uses, and for the placeholder.
    pub fn unload(&mut self, id: SpriteId) -> u32 {
        match self.uses(id) {
            uses if uses == 0 || id == SpriteId::PLACEHOLDER => return uses,
            1 => self.free(id),
            _ => self.sprites[id.index()].uses -= 1,
        }
        self.uses(id)
    }

    /// Unloads all uses of sprites for which `unused` returns true, and returns the number of sprites that lost their
    /// pixels. See also [`Context::unload_unused`](crate::world::Context::unload_unused).
    pub fn unload_where(&mut self, mut unused: impl FnMut(SpriteId, &Sprite) -> bool) -> usize {
        let loaded = self.sprites().filter(|&(id, _)| self.uses(id) > 0);
        let unused: Vec<SpriteId> = loaded
            .filter(|&(id, sprite)| unused(id, sprite))
            .map(|(id, _)| id)
            .collect();
        unused.iter().for_each(|&id| self.free(id));
        unused.len()
    }
}
