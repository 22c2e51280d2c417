//! Composed and pasted text, dropped files, touches and rumbles: given by tests, recorded and replayed.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::fs;
use std::path::{Path, PathBuf};

use damselfly::app::{App, Harness, Options};
use damselfly::hud::TextEntry;
use damselfly::input::{InputEvent, TouchPhase};
use damselfly::prelude::*;
use damselfly::replay::InputRecording;
use damselfly::world::{ClipboardRequest, Rumble};

/// Keeps what it receives, in the checksum.
#[derive(Clone, Default, damselfly::Checksum)]
struct Receiver {
    events: Vec<String>,
    polled: Vec<String>,
    /// Whether it asks for nothing.
    is_quiet: bool,
}

impl Receiver {
    fn poll(&mut self, input: &damselfly::input::InputState) {
        let touches = input.touches().iter();
        let touches = touches.map(|touch| format!("{} at {}", touch.id, touch.position));
        self.polled.extend(touches);
        self.polled.extend(input.pasted_text().map(str::to_owned));
        let files = input.dropped_files();
        let files = files.map(|file| format!("{} {:?}", file.name, file.bytes));
        self.polled.extend(files);
        if input.files_are_hovering() {
            self.polled.push("hovering".to_owned());
        }
        if !input.preedit().is_empty() {
            self.polled.push(format!("composing {}", input.preedit()));
        }
    }
}

impl Behavior for Receiver {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.poll(cx.input);
        if !self.is_quiet {
            // None of these has an effect on a step.
            cx.rumble(0, Rumble::default());
            cx.copy_text("copied");
        }
    }

    fn input(&mut self, event: &InputEvent, _: &mut Context<'_>) {
        self.events.push(format!("{event:?}"));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.spawn_with(Object::new("Receiver"), Receiver::default());
    Ok(())
}

/// Adds a text entry with the focus.
fn start_with_entry(cx: &mut Context<'_>) -> Result<(), Error> {
    let entry = TextEntry {
        max_length: 12,
        ..TextEntry::default()
    };
    let id = cx.hud.add(Widget::new("Name").kind(entry));
    cx.hud.focus(Some(id));
    let receiver = Receiver {
        is_quiet: true,
        ..Receiver::default()
    };
    cx.spawn_with(Object::new("Receiver"), receiver);
    Ok(())
}

fn app(options: Options) -> App {
    App::new("Devices", options).cells(40, 8)
}

fn preedit(text: &str) -> InputEvent {
    InputEvent::Preedit {
        text: text.into(),
        caret: Some(1),
    }
}

/// Returns the input of a step: one event of each kind, in a different step each.
fn input_of(step: u64) -> Vec<InputEvent> {
    let touch = |phase, x| InputEvent::Touch {
        id: u64::MAX,
        phase,
        position: vec2(x, 2.5),
        force: Some(0.25),
    };
    match step {
        2 => vec![touch(TouchPhase::Began, 1.0)],
        3 => vec![
            touch(TouchPhase::Moved, 2.0),
            InputEvent::FilesHovered(true),
        ],
        4 => vec![InputEvent::FilesHovered(false)],
        5 => vec![InputEvent::dropped_file("map.bin", [0, 255, 7])],
        6 => vec![preedit("n"), preedit("n\u{ed}")],
        7 => vec![preedit(""), InputEvent::text("\u{5c3c}\u{1f600}")],
        8 => vec![InputEvent::paste("two\nlines\0\u{7f}")],
        9 => vec![touch(TouchPhase::Ended, 3.0)],
        _ => vec![],
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns what the game has received.
fn received(game: &Harness<'_>) -> Receiver {
    let id = game.only("Receiver");
    let object = game.world().object(id).unwrap();
    object.behavior::<Receiver>().unwrap().clone()
}

type Start = fn(&mut Context<'_>) -> Result<(), Error>;

#[test]
fn texts_files_and_touches_are_replayed_by_their_content() {
    let starts: [(&str, Start); 2] = [
        ("devices.replay", start),
        ("devices_typed.replay", start_with_entry),
    ];
    for (file, start) in starts {
        let file = path(file);
        fs::remove_file(&file).ok();
        let options = Options {
            headless: true,
            steps: Some(12),
            record: Some(file.clone()),
            ..Options::default()
        };
        let demo = |step, _: &World| input_of(step);
        app(options).demo(demo).run(start).unwrap();
        let recording = InputRecording::read(&file).unwrap();
        for step in recording.steps().iter() {
            assert_eq!(step.events, input_of(step.number));
        }
        // A replay fails where a checksum differs.
        let mut game = Harness::start(app(recording.options()), start).unwrap();
        game.replay(&recording).unwrap();
        let polled = received(&game).polled;
        for expected in [
            "18446744073709551615 at [2, 2.5]",
            "map.bin [0, 255, 7]",
            "hovering",
            "composing n\u{ed}",
            "two\nlines\0\u{7f}",
        ] {
            assert!(polled.iter().any(|line| line == expected), "{polled:?}");
        }
        assert_eq!(
            game.clipboard(),
            None,
            "a replay leaves the clipboard alone"
        );
    }
}

#[test]
fn a_changed_byte_of_a_dropped_file_makes_a_replay_diverge() {
    let sums: Vec<_> = [1, 2]
        .map(|byte| {
            let mut game = Harness::start(app(Options::default()), start).unwrap();
            game.drop_file("map.bin", [byte]);
            game.step();
            game.checksum()
        })
        .into();
    assert_ne!(sums[0], sums[1]);
}

#[test]
fn every_step_with_texts_files_and_touches_repeats_from_a_snapshot() {
    let game = Harness::start(app(Options::default()), start_with_entry).unwrap();
    let mut game = game.thorough().rewindable(1 << 20);
    for step in 1..12 {
        input_of(step)
            .into_iter()
            .for_each(|event| game.input(event));
        game.step();
    }
    let (checksum, received_before) = (game.checksum(), received(&game).polled);
    while game.core().step_number() > 1 {
        assert!(game.step_back());
    }
    for step in 2..12 {
        input_of(step)
            .into_iter()
            .for_each(|event| game.input(event));
        game.step();
    }
    assert_eq!(game.checksum(), checksum);
    assert_eq!(received(&game).polled, received_before);
}

/// Returns the text of the entry after these actions, and the game.
fn typed(act: impl FnOnce(&mut Harness<'_>)) -> (String, Harness<'static>) {
    let game = Harness::start(app(Options::default()), start_with_entry).unwrap();
    let mut game = game.thorough();
    act(&mut game);
    game.steps(2);
    let hud = &game.world().hud;
    let entry = hud.get(hud.focused().unwrap()).unwrap().entry().unwrap();
    (entry.text.clone(), game)
}

fn command(game: &mut Harness<'_>, key: Key) {
    game.press(Key::ControlLeft);
    game.tap(key);
    game.release(Key::ControlLeft);
    game.step();
}

#[test]
fn a_text_entry_copies_cuts_and_pastes() {
    let (text, game) = typed(|game| {
        game.type_text("Ann");
        command(game, Key::C);
    });
    assert_eq!((&*text, game.clipboard()), ("Ann", Some("Ann")));
    let (text, game) = typed(|game| {
        game.type_text("Ann");
        command(game, Key::X);
        game.type_text("B");
        game.step();
    });
    assert_eq!((&*text, game.clipboard()), ("B", Some("Ann")));
    let (text, _) = typed(|game| {
        game.set_clipboard("x\r\ny\tz\u{0}");
        game.type_text("ab");
        game.tap(Key::Left);
        command(game, Key::V);
    });
    assert_eq!(text, "axyzb", "control characters are left out");
    let (text, _) = typed(|game| {
        game.set_clipboard(&"0123456789".repeat(100_000));
        command(game, Key::V);
    });
    assert_eq!(text, "012345678901", "as much as fits");
    let (text, game) = typed(|game| command(game, Key::X));
    assert_eq!((&*text, game.clipboard()), ("", None), "nothing to cut");
}

#[test]
fn composed_text_is_shown_and_keys_belong_to_the_input_method() {
    let (text, game) = typed(|game| {
        game.type_text("ab");
        game.tap(Key::Left);
        game.compose("xy");
        game.step();
        assert!(game.shows("Name axyb"));
        for key in [Key::Backspace, Key::Tab, Key::Escape, Key::Enter] {
            game.tap(key);
        }
        game.step();
        assert!(game.shows("Name axyb"));
        assert!(game.world().hud.is_typing());
    });
    assert_eq!(text, "ab", "not entered yet");
    let events = received(&game).events;
    let is_given = |event: &String| event.contains("pressed: true") || event.contains("Preedit");
    assert!(
        !events.iter().any(is_given),
        "the entry consumes them: {events:?}"
    );
    let (text, _) = typed(|game| {
        game.type_text("ab");
        game.compose("xy");
        game.compose("");
        game.enter_text("\u{e9}\u{df}\u{7}");
        game.step();
        assert!(game.shows("Name ab\u{e9}\u{df}"));
        game.tap(Key::Backspace);
    });
    assert_eq!(text, "ab\u{e9}");
}

#[test]
fn a_composed_text_counts_in_the_checksum() {
    let composing = |text: &str| {
        let game = Harness::start(app(Options::default()), start_with_entry).unwrap();
        let mut game = game.thorough();
        game.compose(text);
        game.step();
        game.checksum()
    };
    assert_ne!(composing("a"), composing("b"));
}

#[test]
fn a_touch_presses_a_button_of_the_display() {
    for drives in [true, false] {
        let app = app(Options::default()).touch_as_mouse(drives);
        let mut button = None;
        let mut game = Harness::start(app, |cx| {
            let go = Widget::button("Go").at(HudAnchor::BottomRight);
            button = Some(cx.hud.add(go));
            start(cx)
        })
        .unwrap();
        game.step();
        let bounds = game.world().hud.bounds(button.unwrap()).unwrap();
        let center = (bounds.min + bounds.max) / 2.0;
        game.touch(1, TouchPhase::Began, center);
        game.step();
        assert_eq!(game.world().hud.is_mouse_taken(), drives);
        game.touch(1, TouchPhase::Ended, center);
        game.step();
        let events = received(&game).events;
        let touches = events.iter().filter(|event| event.contains("Touch"));
        assert_eq!(touches.count(), 2, "touches reach objects, too");
        let clicks = events.iter().filter(|event| event.contains("MouseButton"));
        assert_eq!(
            clicks.count(),
            0,
            "the display consumes the mouse: {events:?}"
        );
    }
}

#[test]
fn requests_to_devices_have_no_effect_on_a_step() {
    let run = |asks: bool| {
        let mut game = Harness::start(app(Options::default()), |_| Ok(())).unwrap();
        for _ in 0..5 {
            if asks {
                let mut cx = game.context();
                cx.copy_text("a");
                cx.rumble(3, Rumble::default());
            }
            game.step();
        }
        game.checksum()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn invalid_requests_to_devices_are_refused_and_counted() {
    let mut game = Harness::start(app(Options::default()), |_| Ok(())).unwrap();
    let mut cx = game.context();
    let long = "x".repeat(InputEvent::MAX_TEXT_BYTES + 1);
    assert!(!cx.copy_text(long).is_done());
    for strong in [f32::NAN, -0.5] {
        let rumble = Rumble {
            strong,
            ..Rumble::default()
        };
        assert!(!cx.rumble(0, rumble).is_done());
    }
    let hard = Rumble {
        strong: 7.0,
        weak: f32::INFINITY,
        steps: u32::MAX,
    };
    assert!(cx.rumble(0, hard).is_done());
    assert_eq!(cx.requests.clipboard, [] as [ClipboardRequest; 0]);
    let rumble = game.take_rumbles()[0].rumble;
    assert_eq!((rumble.strong, rumble.weak), (1.0, 1.0));
    assert_eq!(game.world().refusals(), 3);
}
