//! Text entries.

use super::*;
use damselfly::hud::CharacterSet;

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
        let received = play.receive();
        assert_eq!(play.text_of(0), ((*text).into(), *cursor), "{name}");
        assert!(!received.contains("down"), "{name}: {received}");
    }
}

#[test]
fn only_allowed_characters_are_typed() {
    for (allowed, expected) in [
        (CharacterSet::Digits, "12"),
        (CharacterSet::Alphanumeric, "a1b2"),
        (CharacterSet::Only("ab!".into()), "ab!"),
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
fn enter_sends_the_text_and_escape_leaves() {
    let mut play = Play::new(vec![entry("Name")]);
    play.game.tap(Key::Tab);
    play.game.type_text("Ann");
    play.game.tap(Key::Enter);
    assert!(
        play.receive().contains("Name=Ann Enter-up"),
        "{}",
        play.received()
    );
    assert!(play.game.world().hud.is_typing());
    // Enter sends the text once while it is held.
    play.game.press(Key::NumpadEnter);
    play.key(Key::NumpadEnter, Some('\r'), true);
    assert_eq!(play.receive(), "Name=Ann");
    play.game.release(Key::NumpadEnter);
    play.game.tap(Key::Escape);
    assert_eq!(play.receive(), "NumpadEnter-up Escape-up");
    assert!(!play.game.world().hud.is_typing());
    play.game.tap(Key::A);
    play.game.tap(Key::Escape);
    assert_eq!(play.receive(), "A-down A-up Escape-down Escape-up");
    assert_eq!(play.text_of(0).0, "Ann");
}

#[test]
fn a_click_clears_the_focus_except_on_a_button() {
    let mut play = Play::new(vec![entry("Name"), button("Button one")]);
    play.game.click_at(vec2(9.0, 10.0));
    play.game.step();
    assert_eq!(play.focus(), Some(0));
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.receive(), "<Button one>");
    assert_eq!(play.focus(), Some(0));
    play.game.click_at(BESIDE);
    assert_eq!(play.receive(), "MouseLeft-down MouseLeft-up click");
    assert_eq!(play.focus(), None);
}

#[test]
fn while_text_is_typed_keys_are_consumed_and_hot_keys_are_off() {
    let hot = Widget {
        kind: Button {
            hot_key: Some(Key::S),
            ..Button::default()
        }
        .into(),
        ..button("Start")
    };
    let mut play = Play::new(vec![entry("Name"), hot]);
    play.game.press(Key::W);
    assert_eq!(play.receive(), "W-down");
    play.game.tap(Key::Tab);
    play.key(Key::S, Some('s'), false);
    play.game.tap(Key::F1);
    // Releases are always received: that of S, whose press the entry has consumed, and that of W, which was pressed
    // before.
    play.game.release(Key::S);
    play.game.release(Key::W);
    assert_eq!(play.receive(), "Tab-up F1-up S-up W-up");
    assert_eq!(play.text_of(0).0, "s");
}

/// Focuses an entry when it receives input.
#[derive(Clone)]
struct Opens(WidgetId);

impl Behavior for Opens {
    fn input(&mut self, _: &InputEvent, cx: &mut Context<'_>) {
        cx.hud.focus(Some(self.0));
    }
}

#[test]
fn the_key_that_opens_an_entry_is_not_typed_into_it() {
    let mut play = Play::new(vec![entry("Name")]);
    let opens = Opens(play.ids[0]);
    play.game.context().spawn_with(Object::default(), opens);
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
fn leaving_a_level_takes_the_focus_from_its_entry() {
    let own = Widget {
        levels: 1.into(),
        ..entry("Name")
    };
    let mut play = Play::new(vec![own]);
    play.game.tap(Key::Tab);
    play.game.step();
    play.game.context().change_level(2);
    play.game.step();
    assert!(!play.game.world().hud.is_typing());
    play.game.type_text("a");
    play.game.step();
    assert_eq!(play.text_of(0).0, "");
}

#[test]
fn the_text_scrolls_with_the_cursor() {
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
            let length = play.game.world().hud.layers().next().unwrap().0.len();
            if lengths.last().is_none_or(|&(_, last)| last != length) {
                lengths.push((step, length));
            }
        }
        let (_, first) = lengths[0];
        let relative = |(step, length): (u32, usize)| (step, length == first);
        lengths.into_iter().map(relative).collect::<Vec<_>>()
    };
    assert_eq!(
        changes(&mut play, 70),
        [(0, true), (20, false), (40, true), (60, false)]
    );
    play.game.type_text("a");
    assert_eq!(changes(&mut play, 30), [(0, true), (20, false)]);
}
