//! The display's keyboard and mouse events as a game receives them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::glam::{Vec2, vec2};
use damselfly::input::{InputEvent, Key, MouseButton, WheelUnit};
use damselfly::replay::InputRecording;

use crate::fits;
use crate::replays::Recording;
use crate::xserver::{self, Display, Program};

/// Returns the events of a key that goes down and up and types this character.
fn tap(key: Key, character: impl Into<Option<char>> + Copy) -> [InputEvent; 2] {
    [true, false].map(|pressed| hold(key, pressed, character))
}

fn hold(key: Key, pressed: bool, character: impl Into<Option<char>>) -> InputEvent {
    InputEvent::Key {
        key,
        character: character.into(),
        pressed,
        repeat: false,
    }
}

fn click(button: MouseButton, position: Vec2) -> [InputEvent; 2] {
    [true, false].map(|pressed| InputEvent::MouseButton {
        button,
        pressed,
        position,
    })
}

fn wheel(x: f32, y: f32) -> InputEvent {
    InputEvent::Wheel {
        delta: vec2(x, y),
        unit: WheelUnit::Lines,
    }
}

/// Returns the events of a recorded run. Of successive mouse moves to the same position, only the first is included.
fn recorded(recording: &Recording) -> Vec<InputEvent> {
    let recorded = InputRecording::read(recording.file()).unwrap();
    assert!(recorded.is_complete());
    let mut events: Vec<_> = recorded
        .steps()
        .iter()
        .flat_map(|step| step.events)
        .collect();
    events.dedup_by(|next, one| matches!(one, InputEvent::MouseMoved { .. }) && next == one);
    events
}

/// Changes the window's size and back by keys. If a game gained the focus while a key is held, it would take the press
/// for one in another window.
fn wait_until_it_has_the_focus(display: &Display) {
    display.client.tap(xserver::Key::F5);
    fits::wait_for_own_size(display);
    display.client.tap(xserver::Key::F6);
    fits::wait_for_twice_the_size(display);
}

#[test]
fn window_input_becomes_keys_characters_view_positions_and_lines() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let recording = Recording::new("conversion.replay");
    display.client.point_at([1390, 790]);
    let program = Program::example("window", "software");
    // The view is drawn at twice its size from the upper left corner. So the game receives half of the positions below.
    let program = program.with(&["--seed", "1", "--record", recording.file()]);
    let game = program.on(display).opened("Window");
    let client = &display.client;
    wait_until_it_has_the_focus(display);
    client.tap(xserver::Key::A);
    client.press(xserver::Key::LeftShift);
    client.tap(xserver::Key::A);
    client.tap(xserver::Key::Digit1);
    client.release(xserver::Key::LeftShift);
    client.tap(xserver::Key::Digit1);
    client.tap(xserver::Key::Up);
    // F8 is one of the engine's own keys: the game does not receive it.
    client.tap(xserver::Key::F8);
    client.point_at([300, 201]);
    // Presses the right and the middle button, and turns the wheel: down twice, up, left and right.
    for button in [3, 2, 5, 5, 4, 6, 7] {
        client.click_of(button);
    }
    client.point_at([1390, 790]);
    client.tap(xserver::Key::Space);
    // F5 is the last event, so once the window changes its size, the game has received all events.
    client.tap(xserver::Key::F5);
    fits::wait_for_own_size(display);
    game.close();

    let at = vec2(150.0, 100.5);
    let expected: Vec<_> = [
        &tap(Key::A, 'a')[..],
        &[hold(Key::ShiftLeft, true, None)],
        &tap(Key::A, 'A'),
        &tap(Key::Digit1, '!'),
        &[hold(Key::ShiftLeft, false, None)],
        &tap(Key::Digit1, '1'),
        &tap(Key::Up, None),
        &[
            InputEvent::MouseEntered,
            InputEvent::MouseMoved { position: at },
        ],
        &click(MouseButton::Right, at),
        &click(MouseButton::Middle, at),
        &[
            wheel(0.0, 1.0),
            wheel(0.0, 1.0),
            wheel(0.0, -1.0),
            wheel(-1.0, 0.0),
            wheel(1.0, 0.0),
            InputEvent::MouseLeft,
        ],
        &tap(Key::Space, ' '),
        &tap(Key::F5, None),
    ]
    .concat();
    let events = recorded(&recording);
    let first = events.iter().position(|event| *event == expected[0]);
    // The window gains the focus before these events, and may lose it after them.
    let events = &events[first.unwrap()..];
    assert_eq!(events[..expected.len().min(events.len())], expected);
}

/// On X11, winit adds a synthetic release of a held key before the loss of the focus, and a synthetic press after its
/// return.
#[test]
fn a_lost_focus_adds_no_presses_and_releases() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let recording = Recording::new("losses.replay");
    let program = Program::example("window", "software");
    let program = program.with(&["--seed", "1", "--record", recording.file()]);
    let game = program.on(display).opened("Window");
    let client = &display.client;
    wait_until_it_has_the_focus(display);
    client.press(xserver::Key::A);
    display.focus_elsewhere();
    client.focus(game.window);
    client.release(xserver::Key::A);
    // F5 is the last event, so once the window changes its size, the game has received all events.
    client.tap(xserver::Key::F5);
    fits::wait_for_own_size(display);
    game.close();
    let mut events = recorded(&recording);
    events.retain(|event| matches!(event, InputEvent::Key { .. } | InputEvent::Focus(_)));
    let pressed = hold(Key::A, true, 'a');
    let first = events.iter().position(|event| *event == pressed).unwrap();
    let expected = [
        pressed,
        InputEvent::Focus(false),
        InputEvent::Focus(true),
        hold(Key::A, false, 'a'),
    ];
    assert_eq!(events[first..first + 4], expected);
}
