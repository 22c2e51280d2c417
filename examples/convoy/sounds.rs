//! The sounds, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Sound, Synth};

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub(super) fn load(assets: &mut Assets) -> Result<(), Error> {
    for (label, sound) in [
        ("shot", Synth::square().duty(0.2).pitch(900.0).slide(-90.0).low_pass(5000.0).envelope(0.001, 0.02, 0.07).volume(-18.0)),
        ("bolt", Synth::laser(3).volume(-18.0)),
        ("hit", Synth::hit(6)),
        ("cell", Synth::power_up(2).volume(-14.0)),
        ("raider's end", Synth::explosion(2)),
        ("freighter's end", Synth::explosion(7)),
    ] {
        assets.add_sound(label, sound)?;
    }
    Ok(())
}

/// Plays a sound from a position in the view, with a volume in decibels.
pub(super) fn play_at(label: &str, at: Vec2, volume: f32, cx: &mut Context<'_>) {
    let view = cx.camera.view();
    let across = 2.0 * (at.x - view.center().x) / view.width();
    let sound = Sound::new(label).volume(volume);
    cx.play(sound.panning(0.6 * across.clamp(-1.0, 1.0)));
}
