//! After a warm-up, playing and changing sounds allocates nothing, however many come and go.

use core::time::Duration;

use crate::common::{core, ghost_at, spawn};
use damselfly::assets::ClipSource;
use damselfly::sound::{Bus, MAX_VOICES, Sound};
use damselfly::world::{Behavior, Context, Core, StepInput};

/// Plays more sounds than there are voices. None of them ends.
fn play(core: &mut Core, steps: u32) {
    let object = core.world.objects().next();
    for _ in 0..steps {
        core.step_with(StepInput::next(core), |cx| {
            for _ in 0..5 {
                cx.play("quiet");
            }
            let engine = Sound::new("engine").looped().bus(Bus::MUSIC);
            let id = cx.play(object.map_or(engine, |object| engine.on(object)));
            if let Some(mut sound) = cx.sound(id) {
                sound.set_volume(-6.0, Duration::from_millis(100));
                sound.set_panning(1.0, Duration::from_millis(100));
                sound.stop_in(Duration::from_secs(1));
            }
            cx.buses
                .set_volume(Bus::MUSIC, -3.0, Duration::from_secs(1));
        });
    }
}

#[test]
fn once_warm_known_sounds_are_played_without_allocations() {
    let mut core = core();
    let source = |frames: usize| ClipSource::samples(48_000, 1, vec![0.0; frames]);
    for label in ["quiet", "engine"] {
        let clip = core.assets.add_sound(label, source(480_000));
        core.assets.set_max_voices(clip.unwrap(), 60);
    }
    spawn(&mut core, ghost_at(3.0, 3.0));
    play(&mut core, 100);
    let counted = allocation_counter::measure(|| play(&mut core, 100));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(core.world.sounds.len(), MAX_VOICES);
}

#[test]
fn the_end_of_a_sound_without_a_listener_allocates_nothing() {
    let mut core = core();
    let source = ClipSource::samples(48_000, 1, vec![0.0; 1000]);
    core.assets.add_sound("short", source).unwrap();
    let play = |core: &mut Core| {
        for _ in 0..10 {
            core.step_with(StepInput::next(core), |cx| {
                cx.play("short");
            });
        }
    };
    play(&mut core);
    assert_eq!(core.world.sounds.ended().count(), 1);
    let counted = allocation_counter::measure(|| play(&mut core));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
}

/// Plays a sound in each step, and does not listen to its end.
#[derive(Clone)]
struct Clicks;

impl Behavior for Clicks {
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.play("short");
    }
}

#[test]
fn sounds_of_a_behaviour_without_events_end_without_allocations() {
    let mut core = core();
    let source = ClipSource::samples(48_000, 1, vec![0.0; 1000]);
    core.assets.add_sound("short", source).unwrap();
    core.context().spawn_with(ghost_at(3.0, 3.0), Clicks);
    let play = |core: &mut Core| {
        for _ in 0..10 {
            core.step_with(StepInput::next(core), |_| ());
        }
    };
    play(&mut core);
    assert_eq!(core.world.sounds.ended().count(), 1);
    let counted = allocation_counter::measure(|| play(&mut core));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
}

#[test]
fn logged_refusals_allocate_nothing() {
    let mut core = core();
    let source = ClipSource::samples(48_000, 1, vec![0.0; 480_000]);
    core.assets.add_sound("long", source).unwrap();
    let id = core.context().play("long");
    let refuse = |core: &mut Core, steps: u32| {
        for _ in 0..steps {
            core.step_with(StepInput::next(core), |cx| {
                cx.play("missing");
                if let Some(mut sound) = cx.sound(id) {
                    sound.set_rate(f32::NAN, Duration::ZERO);
                }
                cx.buses.set_volume(Bus::MUSIC, f32::NAN, Duration::ZERO);
            });
        }
    };
    refuse(&mut core, 2);
    let counted = allocation_counter::measure(|| refuse(&mut core, 100));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(
        (core.world.sounds.refusals(), core.world.buses.refusals()),
        (204, 102)
    );
}
