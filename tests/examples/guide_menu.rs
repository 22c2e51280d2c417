//! The pause menu of the guide's chapter 6: by keyboard, gamepad and mouse alone, through its three levels.

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/06_menu.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::input::{PadAxis, PadButton};
use damselfly::prelude::*;
use damselfly::sound::Bus;
use damselfly::world::WindowRequest;

fn night() -> Harness<'static> {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Menu", options).pixels(640, 360);
    let mut game = Harness::start(app, game::start)
        .expect("it starts")
        .thorough();
    game.step();
    game
}

/// Returns the positions of all fireflies.
fn fireflies(game: &Harness<'_>) -> Vec<Vec2> {
    let world = game.world();
    let objects = world.objects().filter_map(|id| world.object(id));
    objects.map(|object| object.position()).collect()
}

fn focus(game: &Harness<'_>) -> String {
    let hud = &game.world().hud;
    let widget = hud.focused().and_then(|id| hud.get(id));
    widget.map_or(String::new(), |widget| widget.label.to_string())
}

fn click(game: &mut Harness<'_>, label: &str) {
    let hud = &game.world().hud;
    let bounds = hud.find(label).and_then(|id| hud.bounds(id));
    let bounds = bounds.unwrap_or_else(|| panic!("{label} is visible"));
    game.click_at(bounds.min.midpoint(bounds.max));
    game.step();
}

#[test]
fn the_night_stands_still_while_the_menu_is_open() {
    let mut game = night();
    game.steps(60);
    game.tap(Key::P);
    game.step();
    assert!(
        game.shows("Resume") && game.shows("Escape  P"),
        "{}",
        game.text()
    );
    let before = fireflies(&game);
    game.steps(100);
    assert_eq!(fireflies(&game), before);
    game.tap(Key::Enter);
    game.steps(100);
    assert!(!game.shows("Resume"));
    assert_ne!(fireflies(&game), before);
}

#[test]
fn the_menu_sets_volume_full_screen_and_keys() {
    let mut game = night();
    for key in [
        Key::Escape,
        Key::Down,
        Key::Left,
        Key::Left,
        Key::Down,
        Key::Enter,
    ] {
        game.tap(key);
        game.step();
    }
    assert_eq!(game.world().buses.target_volume(Bus::MAIN), -6.0);
    let asked = game.take_window_requests();
    assert_eq!(asked, [WindowRequest::FullScreen(true)]);
    for key in [Key::Down, Key::Enter, Key::F] {
        game.tap(key);
        game.step();
    }
    assert_eq!(game.world().actions.bindings("flap"), [Key::F.into()]);
    // Escape leaves the menu and is not the pause key of the same step.
    game.tap(Key::Escape);
    game.steps(2);
    assert!(!game.shows("Resume"), "{}", game.text());
}

#[test]
fn the_menus_key_is_bound_and_does_not_close_it() {
    for key in [Key::Escape, Key::P] {
        let mut game = night();
        for key in [
            Key::Escape,
            Key::Down,
            Key::Down,
            Key::Down,
            Key::Enter,
            key,
        ] {
            game.tap(key);
            game.step();
        }
        assert!(game.shows("Resume"), "{key}: {}", game.text());
    }
}

#[test]
fn the_keyboard_alone_leaves_through_three_levels() {
    let mut game = night();
    for (key, expected) in [
        (Key::Escape, "Resume"),
        (Key::Up, "Leave"),
        (Key::Enter, "Stay a while"),
        (Key::Down, "Leave the night"),
        (Key::Enter, "No"),
        (Key::Down, "Yes"),
    ] {
        game.tap(key);
        game.step();
        assert_eq!(focus(&game), expected, "{key}");
    }
    game.tap(Key::Enter);
    game.steps(2);
    assert!(game.is_over());
}

#[test]
fn a_gamepad_alone_leaves_through_three_levels() {
    let mut game = night();
    game.context().actions.add("pause", PadButton::Start);
    for (button, expected) in [
        (PadButton::Start, "Resume"),
        (PadButton::DPadUp, "Leave"),
        (PadButton::South, "Stay a while"),
        (PadButton::East, "Leave"),
        (PadButton::South, "Stay a while"),
    ] {
        game.pad_button(0, button, true);
        game.pad_button(0, button, false);
        game.step();
        assert_eq!(focus(&game), expected, "{button:?}");
    }
    game.pad_axis(0, PadAxis::LeftStickY, 0.9);
    game.step();
    assert_eq!(focus(&game), "Leave the night");
    game.pad_button(0, PadButton::South, true);
    game.step();
    // The stick is still tilted, but it was tilted in another menu.
    assert_eq!(focus(&game), "No");
    game.steps(30);
    assert_eq!(focus(&game), "No");
    game.pad_axis(0, PadAxis::LeftStickY, 0.0);
    game.pad_axis(0, PadAxis::LeftStickY, 0.9);
    game.step();
    assert_eq!(focus(&game), "Yes");
    game.pad_button(0, PadButton::South, false);
    game.pad_button(0, PadButton::South, true);
    game.steps(2);
    assert!(game.is_over());
}

#[test]
fn the_mouse_alone_leaves_through_three_levels() {
    let mut game = night();
    for label in ["Menu", "Leave", "Leave the night", "No"] {
        click(&mut game, label);
    }
    assert_eq!(game.world().hud.open_menu_name(), None);
    for label in ["Menu", "Leave", "Leave the night", "Yes"] {
        click(&mut game, label);
    }
    game.step();
    assert!(game.is_over());
}
