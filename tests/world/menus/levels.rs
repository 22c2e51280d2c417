//! A menu of three levels by keyboard alone, by gamepad alone, and by mouse alone.

use super::*;
use damselfly::hud::TextEntry;

/// The main menu, settings, and sounds beneath them: three levels.
fn three_levels() -> Vec<Widget> {
    vec![
        Widget::button("Resume").menu("pause").closes_menu(),
        Widget::button("Settings").menu("pause").opens("settings"),
        Widget::check_box("Shadows", true).menu("settings"),
        Widget::button("Sound").menu("settings").opens("sound"),
        Widget::button("Back").menu("settings").closes_menu(),
        Widget::slider("Volume", 0..=10).value(5).menu("sound"),
        Widget::slider("Music", 0..=10).value(5).menu("sound"),
        Widget::button("Done").menu("sound").closes_all_menus(),
        // Not in the menu: takes no input while one is open.
        Widget::button("Map").at(HudAnchor::TopLeft).hot_key(Key::M),
    ]
}

const EXPECTED: &str = "+pause <Settings> +settings Shadows=0 <Sound> +sound Volume=6 Music=4 <Done> -sound -settings \
                        -pause";

fn open() -> Harness<'static> {
    let mut game = play(three_levels());
    game.context().hud.open_menu("pause");
    game
}

#[test]
fn the_keyboard_alone_plays_a_menu_of_three_levels() {
    let mut game = open();
    for key in [
        Key::Down,
        Key::Enter,
        Key::Enter,
        Key::Down,
        Key::Enter,
        Key::Right,
        Key::Down,
        Key::Left,
        Key::Down,
        Key::Enter,
    ] {
        game.tap(key);
        game.step();
    }
    assert_eq!(events(&mut game), EXPECTED);
    assert_eq!(game.world().hud.open_menu_name(), None);
}

#[test]
fn a_gamepad_alone_plays_a_menu_of_three_levels() {
    // By the directional pad, and by the stick.
    for by_stick in [false, true] {
        let mut game = open();
        for button in [
            PadButton::DPadDown,
            PadButton::South,
            PadButton::South,
            PadButton::DPadDown,
            PadButton::South,
            PadButton::DPadRight,
            PadButton::DPadDown,
            PadButton::DPadLeft,
            PadButton::DPadDown,
            PadButton::South,
        ] {
            let tilt = match button {
                PadButton::DPadDown => Some((PadAxis::LeftStickY, 1.0)),
                PadButton::DPadLeft => Some((PadAxis::LeftStickX, -1.0)),
                PadButton::DPadRight => Some((PadAxis::LeftStickX, 1.0)),
                _ => None,
            };
            match tilt.filter(|_| by_stick) {
                Some((axis, value)) => {
                    game.pad_axis(3, axis, value);
                    game.step();
                    game.pad_axis(3, axis, 0.0);
                }
                None => press_pad(&mut game, button),
            }
            game.step();
        }
        assert_eq!(events(&mut game), EXPECTED, "by stick: {by_stick}");
    }
}

#[test]
fn the_mouse_alone_plays_a_menu_of_three_levels() {
    let mut game = open();
    game.step();
    for label in ["Settings", "Shadows", "Sound"] {
        let at = middle_of(&game, label);
        game.click_at(at);
        game.step();
    }
    for (label, value) in [("Volume", 6.0), ("Music", 4.0)] {
        // The line has 16 characters, then a blank, two digits, a blank and the border.
        let bounds = game.world().hud.bounds(id_of(&game, label)).unwrap();
        let start = bounds.max.x - 5.0 - 16.0;
        let at = vec2(start + 0.5 + value * 1.5, bounds.min.y + 1.5);
        game.click_at(at);
        game.step();
    }
    let at = middle_of(&game, "Done");
    game.click_at(at);
    game.step();
    assert_eq!(events(&mut game), EXPECTED);
}

#[test]
fn an_open_menu_keeps_input_from_other_widgets() {
    let mut game = open();
    let at = middle_of(&game, "Map");
    game.click_at(at);
    game.tap(Key::M);
    assert_eq!(events(&mut game), "+pause key M");
    game.tap(Key::Escape);
    game.step();
    game.click_at(at);
    game.tap(Key::M);
    assert_eq!(events(&mut game), "-pause <Map> <Map>");
}

#[test]
fn a_menu_keeps_accept_and_directions_from_the_game() {
    for widget in [
        Widget::text("Credits").menu("menu"),
        Widget::slider("Volume", 0..=9).menu("menu"),
    ] {
        let mut game = play([widget]);
        game.context().hud.open_menu("menu");
        game.step();
        for key in [Key::Enter, Key::NumpadEnter, Key::Up, Key::X] {
            game.tap(key);
        }
        assert_eq!(events(&mut game), "+menu key X");
        press_pad(&mut game, PadButton::South);
        game.step();
        assert_eq!(game.world().hud.open_menu_name(), Some("menu"));
    }
}

#[test]
fn closing_a_menu_returns_the_focus() {
    let mut game = open();
    for (key, menu, expected) in [
        (Key::Down, Some("pause"), "Settings"),
        (Key::Enter, Some("settings"), "Shadows"),
        (Key::Down, Some("settings"), "Sound"),
        (Key::Enter, Some("sound"), "Volume"),
        (Key::Escape, Some("settings"), "Sound"),
        (Key::Escape, Some("pause"), "Settings"),
        (Key::Up, Some("pause"), "Resume"),
        (Key::Up, Some("pause"), "Settings"),
        (Key::Tab, Some("pause"), "Resume"),
        (Key::Escape, None, ""),
    ] {
        game.tap(key);
        game.step();
        assert_eq!(game.world().hud.open_menu_name(), menu, "{key}");
        assert_eq!(focus(&game), expected, "{key}");
    }
}

#[test]
fn a_held_pad_direction_repeats_through_a_menu() {
    let names = ["A", "B", "C", "D", "E", "F"];
    let mut game = play(names.map(|name| Widget::button(name).menu("menu").border(false)));
    game.context().hud.open_menu("menu");
    game.pad_button(0, PadButton::DPadDown, true);
    game.step();
    assert_eq!(focus(&game), "B");
    game.steps(14);
    assert_eq!(focus(&game), "B");
    game.step();
    assert_eq!(focus(&game), "C");
    game.steps(8);
    assert_eq!(focus(&game), "E");
    game.pad_button(0, PadButton::DPadDown, false);
    game.steps(60);
    assert_eq!(focus(&game), "E");
}

#[test]
fn directions_held_before_a_menu_opens_do_not_move_in_it() {
    let mut game = play(["A", "B", "C"].map(|name| Widget::button(name).menu("menu")));
    let down = |repeat| InputEvent::Key {
        key: Key::Down,
        character: None,
        pressed: true,
        repeat,
    };
    game.pad_button(0, PadButton::DPadDown, true);
    game.input(down(false));
    game.steps(20);
    game.context().hud.open_menu("menu");
    for _ in 0..20 {
        game.input(down(true));
        game.step();
    }
    assert_eq!(focus(&game), "A");
    // The next press counts, and its repeats.
    game.input(InputEvent::release(Key::Down));
    game.input(down(false));
    game.step();
    assert_eq!(focus(&game), "B");
    game.input(down(true));
    game.step();
    assert_eq!(focus(&game), "C");
}

#[test]
fn the_mouse_over_an_entry_takes_no_keyboard() {
    let entry = TextEntry {
        width: 8,
        ..TextEntry::default()
    };
    let mut game = play([
        Widget::button("A").menu("menu"),
        Widget::new("Name").kind(entry).menu("menu"),
        Widget::button("B").menu("menu"),
    ]);
    game.context().hud.open_menu("menu");
    game.step();
    for (under, focused) in [("Name", "A"), ("B", "B"), ("Name", "B")] {
        let at = middle_of(&game, under);
        game.point_at(at);
        game.step();
        assert_eq!(focus(&game), focused);
    }
    assert!(!game.world().hud.is_typing());
}

/// A game that toggles its menu by Escape: before the display takes its input if `polls`, otherwise after it.
struct Toggling {
    polls: bool,
}

impl Game for Toggling {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        for widget in three_levels() {
            cx.hud.add(widget);
        }
        let polls = self.polls;
        cx.spawn_with(Object::default(), Listener);
        cx.spawn_with(Object::default(), LateToggle { acts: !polls });
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if self.polls && cx.input.just_pressed(Key::Escape) {
            cx.hud.toggle_menu("pause");
        }
    }
}

/// Toggles the menu in its step, which runs after the display has taken its input.
#[derive(Clone)]
struct LateToggle {
    acts: bool,
}

impl Behavior for LateToggle {
    fn step(&mut self, cx: &mut Context<'_>) {
        if self.acts && cx.input.just_pressed(Key::Escape) {
            cx.hud.toggle_menu("pause");
        }
    }
}

#[test]
fn escape_toggles_a_menu_before_and_after_input() {
    for polls in [true, false] {
        let app = App::new("Menus", Options::default()).cells(60, 24);
        let mut game = Harness::of(app, Toggling { polls }).unwrap();
        for expected in ["+pause", "-pause", "+pause", "-pause"] {
            game.tap(Key::Escape);
            game.step();
            let events = events(&mut game);
            assert!(events.ends_with(expected), "{polls}: {events}");
        }
    }
}

#[test]
fn directions_reach_the_game_without_menu_and_focus() {
    let mut game = play([Widget::button("A"), Widget::button("B")]);
    game.tap(Key::Down);
    assert_eq!(events(&mut game), "key Down");
    let a = id_of(&game, "A");
    game.context().hud.focus(Some(a));
    game.tap(Key::Down);
    game.tap(Key::Right);
    assert_eq!(events(&mut game), "key Right");
    assert_eq!(focus(&game), "B");
}
