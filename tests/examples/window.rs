//! The display and the window requests of the example `window`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/window/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::input::WheelUnit;
use damselfly::prelude::*;
use damselfly::world::WindowRequest;

fn opened() -> Harness<'static> {
    let app = App::new("Window", Options::default()).pixels(640, 360);
    let app = app.asset_root(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples"));
    Harness::start(app, game::start).unwrap()
}

#[test]
fn what_is_typed_is_shown_and_becomes_the_title() {
    let mut play = opened();
    play.type_text("Hallo Wält!");
    play.tap(Key::Backspace);
    play.step();
    assert!(play.shows("Hallo Wält_"), "{}", play.text());
    play.tap(Key::F11);
    play.step();
    let title = WindowRequest::Title("Hallo Wält".into());
    assert_eq!(play.take_window_requests(), [title]);
}

#[test]
fn typed_text_is_copied_and_pasted_and_dropped_files_are_named() {
    let mut play = opened();
    play.type_text("ab");
    play.tap(Key::PageUp);
    play.step();
    assert_eq!(play.clipboard(), Some("ab"));
    play.tap(Key::PageDown);
    play.steps(2);
    assert!(play.shows("abab_"), "{}", play.text());
    play.drop_file("a.png", [1, 2, 3]);
    play.step();
    assert!(play.shows("a.png: 3 bytes_"), "{}", play.text());
}

#[test]
fn each_key_asks_for_its_change_and_then_for_the_opposite() {
    type Request = fn(bool) -> WindowRequest;
    let switches: [(Key, bool, Request); 4] = [
        (Key::F1, true, WindowRequest::FullScreen),
        (Key::F2, false, WindowRequest::Vsync),
        (Key::F3, false, WindowRequest::CursorVisible),
        (Key::F4, false, WindowRequest::Resizable),
    ];
    let mut play = opened();
    for (key, first, request) in switches {
        for on in [first, !first] {
            play.tap(key);
            play.step();
            assert_eq!(play.take_window_requests(), [request(on)]);
        }
    }
    for (key, size) in [(Key::F6, [1280, 720]), (Key::F5, [640, 360])] {
        play.tap(key);
        play.step();
        assert_eq!(play.take_window_requests(), [WindowRequest::Size(size)]);
    }
}

#[test]
fn mouse_wheel_and_focus_are_shown() {
    let mut play = opened();
    assert!(play.shows("outside") && play.shows("640 x 360"));
    play.input(InputEvent::MouseEntered);
    play.input(InputEvent::MouseMoved {
        position: vec2(12.5, 90.0),
    });
    play.input(InputEvent::Wheel {
        delta: vec2(0.0, -2.0),
        unit: WheelUnit::Lines,
    });
    play.input(InputEvent::Focus(false));
    play.step();
    for shown in [
        "at 12, 90",
        "by 0, -2 lines",
        "Focus                     no",
    ] {
        assert!(play.shows(shown), "{shown}: {}", play.text());
    }
}

#[test]
fn the_demonstration_types_a_word_and_deletes_it() {
    let mut play = opened();
    let mut shown = Vec::new();
    for step in 1..=200 {
        for event in game::demo(step, play.world()) {
            play.input(event);
        }
        play.step();
        shown.push(play.shows("Typed                     damselfly_"));
    }
    assert!(shown.contains(&true));
    assert!(play.shows("Typed                     _"), "{}", play.text());
}

#[test]
fn the_planet_comes_from_its_file_and_turns() {
    let mut play = opened();
    play.step();
    // Reads the pixels in the middle of the disc.
    let planet = |play: &mut Harness<'_>| {
        let picture = play.image();
        let columns = 494..526;
        let pixels = columns.flat_map(|x| (164..196).map(move |y| (x, y)));
        pixels.map(|(x, y)| picture.get(x, y)).collect::<Vec<_>>()
    };
    let first = planet(&mut play);
    assert!(first.iter().any(|&color| color != Some(game::panel::DISC)));
    play.steps(10);
    assert_ne!(planet(&mut play), first);
}
