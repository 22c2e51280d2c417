//! Whole runs, recorded to files and replayed.

use core::cell::Cell;
use core::time::Duration;
use std::path::Path;

use glam::{IVec2, Vec2, ivec2, vec2};
use proptest::prelude::*;

use super::*;
use crate::Random;
use crate::assets::SpriteId;
use crate::assets::{AssetSettings, Assets};
use crate::files::{RecordFault, Scratch};
use crate::input::{InputEvent, Key};
use crate::tiles::{Tile, TileMap};
use crate::world::{Behavior, Context, Core, CoreSettings, Object, StepInput};

mod fields;
mod rewinding;
mod taking_back;

const VIEW: Vec2 = vec2(80.0, 24.0);
const UNIT: Vec2 = vec2(8.0, 16.0);

thread_local! {
    /// State outside the world, which no replay reproduces.
    static OUTSIDE: Cell<f32> = const { Cell::new(0.0) };
}

/// Moves by keys and at random. Optionally adds [`OUTSIDE`], so that a replay diverges.
#[derive(Clone)]
struct Walker {
    reads_what_is_outside: bool,
}

impl Behavior for Walker {
    fn step(&mut self, cx: &mut Context<'_>) {
        let mut way = cx.input.axis(Key::Left, Key::Right);
        way += cx.random().range(-0.1..0.1);
        if self.reads_what_is_outside && cx.time.number >= 35 {
            OUTSIDE.set(OUTSIDE.get() + 1.0);
            way += OUTSIDE.get();
        }
        cx.me().set_velocity(vec2(way, 0.0));
    }
}

fn core(seed: u64, reads_what_is_outside: bool) -> Core {
    let settings = CoreSettings {
        seed,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut cx = core.context();
    cx.spawn(Object::new("Rock"));
    cx.spawn_with(
        Object::new("Walker"),
        Walker {
            reads_what_is_outside,
        },
    );
    core
}

fn settings(seed: u64) -> RunSettings {
    RunSettings {
        game: "Walk".into(),
        engine: env!("CARGO_PKG_VERSION").into(),
        random: Random::VERSION,
        seed,
        steps_per_second: 60.0,
        view: VIEW,
        unit: UNIT,
        arguments: Vec::new(),
        altitudes: Some(5),
        click_slack: Some(4.0),
    }
}

/// Presses and releases a key once in 7 steps, a number that shares no factor with the distances of checkpoints and
/// snapshots.
fn events_of(step: u64) -> Vec<InputEvent> {
    match step % 7 {
        0 => vec![InputEvent::press(Key::Right)],
        3 => vec![InputEvent::release(Key::Right)],
        _ => vec![],
    }
}

fn take_step(core: &mut Core, recorder: Option<&mut InputRecorder>) {
    let events = events_of(core.step_number() + 1);
    let input = StepInput {
        events: &events,
        ..StepInput::next(core)
    };
    core.step(input);
    if let Some(recorder) = recorder {
        recorder.step(&input, core);
    }
}

/// Records a run of `steps` steps, with a checkpoint every ten. Returns the last step's checksum.
fn record(path: &Path, steps: u64) -> u64 {
    let mut core = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(path, &core).unwrap();
    for _ in 0..steps {
        take_step(&mut core, Some(&mut recorder));
    }
    recorder.finish().unwrap();
    core.checksum()
}

/// Replays a recording. Returns the number of steps.
fn replay(recording: InputRecording, core: &mut Core) -> Result<u64, ReplayFault> {
    let mut replayer = Replayer::new(recording);
    replayer.begin(core)?;
    while let Some(step) = replayer.next(core) {
        core.step(step.input(Duration::ZERO));
        replayer.check(core, &mut |core, input| core.step(input))?;
    }
    Ok(core.step_number())
}

/// Returns the divergence of a replay.
fn divergence(recording: InputRecording, core: &mut Core) -> Divergence {
    match replay(recording, core) {
        Err(ReplayFault::Divergence(divergence)) => *divergence,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_input_leads_to_the_same_state() {
    let folder = Scratch::new("same");
    let path = folder.path("run.replay");
    let checksum = record(&path, 95);
    let recording = InputRecording::read(&path).unwrap();
    assert_eq!(recording.settings(), &settings(7));
    assert!(recording.is_complete() && recording.damage().is_none());
    assert_eq!(recording.checkpoints().len(), 9);
    let mut again = core(7, false);
    assert_eq!(replay(recording, &mut again).unwrap(), 95);
    assert_eq!(again.checksum(), checksum);
}

#[test]
fn another_seed_diverges_at_the_first_checkpoint_and_is_named() {
    let folder = Scratch::new("seed");
    let path = folder.path("run.replay");
    record(&path, 95);
    let recording = InputRecording::read(&path).unwrap();
    let divergence = divergence(recording, &mut core(8, false));
    assert_eq!((divergence.step, divergence.last_same), (10, 0));
    assert_eq!(divergence.repetition, Repetition::Same);
    let text = divergence.to_string();
    assert!(text.contains("position of `Walker`"), "{text}");
    assert!(text.contains("random numbers"), "{text}");
    assert!(!text.contains("Rock"), "{text}");
    assert!(text.contains("differ from the recording"), "{text}");
}

#[test]
fn another_input_diverges_at_the_next_checkpoint() {
    let folder = Scratch::new("input");
    let path = folder.path("run.replay");
    let mut core_one = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &core(7, false)).unwrap();
    for number in 1..=60 {
        let events = events_of(number);
        let input = StepInput {
            events: &events,
            ..StepInput::next(&core_one)
        };
        core_one.step(input);
        // The recording of step 33 differs from the input of the step.
        let other = [InputEvent::press(Key::Left)];
        let input = StepInput {
            events: if number == 33 { &other } else { &events },
            ..input
        };
        recorder.step(&input, &core_one);
    }
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    let divergence = divergence(recording, &mut core(7, false));
    assert_eq!((divergence.step, divergence.last_same), (40, 30));
    let fields: Vec<_> = divergence.fields.iter().map(|one| one.field).collect();
    assert!(
        fields.contains(&crate::world::StateField::Input),
        "{fields:?}"
    );
}

#[test]
fn a_divergence_names_the_step_object_and_field() {
    let folder = Scratch::new("outside");
    let path = folder.path("run.replay");
    let mut first = core(7, true);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &core(7, false)).unwrap();
    for _ in 0..60 {
        take_step(&mut first, Some(&mut recorder));
    }
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    let divergence = divergence(recording, &mut core(7, true));
    assert_eq!((divergence.step, divergence.last_same), (40, 30));
    let Repetition::Different { step, fields } = &divergence.repetition else {
        panic!("{divergence}");
    };
    assert_eq!(*step, 35, "the very step");
    let named: Vec<_> = fields.iter().map(ToString::to_string).collect();
    assert!(named[0].starts_with("position of `Walker`"), "{named:?}");
    assert!(named[1].starts_with("velocity of `Walker`"), "{named:?}");
    assert_eq!(named.len(), 2);
}

#[test]
fn an_object_that_is_missing_is_noticed() {
    let folder = Scratch::new("missing");
    let path = folder.path("run.replay");
    record(&path, 20);
    let mut other = core(7, false);
    other.context().spawn(Object::new("Extra"));
    let recording = InputRecording::read(&path).unwrap();
    let divergence = divergence(recording, &mut other);
    let text = divergence.to_string();
    assert!(text.contains("of `Extra`"), "{text}");
}

#[test]
fn a_file_that_is_cut_anywhere_replays_what_is_there() {
    let folder = Scratch::new("anywhere");
    let (path, cut) = (folder.path("run.replay"), folder.path("cut.replay"));
    record(&path, 45);
    let whole = InputRecording::read(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut most = 0;
    for length in 0..bytes.len() {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        let Ok(recording) = InputRecording::read(&cut) else {
            assert_eq!(most, 0, "only within the first record");
            continue;
        };
        assert!(!recording.is_complete());
        let steps = recording.steps().len();
        assert!(steps >= most);
        most = steps;
        assert!(
            recording
                .steps()
                .iter()
                .eq(whole.steps().iter().take(usize::try_from(steps).unwrap()))
        );
        if let Some(damage) = recording.damage() {
            assert_eq!(damage.fault, RecordFault::CutOff);
        }
        if length % 16 == 0 {
            assert_eq!(replay(recording, &mut core(7, false)).unwrap(), steps);
        }
    }
    assert_eq!(most, 45);
}

#[test]
fn a_changed_bit_is_noticed_wherever_it_is() {
    let folder = Scratch::new("replay-bits");
    let (path, changed) = (folder.path("run.replay"), folder.path("changed.replay"));
    record(&path, 12);
    let bytes = std::fs::read(&path).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&changed, other).unwrap();
        let read = InputRecording::read(&changed);
        let Ok(recording) = read else {
            continue;
        };
        let damage = recording.damage();
        assert!(damage.is_some(), "bit {bit}");
        let replayed = replay(recording, &mut core(7, false));
        let told = matches!(replayed, Err(ReplayFault::Damage { .. }));
        assert!(told, "bit {bit}");
    }
}

#[test]
fn a_file_opened_during_a_run_has_its_start() {
    let folder = Scratch::new("midst");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    for number in 1..=50 {
        take_step(&mut run, Some(&mut recorder));
        if number == 33 {
            recorder.write_to(&path, &run).unwrap();
            assert!(recorder.is_writing());
        }
    }
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    let mut again = core(7, false);
    assert_eq!(replay(recording, &mut again).unwrap(), 50);
    assert_eq!(again.checksum(), run.checksum());
}

#[test]
fn an_unfinished_recording_reaches_its_last_checkpoint() {
    let folder = Scratch::new("killed");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &core(7, false)).unwrap();
    for _ in 0..47 {
        take_step(&mut run, Some(&mut recorder));
    }
    let recording = InputRecording::read(&path).unwrap();
    assert_eq!(recording.steps().len(), 40);
    assert!(!recording.is_complete() && recording.damage().is_none());
    drop(recorder);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_fails_the_recording_not_the_game() {
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    let error = recorder.write_to(Path::new("/dev/full"), &run).unwrap_err();
    assert!(
        error.to_string().contains("cannot record to /dev/full"),
        "{error}"
    );
    take_step(&mut run, Some(&mut recorder));
    assert_eq!(run.step_number(), 1);
}

#[test]
fn no_other_file_is_taken_for_a_recording() {
    let folder = Scratch::new("foreign");
    let path = folder.path("a.replay");
    let text = |path: &Path| InputRecording::read(path).unwrap_err().to_string();
    // The message contains the system's own text for a missing file.
    let missing = std::fs::read(&path).unwrap_err().to_string();
    assert!(text(&path).contains(&missing), "{}", text(&path));
    for bytes in [&b""[..], b"GIF89a", &[0; 100]] {
        std::fs::write(&path, bytes).unwrap();
        assert!(
            text(&path).contains("not a recording of input"),
            "{}",
            text(&path)
        );
    }
    record(&folder.path("b.replay"), 1);
    let mut newer = std::fs::read(folder.path("b.replay")).unwrap();
    newer[12] = 5;
    std::fs::write(&path, newer).unwrap();
    assert!(
        text(&path).contains("format version 4, got 5"),
        "{}",
        text(&path)
    );
}

#[test]
fn recordings_without_texts_files_and_touches_are_still_read() {
    let folder = Scratch::new("older");
    let path = folder.path("a.replay");
    record(&path, 1);
    let newer = InputRecording::read(&path).unwrap();
    let mut older = std::fs::read(&path).unwrap();
    assert_eq!(older[12], 4);
    older[12] = 3;
    std::fs::write(&path, older).unwrap();
    assert_eq!(InputRecording::read(&path).unwrap(), newer);
}

#[test]
fn the_end_of_a_run_is_compared_too() {
    let folder = Scratch::new("end");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    for _ in 0..7 {
        take_step(&mut run, Some(&mut recorder));
    }
    recorder.checkpoint(&run);
    recorder.checkpoint(&run);
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    assert!(recording.damage().is_none());
    let steps: Vec<_> = recording.checkpoints().iter().map(|one| one.step).collect();
    assert_eq!(steps, [7]);
    assert_eq!(divergence(recording, &mut core(8, false)).step, 7);
}

#[test]
fn of_many_objects_it_is_said_how_many_it_may_be() {
    let many = |moved: Option<usize>| {
        let mut core = core(7, false);
        let mut cx = core.context();
        for number in 0..400 {
            let at = if moved == Some(number) { 1.0 } else { 0.0 };
            cx.spawn(Object::new("Stone").at(vec2(at, 0.0)));
        }
        core
    };
    let folder = Scratch::new("many");
    let path = folder.path("run.replay");
    let mut run = many(None);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    for _ in 0..10 {
        take_step(&mut run, Some(&mut recorder));
    }
    recorder.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    let divergence = divergence(recording, &mut many(Some(390)));
    // The 402 objects share 64 buckets, so each bucket has 6 or 7.
    let [field] = &divergence.fields[..] else {
        panic!("{divergence}");
    };
    assert!((6..=7).contains(&field.among), "{divergence}");
    let text = divergence.to_string();
    assert!(
        text.contains("position of `Stone`") && text.contains("or one of"),
        "{text}"
    );
}

#[test]
fn a_file_with_a_checkpoint_out_of_place_is_damaged() {
    let folder = Scratch::new("checkpoints");
    let path = folder.path("run.replay");
    let mut bytes = crate::files::bytes::ByteWriter::default();
    bytes.u8(recording::tag::SETTINGS);
    settings(7).write(&mut bytes);
    let mut checkpoint = crate::files::bytes::ByteWriter::default();
    checkpoint.u8(recording::tag::CHECKPOINT);
    checkpoint.number(0);
    checkpoint.u64(1);
    digest::StateDigest::of(&core(7, false)).write(None, &mut checkpoint);
    let mut writer = crate::files::RecordWriter::create(&path, recording::FORMAT).unwrap();
    writer.push(&bytes.0).unwrap();
    writer.push(&checkpoint.0).unwrap();
    writer.finish().unwrap();
    let recording = InputRecording::read(&path).unwrap();
    assert!(recording.damage().is_some() && recording.checkpoints().is_empty());
}

#[test]
fn memory_is_bounded_and_a_forgotten_run_is_not_written() {
    let folder = Scratch::new("memory");
    let path = folder.path("run.replay");
    let run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10).with_memory(400_000);
    // The mouse's positions are random, so that packing saves almost nothing.
    let mut random = Random::new(5);
    let mut record = |recorder: &mut InputRecorder, number| {
        let mut coordinate = || f32::from_bits(random.range(0..u32::MAX));
        let events: Vec<_> = (0..150)
            .map(|_| InputEvent::MouseMoved {
                position: vec2(coordinate(), coordinate()),
            })
            .collect();
        let input = StepInput {
            number,
            events: &events,
            ..StepInput::next(&run)
        };
        recorder.step(&input, &run);
    };
    for number in 1..=200 {
        record(&mut recorder, number);
    }
    // No record was forgotten yet. Going back frees memory.
    let held = recorder.memory();
    assert!((200_000..400_000).contains(&held), "{held}");
    recorder.truncate(20);
    assert!(recorder.memory() < 100_000, "{}", recorder.memory());
    for number in 21..=2000 {
        record(&mut recorder, number);
        assert!(recorder.memory() <= 400_000 + 70_000);
    }
    let error = recorder.write_to(&path, &run).unwrap_err();
    assert!(error.to_string().contains("no longer in memory"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_failed_start_keeps_an_older_recording() {
    let folder = Scratch::new("unstarted");
    let (old, new) = (folder.path("old.replay"), folder.path("new.replay"));
    record(&old, 12);
    let before = std::fs::read(&old).unwrap();
    for path in [&old, &new] {
        let mut recorder = InputRecorder::new(settings(7), 10);
        recorder.write_to(path, &core(7, false)).unwrap();
        recorder.discard();
    }
    assert_eq!(std::fs::read(&old).unwrap(), before);
    assert_eq!(folder.names(), ["old.replay"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_grow_ends_and_is_reported_at_the_end() {
    let folder = Scratch::new("grow");
    let path = folder.path("run.replay");
    let mut run = core(7, false);
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    for number in 1..=60 {
        take_step(&mut run, Some(&mut recorder));
        if number == 30 {
            recorder.write_next_to("/dev/full".as_ref());
        }
    }
    assert!(!recorder.is_writing());
    let error = recorder.finish().unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
    let recording = InputRecording::read(&path).unwrap();
    assert_eq!(recording.steps().len(), 30, "what was written before");
}
