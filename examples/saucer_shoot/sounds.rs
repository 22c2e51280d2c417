//! The sounds and the tune, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Bus, Duck, Sound, Synth, Tune};

/// Name of the bus of the nuke, which lowers the music.
const NUKE: &str = "nuke";

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub fn load(cx: &mut Context<'_>) -> Result<(), Error> {
    for (label, sound) in [
        ("shot", Synth::laser(4).volume(-14.0)),
        ("hit", Synth::explosion(2)),
        ("nuke", Synth::noise().pitch(300.0).low_pass(6000.0).low_pass_slide(-2.5).punch(0.5).envelope(0.01, 0.5, 2.0).volume(-12.0)),
        ("death", Synth::explosion(7).with(Synth::saw().pitch(300.0).slide(-30.0).low_pass(1500.0).envelope(0.01, 0.3, 0.6).volume(-18.0))),
        ("best", Synth::power_up(3).then(Synth::coin(3))),
        ("button", Synth::click(1).volume(-10.0)),
    ] {
        cx.assets.add_sound(label, sound)?;
    }
    cx.assets.add_sound("theme", theme())?;
    if let Some(nuke) = cx.buses.add(NUKE) {
        cx.buses.duck(Bus::MUSIC, Some(Duck::by(nuke)));
    }
    Ok(())
}

/// Plays the tune until the game ends.
pub fn begin_theme(cx: &mut Context<'_>) {
    cx.play(Sound::new("theme").bus(Bus::MUSIC).looped());
}

/// Plays the sound of the nuke.
pub fn boom(cx: &mut Context<'_>) {
    let bus = cx.buses.named(NUKE).unwrap_or_default();
    cx.play(Sound::new("nuke").bus(bus));
}

/// Plays the sound of a button.
pub fn press(cx: &mut Context<'_>) {
    cx.play(Sound::new("button").bus(Bus::INTERFACE));
}

/// Returns the tune: 16 bars of four beats in A minor, 30 seconds, to be played in a loop.
fn theme() -> Tune {
    let lead = Synth::square()
        .duty(0.35)
        .low_pass(3200.0)
        .vibrato(0.12, 5.5)
        .envelope(0.012, 0.0, 0.12)
        .volume(-23.0);
    let chords = Synth::triangle().envelope(0.003, 0.02, 0.25).volume(-21.0);
    let bass = Synth::saw()
        .low_pass(900.0)
        .low_pass_slide(-3.0)
        .resonance(0.3)
        .envelope(0.005, 0.08, 0.16)
        .volume(-17.0);
    Tune::new(128.0)
        .voice(lead, LEAD)
        .plucked(chords, CHORDS)
        .plucked(bass, BASS)
        .looped()
}

const LEAD: &str = "
    e5*2 c5*1 a4    | c5*3/2 b4/2 a4*2  | a4*2 c5*1 f5    | e5*3/2 d5/2 c5*2 |
    g5*2 e5*1 c5    | d5*3/2 c5/2 e5*2  | d5*2 b4*1 g4    | b4*3/2 c5/2 d5*2 |
    f5*2 c5*1 a4    | g5*2 d5*1 b4      | a5*2 e5*1 c5    | b4*1 c5 e5*2     |
    f5*3/2 e5/2 c5*2 | g5*3/2 f5/2 d5*2 | e5*2 g#4*1 b4   | b4*1 g#4 e4 -    |";

const CHORDS: &str = "
    a3/2 e4 c5 e4 a4 e4 c5 e4   | a3 e4 c5 e4 a4 e4 c5 e4     |
    f3 c4 a4 c4 f4 c4 a4 c4     | f3 c4 a4 c4 f4 c4 a4 c4     |
    c4 g4 e5 g4 c5 g4 e5 g4     | c4 g4 e5 g4 c5 g4 e5 g4     |
    g3 d4 b4 d4 g4 d4 b4 d4     | g3 d4 b4 d4 g4 d4 b4 d4     |
    f3 c4 a4 c4 f4 c4 a4 c4     | g3 d4 b4 d4 g4 d4 b4 d4     |
    a3 e4 c5 e4 a4 e4 c5 e4     | a3 e4 c5 e4 a4 e4 c5 e4     |
    f3 c4 a4 c4 f4 c4 a4 c4     | g3 d4 b4 d4 g4 d4 b4 d4     |
    e3 b3 g#4 b3 e4 b3 g#4 b3   | e3 b3 g#4 b3 e4 b3 g#4 -    |";

const BASS: &str = "
    a1/2 a a2 a1 a a a2 a1      | a1 a a2 a1 a a a2 g1        |
    f1 f f2 f1 f f f2 f1        | f1 f f2 f1 f f f2 g1        |
    c2 c c3 c2 c c c3 c2        | c2 c c3 c2 c c c3 c2        |
    g1 g g2 g1 g g g2 g1        | g1 g g2 g1 g g g2 g1        |
    f1 f f2 f1 f f f2 f1        | g1 g g2 g1 g g g2 g1        |
    a1 a a2 a1 a a a2 a1        | a1 a a2 a1 a a g1 a1        |
    f1 f f2 f1 f f f2 f1        | g1 g g2 g1 g g g2 g1        |
    e1 e e2 e1 e e e2 e1        | e1 e e2 e1 g#1 b1 e2 -      |";
