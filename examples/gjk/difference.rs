//! The right panel: the Minkowski difference around the origin, and a step of the search in it.

use damselfly::collision::{PlacedShape, minkowski_difference};
use damselfly::prelude::*;

use super::shapes::outline;
use super::trace::SearchStep;
use super::{DIFFERENCE, FRAME, PALE, PANEL, SHOWN, number};

const INSIDE: Color = Color::hex(0xb48cff);
const SIMPLEX: Color = Color::TERMINAL_YELLOW;
const POLYTOPE: Color = Color::TERMINAL_GREEN;

/// Maximum scale: pixels in the panel per pixel in the world.
const SCALE: f32 = 0.9;

pub(super) fn draw(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    step: &SearchStep,
    cx: &mut Context<'_>,
) {
    let corners = minkowski_difference(a, b);
    let radii = a.shape.radius() + b.shape.radius();
    let grown = outline(&corners, radii);
    // Scales the difference down if it would not fit.
    let reach = grown.iter().map(|corner| corner.abs().max_element());
    let reach = reach.fold(1.0, f32::max);
    let scale = SCALE.min((DIFFERENCE.height() / 2.0 - 12.0) / reach);
    let origin = DIFFERENCE.center();
    let shown = |place: &Vec2| origin + scale * *place;
    let all = |places: &[Vec2]| -> Vec<Vec2> { places.iter().map(shown).collect() };

    let mut canvas = cx.canvas(SHOWN);
    let Rect { min, max } = DIFFERENCE;
    let heading = "Minkowski difference A - B, around the origin";
    canvas
        .rect(DIFFERENCE, PANEL)
        .outline(DIFFERENCE, 1.0, FRAME)
        .text(vec2(min.x + 4.0, 18.0), heading, Color::WHITE)
        .line(vec2(min.x, origin.y), vec2(max.x, origin.y), 1.0, FRAME)
        .line(vec2(origin.x, min.y), vec2(origin.x, max.y), 1.0, FRAME);
    // Draws the difference of the shapes with their radii, and the difference of the cores on top of it.
    let core = all(&corners);
    if radii > 0.0 {
        let grown = all(&grown);
        canvas
            .polygon(&grown, INSIDE.with_alpha(30))
            .polygon_outline(&grown, 1.0, INSIDE.with_alpha(150));
    }
    match *core {
        [point] => {
            canvas.circle(point, 3.0, INSIDE);
        }
        [from, to] => {
            canvas.line(from, to, 1.5, INSIDE);
        }
        _ => {
            canvas
                .polygon(&core, INSIDE.with_alpha(45))
                .polygon_outline(&core, 1.5, INSIDE);
        }
    }
    let color = if step.is_polytope { POLYTOPE } else { SIMPLEX };
    let simplex = all(&step.corners);
    if simplex.len() > 2 {
        canvas
            .polygon(&simplex, color.with_alpha(40))
            .polygon_outline(&simplex, 2.0, color);
    } else if let [from, to] = *simplex {
        canvas.line(from, to, 2.0, color);
    }
    for &corner in &simplex {
        canvas.circle(corner, 4.5, color);
    }
    let [from, to] = [&step.nearest_side[0], &step.nearest_side[1]].map(shown);
    canvas
        .line(from, to, 3.0, Color::WHITE)
        .line(origin, shown(&step.nearest), 1.5, Color::WHITE)
        .circle(shown(&step.nearest), 3.0, Color::WHITE)
        .circle_outline(origin, 5.0, 2.0, Color::WHITE);
}

/// Writes the step's number and its explanation.
pub(super) fn tell(step: &SearchStep, count: &str, radii: f32, cx: &mut Context<'_>) {
    let color = if step.is_polytope { POLYTOPE } else { SIMPLEX };
    let left = DIFFERENCE.min.x + 4.0;
    let style = TextStyle::from(color).wrapped(DIFFERENCE.width() - 8.0);
    let mut canvas = cx.canvas(SHOWN);
    canvas
        .text(vec2(left, 436.0), count, PALE)
        .text(vec2(left, 456.0), &step.text, style);
    if radii > 0.0 {
        let radii = format!("The radii around both cores are {}.", number(radii, 1));
        canvas.text(vec2(left, 490.0), &radii, PALE);
    }
}
