//! Random scripts of playing, stopping, pausing, seeking, time scales, levels, snapshots and restores: the table of
//! playing sounds agrees with a slow model at every step, for step rates that divide 48 000 and for others.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod model;

use crate::common::ghost_at;
use core::cell::Cell;
use core::time::Duration;
use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets, ClipSource};
use damselfly::sound::{Bus, MAX_VOICES, Sound, SoundId};
use damselfly::time::{StepRate, TimeScale};
use damselfly::world::{Core, CoreSettings, Object, Outcome, StepInput};
use model::{Model, Played};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Labels of the clips, with their lengths in frames and the greatest number of voices.
const CLIPS: [(&str, u32, u8); 5] = [
    ("click", 7, 2),
    ("shot", 9_600, 3),
    ("tune", 200_000, 40),
    ("storm", 150_000, 255),
    ("empty", 0, 8),
];

/// Step rates as steps in seconds.
const RATES: [(u32, u32); 6] = [(60, 1), (144, 1), (60_000, 1001), (1, 1), (1000, 1), (7, 3)];

#[derive(Clone, Debug)]
enum Action {
    Play {
        clip: usize,
        rate: usize,
        bus: usize,
        looped: Option<u32>,
        start: u32,
        attached: bool,
        count: usize,
    },
    Stop(usize),
    Fade(usize, u32),
    Pause(usize, bool),
    Seek(usize, u32),
    /// A new playback rate, and the length of the change in frames.
    Rate(usize, usize, u32),
    PauseBus(usize, bool),
    TimeScale(usize),
    LayerTime(usize),
    Level(u16),
    Remove,
    Save,
    Restore,
    Steps(u8),
}

const SPEEDS: [f32; 5] = [1.0, 0.5, 2.0, 0.3, 1.0 / 64.0];
const BUSES: [Bus; 3] = [Bus::EFFECTS, Bus::MUSIC, Bus::INTERFACE];

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let which = 0..80_usize;
    let play = (
        0..CLIPS.len(),
        0..SPEEDS.len(),
        0..BUSES.len(),
        proptest::option::weighted(0.3, 0..250_000_u32),
        prop_oneof![Just(0), 0..250_000_u32],
        proptest::bool::weighted(0.3),
        prop_oneof![2 => Just(1), 1 => 20..60_usize],
    );
    let play = play.prop_map(
        |(clip, rate, bus, looped, start, attached, count)| Action::Play {
            clip,
            rate,
            bus,
            looped,
            start,
            attached,
            count,
        },
    );
    let glide = prop_oneof![Just(0), 0..60_000_u32];
    let action = prop_oneof![
        8 => play,
        1 => which.clone().prop_map(Action::Stop),
        2 => (which.clone(), 0..60_000_u32).prop_map(|(which, frames)| Action::Fade(which, frames)),
        2 => (which.clone(), any::<bool>()).prop_map(|(which, on)| Action::Pause(which, on)),
        1 => (which.clone(), 0..250_000_u32).prop_map(|(which, to)| Action::Seek(which, to)),
        2 => (which, 0..SPEEDS.len(), glide)
            .prop_map(|(which, rate, frames)| Action::Rate(which, rate, frames)),
        1 => (0..BUSES.len(), any::<bool>()).prop_map(|(bus, on)| Action::PauseBus(bus, on)),
        1 => (0..SPEEDS.len()).prop_map(Action::TimeScale),
        1 => (0..SPEEDS.len()).prop_map(Action::LayerTime),
        1 => (0..3_u16).prop_map(Action::Level),
        1 => Just(Action::Remove),
        1 => Just(Action::Save),
        1 => Just(Action::Restore),
        8 => (1..40_u8).prop_map(Action::Steps),
    ];
    proptest::collection::vec(action, 1..40)
}

/// Converts frames to a time that converts back to the same frames.
fn time(frames: u32) -> Duration {
    Duration::from_nanos((u64::from(frames) * 1_000_000_000).div_ceil(48_000))
}

/// Position of that time in 1/65 536 frames.
fn q16(time: Duration) -> u64 {
    u64::try_from(time.as_nanos() * (48_000 << 16) / 1_000_000_000).unwrap()
}

fn core_at((steps, seconds): (u32, u32)) -> Core {
    let mut assets = Assets::new(AssetSettings::default());
    for (label, length, voices) in CLIPS {
        let silence = vec![0.0; length as usize];
        let clip = assets.add_sound(label, ClipSource::samples(48_000, 1, silence));
        assets.set_max_voices(clip.unwrap(), voices);
    }
    let rate = StepRate::ratio(steps, seconds).unwrap();
    let settings = CoreSettings {
        rate,
        ..CoreSettings::default()
    };
    Core::new(&settings, assets)
}

/// Returns the object that sounds are attached to. It is spawned again once it is gone.
fn object(core: &mut Core, object: &mut Option<ObjectId>) -> ObjectId {
    match object.filter(|&id| core.world.object(id).is_some()) {
        Some(id) => id,
        None => {
            let id = core.context().spawn(Object {
                level: Some(1),
                ..ghost_at(5.0, 5.0)
            });
            *object = Some(id);
            id
        }
    }
}

fn act(core: &mut Core, model: &mut Model, action: &Action, emitter: &mut Option<ObjectId>) {
    let pick = |model: &Model, which: usize| {
        let count = model.playing().count();
        let picked = model.playing().nth(which % count.max(1));
        picked.map(|(id, _)| id)
    };
    match *action {
        Action::Play {
            clip,
            rate,
            bus,
            looped,
            start,
            attached,
            count,
        } => {
            let (label, length, voices) = CLIPS[clip];
            let (start, from) = (time(start), looped.map(time));
            let object = attached.then(|| object(core, emitter));
            let sound = Sound {
                looping: looped.is_some(),
                loop_start: from.unwrap_or_default(),
                start_at: start,
                object,
                ..Sound::new(label).rate(SPEEDS[rate]).bus(BUSES[bus])
            };
            for _ in 0..count {
                let id = core.context().play(sound);
                model.play(Played {
                    id: id.number(),
                    clip,
                    length: u64::from(length) << 16,
                    voices: voices.into(),
                    // A loop begins at a whole frame of the clip.
                    loop_start: looped.map(|frames| u64::from(frames) << 16),
                    start: q16(start),
                    rate: SPEEDS[rate],
                    bus,
                    object,
                });
            }
        }
        Action::Stop(which) => {
            if let Some(id) = pick(model, which) {
                let sound = find(core, id).and_then(|id| core.world.sound(id));
                sound.unwrap().stop();
                model.stop(id);
            }
        }
        Action::Fade(which, frames) => {
            if let Some(id) = pick(model, which) {
                let sound = find(core, id).and_then(|id| core.world.sound(id));
                sound.unwrap().stop_in(time(frames));
                model.fade(id, frames.into());
            }
        }
        Action::Pause(which, on) => {
            if let Some(id) = pick(model, which) {
                let sound = find(core, id).and_then(|id| core.world.sound(id));
                let mut sound = sound.unwrap();
                if on {
                    sound.pause()
                } else {
                    sound.resume()
                }
                model.change(id, |sound| sound.paused = on);
            }
        }
        Action::Seek(which, to) => {
            if let Some(id) = pick(model, which) {
                let sound = find(core, id).and_then(|id| core.world.sound(id));
                sound.unwrap().seek(time(to));
                model.seek(id, q16(time(to)));
            }
        }
        Action::Rate(which, rate, frames) => {
            if let Some(id) = pick(model, which) {
                let sound = find(core, id).and_then(|id| core.world.sound(id));
                assert_eq!(
                    sound.unwrap().set_rate(SPEEDS[rate], time(frames)),
                    Outcome::Done
                );
                model.glide(id, SPEEDS[rate], frames.into());
            }
        }
        Action::PauseBus(bus, on) => {
            core.world.buses.set_paused(BUSES[bus], on);
            model.paused[bus] = on;
        }
        Action::TimeScale(speed) => {
            let scale = SPEEDS[speed];
            core.context()
                .set_time_scale(TimeScale::new(scale.into()).unwrap());
            model.time_scale = scale;
        }
        Action::LayerTime(speed) => {
            core.world.altitude_settings_mut(2).time_scale = SPEEDS[speed];
            model.layer_time = SPEEDS[speed];
        }
        Action::Level(level) => {
            let changes = core.world.level() != level;
            core.context().change_level(level);
            model.level = level;
            if changes {
                model.hear(|id| core.world.object(id).is_some());
            }
        }
        Action::Remove => {
            emitter.map(|id| core.world.remove(id));
        }
        Action::Save | Action::Restore | Action::Steps(_) => {}
    }
}

fn find(core: &Core, number: u64) -> Option<SoundId> {
    let mut sounds = core.world.sounds.iter().map(|sound| sound.id());
    sounds.find(|id| id.number() == number)
}

/// Plays a script in the engine and in the model, and compares them after each action. Returns how many voices gave way
/// in a full game: those with an end, and others.
fn compare(rate: (u32, u32), script: &[Action]) -> Result<[usize; 2], TestCaseError> {
    let mut core = core_at(rate);
    let mut model = Model::new(rate);
    let mut emitter = None;
    let mut saved = Vec::new();
    for action in script {
        match action {
            Action::Save => saved.push((core.snapshot(), model.clone(), emitter)),
            Action::Restore => {
                if let Some((snapshot, before, object)) = saved.pop() {
                    core.restore(&snapshot);
                    (model, emitter) = (before, object);
                }
            }
            Action::Steps(count) => {
                for _ in 0..*count {
                    core.step(StepInput::next(&core));
                    let alive = |id| core.world.object(id).is_some();
                    model.step(core.step_number(), alive);
                    let ended: Vec<u64> = core.world.sounds.ended().map(|id| id.number()).collect();
                    prop_assert_eq!(ended, model.ended.clone());
                    same(&core, &model)?;
                }
            }
            _ => act(&mut core, &mut model, action, &mut emitter),
        }
        same(&core, &model)?;
    }
    Ok(model.displaced)
}

fn same(core: &Core, model: &Model) -> Result<(), TestCaseError> {
    let sounds = core.world.sounds.iter();
    let here = sounds.map(|sound| (sound.id().number(), sound.position_q16()));
    let here: Vec<_> = here.collect();
    let there: Vec<_> = model.playing().collect();
    prop_assert_eq!(here, there, "step {}", core.step_number());
    Ok(())
}

#[test]
fn voices_and_positions_agree_with_a_slow_model() {
    // Number of scripts with more voices than the game may have.
    let full = Cell::new([0; 2]);
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::with_cases(400)
    });
    let scripts = (proptest::sample::select(&RATES[..]), actions());
    let outcome = runner.run(&scripts, |(rate, script)| {
        let displaced = compare(rate, &script)?;
        let [ending, others] = full.get();
        full.set([
            ending + usize::from(displaced[0] > 0),
            others + usize::from(displaced[1] > 0),
        ]);
        Ok(())
    });
    outcome.unwrap();
    let [ending, others] = full.get();
    eprintln!("full games: {ending} with voices that end, {others} without");
    assert!(
        ending > 0 && others > 0,
        "no script needs more than {MAX_VOICES} voices"
    );
}
