//! A game's files as input: a recording contains what the game has read. So a replay reads and writes no files.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{Harness, Options};
use damselfly::prelude::*;
use damselfly::replay::InputRecording;
use damselfly::world::{FileRead, FileWritten};

/// Reads a number at the start of the game and whenever R is pressed. Each time, it writes the number plus one. B makes
/// it read and write files whose names are rejected.
#[derive(Clone, Default)]
struct Counter {
    number: u32,
    failures: u32,
}

impl Behavior for Counter {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<FileRead>().and::<FileWritten>()
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::R) {
            cx.files.read("number.txt");
        }
        if cx.input.just_pressed(Key::B) {
            cx.files.read("../number.txt");
            cx.files.write("a/b", "1");
        }
        let x = self.number as f32;
        cx.me().set_position(vec2(x, 0.0));
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(file) = event.get::<FileRead>() {
            if let Some(text) = file.text_of("number.txt") {
                self.number = text.parse().unwrap_or(0);
                cx.files.write("number.txt", (self.number + 1).to_string());
            }
            self.failures += u32::from(file.bytes.is_err());
        }
        let written = event.get::<FileWritten>();
        self.failures += u32::from(written.is_some_and(|file| file.result.is_err()));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.number);
        sum.u32(self.failures);
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.spawn_with(Object::new("Counter"), Counter::default());
    cx.files.read("number.txt");
    Ok(())
}

fn app(options: Options) -> App {
    App::new("Files", options).pixels(320, 240)
}

fn harness() -> Harness<'static> {
    Harness::start(app(Options::default()), start).unwrap()
}

fn number(game: &Harness<'_>) -> f32 {
    let id = game.only("Counter");
    game.world().object(id).unwrap().position().x
}

#[test]
fn file_requests_take_effect_after_their_step() {
    let mut game = harness().thorough();
    game.put_file("number.txt", "41");
    game.step();
    assert_eq!(number(&game), 41.0);
    assert_eq!(game.file("number.txt"), Some(&b"42"[..]));
    game.tap(Key::R);
    game.step();
    assert_eq!(number(&game), 41.0, "not in the step that asks");
    game.step();
    assert_eq!(number(&game), 42.0);
    assert_eq!(game.file("number.txt"), Some(&b"43"[..]));
}

#[test]
fn a_missing_file_is_no_failure_and_a_path_is_one() {
    let mut game = harness();
    let id = game.only("Counter");
    let failures = |game: &Harness<'_>| {
        let counter = game.world().behavior::<Counter>(id).unwrap();
        counter.failures
    };
    game.steps(3);
    assert_eq!((number(&game), failures(&game)), (0.0, 0));
    game.tap(Key::B);
    game.steps(2);
    assert_eq!(failures(&game), 2);
    assert_eq!(game.file("a/b"), None);
}

#[test]
fn repeated_steps_get_the_bytes_of_the_first_time() {
    let mut game = harness().rewindable(64 << 20);
    game.put_file("number.txt", "41");
    game.steps(30);
    let mut sums = vec![game.checksum()];
    for step in 0..15 {
        if step % 3 == 0 {
            game.tap(Key::R);
        }
        game.step();
        sums.push(game.checksum());
    }
    assert_eq!(game.file("number.txt"), Some(&b"47"[..]));
    let last = game.core().step_number();
    game.put_file("number.txt", "999");
    for &sum in sums.iter().rev().skip(1) {
        assert!(game.step_back());
        assert_eq!(game.checksum(), sum, "step {}", game.core().step_number());
    }
    assert_eq!(number(&game), 41.0);
    assert_eq!(
        game.file("number.txt"),
        Some(&b"999"[..]),
        "nothing was written"
    );
    // The game continues from here with R, which reads the file again instead of the recording.
    game.tap(Key::R);
    game.steps(2);
    assert_eq!(number(&game), 999.0);
    assert!(game.core().step_number() < last);
}

#[test]
fn a_waiting_request_is_carried_out_again_after_going_back() {
    let mut game = harness().rewindable(64 << 20);
    game.put_file("number.txt", "41");
    game.steps(40);
    game.tap(Key::R);
    game.steps(2);
    assert!(game.step_back());
    game.put_file("number.txt", "7");
    game.step();
    assert_eq!(number(&game), 7.0);
}

#[test]
fn the_result_of_an_undone_request_is_not_given_to_another() {
    let mut game = harness().rewindable(64 << 20);
    game.put_file("number.txt", "41");
    game.steps(40);
    let id = game.only("Counter");
    game.tap(Key::R);
    game.step();
    assert!(game.step_back());
    game.tap(Key::B);
    game.steps(2);
    let counter = game.world().behavior::<Counter>(id).unwrap();
    assert_eq!((counter.number, counter.failures), (41, 2));
}

/// Returns the key events of the recorded run.
fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    match step {
        20 | 50 => vec![InputEvent::press(Key::R)],
        21 | 51 => vec![InputEvent::release(Key::R)],
        70 => vec![InputEvent::press(Key::B)],
        _ => vec![],
    }
}

#[test]
fn a_replay_needs_no_files_and_writes_none() {
    let folder = std::env::temp_dir().join(format!("damselfly-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("run.replay");
    let begin = |cx: &mut Context<'_>| {
        cx.files.write("number.txt", "6");
        start(cx)
    };
    let options = Options {
        record: Some(path.clone()),
        headless: true,
        steps: Some(90),
        ..Options::default()
    };
    app(options).demo(demo).run(begin).unwrap();
    let recording = InputRecording::read(&path).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut game = Harness::start(app(recording.options()), begin).unwrap();
    game.replay(&recording).unwrap();
    assert_eq!(game.core().step_number(), 90);
    assert_eq!(number(&game), 8.0, "six, seven and eight were read");
    assert_eq!(game.file("number.txt"), None);
}
