//! Focus, panels, widgets of other kinds, and invalid values.

use super::*;
use crate::common::{core, crate_at, note_collisions, spawn, steps, to_the_right};
use damselfly::hud::{CharacterSet, WidgetKind};
use proptest::prelude::{ProptestConfig, prop, prop_assert, prop_assert_eq, proptest};

#[test]
fn tab_cycles_through_focusable_widgets() {
    let mut off = button("Off");
    off.button_mut().unwrap().disabled = true;
    let elsewhere = Widget {
        levels: 7.into(),
        ..button("Elsewhere")
    };
    let views = vec![
        Widget::default(),
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
    // Keys that switch windows do not move the focus.
    play.game.release(Key::ShiftLeft);
    play.game.press(Key::AltLeft);
    play.game.tap(Key::Tab);
    assert_eq!(play.receive(), "ShiftLeft-up AltLeft-down Tab-down Tab-up");
    assert_eq!(play.focus(), Some(5));
    // Without a focusable widget, Tab is sent to the game.
    for id in play.ids.split_off(0) {
        play.game.world_mut().hud.remove(id);
    }
    play.game.release(Key::AltLeft);
    play.game.tap(Key::Tab);
    assert_eq!(play.receive(), "AltLeft-up Tab-down Tab-up");
}

#[test]
fn only_focusable_widgets_take_the_focus() {
    let mut off = button("Off");
    off.button_mut().unwrap().disabled = true;
    let mut play = Play::new(vec![entry("Name"), off, Widget::default()]);
    let [name, off, value] = play.ids[..] else {
        panic!("three were added")
    };
    let world = play.game.world_mut();
    assert!(world.hud.focus(Some(name)).is_done() && world.hud.is_typing());
    assert!(!world.hud.focus(Some(off)).is_done() && !world.hud.focus(Some(value)).is_done());
    assert_eq!(world.hud.focused(), Some(name));
    world.hud.remove(name);
    assert_eq!(world.hud.focused(), None);
    assert!(!world.hud.focus(Some(name)).is_done() && world.hud.focus(None).is_done());
}

#[test]
fn in_a_view_of_pixels_the_mouse_finds_the_same_widgets() {
    let app = App::new("Pixels", Options::default()).pixels(484, 330);
    let mut play = Play::of(app, vec![button("Button one"), entry("Name")]);
    let pixel = |place: Vec2| place * vec2(8.0, 16.0);
    play.game.click_at(pixel(ON_BUTTON));
    assert_eq!(play.receive(), "<Button one>");
    play.game.click_at(pixel(BESIDE));
    assert_eq!(play.receive(), "MouseLeft-down MouseLeft-up click");
    play.game.click_at(pixel(vec2(12.0, 10.5)));
    play.game.type_text("Ann");
    play.game.step();
    assert_eq!(play.text_of(1).0, "Ann");
    assert!(play.game.shows("║ Name Ann      ║"));
    let world = play.game.world();
    assert_eq!(world.hud.at(pixel(ON_BUTTON)), Some(play.ids[0]));
    assert_eq!(world.hud.at(pixel(BESIDE)), None);
}

#[test]
fn the_camera_moves_no_widget() {
    let mut play = Play::new(vec![button("Button one")]);
    let camera = &mut play.game.world_mut().camera;
    assert!(
        camera
            .set_boundary(Rect::from_size(Vec2::ZERO, vec2(500.0, 500.0)))
            .is_done()
    );
    assert!(camera.cut_to(vec2(300.0, 200.0)).is_done() && camera.set_zoom(2.0).is_done());
    play.game.click_at(ON_BUTTON);
    assert_eq!(play.receive(), "<Button one>");
}

#[test]
fn the_focus_is_a_double_border_or_brackets() {
    for (border, plain, focused) in [
        (true, "│ Button one │", "║ Button one ║"),
        (false, "Button one", "[Button one]"),
    ] {
        let mut play = Play::new(vec![Widget {
            border,
            ..button("Button one")
        }]);
        let before = play.game.image();
        assert_eq!(play.game.text().line(5).trim(), plain);
        play.game.tap(Key::Tab);
        play.game.step();
        assert_eq!(play.game.text().line(5).trim(), focused);
        let more = play.game.image().count(Color::WHITE) - before.count(Color::WHITE);
        assert!(more > 10, "{more} pixels");
    }
}

/// Fills the view with stars.
fn stars(cx: &mut Context<'_>) {
    for row in 0..20_u8 {
        cx.canvas(0)
            .text(vec2(0.0, f32::from(row)), &"*".repeat(60), Color::WHITE);
    }
}

#[test]
fn a_panel_hides_the_world_behind_it_and_is_off_by_default() {
    for (panel, shown) in [
        (None, "*│*Points*0*│*"),
        (Some(Color::BLACK), "*│ Points 0 │*"),
        (Some(Color::BLACK.with_alpha(200)), "*│ Points 0 │*"),
    ] {
        let game = StarGame(Widget {
            label: "Points".into(),
            color: Some(Color::RED),
            panel,
            ..Widget::default()
        });
        let app = App::new("Stars", Options::default()).cells(60, 20);
        let mut game = Harness::of(app, game).unwrap();
        game.step();
        assert!(game.shows(shown), "{}", game.text());
        assert!(game.image().count(Color::WHITE) > 0);
    }
}

struct StarGame(Widget);

impl Game for StarGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.hud.add(self.0.clone());
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        stars(cx);
    }
}

#[test]
fn invalid_values_of_view_objects_do_no_harm() {
    let long = || "x".repeat(10_000);
    let kinds: Vec<WidgetKind> = vec![
        WidgetKind::Value,
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
            allowed: CharacterSet::Only("".into()),
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
        HudAnchor::TopLeft,
        HudAnchor::BottomRight,
        Vec2::NAN.into(),
        Vec2::MAX.into(),
        vec2(f32::NEG_INFINITY, 0.0).into(),
        vec2(-5000.0, 3.0).into(),
    ];
    let mut views = vec![];
    for kind in kinds {
        for place in places {
            for label in [String::new(), long(), "\u{4e00}\n".into()] {
                views.push(Widget {
                    label: label.into(),
                    value: i64::MIN.into(),
                    anchor: place,
                    kind: kind.clone(),
                    panel: Some(Color::TRANSPARENT),
                    ..Widget::default()
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
        play.game.world_mut().send(HudEvent::add("", i64::MIN));
        play.game.step();
    }
    play.game.image();
    // A label costs at most one line, cut to the view's width.
    assert!(play.game.world().hud.layers().next().unwrap().0.len() < count * 400);
}

#[test]
fn the_state_of_widgets_is_in_the_checksum() {
    let base = || {
        let mut play = Play::new(vec![entry("Name"), button("Button one")]);
        play.game.world_mut().hud.focus(None);
        play
    };
    let change: [fn(&mut Widget, &mut Widget); 5] = [
        |name, _| name.entry_mut().unwrap().text.push('a'),
        |name, _| name.entry_mut().unwrap().max_length = 3,
        |_, button| button.button_mut().unwrap().disabled = true,
        |_, button| button.button_mut().unwrap().hot_key = Some(Key::A),
        |_, button| button.anchor = HudAnchor::TopLeft,
    ];
    let plain = base().game.checksum();
    assert_eq!(base().game.checksum(), plain);
    for (index, change) in change.into_iter().enumerate() {
        let mut play = base();
        let [name, button] = [0, 1].map(|index| play.ids[index]);
        let world = play.game.world_mut();
        let mut views = [name, button].map(|id| world.hud.get(id).unwrap().clone());
        let [first, second] = &mut views;
        change(first, second);
        for (id, view) in [name, button].into_iter().zip(views) {
            *world.hud.get_mut(id).unwrap() = view;
        }
        assert_ne!(play.game.checksum(), plain, "change {index}");
    }
    let mut play = base();
    let name = play.ids[0];
    play.game.world_mut().hud.focus(Some(name));
    assert_ne!(play.game.checksum(), plain);
}

/// Gives the game an input, mutes its input or takes a step, depending on the number.
fn random_input(play: &mut Play, number: u32) {
    let game = &mut play.game;
    let button = if number.is_multiple_of(2) {
        LEFT
    } else {
        MouseButton::Right
    };
    match number {
        0..10 => game.press_button(button),
        10..20 => game.release_button(button),
        20..24 => game.point_at(ON_BUTTON),
        24..28 => game.point_at(BESIDE),
        28..32 => game.point_at(vec2(12.0, 10.5)),
        32..34 => game.tap(Key::Tab),
        34 => game.tap(Key::Enter),
        35 => game.tap(Key::Escape),
        36 => game.type_text("aé"),
        37 => game.input(InputEvent::Focus(false)),
        38 => game.context().mute_input(true),
        39 => game.context().mute_input(false),
        _ => game.step(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_receiver_of_a_mouse_press_receives_its_release_and_no_other(
        script in prop::collection::vec(0..46_u32, 0..60),
    ) {
        let mut play = Play::new(vec![entry("Name"), button("Button one")]);
        for number in script {
            random_input(&mut play, number);
        }
        play.game.context().mute_input(false);
        play.game.step();
        for button in [LEFT, MouseButton::Right] {
            play.game.release_button(button);
        }
        play.game.step();
        let received = play.received();
        for button in ["MouseLeft", "MouseRight"] {
            let edges = received.split(' ').filter(|what| what.starts_with(button));
            let mut downs = 0;
            for edge in edges {
                downs += if edge.ends_with("down") { 1 } else { -1 };
                prop_assert!((0..=1).contains(&downs), "{}", received);
            }
            prop_assert_eq!(downs, 0, "{}", received);
        }
        prop_assert_eq!(play.game.world().dropped_events(), 0);
    }
}

#[test]
fn widgets_never_collide() {
    let mut core = core();
    core.world.hud.add(Widget::new("Points"));
    let ball = spawn(&mut core, to_the_right(crate_at(20.0, 1.0)));
    let notes = note_collisions(&mut core, &[ball]);
    steps(&mut core, 40);
    assert!(notes.is_empty());
    let position = core.world.object(ball).unwrap().position();
    assert_eq!(position, vec2(60.0, 1.0));
    let all = core.world.space().with_spectral();
    assert_eq!(all.in_box(core.world.camera.view()), [ball]);
}
