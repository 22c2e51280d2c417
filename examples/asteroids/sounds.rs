//! The sounds, made in code.

use core::time::Duration;

use damselfly::prelude::*;
use damselfly::sound::{Sound, Synth, Tune};

use super::CENTER;

/// Labels of the sounds of breaking rocks, by size.
const BREAKS: [&str; 3] = ["small break", "middle break", "large break"];

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub(super) fn load(assets: &mut Assets) -> Result<(), Error> {
    for (label, sound) in [
        ("shot", Synth::laser(2).volume(-14.0)),
        (BREAKS[0], Synth::explosion(5).pitch(900.0).low_pass(9000.0).envelope(0.003, 0.04, 0.22).volume(-12.5)),
        (BREAKS[1], Synth::explosion(3).pitch(450.0).low_pass(5000.0).envelope(0.003, 0.08, 0.4).volume(-10.5)),
        (BREAKS[2], Synth::explosion(1)),
        ("crash", Synth::explosion(7).with(Synth::saw().pitch(300.0).slide(-30.0).low_pass(1500.0).envelope(0.01, 0.3, 0.6).volume(-18.0))),
        ("click", Synth::click(1).volume(-10.0)),
    ] {
        assets.add_sound(label, sound)?;
    }
    assets.add_sound("thrust", thrust())?;
    Ok(())
}

/// Plays the sound of a breaking rock from its position.
pub(super) fn break_rock(size: usize, at: Vec2, cx: &mut Context<'_>) {
    let across = (at.x - CENTER.x) / CENTER.x;
    let sound = Sound::new(BREAKS[size]);
    cx.play(sound.panning(0.6 * across.clamp(-1.0, 1.0)));
}

/// Starts or stops the engine of this ship.
pub(super) fn burn(is_burning: bool, cx: &mut Context<'_>) {
    let me = cx.me().id();
    let mut engines = cx.sounds.of(me).filter(|sound| sound.label() == "thrust");
    let running = engines
        .find(|sound| !sound.is_stopping())
        .map(|sound| sound.id());
    drop(engines);
    match running {
        None if is_burning => {
            let engine = Sound::new("thrust").on(me).volume(-4.0);
            cx.play(engine.looped().fade_in(Duration::from_millis(60)));
        }
        Some(running) if !is_burning => {
            if let Some(engine) = cx.sound(running) {
                engine.stop_in(Duration::from_millis(150));
            }
        }
        _ => {}
    }
}

/// Returns the sound of the engine: two voices of short puffs, to be played in a loop.
fn thrust() -> Tune {
    let puff = Synth::noise()
        .pitch(40.0)
        .low_pass(600.0)
        .envelope(0.03, 0.05, 0.12)
        .volume(-8.0);
    Tune::new(900.0)
        .plucked(puff.clone(), "c3 c d c b2 c3 c d")
        .plucked(puff.seed(1), "-/2 d3*1 c c b2 c3 d c")
        .looped()
}
