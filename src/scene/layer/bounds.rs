//! Finds rows that may have left the world's boundary, without reading the boxes of their objects.

use glam::Vec2;

use super::{CHUNK, Layer};
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::scene::row_flags::RowFlags;

/// Positions where a box of a given reach is certainly not outside the boundary.
///
/// The edges lie a little further inside than necessary, so that rounding cannot bring such a box onto an edge.
#[derive(Clone, Copy, Debug)]
struct InnerArea {
    low: Vec2,
    high: Vec2,
}

impl InnerArea {
    fn new(boundary: Rect, reach: f32) -> Self {
        // Moves inwards by one float before the sum and by one after it. The sum itself rounds by at most half the
        // distance between two floats.
        let low = |edge: f32| (edge.next_up() + reach).next_up();
        let high = |edge: f32| (edge.next_down() - reach).next_down();
        Self {
            low: Vec2::new(low(boundary.min.x), low(boundary.min.y)),
            high: Vec2::new(high(boundary.max.x), high(boundary.max.y)),
        }
    }

    /// Returns whether a position is in the area. False for NaN.
    fn has(self, position: Vec2) -> bool {
        position.cmpge(self.low).all() && position.cmple(self.high).all()
    }
}

/// Returns how far a box reaches from its object's position along either axis, in world units.
fn reach(bounds: Rect) -> f32 {
    bounds.min.abs().max(bounds.max.abs()).max_element()
}

impl Layer {
    /// Records the box of a row, relative to its position. Call it after a change of the box, and when
    /// [`RowFlags::NOTIFY_BOUNDS`] is set.
    pub(crate) fn set_reach(&mut self, row: usize, bounds: Rect) {
        let chunk = &mut self.chunks[row / CHUNK];
        // Never lowers the reach, because finding the largest remaining one would take the boxes of all rows. A reach
        // that is too large only lists rows whose boxes then turn out to be inside.
        chunk.reach = chunk.reach.max(reach(bounds));
    }

    /// Appends the objects of a chunk's rows with [`RowFlags::NOTIFY_BOUNDS`] that may be outside the boundary, or are
    /// marked as outside, to a list, in order.
    pub(super) fn list_maybe_outside(
        &self,
        index: usize,
        boundary: Rect,
        outside: &mut Vec<ObjectId>,
    ) {
        let chunk = &self.chunks[index];
        if !chunk.flags.has(RowFlags::NOTIFY_BOUNDS) {
            return;
        }
        let within = InnerArea::new(boundary, chunk.reach);
        let rows = self.chunk_rows(index);
        let columns = self.instances[rows.clone()].iter();
        let columns = columns.zip(&self.flags[rows.clone()]).zip(&self.ids[rows]);
        for ((instance, flags), id) in columns {
            // A row that is marked as outside is listed wherever it is, because its return has to be noticed, too.
            if flags.has(RowFlags::NOTIFY_BOUNDS)
                && (flags.has(RowFlags::OUTSIDE) || !within.has(instance.position))
            {
                outside.extend(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::scene::Instance;
    use proptest::prelude::*;

    fn maybe_outside(layer: &Layer, boundary: Rect) -> Vec<usize> {
        let mut outside = Vec::new();
        for index in 0..layer.chunks.len() {
            layer.list_maybe_outside(index, boundary, &mut outside);
        }
        outside.into_iter().map(ObjectId::slot).collect()
    }

    #[test]
    fn a_row_keeps_its_reach_in_another_chunk_or_layer() {
        let world = Rect::from_size(Vec2::ZERO, Vec2::splat(100.0));
        let mut layer = Layer::new();
        for number in 0..2 * CHUNK {
            let id = ObjectId::new(u32::try_from(number).unwrap(), 1);
            layer.push(
                Some(id),
                Instance::new(Vec2::splat(90.0), FrameId(1)),
                Vec2::ZERO,
            );
        }
        let last = 2 * CHUNK - 1;
        layer.set_row_flags(last, RowFlags::NOTIFY_BOUNDS);
        assert_eq!(maybe_outside(&layer, world), []);
        // The box lies wholly to the right of the position.
        layer.set_reach(last, Rect::from_size(Vec2::splat(20.0), Vec2::ONE));
        assert_eq!(maybe_outside(&layer, world), [last]);
        (0..last).for_each(|row| layer.tombstone_row(row));
        layer.prune(1, |_, _| ());
        assert_eq!(layer.len(), 1);
        assert_eq!(maybe_outside(&layer, world), [last]);
        let row = layer.row_for_transfer(0, 1);
        let mut other = Layer::new();
        other.push_transferred(ObjectId::new(0, 1), row, 1);
        assert_eq!(maybe_outside(&other, world), [0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn a_reach_within_the_boundary_means_the_box_is_inside(
            edges in prop::array::uniform2(-1.0e4_f32..1.0e4),
            bounds in prop::array::uniform2(-50.0_f32..50.0),
            small in prop::bool::ANY,
            ulps in -3..6_i32,
            at_high in prop::bool::ANY,
        ) {
            let sorted = |pair: [f32; 2]| [pair[0].min(pair[1]), pair[0].max(pair[1])];
            let [from, to] = sorted(edges);
            // Includes boxes that are so small that their reach vanishes in rounding.
            let [left, right] = sorted(bounds.map(|edge| if small { edge * 1.0e-5 } else { edge }));
            let square = |low: f32, high: f32| {
                Rect { min: Vec2::splat(low), max: Vec2::splat(high) }
            };
            let within = InnerArea::new(square(from, to), reach(square(left, right)));
            // Takes a position a few floats away from an edge, where rounding matters.
            let mut position = if at_high { within.high.x } else { within.low.x };
            for _ in 0..ulps.abs() {
                position = if (ulps < 0) == at_high { position.next_up() } else { position.next_down() };
            }
            if within.has(Vec2::splat(position)) {
                prop_assert!(position + left < to && position + right > from);
            }
        }
    }
}
