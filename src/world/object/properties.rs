//! Reading objects. Every getter returns `None` for an object that is gone.

use glam::Vec2;

use super::description::Solidness;
use super::slots::Place;
use crate::assets::SpriteId;
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::geometry::Rect;
use crate::scene::{Instance, Layer, RowFlags};
use crate::world::World;
use crate::world::object::integrator::Integrator;

impl World {
    /// Whether the object exists. One that is being removed exists until the step's end.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.slots.get(id).is_some()
    }

    /// Returns the name of its kind.
    pub fn kind(&self, id: ObjectId) -> Option<&'static str> {
        Some(self.slots.get(id)?.kind)
    }

    /// Returns its position in world units.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let (position, velocity) = (vec2(3.0, 4.0), vec2(0.5, 0.0));
    /// let boat = cx.spawn(Object { position, velocity, ..Object::default() });
    /// assert_eq!(cx.world.position(boat), Some(vec2(3.0, 4.0)));
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// // A step later.
    /// assert_eq!(core.world.position(boat), Some(vec2(3.5, 4.0)));
    /// ```
    pub fn position(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.instance(self.slots.place(id)?).position)
    }

    /// Returns its velocity in world units per step.
    pub fn velocity(&self, id: ObjectId) -> Option<Vec2> {
        let place = self.slots.place(id)?;
        Some(self.layer(place).columns().velocities[place.row()])
    }

    /// Returns its constant acceleration in world units per step, each step.
    pub fn acceleration(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.slots.get(id)?.acceleration)
    }

    /// Returns how its accelerations are integrated.
    pub fn integrator(&self, id: ObjectId) -> Option<Integrator> {
        Some(self.slots.get(id)?.integration.integrator)
    }

    /// Returns its altitude, counted from 0.
    pub fn altitude(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.place.altitude)
    }

    /// Returns its level, from 1 to [`World::HIGHEST_LEVEL`]; 0 if it is persistent.
    pub fn level_of(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.place.level)
    }

    /// Returns whether it collides, and whether it is blocked.
    pub fn solidness(&self, id: ObjectId) -> Option<Solidness> {
        Some(self.slots.get(id)?.solidness)
    }

    /// Whether it is drawn.
    pub fn is_visible(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.visible)
    }

    /// Returns its angle in radians, clockwise.
    pub fn angle(&self, id: ObjectId) -> Option<f32> {
        Some(self.slots.get(id)?.angle)
    }

    /// Returns how fast it turns, in radians per step.
    pub fn spin(&self, id: ObjectId) -> Option<f32> {
        Some(self.slots.get(id)?.spin)
    }

    /// Returns its scale: the factors of its sprite's width and height.
    pub fn scale(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.slots.get(id)?.scale)
    }

    /// Whether it belongs to every level.
    pub fn is_persistent(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.place.level == 0)
    }

    /// Returns the number of steps for which a frame is shown: 1 is every step, 0 stands still.
    pub fn slowdown(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.animation.slowdown)
    }

    /// Returns the frame that it shows, counted from 0.
    pub fn frame(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.animation.frame)
    }

    /// Returns its sprite.
    pub fn sprite(&self, id: ObjectId) -> Option<SpriteId> {
        self.slots.get(id)?.sprite
    }

    /// Returns its bounding box in the world, in world units. That of a point which moves by whole cells is the cell
    /// that it is in.
    pub fn world_box(&self, id: ObjectId) -> Option<Rect> {
        Some(self.slots.get(id)?.collision_box(self.position(id)?))
    }

    /// Whether it was disabled because one of its behaviours panicked.
    pub fn is_disabled(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.disabled)
    }

    /// Returns how much of its lifetime is left, in steps of its layer's time. `None` also if it has no limit.
    pub fn lifetime(&self, id: ObjectId) -> Option<f32> {
        let place = self.slots.place(id)?;
        let left = self.layer(place).time_left(place.row());
        // Below 0 in its last step: the clock advances when a step begins, and objects are removed when it ends.
        #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest")]
        left.is_finite().then_some(left.max(0.0) as f32)
    }

    /// Whether an object is there, and is not removed at the step's end.
    pub(in crate::world) fn is_staying(&self, id: ObjectId) -> bool {
        self.slots.get(id).is_some_and(|body| !body.pending_despawn)
    }

    /// Whether a level's objects act now.
    pub(in crate::world) fn is_current(&self, level: u16) -> bool {
        is_current(level, self.level)
    }

    /// The layer that an object's row is in.
    pub(in crate::world) fn layer(&self, place: Place) -> &Layer {
        self.scene.altitudes()[usize::from(place.altitude)]
            .level(place.level)
            .expect("an object's layer exists while the object does")
    }

    pub(in crate::world) fn instance(&self, place: Place) -> &Instance {
        &self.layer(place).columns().instances[place.row()]
    }

    pub(in crate::world) fn row_flags(&self, place: Place) -> RowFlags {
        self.layer(place).row_flags()[place.row()]
    }
}
