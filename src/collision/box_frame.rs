//! Oriented boxes in closed form: nearest points in the box's own axes, and pairs of boxes by the separating axis test.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection", SIGGRAPH
//! 1996.

use glam::DVec2;

use super::epa::Side;
use super::shape::Shape;

/// A box with an area: its centre and half sides, relative to its object's position.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFrame {
    center: DVec2,
    across: DVec2,
    down: DVec2,
}

impl BoxFrame {
    /// Returns the core of a shape, if it is a box with an area.
    #[inline]
    pub(super) fn of(shape: &Shape) -> Option<Self> {
        if !shape.is_box() {
            return None;
        }
        let (a, b) = (shape.corner(0), shape.corner(1));
        let (c, d) = (shape.corner(2), shape.corner(3));
        (a != b && a != d).then(|| Self {
            center: (a + c) * 0.5,
            across: (b - a) * 0.5,
            down: (d - a) * 0.5,
        })
    }

    /// Returns the point of the box nearest to `point`. A point inside or on an edge is its own nearest point.
    #[inline]
    pub(super) fn nearest(&self, point: DVec2) -> DVec2 {
        let from = point - self.center;
        let x = Part::new(from, self.across);
        let y = Part::new(from, self.down);
        if x.is_inside() && y.is_inside() {
            return point;
        }
        self.center + self.across * x.clamped() + self.down * y.clamped()
    }

    /// Returns the side nearest to a point inside. If opposite sides are equally near, `direction` points to
    /// the returned one.
    #[inline]
    pub(super) fn nearest_side(&self, point: DVec2, direction: DVec2) -> Side {
        let from = point - self.center;
        let side = |half: DVec2| {
            let part = Part::new(from, half);
            let length = part.whole.sqrt();
            let is_ahead = part.at > 0.0 || part.at == 0.0 && half.dot(direction) >= 0.0;
            Side {
                depth: (part.whole - part.at.abs()) / length,
                normal: half * ((if is_ahead { 1.0 } else { -1.0 }) / length),
            }
        };
        let (x, y) = (side(self.across), side(self.down));
        if y.depth < x.depth { y } else { x }
    }

    /// Returns whether this box shares a point with another one, which is `offset` away.
    #[inline]
    pub(super) fn meets(&self, other: &Self, offset: DVec2) -> bool {
        let between = other.center + offset - self.center;
        // Separating axis test: if any line separates two boxes, a line parallel to one of their sides does.
        let is_across = |along: DVec2, half: DVec2, others: &Self| {
            let axis = along.perp();
            let reach =
                half.dot(axis).abs() + others.across.dot(axis).abs() + others.down.dot(axis).abs();
            between.dot(axis).abs() <= reach
        };
        // Tests all four axes without branches: no branch predictor can guess which one separates the boxes.
        is_across(self.across, self.down, other)
            & is_across(self.down, self.across, other)
            & is_across(other.across, other.down, self)
            & is_across(other.down, other.across, self)
    }

    /// Returns the distance to another box, which is `offset` away: 0 if they meet.
    pub(super) fn distance(&self, other: &Self, offset: DVec2) -> f64 {
        if self.meets(other, offset) {
            return 0.0;
        }
        // Boxes that are apart are nearest at a corner of one of them.
        let other = Self {
            center: other.center + offset,
            ..*other
        };
        let least = self.nearest_corner(&other).min(other.nearest_corner(self));
        least.sqrt()
    }

    /// Returns the squared distance of the other box's nearest corner from this box.
    #[inline]
    fn nearest_corner(&self, other: &Self) -> f64 {
        let [along_x, along_y] = [self.across, self.down];
        let (width, height) = (along_x.length_squared(), along_y.length_squared());
        let from = other.center - self.center;
        let far = |sides: DVec2| {
            let corner = from + sides;
            // Distances beyond the sides, times half the sides' lengths.
            let x = beyond(corner.dot(along_x), width);
            let y = beyond(corner.dot(along_y), height);
            x * x / width + y * y / height
        };
        let (sum, difference) = (other.across + other.down, other.across - other.down);
        far(sum)
            .min(far(-sum))
            .min(far(difference).min(far(-difference)))
    }
}

/// Returns the distance of a coordinate from the interval between `-half` and `half`.
#[inline]
fn beyond(place: f64, half: f64) -> f64 {
    let beyond = place.abs() - half;
    if beyond > 0.0 { beyond } else { 0.0 }
}

/// Coordinate of a point along half a side, from the box's centre, and the length of the half side. Both fields are
/// multiplied by that length, which saves a square root.
struct Part {
    at: f64,
    whole: f64,
}

impl Part {
    #[inline]
    fn new(from: DVec2, half: DVec2) -> Self {
        Self {
            at: from.dot(half),
            whole: half.length_squared(),
        }
    }

    #[inline]
    fn is_inside(&self) -> bool {
        self.at.abs() <= self.whole
    }

    #[inline]
    fn clamped(&self) -> f64 {
        if self.is_inside() {
            self.at / self.whole
        } else {
            self.at.signum()
        }
    }
}
