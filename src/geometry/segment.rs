//! Line segments.

use glam::Vec2;

use super::Rect;

/// The line segment between two points, both included. If both are equal, it is a point. Coordinates must be finite.
/// Defaults to a point at (0, 0).
///
/// ```
/// use damselfly::geometry::{Rect, Segment};
/// use damselfly::glam::vec2;
///
/// let ray = Segment::new(vec2(0.0, 1.0), vec2(10.0, 1.0));
/// assert!(ray.meets_rect(&Rect::new(vec2(4.0, 0.0), vec2(6.0, 2.0))));
/// assert_eq!(ray.nearest(vec2(3.0, 5.0)), vec2(3.0, 1.0));
/// assert_eq!(ray.distance_to_point(vec2(3.0, 5.0)), 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// One end, in world units.
    pub start: Vec2,
    /// The other end, in world units.
    pub end: Vec2,
}

impl Segment {
    /// Returns the segment from `start` to `end`, both in world units.
    pub fn new(start: Vec2, end: Vec2) -> Self {
        Self { start, end }
    }

    /// Returns the distance between the ends, in world units.
    pub fn length(&self) -> f32 {
        self.start.distance(self.end)
    }

    /// Returns the smallest box around the segment.
    pub fn bounds(&self) -> Rect {
        Rect::new(self.start, self.end)
    }

    /// Returns whether two segments share a point. A touching end is enough, since a line has no inside. Exact for
    /// integer coordinates up to 1000.
    pub fn meets(&self, other: &Self) -> bool {
        // Rejects collinear segments that are apart. The test below would accept them, because each lies on the
        // other's line.
        if self.bounds().intersection(&other.bounds()).is_none() {
            return false;
        }
        straddles(self, other.start, other.end) && straddles(other, self.start, self.end)
    }

    /// Returns whether part of the segment is inside the box. Lying on an edge or touching a corner is not enough.
    pub fn meets_rect(&self, rect: &Rect) -> bool {
        if !self.bounds().overlaps(rect) {
            return false;
        }
        // A point has no direction: all corners would lie on its line.
        if self.start == self.end {
            return rect.contains_inside(self.start);
        }
        // Separating axis test: the bounds above have tested the box's two axes. The segment's own axis is left.
        let sides = rect.corners().map(|corner| side(self, corner));
        let lowest = sides.into_iter().fold(f32::INFINITY, f32::min);
        let highest = sides.into_iter().fold(f32::NEG_INFINITY, f32::max);
        lowest < 0.0 && 0.0 < highest
    }

    /// Returns the point of the segment that is nearest to `point`, both in world units.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.end - self.start;
        let length_squared = along.length_squared();
        if length_squared > 0.0 {
            let share = (point - self.start).dot(along) / length_squared;
            self.start + along * share.clamp(0.0, 1.0)
        } else {
            self.start
        }
    }

    /// Returns the shortest distance to the point, in world units.
    pub fn distance_to_point(&self, point: Vec2) -> f32 {
        self.nearest(point).distance(point)
    }

    /// Returns the shortest distance between two segments, in world units. 0 if they meet.
    pub fn distance(&self, other: &Self) -> f32 {
        if self.meets(other) {
            return 0.0;
        }
        let ends = [
            self.distance_to_point(other.start),
            self.distance_to_point(other.end),
            other.distance_to_point(self.start),
            other.distance_to_point(self.end),
        ];
        ends.into_iter().fold(f32::INFINITY, f32::min)
    }
}

/// Returns the side of the segment's line on which a point lies: positive on the right of its direction (clockwise on
/// screen), 0 on the line.
fn side(segment: &Segment, point: Vec2) -> f32 {
    // Coordinates up to 1000 differ by up to 2000, so this is at most 8 000 000 and exact: floats have 24 bits.
    (segment.end - segment.start).perp_dot(point - segment.start)
}

/// Returns whether the two points are not both on the same side of the line.
fn straddles(segment: &Segment, a: Vec2, b: Vec2) -> bool {
    let (a, b) = (side(segment, a), side(segment, b));
    (a <= 0.0 && b >= 0.0) || (a >= 0.0 && b <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;
    use proptest::prelude::*;

    fn segment(x0: f32, y0: f32, x1: f32, y1: f32) -> Segment {
        Segment::new(vec2(x0, y0), vec2(x1, y1))
    }

    #[test]
    fn an_end_that_touches_is_enough_for_segments() {
        let wall = segment(0.0, 0.0, 4.0, 0.0);
        assert!(wall.meets(&segment(2.0, -1.0, 2.0, 1.0)), "a crossing");
        assert!(wall.meets(&segment(2.0, 0.0, 2.0, 1.0)), "a T");
        assert!(wall.meets(&segment(4.0, 0.0, 9.0, 9.0)), "an end on an end");
        assert!(wall.meets(&segment(3.0, 0.0, 9.0, 0.0)), "along each other");
        assert!(
            !wall.meets(&segment(5.0, 0.0, 9.0, 0.0)),
            "on one line, apart"
        );
        assert!(!wall.meets(&segment(0.0, 1.0, 4.0, 1.0)), "side by side");
        assert!(wall.meets(&segment(1.0, 0.0, 1.0, 0.0)), "a point on it");
        assert!(!wall.meets(&segment(f32::NAN, 0.0, 1.0, 0.0)));
    }

    #[test]
    fn a_segment_along_an_edge_does_not_meet_the_box() {
        let cell = Rect::new(vec2(0.0, 0.0), vec2(2.0, 2.0));
        assert!(!segment(-1.0, 0.0, 3.0, 0.0).meets_rect(&cell), "an edge");
        assert!(!segment(-1.0, 1.0, 1.0, -1.0).meets_rect(&cell), "a corner");
        assert!(!segment(-1.0, 1.0, 0.0, 1.0).meets_rect(&cell), "an end");
        assert!(segment(-1.0, 1.0, 0.1, 1.0).meets_rect(&cell), "into it");
        assert!(
            segment(-1.0, -1.0, 3.0, 3.0).meets_rect(&cell),
            "through corners"
        );
        assert!(segment(0.5, 0.5, 1.5, 1.0).meets_rect(&cell), "within");
        assert!(
            segment(1.0, 1.0, 1.0, 1.0).meets_rect(&cell),
            "a point within"
        );
        assert!(
            !segment(1.0, 0.0, 1.0, 0.0).meets_rect(&cell),
            "a point on its edge"
        );
        let point = Rect::point(vec2(1.0, 1.0));
        assert!(
            !segment(0.0, 0.0, 2.0, 2.0).meets_rect(&point),
            "a point has no inside"
        );
    }

    #[test]
    fn distances_are_to_the_nearest_point() {
        let wall = segment(0.0, 0.0, 4.0, 0.0);
        assert_eq!(wall.distance_to_point(vec2(2.0, -3.0)), 3.0);
        assert_eq!(wall.distance_to_point(vec2(7.0, 4.0)), 5.0);
        assert_eq!(wall.nearest(vec2(9.0, 9.0)), vec2(4.0, 0.0));
        assert_eq!(wall.distance(&segment(1.0, 2.0, 3.0, 5.0)), 2.0);
        assert_eq!(wall.distance(&segment(1.0, -2.0, 3.0, 5.0)), 0.0);
        let point = segment(1.0, 1.0, 1.0, 1.0);
        assert_eq!(
            (point.length(), point.distance_to_point(vec2(1.0, 3.0))),
            (0.0, 2.0)
        );
    }

    fn small() -> impl Strategy<Value = [i64; 4]> {
        [0..7i64, 0..7, 0..7, 0..7]
    }

    fn from([x0, y0, x1, y1]: [i64; 4]) -> Segment {
        segment(x0 as f32, y0 as f32, x1 as f32, y1 as f32)
    }

    /// Returns whether two segments share a point, by exact fractions: solves for the parameters of both lines.
    fn share_a_point(a: [i64; 4], b: [i64; 4]) -> bool {
        let cross = |u: [i64; 2], v: [i64; 2]| u[0] * v[1] - u[1] * v[0];
        let u = [a[2] - a[0], a[3] - a[1]];
        let v = [b[2] - b[0], b[3] - b[1]];
        let w = [b[0] - a[0], b[1] - a[1]];
        let denominator = cross(u, v);
        if denominator != 0 {
            let sign = denominator.signum();
            let within = |numerator: i64| (0..=denominator.abs()).contains(&(numerator * sign));
            return within(cross(w, v)) && within(cross(w, u));
        }
        let on = |s: [i64; 4], x: i64, y: i64| {
            cross([s[2] - s[0], s[3] - s[1]], [x - s[0], y - s[1]]) == 0
                && (s[0].min(s[2])..=s[0].max(s[2])).contains(&x)
                && (s[1].min(s[3])..=s[1].max(s[3])).contains(&y)
        };
        on(a, b[0], b[1]) || on(a, b[2], b[3]) || on(b, a[0], a[1]) || on(b, a[2], a[3])
    }

    /// Returns whether part of the segment is inside the box, by testing all points at multiples of 1/840 of its
    /// length. The segment crosses the lines of the edges at fractions with denominators up to 6, so a tested point
    /// lies between any two crossings.
    fn enters(a: [i64; 4], rect: [i64; 4]) -> bool {
        (0..=840).any(|t| {
            let x = 840 * a[0] + t * (a[2] - a[0]);
            let y = 840 * a[1] + t * (a[3] - a[1]);
            let strictly = |v, p: i64, q: i64| 840 * p.min(q) < v && v < 840 * p.max(q);
            strictly(x, rect[0], rect[2]) && strictly(y, rect[1], rect[3])
        })
    }

    proptest! {
        #[test]
        fn segments_meet_if_they_share_a_point(a in small(), b in small()) {
            prop_assert_eq!(from(a).meets(&from(b)), share_a_point(a, b));
            prop_assert_eq!(from(b).meets(&from(a)), share_a_point(a, b));
        }

        #[test]
        fn a_segment_meets_a_box_if_a_point_of_it_is_inside(a in small(), b in small()) {
            prop_assume!(b[0] != b[2] && b[1] != b[3]);
            prop_assert_eq!(from(a).meets_rect(&from(b).bounds()), enters(a, b));
        }
    }
}
