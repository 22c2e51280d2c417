//! Drawings of a canvas that moves, turns and scales them, and the background of text.

#![expect(
    clippy::cast_possible_truncation,
    clippy::disallowed_methods,
    reason = "the oracle computes in double precision, with any sine"
)]

use core::f32::consts::FRAC_PI_2;

use damselfly::app::{App, Harness, Image, Options};
use damselfly::assets::FrameId;
use damselfly::geometry::Rect;
use damselfly::prelude::*;
use damselfly::scene::{Instance, Span, TextLayout};
use damselfly::world::Canvas;
use proptest::prelude::*;

const SIDE: u32 = 128;
const MIDDLE: Vec2 = vec2(64.0, 64.0);

fn screen() -> Harness<'static> {
    let app = App::new("Transforms", Options::default()).pixels(128, 128);
    Harness::start(app, |_| Ok(())).expect("it starts")
}

/// Returns the picture of what is drawn on a canvas in the middle of the view.
fn drawn(draw: impl Fn(&mut Canvas<'_>)) -> Image {
    let mut game = screen();
    let mut cx = game.context();
    draw(cx.canvas(2).translate(MIDDLE));
    game.image()
}

/// Drawings whose edges lie on whole pixels.
const UPRIGHT: [fn(&mut Canvas<'_>); 6] = [
    |canvas| {
        canvas.rect(Rect::new(vec2(2.0, -3.0), vec2(17.0, 4.0)), Color::RED);
    },
    |canvas| {
        canvas.line(vec2(-5.0, 6.0), vec2(9.0, 6.0), 2.0, Color::RED);
    },
    |canvas| {
        let rect = Rect::new(vec2(-9.0, 1.0), vec2(12.0, 14.0));
        canvas.outline(rect, 2.0, Color::rgba(255, 255, 255, 128));
    },
    |canvas| {
        let corners = [
            vec2(-4.0, -8.0),
            vec2(20.0, -8.0),
            vec2(20.0, 2.0),
            vec2(-4.0, 2.0),
        ];
        canvas
            .polygon_outline(&corners, 2.0, Color::RED)
            .polygon(&corners, Color::BLUE);
    },
    |canvas| {
        let style = TextStyle::new(Color::WHITE)
            .bold()
            .with_background(Color::BLUE);
        canvas.text(vec2(-3.0, 5.0), "F g", style);
    },
    |canvas| {
        let mark = Span::from(("R", Color::RED));
        canvas.spans(
            vec2(1.0, -9.0),
            &[mark, ("t", Color::BLUE).into()],
            Align::Center,
        );
    },
];

fn pixels() -> impl Iterator<Item = (u32, u32)> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

#[test]
fn a_quarter_turn_turns_every_drawing() {
    for (number, draw) in UPRIGHT.into_iter().enumerate() {
        let plain = drawn(draw);
        let turned = drawn(|canvas| draw(canvas.rotate(FRAC_PI_2)));
        for (x, y) in pixels() {
            assert_eq!(
                turned.get(SIDE - 1 - y, x),
                plain.get(x, y),
                "{number}: {x} {y}"
            );
        }
        assert!(
            pixels().any(|(x, y)| plain.get(x, y) != Some(Color::BLACK)),
            "{number}"
        );
    }
}

#[test]
fn a_scale_of_two_doubles_every_pixel() {
    for (number, draw) in UPRIGHT.into_iter().enumerate() {
        let plain = drawn(draw);
        let large = drawn(|canvas| draw(canvas.scale(2.0)));
        for (x, y) in pixels() {
            let from = |at: u32| 32 + at / 2;
            assert_eq!(
                large.get(x, y),
                plain.get(from(x), from(y)),
                "{number}: {x} {y}"
            );
        }
    }
}

#[test]
fn a_translation_equals_other_positions() {
    let plain = |canvas: &mut Canvas<'_>, at: Vec2| {
        canvas
            .circle(at + vec2(3.0, 4.0), 9.5, Color::RED)
            .circle_outline(at, 20.0, 1.0, Color::WHITE)
            .line(at, at + vec2(20.0, 13.0), 1.5, Color::BLUE)
            .text(at, "text", Color::GREEN);
    };
    let moved = drawn(|canvas| plain(canvas.translate(vec2(-7.0, 11.0)), Vec2::ZERO));
    let placed = drawn(|canvas| plain(canvas, vec2(-7.0, 11.0)));
    assert!(pixels().all(|(x, y)| moved.get(x, y) == placed.get(x, y)));
    let reset = drawn(|canvas| plain(canvas.rotate(0.3).reset_transform(), MIDDLE));
    let placed = drawn(|canvas| plain(canvas, Vec2::ZERO));
    assert!(pixels().all(|(x, y)| reset.get(x, y) == placed.get(x, y)));
}

#[test]
fn another_canvas_starts_without_a_transform() {
    let mut game = screen();
    let mut cx = game.context();
    cx.canvas(2).translate(MIDDLE).scale(3.0);
    cx.canvas(2)
        .rect(Rect::new(Vec2::ZERO, Vec2::ONE), Color::RED);
    assert_eq!(game.image().get(0, 0), Some(Color::RED));
}

#[test]
fn an_invalid_transform_refuses_later_drawings() {
    let changes: [fn(&mut Canvas<'_>); 5] = [
        |canvas| {
            canvas.translate(vec2(f32::NAN, 0.0));
        },
        |canvas| {
            canvas.rotate(f32::INFINITY);
        },
        |canvas| {
            canvas.scale(0.0);
        },
        |canvas| {
            canvas.scale(-1.0);
        },
        |canvas| {
            canvas.scale(f32::NAN);
        },
    ];
    for change in changes {
        let mut game = screen().forgiving();
        let refused = game.world().refusals();
        let mut cx = game.context();
        let mut canvas = cx.canvas(2);
        change(canvas.translate(MIDDLE));
        canvas.rect(Rect::new(-MIDDLE, MIDDLE), Color::RED);
        canvas.text(Vec2::ZERO, "no", Color::RED);
        assert_eq!(game.world().refusals(), refused + 2);
        let picture = game.image();
        assert!(pixels().all(|(x, y)| picture.get(x, y) == Some(Color::BLACK)));
    }
}

#[test]
fn positions_that_a_transform_moves_too_far_are_refused() {
    for (offset, at, is_refused) in [
        (9e8, 9e8, true),
        (-9e8, -9e8, true),
        (9e8, -9e8, false),
        (9e8, 9e7, false),
    ] {
        let mut game = screen().forgiving();
        let refused = game.world().refusals();
        let mut cx = game.context();
        let mut canvas = cx.canvas(2);
        canvas.translate(Vec2::splat(offset));
        canvas.text(Vec2::splat(at), "far", Color::RED);
        let more = game.world().refusals() - refused;
        assert_eq!(more, u64::from(is_refused), "{offset} and {at}");
    }
}

#[test]
fn widths_of_lines_are_scaled_with_their_canvas() {
    for (factor, width, pixels) in [(3.0, 2.0, 6), (0.5, 8.0, 4), (0.25, 2.0, 1)] {
        let picture = drawn(|canvas| {
            let ends = [vec2(-9.0, 0.0), vec2(9.0, 0.0)].map(|end| end / factor);
            canvas
                .scale(factor)
                .line(ends[0], ends[1], width, Color::RED);
        });
        assert_eq!(picture.count(Color::RED), 18 * pixels, "{factor}");
    }
}

/// In cells of 8 × 16 pixels, a quarter turn keeps the size in pixels.
#[test]
fn a_turned_canvas_keeps_distances_in_pixels() {
    let app = App::new("Cells", Options::default()).cells(20, 10);
    let mut game = Harness::start(app, |_| Ok(())).expect("it starts");
    let mut cx = game.context();
    let rect = Rect::new(vec2(2.0, 1.0), vec2(6.0, 2.0));
    cx.canvas(2)
        .translate(vec2(5.0, 3.0))
        .rotate(FRAC_PI_2)
        .rect(rect, Color::RED)
        .text(vec2(2.0, -2.0), "█", Color::BLUE);
    let picture = game.image();
    let places = |color| {
        let all = (0..160).flat_map(|y| (0..160).map(move |x| (x, y)));
        all.filter(|&(x, y)| picture.get(x, y) == Some(color))
            .collect::<Vec<_>>()
    };
    // The origin is at pixel (40, 48). A pixel (x, y) from there goes to (−y, x).
    let area = |x: core::ops::Range<u32>, y: core::ops::Range<u32>| {
        y.flat_map(|y| x.clone().map(move |x| (x, y)))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(Color::RED), area(8..24, 64..96));
    assert_eq!(places(Color::BLUE), area(56..72, 64..72));
}

#[test]
fn motions_of_instances_are_turned_and_scaled() {
    let mut game = screen();
    let mut cx = game.context();
    let mut spark = Instance::new(Vec2::ZERO, FrameId::SOLID);
    spark.motion = vec2(3.0, 1.0);
    let mut canvas = cx.canvas(2);
    canvas.translate(MIDDLE).rotate(FRAC_PI_2).scale(2.0);
    canvas.instance(spark);
    let altitude = &game.world().scene().altitudes()[2];
    let motion = altitude.drawn().columns().instances[0].motion;
    assert!((motion - vec2(-2.0, 6.0)).length() < 1e-3, "{motion}");
}

#[test]
fn a_canvas_on_an_object_turns_about_the_object() {
    let mut game = screen();
    let mut cx = game.context();
    let id = cx.spawn(Object {
        tint: Color::BLACK,
        ..Object::default().at(MIDDLE).spectral()
    });
    let rect = Rect::new(vec2(10.0, -2.0), vec2(14.0, 2.0));
    cx.canvas_on(id).rotate(FRAC_PI_2).rect(rect, Color::RED);
    let picture = game.image();
    let red = pixels().filter(|&(x, y)| picture.get(x, y) == Some(Color::RED));
    assert!(red.eq((74..78).flat_map(|y| (62..66).map(move |x| (x, y)))));
}

/// A change of a canvas's transform.
#[derive(Clone, Copy, Debug)]
enum Change {
    Move(f32, f32),
    Turn(f32),
    Scale(f32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        (-30.0..30.0_f32, -30.0..30.0_f32).prop_map(|(x, y)| Change::Move(x, y)),
        (-7.0..7.0_f32).prop_map(Change::Turn),
        (0.6..1.6_f32).prop_map(Change::Scale),
    ];
    proptest::collection::vec(change, 0..5)
}

proptest! {
    /// Compares with matrices in double precision: the innermost change applies first.
    #[test]
    fn changes_apply_within_the_earlier_ones(changes in changes(), x in -20.0..20.0_f32, y in -20.0..20.0_f32) {
        let (mut at, mut size) = ((f64::from(x), f64::from(y)), 6.0);
        for change in changes.iter().rev() {
            at = match *change {
                Change::Move(x, y) => (at.0 + f64::from(x), at.1 + f64::from(y)),
                Change::Turn(angle) => {
                    let (sin, cos) = f64::from(angle).sin_cos();
                    (cos * at.0 - sin * at.1, sin * at.0 + cos * at.1)
                }
                Change::Scale(factor) => {
                    size *= f64::from(factor);
                    (at.0 * f64::from(factor), at.1 * f64::from(factor))
                }
            };
        }
        let expected = vec2(at.0 as f32, at.1 as f32) + MIDDLE;
        let picture = drawn(|canvas| {
            for change in &changes {
                match *change {
                    Change::Move(x, y) => canvas.translate(vec2(x, y)),
                    Change::Turn(angle) => canvas.rotate(angle),
                    Change::Scale(factor) => canvas.scale(factor),
                };
            }
            canvas.rect(Rect::centered(vec2(x, y), Vec2::splat(6.0)), Color::RED);
        });
        let red: Vec<_> = pixels().filter(|&(x, y)| picture.get(x, y) == Some(Color::RED)).collect();
        let view = Rect::from_size(Vec2::ZERO, Vec2::splat(SIDE as f32));
        let reach = size as f32;
        if view.contains(expected - reach) && view.contains(expected + reach) {
            let sum = red.iter().map(|&(x, y)| vec2(x as f32 + 0.5, y as f32 + 0.5)).sum::<Vec2>();
            let area = size * size;
            prop_assert!((sum / red.len() as f32).distance(expected) < 0.8, "{expected}");
            prop_assert!((red.len() as f64 - area).abs() < 4.0 * size, "{area}");
        } else {
            prop_assert!(red.iter().all(|&(x, y)| vec2(x as f32, y as f32).distance(expected) < 2.0 * reach));
        }
    }
}

/// Returns the number of pixels of each colour.
fn count<const N: usize>(picture: &Image, colors: [Color; N]) -> [usize; N] {
    colors.map(|color| {
        pixels()
            .filter(|&(x, y)| picture.get(x, y) == Some(color))
            .count()
    })
}

#[test]
fn a_background_fills_the_cells_of_its_characters() {
    let style = TextStyle::from(Color::WHITE).with_background(Color::BLUE);
    let picture = drawn(|canvas| {
        canvas.text(vec2(-20.0, -20.0), "a b", style);
    });
    let [white, blue] = count(&picture, [Color::WHITE, Color::BLUE]);
    assert!(white > 20 && white + blue == 3 * 8 * 16, "{white} {blue}");
    assert_eq!(picture.get(44 + 8, 44), Some(Color::BLUE));
}

#[test]
fn each_span_has_its_own_background_and_lines_end_with_ink() {
    let marked = |color| TextStyle::from(Color::BLACK).with_background(color);
    let spans = [
        Span::from(("ab", marked(Color::BLUE))),
        Span::from(("c   d", marked(Color::RED).scaled(2.0))),
        Span::from(("e", Color::BLACK)),
    ];
    let layout = TextLayout {
        align: Align::Left,
        wrap: Some(40.0),
        angle: 0.0,
    };
    let picture = drawn(|canvas| {
        // The lines are "abc" and "de".
        canvas.spans(vec2(-30.0, -40.0), &spans, layout);
    });
    let at = |x: u32, y: u32| picture.get(34 + x, 24 + y);
    for y in [0, 31] {
        assert_eq!(at(0, y), Some(Color::BLUE), "as high as the line");
    }
    assert_eq!(at(16, 0), Some(Color::RED));
    assert_eq!(
        at(33, 0),
        Some(Color::BLACK),
        "no background of blanks at the end"
    );
    assert_eq!(
        (at(0, 32), at(0, 64)),
        (Some(Color::RED), Some(Color::BLACK))
    );
    assert_eq!(at(17, 32), Some(Color::BLACK), "the last span has none");
}

#[test]
fn a_translucent_background_is_even() {
    let style =
        TextStyle::from(Color::rgba(0, 0, 0, 0)).with_background(Color::rgba(255, 255, 255, 128));
    let picture = drawn(|canvas| {
        canvas.text(vec2(-30.0, 0.0), "two words\nand a line", style);
    });
    let mut seen: Vec<_> = pixels().filter_map(|(x, y)| picture.get(x, y)).collect();
    seen.retain(|&color| color != Color::BLACK);
    let cells = "two words".len() + "and a line".len();
    assert_eq!(seen.len(), cells * 8 * 16);
    assert!(seen.iter().all(|color| *color == seen[0]));
}

#[test]
fn builders_of_a_style_can_be_combined_in_any_order() {
    let one = TextStyle::from(Color::RED)
        .bold()
        .scaled(2.0)
        .with_background(Color::BLUE);
    let other = TextStyle::new(Color::RED)
        .with_background(Color::BLUE)
        .scaled(2.0)
        .bold();
    assert!(one == other && one.bold && one.background == Some(Color::BLUE));
    assert_eq!(TextStyle::from(Color::RED).background, None);
}

#[test]
fn a_background_leaves_the_text_backend_its_blanks() {
    let mut game = screen();
    let style = TextStyle::from(Color::WHITE).with_background(Color::BLUE);
    game.context().canvas(2).text(vec2(8.0, 16.0), "a b", style);
    assert!(game.shows("a b"), "{}", game.text());
}
