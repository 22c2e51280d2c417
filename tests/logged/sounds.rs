//! Log lines about sounds that are not played and values that are refused: one for each label and reason.

use damselfly::app::{App, Harness, Options};
use damselfly::assets::AssetRequest;
use damselfly::prelude::*;
use damselfly::sound::{Bus, Sound, Synth, Tween};
use damselfly::world::JobSettings;

use crate::common::core;
use crate::logged::{keep_log, logged};

/// Returns the log lines that contain `part`, which no other test may have.
fn lines(part: &str) -> Vec<String> {
    let lines = logged().into_iter();
    lines.filter(|line| line.contains(part)).collect()
}

#[test]
fn each_reason_why_a_sound_is_refused_is_logged_once() {
    keep_log();
    let mut core = core();
    core.assets.add_sound("gong", Synth::hit(1)).unwrap();
    for step in 0..20_u8 {
        for label in ["gomg", "bell"] {
            core.context().play(label);
        }
        // The values differ.
        let much = f32::from(step) + 25.0;
        core.context().play(Sound::new("gong").volume(much));
        core.context().play(Sound::new("gong").panning(much));
        let id = core.context().play("gong");
        let mut sound = core.world.sound(id).unwrap();
        sound.set_volume(much, Tween::NOW);
        sound.set_rate(-much, Tween::NOW);
        core.world.buses.set_volume(Bus::MUSIC, much, Tween::NOW);
        core.world.buses.set_volume(Bus::EFFECTS, much, Tween::NOW);
    }
    assert_eq!(core.world.refusals(), 20 * 8);
    for (part, expected) in [
        (
            "`gomg`",
            vec!["sound `gomg` is not played: no sound is labelled so: is `gong` meant?"],
        ),
        (
            "sound `bell`",
            vec!["sound `bell` is not played: no sound is labelled so"],
        ),
        (
            "sound `gong`",
            vec![
                "sound `gong`: expected a volume of at most 24, got 25; nothing changes",
                "sound `gong`: expected a panning from -1 to 1, got 25; nothing changes",
                "sound `gong`: expected a rate from 1/64 to 32, got -25; nothing changes",
            ],
        ),
        (
            "bus `",
            vec![
                "bus `music`: expected a volume of at most 24, got 25; nothing changes",
                "bus `effects`: expected a volume of at most 24, got 25; nothing changes",
            ],
        ),
    ] {
        assert_eq!(lines(part), expected);
    }
}

#[test]
fn steps_that_are_taken_again_log_no_refusal_of_a_sound_twice() {
    keep_log();
    let mut core = core();
    core.assets.add_sound("drum", Synth::hit(1)).unwrap();
    let before = core.snapshot();
    for _ in 0..2 {
        core.context().play(Sound::new("drum").rate(0.0));
        core.restore(&before);
    }
    assert_eq!(lines("`drum`").len(), 1);
}

#[test]
fn a_clip_that_is_unloaded_after_another_refusal_is_logged_too() {
    keep_log();
    let mut core = core();
    core.context().play("cymbal");
    let cymbal = core.assets.add_sound("cymbal", Synth::hit(1)).unwrap();
    core.assets.unload_sound(cymbal);
    core.context().play("cymbal");
    let expected = [
        "sound `cymbal` is not played: no sound is labelled so",
        "sound `cymbal` is not played: it is unloaded: load it again",
    ];
    assert_eq!(lines("`cymbal`"), expected);
}

/// Plays a sound in each step.
#[derive(Clone)]
struct Tubist;

impl Behavior for Tubist {
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.play("tuba");
    }
}

#[test]
fn a_sound_that_is_still_loading_is_logged_once() {
    keep_log();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let app = App::new("Tubist", Options::default()).asset_root(root);
    let start = |cx: &mut Context<'_>| {
        let settings = JobSettings {
            steps: 5,
            ..JobSettings::named("tuba")
        };
        let file = AssetRequest::sound("tuba", "sounds/mono_pcm_s16le.wav");
        cx.load_assets(settings, vec![file]);
        cx.spawn_with(Object::default(), Tubist);
        Ok(())
    };
    let mut game = Harness::start(app, start).expect("it starts");
    game.steps(4);
    assert_eq!(game.world().refusals(), 4);
    let expected = ["sound `tuba` is not played: it is still loading"];
    assert_eq!(lines("sound `tuba`"), expected);
}
