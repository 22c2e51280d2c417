//! Shapes as sprites: a closed outline with a fill and a border, cut into quadrilaterals once.

use glam::Vec2;

use super::slices::MAX_SLICES;
use crate::base::color::Color;
use crate::collision::{ShapeError, convex_parts};
use crate::geometry::quads::{self, Ellipse, Piece};

/// Maximum number of corners of a circle. A capsule has two more. The error is 1/16 pixel at a radius of 200 pixels.
const MOST_CORNERS: u16 = 128;

/// Maximum distance of a corner from the object's position along each axis, in pixels. A sprite's size has 16 bits.
const LARGEST: f32 = 32_767.0;

/// A shape that becomes a sprite by [`Assets::add_shape`](super::Assets::add_shape): a closed outline in pixels about
/// its object's position, filled, outlined, or both. By default it is filled white.
///
/// It rotates, scales, flips, tints and moves smoothly like any sprite, and has sharp edges at every scale. Its size,
/// and so the box of an object that shows it, is the smallest rectangle around the position that contains it.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::assets::DrawnShape;
///
/// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// let arrow = [vec2(12.0, 0.0), vec2(-10.0, 8.0), vec2(-6.0, 0.0), vec2(-10.0, -8.0)];
/// let ship = DrawnShape::polygon(&arrow).filled(Color::rgb(128, 128, 128)).outlined(1.0, Color::WHITE);
/// let ship = cx.assets.add_shape("ship", &ship)?;
/// cx.spawn(Object::from(ship).at(vec2(40.0, 30.0)));
/// # Ok(())
/// # }
/// # let app = App::new("Shape", Default::default()).pixels(80, 60);
/// # let mut game = damselfly::app::Harness::start(app, start)?;
/// # assert_eq!(game.image().get(42, 30), Some(Color::rgb(128, 128, 128)));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("vector", "path", "mesh", "primitive"))]
#[derive(Clone, Debug)]
pub struct DrawnShape {
    /// Corners along the edge, in pixels.
    corners: Vec<Vec2>,
    fill: Option<Color>,
    /// Width in pixels, and colour.
    outline: Option<(f32, Color)>,
    /// For a line, the piece that fills it.
    line: Option<Piece>,
}

impl DrawnShape {
    /// Returns a circle with `radius` in pixels: a polygon of up to 128 corners.
    pub fn circle(radius: f32) -> Self {
        Self::capsule(Vec2::ZERO, Vec2::ZERO, radius)
    }

    /// Returns a rectangle around its object's position, with `size` in pixels.
    pub fn rect(size: Vec2) -> Self {
        let Vec2 { x, y } = size / 2.0;
        Self::of(
            [(-x, -y), (x, -y), (x, y), (-x, y)]
                .map(Vec2::from)
                .to_vec(),
        )
    }

    /// Returns a convex or concave polygon. Its corners in pixels are clockwise or counter-clockwise.
    pub fn polygon(corners: &[Vec2]) -> Self {
        Self::of(corners.to_vec())
    }

    /// Returns a straight line with square ends, in pixels. Half of `width` lies on each side. It is at least a pixel
    /// wide on the screen, at any scale.
    pub fn line(from: Vec2, to: Vec2, width: f32) -> Self {
        let line = quads::line(from, to, width);
        let corners = line.map_or(Vec::new(), |line| {
            let [a, b, c, d] = line.corners();
            vec![a, b, d, c]
        });
        Self {
            line,
            ..Self::of(corners)
        }
    }

    /// Returns a capsule, in pixels: all points within `radius` of the line between two points.
    pub fn capsule(from: Vec2, to: Vec2, radius: f32) -> Self {
        let radius = if radius < 0.0 { 0.0 } else { radius };
        let circle = Ellipse::new(Vec2::ZERO, Vec2::splat(radius), MOST_CORNERS);
        let along = (to - from).try_normalize().unwrap_or(Vec2::X);
        let corner = |number: usize| {
            let Vec2 { x, y } = circle.corner(number);
            along * x + along.perp() * y
        };
        let quarter = circle.len() / 4;
        if from == to {
            let circle = (0..circle.len()).map(|number| from + corner(number));
            return Self::of(circle.collect());
        }
        // The outline has half a circle around each end.
        let ahead = (3 * quarter..=5 * quarter).map(|number| to + corner(number));
        let behind = (quarter..=3 * quarter).map(|number| from + corner(number));
        Self::of(ahead.chain(behind).collect())
    }

    fn of(corners: Vec<Vec2>) -> Self {
        Self {
            corners,
            fill: None,
            outline: None,
            line: None,
        }
    }

    /// Returns the shape, filled with a colour.
    #[must_use]
    pub fn filled(self, color: Color) -> Self {
        let fill = Some(color);
        Self { fill, ..self }
    }

    /// Returns the shape with an outline over it: `width` in pixels, half on each side of the edge, and at least a pixel
    /// on the screen, at any scale. Sides meet in miters, and very sharp miters are cut off. If corners are closer
    /// together than the width, the outline overlaps itself, which is visible in a translucent colour.
    #[must_use]
    pub fn outlined(self, width: f32, color: Color) -> Self {
        let outline = Some((width, color));
        Self { outline, ..self }
    }

    /// Returns the quadrilaterals to draw.
    pub(super) fn pieces(&self) -> Result<ShapePieces, String> {
        let is_valid = |corner: &Vec2| corner.abs().cmple(Vec2::splat(LARGEST)).all();
        let has_width = |(width, _)| width > 0.0 && width <= LARGEST;
        if !self.corners.iter().all(is_valid) || !self.outline.is_none_or(has_width) {
            return Err(bad_number());
        }
        let fill = match (self.fill, self.outline) {
            (None, None) => Some(Color::WHITE),
            (fill, _) => fill,
        };
        let mut pieces = ShapePieces::default();
        if let Some(color) = fill {
            let quads = pieces.of(color);
            let count = self.corners.len();
            let corner = |number: usize| self.corners[number % count];
            if let Some(line) = self.line {
                quads.push(line);
            } else if quads::is_convex(count, corner) {
                quads::fill_convex(count, corner, |quad| quads.push(quad));
            } else {
                for part in convex_parts(&self.corners).map_err(|error| error.to_string())? {
                    let corner = |number: usize| self.corners[part[number]];
                    quads::fill_convex(part.len(), corner, |quad| quads.push(quad));
                }
            }
        }
        if let Some((width, color)) = self.outline {
            let quads = pieces.of(color);
            let corner = |number: usize| self.corners[number];
            quads::outline(self.corners.len(), corner, width, |quad| quads.push(quad));
        }
        pieces.checked()
    }

    /// Returns its numbers as bits, so that a NaN equals itself.
    fn bits(&self) -> impl Iterator<Item = u32> {
        let corners = self.corners.iter().flat_map(|corner| corner.to_array());
        let width = self.outline.map(|(width, _)| width);
        // A line differs from the polygon with its corners.
        let is_line = self.line.map(|_| -1.0);
        corners.chain(width).chain(is_line).map(f32::to_bits)
    }
}

impl PartialEq for DrawnShape {
    fn eq(&self, other: &Self) -> bool {
        let colors = |shape: &Self| (shape.fill, shape.outline.map(|(_, color)| color));
        colors(self) == colors(other) && self.bits().eq(other.bits())
    }
}

impl Eq for DrawnShape {}

/// The quadrilaterals of a shape.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapePieces {
    /// Pieces of each colour, in drawing order.
    pub(super) colors: Vec<(Color, Vec<Piece>)>,
    /// Width and height of the sprite in pixels.
    pub(super) size: [u16; 2],
}

impl ShapePieces {
    /// Adds a colour, and returns its list.
    fn of(&mut self, color: Color) -> &mut Vec<Piece> {
        self.colors.push((color, Vec::new()));
        let last = self.colors.len() - 1;
        &mut self.colors[last].1
    }

    /// Returns the number of quadrilaterals.
    pub(super) fn count(&self) -> usize {
        self.colors.iter().map(|(_, quads)| quads.len()).sum()
    }

    /// Computes the size. Fails if there are no quadrilaterals or too many.
    fn checked(mut self) -> Result<Self, String> {
        let pieces = self.colors.iter().flat_map(|(_, pieces)| pieces);
        let corners = pieces.flat_map(|piece| piece.corners());
        let reach = corners.fold(Vec2::ZERO, |most, corner| most.max(corner.abs()));
        match self.count() {
            0 => return Err(ShapeError::NotSimple.to_string()),
            count if count > MAX_SLICES as usize => {
                return Err(format!(
                    "the shape needs {count} quadrilaterals: the limit is {MAX_SLICES}, use fewer corners"
                ));
            }
            _ => {}
        }
        if reach.max_element() > LARGEST {
            return Err(bad_number());
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within 16 bits"
        )]
        // Ignores 1/16 pixel a side, by which the miters of a circle's corners stick out.
        let side = |reach: f32| (reach * 2.0 - 0.125).ceil().max(1.0) as u16;
        self.size = reach.to_array().map(side);
        Ok(self)
    }
}

fn bad_number() -> String {
    format!("a coordinate or width is not finite or beyond {LARGEST} px, or a width is not above 0")
}

#[cfg(test)]
mod tests;
