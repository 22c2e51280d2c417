//! The Minkowski difference of two convex cores as a polygon: all sides of both, ordered by their directions.
//!
//! M. de Berg et al., "Computational Geometry", 3rd edition (2008), section 13.3.

use super::shape::{MAX_CORNERS, PlacedShape, Shape};
use super::vector::between;
use glam::{DVec2, Vec2};

/// Maximum number of corners of a difference.
const MOST: usize = 2 * MAX_CORNERS;

/// Returns the corners of the Minkowski difference of two shapes' cores, clockwise on screen, in world units. The
/// result is a convex polygon, a segment or a point. It is empty if a coordinate is not finite.
///
/// The cores meet if the difference contains the origin. The shapes meet if the origin's distance from it is at most
/// the sum of both radii. [`Gjk`](super::Gjk) finds the difference's point nearest to the origin without calculating
/// the whole polygon.
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
pub fn minkowski_difference(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Vec<Vec2> {
    if !a.reach(b).is_finite() {
        return Vec::new();
    }
    let offset = between(a.position, b.position);
    let polygon = MinkowskiPolygon::difference(a.shape, b.shape, offset);
    let corners = polygon.corners().iter();
    corners.map(|corner| corner.as_vec2()).collect()
}

/// A convex polygon, clockwise on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct MinkowskiPolygon {
    corners: [DVec2; MOST],
    count: usize,
}

impl MinkowskiPolygon {
    /// Returns all differences of a point in the first core and a point in the second one, which is `offset` away. The
    /// coordinates must be finite.
    pub(super) fn difference(first: &Shape, second: &Shape, offset: DVec2) -> Self {
        let (mut a, mut b) = (Tour::new(first, 1.0), Tour::new(second, -1.0));
        let mut polygon = Self {
            corners: [DVec2::ZERO; MOST],
            count: 0,
        };
        loop {
            polygon.push(a.corner() + b.corner() - offset);
            let turn = match (a.next_side(), b.next_side()) {
                (None, None) => return polygon.without_double_ends(),
                (Some(_), None) => 1.0,
                (None, Some(_)) => -1.0,
                (Some(side_a), Some(side_b)) => side_a.perp_dot(side_b),
            };
            // Two parallel sides are passed together, because a corner between them would lie on a straight side.
            if turn >= 0.0 {
                a.advance();
            }
            if turn <= 0.0 {
                b.advance();
            }
        }
    }

    fn push(&mut self, corner: DVec2) {
        // The last corner repeats the first one, and is left out if there is no room for it.
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

    /// Returns the ends of each side that is not a point, clockwise on screen. A segment has two sides, one in each
    /// direction.
    pub(super) fn sides(&self) -> impl Iterator<Item = [DVec2; 2]> {
        let next = self.corners().iter().skip(1).chain(self.corners().first());
        let sides = self
            .corners()
            .iter()
            .zip(next)
            .map(|(&from, &to)| [from, to]);
        sides.filter(|[from, to]| from != to)
    }

    pub(super) fn corners(&self) -> &[DVec2] {
        &self.corners[..self.count]
    }
}

/// A walk around the corners of a core, or of its reflection in the origin. It starts at the topmost corner.
struct Tour<'a> {
    shape: &'a Shape,
    /// 1, or -1 for the reflection.
    sign: f64,
    /// Index of the current corner.
    at: usize,
    /// Number of remaining sides. A segment has two, one in each direction.
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

    fn corner(&self) -> DVec2 {
        self.shape.corner(self.at) * self.sign
    }

    /// Returns the next corner's index, which wraps around after the last one.
    fn next(&self) -> usize {
        let next = self.at + 1;
        if next < self.shape.corners().len() {
            next
        } else {
            0
        }
    }

    /// Returns the vector to the next corner at another position. `None` after a full round. Sides without length are
    /// skipped, because they have no direction for the order. Boxes without width or height have such sides.
    fn next_side(&mut self) -> Option<DVec2> {
        while self.left > 0 {
            let side = self.shape.corner(self.next()) * self.sign - self.corner();
            if side != DVec2::ZERO {
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

/// Returns the index of the topmost corner on screen, and the leftmost if there are several. Starting there, the sides
/// of a clockwise polygon are sorted by direction.
fn topmost(count: usize, corner: impl Fn(usize) -> DVec2) -> usize {
    let mut best = 0;
    for index in 1..count {
        let (it, top) = (corner(index), corner(best));
        if it.y < top.y || it.y == top.y && it.x < top.x {
            best = index;
        }
    }
    best
}
