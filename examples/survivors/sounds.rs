//! The sounds and the music, made in code.

use damselfly::prelude::*;
use damselfly::sound::{Bus, Sound, Synth, Tune};

/// Notes of the song. A line is a bar.
const MELODY: &str = "
    a4/2 - c5 e5/2 d5 c5 - |
    b4/2 - d5 g4/2 - - - |
    a4/2 - c5 f5/2 e5 c5 - |
    e5/2 d5 b4 g#4/2 - - - |";
const BASS: &str = "
    a2/2 a3 e3 a3 a2 a3 e3 a3 |
    g2/2 g3 d3 g3 g2 g3 d3 g3 |
    f2/2 f3 c3 f3 f2 f3 c3 f3 |
    e2/2 e3 b2 e3 e2 e3 g#2 e3 |";

/// Adds every sound under its label, and begins the music.
///
/// # Errors
/// A setting of a sound is out of its range.
pub(crate) fn load(cx: &mut Context<'_>) -> Result<(), Error> {
    let bolt = Synth::sine()
        .pitch(900.0)
        .slide(-30.0)
        .envelope(0.002, 0.03, 0.12);
    cx.assets.add_sound("bolt", bolt.volume(-22.0))?;
    cx.assets.add_sound("hit", Synth::hit(3).volume(-20.0))?;
    cx.assets.add_sound("gem", Synth::coin(2).volume(-20.0))?;
    cx.assets
        .add_sound("level", Synth::power_up(4).volume(-10.0))?;
    cx.assets
        .add_sound("hurt", Synth::hit(1).pitch(140.0).volume(-6.0))?;
    cx.assets
        .add_sound("end", Synth::explosion(7).volume(-8.0))?;
    let lead = Synth::triangle().envelope(0.01, 0.1, 0.4).volume(-20.0);
    let bass = Synth::square().low_pass(900.0).envelope(0.005, 0.05, 0.2);
    let song = Tune::new(104.0)
        .plucked(lead, MELODY)
        .plucked(bass.volume(-24.0), BASS);
    cx.assets.add_sound("song", song.looped())?;
    cx.play(Sound::new("song").bus(Bus::MUSIC).looped());
    Ok(())
}
