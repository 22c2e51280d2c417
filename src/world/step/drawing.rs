//! What objects draw of their own: rows that are placed at the step's end, where their objects are by then.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::scene::{InstanceFlags, Layer, Pose};
use crate::world::World;
use crate::world::object::drawings::Drawing;

impl World {
    /// What is drawn by hand at an altitude, which there is.
    pub(in crate::world) fn drawings_of(&mut self, altitude: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].drawn_mut()
    }

    /// Rows from `first` on, placed by their offsets so far, go with an object from now on.
    pub(in crate::world) fn note_drawings(&mut self, id: ObjectId, altitude: u16, first: usize) {
        for row in first..self.drawings_of(altitude).len() {
            let instance = self.drawings_of(altitude).columns().instances[row];
            let drawing = Drawing {
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
            self.drawings.rows.push(drawing);
            // What is drawn between steps is placed at once.
            self.place_drawing(&drawing);
        }
    }

    /// Puts everything that was drawn on objects where they are.
    pub(in crate::world) fn place_drawings(&mut self) {
        let rows = core::mem::take(&mut self.drawings.rows);
        for drawing in &rows {
            self.place_drawing(drawing);
        }
        self.drawings.rows = rows;
    }

    fn place_drawing(&mut self, drawing: &Drawing) {
        let step = self.step;
        let body = self.slots.get(drawing.id);
        // Not `is_hidden`, which is true of every object without a sprite: drawings may be there instead of one.
        let place = body
            .filter(|body| body.visible && self.is_current(body.place.level))
            .map(|body| body.place);
        let Some(place) = place else {
            let layer = self.drawings_of(drawing.altitude);
            return set_hidden(layer, drawing.row, true);
        };
        let base = self.layer(place).pose(place.row(), step);
        let pose = Pose {
            position: base.position + drawing.relative.position,
            motion: base.motion + drawing.relative.motion,
            // It does not turn with the object.
            ..drawing.relative
        };
        let mut row = drawing.row;
        // Once per drawing at most, so the old row may stay in the list: altitudes change at the step's end, after
        // which drawings are placed once, and are forgotten when the next step begins.
        if place.altitude != drawing.altitude {
            let layer = self.drawings_of(drawing.altitude);
            let instance = layer.columns().instances[row];
            set_hidden(layer, row, true);
            let layer = self.drawings_of(place.altitude);
            row = layer.push(None, instance, Vec2::ZERO);
        }
        let layer = self.drawings_of(place.altitude);
        set_hidden(layer, row, false);
        layer.set_pose(row, pose, step);
    }
}

fn set_hidden(layer: &mut Layer, row: usize, hidden: bool) {
    layer.edit_row(row, |instance| {
        instance.set_flag(InstanceFlags::HIDDEN, hidden)
    });
}
