//! A representation of boxes for fast comparisons.

use crate::geometry::Rect;
use glam::{Vec2, Vec4, Vec4Swizzles};

/// A box as its lower right corner and its negated upper left corner, in world units. If a box contains another, each
/// of its numbers is at least as large. One operation on all four numbers therefore unites or compares boxes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoxEnds(Vec4);

impl BoxEnds {
    /// An inverted box. Its union with another box is that box, and it overlaps nothing.
    pub(super) const NOTHING: Self = Self(Vec4::NEG_INFINITY);

    #[inline]
    pub(crate) fn of(area: Rect) -> Self {
        Self(Vec4::new(area.max.x, area.max.y, -area.min.x, -area.min.y))
    }

    #[inline]
    pub(crate) fn area(self) -> Rect {
        Rect {
            min: self.top_left(),
            max: self.bottom_right(),
        }
    }

    #[inline]
    pub(super) fn top_left(self) -> Vec2 {
        -self.0.zw()
    }

    #[inline]
    pub(super) fn bottom_right(self) -> Vec2 {
        self.0.xy()
    }

    /// Returns the smallest box around both.
    #[inline]
    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// Returns whether it contains the whole other box. False if a number is NaN.
    #[inline]
    pub(crate) fn contain(self, other: Self) -> bool {
        other.0.cmple(self.0).all()
    }

    /// Returns whether both share more than their edges, as [`Rect::overlaps`].
    #[inline]
    pub(super) fn overlap(self, other: Self) -> bool {
        (-self.0.zwxy()).cmplt(other.0).all()
    }

    /// Returns whether all numbers are finite, and no corners are swapped.
    #[inline]
    pub(crate) fn are_valid(self) -> bool {
        self.0.is_finite() && (-self.0.zwzw()).cmple(self.0.xyxy()).all()
    }
}
