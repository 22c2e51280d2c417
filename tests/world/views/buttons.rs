//! Buttons.

use super::*;

#[test]
fn a_button_needs_press_and_release_on_it() {
    let table: &[(&str, Script, &str)] = &[
        (
            "a click",
            |play| play.game.click_at(ON_BUTTON),
            "<Button one>",
        ),
        (
            "down in one step, up in another",
            |play| {
                play.press_at(ON_BUTTON);
                play.game.steps(5);
                play.game.release_button(LEFT);
            },
            "<Button one>",
        ),
        (
            "out and in again",
            |play| {
                play.press_at(ON_BUTTON);
                play.game.point_at(BESIDE);
                play.game.step();
                play.release_at(ON_BUTTON + vec2(3.0, 1.0));
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
                play.press_at(ON_BUTTON);
                play.release_at(BESIDE);
            },
            "",
        ),
        (
            "down beside it, up on it",
            |play| {
                play.press_at(BESIDE);
                play.release_at(ON_BUTTON);
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
                play.press_at(ON_BUTTON);
                play.game.input(InputEvent::Focus(false));
            },
            "",
        ),
        (
            "the input is muted",
            |play| {
                play.press_at(ON_BUTTON);
                play.game.step();
                play.game.context().mute_input(true);
            },
            "",
        ),
        (
            "it is removed meanwhile",
            |play| {
                play.press_at(ON_BUTTON);
                play.game.step();
                let id = play.ids[0];
                assert!(play.game.world_mut().hud.remove(id).is_done());
                play.game.release_button(LEFT);
            },
            "",
        ),
        (
            "it is disabled",
            |play| {
                let id = play.ids[0];
                let view = play.game.world_mut().hud.get_mut(id).unwrap();
                view.button_mut().unwrap().disabled = true;
                play.game.click_at(ON_BUTTON);
            },
            "",
        ),
        (
            "on another level",
            |play| {
                play.game.context().change_level(2);
                let id = play.ids[0];
                play.game.world_mut().hud.get_mut(id).unwrap().levels = 1.into();
                play.game.click_at(ON_BUTTON);
            },
            "MouseLeft-down MouseLeft-up click",
        ),
    ];
    for (name, script, expected) in table {
        let mut play = Play::new(vec![button("Button one")]);
        // A persistent recorder receives events on every level.
        let recorder = play.game.world().objects().next().unwrap();
        play.game
            .context()
            .object_mut(recorder)
            .unwrap()
            .set_persistent(true);
        script(&mut play);
        assert_eq!(play.receive(), *expected, "{name}");
        assert_eq!(play.receive(), "", "{name}: the step after");
    }
}

#[test]
fn of_two_widgets_in_one_place_the_later_is_clicked() {
    let mut play = Play::new(vec![button("Button one"), button("Button two")]);
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.receive(), "<Button two>");
    let id = play.ids[1];
    play.game.world_mut().hud.remove(id);
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.receive(), "<Button one>");
}

#[test]
fn values_and_bars_do_not_consume_the_mouse() {
    let plain = [bar(ProgressBar::default(), 5), Widget::default()].map(|view| Widget {
        anchor: ON_BUTTON.into(),
        panel: Some(Color::BLUE),
        ..view
    });
    let mut play = Play::new(plain.into());
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.receive(), "MouseLeft-down MouseLeft-up click");
}

#[test]
fn keys_press_buttons() {
    let with_key = |label, hot_key| Widget {
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
        let disabled = Widget {
            kind: Button {
                hot_key: Some(Key::D),
                disabled: true,
                menu: damselfly::hud::MenuChange::None,
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
        assert_eq!(play.receive(), *expected, "{name}");
    }
}

#[test]
fn polling_code_can_ask_whether_the_mouse_is_taken() {
    let mut play = Play::new(vec![button("Button one")]);
    let taken = |play: &mut Play| {
        play.game.step();
        play.game.context().hud.is_mouse_taken()
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
    let mut play = Play::new(vec![Widget {
        color: Some(Color::YELLOW),
        ..button("Button one")
    }]);
    let cell = 8 * 16;
    let lit = |play: &mut Play| {
        play.game.step();
        play.game.image().count(Color::YELLOW)
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
    let view = play.game.world_mut().hud.get_mut(id).unwrap();
    view.button_mut().unwrap().disabled = true;
    assert_eq!(lit(&mut play), 0);
    play.game.point_at(ON_BUTTON);
    assert_eq!(lit(&mut play), 0);
    assert!(play.game.shows("│ Button one │"));
}
