//! Brute force in `f64`: the Minkowski difference as the hull of all differences of two corners, and results derived
//! from its definition.

use crate::shapes::Body;
use damselfly::glam::Vec2;

type Point = [f64; 2];

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns a point moved by the fraction `share` of `by`.
fn shifted(point: Point, by: Point, share: f64) -> Point {
    [point[0] + by[0] * share, point[1] + by[1] * share]
}

/// Returns the distance of a point from a segment.
fn to_segment(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (along, start) = (minus(to, from), minus(point, from));
    let length = dot(along, along);
    let share = if length > 0.0 {
        (dot(start, along) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let way = minus(start, shifted([0.0; 2], along, share));
    dot(way, way).sqrt()
}

/// The Minkowski difference of two bodies: all points within `radius` of a convex polygon.
pub(crate) struct Difference {
    /// Cross products with the sides are positive inside. One corner is a point, two are a segment.
    corners: Vec<Point>,
    radius: f64,
}

impl Difference {
    pub(crate) fn new(a: &Body, b: &Body) -> Self {
        let (one, other) = (a.corners(), b.corners());
        let mut all: Vec<Point> = Vec::with_capacity(one.len() * other.len());
        for &from in &one {
            all.extend(other.iter().map(|&to| minus(from, to)));
        }
        Self {
            corners: hull(all),
            radius: f64::from(a.shape.radius()) + f64::from(b.shape.radius()),
        }
    }

    fn sides(&self) -> impl Iterator<Item = [Point; 2]> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&from, &to)| [from, to])
    }

    /// Returns the distance of the two bodies. It is negative if they overlap.
    pub(crate) fn gap(&self) -> f64 {
        let origin = [0.0; 2];
        let mut distance = f64::INFINITY;
        let mut is_inside = self.corners.len() > 2;
        for side in self.sides() {
            distance = distance.min(to_segment(origin, side));
            is_inside &= cross(minus(side[1], side[0]), minus(origin, side[0])) > 0.0;
        }
        let distance = if is_inside { -distance } else { distance };
        distance - self.radius
    }

    /// Returns the fraction of `way` after which the first body touches the other. The first body starts shifted by
    /// `aside` at a right angle to `way`. A rounded polygon is tested as the polygon, a circle around each corner and a
    /// box along each side.
    pub(crate) fn first_touch(&self, way: Vec2, aside: f64) -> Option<f64> {
        // The difference moves by `way`, so that the origin moves the other way relative to it.
        let way = [-f64::from(way.x), -f64::from(way.y)];
        let length = dot(way, way).sqrt();
        let start = [way[1] / length * aside, -way[0] / length * aside];
        let polygon = into_polygon(start, way, &self.corners);
        let circles = self
            .corners
            .iter()
            .map(|&center| into_circle(start, way, center, self.radius));
        let boxes = self
            .sides()
            .filter(|[from, to]| from != to && self.radius > 0.0)
            .map(|side| into_polygon(start, way, &outer_box(side, self.radius)));
        let times = circles.chain(boxes).chain([polygon]).flatten();
        times.min_by(f64::total_cmp)
    }
}

/// Returns the distance of two bodies. It is negative if they overlap.
pub(crate) fn gap(a: &Body, b: &Body) -> f64 {
    Difference::new(a, b).gap()
}

/// Returns the hull of points, by Andrew's monotone chain.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners = half(points.iter().copied());
    let back = half(points.iter().rev().copied());
    // The last corner of each half is the first one of the other.
    corners.pop();
    corners.extend(&back[..back.len() - 1]);
    corners
}

fn half(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut corners: Vec<Point> = Vec::new();
    for point in points {
        while let [.., before, last] = corners[..]
            && cross(minus(last, before), minus(point, last)) <= 0.0
        {
            corners.pop();
        }
        corners.push(point);
    }
    corners
}

/// Returns a box between a side and the same side moved outwards.
fn outer_box([from, to]: [Point; 2], by: f64) -> [Point; 4] {
    let along = minus(to, from);
    let length = dot(along, along).sqrt();
    let outward = if length > 0.0 {
        [along[1] / length, -along[0] / length]
    } else {
        [0.0; 2]
    };
    [
        from,
        shifted(from, outward, by),
        shifted(to, outward, by),
        to,
    ]
}

/// Returns the time at which a ray first touches a polygon. The corners are ordered as in `Difference`.
fn into_polygon(start: Point, way: Point, corners: &[Point]) -> Option<f64> {
    let (mut enter, mut exit) = (0.0_f64, 1.0_f64);
    let mut clip = |from: Point, inward: Point| {
        let (inside, speed) = (dot(minus(start, from), inward), dot(way, inward));
        if speed > 0.0 {
            enter = enter.max(-inside / speed);
        } else if speed < 0.0 {
            exit = exit.min(-inside / speed);
        } else if inside < 0.0 {
            exit = f64::NEG_INFINITY;
        }
    };
    match *corners {
        // A single point is covered by the circle around it.
        [_] => return None,
        [from, to] => {
            let along = minus(to, from);
            let across = [-along[1], along[0]];
            // Clips both directions at the same point, so that rounding cannot separate the two sides.
            clip(from, across);
            clip(from, minus([0.0; 2], across));
            clip(from, along);
            clip(to, minus([0.0; 2], along));
        }
        _ => {
            for (index, &from) in corners.iter().enumerate() {
                let along = minus(corners[(index + 1) % corners.len()], from);
                clip(from, [-along[1], along[0]]);
            }
        }
    }
    (enter <= exit).then_some(enter)
}

fn into_circle(start: Point, way: Point, center: Point, radius: f64) -> Option<f64> {
    let from = minus(start, center);
    let (a, b, c) = (
        dot(way, way),
        dot(from, way),
        dot(from, from) - radius * radius,
    );
    if c <= 0.0 {
        return Some(0.0);
    }
    let under_root = b * b - a * c;
    let time = (-b - under_root.max(0.0).sqrt()) / a;
    (under_root >= 0.0 && (0.0..=1.0).contains(&time)).then_some(time)
}
