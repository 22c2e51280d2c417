//! Saucer Shoot: a ship, a sky full of saucers, one nuke.
//!
//! One idea per file. Each kind of object has a `spawn` function, which says what it is, and a behaviour, which
//! says what it does. Behaviours interact through the world alone: by an object's kind, and by events.
//! All state is in the world or in a behaviour, so that a run can be repeated bit for bit.
//!
//! Not here: the window, the loop, the options. `main.rs` asks the engine for those; tests need none of them.

#![expect(
    unreachable_pub,
    reason = "an example is not a library: `pub` items are for its other modules"
)]

mod bullet;
mod demo;
mod explosion;
mod fading;
mod game_over;
mod hero;
mod nuke;
mod reticle;
mod saucer;
mod scene;
mod score;
mod sprites;
mod stars;
mod start_screen;
mod visitors;
mod wrapping;

use damselfly::prelude::*;
use damselfly::world::ObjectRef;

pub use demo::demo;
/// Used by tests that place a saucer themselves.
#[cfg(test)]
pub use saucer::spawn as spawn_saucer;

/// Saucers that a round begins with.
pub const SAUCERS: u16 = 9;

/// The altitudes, from the farthest to the nearest.
pub mod altitude {
    /// The planet and most of the stars.
    pub const SKY: u16 = 0;
    /// Stars that are near enough to race past.
    pub const NEAR_STARS: u16 = 1;
    /// Saucers and bullets.
    pub const ACTION: u16 = 2;
    /// The ship, and whatever glows.
    pub const GLOW: u16 = 3;
    /// The reticle and the lettering.
    pub const FRONT: u16 = 4;
}

/// Collision groups, as bits.
pub mod group {
    pub const HERO: u32 = 1;
    pub const SAUCER: u32 = 2;
    pub const BULLET: u32 = 4;
}

/// Called once, before the first step.
///
/// # Errors
/// One of the game's sprite files is invalid, or the atlas has no room for it.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    sprites::load(cx.assets)?;
    stars::scatter(cx);
    score::show(cx);
    start_screen::add_buttons(cx);
    scene::open(cx)
}

/// Starts a round: a new ship, new saucers, and no points yet.
fn begin_round(cx: &mut Context<'_>) {
    score::reset(cx);
    hero::spawn(cx);
    saucer::spawn_swarm(SAUCERS, cx);
}

/// Returns where the fight takes place: the world without the rows of the heads-up display.
pub fn arena(world: &World) -> Rect {
    let world = world.camera.boundary();
    Rect::new(world.min + vec2(0.0, 3.0), world.max)
}

/// Every object of a kind.
pub fn all<'a>(world: &'a World, kind: &str) -> impl Iterator<Item = ObjectRef<'a>> {
    let objects = world.objects().filter_map(|id| world.object(id));
    objects.filter(move |object| object.kind() == kind)
}
