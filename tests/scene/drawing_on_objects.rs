//! Drawings on several objects, and between two steps.

use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::prelude::*;
use damselfly::world::FrameContext;

const DOT: Rect = Rect {
    min: Vec2::ZERO,
    max: Vec2::splat(4.0),
};

/// Draws a dot on its object, in each step and in each frame.
#[derive(Clone)]
struct Dots;

impl Behavior for Dots {
    fn draw(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        cx.canvas_on(me).rect(DOT, Color::RED);
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        if let Some(me) = cx.me().map(|me| me.id()) {
            let below = DOT.translated(vec2(0.0, 8.0));
            cx.canvas_on(me).rect(below, Color::GREEN);
        }
    }
}

fn screen() -> App {
    App::new("Dots", Options::default()).pixels(80, 40)
}

/// Returns the columns and rows of the pixels of a colour.
fn places(game: &mut Harness<'_>, fraction: f32, color: Color) -> [Vec<u32>; 2] {
    let image = game.image_at([80, 40], fraction);
    let all = (0..40).flat_map(|y| (0..80).map(move |x| (x, y)));
    let (mut columns, mut rows): (Vec<_>, Vec<_>) =
        all.filter(|&(x, y)| image.get(x, y) == Some(color)).unzip();
    columns.sort_unstable();
    columns.dedup();
    rows.dedup();
    [columns, rows]
}

#[test]
fn drawings_on_several_objects_stay_at_their_objects() {
    let mut game = Harness::start(screen(), |cx| {
        for x in [8.0, 24.0, 48.0] {
            cx.spawn_with(Object::default().at(vec2(x, 16.0)).spectral(), Dots);
        }
        Ok(())
    })
    .unwrap();
    let columns: Vec<_> = [8..12, 24..28, 48..52].into_iter().flatten().collect();
    for _ in 0..3 {
        assert_eq!(
            places(&mut game, 1.0, Color::RED),
            [columns.clone(), (16..20).collect()]
        );
        assert_eq!(
            places(&mut game, 1.0, Color::GREEN),
            [columns.clone(), (24..28).collect()]
        );
        game.step();
    }
    // Between steps, each further drawing keeps those before it, also under a transform.
    let id = game.context().spawn(Object::default().at(vec2(8.0, 4.0)));
    let mut cx = game.context();
    let mut canvas = cx.canvas_on(id);
    canvas.rect(DOT, Color::BLUE).translate(vec2(16.0, 0.0));
    canvas
        .text(Vec2::ZERO, "█", Color::BLUE)
        .text(vec2(16.0, 0.0), "█", Color::BLUE);
    let columns: Vec<_> = [8..12, 24..32, 40..48].into_iter().flatten().collect();
    assert_eq!(
        places(&mut game, 1.0, Color::BLUE),
        [columns, (4..20).collect()]
    );
}

#[test]
fn drawings_on_moving_objects_are_smoothed_with_them() {
    for (velocity, fraction, left) in [
        (vec2(8.0, 0.0), 0.5, 36),
        (vec2(8.0, 0.0), 0.25, 34),
        (vec2(-8.0, 0.0), 0.75, 10),
        (Vec2::ZERO, 0.5, 24),
    ] {
        let mut game = Harness::start(screen(), |cx| {
            let object = Object::default().at(vec2(24.0, 16.0)).spectral();
            cx.spawn_with(object.velocity(velocity), Dots);
            Ok(())
        })
        .unwrap();
        game.steps(2);
        // One step ago, the object was at 24 plus its velocity.
        let expected: Vec<_> = (left..left + 4).collect();
        for color in [Color::RED, Color::GREEN] {
            let [columns, _] = places(&mut game, fraction, color);
            assert_eq!(columns, expected, "{velocity} at {fraction}, {color:?}");
        }
    }
}
