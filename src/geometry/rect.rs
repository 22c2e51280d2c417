//! Axis-aligned boxes.

use glam::{Vec2, Vec4};

use crate::base::checksum::summed;

/// An axis-aligned box, from its top left corner `min` to its bottom right corner `max`. Defaults to a point at (0, 0).
///
/// The constructors order the corners, so that `min` is at most `max` on both axes. A box with swapped corners
/// contains and overlaps nothing.
///
/// ```
/// use damselfly::geometry::Rect;
/// use damselfly::glam::vec2;
///
/// let room = Rect::from_size(vec2(0.0, 0.0), vec2(10.0, 5.0));
/// let table = Rect::centered(vec2(10.0, 2.0), vec2(4.0, 2.0));
/// assert!(room.overlaps(&table) && !room.contains_rect(&table));
/// assert_eq!(room.intersection(&table).unwrap().width(), 2.0);
/// ```
#[doc(alias("aabb", "Aabb2d", "bounding box", "Box", "Rect2"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left and top edge, in world units.
    pub min: Vec2,
    /// The right and bottom edge, in world units.
    pub max: Vec2,
}

summed!(Rect: min, max);

impl Rect {
    /// The empty box: it overlaps nothing, and its union with another box is that box.
    pub(crate) const NOTHING: Self = Self {
        min: Vec2::INFINITY,
        max: Vec2::NEG_INFINITY,
    };

    /// Returns the box between two opposite corners, in world units and in any order.
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self {
            min: a.min(b),
            max: a.max(b),
        }
    }

    /// Returns the box with its upper left corner at `position` and this size, both in world units.
    pub fn from_size(position: Vec2, size: Vec2) -> Self {
        Self::new(position, position + size)
    }

    /// Returns the box of this size around `center`, both in world units.
    pub fn centered(center: Vec2, size: Vec2) -> Self {
        let half = size * 0.5;
        Self::new(center - half, center + half)
    }

    /// Returns the box without a size at `position`, in world units.
    pub fn point(position: Vec2) -> Self {
        Self {
            min: position,
            max: position,
        }
    }

    /// Returns the smallest box around all points, in world units. `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        let boxes = points.into_iter().map(Self::point);
        boxes.reduce(Self::union)
    }

    /// Returns the width, in world units.
    pub fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    /// Returns the height, in world units.
    pub fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    /// Returns the width and height, in world units.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Returns the point in the middle, in world units.
    pub fn center(&self) -> Vec2 {
        self.min + self.size() * 0.5
    }

    /// Returns the corners in world units: top left, top right, bottom right, bottom left.
    pub fn corners(&self) -> [Vec2; 4] {
        let Self { min, max } = *self;
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
    }

    /// Returns whether a point, in world units, is inside or on an edge. A point contains itself.
    pub fn contains(&self, point: Vec2) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns whether a point, in world units, is inside and not on an edge. In other words, whether a box without a
    /// size at that point overlaps this box.
    pub fn contains_inside(&self, point: Vec2) -> bool {
        self.min.cmplt(point).all() && point.cmplt(self.max).all()
    }

    /// Returns whether no part of the other box is outside. Edges may touch. A box contains itself.
    pub fn contains_rect(&self, other: &Self) -> bool {
        let low = Vec4::from((self.min, other.max));
        let high = Vec4::from((other.min, self.max));
        low.cmple(high).all() && other.min.cmple(other.max).all()
    }

    /// Returns whether two boxes share more than their edges. A point overlaps a box if it is inside, but not if it is
    /// on an edge. Two points never overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        // The comparisons are strict, so that neighbouring cells of a grid do not overlap. They are exact, and false
        // for NaN. All four are made at once, because separate branches would be unpredictable.
        let begins = Vec4::from((self.min, other.min));
        begins.cmplt(Vec4::from((other.max, self.max))).all()
    }

    /// Returns whether two boxes have a point in common, including edges and boxes without an area.
    pub(crate) fn touches(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns the intersection, without width or height where the boxes only touch. `None` if they are apart.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let min = self.min.max(other.min);
        let max = self.max.min(other.max);
        min.cmple(max).all().then_some(Self { min, max })
    }

    /// Returns the smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Returns the box moved by an offset in world units.
    #[must_use]
    pub fn translated(self, by: Vec2) -> Self {
        Self {
            min: self.min + by,
            max: self.max + by,
        }
    }

    /// Returns the box with every edge moved outwards by this many world units. A negative number moves edges inwards,
    /// at most to the centre.
    #[must_use]
    pub fn expanded(self, by: f32) -> Self {
        let center = self.center();
        // Edges move at most to the centre, because a box with swapped corners would overlap nothing.
        Self {
            min: (self.min - by).min(center),
            max: (self.max + by).max(center),
        }
    }

    /// Returns the point of the box that is nearest to `point`, both in world units.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        // `Vec2::clamp` is not used, because it panics for a box with swapped corners if glam's assertions are enabled.
        point.max(self.min).min(self.max)
    }

    /// Returns the distance from the box to a point, in world units. 0 inside.
    pub fn distance_to_point(&self, point: Vec2) -> f32 {
        self.nearest(point).distance(point)
    }

    /// Returns the shortest distance between two boxes, in world units. 0 if they touch or overlap.
    pub fn distance(&self, other: &Self) -> f32 {
        let gap = (other.min - self.max)
            .max(self.min - other.max)
            .max(Vec2::ZERO);
        gap.length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;
    use proptest::prelude::*;

    fn rect(x0: f32, y0: f32, x1: f32, y1: f32) -> Rect {
        Rect::new(vec2(x0, y0), vec2(x1, y1))
    }

    #[test]
    fn constructors_accept_corners_in_any_order() {
        let expected = Rect {
            min: vec2(1.0, 2.0),
            max: vec2(4.0, 6.0),
        };
        assert_eq!(rect(4.0, 2.0, 1.0, 6.0), expected);
        assert_eq!(Rect::from_size(vec2(1.0, 2.0), vec2(3.0, 4.0)), expected);
        assert_eq!(Rect::from_size(vec2(4.0, 6.0), vec2(-3.0, -4.0)), expected);
        assert_eq!(Rect::centered(vec2(2.5, 4.0), vec2(3.0, 4.0)), expected);
        assert_eq!(Rect::around(expected.corners()), Some(expected));
        assert_eq!(Rect::around([]), None);
        assert_eq!(expected.size(), vec2(expected.width(), expected.height()));
        assert_eq!(expected.center(), vec2(2.5, 4.0));
    }

    #[test]
    fn touching_is_not_overlapping() {
        let cell = rect(0.0, 0.0, 1.0, 1.0);
        assert!(!cell.overlaps(&cell.translated(vec2(1.0, 0.0))));
        assert!(!cell.overlaps(&cell.translated(vec2(1.0, 1.0))));
        assert!(cell.overlaps(&cell.translated(vec2(0.999, -0.999))));
        assert!(cell.overlaps(&cell));
    }

    #[test]
    fn a_point_overlaps_the_box_it_is_inside_of_and_no_edge() {
        let cell = rect(0.0, 0.0, 2.0, 2.0);
        for (x, y, overlaps) in [
            (1.0, 1.0, true),
            (0.0, 1.0, false),
            (2.0, 2.0, false),
            (3.0, 1.0, false),
        ] {
            let point = Rect::point(vec2(x, y));
            assert_eq!(point.overlaps(&cell), overlaps, "{x} {y}");
            assert_eq!(cell.overlaps(&point), overlaps, "{x} {y}");
            assert_eq!(cell.contains_inside(point.min), overlaps, "{x} {y}");
        }
        let point = Rect::point(vec2(1.0, 1.0));
        assert!(!point.overlaps(&point));
        assert!(point.contains(point.min) && point.contains_rect(&point));
    }

    #[test]
    fn a_box_with_a_nan_overlaps_and_contains_nothing() {
        let all = rect(f32::MIN, f32::MIN, f32::MAX, f32::MAX);
        for bad in [vec2(f32::NAN, 0.0), vec2(0.0, f32::NAN)] {
            let bad_box = Rect {
                min: bad,
                max: vec2(1.0, 1.0),
            };
            assert!(!all.contains(bad) && !all.contains_inside(bad));
            assert!(!all.overlaps(&bad_box) && !bad_box.overlaps(&all));
            assert!(!all.contains_rect(&bad_box) && !bad_box.contains_rect(&all));
        }
    }

    #[test]
    fn a_box_inside_out_contains_and_overlaps_nothing() {
        let inside_out = Rect {
            min: vec2(2.0, 2.0),
            max: vec2(-2.0, -2.0),
        };
        let all = rect(-9.0, -9.0, 9.0, 9.0);
        assert!(!inside_out.contains(Vec2::ZERO));
        assert!(!inside_out.overlaps(&inside_out));
        assert!(!all.contains_rect(&inside_out));
        assert!(inside_out.nearest(Vec2::ZERO).is_finite());
    }

    #[test]
    fn shrinking_a_box_ends_at_its_centre() {
        let shrunk = rect(0.0, 0.0, 4.0, 10.0).expanded(-3.0);
        assert_eq!(shrunk, rect(2.0, 3.0, 2.0, 7.0));
        assert_eq!(
            rect(0.0, 0.0, 1.0, 1.0).expanded(1.0),
            rect(-1.0, -1.0, 2.0, 2.0)
        );
    }

    fn small() -> impl Strategy<Value = Rect> {
        [0..7i8, 0..7, 0..7, 0..7]
            .prop_map(|c| rect(c[0].into(), c[1].into(), c[2].into(), c[3].into()))
    }

    /// Returns the points at multiples of 1/2, in and around the boxes of `small`.
    fn grid() -> impl Iterator<Item = Vec2> {
        (-2..16i8).flat_map(|x| (-2..16i8).map(move |y| vec2(f32::from(x), f32::from(y)) * 0.5))
    }

    proptest! {
        // Corners are whole numbers, so two boxes overlap exactly if a point of the grid is inside both.
        #[test]
        fn boxes_with_area_overlap_if_they_share_an_inner_point(a in small(), b in small()) {
            let shared = grid().any(|p| a.contains_inside(p) && b.contains_inside(p));
            let solid = a.size().min_element() > 0.0 && b.size().min_element() > 0.0;
            if solid {
                prop_assert_eq!(a.overlaps(&b), shared);
            }
            prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
        }

        #[test]
        fn containment_agrees_with_testing_points(a in small(), b in small()) {
            let both = |p: Vec2| a.contains(p) && b.contains(p);
            let shared = a.intersection(&b);
            for p in grid() {
                prop_assert_eq!(shared.is_some_and(|s| s.contains(p)), both(p));
            }
            prop_assert_eq!(a.contains_rect(&b), grid().all(|p| !b.contains(p) || a.contains(p)));
            prop_assert_eq!(Some(a.union(b)), Rect::around(a.corners().into_iter().chain(b.corners())));
        }

        #[test]
        fn distances_are_the_shortest_between_any_two_points(a in small(), b in small()) {
            let points = |r: Rect| grid().filter(move |&p| r.contains(p));
            let shortest = points(a)
                .flat_map(|p| points(b).map(move |q| p.distance(q)))
                .fold(f32::INFINITY, f32::min);
            prop_assert_eq!(a.distance(&b), shortest);
            let shortest = points(a).map(|p| p.distance(b.min)).fold(f32::INFINITY, f32::min);
            prop_assert_eq!(a.distance_to_point(b.min), shortest);
        }
    }
}
