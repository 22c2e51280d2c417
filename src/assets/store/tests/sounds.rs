//! Tests of sounds in the store: labels, counted uses, lengths, and errors.

use super::*;
use crate::assets::{ClipId, ClipSource};

fn tone(frames: usize, height: f32) -> ClipSource {
    ClipSource::samples(48_000, 1, vec![height; frames])
}

/// Returns a source that computes its samples.
fn made(sum: u64) -> ClipSource {
    ClipSource::computed(100, sum, || vec![0.5; 100])
}

fn error(result: Result<ClipId, AssetError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn the_same_sound_is_shared_and_counted() {
    let mut assets = small(256, 1);
    let beep = assets.add_sound("beep", tone(10, 0.5)).unwrap();
    assert_eq!(assets.add_sound("beep", tone(10, 0.5)).unwrap(), beep);
    assert_eq!(assets.sound_uses(beep), 2);
    assert_eq!(assets.unload_sound(beep), 1);
    assert!(assets.clip_data(beep).is_some());
    assert_eq!(assets.unload_sound(beep), 0);
    assert!(assets.clip_data(beep).is_none());
    assert_eq!(assets.unload_sound(beep), 0);
    assert_eq!(assets.find_clip("beep"), Some(beep), "it keeps its label");
    let laser = assets.add_sound("laser", made(1)).unwrap();
    assert_eq!(assets.add_sound("laser", made(1)).unwrap(), laser);
    assert_eq!((assets.sound_uses(laser), assets.clips().count()), (2, 2));
}

#[test]
fn a_label_names_one_sound_only() {
    let mut assets = small(256, 1);
    assets.add_sound("beep", tone(10, 0.5)).unwrap();
    assets.add_sound("laser", made(1)).unwrap();
    let taken = "another sound is labelled `beep`: choose another label, or share that sound";
    let other = assets.add_sound("beep", tone(10, 0.4));
    assert_eq!(error(other), format!("beep: {taken}"));
    let other = assets.add_sound("laser", made(2));
    assert!(error(other).contains("another sound is labelled `laser`"));
    let unnamed = assets.add_sound("", tone(10, 0.4));
    assert_eq!(
        error(unnamed),
        ": the sound's label is empty: give it a name"
    );
}

#[test]
fn an_unloaded_sound_returns_with_the_same_length_only() {
    let mut assets = small(256, 1);
    let beep = assets.add_sound("beep", tone(10, 0.5)).unwrap();
    assets.unload_sound(beep);
    let longer = assets.add_sound("beep", tone(11, 0.5));
    assert_eq!(
        error(longer),
        "beep: sound `beep`: its length has changed: choose another label"
    );
    assert_eq!(assets.add_sound("beep", tone(10, 0.1)).unwrap(), beep);
    assert_eq!(assets.sound_uses(beep), 1);
}

#[test]
fn lengths_of_all_rates_are_rounded_up_to_a_65536th_frame() {
    let mut assets = small(256, 1);
    for (rate, frames, length) in [
        (48_000, 480, 480 << 16),
        (24_000, 480, 960 << 16),
        (1, 2, 96_000 << 16),
        // 48 000 · 65 536 / 44 100, rounded up.
        (44_100, 1, 71_332),
        (192_000, 1, 1 << 14),
        (48_000, 0, 0),
    ] {
        let label = format!("{rate} {frames}");
        let source = ClipSource::samples(rate, 2, vec![0.0; 2 * frames]);
        let id = assets.add_sound(&label, source).unwrap();
        assert_eq!(assets.clip(id).unwrap().length, length, "{label}");
    }
}

#[test]
fn sources_that_are_not_valid_name_the_reason() {
    let mut assets = small(256, 1);
    for (source, reason) in [
        (
            ClipSource::samples(0, 1, [0.0]),
            "expected a rate from 1 to 384000, got 0",
        ),
        (
            ClipSource::samples(1, 3, [0.0]),
            "expected 1 or 2 channels, got 3",
        ),
        (
            ClipSource::samples(1, 2, [0.0]),
            "expected an even number of samples for two channels, got 1",
        ),
        (ClipSource::refused("no pitch".to_owned()), "no pitch"),
    ] {
        let message = error(assets.add_sound("beep", source));
        assert!(message.contains(reason), "{message}");
    }
    assert_eq!(assets.clips().count(), 0);
}

#[test]
fn samples_that_are_not_finite_are_silent() {
    let mut assets = small(256, 1);
    let source = ClipSource::samples(48_000, 1, [f32::NAN, 0.5, f32::INFINITY]);
    let id = assets.add_sound("beep", source).unwrap();
    let crate::assets::sound::ClipData { source, .. } = &**assets.clip_data(id).unwrap();
    assert!(
        format!("{source:?}").contains("[0.0, 0.5, 0.0]"),
        "{source:?}"
    );
}

#[cfg(feature = "sound")]
#[test]
fn files_are_loaded_by_content_and_errors_name_them() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/sounds");
    let mut assets = Assets::new(AssetSettings {
        root: Some(root.into()),
        ..AssetSettings::default()
    });
    let stereo = assets.load_sound("stereo", "stereo_48000.wav").unwrap();
    assert_eq!(
        assets.load_sound("stereo", "stereo_48000.wav").unwrap(),
        stereo
    );
    assert_eq!(assets.sound_uses(stereo), 2);
    assert_eq!(assets.clip(stereo).unwrap().channels(), 2);
    let missing = error(assets.load_sound("none", "none.wav"));
    assert!(missing.contains("none.wav"), "{missing}");
    let text = error(assets.load_sound("text", "make.sh"));
    assert!(
        text.starts_with("make.sh: not a sound: expected WAV"),
        "{text}"
    );
    let bytes = assets.read_file("mono.ogg", 1 << 20).unwrap();
    let cut = error(assets.add_sound_file("cut", "cut.ogg", &bytes[..bytes.len() / 2]));
    assert!(cut.starts_with("cut.ogg: damaged Ogg sound"), "{cut}");
}
