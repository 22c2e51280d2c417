//! The lights that are attached to objects, and the objects that cast shadows.

use crate::base::checksum::summed;
use crate::base::id::ObjectId;
use crate::scene::Light;
use crate::world::Outcome;
use crate::world::object::slots::Slots;

/// Maximum number of refusals that are logged.
const MAX_REPORTS: u64 = 10;

/// The id of an attached light. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LightId(u64);

summed!(LightId: 0);

/// The lights that are attached to objects, and the objects that cast shadows.
///
/// Lights are seen in groups of altitudes that are lit: see [`World::light_group`](crate::world::World::light_group). A
/// light moves and turns with its object, also between two steps. Its values are interpolated, not extrapolated. It
/// shines while the object and its altitude are visible in the current level, and is removed with the object. For a
/// light that stays in its place, attach it to an object without a sprite.
///
/// An object that casts shadows hides lights with [`Light::shadows`]: by its box, by its collision shapes, of which
/// round ones count as polygons of 16 corners, or by its solid tiles. Other objects cast none.
///
/// Lights are copied with the world. They are not part of its checksum, because they affect drawing only.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::Light;
///
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(80, 24), |_| Ok(()))?;
/// # let mut context = game.context();
/// # let cx = &mut context;
/// let lamp = cx.spawn(Object::new("Lamp").at(vec2(10.0, 5.0)));
/// let light = cx.lights.attach(lamp, Light { radius: 96.0, shadows: true, ..Light::default() });
/// let crate_ = cx.spawn(Object::new("Crate").at(vec2(30.0, 5.0)));
/// cx.lights.set_shadow(crate_, true);
/// // Later, from anywhere:
/// cx.lights.change(light, |light| light.energy = 0.5);
/// # assert_eq!(cx.lights.get(light).map(|light| light.energy), Some(0.5));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lights {
    /// Sorted by id, which is the order of attaching.
    pub(super) attached: Vec<AttachedLight>,
    /// Objects that cast shadows, sorted.
    pub(super) casters: Vec<ObjectId>,
    next: u64,
    /// Number of refused lights.
    refused: u64,
}

/// A light that is attached to an object.
#[derive(Clone, Debug)]
pub(super) struct AttachedLight {
    id: LightId,
    pub(super) owner: ObjectId,
    pub(super) light: Light,
    /// Its value at the end of the last step.
    pub(super) before: Light,
}

impl Lights {
    /// Attaches a light to an object, and returns its id. An object may have several lights. An invalid light is not
    /// attached, and is counted and logged. If the object is gone, the light is removed when the next step begins.
    pub fn attach(&mut self, owner: ObjectId, light: Light) -> LightId {
        let id = LightId(self.next);
        self.next += 1;
        if self.is_valid(&light) {
            self.attached.push(AttachedLight {
                id,
                owner,
                light,
                before: light,
            });
        }
        id
    }

    /// Returns a light. `None` once it is gone.
    pub fn get(&self, id: LightId) -> Option<&Light> {
        let index = self.find(id)?;
        Some(&self.attached[index].light)
    }

    /// Returns the object that a light is attached to. `None` once the light is gone.
    pub fn owner(&self, id: LightId) -> Option<ObjectId> {
        Some(self.attached[self.find(id)?].owner)
    }

    /// Changes a light. If a value is not valid, nothing changes.
    pub fn change(&mut self, id: LightId, change: impl FnOnce(&mut Light)) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        let mut light = self.attached[index].light;
        change(&mut light);
        if !self.is_valid(&light) {
            return Outcome::Refused;
        }
        self.attached[index].light = light;
        Outcome::Done
    }

    /// Removes a light.
    pub fn remove(&mut self, id: LightId) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        self.attached.remove(index);
        Outcome::Done
    }

    /// Returns the lights of an object, in the order of attaching.
    pub fn of(&self, owner: ObjectId) -> impl Iterator<Item = LightId> {
        let attached = self.attached.iter();
        attached
            .filter(move |attached| attached.owner == owner)
            .map(|attached| attached.id)
    }

    /// Changes whether an object casts shadows.
    pub fn set_shadow(&mut self, owner: ObjectId, casts: bool) {
        match (self.casters.binary_search(&owner), casts) {
            (Err(index), true) => self.casters.insert(index, owner),
            (Ok(index), false) => drop(self.casters.remove(index)),
            _ => {}
        }
    }

    /// Returns whether an object casts shadows.
    pub fn has_shadow(&self, owner: ObjectId) -> bool {
        self.casters.binary_search(&owner).is_ok()
    }

    /// Returns the number of refused lights. [`World::refusals`](crate::world::World::refusals) contains them too.
    pub fn refusals(&self) -> u64 {
        self.refused
    }

    /// Records the values that the step begins with, and drops the lights of objects that are gone.
    pub(in crate::world) fn begin_step(&mut self, slots: &Slots) {
        let exists = |id: ObjectId| slots.get(id).is_some();
        self.attached.retain(|attached| exists(attached.owner));
        self.casters.retain(|&id| exists(id));
        for attached in &mut self.attached {
            attached.before = attached.light;
        }
    }

    /// Returns the size of its lists in bytes.
    pub(in crate::world) fn bytes(&self) -> usize {
        size_of_val(&*self.attached) + size_of_val(&*self.casters)
    }

    /// Returns whether a light is valid. Counts an invalid one, and logs the first few.
    fn is_valid(&mut self, light: &Light) -> bool {
        let Some(fault) = light.fault() else {
            return true;
        };
        self.refused += 1;
        if self.refused <= MAX_REPORTS {
            log::warn!("lights: a light's {fault} is not valid; nothing is changed");
        }
        false
    }

    fn find(&self, id: LightId) -> Option<usize> {
        let found = self
            .attached
            .binary_search_by_key(&id, |attached| attached.id);
        found.ok()
    }
}
