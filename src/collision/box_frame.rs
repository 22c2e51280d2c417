//! Boxes at any angle, in closed form: points beside them by their own axes, and pairs of them by separating axes.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection", SIGGRAPH
//! 1996.

use super::epa::Side;
use super::shape::Shape;
use super::vector::Vector;

/// A box that has an area, by its middle and half its sides, relative to its object's position.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFrame {
    center: Vector,
    across: Vector,
    down: Vector,
}

impl BoxFrame {
    /// The box that a core is, if it is one with an area.
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

    /// The point of the box that is nearest to another one: itself, if it is inside or on an edge.
    #[inline]
    pub(super) fn nearest(&self, point: Vector) -> Vector {
        let from = point - self.center;
        let x = Part::new(from, self.across);
        let y = Part::new(from, self.down);
        if x.is_inside() && y.is_inside() {
            return point;
        }
        self.center + self.across * x.clamped() + self.down * y.clamped()
    }

    /// The side that is nearest to a point inside. Of opposite sides that are equally near, the one that `way` points to.
    #[inline]
    pub(super) fn nearest_side(&self, point: Vector, way: Vector) -> Side {
        let from = point - self.center;
        let side = |half: Vector| {
            let part = Part::new(from, half);
            let length = part.whole.sqrt();
            let is_ahead = part.at > 0.0 || part.at == 0.0 && half.dot(way) >= 0.0;
            Side {
                depth: (part.whole - part.at.abs()) / length,
                normal: half * ((if is_ahead { 1.0 } else { -1.0 }) / length),
            }
        };
        let (x, y) = (side(self.across), side(self.down));
        if y.depth < x.depth { y } else { x }
    }

    /// Whether two boxes share a point, the other one being `offset` away.
    #[inline]
    pub(super) fn meets(&self, other: &Self, offset: Vector) -> bool {
        let between = other.center + offset - self.center;
        // The boxes are apart if a line separates them, and then one that is parallel to a side does.
        let is_across = |along: Vector, half: Vector, others: &Self| {
            let axis = along.perpendicular();
            let reach =
                half.dot(axis).abs() + others.across.dot(axis).abs() + others.down.dot(axis).abs();
            between.dot(axis).abs() <= reach
        };
        // All four, without branches: which one separates them can not be predicted.
        is_across(self.across, self.down, other)
            & is_across(self.down, self.across, other)
            & is_across(other.across, other.down, self)
            & is_across(other.down, other.across, self)
    }

    /// How far two boxes are apart, the other one being `offset` away; 0 if they meet.
    pub(super) fn distance(&self, other: &Self, offset: Vector) -> f64 {
        if self.meets(other, offset) {
            return 0.0;
        }
        // A corner of one of them is as near as any point.
        let other = Self {
            center: other.center + offset,
            ..*other
        };
        let least = self.nearest_corner(&other).min(other.nearest_corner(self));
        least.sqrt()
    }

    /// The squared distance of the nearest corner of another box.
    #[inline]
    fn nearest_corner(&self, other: &Self) -> f64 {
        let [along_x, along_y] = [self.across, self.down];
        let (width, height) = (along_x.length_squared(), along_y.length_squared());
        let from = other.center - self.center;
        let far = |sides: Vector| {
            let corner = from + sides;
            // Beyond the sides, in half their lengths.
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

/// How far a place is beyond a span around 0.
#[inline]
fn beyond(place: f64, half: f64) -> f64 {
    let beyond = place.abs() - half;
    if beyond > 0.0 { beyond } else { 0.0 }
}

/// How far a point is along half a side, from the middle on, in its length squared.
struct Part {
    at: f64,
    whole: f64,
}

impl Part {
    #[inline]
    fn new(from: Vector, half: Vector) -> Self {
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
