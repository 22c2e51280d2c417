//! Balls: every click bursts into hundreds of them, in layers from far to near.
//!
//! A ball is no object: it has no id, hears of nothing and collides with nothing. It is an [`Entity`], a plain value in
//! the [`EntityList`] of its layer, which updates it, draws it and lets it go when its time is over. That is what
//! makes tens of thousands of them cheap. One object, the player's hand, owns the lists.
//!
//! In reading order: `depth.rs` what the layers are, `ball.rs` what a ball does, `layers.rs` the lists, `burst.rs` what
//! a click makes, `hand.rs` what the player can do.

#![expect(
    unreachable_pub,
    reason = "a program has no outside: here, `pub` marks what the other files may use"
)]

mod backdrop;
mod ball;
mod burst;
mod demo;
mod depth;
mod hand;
mod layers;
mod picture;

use damselfly::prelude::*;

use depth::Depth;

pub use demo::demo;
/// For tests.
#[cfg(test)]
pub use {
    burst::BALLS,
    hand::{GRAND, RELOAD},
    layers::MOST,
};

/// The backdrop's altitude, and one for each depth.
pub const ALTITUDES: u16 = 1 + Depth::ALL.len() as u16;

/// The label of how many balls there are.
pub const ALIVE: &str = "Balls";

/// Called once, before the first step.
///
/// # Errors
/// There is no room for a picture.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    backdrop::hang(cx)?;
    let frames = picture::add(cx.assets)?;
    hand::reach_in(frames, cx);
    let views = [
        (ALIVE, true, ViewPlace::TopRight),
        (
            "click or hold: burst   right or Space: grand burst   Shift: slow   1-5: layers   C: clear   Q: quit",
            false,
            ViewPlace::BottomCenter,
        ),
    ];
    for (label, show_value, place) in views {
        cx.world.add_view(ViewObject {
            label: label.into(),
            show_value,
            border: show_value,
            color: Color::rgb(196, 206, 236),
            place,
            panel: Some(Color::rgba(8, 10, 24, 150)),
            ..ViewObject::default()
        });
    }
    Ok(())
}
