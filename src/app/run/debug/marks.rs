//! Draws the debug marks of a world (outlines, velocities and contacts) as coloured lines.

use glam::{Mat2, Vec2};

use super::lines::LineBrush;
use crate::base::color::Color;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::render::Projection;
use crate::world::debug_marks::{Mark, MarkForm, MarkKind};

/// Length of the line that shows a contact's normal, in pixels of the target.
const NORMAL_LENGTH: f32 = 14.0;

/// Returns the colour of a mark.
pub(super) fn color_of(kind: MarkKind) -> Color {
    match kind {
        MarkKind::Hard => Color::TERMINAL_RED,
        MarkKind::Soft => Color::TERMINAL_GREEN,
        MarkKind::OneWay => Color::TERMINAL_YELLOW,
        MarkKind::Sensor => Color::TERMINAL_BLUE,
        MarkKind::Spectral => Color::WHITE.with_alpha(80),
        MarkKind::Velocity => Color::TERMINAL_CYAN.with_alpha(200),
        MarkKind::Contact { age } => {
            let alpha = 255.0 * (1.0 - age.clamp(0.0, 1.0));
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to 255"
            )]
            Color::TERMINAL_MAGENTA.with_alpha(alpha as u8)
        }
    }
}

/// Maps positions of an altitude to pixels of the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToTarget {
    matrix: Mat2,
    translation: Vec2,
    /// The smoothing factor.
    k: f32,
}

impl From<Projection> for ToTarget {
    fn from(projection: Projection) -> Self {
        let [xx, xy, yx, yy] = projection.matrix;
        Self {
            matrix: Mat2::from_cols_array(&[xx, yx, xy, yy]),
            translation: Vec2::from_array(projection.translation),
            k: projection.k,
        }
    }
}

impl ToTarget {
    /// Returns the pixel of a position in world units.
    fn pixel(&self, position: Vec2) -> Vec2 {
        self.matrix * position + self.translation
    }

    /// Returns the world-space bounds of a rectangle of pixels.
    pub(super) fn seen(&self, pixels: Rect) -> Rect {
        let back = self.matrix.inverse();
        let positions = pixels
            .corners()
            .map(|pixel| back * (pixel - self.translation));
        Rect::around(positions).unwrap_or_default()
    }

    /// Draws a mark.
    pub(super) fn draw(&self, mark: &Mark<'_>, brush: &mut LineBrush<'_>) {
        let color = color_of(mark.kind);
        let shift = mark.motion * self.k;
        let pixel = |position: Vec2| self.pixel(position + shift);
        match mark.form {
            MarkForm::Box(area) => {
                if self.is_level() {
                    let ends = Rect::new(pixel(area.min), pixel(area.max));
                    brush.outline(ends, color);
                } else {
                    closed(area.corners().map(pixel).into_iter(), |from, to| {
                        brush.line(from, to, color);
                    });
                }
            }
            MarkForm::Shape { shape, position } => {
                let pixel = |corner: Vec2| pixel(position + corner);
                closed(outline_of(shape, self.scale()).map(pixel), |from, to| {
                    brush.line(from, to, color);
                });
            }
            MarkForm::Line { from, to } => brush.line(pixel(from), pixel(to), color),
            MarkForm::Normal { position, normal } => {
                let at = pixel(position);
                // The length does not depend on the zoom.
                let displacement = (self.matrix * normal).normalize_or_zero() * NORMAL_LENGTH;
                brush.line(at, at + displacement, color);
                let corner = at.floor() - 1.0;
                brush.fill(corner, corner + 3.0, color);
            }
        }
    }

    /// Returns whether the axes of the world are parallel to those of the target.
    fn is_level(&self) -> bool {
        self.matrix.x_axis.y == 0.0 && self.matrix.y_axis.x == 0.0
            || self.matrix.x_axis.x == 0.0 && self.matrix.y_axis.y == 0.0
    }

    /// Returns the number of pixels per world unit, along the axis of the world where it is larger.
    fn scale(&self) -> f32 {
        self.matrix.x_axis.length().max(self.matrix.y_axis.length())
    }
}

/// Calls `draw` with the sides of a closed polygon.
fn closed(corners: impl Iterator<Item = Vec2>, mut draw: impl FnMut(Vec2, Vec2)) {
    let mut corners = corners;
    let Some(first) = corners.next() else {
        return;
    };
    let mut from = first;
    for to in corners {
        draw(from, to);
        from = to;
    }
    draw(from, first);
}

/// Returns the corners of a shape's outline, relative to its position. A rounded shape becomes a polygon of its
/// furthest points in several directions; the larger it is drawn, the more directions. `scale` is in pixels per world
/// unit.
fn outline_of(shape: &Shape, scale: f32) -> impl Iterator<Item = Vec2> {
    let (corners, radius) = (shape.corners(), shape.radius());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "8 to 64; NaN becomes 0"
    )]
    let directions = (4.0 * (radius * scale).sqrt()).clamp(8.0, 64.0) as u16 / 4 * 4;
    let is_round = radius > 0.0;
    let count = if is_round {
        usize::from(directions)
    } else {
        corners.len()
    };
    (0..count).map(move |number| {
        if !is_round {
            return corners[number];
        }
        let part = u32::try_from(number).unwrap_or(0) * 0x1_0000 / u32::from(directions);
        let (sin, cos) = Turn(u16::try_from(part).unwrap_or(0)).sin_cos();
        let direction = Vec2::new(cos, sin);
        let further = |one: Vec2, other: Vec2| {
            if other.dot(direction) > one.dot(direction) {
                other
            } else {
                one
            }
        };
        let furthest = corners.iter().copied().reduce(further);
        furthest.unwrap_or_default() + direction * radius
    })
}
