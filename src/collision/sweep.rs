//! When a moving shape first touches another one.
//!
//! A shape that moves past another touches it when the origin enters their Minkowski difference: the first point of a ray
//! in a convex polygon, rounded by both radii. No iteration, and no step that could be too long: a shape never passes
//! through another.
//!
//! The ray is clipped by the polygon's sides: M. Cyrus, J. Beck, "Generalized two- and three-dimensional clipping",
//! Computers & Graphics 3 (1978).

use glam::Vec2;

use super::contact::{of_circle, single, touching};
use super::minkowski::MinkowskiPolygon;
use super::nearest::Nearest;
use super::shape::{Placed, Shape};
use super::vector::Vector;

/// The first touch of two moving shapes: returned by [`sweep`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The share of the movement that is made until then: a ratio from 0 up to 1, and 0 if the shapes overlap at the start.
    pub time: f32,
    /// The middle of where they touch, in world units.
    pub position: Vec2,
    /// The direction from the second shape towards the first, with a length of 1.
    pub normal: Vec2,
}

/// Returns when two shapes that move in straight lines first overlap, if they do before the end of their movements, in
/// world units. Shapes that touch and slide along each other, or move apart, do not overlap. `None` if a coordinate is not
/// finite.
///
/// ```
/// use damselfly::collision::{Shape, sweep};
/// use damselfly::glam::{Vec2, vec2};
///
/// let (bullet, wall) = (Shape::circle(1.0), Shape::rect(vec2(0.1, 50.0)));
/// let hit = sweep(
///     bullet.at(vec2(0.0, 0.0)),
///     vec2(1000.0, 0.0),
///     wall.at(vec2(501.05, 0.0)),
///     Vec2::ZERO,
/// )
/// .unwrap();
/// assert_eq!((hit.time, hit.normal), (0.5, Vec2::NEG_X));
/// assert_eq!(hit.position, vec2(501.0, 0.0));
/// ```
#[doc(alias = "time of impact")]
#[doc(alias = "shape cast")]
#[doc(alias = "continuous collision detection")]
#[inline]
pub fn sweep(a: Placed<'_>, movement: Vec2, b: Placed<'_>, other_movement: Vec2) -> Option<Impact> {
    let movements = [Vector::from(movement), Vector::from(other_movement)];
    if a.shape.is_circle() && b.shape.is_circle() {
        sweep_circles(a, b, movements)
    } else {
        sweep_cores(a, b, movements)
    }
}

#[inline]
fn sweep_circles(a: Placed<'_>, b: Placed<'_>, movements: [Vector; 2]) -> Option<Impact> {
    let radius = a.reach(b);
    let way = movements[1] - movements[0];
    if !(radius.is_finite() && way.is_finite()) {
        return None;
    }
    let hit = into_circle(Nearest::of_points(a, b).between, radius, way)?;
    let normal = -hit.outward;
    let center = Vector::from(a.position) + movements[0] * hit.time + a.shape.corner(0);
    Some(Impact {
        time: single(hit.time),
        position: (center - normal * f64::from(a.shape.radius())).to_vec2(),
        normal: normal.to_vec2(),
    })
}

fn sweep_cores(a: Placed<'_>, b: Placed<'_>, movements: [Vector; 2]) -> Option<Impact> {
    let radius = a.reach(b);
    let way = movements[1] - movements[0];
    if !(radius.is_finite() && way.is_finite()) {
        return None;
    }
    let offset = Vector::between(a.position, b.position);
    let hit = first_touch(a.shape, b.shape, offset, way, radius)?;
    // Where both shapes are then, relative to where the first one started.
    let first = movements[0] * hit.time;
    let offset = offset + movements[1] * hit.time - first;
    let normal = -hit.outward;
    let middle = match of_circle(a.shape, b.shape, offset, normal, 0.0) {
        Some(point) if hit.time > 0.0 => point,
        // They overlap, or two sides may touch.
        _ => {
            let [from, to] = touching(a.shape, b.shape, offset, normal);
            (from + to) * 0.5
        }
    };
    let middle = middle + first + Vector::from(a.position);
    Some(Impact {
        time: single(hit.time),
        position: middle.to_vec2(),
        normal: normal.to_vec2(),
    })
}

/// Returns where a ray from `start` along `way`, both in world units, first enters a shape: a [`sweep`] of a point.
pub fn cast_ray(start: Vec2, way: Vec2, shape: Placed<'_>) -> Option<Impact> {
    sweep(Shape::point().at(start), way, shape, Vec2::ZERO)
}

/// Where a ray enters a rounded polygon.
struct Hit {
    time: f64,
    /// Out of the polygon, with a length of 1.
    outward: Vector,
}

/// The first point of the ray from the origin along `way` in the difference of both shapes.
#[inline]
fn first_touch(
    first: &Shape,
    second: &Shape,
    offset: Vector,
    way: Vector,
    radius: f64,
) -> Option<Hit> {
    let difference = MinkowskiPolygon::difference(first, second, offset);
    if let [center] = *difference.corners() {
        return into_circle(center, radius, way);
    }
    let mut clip = Clip::new(way, radius);
    let is_segment = if let [from, to] = *difference.corners() {
        let side = Edge::of_side([from, to]);
        clip.by(side)?;
        clip.by(Edge::of_end([from, to]))?;
        // Its two sides alone do not end it.
        clip.by(side.reversed())?;
        clip.by(Edge::of_end([to, from]))?;
        true
    } else {
        for side in difference.sides().map(Edge::of_side) {
            clip.by(side)?;
        }
        false
    };
    let (time, edge) = match clip.entered {
        Some(edge) => (clip.entrance(is_segment && radius == 0.0)?, edge),
        None => (0.0, nearest_side(&difference)?),
    };
    let outward = edge.outward.normalized()?;
    if radius == 0.0 {
        return Some(Hit { time, outward });
    }
    // With a radius, edges are longer than the sides: beyond their ends there are arcs.
    let along = outward.perpendicular();
    let place = (way * time).dot(along);
    let (from, to) = (edge.ends[0].dot(along), edge.ends[1].dot(along));
    if place < from {
        into_circle(edge.ends[0], radius, way)
    } else if place > to {
        into_circle(edge.ends[1], radius, way)
    } else {
        Some(Hit { time, outward })
    }
}

/// The side of a polygon that is nearest to the origin, which is inside of all its sides, each moved outwards by the same
/// radius.
fn nearest_side(difference: &MinkowskiPolygon) -> Option<Edge> {
    let mut nearest = None;
    let mut least = f64::INFINITY;
    for edge in difference.sides().map(Edge::of_side) {
        let Some(outward) = edge.outward.normalized() else {
            continue;
        };
        let depth = edge.ends[0].dot(outward);
        if depth < least {
            (least, nearest) = (depth, Some(edge));
        }
    }
    nearest
}

/// The first point of the ray in a circle.
#[inline]
fn into_circle(center: Vector, radius: f64, way: Vector) -> Option<Hit> {
    let squared = center.length_squared() - radius * radius;
    let towards = center.dot(way);
    // Where the circle's middle is all that is known: back along the way, or up.
    let back = || (-way).normalized().unwrap_or(Vector::new(0.0, -1.0));
    if squared < 0.0 {
        let outward = (-center).normalized().unwrap_or_else(back);
        return Some(Hit { time: 0.0, outward });
    }
    let length = way.length_squared();
    // The same as `towards² - length · squared`, which would subtract nearly equal numbers where the circle is small.
    let aside = center.cross(way);
    let under_root = length * radius * radius - aside * aside;
    if towards <= 0.0 || under_root <= 0.0 {
        return None;
    }
    // Of the two forms of the root, the one that subtracts no nearly equal numbers.
    let time = squared / (towards + under_root.sqrt());
    if time >= 1.0 {
        return None;
    }
    let outward = way * time - center;
    // As long as the radius, but for rounding, which matters for a small circle that is far away.
    let is_exact = radius * radius > 1e-10 * center.length_squared();
    let outward = if is_exact {
        outward * (1.0 / radius)
    } else {
        outward.normalized().unwrap_or_else(back)
    };
    Some(Hit { time, outward })
}

/// A side of a polygon, or the end of a segment: inside is what is not beyond it.
#[derive(Clone, Copy)]
struct Edge {
    /// The same point twice for an end.
    ends: [Vector; 2],
    /// Out of the polygon, of any length.
    outward: Vector,
    /// How far out of the origin it is, times that length.
    limit: f64,
}

impl Edge {
    /// Clockwise on screen: the outside is to the left of a side.
    fn of_side(ends: [Vector; 2]) -> Self {
        let outward = -(ends[1] - ends[0]).perpendicular();
        Self {
            ends,
            outward,
            limit: ends[0].dot(outward),
        }
    }

    fn of_end([from, to]: [Vector; 2]) -> Self {
        Self {
            ends: [to; 2],
            outward: to - from,
            limit: to.dot(to - from),
        }
    }

    /// The other side of a segment: on exactly the same line, as rounding would leave a gap between the two that rays pass.
    fn reversed(self) -> Self {
        let [from, to] = self.ends;
        Self {
            ends: [to, from],
            outward: -self.outward,
            limit: -self.limit,
        }
    }
}

/// The part of a ray that is inside of edges, each moved outwards by a radius.
struct Clip {
    way: Vector,
    radius: f64,
    enter: f64,
    exit: f64,
    entered: Option<Edge>,
}

impl Clip {
    fn new(way: Vector, radius: f64) -> Self {
        Self {
            way,
            radius,
            enter: f64::NEG_INFINITY,
            exit: f64::INFINITY,
            entered: None,
        }
    }

    /// Keeps what is inside of an edge. `None` if nothing is left: the ray begins outside and comes no nearer.
    fn by(&mut self, edge: Edge) -> Option<()> {
        let speed = self.way.dot(edge.outward);
        let mut limit = edge.limit;
        if self.radius > 0.0 {
            limit += self.radius * edge.outward.length();
        }
        if limit <= 0.0 {
            if speed >= 0.0 {
                return None;
            }
            let time = limit / speed;
            if time > self.enter {
                (self.enter, self.entered) = (time, Some(edge));
            }
        } else if speed > 0.0 {
            self.exit = self.exit.min(limit / speed);
        }
        Some(())
    }

    /// When the ray enters what is inside of all edges, if it does before its end. What is thin has no inside, but is
    /// entered all the same.
    fn entrance(&self, is_thin: bool) -> Option<f64> {
        let enters = self.enter < self.exit || is_thin && self.enter == self.exit;
        // 0 instead of -0.
        (enters && self.enter < 1.0).then_some(self.enter.max(0.0))
    }
}
