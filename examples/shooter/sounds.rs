//! The sounds, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Sound, Synth};

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub(super) fn load(assets: &mut Assets) -> Result<(), Error> {
    assets.add_sound("shot", Synth::noise().pitch(700.0).slide(-60.0).low_pass(6000.0).low_pass_slide(-8.0).punch(0.5).envelope(0.001, 0.04, 0.14).volume(-12.0))?;
    assets.add_sound("hit", Synth::hit(2).volume(-15.0))?;
    assets.add_sound("bite", Synth::hit(1).pitch(150.0))?;
    assets.add_sound("end", Synth::explosion(7))?;
    Ok(())
}

/// Plays a sound from a position in the view.
pub(super) fn play_at(label: &str, at: Vec2, cx: &mut Context<'_>) {
    let view = cx.camera.view();
    let across = 2.0 * (at.x - view.center().x) / view.width();
    cx.play(Sound::new(label).panning(0.6 * across.clamp(-1.0, 1.0)));
}
