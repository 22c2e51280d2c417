//! Balls: every click bursts into hundreds of them, in layers from far to near.
//!
//! A ball is not an object: it has no id, receives no events and collides with nothing. It is an [`Item`], a plain
//! value in the [`ItemList`] of its layer, which updates it, draws it and drops it when its lifetime ends. Therefore
//! tens of thousands of balls are cheap. One object, the player's hand, owns the lists.
//!
//! Reading order: `depth.rs` defines the layers, `ball.rs` a ball, `layers.rs` the lists, `burst.rs` the burst of a
//! click, `sounds.rs` the sounds, and `hand.rs` the player's actions.
//!
//! All state is in the hand, so that a run can be repeated bit for bit.

#![expect(
    unreachable_pub,
    reason = "an example is not a library: `pub` items are for its other modules"
)]

mod backdrop;
mod ball;
mod burst;
mod demo;
mod depth;
mod display;
mod hand;
mod layers;
mod picture;
mod sounds;

use damselfly::prelude::*;

pub use demo::demo;
pub use depth::Depth;
/// Exported for tests.
#[cfg(test)]
pub use {
    burst::BALLS,
    display::ALIVE,
    hand::{GRAND, RELOAD},
    layers::MOST,
};

/// Number of altitudes: one for the backdrop, and one for each depth.
pub const ALTITUDES: u16 = 1 + Depth::COUNT;

/// Sets up the game. The app calls it once, before the first step.
///
/// # Errors
/// Fails if the atlas has no room for a sprite, or if a sound has an invalid setting.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    backdrop::hang(cx)?;
    sounds::load(cx.assets)?;
    let frames = picture::add(cx.assets)?;
    hand::reach_in(frames, cx);
    display::show(cx);
    Ok(())
}
