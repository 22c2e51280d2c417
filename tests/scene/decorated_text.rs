//! Outlines, shadows, scales and angles of text.

use damselfly::app::{App, Harness, Image, Options};
use damselfly::geometry::Rect;
use damselfly::prelude::*;
use damselfly::scene::Span;
use proptest::prelude::*;

const SIDE: u32 = 160;

fn screen() -> Harness<'static> {
    let app = App::new("Decorated", Options::default()).pixels(160, 160);
    Harness::start(app, |_| Ok(())).expect("it starts")
}

fn drawn(at: Vec2, text: &str, style: TextStyle) -> Image {
    let mut game = screen();
    game.context().canvas(2).text(at, text, style);
    game.image()
}

fn pixels() -> impl Iterator<Item = (u32, u32)> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

/// Returns whether a pixel at an offset from another one has a colour.
fn is_at(image: &Image, (x, y): (u32, u32), [dx, dy]: [i32; 2], color: Color) -> bool {
    let moved = [(x, dx), (y, dy)].map(|(at, by)| at.checked_add_signed(by).unwrap_or(u32::MAX));
    image.get(moved[0], moved[1]) == Some(color)
}

#[test]
fn an_outline_surrounds_each_pixel_of_the_text() {
    for scale in [1_u8, 2, 3] {
        let plain = TextStyle::new(Color::WHITE).scaled(scale.into());
        let at = vec2(12.0, 20.0);
        let text = drawn(at, "Ag%|Wj\nö.", plain);
        let outlined = drawn(at, "Ag%|Wj\nö.", plain.with_outline(1.0, Color::RED));
        let reach = i32::from(scale);
        let around =
            || (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| [dx, dy]));
        for at in pixels() {
            let expected = if is_at(&text, at, [0, 0], Color::WHITE) {
                Color::WHITE
            } else if around().any(|by| is_at(&text, at, by, Color::WHITE)) {
                Color::RED
            } else {
                Color::BLACK
            };
            assert_eq!(outlined.get(at.0, at.1), Some(expected), "{scale}: {at:?}");
        }
    }
}

#[test]
fn a_shadow_is_the_text_with_its_outline_elsewhere() {
    let plain = TextStyle::new(Color::WHITE).bold().centered();
    let at = vec2(80.0, 40.0);
    for outline in [None, Some(2.0)] {
        let style = match outline {
            None => plain,
            Some(width) => plain.with_outline(width, Color::RED),
        };
        let above = drawn(at, "Shadow", style);
        let shown = drawn(
            at,
            "Shadow",
            style.with_shadow(vec2(3.0, -5.0), Color::BLUE),
        );
        for at in pixels() {
            let own = above.get(at.0, at.1);
            let is_lit = |by| !is_at(&above, at, by, Color::BLACK);
            let expected = match own == Some(Color::BLACK) && is_lit([-3, 5]) && at.0 >= 3 {
                true => Some(Color::BLUE),
                false => own,
            };
            if at.1 < SIDE - 5 && at.0 >= 3 {
                assert_eq!(shown.get(at.0, at.1), expected, "{outline:?}: {at:?}");
            }
        }
        assert!(shown.count(Color::BLUE) > 100);
    }
}

#[test]
fn no_outline_covers_a_character_of_its_text() {
    let spans: [Span<'_>; 2] = [
        (
            "iiWW\n",
            TextStyle::new(Color::WHITE).with_outline(6.0, Color::RED),
        )
            .into(),
        (
            "ll//",
            TextStyle::new(Color::WHITE)
                .with_outline(9.0, Color::BLUE)
                .with_shadow(vec2(4.0, -9.0), Color::GREEN),
        )
            .into(),
    ];
    let plain = spans.map(|span| Span::from((span.text, Color::WHITE)));
    let image = |spans: &[Span<'_>]| {
        let mut game = screen();
        game.context()
            .canvas(2)
            .spans(vec2(40.0, 40.0), spans, Align::Left);
        game.image()
    };
    let [plain, decorated] = [image(&plain), image(&spans)];
    assert!(plain.count(Color::WHITE) > 100);
    for at in pixels().filter(|&at| is_at(&plain, at, [0, 0], Color::WHITE)) {
        assert!(is_at(&decorated, at, [0, 0], Color::WHITE), "{at:?}");
    }
}

#[test]
fn an_angle_of_a_style_is_a_turn_of_the_canvas() {
    let style = TextStyle::new(Color::WHITE)
        .with_background(Color::BLUE)
        .with_outline(1.0, Color::RED)
        .with_shadow(vec2(2.0, 3.0), Color::GREEN)
        .scaled(1.5)
        .centered();
    let at = vec2(80.0, 80.0);
    for angle in [0.0, 0.7, -2.0, 1e4] {
        let by_style = drawn(at, "Turned\ntext", style.rotated(angle));
        let mut game = screen();
        let mut cx = game.context();
        let mut canvas = cx.canvas(2);
        canvas.translate(at).rotate(angle);
        canvas.text(Vec2::ZERO, "Turned\ntext", style);
        assert!(game.image() == by_style, "{angle}");
        assert!(by_style.count(Color::RED) > 100);
    }
}

#[test]
fn the_text_output_has_no_outlines_and_shadows() {
    let app = || App::new("Decorated", Options::default()).cells(40, 12);
    let text = |style: TextStyle| {
        let mut game = Harness::start(app(), |_| Ok(())).unwrap();
        game.context()
            .canvas(2)
            .text(vec2(2.0, 2.0), "Plain text", style);
        game.text().to_string()
    };
    let plain = TextStyle::new(Color::WHITE);
    let decorated = plain
        .with_outline(16.0, Color::RED)
        .with_shadow(vec2(20.0, 40.0), Color::BLUE);
    assert_eq!(text(decorated), text(plain));
}

#[test]
fn invalid_decorations_and_angles_are_counted_and_left_out() {
    let plain = TextStyle::new(Color::WHITE);
    let expected = drawn(vec2(20.0, 20.0), "Text", plain);
    for style in [
        plain.with_outline(0.0, Color::RED),
        plain.with_outline(16.5, Color::RED),
        plain.with_outline(f32::NAN, Color::RED),
        plain.with_shadow(vec2(0.0, f32::INFINITY), Color::RED),
        plain.rotated(f32::NAN),
    ] {
        let mut game = screen();
        let before = game.world().refusals();
        game.context()
            .canvas(2)
            .text(vec2(20.0, 20.0), "Text", style);
        assert_eq!(game.world().refusals(), before + 1, "{style:?}");
        assert!(game.image() == expected, "{style:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn bounds_contain_every_pixel_of_a_text(
        text in "[A-Za-z.| \n]{1,12}",
        scale in 0.3f32..3.0,
        angle in -7.0f32..7.0,
        outline in prop::option::of(0.1f32..6.0),
        shadow in prop::option::of((-9.0f32..9.0, -9.0f32..9.0)),
        align in prop::sample::select(vec![Align::Left, Align::Center, Align::Right]),
    ) {
        let mut style = TextStyle::new(Color::WHITE).scaled(scale).rotated(angle).aligned(align);
        if let Some(width) = outline {
            style = style.with_outline(width, Color::RED);
        }
        if let Some((x, y)) = shadow {
            style = style.with_shadow(vec2(x, y), Color::BLUE);
        }
        let at = vec2(80.0, 80.0);
        let mut game = screen();
        let mut cx = game.context();
        let Rect { min, max } = cx.text_bounds(&text, style);
        cx.canvas(2).text(at, &text, style);
        let image = game.image();
        for (x, y) in pixels().filter(|&at| !is_at(&image, at, [0, 0], Color::BLACK)) {
            let pixel = vec2(x as f32, y as f32) + 0.5 - at;
            // Corners of quads are rounded to 1/256 pixel, and scales to 11 bits.
            let is_inside = pixel.cmpge(min - 0.1).all() && pixel.cmple(max + 0.1).all();
            prop_assert!(is_inside, "{pixel} in {min} to {max}");
        }
    }
}
