//! The style of the display, icons, and widgets among the altitudes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positions within a small view"
)]

use super::*;
use damselfly::hud::{HudIcons, HudStyle, WidgetFrame, WidgetIcon, WidgetLook};
use damselfly::input::MouseButton;
use damselfly::scene::{GroupLook, NineSlice};

/// Starts a game with a view in pixels.
fn shown(start: impl FnOnce(&mut Context<'_>)) -> Harness<'static> {
    let app = App::new("Looks", Options::default()).pixels(320, 160);
    let mut game = Harness::start(app, |cx| {
        start(cx);
        Ok(())
    })
    .unwrap();
    game.step();
    game
}

fn panel(color: Color) -> WidgetLook {
    WidgetLook {
        panel: Some(color),
        ..WidgetLook::default()
    }
}

#[test]
fn a_style_colours_every_state_of_all_widgets() {
    let mut game = shown(|cx| {
        cx.hud.set_style(HudStyle {
            panel: Some(Color::hex(0x101010)),
            focused: panel(Color::hex(0x202020)),
            hovered: panel(Color::hex(0x303030)),
            pressed: panel(Color::hex(0x404040)),
            disabled: panel(Color::hex(0x505050)),
            ..HudStyle::default()
        });
        cx.hud.add(Widget::button("A").at(HudAnchor::TopLeft));
        cx.hud
            .add(Widget::slider("B", 0..=9).at(HudAnchor::CenterLeft));
        let off = Button {
            disabled: true,
            ..Button::default()
        };
        cx.hud
            .add(Widget::button("C").kind(off).at(HudAnchor::TopRight));
        cx.hud.add(Widget::new("D").at(HudAnchor::BottomLeft));
    });
    // A pixel of the panel of each widget, beside its border line.
    let corner = |game: &mut Harness<'_>, label: &str| {
        let bounds = game.world().hud.bounds(id_of(game, label)).unwrap();
        let at = bounds.min + vec2(9.0, 9.0);
        game.image().get(at.x as u32, at.y as u32).unwrap()
    };
    let colors = |game: &mut Harness<'_>| ["A", "B", "C", "D"].map(|label| corner(game, label));
    let of = |codes: [u32; 4]| codes.map(Color::hex);
    assert_eq!(
        colors(&mut game),
        of([0x101010, 0x101010, 0x505050, 0x101010])
    );
    game.tap(Key::Tab);
    game.step();
    assert_eq!(
        colors(&mut game),
        of([0x202020, 0x101010, 0x505050, 0x101010])
    );
    let at = middle_of(&game, "B");
    game.point_at(at);
    game.step();
    assert_eq!(
        colors(&mut game),
        of([0x202020, 0x303030, 0x505050, 0x101010])
    );
    game.press_button(MouseButton::Left);
    game.step();
    assert_eq!(
        colors(&mut game),
        of([0x101010, 0x404040, 0x505050, 0x101010])
    );
}

#[test]
fn a_widgets_own_colours_replace_those_of_the_style() {
    let mut game = shown(|cx| {
        cx.hud.set_style(HudStyle {
            color: Color::RED,
            panel: Some(Color::BLUE),
            ..HudStyle::default()
        });
        let widget = Widget::text("Own").color(Color::GREEN).panel(Color::BLACK);
        cx.hud.add(widget.at(HudAnchor::TopLeft));
        cx.hud.add(Widget::text("Usual").at(HudAnchor::BottomLeft));
    });
    let image = game.image();
    let top = |color| {
        let pixels = (0..80).flat_map(|y| (0..320).map(move |x| (x, y)));
        pixels
            .filter(|&(x, y)| image.get(x, y) == Some(color))
            .count()
    };
    assert!(top(Color::GREEN) > 50);
    assert_eq!(top(Color::RED) + top(Color::BLUE), 0);
    assert!(image.count(Color::RED) > 50 && image.count(Color::BLUE) > 1000);
}

/// Returns a game with a style whose frame is a white border of 2 texels around blue.
fn framed(widgets: impl FnOnce(&mut Context<'_>), focused: WidgetLook) -> Harness<'static> {
    shown(|cx| {
        let pixels = Pixels::from_fn(8, 8, |x, y| {
            let is_inside = (2..6).contains(&x) && (2..6).contains(&y);
            if is_inside { Color::BLUE } else { Color::WHITE }
        });
        let image = cx.assets.add_image("frame", &pixels).unwrap();
        cx.hud.set_style(HudStyle {
            color: Color::BLACK,
            frame: WidgetFrame::Sprite(NineSlice::new(image, 2)),
            focused,
            ..HudStyle::default()
        });
        widgets(cx);
    })
}

#[test]
fn a_sprite_frames_widgets_of_any_size() {
    for (label, scale) in [("Wide button", 1), ("A", 1), ("A", 2)] {
        let mut game = framed(
            |cx| {
                let button = Widget::button(label).scaled(scale);
                cx.hud.add(button.at(HudAnchor::TopLeft));
            },
            WidgetLook::default(),
        );
        let Rect { min, max } = game.world().hud.bounds(id_of(&game, label)).unwrap();
        let image = game.image();
        let border = 2 * i32::from(scale);
        let [left, top, right, bottom] = [min.x, min.y, max.x, max.y].map(|at| at as i32);
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let from_edge = (x - left)
                .min(right - 1 - x)
                .min(y - top)
                .min(bottom - 1 - y);
            let seen = image.get(x as u32, y as u32).unwrap();
            if from_edge < border {
                assert_eq!(seen, Color::WHITE, "{label} {scale}: {x}, {y}");
            } else {
                // The text is black.
                assert!([Color::BLUE, Color::BLACK].contains(&seen), "{seen:?}");
            }
        }
    }
}

#[test]
fn the_focus_tints_a_frames_sprite() {
    let border = |color| WidgetLook {
        border: Some(color),
        ..WidgetLook::default()
    };
    let mut game = framed(
        |cx| {
            cx.hud.add(Widget::button("A").at(HudAnchor::TopLeft));
        },
        border(Color::RED),
    );
    assert_eq!(game.image().get(0, 0), Some(Color::WHITE));
    game.tap(Key::Tab);
    game.step();
    assert_eq!(game.image().get(0, 0), Some(Color::RED));
    assert_eq!(game.image().get(4, 4), Some(Color::BLACK), "blue times red");
}

#[test]
fn a_frame_without_its_sprite_or_middle_is_not_drawn() {
    for borders in [4, u16::MAX] {
        let game = &mut shown(|cx| {
            let image = cx.assets.add_rect("frame", 8, 8, Color::RED).unwrap();
            let frame = WidgetFrame::Sprite(NineSlice::new(image, borders));
            cx.hud.set_style(HudStyle {
                frame,
                ..HudStyle::default()
            });
            cx.hud.add(Widget::button("A"));
        });
        assert_eq!(game.image().count(Color::RED), 0);
    }
}

#[test]
fn icons_lie_left_of_labels_and_replace_marks() {
    let mut game = shown(|cx| {
        let icon = cx.assets.add_rect("icon", 12, 16, Color::RED).unwrap();
        let mark = cx.assets.add_rect("mark", 16, 16, Color::GREEN).unwrap();
        cx.hud.set_style(HudStyle {
            icons: HudIcons {
                checked: Some(WidgetIcon::from(mark)),
                ..HudIcons::default()
            },
            ..HudStyle::default()
        });
        let check = Widget::check_box("Map", true).icon(icon);
        cx.hud.add(check.at(HudAnchor::TopLeft));
    });
    // "│ ## Map ███ │": the icon takes two columns, the mark as many as the text "[ ]".
    let bounds = game.world().hud.bounds(id_of(&game, "Map")).unwrap();
    assert_eq!(bounds.size(), vec2(14.0 * 8.0, 48.0));
    let image = game.image();
    assert_eq!(image.get(16, 16), Some(Color::RED));
    assert_eq!(image.count(Color::RED), 12 * 16);
    assert_eq!(image.get(9 * 8, 16), Some(Color::GREEN));
    assert_eq!(image.count(Color::GREEN), 16 * 16);
    game.click_at(vec2(20.0, 20.0));
    game.step();
    assert_eq!(game.image().count(Color::GREEN), 0);
}

#[test]
fn a_widget_among_the_altitudes_is_covered_by_higher_ones() {
    for (altitude, covered) in [(Some(1), true), (Some(2), false), (None, false)] {
        let mut game = shown(|cx| {
            let fog = cx.assets.add_rect("fog", 320, 160, Color::BLUE).unwrap();
            cx.spawn(Object::from(fog).at(vec2(160.0, 80.0)).soft().altitude(2));
            let widget = Widget::text("Sign").panel(Color::RED).color(Color::RED);
            cx.hud.add(Widget { altitude, ..widget });
        });
        let area = 8 * 8 * 48;
        let expected = if covered { 0 } else { area };
        assert_eq!(game.image().count(Color::RED), expected, "{altitude:?}");
        // An altitude that is invisible hides its widgets, and its clip rectangle applies.
        if altitude == Some(2) {
            let mut cx = game.context();
            let clip = Rect::from_size(vec2(0.0, 0.0), vec2(320.0, 10.0));
            cx.change_altitudes([2], |settings| settings.clip = Some(clip));
            game.step();
            assert_eq!(game.image().count(Color::RED), 8 * 8 * 10);
            let mut cx = game.context();
            cx.change_altitudes([2], |settings| settings.visible = false);
            game.step();
            assert_eq!(game.image().count(Color::RED), 0);
        }
    }
}

#[test]
fn a_group_of_altitudes_mixes_its_widgets_in() {
    let mut game = shown(|cx| {
        let widget = Widget::text("Sign").panel(Color::RED).color(Color::RED);
        cx.hud.add(widget.at_altitude(1));
        let look = GroupLook {
            tint: Color::WHITE.with_alpha(0),
            ..GroupLook::default()
        };
        assert!(cx.set_group("signs", 1..=2, look).is_done());
    });
    assert_eq!(game.image().count(Color::RED), 0);
    let mut cx = game.context();
    assert!(cx.set_group("signs", 1..=2, GroupLook::default()).is_done());
    game.step();
    assert_eq!(game.image().count(Color::RED), 8 * 8 * 48);
}
