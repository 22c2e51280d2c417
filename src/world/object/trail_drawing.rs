//! Sets and draws the after-images of objects.

use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::AfterImages;
use crate::world::{Outcome, World};

impl World {
    /// Sets or removes the after-images of an object.
    pub(in crate::world) fn set_after_images(
        &mut self,
        id: ObjectId,
        settings: Option<AfterImages>,
    ) -> Outcome {
        let is_valid = settings.is_none_or(|settings| settings.is_valid());
        let outcome = self.check(id, "after-images", is_valid);
        if outcome.is_done() {
            match settings {
                Some(settings) => self.trails.set(id, settings),
                None => self.trails.remove(id),
            }
        }
        outcome
    }

    /// Records the looks of objects with after-images in a step of `dt` nominal steps, and draws their trails.
    pub(in crate::world) fn draw_trails(&mut self, dt: f32) {
        if self.trails.is_empty() && !self.trails.is_drawn {
            return;
        }
        let Self {
            trails,
            scene,
            slots,
            level,
            ..
        } = self;
        for altitude in scene.altitudes_mut() {
            altitude.clear_after_images(*level);
        }
        let mut is_drawn = false;
        trails.each_mut(|id, trail| {
            let address = slots.address(id);
            if let Some(address) = address.filter(|address| is_current(address.level, *level)) {
                let altitude = &mut scene.altitudes_mut()[usize::from(address.altitude)];
                let passes = dt * altitude.settings.time_passing() > 0.0;
                trail.enter(*level);
                trail.follow(altitude, address.level, address.row(), passes);
                is_drawn = true;
            }
        });
        trails.is_drawn = is_drawn;
    }
}
