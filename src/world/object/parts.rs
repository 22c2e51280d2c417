//! The number of rows of each object: one, and one for each further tile of a sprite that is larger than an atlas page.

use super::pending::PendingChanges;
use super::slots::Slots;
use crate::base::id::row_number;
use crate::scene::Scene;

impl PendingChanges {
    /// Adds or removes rows for the sprites of objects whose number of rows has changed. `step` is the ending step.
    pub(in crate::world) fn fit_parts(&mut self, scene: &mut Scene, slots: &mut Slots, step: u64) {
        for id in self.parts.drain(..) {
            // The object may have been removed since.
            let Some((place, body)) = slots.find(id) else {
                continue;
            };
            let parts = body.row_parts();
            let altitude = &mut scene.altitudes_mut()[usize::from(place.altitude)];
            let layer = altitude.level_mut(place.level);
            layer.set_quad_rows(place.row(), parts, step, |id, row| {
                slots.set_row(id, row_number(row));
            });
        }
    }
}
