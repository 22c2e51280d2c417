//! Text entries in a style with an outline font, whose characters differ in width.
#![cfg(feature = "truetype")]

use crate::truetype::font_file;
use damselfly::app::{App, Harness, Options};
use damselfly::glam::vec2;
use damselfly::hud::{HudStyle, TextEntry, WidgetId};
use damselfly::prelude::*;

/// Left edge of the text field, which follows a blank, and width of the field, both in pixels.
const LEFT: f32 = 8.0;
const WIDTH: u16 = 64;

/// Starts a game with a red text entry at the left, without a border.
fn started(text: &str, cursor: usize) -> (Harness<'static>, WidgetId) {
    let app = App::new("Entry", Options::default()).pixels(320, 64);
    let mut id = None;
    let mut game = Harness::start(app, |cx| {
        let bytes = font_file::boxes().bytes();
        let font = cx.assets.add_font("boxes", "boxes.ttf", &bytes, 16.0)?;
        cx.hud.set_style(HudStyle {
            font,
            color: Color::RED,
            ..HudStyle::default()
        });
        let entry = TextEntry {
            text: text.into(),
            cursor,
            width: WIDTH / 8,
            ..TextEntry::default()
        };
        let widget = Widget::new("").kind(entry).border(false);
        id = Some(cx.hud.add(widget.at(HudAnchor::TopLeft)));
        Ok(())
    })
    .expect("the game starts");
    game.step();
    (game, id.expect("it was added"))
}

fn entry<'a>(game: &'a Harness<'_>, id: WidgetId) -> &'a TextEntry {
    let widget = game.world().hud.get(id);
    widget.and_then(Widget::entry).expect("it is an entry")
}

#[test]
fn a_press_puts_the_cursor_at_the_nearest_edge() {
    // A full stop is 4 pixels wide, `A` is 8.
    let edges = [0.0, 4.0, 8.0, 16.0, 24.0];
    for x in 0..i16::try_from(WIDTH).expect("it is small") {
        let x = f32::from(x) + 0.25;
        let (mut game, id) = started("..AA", 0);
        game.click_at(vec2(LEFT + x, 16.0));
        game.step();
        let distance = |at: usize| (edges[at] - x).abs();
        let nearest = (0..5).min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        assert_eq!(Some(entry(&game, id).cursor), nearest, "{x}");
    }
}

#[test]
fn a_long_text_stays_inside_its_field() {
    for cursor in [0, 3, 17, 40] {
        for text in ["V".repeat(40), ".".repeat(40), "Vo.A".repeat(10)] {
            let (mut game, _) = started(&text, cursor);
            let image = game.image();
            let columns =
                (0..320).filter(|&x| (0..64).any(|y| image.get(x, y) == Some(Color::RED)));
            let columns: Vec<_> = columns.collect();
            let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
                panic!("no text");
            };
            // The field is full except for a part of a character.
            assert!((8..16).contains(first), "{text} {cursor}: {first}");
            assert!((60..72).contains(last), "{text} {cursor}: {last}");
        }
    }
}

#[test]
fn only_characters_of_the_style_are_typed() {
    let (mut game, id) = started("", 0);
    game.context().hud.focus(Some(id));
    game.type_text("AbV");
    game.step();
    assert_eq!(entry(&game, id).text, "AV");
}
