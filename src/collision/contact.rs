//! Contacts: how two shapes overlap, and where touching shapes touch.

use glam::{DVec2, Vec2};

use super::shape::{PlacedShape, Shape};
use super::vector::between;

/// How two shapes overlap: returned by [`contact`](super::contact()).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The middle of the overlap, in world units.
    pub position: Vec2,
    /// The direction from the second shape towards the first, with a length of 1: the shortest way out. If two ways out
    /// of a box are equally short, the one against the first box's movement. For a circle in the middle of a square it is
    /// along x.
    pub normal: Vec2,
    /// The distance that the first shape has to move along the normal until both only touch, in world units.
    pub depth: f32,
    /// The ends of the touching line, in world units. Both are the same point, unless two straight sides touch.
    pub points: [Vec2; 2],
}

/// Sine of the largest angle between a side and the perpendicular of the contact normal. Up to this angle, the whole
/// side touches; beyond it, only a corner.
const PARALLEL: f64 = 1e-4;

/// Returns the ends of the line along which two shapes touch, relative to the first one's position. `normal` points
/// from the second to the first. `offset` leads from the first one's position to the second one's. If the shapes
/// overlap, the line is midway between both surfaces.
pub(super) fn touching(first: &Shape, second: &Shape, offset: DVec2, normal: DVec2) -> [DVec2; 2] {
    let one = TouchingSide::of(first, -normal, DVec2::ZERO);
    let other = TouchingSide::of(second, normal, offset);
    let along = normal.perp();
    let [one_span, other_span] = [one.span(along), other.span(along)];
    let from = one_span[0].max(other_span[0]);
    let to = one_span[1].min(other_span[1]);
    let height = (one.height(normal) + other.height(normal)) * 0.5;
    let at = |place: f64| along * place + normal * height;
    if from <= to {
        return [at(from), at(to)];
    }
    // The corners or sides have no line in common, because of rounding or because a rounded shape touches at an angle.
    let middle = at((from + to) * 0.5);
    [middle, middle]
}

/// Like [`touching`], if one shape is a circle; otherwise `None`. The result is a point on the line through the
/// circle's centre along `normal`, halfway into an overlap of this `depth`.
#[inline]
pub(super) fn of_circle(
    first: &Shape,
    second: &Shape,
    offset: DVec2,
    normal: DVec2,
    depth: f64,
) -> Option<DVec2> {
    let into = |shape: &Shape| normal * (f64::from(shape.radius()) - depth * 0.5);
    if first.is_circle() {
        Some(first.corner(0) - into(first))
    } else if second.is_circle() {
        Some(second.corner(0) + offset + into(second))
    } else {
        None
    }
}

/// The corner or the side of a shape that is furthest in a direction, radius included.
struct TouchingSide {
    ends: [DVec2; 2],
}

impl TouchingSide {
    fn of(shape: &Shape, direction: DVec2, offset: DVec2) -> Self {
        let out = offset + direction * f64::from(shape.radius());
        let best = shape.support(direction);
        let last = shape.corners().len() - 1;
        let next = if best == last { 0 } else { best + 1 };
        let before = if best == 0 { last } else { best - 1 };
        let corner = shape.corner(best);
        let is_level = |end: DVec2| {
            let side = end - corner;
            let off = side.dot(direction);
            off * off <= PARALLEL * PARALLEL * side.length_squared() && end != corner
        };
        let (next, before) = (shape.corner(next), shape.corner(before));
        let end = if is_level(next) {
            next
        } else if is_level(before) {
            before
        } else {
            corner
        };
        Self {
            ends: [corner + out, end + out],
        }
    }

    fn span(&self, along: DVec2) -> [f64; 2] {
        let (a, b) = (self.ends[0].dot(along), self.ends[1].dot(along));
        [a.min(b), a.max(b)]
    }

    fn height(&self, normal: DVec2) -> f64 {
        (self.ends[0].dot(normal) + self.ends[1].dot(normal)) * 0.5
    }
}

/// Returns the contact of two placed shapes with a known normal and depth.
pub(super) fn contact_of(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    normal: DVec2,
    depth: f64,
) -> Contact {
    let offset = between(a.position, b.position);
    let start = DVec2::from(a.position);
    let [from, to] = match of_circle(a.shape, b.shape, offset, normal, depth) {
        Some(point) => [point; 2],
        None => touching(a.shape, b.shape, offset, normal),
    };
    let middle = (from + to) * 0.5;
    Contact {
        position: (start + middle).as_vec2(),
        normal: normal.as_vec2(),
        depth: single(depth),
        points: [(start + from).as_vec2(), (start + to).as_vec2()],
    }
}

/// Rounds a number to `f32`.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
pub(super) fn single(number: f64) -> f32 {
    number as f32
}
