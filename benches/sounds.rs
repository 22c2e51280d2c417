//! What sounds cost: to play one, to let 64 of them play, and to mix these.

#[path = "common/mod.rs"]
mod common;
#[cfg(feature = "sound")]
#[path = "sounds/mixing.rs"]
mod mixing;

use common::table::{Contender, print, wanted};
use damselfly::assets::{AssetSettings, Assets, ClipSource};
use damselfly::sound::{MAX_VOICES, Sound};
use damselfly::world::{Core, CoreSettings, StepInput};

/// Returns a core with a clip of ten seconds that may be heard any number of times.
fn core() -> Core {
    let mut assets = Assets::new(AssetSettings::default());
    let silence = ClipSource::samples(48_000, 1, vec![0.0; 480_000]);
    let clip = assets.add_sound("tone", silence).expect("it is valid");
    assets.set_max_voices(clip, u8::MAX);
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
    let sound = Sound::new("tone").volume(-6.0).panning(0.5).looped();
    // Once 64 sounds play, each new one also searches the one that gives way.
    let plays = vec![
        Contender::repeated("by label", 1000, || {
            plain.context().play("tone");
        }),
        Contender::repeated("with settings", 1000, || {
            set.context().play(sound);
        }),
    ];
    print("play", 1, plays);
    let worlds = vec![steps("no sounds", 0), steps("64 sounds", MAX_VOICES)];
    print("a step of an empty world", 1, worlds);
    #[cfg(feature = "sound")]
    print("a second of 64 sounds", 1, mixing::contenders());
}
