//! The rows that objects draw of their own.

use core::ops::Range;

use crate::base::id::ObjectId;
use crate::scene::{DrawnRow, InstanceFlags, Layer, Pose, Scene};

/// A row that goes with an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) id: ObjectId,
    /// As it was drawn, from the object's position. Kept here, because the row's own pose is that in the world.
    pub(crate) relative: Pose,
    pub(crate) altitude: u16,
    /// In the altitude's layer of drawings.
    pub(crate) row: usize,
}

impl Drawing {
    pub(super) fn drawn_row(&self, scene: &Scene) -> DrawnRow {
        let altitude = &scene.altitudes()[usize::from(self.altitude)];
        altitude.drawn().drawn_row(self.row)
    }
}

/// What was drawn on an object before its level was left. It has no row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrozenDrawing {
    pub(crate) drawing: Drawing,
    pub(crate) drawn: DrawnRow,
}

/// Rows that an object of a level has drawn at an altitude, not on an object.
#[derive(Clone, Debug)]
pub(crate) struct LooseDrawing {
    pub(crate) level: u16,
    pub(crate) altitude: u16,
    /// In the altitude's layer of drawings.
    pub(crate) rows: Range<usize>,
}

/// Everything that was drawn on objects. What was drawn on those that act is forgotten when the next step begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings {
    /// Every row that goes with an object, in the order of drawing.
    pub(crate) rows: Vec<Drawing>,
    /// How many of the first rows were drawn in earlier steps.
    pub(crate) old: usize,
    /// On objects that are frozen on other levels.
    pub(crate) frozen: Vec<FrozenDrawing>,
    /// What objects of the current level have drawn at altitudes in this step: hidden when their level is left.
    pub(crate) loose: Vec<LooseDrawing>,
    // Kept, so that a step allocates nothing.
    /// Scratch: the rows of a layer, while its gaps are closed.
    pub(super) scratch: Vec<DrawnRow>,
    /// Scratch: the objects on which something was drawn in this step.
    pub(super) drawn_on: Vec<ObjectId>,
}

/// Hides a row of drawings, or shows it.
pub(crate) fn set_hidden(layer: &mut Layer, row: usize, hidden: bool) {
    layer.edit_row(row, |instance| {
        instance.set_flag(InstanceFlags::HIDDEN, hidden)
    });
}
