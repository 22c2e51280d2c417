//! Shaped text, from the call to the pixels.
#![cfg(feature = "shaping")]

use crate::truetype::font_file::{block, boxes};
use damselfly::app::{App, Harness, Image, Options};
use damselfly::prelude::*;
use damselfly::scene::Span;

/// Starts a game with a font whose Hebrew letters are a high bar, a low one and a circle.
fn game() -> (Harness<'static>, TextStyle) {
    let mut file = boxes();
    let circle = file.glyphs[3].clone();
    file.glyphs.extend([
        block(512, [64, 0, 448, 704]),
        block(512, [64, 0, 448, 256]),
        circle,
    ]);
    file.characters
        .extend([('\u{5d0}', 6), ('\u{5d1}', 7), ('\u{5d2}', 8)]);
    file.characters.sort_unstable();
    let app = App::new("Shaped", Options::default()).pixels(160, 160);
    let mut game = Harness::start(app, |_| Ok(())).expect("it starts");
    let cx = game.context();
    let font = cx
        .assets
        .add_font("hebrew", "hebrew.ttf", &file.bytes(), 16.0);
    let style = TextStyle::new(Color::WHITE).with_font(font.expect("it is a font"));
    (game, style)
}

fn drawn(at: Vec2, text: &str, change: impl Fn(TextStyle) -> TextStyle) -> Image {
    let (mut game, style) = game();
    game.context().canvas(2).text(at, text, change(style));
    game.image()
}

#[test]
fn right_to_left_text_is_drawn_as_the_reversed_letters() {
    let reading = drawn(vec2(20.0, 20.0), "\u{5d0}\u{5d1}\u{5d2}", |style| style);
    assert!(reading.count(Color::WHITE) > 100);
    // Marks of direction have no width: with them, letters are placed in the order of the text.
    let forced = "\u{202d}\u{5d2}\u{5d1}\u{5d0}\u{202c}";
    assert!(drawn(vec2(20.0, 20.0), forced, |style| style) == reading);
}

#[test]
fn colours_follow_their_letters_in_both_directions() {
    let (mut game, style) = game();
    let red = TextStyle {
        color: Color::RED,
        ..style
    };
    let spans: [Span<'_>; 3] = [
        ("A", style).into(),
        ("\u{5d0}", red.with_background(Color::BLUE)).into(),
        ("\u{5d1}", style).into(),
    ];
    game.context()
        .canvas(2)
        .spans(vec2(8.0, 8.0), &spans, Align::Left);
    let image = game.image();
    let columns = |color| -> Vec<u32> {
        let has = |&x: &u32| (0..160).any(|y| image.get(x, y) == Some(color));
        (0..160).filter(has).collect()
    };
    // `A` is 8 wide, then comes the last letter, and then the first one.
    assert_eq!(columns(Color::RED), (25..31).collect::<Vec<_>>());
    assert_eq!(columns(Color::BLUE), (24..32).collect::<Vec<_>>());
}

#[test]
fn right_to_left_paragraphs_are_aligned_and_decorated() {
    let text = "\u{5d0}\u{5d1} \u{5d2}\u{5d2} \u{5d1}";
    let plain = drawn(vec2(100.0, 20.0), text, |style| {
        style.wrapped(40.0).aligned(Align::Right)
    });
    let lit = |image: &Image, color| -> Vec<(u32, u32)> {
        let all = (0..160).flat_map(|y| (0..160).map(move |x| (x, y)));
        all.filter(|&(x, y)| image.get(x, y) == Some(color))
            .collect()
    };
    let white = lit(&plain, Color::WHITE);
    assert!(white.iter().all(|&(x, _)| (60..100).contains(&x)));
    // The second line has the last word alone, at the right.
    let second = white.iter().filter(|&&(_, y)| y >= 37);
    let columns: Vec<u32> = second.map(|&(x, _)| x).collect();
    assert!(
        columns.iter().all(|&x| (93..99).contains(&x)),
        "{columns:?}"
    );
    assert!(!columns.is_empty());
    let outlined = drawn(vec2(100.0, 20.0), text, |style| {
        style
            .wrapped(40.0)
            .aligned(Align::Right)
            .with_outline(2.0, Color::RED)
    });
    assert_eq!(lit(&outlined, Color::WHITE), white);
    assert!(outlined.count(Color::RED) > 100);
}

#[test]
fn a_harness_reads_right_to_left_text_in_the_order_of_reading() {
    let (mut game, style) = game();
    let text = "A \u{5d0}\u{5d1} \u{5d2} o.";
    game.context().canvas(2).text(vec2(8.0, 8.0), text, style);
    assert!(game.shows(text), "{}", game.text());
}
