//! The Minkowski difference of two convex cores as a polygon: all sides of both, ordered by their directions.
//!
//! M. de Berg et al., "Computational Geometry", 3rd edition (2008), section 13.3.

use super::shape::{MAX_CORNERS, Placed, Shape};
use super::vector::Vector;
use glam::Vec2;

/// The most corners of a difference.
const MOST: usize = 2 * MAX_CORNERS;

/// Returns the corners of the Minkowski difference of the cores of two shapes, clockwise on screen, in world units: a convex
/// polygon, a segment or a point. The cores meet if the origin is in it, the shapes if the origin is within both radii of it.
/// Empty if a coordinate is not finite. [`Gjk`](super::Gjk) finds its point nearest to the origin without calculating it.
///
/// ```
/// use damselfly::collision::{Shape, minkowski_difference};
/// use damselfly::glam::vec2;
///
/// let (one, other) = (Shape::rect(vec2(2.0, 2.0)), Shape::rect(vec2(4.0, 2.0)));
/// let difference = minkowski_difference(one.at(vec2(5.0, 0.0)), other.at(vec2(0.0, 0.0)));
/// let corners = [vec2(2.0, -2.0), vec2(8.0, -2.0), vec2(8.0, 2.0), vec2(2.0, 2.0)];
/// assert_eq!(difference, corners);
/// ```
pub fn minkowski_difference(a: Placed<'_>, b: Placed<'_>) -> Vec<Vec2> {
    if !a.reach(b).is_finite() {
        return Vec::new();
    }
    let offset = Vector::between(a.position, b.position);
    let polygon = MinkowskiPolygon::difference(a.shape, b.shape, offset);
    let corners = polygon.corners().iter();
    corners.map(|corner| corner.to_vec2()).collect()
}

/// A convex polygon, clockwise on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct MinkowskiPolygon {
    corners: [Vector; MOST],
    count: usize,
}

impl MinkowskiPolygon {
    /// All differences of a point of the first core and a point of the second one, which is `offset` away. For finite
    /// coordinates.
    pub(super) fn difference(first: &Shape, second: &Shape, offset: Vector) -> Self {
        let (mut a, mut b) = (Tour::new(first, 1.0), Tour::new(second, -1.0));
        let mut polygon = Self {
            corners: [Vector::ZERO; MOST],
            count: 0,
        };
        loop {
            polygon.push(a.corner() + b.corner() - offset);
            let turn = match (a.next_side(), b.next_side()) {
                (None, None) => return polygon.without_double_ends(),
                (Some(_), None) => 1.0,
                (None, Some(_)) => -1.0,
                (Some(side_a), Some(side_b)) => side_a.cross(side_b),
            };
            // Both at once where the sides are parallel: the corner between them is on a straight side.
            if turn >= 0.0 {
                a.advance();
            }
            if turn <= 0.0 {
                b.advance();
            }
        }
    }

    fn push(&mut self, corner: Vector) {
        // The last corner is the first one again.
        if self.count < MOST {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    fn without_double_ends(mut self) -> Self {
        while self.count > 1 && self.corners[self.count - 1] == self.corners[0] {
            self.count -= 1;
        }
        self
    }

    /// The ends of each side that is not a point, clockwise on screen. A segment has two, one there and one back.
    pub(super) fn sides(&self) -> impl Iterator<Item = [Vector; 2]> {
        let next = self.corners().iter().skip(1).chain(self.corners().first());
        let sides = self
            .corners()
            .iter()
            .zip(next)
            .map(|(&from, &to)| [from, to]);
        sides.filter(|[from, to]| from != to)
    }

    pub(super) fn corners(&self) -> &[Vector] {
        &self.corners[..self.count]
    }
}

/// The corners of a core, or of its mirror image in the origin, once around from the topmost one.
struct Tour<'a> {
    shape: &'a Shape,
    /// 1, or -1 for the mirror image.
    sign: f64,
    /// The number of the corner.
    at: usize,
    /// The sides that are left. A segment has one there and one back.
    left: usize,
}

impl<'a> Tour<'a> {
    fn new(shape: &'a Shape, sign: f64) -> Self {
        let count = shape.corners().len();
        let at = topmost(count, |index| shape.corner(index) * sign);
        let left = if count == 1 { 0 } else { count };
        Self {
            shape,
            sign,
            at,
            left,
        }
    }

    fn corner(&self) -> Vector {
        self.shape.corner(self.at) * self.sign
    }

    /// The number of the next corner: after the last, the first.
    fn next(&self) -> usize {
        let next = self.at + 1;
        if next < self.shape.corners().len() {
            next
        } else {
            0
        }
    }

    /// The way to the next corner that is elsewhere. `None` once it has been all around. A side without length, of a box without
    /// width or height, is left out: it has no direction to be ordered by.
    fn next_side(&mut self) -> Option<Vector> {
        while self.left > 0 {
            let side = self.shape.corner(self.next()) * self.sign - self.corner();
            if side != Vector::ZERO {
                return Some(side);
            }
            self.advance();
        }
        None
    }

    fn advance(&mut self) {
        (self.at, self.left) = (self.next(), self.left - 1);
    }
}

/// The topmost corner on screen, of equals the leftmost: from there, the sides of a clockwise polygon are in the order of
/// their directions.
fn topmost(count: usize, corner: impl Fn(usize) -> Vector) -> usize {
    let mut best = 0;
    for index in 1..count {
        let (it, top) = (corner(index), corner(best));
        if it.y < top.y || it.y == top.y && it.x < top.x {
            best = index;
        }
    }
    best
}
