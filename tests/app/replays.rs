//! Replays by the builder and the harness: settings that differ, and hooks that draw.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::fs;
use std::path::{Path, PathBuf};

use damselfly::app::{App, Harness, Options};
use damselfly::capture::Film;
use damselfly::input::{InputEvent, Key};
use damselfly::prelude::*;
use damselfly::replay::InputRecording;
use damselfly::world::FrameContext;

/// Says in each frame at which part of a step it is.
#[derive(Clone)]
struct Narrator;

impl Behavior for Narrator {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        let (part, time) = (cx.time.alpha, cx.time.now.as_millis());
        let text = format!("frame at {time} ms, {part:.1} of a step");
        cx.canvas(2).text(Vec2::ZERO, &text, Color::WHITE);
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.spawn_with(Object::default(), Narrator);
    Ok(())
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs a game without a window for ten steps. Records its input to a file.
fn recorded(file: &Path, options: Options, app: impl FnOnce(App) -> App) -> InputRecording {
    fs::remove_file(file).ok();
    let options = Options {
        headless: true,
        steps: Some(10),
        record: Some(file.to_owned()),
        ..options
    };
    app(App::new("Narrator", options)).run(start).unwrap();
    InputRecording::read(file).unwrap()
}

#[test]
fn a_replay_with_another_setting_names_the_setting() {
    type Change = fn(App) -> App;
    let changes: [(&str, Change, &str); 4] = [
        (
            "altitudes.replay",
            |app| app.altitudes(8),
            "a number of altitudes of 5 was recorded, this program has 8",
        ),
        (
            "slack.replay",
            |app| app.click_slack(9.0),
            "a click slack of 4 pixels was recorded, this program has 9 pixels",
        ),
        (
            "rate.replay",
            |app| app.steps_per_second(30),
            "a rate per second of 60 was recorded, this program has 30",
        ),
        ("same.replay", |app| app, ""),
    ];
    for (file, change, expected) in changes {
        let recording = recorded(&path(file), Options::default(), |app| app.cells(40, 4));
        let app = change(App::new("Narrator", recording.options()).cells(40, 4));
        let replayed = Harness::start(app, start).unwrap().replay(&recording);
        let said = replayed.err().map(|error| error.to_string());
        assert!(
            said.clone().unwrap_or_default().contains(expected)
                && said.is_none() == expected.is_empty(),
            "{said:?}"
        );
    }
}

#[test]
fn draw_hooks_run_in_a_replay_as_in_its_recording() {
    let (run, played, replayed) = (
        path("hooks.replay"),
        path("played.dfrec"),
        path("replayed.dfrec"),
    );
    let options = |capture: &Path| Options {
        capture: Some(capture.to_owned()),
        draw_rate: Some(120.0),
        ..Options::default()
    };
    recorded(&run, options(&played), |app| app.cells(40, 4));
    let options = Options {
        headless: true,
        replay: Some(run),
        ..options(&replayed)
    };
    App::new("Narrator", options)
        .cells(40, 4)
        .run(start)
        .unwrap();
    let frames = |file: &Path| {
        let mut film = Film::open(file).unwrap();
        let frames = 0..film.len();
        frames
            .map(|frame| film.read(frame).unwrap().cells.line(0))
            .collect::<Vec<_>>()
    };
    let lines = frames(&played);
    assert_eq!(lines.len(), 20);
    assert!(
        lines.iter().all(|line| line.starts_with("frame at ")),
        "{lines:?}"
    );
    assert_eq!(lines, frames(&replayed));
}

#[test]
fn typed_letters_are_presses_of_their_keys() {
    for (typed, key) in [
        ('a', Key::A),
        ('A', Key::A),
        ('7', Key::Digit7),
        ('z', Key::Z),
    ] {
        let app = App::new("Narrator", Options::default()).cells(40, 4);
        let mut game = Harness::start(app, start).unwrap();
        game.type_text(&typed.to_string());
        game.step();
        assert!(game.input_state().just_pressed(key), "{typed}");
        let is_press = |event: &InputEvent| {
            matches!(*event, InputEvent::Key { key: pressed, character: Some(character), pressed: true, .. }
                if pressed == key && character == typed)
        };
        let presses = game
            .input_state()
            .events()
            .iter()
            .filter(|event| is_press(event));
        assert_eq!(presses.count(), 1, "{typed}");
    }
}
