//! Sounds in the checksum: every setting of a sound and a bus counts, and silence changes nothing.

use core::time::Duration;

use crate::common::{core, ghost_at, spawn, steps};
use crate::sounds::sounding;
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::math::Ease;
use damselfly::sound::{Bus, Duck, Sound, SoundMut, Tween};
use damselfly::world::Core;

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

/// Returns the checksum of a world with one playing sound. `change` changes its description.
fn sum_of(change: impl FnOnce(Sound<'static>, ObjectId) -> Sound<'static>) -> u64 {
    let mut core = sounding();
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    core.context().play(change(Sound::new("long"), object));
    core.checksum()
}

/// Asserts that all sums differ. The first one is the baseline.
fn assert_distinct(sums: &[u64]) {
    for (at, sum) in sums.iter().enumerate() {
        assert!(!sums[..at].contains(sum), "change {at} is not counted");
    }
}

#[test]
fn every_setting_of_a_sound_counts_in_the_checksum() {
    let half = Duration::from_millis(500);
    let plain = sum_of(|sound, _| sound);
    assert_eq!(plain, sum_of(|sound, _| sound.volume(0.0)), "the baseline");
    assert_distinct(&[
        plain,
        sum_of(|_, _| Sound::new("short")),
        sum_of(|sound, _| sound.volume(-1.0)),
        sum_of(|sound, _| sound.panning(0.1)),
        sum_of(|sound, _| sound.rate(1.1)),
        sum_of(|sound, _| sound.looped()),
        sum_of(|sound, _| sound.looped_from(half)),
        sum_of(|sound, _| sound.start_at(half)),
        sum_of(|sound, _| sound.bus(Bus::MUSIC)),
        sum_of(|sound, _| sound.fade_in(half)),
    ]);
    assert_distinct(&[
        plain,
        sum_of(|sound, object| sound.on(object)),
        sum_of(|sound, object| sound.on(object).reach(2.0)),
        sum_of(|sound, object| sound.on(object).width(0.5)),
        sum_of(|sound, object| sound.on(object).outlives()),
    ]);
}

#[test]
fn every_change_of_a_playing_sound_counts_in_the_checksum() {
    let sum_of = |change: fn(SoundMut<'_>)| {
        let mut core = sounding();
        let id = core.context().play("long");
        change(core.world.sound(id).unwrap());
        core.checksum()
    };
    assert_distinct(&[
        sum_of(|_| ()),
        sum_of(|mut sound| {
            sound.set_volume(-1.0, Tween::NOW);
        }),
        sum_of(|mut sound| {
            sound.set_volume(-1.0, Duration::from_secs(1));
        }),
        sum_of(|mut sound| {
            let ease = Ease::Smooth;
            let tween = Tween::over(Duration::from_secs(1));
            sound.set_volume(-1.0, Tween { ease, ..tween });
        }),
        sum_of(|mut sound| {
            sound.set_panning(0.5, Tween::NOW);
        }),
        sum_of(|mut sound| {
            sound.set_rate(0.5, Tween::NOW);
        }),
        sum_of(|mut sound| sound.pause()),
        sum_of(|mut sound| sound.seek(Duration::from_secs(1))),
        sum_of(|sound| sound.stop()),
        // Both fade alike, but only one ends.
        sum_of(|mut sound| {
            sound.set_volume(-60.0, Duration::from_secs(1));
        }),
        sum_of(|sound| sound.stop_in(Duration::from_secs(1))),
    ]);
}

#[test]
fn every_setting_of_a_bus_counts_in_the_checksum() {
    let sum_of = |change: fn(&mut Core)| {
        let mut core = sounding();
        // A change that sets a default makes the buses count.
        core.world.buses.set_volume(Bus::MUSIC, 0.0, Tween::NOW);
        change(&mut core);
        core.checksum()
    };
    assert_distinct(&[
        sum_of(|_| ()),
        sum_of(|core| {
            core.world.buses.set_volume(Bus::MUSIC, -1.0, Tween::NOW);
        }),
        sum_of(|core| {
            core.world.buses.set_volume(Bus::EFFECTS, -1.0, Tween::NOW);
        }),
        sum_of(|core| {
            core.world.buses.set_muted(Bus::MUSIC, true);
        }),
        sum_of(|core| {
            core.world.buses.set_paused(Bus::MUSIC, true);
        }),
        sum_of(|core| {
            core.world.buses.set_time_scaled(Bus::MUSIC, false);
        }),
        sum_of(|core| {
            core.world.buses.set_low_pass(Bus::MUSIC, Some(500.0));
        }),
        sum_of(|core| {
            core.world.buses.set_reverb(Bus::MUSIC, 0.5);
        }),
        sum_of(|core| {
            let duck = Duck::by(Bus::EFFECTS);
            core.world.buses.duck(Bus::MUSIC, Some(duck));
        }),
        sum_of(|core| {
            let duck = Duck::by(Bus::INTERFACE);
            core.world.buses.duck(Bus::MUSIC, Some(duck));
        }),
        sum_of(|core| {
            core.world.buses.add("voice");
        }),
        sum_of(|core| {
            core.world.buses.add("speech");
        }),
    ]);
}

#[test]
fn only_whether_an_attached_sound_is_in_reach_counts_in_the_checksum() {
    let seen_with_parallax = |parallax| {
        let mut core = sounding();
        let world = Rect::from_size(Vec2::ZERO, vec2(400.0, 100.0));
        core.world.camera.set_boundary(world);
        core.world.camera.cut_to(vec2(120.0, 36.0));
        core.world.altitude_settings_mut(2).parallax = parallax;
        let object = spawn(&mut core, ghost_at(120.0, 36.0));
        let id = core.context().play(Sound::new("long").on(object));
        let heard = core.world.sounds.get(id).unwrap().heard_from();
        (core.checksum(), heard.unwrap())
    };
    // Parallax itself is not counted, because it is only seen.
    let (middle, right) = (seen_with_parallax(1.0), seen_with_parallax(0.75));
    assert_ne!(middle.1, right.1);
    assert_eq!(middle.0, right.0);
    // A sound out of reach ducks no bus.
    let away = seen_with_parallax(-1.0);
    assert_eq!(away.1.0, 0.0);
    assert_ne!(away.0, middle.0);
}
