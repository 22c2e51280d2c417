//! Rows that canvases have drawn: rows on objects, which they follow, and rows that objects have drawn at altitudes.

use core::ops::Range;

use super::slots::Slots;
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::{DrawnRow, InstanceFlags, Layer, Pose, Scene};

/// A row of a drawing on an object. It follows the object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) id: ObjectId,
    /// The drawn pose, relative to the object's position. Stored here, because the row has the pose in the world.
    pub(crate) relative: Pose,
    pub(crate) altitude: u16,
    /// Index in the altitude's layer of drawings.
    pub(crate) row: usize,
}

impl Drawing {
    pub(super) fn drawn_row(&self, scene: &Scene) -> DrawnRow {
        let altitude = &scene.altitudes()[usize::from(self.altitude)];
        altitude.drawn().drawn_row(self.row)
    }
}

/// A drawing on an object whose level was left. It has no row.
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
    /// Indices in the altitude's layer of drawings.
    pub(crate) rows: Range<usize>,
}

/// Drawings on objects, and drawings that objects have made at altitudes. The next step begins by dropping them, except
/// those on objects that do not act.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings {
    /// Every row that follows an object, in the order of drawing.
    pub(crate) rows: Vec<Drawing>,
    /// Number of rows drawn by earlier steps, or before the level changed between steps. They come first in `rows`.
    pub(crate) old: usize,
    /// Drawings on objects that are frozen on other levels.
    pub(crate) frozen: Vec<FrozenDrawing>,
    /// Rows that objects of the current level have drawn at altitudes in this step: hidden when their level is left.
    pub(crate) loose: Vec<LooseDrawing>,
    /// Whether objects have already drawn: in a step, or in `Core::draw_first` before it.
    pub(crate) begun: bool,
    // The scratch lists are reused, so that a step allocates nothing.
    /// Scratch: the rows of a layer, while its gaps are closed.
    pub(super) scratch: Vec<DrawnRow>,
    /// Scratch: the objects drawn on in this step.
    pub(super) drawn_on: Vec<ObjectId>,
}

/// The values of a world that decide where drawings on objects belong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingStep<'a> {
    pub(crate) slots: &'a Slots,
    /// The current level.
    pub(crate) level: u16,
    /// The number of the running step, or of the last one.
    pub(crate) step: u64,
}

impl Drawings {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
            + size_of_val(&*self.frozen)
            + size_of_val(&*self.loose)
            + size_of_val(&*self.scratch)
    }

    /// Attaches rows of an altitude, starting at `first`, to an object. Their positions so far become offsets from the
    /// object's position.
    pub(crate) fn add(
        &mut self,
        scene: &mut Scene,
        now: DrawingStep<'_>,
        id: ObjectId,
        altitude: u16,
        first: usize,
    ) {
        for row in first..drawn_mut(scene, altitude).len() {
            let instance = drawn_mut(scene, altitude).columns().instances[row];
            let mut drawing = Drawing {
                id,
                relative: Pose {
                    position: instance.position,
                    motion: instance.motion,
                    turn: instance.turn,
                    turn_motion: instance.turn_motion,
                },
                altitude,
                row,
            };
            // The row is placed at once, for drawings made between steps. In a step, `update_all` places it again.
            drawing.update(scene, now);
            self.rows.push(drawing);
        }
    }

    /// Hides the rows that objects of a level have drawn at altitudes in this step, which the first frame of the next
    /// level must not show.
    pub(crate) fn hide_loose(&self, scene: &mut Scene, level: u16) {
        for drawing in self.loose.iter().filter(|drawing| drawing.level == level) {
            let layer = drawn_mut(scene, drawing.altitude);
            for row in drawing.rows.clone() {
                set_hidden(layer, row, true);
            }
        }
    }

    /// Moves all drawings on objects to their objects.
    pub(crate) fn update_all(&mut self, scene: &mut Scene, now: DrawingStep<'_>) {
        self.drop_replaced(scene);
        self.thaw(scene, now.slots, now.level);
        for drawing in &mut self.rows {
            drawing.update(scene, now);
        }
    }
}

impl Drawing {
    fn update(&mut self, scene: &mut Scene, now: DrawingStep<'_>) {
        let body = now.slots.get(self.id);
        // Reads `visible` and not `is_hidden`, which is true of every object without a sprite: drawings may take the
        // place of a sprite.
        let address = body
            .filter(|body| body.visible && is_current(body.address.level, now.level))
            .map(|body| body.address);
        let layer = address.and_then(|address| {
            let altitude = &scene.altitudes()[usize::from(address.altitude)];
            altitude.level(address.level)
        });
        let Some((address, layer)) = address.zip(layer) else {
            let layer = drawn_mut(scene, self.altitude);
            return set_hidden(layer, self.row, true);
        };
        let base = layer.pose(address.row(), now.step);
        let pose = Pose {
            position: base.position + self.relative.position,
            motion: base.motion + self.relative.motion,
            // A drawing does not turn with the object.
            ..self.relative
        };
        if address.altitude != self.altitude {
            let layer = drawn_mut(scene, self.altitude);
            let drawn = layer.drawn_row(self.row);
            // The old row stays, hidden, until the next step begins.
            set_hidden(layer, self.row, true);
            self.row = drawn_mut(scene, address.altitude).push_drawn(drawn);
            self.altitude = address.altitude;
        }
        let layer = drawn_mut(scene, address.altitude);
        set_hidden(layer, self.row, false);
        layer.set_pose(self.row, pose, now.step);
    }
}

/// Returns the layer of drawings of an existing altitude.
pub(crate) fn drawn_mut(scene: &mut Scene, altitude: u16) -> &mut Layer {
    &mut scene.altitudes_mut()[usize::from(altitude)].drawn
}

/// Hides a row of drawings, or shows it.
pub(crate) fn set_hidden(layer: &mut Layer, row: usize, hidden: bool) {
    layer.edit_row(row, |instance| {
        instance.set_flag(InstanceFlags::HIDDEN, hidden)
    });
}
