//! Text that a real input method composes: ibus with a Latin method of m17n.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Child, Command, Stdio};

use damselfly::Color;
use damselfly::input::InputEvent;
use damselfly::replay::InputRecording;

use crate::replays::Recording;
use crate::xserver::{Area, Display, Key, Program, SCREEN};

/// Turns a vowel and an apostrophe into a vowel with an accent.
const METHOD: &str = "m17n:t:latn-post";

/// Text below the entry of the example `convoy`.
const HINT: Color = Color::hex(0x8090a8);

/// The input methods of a display. Their process is killed when this is dropped.
struct InputMethods(Child);

impl Drop for InputMethods {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl InputMethods {
    fn on(display: &Display) -> Self {
        let mut command = Command::new("ibus-daemon");
        command
            .args(["--xim", "--panel", "disable"])
            .env("DISPLAY", display.name())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let methods = Self(command.spawn().unwrap());
        let ibus = |arguments: &[&str]| {
            let mut command = Command::new("timeout");
            command
                .args(["5", "ibus", "engine"])
                .args(arguments)
                .env("DISPLAY", display.name());
            command.output().unwrap().stdout
        };
        // The first request may fail although it sets the method.
        display.wait_for("the input method", || {
            ibus(&[METHOD]);
            ibus(&[]).starts_with(METHOD.as_bytes()).then_some(())
        });
        methods
    }
}

#[test]
#[ignore = "needs ibus and a session bus: see `.ci/ime`"]
fn an_input_method_composes_text_in_a_window() {
    let Some(display) = &Display::own(&[]) else {
        return;
    };
    let _methods = InputMethods::on(display);
    let recording = Recording::new("composing.replay");
    let program = Program::example("convoy", "software")
        .with(&["--seed", "1", "--record", recording.file()])
        .under("XMODIFIERS", "@im=ibus");
    let game = program.on(display).opened("Convoy");
    display.wait_for("the entry", || {
        let [width, height] = SCREEN;
        let seen = display.client.look(SCREEN);
        seen.extent(Area([0, 0, width, height]), HINT)
    });
    for key in [Key::Q, Key::A, Key::Apostrophe, Key::S] {
        display.client.tap(key);
        // A person types, too, no two keys in one step.
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    display.client.tap(Key::Enter);
    std::thread::sleep(std::time::Duration::from_millis(500));
    game.close();
    let recorded = InputRecording::read(recording.file()).unwrap();
    let events: Vec<_> = recorded
        .steps()
        .iter()
        .flat_map(|step| step.events)
        .collect();
    let is_composed = |event: &InputEvent| matches!(event, InputEvent::Preedit { text, .. } if text.contains('á'));
    let is_entered =
        |event: &InputEvent| matches!(event, InputEvent::Text(text) if text.contains('á'));
    assert!(events.iter().any(is_composed), "{events:?}");
    assert!(events.iter().any(is_entered), "{events:?}");
}
