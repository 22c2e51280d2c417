//! The sounds, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Sound, Synth};

use super::depth::Depth;

/// Maximum number of bounces that are heard at once. Thousands of balls may bounce in a step.
const MOST: u8 = 16;
/// Slowest bounce that is heard, and the speed of a bounce at full volume, in pixels per step.
const SOFTEST: f32 = 1.5;
const HARDEST: f32 = 12.0;

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
pub fn load(assets: &mut Assets) -> Result<(), Error> {
    let pop = Synth::noise().pitch(500.0).low_pass(3000.0).volume(-12.0);
    assets.add_sound(
        "burst",
        pop.low_pass_slide(-6.0).envelope(0.002, 0.03, 0.25),
    )?;
    let tap = Synth::sine().pitch(520.0).slide(-30.0);
    let tap = tap.envelope(0.001, 0.004, 0.08).volume(-20.0);
    let tap = assets.add_sound("bounce", tap)?;
    assets.set_max_voices(tap, MOST);
    Ok(())
}

/// Plays the sound of a bounce: louder when faster, lower in nearer layers. A further ball is not heard while as many
/// sound as there is room for, because it would cut off another one.
pub fn bounce(at: Vec2, speed: f32, depth: Depth, cx: &mut Context<'_>) {
    if speed < SOFTEST || cx.sounds.len() >= usize::from(MOST) {
        return;
    }
    let force = math::inverse_lerp(SOFTEST, HARDEST, speed).clamp(0.0, 1.0);
    let sound = Sound::new("bounce").volume(math::lerp(-24.0, 0.0, force));
    cx.play(
        sound
            .rate(1.5 - 0.7 * depth.scale())
            .panning(across(at, cx)),
    );
}

/// Plays the sound of a burst.
pub fn burst(at: Vec2, size: u16, cx: &mut Context<'_>) {
    let rate = if size > 1 { 0.6 } else { 1.0 };
    let sound = Sound::new("burst").rate(rate).panning(across(at, cx));
    cx.play(sound);
}

/// Returns the panning of a position in the view.
fn across(at: Vec2, world: &World) -> f32 {
    let view = world.camera.view();
    let across = 2.0 * (at.x - view.center().x) / view.width();
    0.7 * across.clamp(-1.0, 1.0)
}
