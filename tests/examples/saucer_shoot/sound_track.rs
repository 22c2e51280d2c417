//! The sound track of a replay of Saucer Shoot has the same samples, however its steps are taken.

use std::fs;
use std::path::{Path, PathBuf};

use damselfly::replay::InputRecording;

use super::*;

const STEPS: u64 = 400;
/// Frames of a step: 30 steps per second.
const FRAMES: usize = 1600;
/// Size of the header of a sound track's file.
const HEADER: usize = 80;

fn app(options: Options) -> App {
    let app = App::new("Saucer Shoot", options).cells(80, 24);
    app.steps_per_second(30).demo(game::demo)
}

fn file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_file(&file).ok();
    file
}

/// Records a demonstration without a window. Returns the recording and the frames of its sound track.
fn recorded() -> (InputRecording, Vec<[i16; 2]>) {
    let [recording, track] = ["saucers.replay", "saucers.wav"].map(file);
    let options = Options {
        headless: true,
        demo: true,
        seed: Some(3),
        steps: Some(STEPS),
        record: Some(recording.clone()),
        sound: Some(track.clone()),
        draw_rate: Some(5.0),
        ..Options::default()
    };
    app(options).run(game::start).unwrap();
    let bytes = fs::read(track).unwrap();
    let frames = bytes[HEADER..].as_chunks::<4>().0.iter();
    let frames = frames.map(|&[a, b, c, d]| [[a, b], [c, d]].map(i16::from_le_bytes));
    (InputRecording::read(recording).unwrap(), frames.collect())
}

/// Takes the recorded steps after the present one.
fn take_steps(play: &mut Play, recording: &InputRecording) {
    for step in play.core().step_number() + 1..=STEPS {
        for event in recording.steps().get(step).unwrap().events {
            play.input(event);
        }
        play.step();
    }
}

#[test]
fn steps_that_are_taken_again_leave_the_sound_track_as_it_is() {
    let (recording, track) = recorded();
    // Step 0 is what the start plays. The harness mixes a step when the next one is taken.
    let length = usize::try_from(STEPS).unwrap() * FRAMES;
    assert_eq!(track.len(), length + FRAMES);
    let expected = &track[..length];
    let loud = expected.iter().filter(|frame| frame[0].abs() > 500).count();
    assert!(loud > 100_000, "{loud} of {} frames", expected.len());

    let opened = || Harness::start(app(recording.options()), game::start).unwrap();
    let assert_same = |name: &str, play: &mut Play| {
        let found = play.samples(0..u64::MAX);
        let differs = found.iter().zip(expected).position(|(a, b)| a != b);
        assert_eq!((differs, found.len()), (None, expected.len()), "{name}");
    };
    let mut replayed = opened().with_sound();
    replayed.replay(&recording).unwrap();
    assert_same("replayed", &mut replayed);

    let mut thorough = opened().with_sound().thorough();
    take_steps(&mut thorough, &recording);
    assert_same("thorough", &mut thorough);

    let mut rewound = opened().with_sound().rewindable(64 << 20);
    take_steps(&mut rewound, &recording);
    for _ in 0..300 {
        assert!(rewound.step_back());
    }
    take_steps(&mut rewound, &recording);
    assert_same("rewound by 300 steps", &mut rewound);
}
