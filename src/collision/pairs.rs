//! Tests of two shapes: intersection, distance and contact.

use glam::{DVec2, Vec2};

use super::box_frame::BoxFrame;
use super::boxes::box_contact;
use super::contact::{Contact, contact_of, single};
use super::epa::{Side, penetration};
use super::gjk::Gjk;
use super::nearest::NearestPoints;
use super::shape::PlacedShape;
use super::vector::{between, length, normalized};
use crate::geometry::Rect;

/// The distance and the nearest points of two shapes: returned by [`closest_points`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The distance in world units. 0 if the shapes meet.
    pub distance: f32,
    /// The nearest point of each shape, in world units. If the shapes meet, both are the same common point.
    pub points: [Vec2; 2],
}

/// Returns whether two shapes share a point. Touching shapes do. Returns false if a coordinate is not finite.
///
/// ```
/// use damselfly::collision::{Shape, intersects};
/// use damselfly::glam::vec2;
///
/// let square = Shape::rect(vec2(2.0, 2.0));
/// assert!(intersects(square.at(vec2(0.0, 0.0)), square.at(vec2(2.0, 1.0))));
/// assert!(!intersects(square.at(vec2(0.0, 0.0)), square.at(vec2(2.5, 1.0))));
/// ```
#[inline]
pub fn intersects(a: PlacedShape<'_>, b: PlacedShape<'_>) -> bool {
    if a.shape.is_circle() && b.shape.is_circle() {
        circles_meet(a, b)
    } else {
        cores_meet(a, b)
    }
}

#[inline]
fn circles_meet(a: PlacedShape<'_>, b: PlacedShape<'_>) -> bool {
    let reach = a.reach(b);
    let between = NearestPoints::of_points(a, b).between;
    // The second condition excludes infinite radii.
    between.length_squared() <= reach * reach && reach < f64::INFINITY
}

fn cores_meet(a: PlacedShape<'_>, b: PlacedShape<'_>) -> bool {
    let reach = a.reach(b);
    if !reach.is_finite() {
        return false;
    }
    if let Some(nearest) = NearestPoints::in_closed_form(a, b) {
        return nearest.between.length_squared() <= reach * reach;
    }
    if reach == 0.0
        && let (Some(one), Some(other)) = (BoxFrame::of(a.shape), BoxFrame::of(b.shape))
    {
        return one.meets(&other, between(a.position, b.position));
    }
    let mut search = Gjk::within(reach, a, b);
    search.run() || search.between().length_squared() <= reach * reach
}

/// Returns the distance of two shapes in world units: 0 if they meet, infinity if a coordinate is not finite.
///
/// ```
/// use damselfly::collision::{Shape, distance};
/// use damselfly::glam::vec2;
///
/// let ball = Shape::circle(2.0);
/// assert_eq!(distance(ball.at(vec2(0.0, 0.0)), ball.at(vec2(10.0, 0.0))), 6.0);
/// ```
#[inline]
pub fn distance(a: PlacedShape<'_>, b: PlacedShape<'_>) -> f32 {
    if a.shape.is_circle() && b.shape.is_circle() {
        gap(NearestPoints::of_points(a, b).between, a.reach(b))
    } else {
        distance_of_cores(a, b)
    }
}

fn distance_of_cores(a: PlacedShape<'_>, b: PlacedShape<'_>) -> f32 {
    let reach = a.reach(b);
    if !reach.is_finite() {
        return f32::INFINITY;
    }
    if let Some(nearest) = NearestPoints::in_closed_form(a, b) {
        return gap(nearest.between, reach);
    }
    if let (Some(one), Some(other)) = (BoxFrame::of(a.shape), BoxFrame::of(b.shape)) {
        let offset = between(a.position, b.position);
        let apart = one.distance(&other, offset);
        return single((apart - reach).max(0.0));
    }
    let mut search = Gjk::new(a, b);
    if search.run() {
        return 0.0;
    }
    gap(search.between(), reach)
}

/// Subtracts both radii from the distance of two cores.
#[inline]
fn gap(between: DVec2, reach: f64) -> f32 {
    if reach < f64::INFINITY {
        single((length(between) - reach).max(0.0))
    } else {
        f32::INFINITY
    }
}

/// Returns the nearest points of two shapes, and their distance, which is infinity if a coordinate is not finite.
///
/// ```
/// use damselfly::collision::{Shape, closest_points};
/// use damselfly::glam::vec2;
///
/// let (ball, wall) = (Shape::circle(2.0), Shape::rect(vec2(1.0, 10.0)));
/// let closest = closest_points(ball.at(vec2(0.0, 0.0)), wall.at(vec2(5.0, 3.0)));
/// assert_eq!(closest.points, [vec2(2.0, 0.0), vec2(4.5, 0.0)]);
/// assert_eq!(closest.distance, 2.5);
/// ```
pub fn closest_points(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Separation {
    if !a.reach(b).is_finite() {
        return Separation {
            distance: f32::INFINITY,
            points: [a.position, b.position],
        };
    }
    let NearestPoints { point, between } = NearestPoints::of(a, b);
    let radii = [f64::from(a.shape.radius()), f64::from(b.shape.radius())];
    let apart = length(between);
    let gap = apart - radii[0] - radii[1];
    // Unit vector from the second shape to the first. Zero if the cores meet.
    let direction = if apart > 0.0 {
        between * (1.0 / apart)
    } else {
        DVec2::ZERO
    };
    let [from, to] = if gap > 0.0 {
        [radii[0], apart - radii[1]]
    } else {
        // The middle of the overlap along the line through the cores' nearest points.
        let from = (apart - radii[1]).max(-radii[0]);
        let to = (apart + radii[1]).min(radii[0]);
        [(from + to) * 0.5; 2]
    };
    let start = point + DVec2::from(a.position);
    Separation {
        distance: single(gap.max(0.0)),
        points: [
            (start - direction * from).as_vec2(),
            (start - direction * to).as_vec2(),
        ],
    }
}

/// Returns how two shapes overlap, in world units. The first one came by `movement`. Returns `None` if they only touch
/// or are apart, or if a coordinate is not finite.
///
/// ```
/// use damselfly::collision::{Shape, contact};
/// use damselfly::glam::{Vec2, vec2};
///
/// let (ball, wall) = (Shape::circle(2.0), Shape::rect(vec2(1.0, 10.0)));
/// let contact = contact(ball.at(vec2(0.0, 0.0)), vec2(1.0, 0.0), wall.at(vec2(2.0, 0.0))).unwrap();
/// assert_eq!((contact.normal, contact.depth), (Vec2::NEG_X, 0.5));
/// ```
pub fn contact(a: PlacedShape<'_>, movement: Vec2, b: PlacedShape<'_>) -> Option<Contact> {
    let reach = a.reach(b);
    if !reach.is_finite() {
        return None;
    }
    if let (Some(moving), Some(other)) = (a.shape.as_rect(), b.shape.as_rect()) {
        // The contact is computed relative to the second shape. In world coordinates far from 0, rounding could make a
        // small box's width 0.
        let offset = between(b.position, a.position);
        let met = box_contact(shifted(moving, offset), movement, other)?;
        let in_world = |point: Vec2| (DVec2::from(point) + DVec2::from(b.position)).as_vec2();
        return Some(Contact {
            position: in_world(met.position),
            points: met.points.map(in_world),
            ..met
        });
    }
    let way_out = if a.shape.is_circle() || b.shape.is_circle() {
        of_circle(a, movement, b, reach)
    } else {
        None
    };
    let way_out = match way_out {
        Some(known) => known,
        None => by_search(a, movement, b, reach)?,
    };
    let Side { depth, normal } = way_out;
    // Rounds first: shapes with a depth that rounds to 0 only touch.
    (single(depth) > 0.0).then(|| contact_of(a, b, normal, depth))
}

/// Returns a moved box. Each side is rounded once.
fn shifted(area: Rect, by: DVec2) -> Rect {
    let moved = |corner: Vec2| (DVec2::from(corner) + by).as_vec2();
    Rect {
        min: moved(area.min),
        max: moved(area.max),
    }
}

/// Returns the normal for shapes that determine none: against the first shape's movement, or up without a movement.
fn back(movement: Vec2) -> DVec2 {
    let back = normalized(-DVec2::from(movement));
    back.unwrap_or(DVec2::new(0.0, -1.0))
}

/// Returns the first shape's shortest way out of the second one in closed form, or `None` for pairs without one. One of
/// the two shapes is a circle. A depth of 0 or less is not an overlap.
fn of_circle(a: PlacedShape<'_>, movement: Vec2, b: PlacedShape<'_>, reach: f64) -> Option<Side> {
    let offset = between(a.position, b.position);
    let NearestPoints { point, between } = NearestPoints::in_closed_form(a, b)?;
    let squared = between.length_squared();
    if squared > 0.0 {
        let apart = squared.sqrt();
        return Some(Side {
            depth: reach - apart,
            normal: between * (1.0 / apart),
        });
    }
    let back = back(movement);
    if a.shape.is_circle() && b.shape.is_circle() {
        return Some(Side {
            depth: reach,
            normal: back,
        });
    }
    let Side { depth, normal } = if a.shape.is_circle() {
        BoxFrame::of(b.shape)?.nearest_side(point - offset, back)
    } else {
        let side = BoxFrame::of(a.shape)?.nearest_side(point, -back);
        Side {
            normal: -side.normal,
            ..side
        }
    };
    Some(Side {
        depth: depth + reach,
        normal,
    })
}

/// Returns the first shape's shortest way out of the second one: by GJK if the cores are apart, otherwise by EPA.
/// `None` if the cores are apart by at least the sum of both radii.
fn by_search(a: PlacedShape<'_>, movement: Vec2, b: PlacedShape<'_>, reach: f64) -> Option<Side> {
    let mut search = Gjk::within(reach, a, b);
    let between = if search.run() {
        DVec2::ZERO
    } else {
        search.between()
    };
    let apart = length(between);
    if apart >= reach && apart > 0.0 {
        return None;
    }
    Some(match normalized(between) {
        Some(normal) => Side {
            depth: reach - apart,
            normal,
        },
        None => {
            let side = penetration(&search, -back(movement));
            Side {
                depth: side.depth + reach,
                normal: -side.normal,
            }
        }
    })
}
