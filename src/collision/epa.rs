//! How deep two overlapping cores are in each other: the expanding polytope algorithm.
//!
//! It expands a simplex that contains the origin, within the Minkowski difference, until the side nearest to the origin
//! is a side of the difference itself: its distance is the depth, its normal the shortest way out.
//!
//! G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", Game Developers
//! Conference 2001.

use super::gjk::Gjk;
use super::shape::MAX_CORNERS;
use super::vector::Vector;

/// The most corners that a Minkowski difference has: one for each side of both shapes.
const MAX_DIFFERENCES: usize = 2 * MAX_CORNERS;

/// A side is the difference's own if the corner beyond it is no further than this, relative to the shapes' size.
const TOLERANCE: f64 = 1e-12;

/// The side of the Minkowski difference that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The distance of the origin from the side. 0 where the cores only touch.
    pub(super) depth: f64,
    /// Out of the difference, with a length of 1: the way by which the second shape leaves the first.
    pub(super) normal: Vector,
}

/// The way out of each other of two cores that meet. `fallback` is the normal where neither has any extent.
pub(super) fn penetration(search: &Gjk<'_>, fallback: Vector) -> Side {
    let mut polygon = Polytope::containing(search);
    if polygon.count < 3 {
        return polygon.flat(fallback);
    }
    loop {
        let index = polygon.nearest_side();
        let Side { depth, normal } = polygon.side(index);
        let next = search.support(normal);
        let gain = next.dot(normal) - depth;
        let size = next.x.abs() + next.y.abs();
        let is_known = polygon.ends(index).contains(&next);
        // Also the end where a number is not finite: no comparison with NaN is true.
        let gains = gain > TOLERANCE * size;
        if is_known || !gains || polygon.is_full() {
            return Side {
                depth: depth.max(0.0),
                normal,
            };
        }
        polygon.split(index, next);
    }
}

/// Corners of the Minkowski difference in order, clockwise on screen.
struct Polytope {
    corners: [Vector; MAX_DIFFERENCES + 1],
    /// How far the origin is inside of the side that begins at the corner of the same number.
    depths: [f64; MAX_DIFFERENCES + 1],
    count: usize,
}

impl Polytope {
    /// A polygon of the difference that contains the origin, from the simplex of a search that found it: of three
    /// corners, or fewer if the difference has no area.
    fn containing(search: &Gjk<'_>) -> Self {
        let mut polygon = Self {
            corners: [Vector::ZERO; MAX_DIFFERENCES + 1],
            depths: [0.0; MAX_DIFFERENCES + 1],
            count: 0,
        };
        for corner in search.corners() {
            polygon.push(corner.value);
        }
        // A search that ended on an edge or a corner has fewer than three.
        if polygon.count == 1 {
            let around = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
            for (x, y) in around {
                let corner = search.support(Vector::new(x, y));
                if polygon.count == 1 && corner != polygon.corners[0] {
                    polygon.push(corner);
                }
            }
        }
        if polygon.count == 2 {
            let across = (polygon.corners[1] - polygon.corners[0]).perpendicular();
            for way in [across, -across] {
                let corner = search.support(way);
                let aside = (corner - polygon.corners[0]).dot(across);
                // Not on the line through both.
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

    fn push(&mut self, corner: Vector) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    /// Puts three corners into clockwise order, and measures their sides.
    fn order(&mut self) {
        let [a, b, c] = [0, 1, 2].map(|index| self.corners[index]);
        if (b - a).cross(c - a) < 0.0 {
            self.corners.swap(1, 2);
        }
        for index in 0..3 {
            self.depths[index] = self.side(index).depth;
        }
    }

    fn is_full(&self) -> bool {
        self.count == self.corners.len()
    }

    fn ends(&self, index: usize) -> [Vector; 2] {
        let next = if index + 1 == self.count {
            0
        } else {
            index + 1
        };
        [self.corners[index], self.corners[next]]
    }

    /// A side, of infinite depth if its ends are the same point.
    fn side(&self, index: usize) -> Side {
        let [from, to] = self.ends(index);
        match (-(to - from).perpendicular()).normalized() {
            Some(normal) => Side {
                depth: from.dot(normal),
                normal,
            },
            None => Side {
                depth: f64::INFINITY,
                normal: Vector::new(0.0, -1.0),
            },
        }
    }

    /// Replaces a side by two, to a corner beyond it and back.
    fn split(&mut self, index: usize, corner: Vector) {
        let new = index + 1;
        self.corners.copy_within(new..self.count, new + 1);
        self.depths.copy_within(new..self.count, new + 1);
        self.corners[new] = corner;
        self.count += 1;
        self.depths[index] = self.side(index).depth;
        self.depths[new] = self.side(new).depth;
    }

    /// The side nearest to the origin, the first of equals.
    fn nearest_side(&self) -> usize {
        let mut nearest = 0;
        for index in 1..self.count {
            if self.depths[index] < self.depths[nearest] {
                nearest = index;
            }
        }
        nearest
    }

    /// Where the difference has no area: the cores touch, and the way out is across it.
    fn flat(&self, fallback: Vector) -> Side {
        let [from, to] = [self.corners[0], self.corners[self.count - 1]];
        let across = (to - from).perpendicular().normalized();
        let normal = match across {
            // Of both ways across, the one that the fallback points to.
            Some(normal) if normal.dot(fallback) < 0.0 => -normal,
            Some(normal) => normal,
            None => fallback,
        };
        Side { depth: 0.0, normal }
    }
}
