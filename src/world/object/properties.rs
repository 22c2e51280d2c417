//! Positions and existence of objects.

use glam::Vec2;

use super::slots::RowAddress;
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::{Camera, Instance, Layer};
use crate::world::World;
use crate::world::unmatched::NameOf;

impl World {
    /// Returns whether the object exists. One that is being removed exists until the step's end.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.slots.get(id).is_some()
    }

    /// Returns an object's position in world units. `None` if it is gone.
    pub(in crate::world) fn position(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.instance(self.slots.address(id)?).position)
    }

    /// Returns whether the object exists and is of this kind. A kind that was never spawned is logged once, after 120
    /// steps or at the end of the run.
    pub fn is_kind(&self, id: ObjectId, kind: &str) -> bool {
        let is_it = self.slots.get(id).is_some_and(|body| body.kind == kind);
        if !is_it {
            self.diagnostics
                .unmatched
                .record_missing(NameOf::Kind, kind, self.step);
        }
        is_it
    }

    /// Returns how much of an object's lifetime is left, in steps of its layer's time. `None` if it has no limit or is
    /// gone.
    pub(in crate::world) fn lifetime(&self, id: ObjectId) -> Option<f32> {
        let address = self.slots.address(id)?;
        let left = self.layer(address).time_left(address.row());
        // The rest may be below 0 in the object's last step: the clock advances when a step begins, and objects are
        // removed when the step ends.
        #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest")]
        left.is_finite().then_some(left.max(0.0) as f32)
    }

    /// Returns whether an object exists and is not being removed.
    pub(in crate::world) fn is_staying(&self, id: ObjectId) -> bool {
        self.slots.is_staying(id)
    }

    /// Returns whether a level is the current one or level 0, whose objects act on every level.
    pub(in crate::world) fn is_current(&self, level: u16) -> bool {
        is_current(level, self.level)
    }

    /// Returns the layer of an object's row.
    pub(in crate::world) fn layer(&self, address: RowAddress) -> &Layer {
        self.scene.altitudes()[usize::from(address.altitude)]
            .level(address.level)
            .expect("an object's layer exists while the object does")
    }

    pub(in crate::world) fn instance(&self, address: RowAddress) -> &Instance {
        &self.layer(address).columns().instances[address.row()]
    }

    /// Returns the instance of the object that a camera follows. `None` if it follows none, or if the object is gone.
    pub(crate) fn followed_instance(&self, camera: &Camera) -> Option<&Instance> {
        let address = self.slots.address(camera.followed()?)?;
        Some(self.instance(address))
    }

    #[cfg(test)]
    pub(in crate::world) fn events(&self, address: RowAddress) -> crate::scene::EventFlags {
        self.layer(address).events()[address.row()]
    }
}
