//! Counted uses of sprites: loading one again shares it, unloading the last use frees its pixels.
//!
//! Ids, sizes, frames and characters outlive the pixels: an object keeps its sprite and its box, and a step computes
//! the same whether pixels are there or not. A sprite that is shown while it is unloaded appears as the
//! placeholder, stretched to its size (to that of each tile, where it is cut): that is a mistake of the game, and mistakes
//! should be visible.

use super::super::sprite::{Sprite, SpriteId};
use super::Assets;

impl Assets {
    /// Returns how often the sprite was loaded and not unloaded; 0 while its pixels are unloaded, and for an id of
    /// another store. The placeholder's is always 1.
    pub fn uses(&self, id: SpriteId) -> u32 {
        self.sprites.get(id.index()).map_or(0, |stored| stored.uses)
    }

    /// Takes back one use of a sprite, and returns how many are left. With the last one its pixels leave the atlas;
    /// its id, size, frames and characters stay, and loading it again brings the pixels back under the same
    /// id. Objects that still show it show the placeholder, stretched to its size.
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

    /// Takes back every use of each sprite for which `unused` returns true, and returns how many sprites lost their
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
