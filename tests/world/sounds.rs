//! The rules of playing sounds: what plays, what gives way, how attached sounds are heard, and who is told of an end.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use crate::common::{core, ghost_at, spawn, steps};
use damselfly::assets::{Assets, ClipId, ClipSource};
use damselfly::glam::vec2;
use damselfly::sound::{Bus, Duck, MAX_VOICES, Sound, Tween};
use damselfly::world::{Core, Outcome};

/// Frames in a step at 60 steps per second.
const STEP: u64 = 800;

fn add(assets: &mut Assets, label: &str, frames: usize) -> ClipId {
    let source = ClipSource::samples(48_000, 1, vec![0.0; frames]);
    assets.add_sound(label, source).unwrap()
}

/// Returns a core with the clips `long` (10 seconds) and `short` (2000 frames).
fn sounding() -> Core {
    let mut core = core();
    add(&mut core.assets, "long", 480_000);
    add(&mut core.assets, "short", 2000);
    core
}

/// Returns the frames at which the playing sounds are, in the order of playing.
fn frames(core: &Core) -> Vec<f64> {
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
fn a_bus_is_lowered_while_another_one_plays() {
    let mut core = sounding();
    core.context().play(Sound::new("long").bus(Bus::MUSIC));
    let duck = Duck {
        volume: -20.0,
        fall: Duration::from_millis(50),
        rise: Duration::from_millis(100),
        ..Duck::by(Bus::EFFECTS)
    };
    assert_eq!(core.world.buses.duck(Bus::MUSIC, Some(duck)), Outcome::Done);
    let heard = |core: &Core| core.world.buses.heard_volume(Bus::MUSIC);
    let voice = core.context().play("long");
    let mut volumes = Vec::new();
    for _ in 0..4 {
        steps(&mut core, 1);
        volumes.push(heard(&core).round());
    }
    core.world.sound(voice).unwrap().stop();
    for _ in 0..7 {
        steps(&mut core, 1);
        volumes.push(heard(&core).round());
    }
    assert_eq!(
        volumes,
        [
            -7.0, -13.0, -20.0, -20.0, -17.0, -13.0, -10.0, -7.0, -3.0, 0.0, 0.0
        ]
    );
    assert_eq!(core.world.buses.volume(Bus::MUSIC), 0.0);
    for wrong in [
        Duck {
            volume: 1.0,
            ..duck
        },
        Duck::by(Bus::MUSIC),
        Duck::by(Bus::MAIN),
    ] {
        assert_eq!(
            core.world.buses.duck(Bus::MUSIC, Some(wrong)),
            Outcome::Refused
        );
    }
}

#[test]
fn an_attached_sound_stops_with_its_object_unless_it_outlives() {
    let mut core = sounding();
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    core.context().play(Sound::new("long").on(object));
    let staying = core
        .context()
        .play(Sound::new("long").on(object).outlives());
    core.world.remove(object);
    steps(&mut core, 1);
    let playing: Vec<_> = core.world.sounds.iter().map(|sound| sound.id()).collect();
    assert_eq!(playing, [staying]);
}

#[test]
fn attached_sounds_stop_when_their_level_is_left() {
    let mut core = sounding();
    let [here, everywhere] = [ghost_at(1.0, 1.0), ghost_at(1.0, 1.0).persistent()]
        .map(|object| spawn(&mut core, object));
    for object in [here, everywhere] {
        core.context()
            .play(Sound::new("long").on(object).outlives());
    }
    core.context().play("long");
    steps(&mut core, 1);
    core.context().change_level(2);
    let attached: Vec<_> = core
        .world
        .sounds
        .iter()
        .map(|sound| sound.object())
        .collect();
    assert_eq!(attached, [Some(everywhere), None]);
}

#[test]
fn place_in_the_view_decides_volume_and_panning() {
    let mut core = sounding();
    // The view is 80 × 24.
    let places = [
        (vec2(40.0, 12.0), (1.0, 0.0)),
        (vec2(0.0, 12.0), (1.0, -0.7)),
        (vec2(80.0, 0.0), (1.0, 0.7)),
        // Half a view's height below the view: (1 - 0.5)².
        (vec2(40.0, 36.0), (0.25, 0.0)),
        (vec2(40.0, 48.0), (0.0, 0.0)),
        (vec2(-1000.0, 12.0), (0.0, -1.0)),
    ];
    for (at, expected) in places {
        let object = spawn(&mut core, ghost_at(at.x, at.y));
        let id = core.context().play(Sound::new("long").on(object));
        steps(&mut core, 1);
        let heard = core.world.sounds.get(id).unwrap().heard_from();
        assert_eq!(heard, Some(expected), "{at}");
    }
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

#[test]
fn silent_worlds_have_the_checksums_that_they_always_had() {
    let mut silent = sounding();
    let mut other = core();
    steps(&mut silent, 3);
    steps(&mut other, 3);
    assert_eq!(silent.checksum(), other.checksum());
    silent.context().play("short");
    assert_ne!(silent.checksum(), other.checksum());
    steps(&mut silent, 10);
    steps(&mut other, 10);
    assert!(silent.world.sounds.is_empty());
    assert_ne!(silent.checksum(), other.checksum(), "the next id differs");
}

#[test]
fn every_setting_of_a_sound_and_a_bus_counts_in_the_checksum() {
    type Change = fn(&mut Core);
    let changes: [Change; 13] = [
        |core| {
            core.context().play("short");
        },
        |core| {
            core.context().play(Sound::new("long").volume(-1.0));
        },
        |core| {
            core.context().play(Sound::new("long").panning(0.1));
        },
        |core| {
            core.context().play(Sound::new("long").rate(1.1));
        },
        |core| {
            core.context().play(Sound::new("long").looped());
        },
        |core| {
            core.context().play(Sound::new("long").bus(Bus::MUSIC));
        },
        |core| {
            core.context()
                .play(Sound::new("long").fade_in(Duration::from_secs(1)));
        },
        |core| {
            core.world.buses.set_volume(Bus::MUSIC, -1.0, Tween::NOW);
        },
        |core| {
            core.world.buses.set_muted(Bus::MUSIC, true);
        },
        |core| {
            core.world.buses.set_paused(Bus::MUSIC, true);
        },
        |core| {
            core.world.buses.set_time_scaled(Bus::MUSIC, false);
        },
        |core| {
            core.world
                .buses
                .duck(Bus::MUSIC, Some(Duck::by(Bus::EFFECTS)));
        },
        |core| {
            core.world.buses.add("voice");
        },
    ];
    let sums = changes.map(|change| {
        let mut core = sounding();
        change(&mut core);
        core.checksum()
    });
    for (at, sum) in sums.iter().enumerate() {
        assert!(!sums[..at].contains(sum), "change {at}");
    }
}
