//! Drawings that outlive the beginning of a step: those on objects that do not act, and so cannot draw again.
//!
//! On a disabled altitude they stay visible. On another level they are kept without a row, and reappear in the first
//! frame of that level.

use super::drawings::{Drawing, Drawings, FrozenDrawing, set_hidden};
use super::slots::Slots;
use crate::base::level::is_current;
use crate::scene::{DrawnRow, Layer, Scene};

impl Drawings {
    /// Drops drawings of steps before `step`, except those on objects that do not act in this one.
    pub(crate) fn begin_step(&mut self, scene: &mut Scene, slots: &Slots, level: u16, step: u64) {
        self.loose.clear();
        self.begun = true;
        let Self { rows, frozen, .. } = self;
        frozen.retain(|frozen| slots.get(frozen.drawing.id).is_some());
        rows.retain(|drawing| {
            let Some(address) = slots.address(drawing.id) else {
                return false;
            };
            if !is_current(address.level, level) {
                frozen.push(FrozenDrawing {
                    drawing: *drawing,
                    drawn: drawing.drawn_row(scene),
                });
                return false;
            }
            let altitude = &scene.altitudes()[usize::from(address.altitude)];
            !altitude.settings.enabled
        });
        self.old = self.rows.len();
        if self.rows.is_empty() {
            scene.clear_drawn();
        } else {
            self.keep_rows(scene, step);
        }
    }

    /// Removes all rows without a remaining drawing.
    fn keep_rows(&mut self, scene: &mut Scene, step: u64) {
        let Self { rows, scratch, .. } = self;
        for (altitude, number) in scene.altitudes_mut().iter_mut().zip(0..=u16::MAX) {
            let layer = &mut altitude.drawn;
            let count = rows.iter().filter(|row| row.altitude == number).count();
            if count == layer.len() {
                // The layer is left as it is, so that backends do not copy it in every step.
                layer.end_step(step);
                continue;
            }
            scratch.extend((0..layer.len()).map(|row| layer.drawn_row(row)));
            layer.clear();
            for drawing in rows.iter_mut().filter(|row| row.altitude == number) {
                drawing.row = push_at_rest(layer, scratch[drawing.row]);
            }
            scratch.clear();
        }
    }

    /// Drops older drawings on objects that were drawn on again. Otherwise the number of drawings on an object that
    /// does not act could grow in every step.
    pub(crate) fn drop_replaced(&mut self, scene: &mut Scene) {
        let Self {
            rows,
            old,
            frozen,
            drawn_on,
            ..
        } = self;
        if rows.len() == *old || *old == 0 && frozen.is_empty() {
            return;
        }
        drawn_on.extend(rows[*old..].iter().map(|drawing| drawing.id));
        drawn_on.sort_unstable();
        let is_replaced = |drawing: &Drawing| drawn_on.binary_search(&drawing.id).is_ok();
        let (mut row, before) = (0, *old);
        rows.retain(|drawing| {
            let replaced = row < before && is_replaced(drawing);
            row += 1;
            if replaced {
                let altitude = &mut scene.altitudes_mut()[usize::from(drawing.altitude)];
                set_hidden(&mut altitude.drawn, drawing.row, true);
                *old -= 1;
            }
            !replaced
        });
        frozen.retain(|frozen| !is_replaced(&frozen.drawing));
        drawn_on.clear();
    }

    /// Gives rows to drawings on objects whose levels are current again.
    pub(crate) fn thaw(&mut self, scene: &mut Scene, slots: &Slots, level: u16) {
        let Self { rows, frozen, .. } = self;
        frozen.retain(|FrozenDrawing { drawing, drawn }| {
            let address = slots.address(drawing.id);
            let thaws = address.is_some_and(|address| is_current(address.level, level));
            if thaws {
                let altitude = &mut scene.altitudes_mut()[usize::from(drawing.altitude)];
                let row = push_at_rest(&mut altitude.drawn, *drawn);
                rows.push(Drawing { row, ..*drawing });
            }
            !thaws
        });
    }
}

fn push_at_rest(layer: &mut Layer, mut drawn: DrawnRow) -> usize {
    drawn.instance.rest();
    layer.push_drawn(drawn)
}
