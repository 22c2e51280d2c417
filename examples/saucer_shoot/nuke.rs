//! The nuke: an event to all subscribers.

use damselfly::prelude::*;

use super::fading::Fading;
use super::{altitude, explosion, score};

/// Cells that the blast travels in a step.
const BLAST_SPEED: f32 = 5.0;
/// Steps that the flash takes to fade.
const FLASH_STEPS: u16 = 12;

/// A nuke went off here. An event of the game's own: saucers listen for it.
pub struct Nuke {
    place: Vec2,
}

impl Nuke {
    /// Steps until the blast reaches a place.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from float to integer saturates"
    )]
    pub fn delay(&self, place: Vec2) -> u32 {
        1 + (self.place.distance(place) / BLAST_SPEED) as u32
    }
}

/// Sets the nuke off.
pub fn ignite(place: Vec2, cx: &mut Context<'_>) {
    cx.send(Event::custom(Nuke { place }));
    cx.send(HudEvent::add(score::NUKES, -1));
    flash(cx);
    explosion::shock_wave(place, BLAST_SPEED, cx);
}

/// One white cell, stretched over the whole view.
fn flash(cx: &mut Context<'_>) {
    let view = cx.camera.view();
    let white = Color::rgba(205, 225, 255, 235);
    let flash = Object {
        kind: "Flash",
        position: view.center(),
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("flash"),
        scale: view.size(),
        tint: white,
        blend: Blend::Additive,
        ..Object::default()
    };
    cx.spawn_with(flash, Fading::new(white, FLASH_STEPS));
}
