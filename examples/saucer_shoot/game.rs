//! Saucer Shoot: a ship, a sky full of saucers, one nuke.
//!
//! Each file has one topic. Most kinds of objects have a function that describes them, often named `spawn`, and a
//! behaviour that defines their actions. Behaviours interact only through the world: by kinds of objects, and by
//! events. All state is in the world or in a behaviour, so that a run can be repeated bit for bit.
//!
//! The window, the loop and the options are not part of the game. `main.rs` sets them up; tests need none of them.

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
mod sounds;
mod sprites;
mod stars;
mod start_screen;
mod visitors;
#[path = "../volume.rs"]
mod volume;
mod wrapping;

use damselfly::prelude::*;
use damselfly::world::ObjectRef;

pub use demo::demo;
/// Exported for tests that place a saucer themselves.
#[cfg(test)]
pub use saucer::spawn as spawn_saucer;

/// Number of saucers at the start of a round.
pub const SAUCERS: u16 = 9;

/// Altitudes, from far to near.
pub mod altitude {
    /// The planet and most of the stars.
    pub const SKY: u16 = 0;
    /// Stars that are near, and so drift fast.
    pub const NEAR_STARS: u16 = 1;
    /// Saucers and bullets.
    pub const ACTION: u16 = 2;
    /// The ship, explosions and sparks.
    pub const GLOW: u16 = 3;
    /// The reticle, the lettering, and the flash of a nuke.
    pub const FRONT: u16 = 4;
}

/// Collision groups, as bits.
pub mod group {
    pub const HERO: u32 = 1;
    pub const SAUCER: u32 = 2;
    pub const BULLET: u32 = 4;
}

/// Sets up the game. The app calls it once, before the first step.
///
/// # Errors
/// Fails if one of the game's sprite files or sounds is invalid, or if the atlas has no room for a sprite.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    sprites::load(cx.assets)?;
    sounds::load(cx)?;
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

/// Returns the area of the fight: the world without the rows of the heads-up display.
pub fn arena(world: &World) -> Rect {
    let world = world.camera.boundary();
    Rect::new(world.min + vec2(0.0, 3.0), world.max)
}

/// Returns all objects of a kind.
pub fn all<'a>(world: &'a World, kind: &str) -> impl Iterator<Item = ObjectRef<'a>> {
    let objects = world.objects().filter_map(|id| world.object(id));
    objects.filter(move |object| object.kind() == kind)
}
