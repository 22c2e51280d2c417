//! The left panel: the shapes at their positions, and their distance or contact.

use damselfly::collision::{Contact, PlacedShape, Separation, closest_points, contact};
use damselfly::prelude::*;
use damselfly::world::Canvas;

use super::shapes::outline;
use super::{COLORS, FRAME, PALE, PANEL, SHOWN, WORLD, number, place};

const MEETING: Color = Color::hex(0xff6b7d);

pub(super) fn draw(a: PlacedShape<'_>, b: PlacedShape<'_>, chosen: usize, cx: &mut Context<'_>) {
    let mut canvas = cx.canvas(SHOWN);
    canvas.rect(WORLD, PANEL).outline(WORLD, 1.0, FRAME).text(
        vec2(16.0, 18.0),
        "Two shapes",
        Color::WHITE,
    );
    for (number, shape) in [a, b].into_iter().enumerate() {
        let color = COLORS[number];
        let width = if number == chosen { 3.0 } else { 1.5 };
        let around = around(shape);
        canvas
            .polygon(&around, color.with_alpha(50))
            .polygon_outline(&around, width, color);
    }
    for ((shape, name), color) in [(a, "A"), (b, "B")].into_iter().zip(COLORS) {
        let style = TextStyle::from(color).scaled(2.0).centered();
        canvas.text(shape.position - vec2(0.0, 16.0), name, style);
    }
    match contact(a, Vec2::ZERO, b) {
        Some(contact) => draw_contact(a, &contact, &mut canvas),
        None => draw_separation(&closest_points(a, b), &mut canvas),
    }
    let keys = "Drag   Q E or wheel: turn   1 to 6: another shape   Tab: the other   Left Right: steps   Escape quits";
    canvas.text(vec2(16.0, 516.0), keys, PALE);
}

/// Returns the outline of a shape in the world.
fn around(shape: PlacedShape<'_>) -> Vec<Vec2> {
    let around = outline(shape.shape.corners(), shape.shape.radius());
    around
        .into_iter()
        .map(|corner| corner + shape.position)
        .collect()
}

fn draw_separation(apart: &Separation, canvas: &mut Canvas<'_>) {
    let [from, to] = apart.points;
    canvas.line(from, to, 1.5, Color::WHITE);
    for point in apart.points {
        canvas.circle(point, 4.0, Color::WHITE);
    }
    let points = format!("Closest points {} and {}", place(from), place(to));
    say(
        &format!("Distance {}", number(apart.distance, 1)),
        Color::WHITE,
        &points,
        canvas,
    );
}

fn draw_contact(a: PlacedShape<'_>, met: &Contact, canvas: &mut Canvas<'_>) {
    // Draws the first shape, moved out until the two only touch.
    let out = met.depth * met.normal;
    let moved = PlacedShape {
        position: a.position + out,
        ..a
    };
    canvas.polygon_outline(&around(moved), 1.0, COLORS[0].with_alpha(110));
    let [from, to] = met.points;
    canvas.line(from, to, 2.0, MEETING);
    for point in met.points {
        canvas.circle(point, 4.0, MEETING);
    }
    arrow(met.position, met.position + out, canvas);
    let points = match from.distance(to) < 0.05 {
        true => format!("Contact point {}", place(from)),
        false => format!("Contact points {} and {}", place(from), place(to)),
    };
    let [x, y] = met.normal.to_array().map(|side| number(side, 2));
    let depth = format!("Depth {}, normal ({x}, {y})", number(met.depth, 1));
    say(&depth, MEETING, &points, canvas);
}

fn arrow(from: Vec2, to: Vec2, canvas: &mut Canvas<'_>) {
    let way = (to - from).normalize_or_zero();
    let (back, aside) = (to - 9.0 * way, 5.0 * way.perp());
    canvas
        .line(from, to, 2.0, Color::WHITE)
        .polygon(&[to, back + aside, back - aside], Color::WHITE);
}

/// Draws the result as text below the panel.
fn say(first: &str, color: Color, second: &str, canvas: &mut Canvas<'_>) {
    canvas
        .text(vec2(16.0, 436.0), first, TextStyle::from(color).scaled(2.0))
        .text(vec2(16.0, 476.0), second, Color::WHITE);
}
