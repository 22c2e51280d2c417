//! Tests whether objects are outside the world.

use crate::base::checksum::summed;
use crate::base::id::ObjectId;
use crate::geometry::Rect;

/// The objects that have left the world, and the boundary against which they were tested.
#[derive(Clone, Debug)]
pub(crate) struct BoundsWatch {
    /// The boundary against which each object was last found inside or outside.
    pub(crate) boundary: Rect,
    /// Objects that a move took outside, and that were not notified yet.
    pub(crate) left: Vec<ObjectId>,
}

summed!(BoundsWatch: boundary, left);

/// Returns whether a box is wholly outside another; touching it from outside counts as outside. A point on the left or
/// upper edge is inside and a point on the right or lower edge is outside, like the cell to the lower right of it.
#[inline]
pub(crate) fn is_outside(inner: Rect, outer: Rect) -> bool {
    let apart = |min: f32, max: f32, from: f32, to: f32| {
        min >= to || if max > min { max <= from } else { max < from }
    };
    apart(inner.min.x, inner.max.x, outer.min.x, outer.max.x)
        || apart(inner.min.y, inner.max.y, outer.min.y, outer.max.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    #[test]
    fn a_box_that_touches_the_world_from_outside_is_outside() {
        let world = Rect::from_size(Vec2::ZERO, Vec2::new(80.0, 24.0));
        let at = |x: f32, width: f32| {
            is_outside(
                Rect::from_size(Vec2::new(x, 5.0), Vec2::new(width, 2.0)),
                world,
            )
        };
        assert!(at(-3.0, 3.0) && at(80.0, 3.0) && !at(-2.5, 3.0) && !at(79.5, 3.0));
        assert!(!at(0.0, 0.0) && at(80.0, 0.0) && at(-0.5, 0.0));
    }
}
