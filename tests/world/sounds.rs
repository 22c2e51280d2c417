//! The rules of playing sounds: what plays, where it is, what gives way, and when it ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use crate::common::{core, steps};
use damselfly::assets::{Assets, ClipId, ClipSource};
use damselfly::sound::{Bus, MAX_VOICES, PlayingSound, Sound, Tween};
use damselfly::world::{Core, Outcome};

/// Frames in a step at 60 steps per second.
const STEP: u64 = 800;

fn add(assets: &mut Assets, label: &str, frames: usize) -> ClipId {
    let source = ClipSource::samples(48_000, 1, vec![0.0; frames]);
    assets.add_sound(label, source).unwrap()
}

/// Returns a core with the clips `long` (10 seconds) and `short` (2000 frames).
pub(crate) fn sounding() -> Core {
    let mut core = core();
    add(&mut core.assets, "long", 480_000);
    add(&mut core.assets, "short", 2000);
    core
}

/// Returns the frames at which the playing sounds are, in the order of playing.
pub(crate) fn frames(core: &Core) -> Vec<f64> {
    let sounds = core.world.sounds.iter();
    sounds
        .map(|sound| sound.position_q16() as f64 / 65_536.0)
        .collect()
}

#[test]
fn a_sound_begins_in_its_step_and_ends_after_its_length() {
    let mut core = sounding();
    core.context().play("short");
    assert_eq!(frames(&core), [0.0]);
    steps(&mut core, 2);
    assert_eq!(frames(&core), [1600.0]);
    steps(&mut core, 1);
    assert!(core.world.sounds.is_empty());
}

#[test]
fn unknown_unloaded_and_invalid_sounds_are_refused_or_silent() {
    let mut core = sounding();
    let id = core.context().play("shirt");
    assert!(core.world.sound(id).is_none());
    for sound in [
        Sound::new("long").volume(f32::NAN),
        Sound::new("long").volume(25.0),
        Sound::new("long").panning(1.1),
        Sound::new("long").rate(0.0),
        Sound::new("long").rate(f32::INFINITY),
        Sound::new("long").reach(0.0),
        Sound::new("long").width(-0.1),
    ] {
        let id = core.context().play(sound);
        assert!(core.world.sound(id).is_none(), "{sound:?}");
    }
    assert_eq!(core.world.refusals(), 8);
    let short = core.assets.find_clip("short").unwrap();
    assert_eq!(core.assets.unload_sound(short), 0);
    core.context().play("short");
    steps(&mut core, 2);
    // Steps have the same results without the samples.
    assert_eq!(frames(&core), [1600.0]);
}

#[test]
fn the_oldest_voice_of_a_clip_gives_way() {
    let mut core = sounding();
    let long = core.assets.find_clip("long").unwrap();
    core.assets.set_max_voices(long, 2);
    let ids: Vec<_> = (0..3).map(|_| core.context().play(long)).collect();
    let other = core.context().play("short");
    let playing: Vec<_> = core.world.sounds.iter().map(|sound| sound.id()).collect();
    assert_eq!(playing, [ids[1], ids[2], other]);
}

#[test]
fn loops_and_music_of_a_full_clip_give_way_last() {
    let mut core = sounding();
    let long = core.assets.find_clip("long").unwrap();
    core.assets.set_max_voices(long, 3);
    let sound = Sound::new("long");
    let [hum, tune] =
        [sound.looped(), sound.bus(Bus::MUSIC)].map(|sound| core.context().play(sound));
    let shots: Vec<_> = (0..3).map(|_| core.context().play("long")).collect();
    let playing = |core: &Core| -> Vec<_> {
        let sounds = core.world.sounds.iter();
        sounds.map(|sound| sound.id()).collect()
    };
    assert_eq!(playing(&core), [hum, tune, shots[2]]);
    // Among loops alone, the oldest gives way.
    let loops: Vec<_> = (0..2)
        .map(|_| core.context().play(sound.looped()))
        .collect();
    assert_eq!(playing(&core), [tune, loops[0], loops[1]]);
}

#[test]
fn loops_and_music_of_a_full_game_give_way_last() {
    let mut core = sounding();
    for number in 0..MAX_VOICES / 8 {
        add(&mut core.assets, &number.to_string(), 480_000);
    }
    let mut ids = Vec::new();
    for number in 0..MAX_VOICES {
        let label = (number / 8).to_string();
        let sound = Sound::new(&*label);
        ids.push(core.context().play(match number {
            0 => sound.looped(),
            1 => sound.bus(Bus::MUSIC),
            _ => sound,
        }));
    }
    assert_eq!(core.world.sounds.len(), MAX_VOICES);
    core.context().play("short");
    let gone = |core: &Core, at: usize| core.world.sounds.get(ids[at]).is_none();
    assert!(!gone(&core, 0) && !gone(&core, 1) && gone(&core, 2));
    assert_eq!(core.world.sounds.len(), MAX_VOICES);
    // Once nothing else is left, the oldest loop gives way, too.
    for &id in &ids[3..] {
        if let Some(sound) = core.world.sound(id) {
            sound.stop();
        }
    }
    let clips: Vec<_> = core.assets.clips().map(|(id, _)| id).collect();
    for &clip in clips.iter().cycle().take(2 * MAX_VOICES) {
        core.context().play(Sound::new(clip).looped());
    }
    assert!(gone(&core, 0) && gone(&core, 1));
    let started = |sound: &PlayingSound| sound.id();
    let heard: Vec<_> = core.world.sounds.started().map(started).collect();
    let playing: Vec<_> = core.world.sounds.iter().map(started).collect();
    assert_eq!(heard, playing, "the latest ones");
}

#[test]
fn tweens_and_fades_last_as_long_as_they_say() {
    let mut core = sounding();
    let id = core
        .context()
        .play(Sound::new("long").fade_in(Duration::from_millis(100)));
    let volume = |core: &Core| core.world.sounds.get(id).map(|sound| sound.volume());
    assert_eq!(volume(&core), Some(-60.0));
    steps(&mut core, 3);
    assert_eq!(volume(&core), Some(-30.0));
    steps(&mut core, 3);
    assert_eq!(volume(&core), Some(0.0));
    let mut sound = core.world.sound(id).unwrap();
    assert_eq!(
        sound.set_panning(1.0, Duration::from_millis(50)),
        Outcome::Done
    );
    assert_eq!(
        sound.set_rate(3.0, Duration::from_millis(100)),
        Outcome::Done
    );
    assert_eq!(sound.set_volume(f32::NAN, Tween::NOW), Outcome::Refused);
    let before = frames(&core)[0];
    steps(&mut core, 6);
    let sound = core.world.sounds.get(id).unwrap();
    assert_eq!((sound.panning(), sound.rate()), (1.0, 3.0));
    // A rate that rises evenly from 1 to 3 adds as much as a rate of 2.
    let moved = frames(&core)[0] - before;
    assert!((moved - 2.0 * 6.0 * STEP as f64).abs() < 0.1, "{moved}");
    core.world
        .sound(id)
        .unwrap()
        .stop_in(Duration::from_millis(50));
    steps(&mut core, 2);
    assert_eq!(core.world.sounds.len(), 1);
    steps(&mut core, 1);
    assert!(core.world.sounds.is_empty());
    assert_eq!(core.world.sounds.ended().count(), 0, "it was stopped");
}

#[test]
fn a_sound_that_fades_out_refuses_another_volume() {
    let mut core = sounding();
    let id = core.context().play("long");
    let mut sound = core.world.sound(id).unwrap();
    sound.set_volume(-6.0, Tween::NOW);
    sound.stop_in(Duration::from_millis(100));
    steps(&mut core, 3);
    let mut sound = core.world.sound(id).unwrap();
    let outcome = sound.set_volume(0.0, Duration::from_secs(10));
    assert_eq!(outcome, Outcome::Refused);
    assert_eq!(sound.volume(), -33.0, "it fades on");
    assert_eq!(sound.set_panning(0.5, Tween::NOW), Outcome::Done);
    assert_eq!(core.world.refusals(), 1);
    steps(&mut core, 3);
    assert!(core.world.sounds.is_empty());
}

#[test]
fn loops_repeat_from_their_start_without_a_gap() {
    let mut core = sounding();
    let from = Duration::from_nanos((500 * 1_000_000_000_u64).div_ceil(48_000));
    core.context().play(Sound::new("short").looped());
    core.context().play(Sound::new("short").looped_from(from));
    steps(&mut core, 4);
    // After 3200 frames: 3200 - 2000, and 500 + (3200 - 2000) with at most a frame's part lost by the time.
    let [whole, part] = frames(&core)[..] else {
        panic!("both play")
    };
    assert_eq!(whole, 1200.0);
    assert!((part - 1700.0).abs() < 0.001, "{part}");
}

#[test]
fn a_paused_sound_and_a_paused_bus_stand_still() {
    let mut core = sounding();
    let one = core.context().play("long");
    core.context().play(Sound::new("long").bus(Bus::MUSIC));
    core.world.sound(one).unwrap().pause();
    steps(&mut core, 1);
    assert_eq!(frames(&core), [0.0, 800.0]);
    core.world.sound(one).unwrap().resume();
    core.world.buses.set_paused(Bus::MUSIC, true);
    steps(&mut core, 1);
    assert_eq!(frames(&core), [800.0, 800.0]);
    core.world.buses.set_paused(Bus::MUSIC, false);
    core.world.buses.set_paused(Bus::MAIN, true);
    steps(&mut core, 1);
    assert_eq!(frames(&core), [800.0, 800.0]);
}

#[test]
fn time_scale_changes_all_rates_but_those_of_menus() {
    let mut core = sounding();
    core.context().play("long");
    core.context().play(Sound::new("long").bus(Bus::INTERFACE));
    let half = damselfly::time::TimeScale::new(0.5).unwrap();
    core.context().set_time_scale(half);
    steps(&mut core, 1);
    // Half as many steps are taken per second, so a step takes 1600 frames of real time.
    assert_eq!(frames(&core), [800.0, 1600.0]);
}
