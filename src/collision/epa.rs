//! The penetration depth of two overlapping cores: the expanding polytope algorithm.
//!
//! It expands a simplex that contains the origin, within the Minkowski difference, until the side nearest to the origin
//! is a side of the difference itself. The distance of this side is the depth, and the shortest way out is along its
//! normal.
//!
//! G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", Game Developers
//! Conference 2001.

use super::contact::single;
use super::gjk::{Gjk, GjkProgress};
use super::shape::MAX_CORNERS;
use super::vector::normalized;
use glam::{DVec2, Vec2};

/// Maximum number of corners of a Minkowski difference: one for each side of both shapes.
const MAX_DIFFERENCES: usize = 2 * MAX_CORNERS;

/// A side belongs to the difference if no corner is further beyond it than this, relative to the corner's coordinates.
const TOLERANCE: f64 = 1e-12;

/// A way out of an overlap: through a side of the Minkowski difference, or of a polytope within it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The distance of the origin from the side. 0 if the cores only touch.
    pub(super) depth: f64,
    /// Unit vector out through the side. For the difference of a first and a second shape, the second one leaves in
    /// this direction.
    pub(super) normal: DVec2,
}

/// An expansion that runs one step at a time, for programs that visualize it. [`contact`](super::contact()) runs the
/// same algorithm to the end.
///
/// ```
/// use damselfly::collision::{Epa, Gjk, GjkProgress, Shape};
/// use damselfly::glam::vec2;
///
/// let square = Shape::polygon(&[vec2(-2.0, -2.0), vec2(2.0, -2.0), vec2(2.0, 2.0), vec2(-2.0, 2.0)])?;
/// let mut search = Gjk::new(square.at(vec2(0.0, 0.0)), square.at(vec2(3.0, 0.5)));
/// while search.step() == GjkProgress::Searching {}
/// let mut expansion = Epa::new(&search).unwrap();
/// while !expansion.step() {}
/// assert_eq!((expansion.depth(), expansion.normal()), (1.0, vec2(1.0, 0.0)));
/// # Ok::<(), damselfly::collision::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Epa<'a> {
    search: Gjk<'a>,
    polytope: Polytope,
    /// Index of the side nearest to the origin, and the side itself.
    nearest: usize,
    side: Side,
    is_done: bool,
    steps: u32,
}

impl<'a> Epa<'a> {
    /// Begins an expansion from the simplex of a search. Returns `None` unless the search has ended with
    /// [`GjkProgress::Meeting`].
    ///
    /// If the Minkowski difference has no area, the cores only touch. The expansion is then done at once, with a depth
    /// of 0.
    pub fn new(search: &Gjk<'a>) -> Option<Self> {
        if search.progress() != GjkProgress::Meeting {
            return None;
        }
        let polytope = Polytope::containing(search);
        let is_flat = polytope.is_flat();
        let nearest = polytope.nearest_side();
        let side = if is_flat {
            polytope.flat(DVec2::new(0.0, -1.0))
        } else {
            polytope.side(nearest)
        };
        Some(Self {
            search: search.clone(),
            polytope,
            nearest,
            side,
            is_done: is_flat,
            steps: 0,
        })
    }

    /// Takes one step, unless the expansion is done. Either the nearest side is a side of the Minkowski difference, or
    /// a corner further out replaces it by two sides. Returns whether the expansion is done. No expansion takes more
    /// than 33 steps.
    pub fn step(&mut self) -> bool {
        if !self.is_done {
            self.steps += 1;
            let found = self.polytope.expand(&self.search, self.nearest);
            self.is_done = found.is_some();
            if !self.is_done {
                self.nearest = self.polytope.nearest_side();
                self.side = self.polytope.side(self.nearest);
            }
        }
        self.is_done
    }

    /// Returns whether the nearest side is one of the Minkowski difference.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the number of steps taken.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the corners of the polytope, clockwise on screen: differences of two corners, in world units. The
    /// polytope is convex and contains the origin. It has fewer than three corners if the difference has no area.
    pub fn corners(&self) -> impl Iterator<Item = Vec2> {
        self.polytope
            .corners()
            .iter()
            .map(|corner| corner.as_vec2())
    }

    /// Returns the ends of the side nearest to the origin, in world units. If several are equally near, the first one.
    pub fn nearest_side(&self) -> [Vec2; 2] {
        self.polytope.ends(self.nearest).map(|end| end.as_vec2())
    }

    /// Returns the distance of the origin from the side nearest to it, in world units. Once the expansion is done, this
    /// is the cores' penetration depth. Before, it is at most that depth.
    pub fn depth(&self) -> f32 {
        single(self.side.depth.max(0.0))
    }

    /// Returns the direction from the origin to the side nearest to it, with a length of 1. Once the expansion is done,
    /// this is the direction of the second shape's shortest way out of the first.
    pub fn normal(&self) -> Vec2 {
        self.side.normal.as_vec2()
    }
}

/// Returns the shortest way out of the overlap of two cores that meet. `fallback` decides its direction if their
/// difference has no area.
pub(super) fn penetration(search: &Gjk<'_>, fallback: DVec2) -> Side {
    let mut polytope = Polytope::containing(search);
    if polytope.is_flat() {
        return polytope.flat(fallback);
    }
    loop {
        let nearest = polytope.nearest_side();
        if let Some(side) = polytope.expand(search, nearest) {
            return side;
        }
    }
}

/// Corners of the Minkowski difference in order, clockwise on screen.
#[derive(Clone, Debug)]
struct Polytope {
    corners: [DVec2; MAX_DIFFERENCES + 1],
    /// Distance of the origin from each side, measured inwards. A side has the index of its first corner.
    depths: [f64; MAX_DIFFERENCES + 1],
    count: usize,
}

impl Polytope {
    /// Returns a polygon of the difference that contains the origin, from the simplex of a finished search. It has
    /// three corners, or fewer if the difference has no area.
    // `always`, because the compiler would otherwise copy the result.
    #[inline(always)]
    fn containing(search: &Gjk<'_>) -> Self {
        let mut polygon = Self {
            corners: [DVec2::ZERO; MAX_DIFFERENCES + 1],
            depths: [0.0; MAX_DIFFERENCES + 1],
            count: 0,
        };
        for corner in search.corners() {
            polygon.push(corner.value);
        }
        // A search that ended on an edge or a corner has fewer than three corners.
        if polygon.count == 1 {
            let around = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
            for (x, y) in around {
                let corner = search.support(DVec2::new(x, y));
                if polygon.count == 1 && corner != polygon.corners[0] {
                    polygon.push(corner);
                }
            }
        }
        if polygon.count == 2 {
            let across = (polygon.corners[1] - polygon.corners[0]).perp();
            for direction in [across, -across] {
                let corner = search.support(direction);
                let aside = (corner - polygon.corners[0]).dot(across);
                // Skips corners on the line through the first two.
                if polygon.count == 2 && aside.abs() > TOLERANCE * across.length_squared() {
                    polygon.push(corner);
                }
            }
        }
        if polygon.count == 3 {
            polygon.order();
        }
        polygon
    }

    fn push(&mut self, corner: DVec2) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    /// Puts three corners into clockwise order, and measures their sides.
    fn order(&mut self) {
        let [a, b, c] = [0, 1, 2].map(|index| self.corners[index]);
        if (b - a).perp_dot(c - a) < 0.0 {
            self.corners.swap(1, 2);
        }
        for index in 0..3 {
            self.depths[index] = self.side(index).depth;
        }
    }

    /// Returns whether the difference has no area.
    fn is_flat(&self) -> bool {
        self.count < 3
    }

    fn corners(&self) -> &[DVec2] {
        &self.corners[..self.count]
    }

    /// Replaces the nearest side by two, which meet at the difference's furthest corner beyond it. Without such a
    /// corner, the side belongs to the difference. It is then returned, and the polytope stays the same.
    #[inline]
    fn expand(&mut self, search: &Gjk<'_>, nearest: usize) -> Option<Side> {
        let Side { depth, normal } = self.side(nearest);
        let next = search.support(normal);
        let gain = next.dot(normal) - depth;
        let size = next.x.abs() + next.y.abs();
        let is_known = self.ends(nearest).contains(&next);
        // False for numbers that are not finite: no comparison with NaN is true. The expansion then ends.
        let gains = gain > TOLERANCE * size;
        if is_known || !gains || self.is_full() {
            let depth = depth.max(0.0);
            return Some(Side { depth, normal });
        }
        self.split(nearest, next);
        None
    }

    fn is_full(&self) -> bool {
        self.count == self.corners.len()
    }

    fn ends(&self, index: usize) -> [DVec2; 2] {
        let next = if index + 1 == self.count {
            0
        } else {
            index + 1
        };
        [self.corners[index], self.corners[next]]
    }

    /// Returns a side. Its depth is infinite if both ends are the same point.
    fn side(&self, index: usize) -> Side {
        let [from, to] = self.ends(index);
        match normalized(-(to - from).perp()) {
            Some(normal) => Side {
                depth: from.dot(normal),
                normal,
            },
            None => Side {
                depth: f64::INFINITY,
                normal: DVec2::new(0.0, -1.0),
            },
        }
    }

    /// Replaces a side by two, which meet at a corner beyond it.
    fn split(&mut self, index: usize, corner: DVec2) {
        let new = index + 1;
        self.corners.copy_within(new..self.count, new + 1);
        self.depths.copy_within(new..self.count, new + 1);
        self.corners[new] = corner;
        self.count += 1;
        self.depths[index] = self.side(index).depth;
        self.depths[new] = self.side(new).depth;
    }

    /// Returns the index of the side nearest to the origin. If several are equally near, the first one.
    fn nearest_side(&self) -> usize {
        let mut nearest = 0;
        for index in 1..self.count {
            if self.depths[index] < self.depths[nearest] {
                nearest = index;
            }
        }
        nearest
    }

    /// Returns the way out if the difference has no area. The cores then touch. The way out is perpendicular to a
    /// difference that is a segment, and `fallback` if it is a point.
    fn flat(&self, fallback: DVec2) -> Side {
        let [from, to] = [self.corners[0], self.corners[self.count - 1]];
        let across = normalized((to - from).perp());
        let normal = match across {
            // Of the two perpendicular directions, returns the one nearer to the fallback.
            Some(normal) if normal.dot(fallback) < 0.0 => -normal,
            Some(normal) => normal,
            None => fallback,
        };
        Side { depth: 0.0, normal }
    }
}
