//! The balls of all layers: one list per layer.

use damselfly::prelude::*;
use damselfly::world::Shrink;
use damselfly::world::{ItemList, Keep, ListSettings};

use super::ball::Ball;
use super::depth::Depth;

/// Maximum number of balls in a layer. A full list drops further balls.
pub const MOST: usize = 20_000;

/// All balls, in a list for each depth.
#[derive(Clone, Debug, Checksum)]
pub struct Layers([ItemList<Ball>; Depth::ALL.len()]);

impl Default for Layers {
    fn default() -> Self {
        let settings = ListSettings {
            // Later balls are painted over earlier ones. Filling gaps with the last balls would change this order, and
            // balls would flicker.
            keep: Keep::Order,
            maximum: MOST,
            // Frees memory if less than a quarter was used for ten seconds.
            shrink: Some(Shrink {
                below_percent: 25,
                updates: 600,
            }),
            ..ListSettings::default()
        };
        Self(Depth::ALL.map(|_| ItemList::with(settings)))
    }
}

impl Layers {
    /// Returns the list of a layer.
    pub fn at(&mut self, depth: Depth) -> &mut ItemList<Ball> {
        &mut self.0[depth as usize]
    }

    /// Returns the number of balls.
    pub fn count(&self) -> usize {
        self.0.iter().map(|list| list.len()).sum()
    }

    /// Updates and draws the balls, from the farthest layer to the nearest.
    pub fn update(&mut self, cx: &mut Context<'_>) {
        for list in &mut self.0 {
            list.update(cx);
            list.draw(cx);
        }
    }

    /// Removes all balls.
    pub fn clear(&mut self, cx: &mut Context<'_>) {
        for list in &mut self.0 {
            list.clear(cx);
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.0.iter().map(ItemList::heap_bytes).sum()
    }
}
