//! Colliders of solid objects and sensors in the broad phase. They are derived from other data ([`Sources`]), and
//! updated with each change of it. The checksum does not include them.

use glam::Vec2;
use std::collections::BTreeSet;

use crate::base::id::ObjectId;
use crate::collision::Impact;
use crate::geometry::Rect;
use crate::scene::{RowFlags, Scene};
use crate::space::{BoxKind, Boxes, BroadPhase, Collider};
use crate::world::collide::candidates::Candidates;
use crate::world::collide::outline::{Form, Outline};
use crate::world::collide::shapes::{ShapeTable, widened};
use crate::world::object::body::Motion;
use crate::world::object::description::Solidness;
use crate::world::object::slots::Slots;
use crate::world::object::tiles::TileTable;

/// The entry of an object without a collider.
const NONE: u32 = u32::MAX;

/// The collider of an object: its level, its entry in the boxes of that level, and the object's bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColliderEntry {
    level: u16,
    is_sensor: bool,
    entry: u32,
    pub(crate) motion: Motion,
    /// Bounds of the object, relative to its position, in world units. Zero for a collider of [`BoxKind::Other`].
    pub(crate) bounds: Rect,
}

impl ColliderEntry {
    const NONE: Self = Self {
        level: 0,
        is_sensor: false,
        entry: NONE,
        motion: Motion::Other,
        bounds: Rect::NOTHING,
    };
}

/// The boxes of all solid objects and sensors, by level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colliders {
    phase: BroadPhase,
    levels: Vec<Boxes>,
    by_slot: Vec<ColliderEntry>,
    /// Altitudes and levels of layers with rows that the game may have moved directly.
    stale: Vec<(u16, u16)>,
    sensors: BTreeSet<ObjectId>,
    /// Objects recorded by `touch` and `touch_all` since the last call of `take_touched`. May contain duplicates.
    touched: Vec<ObjectId>,
    /// Candidates of the movement phase.
    pub(crate) candidates: Candidates,
    /// Scratch, kept so that a step allocates nothing: impacts of one move.
    pub(crate) spare_impacts: Vec<(Impact, Collider)>,
}

/// The data that colliders are derived from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    pub(crate) slots: &'a Slots,
    pub(crate) scene: &'a Scene,
    pub(crate) shapes: &'a ShapeTable,
    pub(crate) tiles: &'a TileTable,
    /// The object that passes through one-way platforms, during its move.
    pub(crate) dropping: Option<ObjectId>,
}

impl<'a> Sources<'a> {
    /// Returns the outline of an object at its position. `None` if it is gone.
    pub(crate) fn outline(self, id: ObjectId) -> Option<Outline<'a>> {
        let address = self.slots.address(id)?;
        let layer = self.scene.altitudes()[usize::from(address.altitude)].level(address.level)?;
        self.outline_at(id, layer.columns().instances[address.row()].position)
    }

    /// Returns an object's motion, and its bounds relative to its position. For [`BoxKind::Other`], returns
    /// [`Motion::Other`], whatever the object's own motion, and zero bounds: its collision tests need more than bounds.
    fn motion(self, id: ObjectId, kind: BoxKind) -> (Motion, Rect) {
        match self.slots.body(id) {
            Some(body) if kind != BoxKind::Other => (body.motion(), body.bounds),
            _ => (Motion::Other, Rect::default()),
        }
    }

    fn is_sensor(self, id: ObjectId) -> bool {
        self.slots.body(id).is_some_and(|body| body.sensor)
    }

    /// Returns the outline of an object at another position. `None` if it is gone.
    pub(crate) fn outline_at(self, id: ObjectId, position: Vec2) -> Option<Outline<'a>> {
        let body = self.slots.body(id)?;
        let (form, area) = if let Some(tiles) = self.tiles.get(id) {
            (Form::Tiles(tiles), widened(tiles.area(position)))
        } else if let Some(shapes) = self.shapes.get(id) {
            (Form::Shapes(shapes.shown()), shapes.area(position))
        } else {
            (Form::Box, body.collision_box(position))
        };
        Some(Outline {
            form,
            one_way: body.solidness == Solidness::OneWay,
            drops: self.dropping == Some(id),
            area,
            position,
        })
    }

    /// Returns the collider that an object would have at a position. `None` if it is gone.
    #[inline]
    pub(crate) fn collider_at(self, id: ObjectId, position: Vec2) -> Option<Collider> {
        let found = self.slots.get(id)?;
        let is_box = self.shapes.get(id).is_none() && self.tiles.get(id).is_none();
        let area = if is_box {
            found.collision_box(position)
        } else {
            self.outline_at(id, position)?.area
        };
        let kind = match found.solidness {
            _ if !is_box || found.is_leaving || found.link.node.is_some() => BoxKind::Other,
            Solidness::Hard => BoxKind::Hard,
            Solidness::Soft => BoxKind::Soft,
            Solidness::Spectral | Solidness::OneWay => BoxKind::Other,
        };
        Some(Collider {
            area,
            id,
            groups: found.groups,
            collides_with: found.collides_with,
            kind,
        })
    }

    /// Returns an object's level and collider. `None` if it is gone or is neither solid nor a sensor.
    fn collider(self, id: ObjectId) -> Option<(u16, Collider)> {
        let (address, body) = self.slots.find(id)?;
        if !body.has_collider() {
            return None;
        }
        let layer = self.scene.altitudes()[usize::from(address.altitude)].level(address.level)?;
        let position = layer.columns().instances[address.row()].position;
        Some((address.level, self.collider_at(id, position)?))
    }

    /// Returns the objects of a layer that may have colliders: the ones that are moved individually.
    fn solids_of(self, (altitude, level): (u16, u16)) -> impl Iterator<Item = ObjectId> {
        let layer = self.scene.altitudes()[usize::from(altitude)].level(level);
        layer.into_iter().flat_map(|layer| {
            let ids = layer.columns().ids;
            layer
                .rows_with(RowFlags::MOVED_INDIVIDUALLY)
                .filter_map(|row| ids[row])
        })
    }
}

impl Colliders {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let levels = self.levels.iter().map(Boxes::bytes);
        levels.sum::<usize>() + size_of_val(&*self.by_slot)
    }

    /// Chooses a broad phase, and adds the colliders of all objects to it.
    pub(crate) fn set_phase(&mut self, phase: BroadPhase, sources: Sources<'_>) {
        *self = Self {
            phase,
            ..Self::default()
        };
        for (id, _) in sources.slots.iter() {
            self.update(id, sources);
        }
    }

    /// Updates the collider of an object that is new, has moved or has changed in another way.
    pub(crate) fn update(&mut self, id: ObjectId, sources: Sources<'_>) {
        let Some((level, collider)) = sources.collider(id) else {
            self.remove(id);
            return;
        };
        let is_sensor = sources.is_sensor(id);
        let (motion, bounds) = sources.motion(id, collider.kind);
        match self.stored(id) {
            Some(stored) if (stored.level, stored.is_sensor) == (level, is_sensor) => {
                self.levels[usize::from(level)].change(stored.entry, collider);
                self.candidates.change(collider);
                self.touch(id);
            }
            _ => {
                self.remove(id);
                self.insert(level, is_sensor, collider);
            }
        }
        let entry = &mut self.by_slot[id.slot()];
        (entry.motion, entry.bounds) = (motion, bounds);
    }

    fn insert(&mut self, level: u16, is_sensor: bool, collider: Collider) {
        let id = collider.id;
        self.candidates.clear();
        if is_sensor {
            self.sensors.insert(id);
        }
        self.touch(id);
        let (phase, slot) = (self.phase, collider.id.slot());
        if self.levels.len() <= usize::from(level) {
            self.levels
                .resize_with(usize::from(level) + 1, || Boxes::new(phase));
        }
        if self.by_slot.len() <= slot {
            self.by_slot.resize(slot + 1, ColliderEntry::NONE);
        }
        let entry = self.levels[usize::from(level)].insert(collider);
        self.by_slot[slot] = ColliderEntry {
            level,
            is_sensor,
            entry,
            ..ColliderEntry::NONE
        };
    }

    /// Updates the collider of an object that has only moved.
    #[inline]
    pub(crate) fn set_area(&mut self, id: ObjectId, area: Rect) {
        if let Some(index) = self.candidates.index(id) {
            self.place_member(index, area);
        } else if let Some(stored) = self.stored(id) {
            self.levels[usize::from(stored.level)].set_area(stored.entry, area);
            self.touch(id);
        }
    }

    /// Like `set_area`, for a candidate by its index.
    #[inline]
    pub(crate) fn place_member(&mut self, index: usize, area: Rect) {
        self.candidates.set_area(index, area);
        let (collider, stored) = self.candidates.member(index);
        self.levels[usize::from(stored.level)].set_area(stored.entry, area);
        self.touch(collider.id);
    }

    /// Adds an object to the candidates if it has a collider. `to` returns its expected box at the end of its move in
    /// this step, or `None` if the object is not expected to move.
    #[inline]
    pub(crate) fn add_candidate(
        &mut self,
        id: ObjectId,
        to: impl FnOnce(&Collider, &ColliderEntry) -> Option<Rect>,
    ) {
        if let Some(stored) = self.by_slot.get(id.slot())
            && stored.entry != NONE
            && let Some(collider) = self.levels[usize::from(stored.level)].collider(stored.entry)
        {
            let to = to(collider, stored);
            self.candidates.add(collider, stored, to);
        }
    }

    /// Removes the collider of an object, if it has one. Must be called before the object's slot is used again.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(stored) = self.stored(id) {
            // `touch` is called before the object is removed from the sensors: the object may be the only sensor, and
            // without sensors `touch` records nothing.
            self.touch(id);
            if stored.is_sensor {
                self.sensors.remove(&id);
            }
            self.levels[usize::from(stored.level)].remove(stored.entry);
            self.candidates.clear();
            self.by_slot[id.slot()].entry = NONE;
        }
    }

    fn stored(&self, id: ObjectId) -> Option<ColliderEntry> {
        let stored = self.by_slot.get(id.slot());
        stored.copied().filter(|stored| stored.entry != NONE)
    }

    /// Records that an object or its overlaps have changed, if there are sensors.
    #[inline]
    pub(crate) fn touch(&mut self, id: ObjectId) {
        if !self.sensors.is_empty() {
            self.touched.push(id);
        }
    }

    /// Records that the overlaps of all sensors and of these objects may have changed.
    pub(crate) fn touch_all(&mut self, ids: impl Iterator<Item = ObjectId>) {
        self.touched.extend(ids);
        self.touched.extend(&self.sensors);
    }

    /// Returns whether any object has been recorded since the last call of `take_touched`.
    pub(crate) fn has_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Returns the recorded objects, and those that the next `sync` records, sorted by id.
    pub(crate) fn to_test(&self, sources: Sources<'_>) -> BTreeSet<ObjectId> {
        let stale = self.stale.iter().filter(|_| !self.sensors.is_empty());
        let stale = stale.flat_map(|&layer| sources.solids_of(layer));
        self.touched.iter().copied().chain(stale).collect()
    }

    /// Takes the recorded objects, each once, sorted by id. Leaves `spare` as the new list.
    pub(crate) fn take_touched(&mut self, spare: Vec<ObjectId>) -> Vec<ObjectId> {
        self.touched.sort_unstable();
        self.touched.dedup();
        core::mem::replace(&mut self.touched, spare)
    }

    /// Returns the sensors, sorted by id.
    pub(crate) fn sensors(&self) -> &BTreeSet<ObjectId> {
        &self.sensors
    }

    /// Records that the game may move the rows of a layer directly.
    pub(crate) fn mark_stale(&mut self, altitude: u16, level: u16) {
        let layer = (altitude, level);
        if !self.stale.contains(&layer) {
            self.stale.push(layer);
        }
    }

    /// Updates the colliders of layers that the game may have written to.
    pub(crate) fn sync(&mut self, sources: Sources<'_>) {
        while let Some(layer) = self.stale.pop() {
            for id in sources.solids_of(layer) {
                self.update(id, sources);
            }
        }
    }

    /// Prepares the boxes of all levels for the searches of a step.
    pub(crate) fn tidy(&mut self) {
        self.levels.iter_mut().for_each(Boxes::tidy);
    }

    /// Returns a size, in world units, for search areas that contain only a few objects.
    pub(crate) fn stride(&self, current: u16) -> f32 {
        let levels = [0, current].map(usize::from);
        let boxes = levels
            .into_iter()
            .filter_map(|level| self.levels.get(level));
        boxes.map(Boxes::stride).fold(1e-3, f32::max)
    }

    /// Appends colliders to a list, in act order: those of level 0 and of the current level with boxes that overlap an
    /// area, if `wanted` returns true for them. `wanted` is called before the boxes are compared.
    pub(crate) fn list_in(
        &self,
        area: Rect,
        current: u16,
        sources: Sources<'_>,
        wanted: impl Fn(&Collider) -> bool,
        list: &mut Vec<Collider>,
    ) {
        let first = list.len();
        for level in [0].into_iter().chain((current != 0).then_some(current)) {
            if let Some(boxes) = self.levels.get(usize::from(level)) {
                boxes.each_in(area, &wanted, |collider| list.push(*collider));
            }
            if self.stale.iter().any(|&(_, stale)| stale == level) {
                self.search_again(area, level, sources, &wanted, first, list);
            }
        }
        if list.len() > first + 1 {
            list[first..].sort_unstable_by_key(|found| sources.slots.act_order(found.id));
        }
    }

    /// Replaces the results from stale layers of a level: tests all their colliders where their rows are now.
    fn search_again(
        &self,
        area: Rect,
        level: u16,
        sources: Sources<'_>,
        wanted: &impl Fn(&Collider) -> bool,
        first: usize,
        list: &mut Vec<Collider>,
    ) {
        // Stale layers of other levels are left alone: their results in the list are new already.
        let is_stale = |id: ObjectId| {
            let address = sources.slots.address(id);
            address.is_some_and(|address| {
                address.level == level && self.stale.contains(&(address.altitude, level))
            })
        };
        let old = list.split_off(first);
        list.extend(old.into_iter().filter(|found| !is_stale(found.id)));
        for &layer in self.stale.iter().filter(|(_, stale)| *stale == level) {
            let colliders = sources
                .solids_of(layer)
                .filter_map(|id| sources.collider(id));
            let met =
                colliders.filter(|(_, collider)| wanted(collider) && area.overlaps(&collider.area));
            list.extend(met.map(|(_, collider)| collider));
        }
    }
}
