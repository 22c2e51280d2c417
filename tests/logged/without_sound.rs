//! A game with sounds is the same game with and without the feature `sound`: builds with it record a run, and both
//! builds replay the recording, with all of its checksums.

use core::time::Duration;
use std::path::Path;

use damselfly::app::{App, Harness, Options};
use damselfly::assets::ClipSource;
#[cfg(not(feature = "sound"))]
use damselfly::assets::{AssetSettings, Assets};
use damselfly::prelude::*;
use damselfly::replay::InputRecording;
use damselfly::sound::{Bus, Sound, Synth, Tune};
use damselfly::world::SoundEnded;

use crate::logged::keep_log;

/// The recording. Both builds have the same folder of temporary files.
const FILE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/with_sounds.replay");

/// This variable is set where the test is built without the feature, after a build with it.
const REMOVED: &str = "DAMSELFLY_LOGGING_REMOVED";

/// Plays sounds of all kinds. The ends of sounds decide about later ones and about the game's random numbers.
#[derive(Clone)]
struct Jukebox;

impl Behavior for Jukebox {
    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        if step.is_multiple_of(9) {
            let label = ["hit", "coin", "noise"][cx.random().range(0..3_usize)];
            let rate = cx.random().range(0.5..2.0_f32);
            let me = cx.me().id();
            let sound = cx.play(Sound::new(label).rate(rate).on(me));
            if let Some(mut sound) = cx.sound(sound) {
                sound.set_volume(-9.0, Duration::from_millis(200));
            }
        }
        if step.is_multiple_of(100) {
            let volume = cx.random().range(-20.0..0.0_f32);
            let over = Duration::from_millis(700);
            cx.buses.set_volume(Bus::MUSIC, volume, over);
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<SoundEnded>().is_some() && cx.random().range(0..2_u32) == 0 {
            cx.play("coin");
        }
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.assets.add_sound("hit", Synth::explosion(3))?;
    cx.assets.add_sound("coin", Synth::coin(1))?;
    let noise: Vec<_> = (0..9000_u16).map(|at| f32::from(at % 131)).collect();
    cx.assets
        .add_sound("noise", ClipSource::samples(22_050, 1, noise))?;
    // Its length is not a multiple of the step's length.
    let tune = Tune::new(137.0).voice(Synth::square(), "c4 e g*2 - c5/2 g/2");
    cx.assets.add_sound("tune", tune.looped())?;
    cx.play(Sound::new("tune").bus(Bus::MUSIC).looped());
    let jukebox = Object::new("Jukebox").velocity(vec2(0.05, 0.0));
    cx.spawn_with(jukebox, Jukebox);
    Ok(())
}

fn app(options: Options) -> App {
    App::new("Jukebox", options).cells(40, 4)
}

/// Records 600 steps, in a build with the feature.
fn record() {
    let options = Options {
        headless: true,
        seed: Some(21),
        steps: Some(600),
        record: Some(FILE.into()),
        ..Options::default()
    };
    app(options).run(start).expect("it runs");
}

#[test]
fn a_game_with_sounds_replays_without_the_feature() {
    // Before the run, which sets a logger unless there is one.
    keep_log();
    if cfg!(feature = "sound") {
        record();
    } else if !Path::new(FILE).exists() {
        assert!(std::env::var_os(REMOVED).is_none(), "{FILE} is missing");
        eprintln!("SKIPPED: no recording of a build with the feature `sound`");
        return;
    }
    let recording = InputRecording::read(FILE).expect("it was recorded");
    assert!(recording.checkpoints().len() >= 10);
    let mut game = Harness::start(app(recording.options()), start).expect("it starts");
    game.replay(&recording).expect("the same checksums");
    assert_eq!(game.core().step_number(), 600);
    assert!(game.world().sounds.len() > 1, "it plays nothing");
    // The tune has begun again a few times, with the length that its notes give.
    let tune = game.core().assets.find_clip("tune").expect("it was added");
    let length = game.core().assets.clip(tune).expect("it is known");
    let length = length.duration().as_nanos() * 48_000;
    let length = u64::try_from(length.div_ceil(1_000_000_000)).expect("it is short");
    assert_eq!(length, 48_000 * 60 * 7 / 137, "seven beats");
    let mut sounds = game.world().sounds.iter();
    let tune = sounds.find(|sound| sound.clip() == tune).expect("it plays");
    assert_eq!(tune.position_q16(), (600 * 800 % length) << 16);
}

#[cfg(not(feature = "sound"))]
#[test]
fn a_sound_track_without_the_feature_is_refused() {
    let options = Options {
        headless: true,
        steps: Some(1),
        sound: Some("never_written.wav".into()),
        ..Options::default()
    };
    let refused = app(options).run(start).expect_err("no sound track");
    assert_eq!(
        refused.to_string(),
        "--sound: this program was built without the feature `sound`; see --help"
    );
}

#[cfg(not(feature = "sound"))]
#[test]
fn without_the_feature_files_are_refused_and_synths_keep_their_lengths() {
    let mut assets = Assets::new(AssetSettings::default());
    let refused = assets.add_sound_file("boom", "boom.ogg", b"OggS");
    assert_eq!(
        refused.expect_err("it cannot be read").to_string(),
        "boom.ogg: loading sound files needs the feature `sound` of damselfly"
    );
    let coin = assets.add_sound("coin", Synth::coin(1)).expect("no file");
    assert!(!assets.clip(coin).expect("it is added").duration().is_zero());
}
