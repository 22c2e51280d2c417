//! Circles.

use glam::Vec2;

use super::{Rect, Segment};

/// A filled circle, in world units. A circle without a radius is a point; a negative radius counts as 0. Defaults to a
/// point at (0, 0).
///
/// ```
/// use damselfly::geometry::{Circle, Rect, Segment};
/// use damselfly::glam::vec2;
///
/// let circle = Circle::new(vec2(0.0, 0.0), 2.0);
/// assert!(circle.contains(vec2(0.0, 2.0)));
/// assert!(circle.meets_segment(&Segment::new(vec2(-3.0, 1.0), vec2(3.0, 1.0))));
/// // Touching does not count as overlapping.
/// assert!(!circle.overlaps_rect(&Rect::new(vec2(2.0, -1.0), vec2(4.0, 1.0))));
/// ```
#[doc(alias = "BoundingCircle")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Circle {
    /// Centre, in world units.
    pub center: Vec2,
    /// Radius, in world units.
    pub radius: f32,
}

impl Circle {
    /// Returns a circle around `center`; both in world units.
    pub fn new(center: Vec2, radius: f32) -> Self {
        Self { center, radius }
    }

    /// Returns the smallest box around the circle.
    pub fn bounds(&self) -> Rect {
        Rect::centered(self.center, Vec2::splat(self.radius.max(0.0) * 2.0))
    }

    /// Returns whether a point, in world units, is inside the circle or on its edge.
    pub fn contains(&self, point: Vec2) -> bool {
        let radius = self.radius.max(0.0);
        self.center.distance_squared(point) <= radius * radius
    }

    /// Returns whether two circles share more than their edges. A circle without a radius is a point: it overlaps the
    /// circles that contain it inside their edges.
    pub fn overlaps(&self, other: &Self) -> bool {
        let reach = self.radius.max(0.0) + other.radius.max(0.0);
        self.center.distance_squared(other.center) < reach * reach
    }

    /// Returns whether the circle and a box share more than their edges. A circle without a radius is a point: it
    /// overlaps the boxes that contain it inside their edges.
    pub fn overlaps_rect(&self, rect: &Rect) -> bool {
        let radius = self.radius.max(0.0);
        let nearest = rect.nearest(self.center);
        // The first test is for a circle without a radius, because no distance is below 0. The last test rejects a box
        // with swapped corners or NaN, whose nearest point is meaningless.
        rect.contains_inside(self.center)
            || nearest.distance_squared(self.center) < radius * radius && rect.contains(nearest)
    }

    /// Returns whether part of the segment is inside the circle. Touching the edge is not enough.
    pub fn meets_segment(&self, segment: &Segment) -> bool {
        let radius = self.radius.max(0.0);
        let nearest = segment.nearest(self.center);
        nearest.distance_squared(self.center) < radius * radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;
    use proptest::prelude::*;

    fn circle(x: f32, y: f32, radius: f32) -> Circle {
        Circle::new(vec2(x, y), radius)
    }

    #[test]
    fn touching_is_not_overlapping() {
        let one = circle(0.0, 0.0, 1.0);
        assert!(!one.overlaps(&circle(3.0, 0.0, 2.0)));
        assert!(one.overlaps(&circle(2.9, 0.0, 2.0)));
        let cell = Rect::new(vec2(1.0, -1.0), vec2(2.0, 1.0));
        assert!(!one.overlaps_rect(&cell), "an edge");
        assert!(one.overlaps_rect(&cell.translated(vec2(-0.1, 0.0))));
        assert!(
            !circle(-3.0, -5.0, 5.0).overlaps_rect(&Rect::new(vec2(0.0, -1.0), vec2(4.0, 4.0))),
            "a corner"
        );
        assert!(!one.meets_segment(&Segment::new(vec2(-1.0, 1.0), vec2(1.0, 1.0))));
        assert!(one.meets_segment(&Segment::new(vec2(-1.0, 0.9), vec2(1.0, 0.9))));
    }

    #[test]
    fn a_circle_without_radius_is_a_point() {
        let cell = Rect::new(vec2(0.0, 0.0), vec2(2.0, 2.0));
        for radius in [0.0, -5.0] {
            assert!(circle(1.0, 1.0, radius).overlaps_rect(&cell));
            assert!(!circle(0.0, 1.0, radius).overlaps_rect(&cell));
            assert!(!circle(3.0, 1.0, radius).overlaps_rect(&cell));
            assert!(circle(1.0, 1.0, radius).contains(vec2(1.0, 1.0)));
            assert!(!circle(1.0, 1.0, radius).overlaps(&circle(1.0, 1.0, 0.0)));
            assert!(circle(1.0, 1.0, radius).overlaps(&circle(2.0, 1.0, 3.0)));
        }
    }

    #[test]
    fn a_circle_around_a_point_overlaps_it() {
        assert!(circle(0.0, 0.0, 2.0).overlaps_rect(&Rect::point(vec2(1.0, 0.0))));
        assert!(!circle(0.0, 0.0, 2.0).overlaps_rect(&Rect::point(vec2(2.0, 0.0))));
    }

    #[test]
    fn a_circle_with_a_nan_overlaps_nothing() {
        let bad = circle(f32::NAN, 0.0, 1.0);
        let cell = Rect::new(vec2(-9.0, -9.0), vec2(9.0, 9.0));
        assert!(!bad.overlaps_rect(&cell) && !bad.overlaps(&circle(0.0, 0.0, 9.0)));
        let endless = circle(0.0, 0.0, f32::NAN);
        assert!(!endless.overlaps_rect(&cell.translated(vec2(10.0, 0.0))));
    }

    proptest! {
        // With integer centres and edges, the nearest point of a box has integer coordinates, too. Testing all points
        // with integer coordinates is therefore enough.
        #[test]
        fn a_circle_overlaps_a_box_within_its_radius(
            c in [-5..15i16, -5..15], radius in 1..8i16, r in [0..10i16, 0..10, 0..10, 0..10],
        ) {
            let rect = Rect::new(vec2(r[0].into(), r[1].into()), vec2(r[2].into(), r[3].into()));
            let near = (0..10i16).flat_map(|x| (0..10i16).map(move |y| (x, y))).any(|(x, y)| {
                rect.contains(vec2(x.into(), y.into()))
                    && (x - c[0]) * (x - c[0]) + (y - c[1]) * (y - c[1]) < radius * radius
            });
            let circle = circle(c[0].into(), c[1].into(), radius.into());
            prop_assert_eq!(circle.overlaps_rect(&rect), near);
            let diagonal = Segment::new(rect.min, rect.min);
            prop_assert_eq!(circle.meets_segment(&diagonal), circle.contains(rect.min) && circle.center.distance_squared(rect.min) < circle.radius * circle.radius);
            prop_assert!(circle.bounds().contains(circle.center));
        }
    }
}
