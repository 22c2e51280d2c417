//! The rules of bars, buttons and text entries in the heads-up display.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::input::{InputEvent, Key, MouseButton};
use damselfly::prelude::*;
use damselfly::world::Allowed;

const LEFT: MouseButton = MouseButton::Left;

/// Writes down what it hears and polls, in the label of a view object that is never seen.
#[derive(Clone)]
struct Ears(ViewId);

impl Ears {
    fn note(&self, world: &mut World, what: &str) {
        let log = world.view_mut(self.0).unwrap();
        let label = log.label.to_mut();
        if !label.is_empty() {
            label.push(' ');
        }
        label.push_str(what);
    }
}

impl Behavior for Ears {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        for interest in [
            Interest::Keyboard,
            Interest::Mouse,
            Interest::of::<ButtonPressed>(),
            Interest::of::<TextEntered>(),
        ] {
            world.listen(me, interest);
        }
    }

    fn on_event(&mut self, _: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let way = |pressed| if pressed { "down" } else { "up" };
        let what = match event {
            Event::Input(InputEvent::Key { key, pressed, .. }) => {
                format!("{key}-{}", way(*pressed))
            }
            Event::Input(InputEvent::MouseButton {
                button, pressed, ..
            }) => {
                format!("{button}-{}", way(*pressed))
            }
            Event::Input(InputEvent::Click { .. }) => "click".into(),
            Event::Input(InputEvent::Wheel { .. }) => "wheel".into(),
            event => match (event.get::<ButtonPressed>(), event.get::<TextEntered>()) {
                (Some(pressed), _) => format!("<{}>", pressed.label),
                (_, Some(entered)) => format!("{}={}", entered.label, entered.text),
                _ => return Handled::No,
            },
        };
        self.note(cx.world, &what);
        Handled::Yes
    }
}

/// A game with these in its display, and what its ears heard.
struct Play {
    game: Harness<'static>,
    log: ViewId,
    ids: Vec<ViewId>,
}

impl Play {
    fn of(app: App, views: Vec<ViewObject>) -> Self {
        let mut game = Harness::start(app, |_| Ok(())).unwrap().thorough();
        let mut cx = game.context();
        let log = cx.world.add_view(ViewObject {
            level: 999,
            ..ViewObject::default()
        });
        let ids = views.into_iter().map(|view| cx.world.add_view(view));
        let ids = ids.collect();
        let ears = cx.spawn(Object::default());
        cx.world.attach(ears, Ears(log));
        game.step();
        Self { game, log, ids }
    }

    fn new(views: Vec<ViewObject>) -> Self {
        Self::of(App::new("Views", Options::default()).cells(60, 20), views)
    }

    fn heard(&self) -> String {
        self.game.world().view(self.log).unwrap().label.to_string()
    }

    /// One step; what was heard in it.
    fn hear(&mut self) -> String {
        let log = self.log;
        self.game.world_mut().view_mut(log).unwrap().label = "".into();
        self.game.step();
        self.heard()
    }

    fn key(&mut self, key: Key, character: Option<char>, repeat: bool) {
        self.game.input(InputEvent::Key {
            key,
            character,
            pressed: true,
            repeat,
        });
    }

    fn text_of(&self, index: usize) -> (String, usize) {
        let entry = self.game.world().view(self.ids[index]).unwrap().entry();
        let entry = entry.unwrap();
        (entry.text.clone(), entry.cursor)
    }

    fn focus(&self) -> Option<usize> {
        let focus = self.game.world().focused_view()?;
        self.ids.iter().position(|&id| id == focus)
    }
}

/// Its box is 14 × 3 characters, from (13, 4) to (27, 7): "│ Button one │".
fn button(label: &'static str) -> ViewObject {
    ViewObject {
        label: label.into(),
        place: ViewPlace::Free(vec2(20.0, 5.5)),
        kind: Button::default().into(),
        ..ViewObject::default()
    }
}

const ON_BUTTON: Vec2 = vec2(20.0, 5.5);
const BESIDE: Vec2 = vec2(28.0, 5.5);

/// Its box is from (2, 9) to (19, 12), its field from (9, 10) on: "│ Name 12345678 │", 8 characters.
fn entry(label: &'static str) -> ViewObject {
    ViewObject {
        label: label.into(),
        place: ViewPlace::Free(vec2(10.5, 10.5)),
        kind: TextEntry {
            width: 8,
            max_length: 12,
            ..TextEntry::default()
        }
        .into(),
        ..ViewObject::default()
    }
}

fn bar(bar: ProgressBar, value: i64) -> ViewObject {
    ViewObject {
        label: "HP".into(),
        value,
        kind: bar.into(),
        ..ViewObject::default()
    }
}

#[test]
fn a_bar_fills_by_eighths_of_a_character() {
    for (value, expected) in [
        (-5, "│ HP    │"),
        (0, "│ HP    │"),
        (1, "│ HP ▏  │"),
        (2, "│ HP ▎  │"),
        (3, "│ HP ▍  │"),
        (4, "│ HP ▌  │"),
        (5, "│ HP ▋  │"),
        (6, "│ HP ▊  │"),
        (7, "│ HP ▉  │"),
        (8, "│ HP █  │"),
        (15, "│ HP █▉ │"),
        (16, "│ HP ██ │"),
        (17, "│ HP ██ │"),
        (i64::MAX, "│ HP ██ │"),
    ] {
        let sixteen = ProgressBar {
            max: 16,
            width: 2,
            ..ProgressBar::default()
        };
        let play = Play::new(vec![ViewObject {
            show_value: false,
            ..bar(sixteen, value)
        }]);
        assert_eq!(play.game.text().line(1).trim(), expected, "{value}");
    }
}

#[test]
fn behind_a_bar_stands_its_value_or_its_percentage_and_stands_still() {
    for (percent, value, expected) in [
        (true, -100, "│ HP        0% │"),
        (true, 99, "│ HP ███▉  99% │"),
        (true, 100, "│ HP ████ 100% │"),
        (false, -100, "│ HP      -100 │"),
        (false, 7, "│ HP ██▏     7 │"),
    ] {
        let range = ProgressBar {
            min: -100,
            max: 100,
            width: 4,
            percent,
        };
        let value = if percent { value * 2 - 100 } else { value };
        let play = Play::new(vec![bar(range, value)]);
        assert_eq!(play.game.text().line(1).trim(), expected, "{value}");
    }
}

#[test]
fn view_events_move_a_bar_as_far_as_its_range_goes() {
    let range = ProgressBar {
        min: 10,
        max: 20,
        ..ProgressBar::default()
    };
    let mut play = Play::new(vec![bar(range, 15), bar(ProgressBar::default(), 15)]);
    for (event, expected) in [
        (ViewEvent::add("HP", 3), [18, 18]),
        (ViewEvent::add("HP", i64::MAX), [20, 100]),
        (ViewEvent::add("HP", -1), [19, 99]),
        (ViewEvent::set("HP", i64::MIN), [10, 0]),
        (ViewEvent::add("MP", 5), [10, 0]),
    ] {
        play.game.world_mut().send(event);
        play.game.step();
        let world = play.game.world();
        let values = [0, 1].map(|index| world.view(play.ids[index]).unwrap().value);
        assert_eq!(values, expected);
    }
}

type Script = fn(&mut Play);

#[test]
fn a_button_is_pressed_where_the_mouse_goes_down_and_up_on_it() {
    let table: &[(&str, Script, &str)] = &[
        (
            "a click",
            |play| play.game.click_at(ON_BUTTON),
            "<Button one>",
        ),
        (
            "down in one step, up in another",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.steps(5);
                play.game.release_button(LEFT);
            },
            "<Button one>",
        ),
        (
            "out and in again",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.point_at(BESIDE);
                play.game.step();
                play.game.point_at(ON_BUTTON + vec2(3.0, 1.0));
                play.game.release_button(LEFT);
            },
            "<Button one>",
        ),
        (
            "its corner",
            |play| play.game.click_at(vec2(13.0, 4.0)),
            "<Button one>",
        ),
        (
            "just beside its corner",
            |play| play.game.click_at(vec2(12.99, 4.0)),
            "MouseLeft-down MouseLeft-up click",
        ),
        (
            "just behind its end",
            |play| play.game.click_at(vec2(27.0, 5.0)),
            "MouseLeft-down MouseLeft-up click",
        ),
        (
            "down on it, up beside it",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.point_at(BESIDE);
                play.game.release_button(LEFT);
            },
            "",
        ),
        (
            "down beside it, up on it",
            |play| {
                play.game.point_at(BESIDE);
                play.game.press_button(LEFT);
                play.game.point_at(ON_BUTTON);
                play.game.release_button(LEFT);
            },
            "MouseLeft-down MouseLeft-up",
        ),
        (
            "the right button",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(MouseButton::Right);
                play.game.release_button(MouseButton::Right);
            },
            "",
        ),
        (
            "the window loses the focus",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.input(InputEvent::Focus(false));
            },
            "",
        ),
        (
            "the input is muted",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.step();
                play.game.context().mute_input(true);
            },
            "",
        ),
        (
            "it is removed meanwhile",
            |play| {
                play.game.point_at(ON_BUTTON);
                play.game.press_button(LEFT);
                play.game.step();
                let id = play.ids[0];
                assert!(play.game.world_mut().remove_view(id));
                play.game.release_button(LEFT);
            },
            "",
        ),
        (
            "it is disabled",
            |play| {
                let id = play.ids[0];
                let view = play.game.world_mut().view_mut(id).unwrap();
                view.button_mut().unwrap().disabled = true;
                play.game.click_at(ON_BUTTON);
            },
            "",
        ),
        (
            "on another level",
            |play| {
                play.game.world_mut().go_to_level(2);
                let id = play.ids[0];
                play.game.world_mut().view_mut(id).unwrap().level = 1;
                play.game.click_at(ON_BUTTON);
            },
            "MouseLeft-down MouseLeft-up click",
        ),
    ];
    for (name, script, expected) in table {
        let mut play = Play::new(vec![button("Button one")]);
        // The ears hear on every level.
        let ears = play.game.world().objects().next().unwrap();
        play.game.world_mut().set_persistent(ears, true);
        script(&mut play);
        assert_eq!(play.hear(), *expected, "{name}");
        assert_eq!(play.hear(), "", "{name}: the step after");
    }
}

#[test]
fn of_two_widgets_in_one_place_the_later_is_clicked() {
    let mut play = Play::new(vec![button("Button one"), button("Button two")]);
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.hear(), "<Button two>");
    let id = play.ids[1];
    play.game.world_mut().remove_view(id);
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.hear(), "<Button one>");
}

#[test]
fn values_and_bars_let_the_mouse_through() {
    let plain = [bar(ProgressBar::default(), 5), ViewObject::default()].map(|view| ViewObject {
        place: ViewPlace::Free(ON_BUTTON),
        panel: Some(Color::BLUE),
        ..view
    });
    let mut play = Play::new(plain.into());
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.hear(), "MouseLeft-down MouseLeft-up click");
}

#[test]
fn keys_press_buttons() {
    let with_key = |label, hot_key| ViewObject {
        kind: Button {
            hot_key: Some(hot_key),
            ..Button::default()
        }
        .into(),
        ..button(label)
    };
    let table: &[(&str, Script, &str)] = &[
        ("a hot key", |play| play.game.tap(Key::S), "<Start> S-up"),
        (
            "the first of two",
            |play| play.game.tap(Key::Q),
            "<Quit> Q-up",
        ),
        (
            "a disabled one's",
            |play| play.game.tap(Key::D),
            "D-down D-up",
        ),
        (
            "Enter without a focus",
            |play| play.game.tap(Key::Enter),
            "Enter-down Enter-up",
        ),
        (
            "Enter with the focus",
            |play| {
                play.game.tap(Key::Tab);
                play.game.tap(Key::Enter);
                play.game.tap(Key::NumpadEnter);
            },
            "Tab-up <Start> Enter-up <Start> NumpadEnter-up",
        ),
        (
            "a key that is held presses once",
            |play| {
                play.game.press(Key::S);
                play.key(Key::S, Some('s'), true);
                play.key(Key::S, Some('s'), true);
            },
            "<Start>",
        ),
    ];
    for (name, script, expected) in table {
        let disabled = ViewObject {
            kind: Button {
                hot_key: Some(Key::D),
                disabled: true,
            }
            .into(),
            ..button("Done")
        };
        let mut play = Play::new(vec![
            with_key("Start", Key::S),
            with_key("Quit", Key::Q),
            with_key("Quick", Key::Q),
            disabled,
        ]);
        script(&mut play);
        assert_eq!(play.hear(), *expected, "{name}");
    }
}

#[test]
fn tab_goes_around_what_can_have_the_focus() {
    let mut off = button("Off");
    off.button_mut().unwrap().disabled = true;
    let elsewhere = ViewObject {
        level: 7,
        ..button("Elsewhere")
    };
    let views = vec![
        ViewObject::default(),
        button("One"),
        off,
        entry("Name"),
        elsewhere,
        button("Two"),
    ];
    let mut play = Play::new(views);
    let mut seen = vec![];
    for step in 0..8 {
        if step == 4 {
            play.game.press(Key::ShiftLeft);
        }
        play.game.tap(Key::Tab);
        play.game.step();
        seen.push(play.focus().unwrap());
    }
    assert_eq!(seen, [1, 3, 5, 1, 5, 3, 1, 5]);
    // Switching windows is no moving of the focus.
    play.game.release(Key::ShiftLeft);
    play.game.press(Key::AltLeft);
    play.game.tap(Key::Tab);
    assert_eq!(play.hear(), "ShiftLeft-up AltLeft-down Tab-down Tab-up");
    assert_eq!(play.focus(), Some(5));
    // Without a widget Tab is the game's.
    for id in play.ids.split_off(0) {
        play.game.world_mut().remove_view(id);
    }
    play.game.release(Key::AltLeft);
    play.game.tap(Key::Tab);
    assert_eq!(play.hear(), "AltLeft-up Tab-down Tab-up");
}

#[test]
fn the_focus_is_taken_only_by_what_can_have_it() {
    let mut off = button("Off");
    off.button_mut().unwrap().disabled = true;
    let mut play = Play::new(vec![entry("Name"), off, ViewObject::default()]);
    let [name, off, value] = play.ids[..] else {
        panic!("three were added")
    };
    let world = play.game.world_mut();
    assert!(world.focus_view(Some(name)) && world.is_typing());
    assert!(!world.focus_view(Some(off)) && !world.focus_view(Some(value)));
    assert_eq!(world.focused_view(), Some(name));
    world.remove_view(name);
    assert_eq!(world.focused_view(), None);
    assert!(!world.focus_view(Some(name)) && world.focus_view(None));
}

#[test]
fn a_text_entry_is_written_and_edited() {
    let table: &[(&str, Script, (&str, usize))] = &[
        ("letters", |play| play.game.type_text("Ann é"), ("Ann é", 5)),
        (
            "what the font lacks is refused",
            |play| play.game.type_text("a\u{4e00}b\u{1f600}c\u{301}\n\t\u{7f}"),
            ("abc", 3),
        ),
        (
            "no more than fits",
            |play| play.game.type_text("0123456789abcdef"),
            ("0123456789ab", 12),
        ),
        (
            "in the middle",
            |play| {
                play.game.type_text("Bob");
                play.game.tap(Key::Left);
                play.game.tap(Key::Left);
                play.game.type_text("l");
            },
            ("Blob", 2),
        ),
        (
            "backspace and delete",
            |play| {
                play.game.type_text("abcdef");
                play.game.tap(Key::Backspace);
                play.game.tap(Key::Home);
                play.game.tap(Key::Delete);
                play.game.tap(Key::Backspace);
                play.game.tap(Key::End);
                play.game.tap(Key::Delete);
                play.game.type_text("!");
            },
            ("bcde!", 5),
        ),
        (
            "repeats of a key type",
            |play| {
                for repeat in [false, true, true] {
                    play.key(Key::X, Some('x'), repeat);
                }
                play.key(Key::Backspace, None, false);
                play.key(Key::Backspace, None, true);
            },
            ("x", 1),
        ),
        (
            "commands are no text, AltGr is",
            |play| {
                for modifiers in [
                    &[Key::ControlLeft][..],
                    &[Key::SuperRight],
                    &[Key::AltRight],
                    &[Key::ControlLeft, Key::AltRight],
                ] {
                    modifiers.iter().for_each(|&key| play.game.press(key));
                    play.game.type_text("a");
                    modifiers.iter().for_each(|&key| play.game.release(key));
                }
            },
            ("aa", 2),
        ),
        (
            "a click sets the cursor",
            |play| {
                play.game.type_text("abcd");
                play.game.click_at(vec2(10.8, 10.5));
                play.game.type_text("X");
            },
            ("abXcd", 3),
        ),
        (
            "a click behind the text sets it to its end",
            |play| {
                play.game.type_text("ab");
                play.game.tap(Key::Home);
                play.game.click_at(vec2(17.9, 11.9));
            },
            ("ab", 2),
        ),
        (
            "a click in a text that is moved along",
            |play| {
                play.game.type_text("0123456789");
                play.game.click_at(vec2(9.0, 10.0));
            },
            ("0123456789", 2),
        ),
    ];
    for (name, script, (text, cursor)) in table {
        let mut play = Play::new(vec![entry("Name")]);
        play.game.click_at(vec2(3.0, 10.0));
        script(&mut play);
        let heard = play.hear();
        assert_eq!(play.text_of(0), ((*text).into(), *cursor), "{name}");
        assert!(!heard.contains("down"), "{name}: {heard}");
    }
}

#[test]
fn only_allowed_characters_are_typed() {
    for (allowed, expected) in [
        (Allowed::Digits, "12"),
        (Allowed::Alphanumeric, "a1b2"),
        (Allowed::Only("ab!".into()), "ab!"),
    ] {
        let mut view = entry("Name");
        view.entry_mut().unwrap().allowed = allowed;
        let mut play = Play::new(vec![view]);
        play.game.tap(Key::Tab);
        play.game.type_text("a1 b2!");
        play.game.step();
        assert_eq!(play.text_of(0).0, expected);
    }
}

#[test]
fn enter_tells_the_text_and_escape_leaves() {
    let mut play = Play::new(vec![entry("Name")]);
    play.game.tap(Key::Tab);
    play.game.type_text("Ann");
    play.game.tap(Key::Enter);
    assert!(
        play.hear().contains("Name=Ann Enter-up"),
        "{}",
        play.heard()
    );
    assert!(play.game.world().is_typing());
    // Held, it is entered once.
    play.game.press(Key::NumpadEnter);
    play.key(Key::NumpadEnter, Some('\r'), true);
    assert_eq!(play.hear(), "Name=Ann");
    play.game.release(Key::NumpadEnter);
    play.game.tap(Key::Escape);
    assert_eq!(play.hear(), "NumpadEnter-up Escape-up");
    assert!(!play.game.world().is_typing());
    play.game.tap(Key::A);
    play.game.tap(Key::Escape);
    assert_eq!(play.hear(), "A-down A-up Escape-down Escape-up");
    assert_eq!(play.text_of(0).0, "Ann");
}

#[test]
fn a_click_elsewhere_takes_the_focus_away_and_one_on_a_button_does_not() {
    let mut play = Play::new(vec![entry("Name"), button("Button one")]);
    play.game.click_at(vec2(9.0, 10.0));
    play.game.step();
    assert_eq!(play.focus(), Some(0));
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.hear(), "<Button one>");
    assert_eq!(play.focus(), Some(0));
    play.game.click_at(BESIDE);
    assert_eq!(play.hear(), "MouseLeft-down MouseLeft-up click");
    assert_eq!(play.focus(), None);
}

#[test]
fn while_a_text_is_written_keys_are_not_told_and_hot_keys_rest() {
    let hot = ViewObject {
        kind: Button {
            hot_key: Some(Key::S),
            ..Button::default()
        }
        .into(),
        ..button("Start")
    };
    let mut play = Play::new(vec![entry("Name"), hot]);
    play.game.press(Key::W);
    assert_eq!(play.hear(), "W-down");
    play.game.tap(Key::Tab);
    play.key(Key::S, Some('s'), false);
    play.game.tap(Key::F1);
    // Releases always are, of what was pressed before as well.
    play.game.release(Key::S);
    play.game.release(Key::W);
    assert_eq!(play.hear(), "Tab-up F1-up S-up W-up");
    assert_eq!(play.text_of(0).0, "s");
}

/// Opens an entry as soon as it hears of a key.
#[derive(Clone)]
struct Opens(ViewId);

impl Behavior for Opens {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.listen(me, Interest::Keyboard);
    }

    fn on_event(&mut self, _: ObjectId, _: &Event, cx: &mut Context<'_>) -> Handled {
        cx.world.focus_view(Some(self.0));
        Handled::Yes
    }
}

#[test]
fn the_key_that_opens_an_entry_is_not_written_into_it() {
    let mut play = Play::new(vec![entry("Name")]);
    let opens = Opens(play.ids[0]);
    let mut cx = play.game.context();
    let id = cx.spawn(Object::default());
    cx.world.attach(id, opens);
    for repeat in [false, true, true] {
        play.key(Key::T, Some('t'), repeat);
    }
    play.game.step();
    play.key(Key::T, Some('t'), true);
    play.game.step();
    assert_eq!(play.text_of(0).0, "");
    play.game.release(Key::T);
    play.key(Key::T, Some('t'), false);
    play.game.step();
    assert_eq!(play.text_of(0).0, "t");
}

#[test]
fn a_level_that_is_left_leaves_its_entry() {
    let own = ViewObject {
        level: 1,
        ..entry("Name")
    };
    let mut play = Play::new(vec![own]);
    play.game.tap(Key::Tab);
    play.game.step();
    play.game.world_mut().go_to_level(2);
    play.game.step();
    assert!(!play.game.world().is_typing());
    play.game.type_text("a");
    play.game.step();
    assert_eq!(play.text_of(0).0, "");
}

#[test]
fn the_text_moves_along_with_the_cursor() {
    let mut play = Play::new(vec![entry("Name")]);
    play.game.tap(Key::Tab);
    for (typed, key, expected) in [
        ("", Key::End, "║ Name          ║"),
        ("abc", Key::End, "║ Name abc      ║"),
        ("defgh", Key::End, "║ Name abcdefgh ║"),
        ("ij", Key::End, "║ Name cdefghij ║"),
        ("", Key::Left, "║ Name bcdefghi ║"),
        ("", Key::Home, "║ Name abcdefgh ║"),
    ] {
        play.game.type_text(typed);
        play.game.tap(key);
        play.game.step();
        assert_eq!(play.game.text().line(10).trim(), expected);
    }
    play.game.tap(Key::Escape);
    play.game.step();
    assert_eq!(play.game.text().line(10).trim(), "│ Name abcdefgh │");
}

#[test]
fn the_cursor_blinks_by_steps_and_is_seen_while_typing() {
    let mut play = Play::new(vec![entry("Name")]);
    play.game.tap(Key::Tab);
    let changes = |play: &mut Play, steps: u32| {
        let mut lengths = vec![];
        for step in 0..steps {
            play.game.step();
            let length = play.game.world().view_layer().len();
            if lengths.last().is_none_or(|&(_, last)| last != length) {
                lengths.push((step, length));
            }
        }
        let (_, first) = lengths[0];
        let relative = |(step, length): (u32, usize)| (step, length as i32 - first as i32);
        lengths.into_iter().map(relative).collect::<Vec<_>>()
    };
    assert_eq!(
        changes(&mut play, 70),
        [(0, 0), (20, -1), (40, 0), (60, -1)]
    );
    play.game.type_text("a");
    assert_eq!(changes(&mut play, 30), [(0, 0), (20, -1)]);
}

#[test]
fn in_a_view_of_pixels_the_mouse_finds_the_same_widgets() {
    let app = App::new("Pixels", Options::default()).pixels(484, 330);
    let mut play = Play::of(app, vec![button("Button one"), entry("Name")]);
    let pixel = |place: Vec2| place * vec2(8.0, 16.0);
    play.game.click_at(pixel(ON_BUTTON));
    assert_eq!(play.hear(), "<Button one>");
    play.game.click_at(pixel(BESIDE));
    assert_eq!(play.hear(), "MouseLeft-down MouseLeft-up click");
    play.game.click_at(pixel(vec2(12.0, 10.5)));
    play.game.type_text("Ann");
    play.game.step();
    assert_eq!(play.text_of(1).0, "Ann");
    assert!(play.game.shows("║ Name Ann      ║"));
    let world = play.game.world();
    assert_eq!(world.view_at(pixel(ON_BUTTON)), Some(play.ids[0]));
    assert_eq!(world.view_at(pixel(BESIDE)), None);
}

#[test]
fn the_camera_moves_no_widget() {
    let mut play = Play::new(vec![button("Button one")]);
    let camera = &mut play.game.world_mut().camera;
    assert!(camera.set_boundary(Rect::from_size(Vec2::ZERO, vec2(500.0, 500.0))));
    assert!(camera.cut_to(vec2(300.0, 200.0)) && camera.set_zoom(2.0));
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.hear(), "<Button one>");
}

#[test]
fn code_that_polls_can_ask_whether_the_mouse_is_taken() {
    let mut play = Play::new(vec![button("Button one")]);
    let taken = |play: &mut Play| {
        play.game.step();
        play.game.context().is_mouse_taken()
    };
    assert!(!taken(&mut play));
    play.game.point_at(ON_BUTTON);
    assert!(taken(&mut play));
    play.game.press_button(LEFT);
    play.game.point_at(BESIDE);
    assert!(taken(&mut play), "what went down there is still held");
    play.game.release_button(LEFT);
    assert!(!taken(&mut play));
    play.game.press_button(LEFT);
    assert!(!taken(&mut play));
    play.game.release_button(LEFT);
    play.game.click_at(ON_BUTTON);
    play.game.point_at(BESIDE);
    assert!(taken(&mut play), "within one step");
}

#[test]
fn a_button_shows_whether_it_is_hovered_pressed_or_disabled() {
    let mut play = Play::new(vec![ViewObject {
        color: Color::YELLOW,
        ..button("Button one")
    }]);
    let cell = 8 * 16;
    let lit = |play: &mut Play| {
        play.game.step();
        play.game.picture().count(Color::YELLOW)
    };
    let plain = lit(&mut play);
    play.game.point_at(ON_BUTTON);
    let hovered = lit(&mut play);
    play.game.press_button(LEFT);
    let pressed = lit(&mut play);
    play.game.point_at(BESIDE);
    assert_eq!(lit(&mut play), plain, "it would not be pressed");
    play.game.release_button(LEFT);
    assert_eq!(lit(&mut play), plain);
    assert!(hovered > plain + 6 * cell, "{plain} {hovered}");
    assert!(pressed > hovered + 20 * cell, "{hovered} {pressed}");
    let id = play.ids[0];
    let view = play.game.world_mut().view_mut(id).unwrap();
    view.button_mut().unwrap().disabled = true;
    assert_eq!(lit(&mut play), 0);
    play.game.point_at(ON_BUTTON);
    assert_eq!(lit(&mut play), 0);
    assert!(play.game.shows("│ Button one │"));
}

#[test]
fn the_focus_is_a_double_border_or_brackets() {
    for (border, plain, focused) in [
        (true, "│ Button one │", "║ Button one ║"),
        (false, "Button one", "[Button one]"),
    ] {
        let mut play = Play::new(vec![ViewObject {
            border,
            ..button("Button one")
        }]);
        assert_eq!(play.game.text().line(5).trim(), plain);
        play.game.tap(Key::Tab);
        play.game.step();
        assert_eq!(play.game.text().line(5).trim(), focused);
    }
}

/// Fills the view with stars.
fn stars(cx: &mut Context<'_>) {
    for row in 0..20_u8 {
        cx.draw_text(
            0,
            vec2(0.0, f32::from(row)),
            &"*".repeat(60),
            Align::Left,
            Color::WHITE,
        );
    }
}

#[test]
fn a_panel_keeps_the_world_from_shining_through_and_there_is_none_at_first() {
    for (panel, shown) in [
        (None, "*│*Points*0*│*"),
        (Some(Color::BLACK), "*│ Points 0 │*"),
        (Some(Color::BLACK.with_alpha(200)), "*│ Points 0 │*"),
    ] {
        let game = StarGame(ViewObject {
            label: "Points".into(),
            color: Color::RED,
            panel,
            ..ViewObject::default()
        });
        let app = App::new("Stars", Options::default()).cells(60, 20);
        let mut game = Harness::of(app, game).unwrap();
        game.step();
        assert!(game.shows(shown), "{}", game.text());
        assert!(game.picture().count(Color::WHITE) > 0);
    }
}

struct StarGame(ViewObject);

impl Game for StarGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.world.add_view(self.0.clone());
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        stars(cx);
    }
}

#[test]
fn values_that_make_no_sense_do_no_harm() {
    let long = || "x".repeat(10_000);
    let kinds: Vec<ViewKind> = vec![
        ViewKind::Value,
        ProgressBar {
            min: i64::MAX,
            max: i64::MIN,
            width: 0,
            percent: true,
        }
        .into(),
        ProgressBar {
            min: i64::MIN,
            max: i64::MAX,
            width: u16::MAX,
            percent: false,
        }
        .into(),
        Button::default().into(),
        TextEntry {
            text: long(),
            cursor: usize::MAX,
            width: 0,
            max_length: 0,
            allowed: Allowed::Only("".into()),
        }
        .into(),
        TextEntry {
            text: "\n\u{4e00}\0".into(),
            width: u16::MAX,
            max_length: usize::MAX,
            ..TextEntry::default()
        }
        .into(),
    ];
    let places = [
        ViewPlace::TopLeft,
        ViewPlace::BottomRight,
        ViewPlace::Free(Vec2::NAN),
        ViewPlace::Free(Vec2::MAX),
        ViewPlace::Free(vec2(f32::NEG_INFINITY, 0.0)),
        ViewPlace::Free(vec2(-5000.0, 3.0)),
    ];
    let mut views = vec![];
    for kind in kinds {
        for place in places {
            for label in [String::new(), long(), "\u{4e00}\n".into()] {
                views.push(ViewObject {
                    label: label.into(),
                    value: i64::MIN,
                    place,
                    kind: kind.clone(),
                    panel: Some(Color::TRANSPARENT),
                    ..ViewObject::default()
                });
            }
        }
    }
    let count = views.len();
    let mut play = Play::new(views);
    for step in 0..count {
        play.game.tap(Key::Tab);
        play.game.type_text("a\0");
        for key in [Key::Backspace, Key::Delete, Key::Left, Key::Enter] {
            play.game.tap(key);
        }
        let at = step as f32 / 2.0;
        for place in [vec2(at, 1.0), vec2(at, -1e9), Vec2::NAN] {
            play.game.click_at(place);
        }
        play.game.world_mut().send(ViewEvent::add("", i64::MIN));
        play.game.step();
    }
    play.game.picture();
    // A line that is cut to the view's width is all that a long label costs.
    assert!(play.game.world().view_layer().len() < count * 400);
}

#[test]
fn what_a_widget_remembers_is_in_the_checksum() {
    let base = || {
        let mut play = Play::new(vec![entry("Name"), button("Button one")]);
        play.game.world_mut().focus_view(None);
        play
    };
    let change: [fn(&mut ViewObject, &mut ViewObject); 5] = [
        |name, _| name.entry_mut().unwrap().text.push('a'),
        |name, _| name.entry_mut().unwrap().max_length = 3,
        |_, button| button.button_mut().unwrap().disabled = true,
        |_, button| button.button_mut().unwrap().hot_key = Some(Key::A),
        |_, button| button.place = ViewPlace::TopLeft,
    ];
    let plain = base().game.checksum();
    assert_eq!(base().game.checksum(), plain);
    for (index, change) in change.into_iter().enumerate() {
        let mut play = base();
        let [name, button] = [0, 1].map(|index| play.ids[index]);
        let world = play.game.world_mut();
        let mut views = [name, button].map(|id| world.view(id).unwrap().clone());
        let [first, second] = &mut views;
        change(first, second);
        for (id, view) in [name, button].into_iter().zip(views) {
            *world.view_mut(id).unwrap() = view;
        }
        assert_ne!(play.game.checksum(), plain, "change {index}");
    }
    let mut play = base();
    let name = play.ids[0];
    play.game.world_mut().focus_view(Some(name));
    assert_ne!(play.game.checksum(), plain);
}
