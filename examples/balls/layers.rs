//! The balls of all layers: one list per layer.

use damselfly::world::{ItemLayers, Keep, ListSettings, Shrink};

use super::ball::Ball;
use super::depth::Depth;

/// Maximum number of balls in a layer. A full list drops further balls.
pub const MOST: usize = 20_000;

/// Returns an empty list for each depth, from the farthest layer to the nearest.
pub fn empty() -> ItemLayers<Ball> {
    let settings = ListSettings {
        // Later balls are painted over earlier ones. Filling gaps with the last balls would change this order, and
        // balls would flicker.
        keep: Keep::Order,
        maximum: MOST,
        // Frees memory after 600 updates (ten seconds) with less than a quarter of the capacity in use.
        shrink: Some(Shrink {
            below_percent: 25,
            updates: 600,
        }),
        ..ListSettings::default()
    };
    ItemLayers::new(Depth::ALL.len(), settings)
}
