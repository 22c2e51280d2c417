//! A layer's own shapes: records of tiles, and of quads that are drawn on the canvas. They last until the layer is
//! cleared.
//!
//! They are not in the frame table, because the table only grows: a game that draws another circle in every step would
//! fill it. They belong to the layer, so that a copied or restored world shows the same shapes.

use glam::Vec2;

use super::Layer;
use crate::assets::FrameId;
use crate::assets::frame::FrameRecord;
use crate::scene::InstanceFlags;
use crate::scene::instance::Instance;

/// A layer's own shapes. Rows show them by their index in `records`.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub(super) records: Vec<FrameRecord>,
    /// In a layer of tiles, the frame of each record: see [`Layer::shape_frame`]. Empty in other layers.
    frames: Vec<FrameId>,
    /// Number of changes.
    pub(super) version: u64,
    /// Number of records of objects' pieces that no row shows any more.
    pub(super) unused: usize,
}

impl Shapes {
    /// Returns the bytes that a copy allocates.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.records) + size_of_val(&*self.frames)
    }

    /// Removes all records and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.unused = 0;
        if !self.records.is_empty() {
            self.records.clear();
            self.version += 1;
        }
    }
}

/// A row of the canvas, with all the data that another layer needs to show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnRow {
    pub(crate) instance: Instance,
    /// The shape's record, if the row shows one of its layer's shapes.
    shape: Option<FrameRecord>,
}

impl Layer {
    /// Returns the records of the layer's own shapes. A row shows a shape if bit 31 of its
    /// [`Instance::frame_and_flags`] is set; its frame is then the shape's index here.
    pub fn shapes(&self) -> &[FrameRecord] {
        &self.shapes.records
    }

    /// Returns a number that rises with every change of the layer's own shapes.
    pub(crate) fn shapes_version(&self) -> u64 {
        self.shapes.version
    }

    /// Adds a row without an object that shows a shape with the position, tint and so on of an instance. Does nothing
    /// if all shape ids are in use.
    pub(crate) fn push_shape(&mut self, mut instance: Instance, record: FrameRecord) {
        let number = self.shapes.records.len();
        let Some(number) = u32::try_from(number)
            .ok()
            .filter(|&id| id <= FrameId::MAX.0)
        else {
            return;
        };
        self.shapes.records.push(record);
        self.shapes.version += 1;
        instance.set_shape(number);
        self.push(None, instance, Vec2::ZERO);
    }

    /// Returns the frame that a shape's record was made from; `None` for a shape that was drawn on the canvas. The text
    /// backend looks up the shape's characters by this frame.
    pub(crate) fn shape_frame(&self, number: usize) -> Option<FrameId> {
        self.shapes.frames.get(number).copied()
    }

    /// Returns whether its rows are tiles.
    pub(crate) fn has_tiles(&self) -> bool {
        !self.shapes.frames.is_empty()
    }

    /// Sets the record `number`, made from a frame. `number` is at most the number of records.
    pub(crate) fn set_shape_frame(&mut self, number: usize, record: FrameRecord, frame: FrameId) {
        let Shapes {
            records,
            frames,
            version,
            ..
        } = &mut self.shapes;
        if number == records.len() {
            records.push(record);
            frames.push(frame);
        } else if (records[number], frames[number]) == (record, frame) {
            return;
        } else {
            (records[number], frames[number]) = (record, frame);
        }
        *version += 1;
    }

    /// Returns a copy of a row of the canvas, with the shape that it shows.
    pub(crate) fn drawn_row(&self, row: usize) -> DrawnRow {
        let instance = self.instances[row];
        let shape = instance.shape();
        DrawnRow {
            instance,
            shape: shape.and_then(|number| self.shapes.records.get(number).copied()),
        }
    }

    /// Adds a row that was drawn on another layer, or on this one before it was cleared. Returns its number.
    pub(crate) fn push_drawn(&mut self, drawn: DrawnRow) -> usize {
        let row = self.len();
        match drawn.shape {
            Some(record) => self.push_shape(drawn.instance, record),
            None => {
                self.push(None, drawn.instance, Vec2::ZERO);
            }
        }
        if self.len() == row {
            // `push_shape` adds no row if all shape ids are in use. A hidden row then replaces it, because the caller
            // relies on the row's number.
            let mut hidden = drawn.instance;
            hidden.set_frame(FrameId::SOLID);
            hidden.set_flag(InstanceFlags::SHAPE, false);
            hidden.set_flag(InstanceFlags::HIDDEN, true);
            self.push(None, hidden, Vec2::ZERO);
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(left: f32) -> FrameRecord {
        FrameRecord {
            origin: 0,
            size: 1 | 1 << 16,
            page_kind: u32::from(FrameRecord::SHAPE) << 16,
            mirror: 0,
            corners: [[left, 0.0]; 4],
        }
    }

    #[test]
    fn a_row_takes_its_shape_along_to_another_layer() {
        let mut one = Layer::new();
        let plain = Instance::new(Vec2::ONE, FrameId::SOLID);
        one.push_shape(plain, record(1.0));
        one.push(None, plain, Vec2::ZERO);
        one.push_shape(plain, record(2.0));
        let mut other = Layer::new();
        for row in [2, 1] {
            other.push_drawn(one.drawn_row(row));
        }
        let instances = other.columns().instances;
        assert_eq!(
            [instances[0].shape(), instances[1].shape()],
            [Some(0), None]
        );
        assert_eq!(other.shapes(), [record(2.0)]);
    }

    #[test]
    fn shapes_go_with_the_rows_and_change_the_version() {
        let mut layer = Layer::new();
        layer.push_shape(Instance::new(Vec2::ONE, FrameId::SOLID), record(1.0));
        let (copy, drawn) = (layer.clone(), layer.shapes_version());
        layer.clear();
        assert!(layer.shapes().is_empty() && layer.shapes_version() > drawn);
        assert_eq!(copy.shapes(), [record(1.0)]);
        let cleared = layer.shapes_version();
        layer.clear();
        assert_eq!(layer.shapes_version(), cleared);
    }
}
