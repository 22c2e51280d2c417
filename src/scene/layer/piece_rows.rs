//! Records of objects whose sprites fill an area. They are among the layer's own shapes: an object's row shows the first
//! of its pieces, and its quad rows show the next ones.

use core::ops::Range;

use super::{CHUNK, Layer};
use crate::assets::FrameId;
use crate::assets::frame::FrameRecord;

/// Number of unused records that a layer keeps.
const MOST_UNUSED: usize = 256;

impl Layer {
    /// Replaces an object's records by others, and returns the index of the first one. `before` is the range of its old
    /// records in this layer, empty without any. The chunk of its row counts as changed. Returns `None` if all shape ids
    /// are in use.
    pub(crate) fn set_pieces(
        &mut self,
        row: usize,
        before: Range<usize>,
        records: &[FrameRecord],
    ) -> Option<u32> {
        let shapes = &mut self.shapes;
        shapes.version += 1;
        // The reach of a chunk depends on the sizes of its records.
        self.chunks[row / CHUNK].touch(&mut self.changes);
        if before.len() == records.len()
            && let Some(old) = shapes.records.get_mut(before.clone())
        {
            old.copy_from_slice(records);
            return u32::try_from(before.start).ok();
        }
        self.drop_pieces(before.len());
        let shapes = &mut self.shapes;
        let (first, end) = (shapes.records.len(), shapes.records.len() + records.len());
        if end > FrameId::MAX.index() {
            return None;
        }
        shapes.records.extend_from_slice(records);
        u32::try_from(first).ok()
    }

    /// Counts an object's records as unused.
    pub(crate) fn drop_pieces(&mut self, count: usize) {
        self.shapes.unused += count;
    }

    /// Removes all records if most of them are unused, and returns whether it did. Every object of the layer then needs
    /// new ones.
    pub(crate) fn clear_unused_pieces(&mut self) -> bool {
        let unused = self.shapes.unused;
        let is_worth_it = unused > MOST_UNUSED && unused * 2 > self.shapes.records.len();
        if is_worth_it {
            self.shapes.clear();
        }
        is_worth_it
    }
}
