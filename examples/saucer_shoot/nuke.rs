//! The nuke, which is an event to all subscribers.

use damselfly::prelude::*;

use super::fading::Fading;
use super::{altitude, explosion, score, sounds};

/// Speed of the blast in cells per step.
const BLAST_SPEED: f32 = 5.0;
/// Number of steps in which the flash fades.
const FLASH_STEPS: u16 = 12;

/// The game's event that a nuke exploded at a position. Saucers subscribe to it.
pub struct Nuke {
    place: Vec2,
}

impl Nuke {
    /// Returns the number of steps until the blast reaches a position.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from float to integer saturates"
    )]
    pub fn delay(&self, place: Vec2) -> u32 {
        1 + (self.place.distance(place) / BLAST_SPEED) as u32
    }
}

/// Ignites a nuke at a position.
pub fn ignite(place: Vec2, cx: &mut Context<'_>) {
    cx.send(Event::custom(Nuke { place }));
    cx.send(HudEvent::add(score::NUKES, -1));
    flash(cx);
    sounds::boom(cx);
    explosion::shock_wave(place, BLAST_SPEED, cx);
}

/// Shows the flash: a white cell that is stretched over the whole view.
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
