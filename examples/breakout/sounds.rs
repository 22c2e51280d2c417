//! The sounds and the tune, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Bus, Sound, Synth, Tune};

/// Semitones of the rows' bricks above the lowest row's: a major scale without its fourth and seventh, which sounds
/// well with every chord of the tune.
const SCALE: [f32; 6] = [12.0, 9.0, 7.0, 4.0, 2.0, 0.0];
/// Frequency above which the music is damped while the menu is open, in hertz.
const MUFFLED: f32 = 500.0;

/// Adds every sound under its label, and begins the tune.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub fn load(cx: &mut Context<'_>) -> Result<(), Error> {
    for (label, sound) in [
        ("brick", Synth::triangle().note("c5").arpeggio([0.0, 7.0, 12.0], 0.025).envelope(0.002, 0.05, 0.12).volume(-9.0)),
        ("paddle", Synth::square().pitch(220.0).duty(0.3).low_pass(2500.0).envelope(0.002, 0.04, 0.08).volume(-9.0)),
        ("wall", Synth::square().pitch(294.0).duty(0.3).low_pass(2500.0).envelope(0.002, 0.03, 0.06).volume(-9.0)),
        ("loss", Synth::saw().pitch(330.0).slide(-24.0).vibrato(0.5, 9.0).low_pass(2000.0).envelope(0.01, 0.25, 0.4).volume(-15.0)),
        ("win", Synth::power_up(5)),
        ("click", Synth::click(2).volume(-10.0)),
    ] {
        cx.assets.add_sound(label, sound)?;
    }
    cx.assets.add_sound("tune", tune())?;
    cx.play(Sound::new("tune").bus(Bus::MUSIC).looped());
    Ok(())
}

/// Plays the sound of a brick, which is higher in higher rows.
pub fn brick(row: usize, cx: &mut Context<'_>) {
    let semitones = SCALE.get(row).copied().unwrap_or(0.0);
    cx.play(Sound::new("brick").rate(math::pow(2.0, semitones / 12.0)));
}

/// Plays the click of a menu.
pub fn click(cx: &mut Context<'_>) {
    cx.play(Sound::new("click").bus(Bus::INTERFACE));
}

/// Lets the music sound as if from another room, or clearly again.
pub fn muffle(is_muffled: bool, world: &mut World) {
    let hertz = is_muffled.then_some(MUFFLED);
    world.buses.set_low_pass(Bus::MUSIC, hertz);
}

/// Returns the tune: 8 bars of four beats in C major, 17 seconds, to be played in a loop.
fn tune() -> Tune {
    let lead = Synth::triangle().envelope(0.005, 0.05, 0.25).volume(-17.0);
    let chords = Synth::sine().envelope(0.01, 0.05, 0.3).volume(-21.0);
    let bass = Synth::triangle()
        .low_pass(700.0)
        .envelope(0.005, 0.08, 0.2)
        .volume(-14.0);
    Tune::new(112.0)
        .plucked(lead, LEAD)
        .plucked(chords, CHORDS)
        .plucked(bass, BASS)
        .looped()
}

const LEAD: &str = "
    e5/2 g5 - e5 a5 g5 e5 -     | d5/2 e5 - g5 e5 d5 c5 -     |
    a4/2 c5 - a4 d5 c5 a4 -     | g4/2 a4 c5 d5 e5*1 -        |
    e5/2 g5 - a5 c6 a5 g5 -     | e5/2 d5 - e5 g5 e5 d5 -     |
    c5/2 d5 - e5 a5 g5 e5 d5    | d5/2 e5 d5 c5 c5*1 -        |";

const CHORDS: &str = "
    -/2 e4 g4 e4 - e4 g4 e4     | -/2 e4 g4 e4 - e4 g4 e4     |
    -/2 e4 a4 e4 - e4 a4 e4     | -/2 d4 g4 d4 - d4 g4 d4     |
    -/2 e4 g4 e4 - e4 g4 e4     | -/2 e4 a4 e4 - e4 a4 e4     |
    -/2 f4 a4 f4 - f4 a4 f4     | -/2 d4 g4 d4 - e4 g4 e4     |";

const BASS: &str = "
    c2*1 c3/2 c2 g2*1 g2        | c2*1 c3/2 c2 e2*1 e2        |
    a2*1 a2/2 e2 a2*1 c3        | g2*1 g2/2 d2 g2*1 b2        |
    c2*1 c3/2 c2 g2*1 g2        | a2*1 a2/2 e2 a2*1 a2        |
    f2*1 f2/2 c3 f2*1 a2        | g2*1 g2/2 g2 c2*1 c2        |";
