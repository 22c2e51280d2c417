//! The balls: a list for each layer.

use damselfly::prelude::*;
use damselfly::world::Shrink;
use damselfly::world::{ItemList, Keep, ListSettings};

use super::ball::Ball;
use super::depth::Depth;

/// Balls in a layer, at most. A list takes no more, however many are added.
pub const MOST: usize = 20_000;

/// Every ball, by its depth.
#[derive(Clone, Debug, Checksum)]
pub struct Layers([ItemList<Ball>; Depth::ALL.len()]);

impl Default for Layers {
    fn default() -> Self {
        let settings = ListSettings {
            // Later balls are painted over earlier ones: filling gaps from the end would change the order, and balls
            // would flicker.
            keep: Keep::Order,
            maximum: MOST,
            // Memory that is not needed for ten seconds is given back.
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
    /// The balls of a layer.
    pub fn at(&mut self, depth: Depth) -> &mut ItemList<Ball> {
        &mut self.0[depth as usize]
    }

    /// How many balls there are.
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
