//! Where solid objects and sensors are, as the broad phase knows it: a copy of what follows from bodies and rows, kept up with each
//! change of theirs. No part of the checksum.

use glam::Vec2;
use std::collections::BTreeSet;

use crate::base::id::ObjectId;
use crate::collision::Impact;
use crate::geometry::Rect;
use crate::scene::{RowFlags, Scene};
use crate::space::{Boxes, BroadPhase, Collider};
use crate::world::move_plan::{MovePlan, PlainPair};
use crate::world::object::description::Solidness;
use crate::world::object::outline::{Form, Outline};
use crate::world::object::plain_box::PlainBox;
use crate::world::object::shapes::{ShapeTable, widened};
use crate::world::object::slots::Slots;
use crate::world::object::tiles::TileTable;
use crate::world::plain_move::PlannedBox;

/// The entry of an object that has none.
const NONE: u32 = u32::MAX;

/// Where the collider of the object in a slot is stored.
#[derive(Clone, Copy, Debug)]
struct Stored {
    level: u16,
    is_sensor: bool,
    entry: u32,
    /// The plain box that the object is, if it is one.
    plain: Option<PlainBox>,
}

/// Where an object's box is stored: of no meaning after it was removed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storage {
    pub(crate) level: u16,
    pub(crate) entry: u32,
}

/// The boxes of all solid objects and sensors, by level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colliders {
    phase: BroadPhase,
    levels: Vec<Boxes>,
    by_slot: Vec<Stored>,
    /// Altitudes and levels of layers whose rows the game may have moved by itself.
    stale: Vec<(u16, u16)>,
    /// Changes when something is put elsewhere, but for what moves as its plan expects.
    placements: u64,
    sensors: BTreeSet<ObjectId>,
    /// What was changed since it was last asked; nothing without sensors. May hold an object several times.
    touched: Vec<ObjectId>,
    /// Of the movement phase.
    plan: MovePlan,
    /// Scratch, kept so that a step allocates nothing: what a move meets on its way, and how.
    pub(crate) spare_impacts: Vec<(Impact, ObjectId)>,
}

/// What the colliders are a copy of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Originals<'a> {
    pub(crate) slots: &'a Slots,
    pub(crate) scene: &'a Scene,
    pub(crate) shapes: &'a ShapeTable,
    pub(crate) tiles: &'a TileTable,
}

impl<'a> Originals<'a> {
    /// What collides of an object where it is. `None` if it is gone.
    pub(crate) fn outline(self, id: ObjectId) -> Option<Outline<'a>> {
        let place = self.slots.place(id)?;
        let layer = self.scene.altitudes()[usize::from(place.altitude)].level(place.level)?;
        self.outline_at(id, layer.columns().instances[place.row()].position)
    }

    fn is_sensor(self, id: ObjectId) -> bool {
        self.slots.body(id).is_some_and(|body| body.sensor)
    }

    /// What would collide of an object at a position. `None` if it is gone.
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
            area,
            position,
        })
    }

    /// The plain box that an object is, if it is one.
    #[inline]
    pub(crate) fn plain_box(self, id: ObjectId) -> Option<PlainBox> {
        let is_box = self.shapes.get(id).is_none() && self.tiles.get(id).is_none();
        let found = self.slots.get(id)?;
        PlainBox::of(found.body).filter(|_| is_box && !found.is_leaving)
    }

    /// An object's level and collider. `None` if it is gone or cannot be found.
    fn collider(self, id: ObjectId) -> Option<(u16, Collider)> {
        let (place, body) = self.slots.find(id)?;
        if !body.has_collider() {
            return None;
        }
        let collider = Collider {
            area: self.outline(id)?.area,
            id,
            groups: body.groups,
            collides_with: body.collides_with,
        };
        Some((place.level, collider))
    }

    /// The objects of a layer that may have colliders: those that nothing moves in bulk.
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
    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let levels = self.levels.iter().map(Boxes::bytes);
        levels.sum::<usize>() + size_of_val(&*self.by_slot)
    }

    /// Chooses a broad phase, which begins anew.
    pub(crate) fn set_phase(&mut self, phase: BroadPhase, originals: Originals<'_>) {
        *self = Self {
            phase,
            ..Self::default()
        };
        for (id, _) in originals.slots.iter() {
            self.update(id, originals);
        }
    }

    /// Copies what an object is now: it is new, has moved, or something else has changed of which its collider follows.
    pub(crate) fn update(&mut self, id: ObjectId, originals: Originals<'_>) {
        self.placements = self.placements.wrapping_add(1);
        let Some((level, collider)) = originals.collider(id) else {
            self.remove(id);
            return;
        };
        let is_sensor = originals.is_sensor(id);
        let plain = originals.plain_box(id);
        let entry = match self.stored(id) {
            Some(stored) if (stored.level, stored.is_sensor) == (level, is_sensor) => {
                self.levels[usize::from(level)].change(stored.entry, collider);
                self.by_slot[id.slot()].plain = plain;
                self.touch(id);
                stored.entry
            }
            stored => {
                if stored.is_some() {
                    self.remove(id);
                }
                self.insert(level, is_sensor, collider, plain)
            }
        };
        if self.plan.is_for(level) {
            let stored = Storage { level, entry };
            self.plan.note_change(collider, plain, stored);
        }
    }

    /// Adds an object. Returns its entry.
    fn insert(
        &mut self,
        level: u16,
        is_sensor: bool,
        collider: Collider,
        plain: Option<PlainBox>,
    ) -> u32 {
        let id = collider.id;
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
            let none = Stored {
                level: 0,
                is_sensor: false,
                entry: NONE,
                plain: None,
            };
            self.by_slot.resize(slot + 1, none);
        }
        let entry = self.levels[usize::from(level)].insert(collider);
        self.by_slot[slot] = Stored {
            level,
            is_sensor,
            entry,
            plain,
        };
        entry
    }

    /// Copies where the box of an object is now, of which nothing else has changed.
    #[inline]
    pub(crate) fn place(&mut self, id: ObjectId, area: Rect) {
        self.placements = self.placements.wrapping_add(1);
        if let Some(stored) = self.stored(id) {
            self.levels[usize::from(stored.level)].place(stored.entry, area);
            self.plan.note_box(id, area);
            self.touch(id);
        }
    }

    /// Returns a number that is another one once anything solid was put elsewhere, apart from moves by the plan.
    #[inline]
    pub(crate) fn placements(&self) -> u64 {
        self.placements
    }

    /// As `place`, of a member of the plan that is moved as the plan expects.
    #[inline]
    pub(crate) fn place_planned(&mut self, index: usize, area: Rect) {
        let Storage { level, entry } = self.plan.place(index, area);
        self.levels[usize::from(level)].place(entry, area);
        if !self.sensors.is_empty() {
            self.touched.push(self.plan.id(index));
        }
    }

    /// Forgets an object. To be called before its slot is used again.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(stored) = self.stored(id) {
            // Before it is no sensor any more: it may have been the only one.
            self.touch(id);
            if stored.is_sensor {
                self.sensors.remove(&id);
            }
            self.levels[usize::from(stored.level)].remove(stored.entry);
            self.plan.note_removed(id);
            self.by_slot[id.slot()].entry = NONE;
        }
    }

    fn stored(&self, id: ObjectId) -> Option<Stored> {
        let stored = self.by_slot.get(id.slot());
        stored.copied().filter(|stored| stored.entry != NONE)
    }

    /// Notes that an object has changed, or what it overlaps. Nothing without sensors.
    #[inline]
    pub(crate) fn touch(&mut self, id: ObjectId) {
        if !self.sensors.is_empty() {
            self.touched.push(id);
        }
    }

    /// Notes that what sensors overlap may have changed, and what these objects do, sensors or not.
    pub(crate) fn touch_all(&mut self, ids: impl Iterator<Item = ObjectId>) {
        self.touched.extend(ids);
        self.touched.extend(&self.sensors);
    }

    /// Whether anything was changed that sensors may overlap.
    pub(crate) fn has_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Takes what was changed, each object once, by id. Leaves an empty list in its place.
    pub(crate) fn take_touched(&mut self, spare: Vec<ObjectId>) -> Vec<ObjectId> {
        self.touched.sort_unstable();
        self.touched.dedup();
        core::mem::replace(&mut self.touched, spare)
    }

    /// The objects whose overlaps are watched, by id.
    pub(crate) fn sensors(&self) -> &BTreeSet<ObjectId> {
        &self.sensors
    }

    /// Notes that the game may move the rows of a layer by itself.
    pub(crate) fn mark_stale(&mut self, altitude: u16, level: u16) {
        self.placements = self.placements.wrapping_add(1);
        let layer = (altitude, level);
        if !self.stale.contains(&layer) {
            self.stale.push(layer);
        }
    }

    /// Looks where the rows are that the game may have moved by itself.
    pub(crate) fn sync(&mut self, originals: Originals<'_>) {
        while let Some(layer) = self.stale.pop() {
            for id in originals.solids_of(layer) {
                self.update(id, originals);
            }
        }
    }

    /// Prepares for the searches of a step.
    pub(crate) fn tidy(&mut self) {
        self.levels.iter_mut().for_each(Boxes::tidy);
    }

    /// The size of a search that looks at few objects, in world units.
    pub(crate) fn stride(&self, current: u16) -> f32 {
        let levels = [0, current].map(usize::from);
        let boxes = levels
            .into_iter()
            .filter_map(|level| self.levels.get(level));
        boxes.map(Boxes::stride).fold(1e-3, f32::max)
    }

    /// Appends every object that is wanted and whose box overlaps an area to a list, in act order: those that are solid,
    /// sensors too, on level 0 or the current one. What is wanted is asked first.
    pub(crate) fn list_in(
        &self,
        area: Rect,
        current: u16,
        originals: Originals<'_>,
        wanted: impl Fn(&Collider) -> bool,
        list: &mut Vec<ObjectId>,
    ) {
        let first = list.len();
        for level in [0].into_iter().chain((current != 0).then_some(current)) {
            if let Some(boxes) = self.levels.get(usize::from(level)) {
                boxes.each_in(area, &wanted, |collider| list.push(collider.id));
            }
            if self.stale.iter().any(|&(_, stale)| stale == level) {
                self.look_anew(area, level, originals, &wanted, first, list);
            }
        }
        list[first..].sort_unstable_by_key(|&id| originals.slots.act_order(id));
    }

    /// Begins the movement phase of a step. Returns whether there is a plan for it already.
    pub(crate) fn begin_moves(&mut self, current: u16) -> bool {
        self.plan.begin_step(current)
    }

    /// Ends the movement phase of a step.
    pub(crate) fn end_moves(&mut self) {
        self.plan.end_step();
    }

    /// Begins a plan of what the objects of a level may meet when they move.
    pub(crate) fn begin_plan(&mut self, current: u16) {
        self.plan.begin(current);
    }

    /// Adds the next object in act order to the plan, if it has a collider. `to` returns where it is at the end of this
    /// step, if it is expected to move.
    #[inline]
    pub(crate) fn plan(&mut self, id: ObjectId, to: impl FnOnce(Option<PlainBox>) -> Option<Rect>) {
        if self.plan.is_kept() {
            self.plan.renew(id, to);
            return;
        }
        let Some(stored) = self.stored(id) else {
            return;
        };
        let Some(&collider) = self.collider(stored) else {
            return;
        };
        let Stored {
            level,
            entry,
            plain,
            ..
        } = stored;
        let stored = Storage { level, entry };
        self.plan.add(collider, plain, stored, to(plain));
    }

    /// Ends the making of a plan: from now on, moves search by it.
    pub(crate) fn complete_plan(&mut self, current: u16) {
        let levels = [Some(0), (current != 0).then_some(current)];
        let boxes = levels
            .into_iter()
            .flatten()
            .filter_map(|level| self.levels.get(usize::from(level)));
        // All of them, or something could be met that is not listed.
        if boxes.map(Boxes::len).sum::<usize>() == self.plan.added() {
            self.plan.complete(current);
        } else {
            self.plan.end();
        }
    }

    /// Drops the plan: the order of objects has changed, or so few move that each is to search by itself.
    pub(crate) fn end_plan(&mut self) {
        self.plan.end();
    }

    /// As `list_in`, of what a moving object may meet, by the plan. Returns false, and appends nothing, if that does not
    /// tell.
    #[inline]
    pub(crate) fn list_planned(
        &self,
        area: Rect,
        mover: ObjectId,
        current: u16,
        slots: &Slots,
        list: &mut Vec<ObjectId>,
    ) -> bool {
        if !self.is_planned(current) {
            return false;
        }
        let first = list.len();
        let is_listed = self.plan.list_in(area, mover, list);
        if is_listed == Some(false) {
            list[first..].sort_unstable_by_key(|&id| slots.act_order(id));
        }
        is_listed.is_some()
    }

    /// What the plan knows of a plain box. `None` if it is none, or the plan does not tell.
    #[inline]
    pub(crate) fn plain(&self, id: ObjectId, current: u16) -> Option<PlannedBox> {
        if self.is_planned(current) {
            self.plan.plain(id)
        } else {
            None
        }
    }

    /// Of some members of the plan from this one on, what they may meet, if that is to be loaded now.
    #[inline]
    pub(crate) fn neighbors_to_load(
        &mut self,
        index: usize,
    ) -> Option<impl Iterator<Item = ObjectId>> {
        self.plan.neighbors_to_load(index)
    }

    /// Appends what a plain box may meet in an area to a list, in act order. Returns false, and appends nothing, if the
    /// plan does not tell.
    #[inline]
    pub(crate) fn list_of_planned(
        &mut self,
        index: usize,
        area: Rect,
        slots: &Slots,
        list: &mut Vec<ObjectId>,
    ) -> bool {
        let first = list.len();
        let is_listed = self.plan.list_at(index, area, list);
        match is_listed {
            None => self.plan.note_missed(),
            Some(false) => list[first..].sort_unstable_by_key(|&id| slots.act_order(id)),
            Some(true) => {}
        }
        is_listed.is_some()
    }

    /// How two plain boxes collide that may. `None` if the plan does not tell.
    #[inline]
    pub(crate) fn plain_pair(
        &self,
        one: ObjectId,
        other: ObjectId,
        current: u16,
    ) -> Option<PlainPair> {
        if self.is_planned(current) {
            self.plan.plain_pair(one, other)
        } else {
            None
        }
    }

    /// Whether there is a plan. Not while rows of the game's own may be elsewhere than is known.
    #[inline]
    pub(crate) fn is_planned(&self, current: u16) -> bool {
        self.plan.level() == Some(current) && self.stale.is_empty()
    }

    fn collider(&self, stored: Stored) -> Option<&Collider> {
        self.levels[usize::from(stored.level)].collider(stored.entry)
    }

    /// Replaces what a search has found of a level's stale layers by what is there now.
    fn look_anew(
        &self,
        area: Rect,
        level: u16,
        originals: Originals<'_>,
        wanted: &impl Fn(&Collider) -> bool,
        first: usize,
        list: &mut Vec<ObjectId>,
    ) {
        let is_stale = |id: ObjectId| {
            let place = originals.slots.place(id);
            place.is_some_and(|place| self.stale.contains(&(place.altitude, place.level)))
        };
        let old = list.split_off(first);
        list.extend(old.into_iter().filter(|&id| !is_stale(id)));
        for &layer in self.stale.iter().filter(|(_, stale)| *stale == level) {
            let colliders = originals
                .solids_of(layer)
                .filter_map(|id| originals.collider(id));
            let met =
                colliders.filter(|(_, collider)| wanted(collider) && area.overlaps(&collider.area));
            list.extend(met.map(|(_, collider)| collider.id));
        }
    }
}
