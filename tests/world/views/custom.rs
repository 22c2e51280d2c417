//! Widgets of a game's own kind.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positions within a small view"
)]

use super::*;
use damselfly::assets::{Pixels, SpriteId};
use damselfly::hud::{
    CustomWidget, WidgetContent, WidgetInput, WidgetKind, WidgetPen, WidgetReply, WidgetValue,
};
use damselfly::input::WheelUnit;

/// Records its input, shows its width in red and its state as text, and replies as `reply` says.
#[derive(Clone, Checksum)]
struct Probe {
    seen: String,
    /// Reply to input, except to movement: 0 ignores it, 1 consumes it, any other number is a press.
    reply: u8,
    panics_in: &'static str,
}

impl WidgetContent for Probe {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        assert!(self.panics_in != "draw", "cannot draw");
        let size = pen.size();
        let state = match (pen.is_focused(), pen.is_held(), pen.is_hovered()) {
            (true, ..) => "focused",
            (_, true, _) => "held",
            (.., true) => "hovered",
            _ => "idle",
        };
        let value = pen.value().number().unwrap_or(-1);
        pen.fill(Rect::from_size(Vec2::ZERO, size), Color::RED)
            .text(Vec2::ZERO, &format!("{state} {value}"), Color::WHITE);
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        assert!(self.panics_in != "input", "cannot take input");
        let what = match input {
            WidgetInput::Pressed { at, .. } => format!("press {at} "),
            WidgetInput::Released { at, .. } => format!("release {at} "),
            WidgetInput::Cancelled { button } => format!("cancel {button} "),
            WidgetInput::Moved { at } => {
                *value = WidgetValue::from(at.x as i64);
                return WidgetReply::Ignored;
            }
            WidgetInput::Wheel { delta, .. } => format!("wheel {} ", delta.y),
            WidgetInput::Key { key, repeat, .. } => format!("{key}{} ", u8::from(repeat)),
            _ => String::new(),
        };
        self.seen.push_str(&what);
        match self.reply {
            0 => WidgetReply::Ignored,
            1 => WidgetReply::Consumed,
            _ => WidgetReply::Pressed,
        }
    }
}

const PROBE: Probe = Probe {
    seen: String::new(),
    reply: 1,
    panics_in: "",
};

/// Returns a custom widget: "│ Map ############ │", 20 × 4 characters, from (10, 4) to (30, 8). Its area is 12 × 2
/// characters, from (16, 5) to (28, 7).
fn probe(custom: CustomWidget) -> Widget {
    Widget::new("Map").kind(custom).at(vec2(20.0, 6.0))
}

fn both(content: Probe) -> CustomWidget {
    CustomWidget::new(12, 2, content).mouse(true).keys(true)
}

fn play(custom: CustomWidget) -> Play {
    let mut play = Play::new(vec![
        probe(custom),
        button("Button one").at(vec2(40.0, 15.0)),
    ]);
    play.game.world_mut().hud.focus(None);
    play
}

/// Returns what the content has seen.
fn seen(play: &Play) -> &str {
    let widget = play.game.world().hud.get(play.ids[0]).unwrap();
    &widget.custom().unwrap().content::<Probe>().unwrap().seen
}

#[test]
fn a_custom_widget_draws_itself_beside_its_label() {
    for scale in [1, 2] {
        let widget = probe(CustomWidget::new(12, 2, PROBE));
        let widget = widget.at(HudAnchor::TopLeft).scaled(scale).value(7);
        let mut play = Play::new(vec![widget]);
        assert!(play.game.shows("│ Map idle 7"), "{}", play.game.text());
        let bounds = play.game.world().hud.bounds(play.ids[0]).unwrap();
        let scale = f32::from(scale);
        assert_eq!(bounds.size(), vec2(20.0, 4.0) * scale);
        let image = play.game.image();
        let unit = (image.size()[0] / 60) as f32 * scale;
        let lit = |column: f32, row: f32| {
            let at = vec2(column, row * 2.0) * unit;
            image.get(at.x as u32, at.y as u32) == Some(Color::RED)
        };
        // The area starts right of "│ Map " and below the border.
        for (column, row, expected) in [
            (5.9, 2.9, false),
            (6.1, 2.9, true),
            (17.9, 1.9, true),
            (18.1, 2.9, false),
            (17.9, 3.1, false),
            (17.9, 0.9, false),
        ] {
            assert_eq!(lit(column, row), expected, "{column}, {row}, scale {scale}");
        }
    }
}

#[test]
fn presses_drags_and_releases_reach_the_content() {
    let table: &[(&str, Script, &str, i64)] = &[
        (
            "a click on the area",
            |play| play.game.click_at(vec2(18.0, 6.0)),
            "press [2, 1] release [2, 1] ",
            2,
        ),
        (
            "dragged out of the widget",
            |play| {
                play.press_at(vec2(18.0, 6.0));
                play.release_at(vec2(50.0, 5.0));
            },
            "press [2, 1] release [34, 0] ",
            34,
        ),
        (
            "on the label, left of the area",
            |play| play.game.click_at(vec2(12.0, 5.0)),
            "press [-4, 0] release [-4, 0] ",
            -4,
        ),
        (
            "the window loses the focus",
            |play| {
                play.press_at(vec2(18.0, 6.0));
                play.game.input(InputEvent::Focus(false));
            },
            "press [2, 1] cancel MouseLeft ",
            2,
        ),
        (
            "beside it",
            |play| play.game.click_at(vec2(31.0, 6.0)),
            "",
            0,
        ),
        (
            "a press beside it that ends on it",
            |play| {
                play.press_at(vec2(31.0, 6.0));
                play.release_at(vec2(18.0, 6.0));
            },
            "",
            2,
        ),
    ];
    for (name, script, expected, value) in table {
        let mut play = play(both(PROBE));
        script(&mut play);
        let received = play.receive();
        assert_eq!(seen(&play), *expected, "{name}");
        assert_eq!(
            received.contains("down"),
            expected.is_empty(),
            "{name}: {received}"
        );
        assert_eq!(play.game.world().hud.value("Map"), Some(*value), "{name}");
    }
}

#[test]
fn only_what_a_widget_takes_is_withheld() {
    let table: &[(bool, bool, u8, &str, &str)] = &[
        (
            false,
            false,
            1,
            "",
            "MouseLeft-down MouseLeft-up click wheel A-down",
        ),
        (
            true,
            false,
            1,
            "press [2, 1] release [2, 1] wheel 3 ",
            "A-down",
        ),
        (
            true,
            false,
            0,
            "press [2, 1] release [2, 1] wheel 3 ",
            "wheel A-down",
        ),
        (true, true, 1, "press [2, 1] release [2, 1] wheel 3 A0 ", ""),
        (
            true,
            true,
            0,
            "press [2, 1] release [2, 1] wheel 3 A0 ",
            "wheel A-down",
        ),
        (
            true,
            true,
            2,
            "press [2, 1] release [2, 1] wheel 3 A0 ",
            "<Map> <Map> <Map> <Map>",
        ),
    ];
    for &(mouse, keys, reply, expected, received) in table {
        let content = Probe { reply, ..PROBE };
        let mut play = play(CustomWidget::new(12, 2, content).mouse(mouse).keys(keys));
        play.game.click_at(vec2(18.0, 6.0));
        play.game.input(InputEvent::Wheel {
            delta: vec2(0.0, 3.0),
            unit: WheelUnit::Lines,
        });
        play.key(Key::A, Some('a'), false);
        let case = (mouse, keys, reply);
        assert_eq!(play.receive(), received, "{case:?}");
        assert_eq!(seen(&play), expected, "{case:?}");
    }
}

#[test]
fn tab_gives_the_focus_to_a_widget_with_keys() {
    for keys in [false, true] {
        let mut play = play(CustomWidget::new(12, 2, PROBE).keys(keys));
        let mut order = vec![];
        for _ in 0..3 {
            play.game.tap(Key::Tab);
            play.game.step();
            order.push(play.focus());
        }
        let expected = if keys {
            [Some(0), Some(1), Some(0)]
        } else {
            [Some(1); 3]
        };
        assert_eq!(order, expected);
        assert_eq!(play.game.shows("focused"), keys);
        // Enter goes to the focused widget, and presses no button.
        play.game.tap(Key::Enter);
        let received = play.receive();
        assert_eq!(received.contains("<Button one>"), !keys, "{received}");
        assert_eq!(seen(&play), if keys { "Enter0 " } else { "" });
    }
}

#[test]
fn the_content_knows_hovering_and_holding() {
    let mut play = play(CustomWidget::new(12, 2, PROBE).mouse(true));
    assert!(play.game.shows("idle"), "{}", play.game.text());
    play.game.point_at(vec2(18.0, 6.0));
    play.game.step();
    assert!(play.game.shows("hovered"));
    play.game.press_button(LEFT);
    play.game.step();
    assert!(play.game.shows("held"));
    play.game.release_button(LEFT);
    play.game.point_at(vec2(31.0, 6.0));
    play.game.step();
    assert!(play.game.shows("idle"));
}

#[test]
fn a_content_that_panics_is_not_called_again() {
    for panics_in in ["draw", "input"] {
        let content = Probe { panics_in, ..PROBE };
        let mut play = play(both(content));
        for _ in 0..3 {
            play.game.click_at(vec2(18.0, 6.0));
            play.game.tap(Key::A);
            play.game.step();
        }
        // It has the focus, and therefore a double border.
        assert!(play.game.shows("║ Map"), "{panics_in}");
        assert!(!play.game.shows("idle"), "{panics_in}");
        assert_eq!(seen(&play), "", "{panics_in}");
        // Everything else goes on.
        play.game.click_at(vec2(40.0, 15.0));
        assert!(play.receive().contains("<Button one>"), "{panics_in}");
    }
}

#[test]
fn the_content_is_in_checksums_and_rewound() {
    let sum = |custom| play(custom).game.checksum();
    let other = Probe { reply: 2, ..PROBE };
    let custom = || CustomWidget::new(12, 2, PROBE);
    let sums = [
        sum(custom()),
        sum(CustomWidget::new(12, 2, other)),
        sum(custom().mouse(true)),
        sum(custom().keys(true)),
        sum(CustomWidget::new(12, 3, PROBE)),
        sum(CustomWidget::new(13, 2, PROBE)),
    ];
    for (index, sum) in sums.iter().enumerate() {
        assert!(!sums[..index].contains(sum), "case {index}");
    }
    assert_eq!(sum(custom()), sums[0]);

    let mut play = play(both(PROBE));
    play.game = play.game.rewindable(1 << 20);
    play.game.step();
    let before = play.game.checksum();
    play.game.click_at(vec2(18.0, 6.0));
    play.game.step();
    assert_eq!(seen(&play), "press [2, 1] release [2, 1] ");
    assert!(play.game.step_back());
    assert_eq!((seen(&play), play.game.checksum()), ("", before));
}

#[test]
fn a_game_reads_and_changes_the_content() {
    let mut play = play(both(PROBE));
    let widget = play.game.world_mut().hud.get_mut(play.ids[0]).unwrap();
    let custom = widget.custom_mut().unwrap();
    custom.content_mut::<Probe>().unwrap().seen = "new".into();
    assert!(custom.content::<Strange>().is_none());
    let copy = custom.clone();
    assert!(copy == *custom && WidgetKind::from(copy.clone()) == WidgetKind::from(copy));
    custom.content_mut::<Probe>().unwrap().seen.clear();
    assert!(*custom != both(Probe { reply: 0, ..PROBE }));
    assert!(*custom == both(PROBE));
    assert_eq!(seen(&play), "");
}

/// Draws a blue sprite at a valid position. Also draws at positions that are not finite or very far away.
#[derive(Clone, Checksum)]
struct Strange(#[checksum(skip)] SpriteId);

impl WidgetContent for Strange {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        pen.frame(vec2(2.0, 1.0), self.0, 0, Color::WHITE);
        for at in [
            Vec2::NAN,
            Vec2::INFINITY,
            Vec2::MIN,
            vec2(-65_000.0, 65_000.0),
        ] {
            pen.text(at, "lost", Color::WHITE)
                .fill(Rect::from_size(at, Vec2::ONE), Color::RED)
                .frame(at, self.0, u16::MAX, Color::WHITE);
        }
    }
}

#[test]
fn sprites_are_drawn_and_strange_drawings_left_out() {
    let mut play = Play::new(vec![]);
    let mut cx = play.game.context();
    let blue = Pixels::filled(8, 16, Color::BLUE);
    let sprite = cx.assets.add_image("blue", blue).unwrap();
    for (columns, rows) in [(0, 0), (1, u16::MAX), (u16::MAX, 0), (u16::MAX, u16::MAX)] {
        let custom = CustomWidget::new(columns, rows, Strange(sprite));
        cx.hud.add(probe(custom.mouse(true).keys(true)));
    }
    cx.hud.add(
        Widget::new("")
            .kind(CustomWidget::new(4, 2, Strange(sprite)))
            .at(HudAnchor::TopLeft),
    );
    for at in [Vec2::NAN, vec2(20.0, 6.0), Vec2::INFINITY] {
        play.game.click_at(at);
        play.game.tap(Key::Tab);
        play.game.step();
    }
    let image = play.game.image();
    assert_eq!(image.count(Color::RED), 0);
    let size = image.size();
    let at = |column: f32, row: f32| {
        let [x, y] = [column * size[0] as f32 / 60.0, row * size[1] as f32 / 20.0];
        image.get(x as u32, y as u32)
    };
    // The area starts at (2, 1), so that the sprite covers the character at (4, 2), or a part of it around its middle.
    assert_eq!(at(4.1, 2.1), Some(Color::BLUE));
}
