//! The kinds of widgets with input: sliders, check boxes, lists, tabs, scroll areas, key choosers and dialogues.

use super::*;
use damselfly::hud::{
    ChoiceList, Dialogue, WidgetCommand, WidgetContent, WidgetInput, WidgetMeasure, WidgetPen,
    WidgetReply, WidgetValue,
};
use damselfly::input::{ActionMap, Binding, MouseButton, WheelUnit};

/// Gives a widget the focus and taps keys, with a step after each. Returns the events.
fn typed(game: &mut Harness<'_>, label: &str, keys: &[Key]) -> String {
    let id = id_of(game, label);
    game.context().hud.focus(Some(id));
    let mut all = Vec::new();
    for &key in keys {
        game.tap(key);
        let events = events(game);
        if !events.is_empty() {
            all.push(events);
        }
    }
    all.join(" ")
}

#[test]
fn a_slider_moves_by_keys_within_its_range() {
    let mut game = play([Widget::slider("Volume", 0..=10).value(5)]);
    assert!(game.shows("Volume ━━━━━━━━█───────  5"), "{}", game.text());
    let keys = [
        Key::Right,
        Key::End,
        Key::Right,
        Key::Left,
        Key::Home,
        Key::Left,
    ];
    let events = typed(&mut game, "Volume", &keys);
    assert_eq!(events, "Volume=6 Volume=10 Volume=9 Volume=0");
    assert!(game.shows("Volume █───────────────  0"), "{}", game.text());
}

#[test]
fn a_slider_follows_the_mouse_while_it_is_held() {
    let mut game = play([Widget::slider("Volume", 0..=15).at(HudAnchor::TopLeft)]);
    // "│ Volume " is 9 characters wide, and each column of the line is a value.
    game.point_at(vec2(9.5 + 4.0, 1.5));
    game.press_button(MouseButton::Left);
    assert_eq!(events(&mut game), "Volume=4");
    game.point_at(vec2(9.5 + 12.0, 9.0));
    assert_eq!(events(&mut game), "Volume=12");
    game.point_at(vec2(0.0, 9.0));
    assert_eq!(events(&mut game), "Volume=0");
    game.release_button(MouseButton::Left);
    game.point_at(vec2(9.5 + 12.0, 1.5));
    assert_eq!(events(&mut game), "");
    // A press on the label only gives the focus.
    game.click_at(vec2(4.0, 1.5));
    assert_eq!(events(&mut game), "");
    assert_eq!(focus(&game), "Volume");
}

#[test]
fn a_slider_is_released_although_its_menu_is_closed() {
    let mut game = play([Widget::slider("Volume", 0..=15).menu("menu")]);
    game.context().hud.open_menu("menu");
    game.step();
    let at = middle_of(&game, "Volume");
    game.point_at(at);
    game.press_button(MouseButton::Left);
    game.step();
    game.context().hud.close_menus();
    game.step();
    game.release_button(MouseButton::Left);
    game.step();
    game.context().hud.open_menu("menu");
    events(&mut game);
    game.point_at(at + vec2(3.0, 0.0));
    assert_eq!(events(&mut game), "");
}

#[test]
fn the_game_sets_values_only_within_their_ranges() {
    let mut game = play([
        Widget::slider("Slider", 2..=10),
        Widget::check_box("Box", false),
        Widget::list("List", ["a", "b"]),
        Widget::tabs("Tabs", ["a", "b", "c"]),
    ]);
    for (label, low, high) in [
        ("Slider", 2, 10),
        ("Box", 0, 1),
        ("List", 0, 1),
        ("Tabs", 0, 2),
    ] {
        for (set, expected) in [(-5, low), (99, high)] {
            assert!(game.context().hud.set(label, set).is_done());
            assert_eq!(game.world().hud.value(label), Some(expected), "{label}");
        }
    }
    // Changes by the game are not sent.
    assert_eq!(events(&mut game), "");
}

#[test]
fn a_check_box_switches_by_enter_and_click() {
    let mut game = play([Widget::check_box("Full screen", false)]);
    assert!(game.shows("│ Full screen [ ] │"), "{}", game.text());
    assert_eq!(
        typed(&mut game, "Full screen", &[Key::Enter]),
        "Full screen=1"
    );
    assert!(game.shows("║ Full screen [x] ║"), "{}", game.text());
    let at = middle_of(&game, "Full screen");
    game.click_at(at);
    assert_eq!(events(&mut game), "Full screen=0");
    // A press that ends elsewhere switches nothing.
    game.point_at(at);
    game.press_button(MouseButton::Left);
    game.point_at(vec2(0.0, 20.0));
    game.release_button(MouseButton::Left);
    assert_eq!(events(&mut game), "");
}

#[test]
fn a_list_scrolls_with_its_choice() {
    let items = (1..=9).map(|number| format!("Level {number}"));
    let list = Widget::with_content("List", ChoiceList::new(items).rows(3));
    let mut game = play([list, Widget::button("Below")]);
    assert!(
        game.shows("Level 3") && !game.shows("Level 4"),
        "{}",
        game.text()
    );
    let events = typed(&mut game, "List", &[Key::Down, Key::Down, Key::Down]);
    assert_eq!(events, "List=1 List=2 List=3");
    assert!(
        game.shows("Level 4") && !game.shows("Level 1"),
        "{}",
        game.text()
    );
    assert_eq!(
        typed(&mut game, "List", &[Key::End, Key::Enter]),
        "List=8 <List>"
    );
    assert!(game.shows("Level 7") && game.shows("Level 9"));
    // Beyond the end, the focus moves on.
    assert_eq!(typed(&mut game, "List", &[Key::Down]), "");
    assert_eq!(focus(&game), "Below");
    // A choice by the game is scrolled into view, too.
    game.context().hud.set("List", 0);
    game.step();
    assert!(game.shows("Level 1"), "{}", game.text());
}

#[test]
fn a_list_takes_presses_and_the_wheel() {
    let items = (1..=9).map(|number| format!("Level {number}"));
    let list = Widget::list("", items).at(HudAnchor::TopLeft);
    let mut game = play([Widget {
        label: "".into(),
        ..list
    }]);
    // The area begins at (2, 1), with 8 rows.
    game.click_at(vec2(4.0, 3.5));
    assert_eq!(events(&mut game), "=2");
    game.input(InputEvent::Wheel {
        delta: vec2(0.0, 5.0),
        unit: WheelUnit::Lines,
    });
    game.step();
    assert!(
        game.shows("Level 9") && !game.shows("Level 1"),
        "{}",
        game.text()
    );
    game.click_at(vec2(4.0, 8.5));
    assert_eq!(events(&mut game), "=8");
}

#[test]
fn tabs_show_the_widgets_of_one_page() {
    let mut game = play([
        Widget::tabs("Pages", ["Sound", "Video"]).menu("menu"),
        Widget::slider("Volume", 0..=9)
            .menu("menu")
            .on_tab("Pages", 0),
        Widget::check_box("Shadows", false)
            .menu("menu")
            .on_tab("Pages", 1),
    ]);
    game.context().hud.open_menu("menu");
    game.step();
    assert!(
        game.shows("Volume") && !game.shows("Shadows"),
        "{}",
        game.text()
    );
    assert_eq!(
        typed(&mut game, "Pages", &[Key::Right, Key::Right]),
        "+menu Pages=1"
    );
    assert!(
        !game.shows("Volume") && game.shows("Shadows"),
        "{}",
        game.text()
    );
    // From any widget, by keys for pages and by shoulder buttons.
    assert_eq!(typed(&mut game, "Shadows", &[Key::PageUp]), "Pages=0");
    press_pad(&mut game, PadButton::RightShoulder);
    assert_eq!(events(&mut game), "Pages=1");
    // The hidden page's widget has lost the focus to another one of the menu.
    game.step();
    assert_ne!(focus(&game), "Volume");
    // The titles are 7 characters wide each.
    let bounds = game.world().hud.bounds(id_of(&game, "Pages")).unwrap();
    game.click_at(vec2(bounds.max.x - 15.0, bounds.min.y + 1.5));
    assert_eq!(events(&mut game), "Pages=0");
}

#[test]
fn tabs_beyond_the_last_page_show_the_last_one() {
    let game = play([
        Widget::tabs("Pages", ["Sound", "Video"]).value(5),
        Widget::text("Shadows").on_tab("Pages", 1),
    ]);
    assert!(game.shows("Shadows"), "{}", game.text());
}

#[test]
fn a_scroll_area_follows_focus_and_wheel() {
    let names = ["One", "Two", "Three", "Four", "Five"];
    let rows = names.map(|name| Widget::button(name).group("list").menu("menu"));
    let mut game = play(
        rows.into_iter()
            .chain([Widget::button("Back").menu("menu")]),
    );
    game.context().hud.set_scroll_area("list", Some(6));
    game.context().hud.open_menu("menu");
    game.step();
    let shown = |game: &Harness<'_>| {
        let is_shown = |name: &&str| game.shows(name);
        names
            .into_iter()
            .filter(is_shown)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(shown(&game), "One Two");
    for (key, focused, expected) in [
        (Key::Down, "Two", "One Two"),
        (Key::Down, "Three", "Two Three"),
        (Key::Down, "Four", "Three Four"),
        (Key::Down, "Five", "Four Five"),
        (Key::Down, "Back", "Four Five"),
        (Key::Up, "Five", "Four Five"),
        (Key::Up, "Four", "Four Five"),
        (Key::Up, "Three", "Three Four"),
    ] {
        game.tap(key);
        game.step();
        assert_eq!(
            (&*focus(&game), &*shown(&game)),
            (focused, expected),
            "{key}"
        );
    }
    // Scrolled-out widgets take no presses; the wheel scrolls by a button.
    let at = middle_of(&game, "Three");
    game.point_at(at);
    game.input(InputEvent::Wheel {
        delta: vec2(0.0, -1.0),
        unit: WheelUnit::Lines,
    });
    game.step();
    assert_eq!(shown(&game), "Two Three");
    game.click_at(at);
    assert_eq!(events(&mut game), "+menu <Two>");
}

/// A game with the actions "jump" and "duck".
fn keys() -> Harness<'static> {
    let mut game = play([
        Widget::key_chooser("Jump", "jump").menu("keys"),
        Widget::key_chooser("Duck", "duck").menu("keys"),
    ]);
    let mut cx = game.context();
    cx.actions.bind("jump", [Key::Space]);
    cx.actions.add("jump", PadButton::South);
    cx.actions.bind("duck", [Key::Down, Key::S]);
    cx.hud.open_menu("keys");
    game.step();
    game
}

#[test]
fn a_key_chooser_binds_the_next_key() {
    let mut game = keys();
    assert!(game.shows("Space  PadSouth"), "{}", game.text());
    game.tap(Key::Enter);
    game.step();
    assert!(game.shows("press a key"), "{}", game.text());
    // Enter, arrows and Tab are keys like any other while it waits.
    game.tap(Key::Tab);
    assert_eq!(events(&mut game), "+keys Jump=Tab");
    let bound = |game: &Harness<'_>, action| game.world().actions.bindings(action).to_vec();
    assert_eq!(
        bound(&game, "jump"),
        [Key::Tab.into(), PadButton::South.into()]
    );
    assert!(game.shows("Tab  PadSouth"), "{}", game.text());
    // A button of a gamepad replaces that of a gamepad.
    game.tap(Key::Enter);
    press_pad(&mut game, PadButton::East);
    assert_eq!(events(&mut game), "Jump=PadEast");
    assert_eq!(
        bound(&game, "jump"),
        [Key::Tab.into(), PadButton::East.into()]
    );
    // Escape keeps what was bound, and does not close the menu.
    game.tap(Key::Enter);
    game.tap(Key::Escape);
    assert_eq!(events(&mut game), "");
    assert_eq!(game.world().hud.open_menu_name(), Some("keys"));
    // A key of another action moves to this one.
    game.tap(Key::Enter);
    game.tap(Key::S);
    assert_eq!(events(&mut game), "Jump=S");
    assert_eq!(bound(&game, "duck"), [Binding::from(Key::Down)]);
    // The last key of another action stays there.
    game.tap(Key::Enter);
    game.tap(Key::Down);
    game.step();
    assert_eq!(bound(&game, "duck"), [Binding::from(Key::Down)]);
}

#[test]
fn a_key_chooser_waits_no_longer_without_the_focus() {
    let mut game = keys();
    let leave: [fn(&mut Harness<'_>); 2] = [
        |game| {
            let duck = id_of(game, "Duck");
            game.context().hud.focus(Some(duck));
        },
        |game| {
            game.context().hud.close_menus();
            game.step();
            game.context().hud.open_menu("keys");
        },
    ];
    for leave in leave {
        let jump = id_of(&game, "Jump");
        game.context().hud.focus(Some(jump));
        game.tap(Key::Enter);
        game.step();
        assert!(game.shows("press a key"), "{}", game.text());
        leave(&mut game);
        game.step();
        assert!(!game.shows("press a key"), "{}", game.text());
    }
    game.tap(Key::Down);
    game.step();
    let bound = game.world().actions.bindings("jump");
    assert_eq!(bound, [Key::Space.into(), PadButton::South.into()]);
}

#[test]
fn a_key_chooser_takes_mouse_buttons_and_sticks() {
    let mut game = keys();
    let at = middle_of(&game, "Duck");
    game.click_at(at);
    game.step();
    game.press_button(MouseButton::Right);
    assert_eq!(events(&mut game), "+keys Duck=MouseRight");
    game.release_button(MouseButton::Right);
    game.step();
    game.click_at(at);
    // A stick passes through smaller tilts.
    game.pad_axis(0, PadAxis::LeftStickY, -0.65);
    game.pad_axis(0, PadAxis::LeftStickY, -1.0);
    assert_eq!(events(&mut game), "Duck=PadLeftStickUp");
    // The tilt does not move the focus, also when it ends.
    game.steps(40);
    game.pad_axis(0, PadAxis::LeftStickY, 0.0);
    game.steps(2);
    assert_eq!(focus(&game), "Duck");
}

#[test]
fn a_dialogue_is_typed_and_answered() {
    let text = "The gate is shut. Will you look for the key in the old tower?";
    let dialogue = Dialogue::new(text)
        .choice("Yes")
        .choice("Never")
        .width(30)
        .pace(2);
    let mut game = play([Widget::dialogue("Guard", dialogue)]);
    let guard = id_of(&game, "Guard");
    game.context().hud.focus(Some(guard));
    game.steps(7);
    assert!(
        game.shows("The ") && !game.shows("The gate"),
        "{}",
        game.text()
    );
    game.steps(10);
    assert!(
        game.shows("The gate") && !game.shows("shut"),
        "{}",
        game.text()
    );
    // Enter completes the text, and only the next one answers.
    assert_eq!(typed(&mut game, "Guard", &[Key::Enter]), "");
    assert!(
        game.shows("tower?") && game.shows("Never"),
        "{}",
        game.text()
    );
    assert_eq!(
        typed(&mut game, "Guard", &[Key::Down, Key::Enter]),
        "Guard=1"
    );
    // Another text, without choices, in the same box.
    let mut cx = game.context();
    let widget = cx.hud.get_mut(guard).unwrap();
    let dialogue = widget.custom_mut().unwrap().content_mut::<Dialogue>();
    dialogue.unwrap().say("A pity.", [""; 0]);
    game.steps(20);
    assert!(
        game.shows("A pity. ▼") && !game.shows("tower"),
        "{}",
        game.text()
    );
    let at = middle_of(&game, "Guard");
    game.click_at(at);
    assert_eq!(events(&mut game), "Guard=0");
}

#[test]
fn the_mouse_chooses_an_answer() {
    let dialogue = Dialogue::new("Well?").choice("Yes").choice("No").pace(0);
    let mut game = play([Widget::dialogue("Guard", dialogue).at(HudAnchor::TopLeft)]);
    game.point_at(vec2(5.0, 2.5));
    game.step();
    game.click_at(vec2(5.0, 3.5));
    assert_eq!(events(&mut game), "Guard=1");
    game.click_at(vec2(5.0, 1.5));
    assert_eq!(events(&mut game), "");
    game.click_at(vec2(5.0, 2.5));
    assert_eq!(events(&mut game), "Guard=0");
}

/// A content of a game's own, which uses all that built-in kinds use: a counter that any key sets to its number, that
/// arrows change, and that counts down by itself.
#[derive(Clone, Checksum)]
struct Timer {
    waits: bool,
    chosen: Option<Binding>,
    rows: f32,
}

impl WidgetContent for Timer {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let area = Rect::from_size(Vec2::ZERO, pen.size());
        let text = if self.waits { "any key" } else { "timer" };
        let width = pen.columns(text) as f32;
        pen.row(area, text, true)
            .characters(vec2(width + 2.0, 0.0), '●', Color::RED);
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let number = value.number().unwrap_or(0);
        match input {
            WidgetInput::Command(WidgetCommand::Right) => *value = (number + 10).into(),
            WidgetInput::Command(WidgetCommand::Accept) => {
                self.waits = true;
                return WidgetReply::Consumed;
            }
            WidgetInput::Captured(binding) => {
                self.waits = false;
                self.chosen = Some(binding);
            }
            _ => return WidgetReply::Ignored,
        }
        WidgetReply::Changed
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        Some((measure.columns("any key") + 3, measure.line_rows()))
    }

    fn placed(&mut self, size: Vec2, _: &WidgetMeasure<'_>) {
        self.rows = size.y;
    }

    fn value_digits(&self) -> usize {
        3
    }

    fn clamped(&self, number: i64) -> i64 {
        number.clamp(0, 100)
    }

    fn is_animated(&self) -> bool {
        !self.waits
    }

    fn step(&mut self, _: &ActionMap, value: &mut WidgetValue) -> WidgetReply {
        match value.number() {
            Some(number @ 1..) => {
                *value = (number - 1).into();
                WidgetReply::Consumed
            }
            _ => WidgetReply::Ignored,
        }
    }

    fn is_capturing(&self) -> bool {
        self.waits
    }

    fn chosen_binding(&self) -> Option<(&str, Binding)> {
        self.chosen.map(|binding| ("stop", binding))
    }
}

#[test]
fn a_games_own_kind_can_do_what_built_in_ones_do() {
    let timer = Timer {
        waits: false,
        chosen: None,
        rows: 0.0,
    };
    let mut game = play([
        Widget::with_content("Time", timer).menu("menu"),
        Widget::button("Done").menu("menu"),
    ]);
    let mut cx = game.context();
    cx.actions.bind("stop", [Key::S]);
    cx.hud.open_menu("menu");
    cx.hud.set("Time", 500);
    assert_eq!(cx.hud.value("Time"), Some(100));
    game.step();
    assert!(game.shows("║ Time  timer ●    99 ║"), "{}", game.text());
    game.tap(Key::Right);
    assert_eq!(events(&mut game), "+menu Time=109");
    assert_eq!(game.world().hud.value("Time"), Some(108));
    // Waiting stands still, and captures even the key that would leave the menu.
    game.tap(Key::Enter);
    game.steps(3);
    assert!(game.shows("any key"), "{}", game.text());
    assert_eq!(game.world().hud.value("Time"), Some(108));
    game.tap(Key::Escape);
    assert_eq!(events(&mut game), "Time=108");
    assert_eq!(game.world().actions.bindings("stop"), [Key::Escape.into()]);
    // Ignored commands move the focus.
    game.tap(Key::Down);
    game.step();
    assert_eq!(focus(&game), "Done");
}
