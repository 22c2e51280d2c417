//! The cost of sounds: to play one, to let 64 of them play, to mix these, and to open a long file.

#[path = "common/mod.rs"]
mod common;
#[cfg(feature = "sound")]
#[path = "sounds/mixing.rs"]
mod mixing;
#[cfg(feature = "sound")]
#[path = "sounds/opening.rs"]
mod opening;

use common::table::{Contender, print, wanted};
use damselfly::assets::{AssetSettings, Assets, Clip, ClipSource};
use damselfly::sound::{MAX_VOICES, Sound};
use damselfly::world::{Core, CoreSettings, StepInput};

/// Labels of clips that fill the table with [`Clip::MAX_VOICES`] sounds each.
const LABELS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Returns a core with a clip of ten seconds that may be heard any number of times.
fn core() -> Core {
    core_of(&["tone"], u8::MAX)
}

/// Returns a core with clips of ten seconds that may be heard `max_voices` times each.
fn core_of(labels: &[&str], max_voices: u8) -> Core {
    let mut assets = Assets::new(AssetSettings::default());
    for label in labels {
        let silence = ClipSource::samples(48_000, 1, vec![0.0; 480_000]);
        let clip = assets.add_sound(label, silence).expect("it is valid");
        assets.set_max_voices(clip, max_voices);
    }
    Core::new(&CoreSettings::default(), assets)
}

/// Returns steps of a world in which so many sounds play.
fn steps(name: &str, count: usize) -> Contender<'_> {
    let mut core = core();
    for _ in 0..count {
        core.context().play(Sound::new("tone").looped());
    }
    Contender::repeated(name, 1000, move || core.step(StepInput::next(&core)))
}

fn main() {
    if wanted().is_none() {
        return;
    }
    let (mut plain, mut set) = (core(), core());
    let mut eight = core_of(&LABELS, Clip::MAX_VOICES);
    let mut labels = LABELS.into_iter().cycle();
    let sound = Sound::new("tone").volume(-6.0).panning(0.5).looped();
    // Once 64 sounds play, each new one also searches the one that gives way.
    let plays = vec![
        Contender::repeated("by label", 1000, || {
            plain.context().play("tone");
        }),
        Contender::repeated("with settings", 1000, || {
            set.context().play(sound);
        }),
        Contender::repeated("of eight clips", 1000, || {
            eight.context().play(labels.next().unwrap_or_default());
        }),
    ];
    print("play", 1, plays);
    let worlds = vec![steps("no sounds", 0), steps("64 sounds", MAX_VOICES)];
    print("a step of an empty world", 1, worlds);
    #[cfg(feature = "sound")]
    {
        print("a second of 64 sounds", 1, mixing::contenders());
        print(
            "an Ogg file of five minutes",
            1,
            vec![opening::first_step()],
        );
    }
}
