//! The sounds and the tune, made in code.

use core::time::Duration;

use damselfly::prelude::*;
use damselfly::sound::{Bus, Sound, Synth, Tune};

/// Adds every sound under its label.
///
/// # Errors
/// Fails if a setting of a sound is out of its range.
#[rustfmt::skip]
pub(super) fn load(assets: &mut Assets) -> Result<(), Error> {
    for (label, sound) in [
        ("jump", Synth::jump(1)),
        ("land", Synth::noise().seed(3).pitch(80.0).low_pass(700.0).envelope(0.002, 0.02, 0.08).volume(-4.0)),
        ("coin", Synth::coin(1)),
        ("stomp", Synth::hit(4)),
        ("checkpoint", Synth::triangle().note("g4").arpeggio([0.0, 5.0, 9.0, 12.0], 0.08).envelope(0.005, 0.3, 0.3).volume(-13.0)),
        ("death", Synth::square().pitch(520.0).slide(20.0).slide_change(-160.0).low_pass(3500.0).envelope(0.004, 0.4, 0.3).volume(-16.0)),
        ("door", Synth::power_up(1).then(Synth::coin(5))),
        ("step", Synth::triangle().pitch(200.0).slide(-80.0).envelope(0.003, 0.02, 0.06).volume(-6.0)),
        ("click", Synth::click(2).volume(-10.0)),
    ] {
        assets.add_sound(label, sound)?;
    }
    assets.add_sound("tune", tune())?;
    Ok(())
}

/// Begins the tune, unless it plays.
pub(super) fn begin_tune(cx: &mut Context<'_>) {
    let plays =
        |sound: &damselfly::sound::PlayingSound| sound.label() == "tune" && !sound.is_stopping();
    if !cx.sounds.iter().any(plays) {
        cx.play(Sound::new("tune").bus(Bus::MUSIC).looped());
    }
}

/// Fades the tune out.
pub(super) fn end_tune(cx: &mut Context<'_>) {
    let tunes = cx.sounds.iter().filter(|sound| sound.bus() == Bus::MUSIC);
    let ids: Vec<_> = tunes.map(|sound| sound.id()).collect();
    for id in ids {
        if let Some(tune) = cx.sound(id) {
            tune.stop_in(Duration::from_millis(600));
        }
    }
}

/// Returns the tune: 8 bars of four beats in G major, 15 seconds, to be played in a loop.
fn tune() -> Tune {
    let lead = Synth::square()
        .duty(0.25)
        .low_pass(2600.0)
        .envelope(0.008, 0.04, 0.16)
        .volume(-20.0);
    let chords = Synth::triangle().envelope(0.004, 0.03, 0.12).volume(-19.0);
    let bass = Synth::triangle()
        .low_pass(900.0)
        .envelope(0.004, 0.06, 0.16)
        .volume(-13.0);
    Tune::new(132.0)
        .plucked(lead, LEAD)
        .plucked(chords, CHORDS)
        .plucked(bass, BASS)
        .looped()
}

const LEAD: &str = "
    g4/2 b4 d5 b4 e5 d5 b4 -    | c5/2 e5 g5 e5 d5*1 -        |
    b4/2 d5 g5 d5 e5 d5 b4 -    | a4/2 b4 c5 a4 d5*1 -        |
    g4/2 b4 d5 b4 e5 d5 g5 -    | e5/2 g5 c6 g5 e5*1 -        |
    d5/2 g5 f#5 e5 d5 c5 b4 a4  | g4/2 b4 a4 f#4 g4*1 -       |";

const CHORDS: &str = "
    -/2 d4 - d4 - d4 - d4       | -/2 e4 - e4 - d4 - d4       |
    -/2 d4 - d4 - e4 - e4       | -/2 e4 - e4 - f#4 - f#4     |
    -/2 d4 - d4 - d4 - d4       | -/2 e4 - e4 - e4 - e4       |
    -/2 d4 - d4 - f#4 - f#4     | -/2 f#4 - f#4 - d4 - d4     |";

const BASS: &str = "
    g2*1 d2 g2 d2               | c3*1 g2 b2 d2               |
    g2*1 d2 e2 b2               | a2*1 e2 d2 a2               |
    g2*1 d2 g2 b2               | c3*1 g2 c3 c3               |
    b2*1 g2 d3 d2               | d2*1 f#2 g2/2 d2 g2*1       |";
