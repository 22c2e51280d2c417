//! Lines and rectangles that objects draw by hand, as they appear in the image.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::prelude::*;

/// Returns a game with cells of 8 × 16 pixels, and an object in the middle of the view.
fn screen() -> (Harness<'static>, ObjectId) {
    let app = App::new("Shapes", Options::default()).cells(20, 10);
    let mut play = Harness::start(app, |cx| {
        cx.spawn(Object {
            kind: "Canvas",
            position: vec2(10.0, 5.0),
            solidness: Solidness::Spectral,
            ..Object::default()
        });
        Ok(())
    })
    .unwrap();
    play.step();
    let id = play.only("Canvas");
    (play, id)
}

/// Returns the number of pixels of a colour, and the edges of the area that contains them.
fn seen(play: &mut Harness<'_>, color: Color) -> (usize, [u32; 4]) {
    let picture = play.image();
    let [width, height] = picture.size();
    let mut edges = [width, height, 0, 0];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut count = 0;
    for (x, y) in places.filter(|&(x, y)| picture.get(x, y) == Some(color)) {
        count += 1;
        edges = [
            edges[0].min(x),
            edges[1].min(y),
            edges[2].max(x + 1),
            edges[3].max(y + 1),
        ];
    }
    (count, edges)
}

#[test]
fn a_rectangle_fills_its_cells() {
    let (mut play, id) = screen();
    let rect = Rect::new(vec2(-2.0, -1.0), vec2(1.0, 2.0));
    play.context().canvas_on(id).rect(rect, Color::RED);
    assert_eq!(seen(&mut play, Color::RED), (24 * 48, [64, 64, 88, 112]));
    assert_eq!(play.text().line(4), "        ███");
}

#[test]
fn an_outline_is_drawn_inside_and_no_pixel_twice() {
    let (mut play, id) = screen();
    let rect = Rect::new(vec2(-2.0, -1.0), vec2(2.0, 1.0));
    let color = Color::rgba(255, 0, 0, 128);
    play.context().canvas_on(id).outline(rect, 3.0, color);
    let once = play.image().get(64, 64).unwrap();
    assert_eq!(seen(&mut play, once), (32 * 32 - 26 * 26, [64, 64, 96, 96]));
    // An outline that is too wide for a hole fills the rectangle.
    play.step();
    play.context().canvas_on(id).outline(rect, 16.0, color);
    assert_eq!(seen(&mut play, once), (32 * 32, [64, 64, 96, 96]));
}

#[test]
fn lines_join_their_ends_in_pixels_at_every_angle() {
    let ends: [(Vec2, Vec2, [u32; 4]); 4] = [
        (vec2(-4.0, 0.0), vec2(4.0, 0.0), [48, 79, 112, 81]),
        (vec2(0.0, 3.0), vec2(0.0, -3.0), [79, 32, 81, 128]),
        // These lines are at 45 degrees in pixels. Their ends are cut at a right angle to them.
        (vec2(-4.0, -2.0), vec2(4.0, 2.0), [47, 47, 113, 113]),
        (vec2(-4.0, 2.0), vec2(4.0, -2.0), [47, 47, 113, 113]),
    ];
    for (from, to, edges) in ends {
        let (mut play, id) = screen();
        play.context()
            .canvas_on(id)
            .line(from, to, 2.0, Color::GREEN);
        let (count, found) = seen(&mut play, Color::GREEN);
        let near = found
            .iter()
            .zip(edges)
            .all(|(is, should)| is.abs_diff(should) <= 1);
        assert!(near, "{from} to {to}: {found:?}");
        let area = ((to - from) * vec2(8.0, 16.0)).length() * 2.0;
        // A line at 45 degrees consists of three whole diagonals of pixels, so that its area is not exact.
        assert!((count as f32 - area).abs() < 0.07 * area, "{count}, {area}");
    }
}

#[test]
fn a_line_has_the_same_position_as_text_and_as_pixels() {
    let (mut play, id) = screen();
    play.context()
        .canvas_on(id)
        .line(vec2(-4.0, -2.0), vec2(4.0, 2.0), 1.0, Color::GREEN);
    let text = play.text();
    let cells: Vec<_> = (0..10).map(|row| text.line(row)).collect();
    assert_eq!(
        cells[3..7],
        ["      ██", "        ██", "          ██", "            ██",]
    );
    let others = cells[..3].iter().chain(&cells[7..]);
    assert!(
        others
            .map(|line| line.trim().chars().count())
            .sum::<usize>()
            <= 1
    );
}

#[test]
fn shapes_go_with_their_object_and_do_not_turn_with_it() {
    let (mut play, id) = screen();
    play.context().object_mut(id).unwrap().set_angle(1.0);
    play.context()
        .object_mut(id)
        .unwrap()
        .set_velocity(vec2(1.0, 0.0));
    #[derive(Clone)]
    struct Draws;
    impl Behavior for Draws {
        fn step(&mut self, cx: &mut Context<'_>) {
            let me = cx.me().id();
            cx.canvas_on(me)
                .line(vec2(-2.0, 0.0), vec2(2.0, 0.0), 2.0, Color::GREEN);
        }
    }
    play.context().attach(id, Draws);
    play.step();
    assert_eq!(seen(&mut play, Color::GREEN), (64, [72, 79, 104, 81]));
    play.step();
    assert_eq!(seen(&mut play, Color::GREEN), (64, [80, 79, 112, 81]));
    play.world_mut().remove(id);
    play.step();
    assert_eq!(seen(&mut play, Color::GREEN).0, 0);
}

#[test]
fn invalid_shapes_are_counted_and_not_drawn() {
    let (mut play, id) = screen();
    let whole = Rect::new(Vec2::ZERO, Vec2::ONE);
    let upside_down = Rect {
        min: Vec2::ONE,
        max: Vec2::ZERO,
    };
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
        let before = play.world().refusals();
        let mut cx = play.context();
        cx.canvas_on(id)
            .line(Vec2::ZERO, Vec2::ONE, bad, Color::RED)
            .outline(whole, bad, Color::RED);
        assert_eq!(play.world().refusals(), before + 2, "a width of {bad}");
    }
    for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
        let before = play.world().refusals();
        let mut cx = play.context();
        cx.canvas_on(id)
            .line(vec2(bad, 0.0), Vec2::ONE, 1.0, Color::RED)
            .rect(
                Rect {
                    min: Vec2::ZERO,
                    max: vec2(1.0, bad),
                },
                Color::RED,
            );
        assert_eq!(play.world().refusals(), before + 2, "a place of {bad}");
    }
    let before = play.world().refusals();
    let mut cx = play.context();
    cx.canvas_on(id)
        .rect(upside_down, Color::RED)
        .outline(upside_down, 1.0, Color::RED);
    assert_eq!(play.world().refusals(), before + 2);
    // An empty shape is not an error.
    let mut cx = play.context();
    cx.canvas_on(id)
        .line(Vec2::ONE, Vec2::ONE, 1.0, Color::RED)
        .rect(Rect::point(Vec2::ONE), Color::RED);
    assert_eq!(play.world().refusals(), before + 2);
    assert_eq!(seen(&mut play, Color::RED).0, 0);
}

#[test]
fn a_line_is_drawn_or_counted_however_long_it_is() {
    let (mut play, id) = screen();
    for pixels in [1e3, 1e5, 5e5, 9.9e5, 1.1e6, 1e7, 4e9] {
        for rise in [0.0, 0.5] {
            for from in [Vec2::ZERO, vec2(-9.0, 0.0)] {
                play.step();
                let before = play.world().refusals();
                let to = vec2(pixels / 8.0, rise * pixels / 16.0);
                let mut cx = play.context();
                cx.canvas_on(id).line(from, to, 3.0, Color::RED);
                let counted = play.world().refusals() - before;
                let drawn = seen(&mut play, Color::RED).0 > 0;
                assert_eq!(
                    (drawn, counted),
                    (pixels < 1e6, u64::from(pixels >= 1e6)),
                    "{pixels} {rise} {from}"
                );
            }
        }
    }
}

#[test]
fn a_copied_shape_instance_is_refused() {
    let (mut play, id) = screen();
    let mut cx = play.context();
    cx.canvas_on(id).circle(Vec2::ZERO, 2.0, Color::RED);
    let drawn = play.world().scene().altitudes()[2].drawn();
    let copied = drawn.columns().instances[0];
    play.step();
    let before = play.world().refusals();
    let mut cx = play.context();
    cx.canvas_on(id)
        .circle(vec2(1.0, 1.0), 1.0, Color::GREEN)
        .instance(copied);
    assert_eq!(play.world().refusals(), before + 1);
    assert_eq!(seen(&mut play, Color::RED).0, 0);
}
