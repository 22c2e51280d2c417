//! Colliders: entries of the broad phase.

use crate::base::id::ObjectId;
use crate::geometry::Rect;

/// Data that a collision test of an object needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BoxKind {
    /// More than its box: it has shapes, tiles or a hierarchy, is one-way or spectral, or is being removed.
    #[default]
    Other,
    /// Only the box of a soft object.
    Soft,
    /// Only the box of a hard object.
    Hard,
}

/// An object's box in the world, and its collision groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Collider {
    /// The box, in world units.
    pub(crate) area: Rect,
    pub(crate) id: ObjectId,
    pub(crate) groups: u32,
    pub(crate) collides_with: u32,
    pub(crate) kind: BoxKind,
}

impl Collider {
    /// Returns whether it and a collider with these groups are each in a group that the other collides with.
    #[inline]
    pub(crate) fn groups_meet(&self, groups: u32, collides_with: u32) -> bool {
        self.groups & collides_with != 0 && groups & self.collides_with != 0
    }

    /// Returns the longer side of its box, in world units, rounded up by a millionth. The result is meaningless if the
    /// position is not finite, but a box there overlaps nothing.
    #[inline]
    pub(super) fn extent(&self) -> f64 {
        let side = |min: f32, max: f32| f64::from(max) - f64::from(min);
        let Rect { min, max } = self.area;
        let (x, y) = (side(min.x, max.x), side(min.y, max.y));
        // The millionth covers rounding errors of differences, including 32-bit ones.
        (if x > y { x } else { y }) * (1.0 + 1.0 / (1 << 20) as f64)
    }
}
