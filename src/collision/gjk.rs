//! The distance of two convex shapes: the algorithm of Gilbert, Johnson and Keerthi.
//!
//! The Minkowski difference of two cores contains all differences of a point in one and a point in the other. The
//! search walks over it towards the origin, with a simplex of at most three of its corners. The cores meet if the
//! difference contains the origin. Otherwise their distance is the difference's distance from the origin. Radii are
//! subtracted at the end.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
//! three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988); the regions of the simplex as in
//! C. Ericson, "Real-Time Collision Detection" (2005), section 9.5.

use super::shape::{PlacedShape, Shape};
use super::vector::between;
use glam::{DVec2, Vec2};

/// Maximum number of steps of one search. Shapes of up to 16 corners need fewer than ten. The limit only matters when
/// rounding hides the progress.
pub const MAX_STEPS: u32 = 32;

/// A distance counts as 0 if it is at most this, relative to the numbers that it is computed from: a small multiple of
/// the rounding error of `f64`.
const EPSILON: f64 = 1e-14;

/// A corner of the Minkowski difference: the difference of two corners, one of each core.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Difference {
    pub(super) value: DVec2,
    /// Index of the first shape's corner, and of the second shape's.
    corners: [usize; 2],
}

/// State of a search: see [`Gjk::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GjkProgress {
    /// The search is not finished.
    Searching,
    /// The cores are apart.
    Apart,
    /// The cores meet: the origin is in their Minkowski difference, or on its edge.
    Meeting,
}

/// A search that runs one step at a time, for programs that visualize it. [`intersects`](super::intersects),
/// [`distance`](super::distance) and [`contact`](super::contact) run it to the end.
///
/// ```
/// use damselfly::collision::{Gjk, GjkProgress, Shape};
/// use damselfly::glam::vec2;
///
/// let (ball, wall) = (Shape::circle(2.0), Shape::rect(vec2(1.0, 10.0)));
/// let mut search = Gjk::new(ball.at(vec2(0.0, 0.0)), wall.at(vec2(5.0, 3.0)));
/// while search.step() == GjkProgress::Searching {}
/// assert_eq!(search.progress(), GjkProgress::Apart);
/// assert_eq!(search.nearest(), vec2(-4.5, 0.0));
/// ```
#[derive(Clone, Debug)]
pub struct Gjk<'a> {
    pair: Pair<'a>,
    simplex: Simplex,
    /// The search ends as soon as the cores are known to be further apart than this.
    limit: f64,
    progress: GjkProgress,
    steps: u32,
}

impl<'a> Gjk<'a> {
    /// Begins a search for the nearest points of two shapes.
    pub fn new(first: PlacedShape<'a>, second: PlacedShape<'a>) -> Self {
        Self::within(f64::INFINITY, first, second)
    }

    /// Begins a search that may end as [`GjkProgress::Apart`] once the cores are known to be further apart than
    /// `limit`.
    #[inline]
    pub(super) fn within(limit: f64, first: PlacedShape<'a>, second: PlacedShape<'a>) -> Self {
        let pair = Pair {
            shapes: [first.shape, second.shape],
            offset: between(first.position, second.position),
        };
        // Starts in the direction of the second shape: if the shapes are far apart, their nearest points are on the
        // sides that face each other. The direction is never zero, so the first corner is on the edge of the Minkowski
        // difference.
        let start = if pair.offset == DVec2::ZERO {
            DVec2::new(1.0, 0.0)
        } else {
            pair.offset
        };
        let progress = if first.reach(second).is_finite() {
            GjkProgress::Searching
        } else {
            GjkProgress::Apart
        };
        Self {
            simplex: Simplex::new(pair.find(start)),
            pair,
            limit,
            progress,
            steps: 0,
        }
    }

    /// Takes one step, unless the search is over. The search ends as [`GjkProgress::Apart`] after [`MAX_STEPS`] steps,
    /// or if a number is not finite.
    pub fn step(&mut self) -> GjkProgress {
        if self.progress == GjkProgress::Searching {
            self.steps += 1;
            self.progress = self.simplex.advance(&self.pair, self.limit);
            if self.progress == GjkProgress::Searching && self.steps >= MAX_STEPS {
                self.progress = GjkProgress::Apart;
            }
        }
        self.progress
    }

    /// Returns the state of the search.
    pub fn progress(&self) -> GjkProgress {
        self.progress
    }

    /// Returns the number of steps taken.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the corners of the simplex, one to three: differences of two corners, in world units.
    pub fn simplex(&self) -> impl Iterator<Item = Vec2> {
        self.corners().iter().map(|corner| corner.value.as_vec2())
    }

    /// Returns the point of the simplex that is nearest to the origin, in world units.
    pub fn nearest(&self) -> Vec2 {
        self.between().as_vec2()
    }

    /// Runs to the end. Returns whether the cores meet.
    #[inline]
    pub(super) fn run(&mut self) -> bool {
        // Works on a local copy, which stays in registers.
        let mut simplex = self.simplex;
        while self.progress == GjkProgress::Searching {
            self.steps += 1;
            self.progress = simplex.advance(&self.pair, self.limit);
            if self.progress == GjkProgress::Searching && self.steps >= MAX_STEPS {
                self.progress = GjkProgress::Apart;
            }
        }
        self.simplex = simplex;
        self.progress == GjkProgress::Meeting
    }

    /// Returns the vector from the second core's nearest point to the first core's.
    #[inline]
    pub(super) fn between(&self) -> DVec2 {
        let Simplex {
            corners: [a, ..],
            count,
            away,
            ..
        } = self.simplex;
        match count {
            1 => a.value,
            2 => away * (a.value.dot(away) / away.length_squared()),
            _ => DVec2::ZERO,
        }
    }

    /// Returns the first core's nearest point, relative to the first shape's position.
    #[inline]
    pub(super) fn witness(&self) -> DVec2 {
        let [a, b, c] = self.simplex.corners;
        let weights = match self.simplex.count {
            1 => return self.pair.first(a),
            2 => weights_of_segment(a.value, b.value),
            _ => weights_of_triangle([a.value, b.value, c.value]),
        };
        let [of_a, of_b, of_c] = weights;
        self.pair.first(a) * of_a + self.pair.first(b) * of_b + self.pair.first(c) * of_c
    }

    /// Returns the corners of the simplex.
    pub(super) fn corners(&self) -> &[Difference] {
        &self.simplex.corners[..self.simplex.count]
    }

    /// Returns the corner of the Minkowski difference that is furthest in a direction.
    #[inline]
    pub(super) fn support(&self, direction: DVec2) -> DVec2 {
        self.pair.find(direction).0.value
    }
}

/// The two shapes of a search.
#[derive(Clone, Copy, Debug)]
struct Pair<'a> {
    shapes: [&'a Shape; 2],
    /// Vector from the first shape's position to the second one's.
    offset: DVec2,
}

impl Pair<'_> {
    /// Returns the corner of the Minkowski difference that is furthest in a direction, and the squared length of the
    /// longer one of the two vectors that were subtracted.
    #[inline]
    fn find(&self, direction: DVec2) -> (Difference, f64) {
        let [first, second] = self.shapes;
        let corners = [first.support(direction), second.support(-direction)];
        let one = first.corner(corners[0]);
        let other = second.corner(corners[1]) + self.offset;
        let value = one - other;
        let size = one.length_squared().max(other.length_squared());
        (Difference { value, corners }, size)
    }

    /// Returns the first shape's corner of a difference.
    #[inline]
    fn first(&self, difference: Difference) -> DVec2 {
        self.shapes[0].corner(difference.corners[0])
    }
}

/// One to three corners of the Minkowski difference.
#[derive(Clone, Copy, Debug)]
struct Simplex {
    /// Corners beyond `count` are unused.
    corners: [Difference; 3],
    count: usize,
    /// Vector from the origin towards the nearest point of the simplex. Only its direction has a meaning: a correct
    /// length would take a division in every step.
    away: DVec2,
    /// Largest squared length of the subtracted vectors, to estimate rounding errors.
    largest: f64,
}

impl Simplex {
    #[inline]
    fn new((corner, largest): (Difference, f64)) -> Self {
        Self {
            corners: [corner; 3],
            count: 1,
            away: corner.value,
            largest,
        }
    }

    #[inline]
    fn advance(&mut self, pair: &Pair<'_>, limit: f64) -> GjkProgress {
        let [a, b, _] = self.corners;
        let away = self.away;
        let squared = away.length_squared();
        // Heights are measured from the origin along `away`, and are multiplied by its length.
        let height = a.value.dot(away);
        if height * height <= EPSILON * EPSILON * self.largest * squared {
            return GjkProgress::Meeting;
        }
        let (next, size) = pair.find(-away);
        self.largest = self.largest.max(size);
        // Lower bound for the heights of the whole difference.
        let least = next.value.dot(away);
        let is_beyond = least > 0.0 && least * least > limit * limit * squared;
        // False for numbers that are not finite: no comparison with NaN is true. The search then ends.
        let gains = height - least > EPSILON * height;
        // With one corner, `b` is a copy of `a`.
        let is_known = next.corners == a.corners || next.corners == b.corners;
        if is_beyond || !gains || is_known {
            return GjkProgress::Apart;
        }
        if self.count == 1 {
            self.extend_corner(a, next);
            GjkProgress::Searching
        } else {
            self.extend_side(a, b, next)
        }
    }

    /// Reduces a segment to the part that is nearest to the origin: all of it or the new end. It is never the old end,
    /// because the segment leads from there towards the origin.
    #[inline]
    fn extend_corner(&mut self, a: Difference, new: Difference) {
        let to_a = a.value - new.value;
        if new.value.dot(to_a) < 0.0 {
            self.keep_side(a, new, to_a);
        } else {
            self.keep_corner(new);
        }
    }

    /// Reduces a triangle to the part that is nearest to the origin. The old side is further away, so this part
    /// includes the new corner. If the origin is inside, the search ends.
    #[inline]
    fn extend_side(&mut self, a: Difference, b: Difference, new: Difference) -> GjkProgress {
        let (to_a, to_b) = (a.value - new.value, b.value - new.value);
        // Whether the origin is beside the line from the new corner to an old one, not behind the new corner.
        let is_beside_a = new.value.dot(to_a) < 0.0;
        let is_beside_b = new.value.dot(to_b) < 0.0;
        // Whether the origin is outside of each of the two new sides. A product is positive on the triangle's side of
        // the line.
        let area = to_a.perp_dot(to_b);
        let is_outside_a = area * new.value.perp_dot(to_a) <= 0.0;
        let is_outside_b = area * to_b.perp_dot(new.value) <= 0.0;
        if is_outside_a && is_beside_a {
            self.keep_side(a, new, to_a);
        } else if is_outside_b && is_beside_b {
            self.keep_side(b, new, to_b);
        } else if is_outside_a || is_outside_b {
            self.keep_corner(new);
        } else {
            self.corners[2] = new;
            self.count = 3;
            return GjkProgress::Meeting;
        }
        GjkProgress::Searching
    }

    #[inline]
    fn keep_corner(&mut self, corner: Difference) {
        self.corners = [corner; 3];
        self.count = 1;
        self.away = corner.value;
    }

    #[inline]
    fn keep_side(&mut self, from: Difference, to: Difference, along: DVec2) {
        self.corners = [from, to, to];
        self.count = 2;
        let across = along.perp();
        self.away = if to.value.dot(across) < 0.0 {
            -across
        } else {
            across
        };
    }
}

/// Returns the weights of a segment's ends at the point nearest to the origin.
fn weights_of_segment(a: DVec2, b: DVec2) -> [f64; 3] {
    let along = b - a;
    let (to_b, to_a) = (-a.dot(along), b.dot(along));
    let sum = to_a + to_b;
    // The ends may be the same point.
    if sum > 0.0 {
        [to_a / sum, to_b / sum, 0.0]
    } else {
        [1.0, 0.0, 0.0]
    }
}

/// Returns the weights of a triangle's corners at the origin, which is inside.
fn weights_of_triangle([a, b, c]: [DVec2; 3]) -> [f64; 3] {
    let [of_a, of_b, of_c] = [b.perp_dot(c), c.perp_dot(a), a.perp_dot(b)];
    let sum = of_a + of_b + of_c;
    [of_a / sum, of_b / sum, of_c / sum]
}
