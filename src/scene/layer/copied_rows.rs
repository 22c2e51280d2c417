//! Rows and shapes copied from other layers.

use glam::Vec2;

use super::{CHUNK, Layer};
use crate::assets::FrameId;
use crate::assets::frame::FrameRecord;
use crate::scene::instance::Instance;
use crate::scene::row_style::RowStyle;

/// A row of a layer with another look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameRow {
    pub(crate) row: usize,
    pub(crate) look: Instance,
}

impl Layer {
    /// Adds a row that shows the frame or the shape of another layer's row.
    pub(crate) fn push_copied(&mut self, from: &Self, FrameRow { row, mut look }: FrameRow) {
        let shown = from.instances[row];
        match shown.shape() {
            Some(number) => {
                if let Some(&record) = from.shapes().get(number) {
                    self.push_shape(look, record);
                }
            }
            None => {
                look.set_frame(shown.frame());
                self.push(None, look, Vec2::ZERO);
            }
        }
    }

    /// Adds a row for each of `count` quads, which show an instance's frame and the next ones.
    pub(crate) fn push_quads(&mut self, mut instance: Instance, count: u32) {
        let first = instance.frame();
        for number in 0..count {
            instance.set_frame(FrameId((first.0 + number).min(FrameId::MAX.0)));
            self.push(None, instance, Vec2::ZERO);
        }
    }

    /// Replaces its rows by these, without objects. Only chunks with other contents count as changed.
    pub(in crate::scene) fn copy_rows(&mut self, rows: impl Iterator<Item = (Instance, RowStyle)>) {
        let mut row = 0;
        for (instance, style) in rows {
            if row == self.len() {
                self.push(None, instance, Vec2::ZERO);
            } else if self.instances[row] != instance {
                self.instances[row] = instance;
                self.chunks[row / CHUNK].touch(&mut self.changes);
            }
            self.set_style_of_one(row, style);
            row += 1;
        }
        if row < self.len() {
            self.truncate(row);
        }
    }

    /// Replaces its own shapes by copies of these.
    pub(in crate::scene) fn copy_shapes<'a>(
        &mut self,
        records: impl Iterator<Item = &'a FrameRecord> + Clone,
    ) {
        if self.shapes.records.iter().eq(records.clone()) {
            return;
        }
        self.shapes.records.clear();
        self.shapes.records.extend(records);
        self.shapes.version += 1;
        // The reach of a chunk depends on the sizes of shapes.
        for chunk in &mut self.chunks {
            chunk.touch(&mut self.changes);
        }
    }
}
