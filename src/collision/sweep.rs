//! Sweeps: when does a moving shape first touch another one?
//!
//! Two shapes touch when the origin enters their Minkowski difference. A sweep casts a ray into this convex polygon,
//! rounded by both radii. It has no iterations and no step size, so a shape never tunnels through another.
//!
//! The ray is clipped by the polygon's sides: M. Cyrus, J. Beck, "Generalized two- and three-dimensional clipping",
//! Computers & Graphics 3 (1978).

use glam::{DVec2, Vec2};

use super::contact::{Contact, of_circle, single, touching};
use super::minkowski::MinkowskiPolygon;
use super::nearest::NearestPoints;
use super::pairs::contact;
use super::shape::{PlacedShape, Shape};
use super::vector::{between, length, normalized};

/// The first touch of two moving shapes: returned by [`sweep`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The time of the touch as a ratio of the movement, from 0 up to 1. 0 if the shapes overlap at the start.
    pub time: f32,
    /// The middle of the touching line, in world units. If the shapes overlap at the start, the line is midway between
    /// both surfaces; for two circles it is the first one's deepest point, and for a ray its start.
    pub position: Vec2,
    /// The direction from the second shape towards the first, with a length of 1.
    pub normal: Vec2,
}

impl Impact {
    /// Returns a contact as an impact at a time.
    #[inline]
    pub(crate) fn of(met: Contact, time: f32) -> Self {
        Self {
            time,
            position: met.position,
            normal: met.normal,
        }
    }

    /// Returns the impact of a ray that starts at `start`. A ray that starts inside hits at its start, and not at the
    /// middle of the overlap.
    pub(crate) fn of_ray(self, start: Vec2) -> Self {
        let position = if self.time > 0.0 {
            self.position
        } else {
            start
        };
        Self { position, ..self }
    }
}

/// Returns when two shapes that move in straight lines first overlap. Movements are in world units. Shapes that touch
/// and slide along each other, or move apart, do not overlap. Returns `None` if they do not overlap before the end, or
/// if a coordinate is not finite.
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
pub fn sweep(
    a: PlacedShape<'_>,
    movement: Vec2,
    b: PlacedShape<'_>,
    other_movement: Vec2,
) -> Option<Impact> {
    let movements = [DVec2::from(movement), DVec2::from(other_movement)];
    let hit = if a.shape.is_circle() && b.shape.is_circle() {
        sweep_circles(a, b, movements)
    } else {
        sweep_cores(a, b, movements)
    };
    // Because of rounding, shapes that only touch may seem to overlap at the start. They have no contact, and may move
    // apart.
    let movement = movement - other_movement;
    let overlaps = |hit: &Impact| {
        let is_ahead = hit.time > 0.0 || movement.dot(hit.normal) < 0.0;
        is_ahead || contact(a, movement, b).is_some()
    };
    hit.filter(overlaps)
}

#[inline]
fn sweep_circles(a: PlacedShape<'_>, b: PlacedShape<'_>, movements: [DVec2; 2]) -> Option<Impact> {
    let radius = a.reach(b);
    let displacement = movements[1] - movements[0];
    if !(radius.is_finite() && displacement.is_finite()) {
        return None;
    }
    let hit = into_circle(NearestPoints::of_points(a, b).between, radius, displacement)?;
    let normal = -hit.outward;
    let center = DVec2::from(a.position) + movements[0] * hit.time + a.shape.corner(0);
    Some(Impact {
        time: single(hit.time),
        position: (center - normal * f64::from(a.shape.radius())).as_vec2(),
        normal: normal.as_vec2(),
    })
}

fn sweep_cores(a: PlacedShape<'_>, b: PlacedShape<'_>, movements: [DVec2; 2]) -> Option<Impact> {
    let radius = a.reach(b);
    let displacement = movements[1] - movements[0];
    if !(radius.is_finite() && displacement.is_finite()) {
        return None;
    }
    let offset = between(a.position, b.position);
    let hit = first_touch(a.shape, b.shape, offset, displacement, radius)?;
    // The offset from the first shape to the second one at this time.
    let first = movements[0] * hit.time;
    let offset = offset + movements[1] * hit.time - first;
    let normal = -hit.outward;
    let middle = match of_circle(a.shape, b.shape, offset, normal, 0.0) {
        Some(point) if hit.time > 0.0 => point,
        // The shapes overlap, or two sides may touch.
        _ => {
            let [from, to] = touching(a.shape, b.shape, offset, normal);
            (from + to) * 0.5
        }
    };
    let middle = middle + first + DVec2::from(a.position);
    Some(Impact {
        time: single(hit.time),
        position: middle.as_vec2(),
        normal: normal.as_vec2(),
    })
}

/// Returns the first point of a shape on a ray from `start` along `displacement`, both in world units: a [`sweep`]
/// of a point. For a ray that starts inside of the shape this is the start, with the normal of the nearest side.
pub fn cast_ray(start: Vec2, displacement: Vec2, shape: PlacedShape<'_>) -> Option<Impact> {
    let hit = sweep(Shape::point().at(start), displacement, shape, Vec2::ZERO)?;
    Some(hit.of_ray(start))
}

/// The point at which a ray enters a rounded polygon.
struct Hit {
    time: f64,
    /// Unit vector out of the polygon.
    outward: DVec2,
}

/// Returns the first point of the ray from the origin along `displacement` in the difference of both shapes.
#[inline]
fn first_touch(
    first: &Shape,
    second: &Shape,
    offset: DVec2,
    displacement: DVec2,
    radius: f64,
) -> Option<Hit> {
    let difference = MinkowskiPolygon::difference(first, second, offset);
    if let [center] = *difference.corners() {
        return into_circle(center, radius, displacement);
    }
    let mut clip = ClippedRay::new(displacement, radius);
    let is_segment = if let [from, to] = *difference.corners() {
        let side = Edge::of_side([from, to]);
        clip.by(side)?;
        clip.by(Edge::of_end([from, to]))?;
        // A segment has two sides, one in each direction, which do not bound its ends. So an edge at each end is added.
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
    let outward = normalized(edge.outward)?;
    if radius == 0.0 {
        return Some(Hit { time, outward });
    }
    // With a radius, the moved edges extend beyond the sides. Arcs replace them there.
    let along = outward.perp();
    let place = (displacement * time).dot(along);
    let (from, to) = (edge.ends[0].dot(along), edge.ends[1].dot(along));
    if place < from {
        into_circle(edge.ends[0], radius, displacement)
    } else if place > to {
        into_circle(edge.ends[1], radius, displacement)
    } else {
        Some(Hit { time, outward })
    }
}

/// Returns the side of a polygon nearest to the origin. The origin is inside of all sides, after each is moved outwards
/// by the same radius.
fn nearest_side(difference: &MinkowskiPolygon) -> Option<Edge> {
    let mut nearest = None;
    let mut least = f64::INFINITY;
    for edge in difference.sides().map(Edge::of_side) {
        let Some(outward) = normalized(edge.outward) else {
            continue;
        };
        let depth = edge.ends[0].dot(outward);
        if depth < least {
            (least, nearest) = (depth, Some(edge));
        }
    }
    nearest
}

/// Returns the first point of the ray in a circle.
#[inline]
fn into_circle(center: DVec2, radius: f64, displacement: DVec2) -> Option<Hit> {
    let squared = center.length_squared() - radius * radius;
    let towards = center.dot(displacement);
    // The centre of the circle has no normal of its own. There, it points back along the movement, or up.
    let back = || normalized(-displacement).unwrap_or(DVec2::new(0.0, -1.0));
    if squared < 0.0 {
        let outward = normalized(-center).unwrap_or_else(back);
        return Some(Hit { time: 0.0, outward });
    }
    let length = displacement.length_squared();
    // `under_root` equals `towards² - length · squared`, which would subtract nearly equal numbers if the circle is
    // small.
    let aside = center.perp_dot(displacement);
    let under_root = length * radius * radius - aside * aside;
    if towards <= 0.0 || under_root <= 0.0 {
        return None;
    }
    // This form of the smaller root does not subtract nearly equal numbers.
    let time = squared / (towards + under_root.sqrt());
    if time >= 1.0 {
        return None;
    }
    let outward = displacement * time - center;
    // The length of `outward` is the radius, except for rounding, which matters for a small circle far away.
    let is_exact = radius * radius > 1e-10 * center.length_squared();
    let outward = if is_exact {
        outward * (1.0 / radius)
    } else {
        normalized(outward).unwrap_or_else(back)
    };
    Some(Hit { time, outward })
}

/// A side of a polygon, or the end of a segment. Points beyond it are outside.
#[derive(Clone, Copy)]
struct Edge {
    /// The ends of the side. Both are the same point for the end of a segment.
    ends: [DVec2; 2],
    /// Vector out of the polygon, of any length.
    outward: DVec2,
    /// Distance from the origin along `outward`, times the length of `outward`.
    limit: f64,
}

impl Edge {
    /// Returns a side of a clockwise polygon: its outside is to the left.
    fn of_side(ends: [DVec2; 2]) -> Self {
        let outward = -(ends[1] - ends[0]).perp();
        Self {
            ends,
            outward,
            limit: ends[0].dot(outward),
        }
    }

    fn of_end([from, to]: [DVec2; 2]) -> Self {
        Self {
            ends: [to; 2],
            outward: to - from,
            limit: to.dot(to - from),
        }
    }

    /// Returns the opposite side of a segment. It is on exactly the same line, because a gap caused by rounding would
    /// let rays through.
    fn reversed(self) -> Self {
        let [from, to] = self.ends;
        Self {
            ends: [to, from],
            outward: -self.outward,
            limit: -self.limit,
        }
    }
}

/// The part of a ray that is inside of all edges, each moved outwards by a radius.
struct ClippedRay {
    displacement: DVec2,
    radius: f64,
    enter: f64,
    exit: f64,
    entered: Option<Edge>,
}

impl ClippedRay {
    fn new(displacement: DVec2, radius: f64) -> Self {
        Self {
            displacement,
            radius,
            enter: f64::NEG_INFINITY,
            exit: f64::INFINITY,
            entered: None,
        }
    }

    /// Clips the ray by an edge. Returns `None` if nothing is left: the ray begins outside and comes no nearer.
    fn by(&mut self, edge: Edge) -> Option<()> {
        let speed = self.displacement.dot(edge.outward);
        let mut limit = edge.limit;
        if self.radius > 0.0 {
            limit += self.radius * length(edge.outward);
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

    /// Returns when the ray enters the area inside of all edges, if it does before its end. Thin areas have no inside,
    /// but can be entered.
    fn entrance(&self, is_thin: bool) -> Option<f64> {
        let enters = self.enter < self.exit || is_thin && self.enter == self.exit;
        // The sum avoids -0, for which the result of `max` is not specified.
        (enters && self.enter < 1.0).then_some(self.enter.max(0.0) + 0.0)
    }
}
