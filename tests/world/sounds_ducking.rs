//! The rules of ducking: which sounds lower another bus, how far, and how fast.

use core::time::Duration;

use crate::common::{ghost_at, spawn, steps};
use crate::sounds::sounding;
use damselfly::glam::vec2;
use damselfly::sound::{Bus, Duck, Sound, SoundId, Tween};
use damselfly::world::{Core, Outcome};

/// Lowers music by 20 decibels within two steps, and raises it within two.
const DUCK: Duck = Duck {
    volume: -20.0,
    fall: Duration::from_millis(30),
    rise: Duration::from_millis(30),
    ..Duck::by(Bus::EFFECTS)
};

fn music(core: &Core) -> f32 {
    core.world.buses.heard_volume(Bus::MUSIC)
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
    let voice = core.context().play("long");
    let mut volumes = Vec::new();
    for _ in 0..4 {
        steps(&mut core, 1);
        volumes.push(music(&core).round());
    }
    core.world.sound(voice).unwrap().stop();
    for _ in 0..7 {
        steps(&mut core, 1);
        volumes.push(music(&core).round());
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

/// Enables or disables the altitude of a sound's object.
fn set_enabled(core: &mut Core, id: SoundId, is_enabled: bool) {
    let object = core.world.sounds.get(id).and_then(|sound| sound.object());
    let object = object.and_then(|object| core.world.object(object));
    let altitude = object.expect("the sound has an object").altitude();
    core.world.altitude_settings_mut(altitude).enabled = is_enabled;
    steps(core, 1);
}

#[test]
fn only_sounds_that_can_be_heard_lower_a_bus() {
    type Change = fn(&mut Core, SoundId);
    let changes: [(&str, Change, Change); 9] = [
        (
            "disabled altitude",
            |core, id| set_enabled(core, id, false),
            |core, id| set_enabled(core, id, true),
        ),
        (
            "paused sound",
            |core, id| core.world.sound(id).unwrap().pause(),
            |core, id| core.world.sound(id).unwrap().resume(),
        ),
        (
            "silent sound",
            |core, id| {
                let mut sound = core.world.sound(id).unwrap();
                sound.set_volume(-60.0, Tween::NOW);
            },
            |core, id| {
                let mut sound = core.world.sound(id).unwrap();
                sound.set_volume(-59.0, Tween::NOW);
            },
        ),
        (
            "muted bus",
            |core, _| {
                core.world.buses.set_muted(Bus::EFFECTS, true);
            },
            |core, _| {
                core.world.buses.set_muted(Bus::EFFECTS, false);
            },
        ),
        (
            "paused bus",
            |core, _| {
                core.world.buses.set_paused(Bus::EFFECTS, true);
            },
            |core, _| {
                core.world.buses.set_paused(Bus::EFFECTS, false);
            },
        ),
        (
            "silent bus",
            |core, _| {
                core.world.buses.set_volume(Bus::EFFECTS, -60.0, Tween::NOW);
            },
            |core, _| {
                core.world.buses.set_volume(Bus::EFFECTS, -59.0, Tween::NOW);
            },
        ),
        (
            "paused game",
            |core, _| {
                core.world.buses.set_paused(Bus::MAIN, true);
            },
            |core, _| {
                core.world.buses.set_paused(Bus::MAIN, false);
            },
        ),
        (
            "silent game",
            |core, _| {
                core.world.buses.set_volume(Bus::MAIN, -60.0, Tween::NOW);
            },
            |core, _| {
                core.world.buses.set_volume(Bus::MAIN, -59.0, Tween::NOW);
            },
        ),
        (
            "distant object",
            |core, id| {
                let object = core.world.sounds.get(id).unwrap().object().unwrap();
                let mut object = core.object_mut(object).unwrap();
                object.set_position(vec2(40.0, 100.0));
                steps(core, 1);
            },
            |core, id| {
                let object = core.world.sounds.get(id).unwrap().object().unwrap();
                let mut object = core.object_mut(object).unwrap();
                object.set_position(vec2(40.0, 40.0));
                steps(core, 1);
            },
        ),
    ];
    for (what, silence, restore) in changes {
        let mut core = sounding();
        core.world.buses.duck(Bus::MUSIC, Some(DUCK));
        let object = spawn(&mut core, ghost_at(40.0, 12.0));
        let id = core.context().play(Sound::new("long").on(object));
        steps(&mut core, 2);
        assert_eq!(music(&core), -20.0, "{what}");
        silence(&mut core, id);
        steps(&mut core, 2);
        assert_eq!(music(&core), 0.0, "{what}");
        restore(&mut core, id);
        steps(&mut core, 2);
        assert_eq!(music(&core), -20.0, "{what}");
    }
}

#[test]
fn sounds_of_other_buses_lower_nothing() {
    let mut core = sounding();
    core.world.buses.duck(Bus::MUSIC, Some(DUCK));
    for bus in [Bus::MUSIC, Bus::INTERFACE] {
        core.context().play(Sound::new("long").bus(bus));
    }
    steps(&mut core, 2);
    assert_eq!(music(&core), 0.0);
    core.context().play("long");
    steps(&mut core, 2);
    assert_eq!(core.world.buses.duck(Bus::MUSIC, None), Outcome::Done);
    assert_eq!(music(&core), 0.0, "a bus without a duck is not lowered");
}

#[test]
fn two_buses_that_lower_each_other_do_so_alike() {
    let mut core = sounding();
    core.world.buses.duck(Bus::MUSIC, Some(DUCK));
    let other = Duck {
        by: Bus::MUSIC,
        ..DUCK
    };
    core.world.buses.duck(Bus::EFFECTS, Some(other));
    for bus in [Bus::MUSIC, Bus::EFFECTS] {
        core.context().play(Sound::new("long").bus(bus));
    }
    for _ in 0..3 {
        steps(&mut core, 1);
        let effects = core.world.buses.heard_volume(Bus::EFFECTS);
        assert_eq!(music(&core), effects);
    }
    assert_eq!(music(&core), -20.0);
}
