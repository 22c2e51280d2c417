//! Applies the changes, and then the removals, that wait for the step's end. Then closes the gaps of removed rows.

use core::hint::black_box;

use crate::base::id::{ObjectId, row_number};
use crate::world::behaviors::hooks::Hooks;
use crate::world::behaviors::{AttachedList, Recipients};
use crate::world::object::pending::{Change, PendingChange};
use crate::world::object::slots::RowAddress;
use crate::world::{Context, Event, LevelChange, Outcome, World};

/// Number of objects loaded into the processor's cache at once.
const LOADED: usize = 64;

impl World {
    /// Removes objects. Most of them are listed in the order of their rows.
    pub(super) fn remove_all(&mut self, ids: &[ObjectId]) {
        for some in ids.chunks(LOADED) {
            // Only the slots are loaded into the cache, because most of the rows follow one another in memory.
            self.slots.load(some);
            for &id in some {
                self.remove(id);
            }
        }
    }

    /// Loads the slots and rows of some objects into the processor's cache, like
    /// [`Slots::load`](crate::world::object::slots::Slots::load).
    fn load(&self, ids: &[ObjectId]) {
        let places = ids.iter().filter_map(|&id| self.slots.address(id));
        let loaded = places.map(|address| self.layer(address).load(address.row()));
        black_box(loaded.fold(0, |sum, one| sum ^ one));
    }

    /// Removes all current objects of a level at the step's end: see [`World::remove`]. Objects spawned after the call
    /// stay. Level 0, with the persistent objects, cannot be cleared.
    pub fn clear_level(&mut self, level: u16) {
        if level == 0 {
            return;
        }
        let mut on_it = self.borrow_list();
        let placed = self.slots.iter();
        on_it.extend(placed.filter_map(|(id, body)| (body.address.level == level).then_some(id)));
        self.remove_all(&on_it);
        self.return_list(on_it);
    }

    /// Removes an object at the step's end. It no longer moves and receives no more events, except a collision in
    /// progress. Its last callback runs once, even if it is removed several times. Its children are removed with it.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::world::Outcome;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// let leaf = core.context().spawn(Object::default());
    /// core.world.remove(leaf);
    /// assert!(core.world.contains(leaf));
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// // At the step's end.
    /// assert!(!core.world.contains(leaf));
    /// assert_eq!(core.world.remove(leaf), Outcome::Gone);
    /// ```
    #[doc(alias = "kill")]
    #[doc(alias = "despawn")]
    #[doc(alias = "queue_free")]
    #[doc(alias = "destroy")]
    pub fn remove(&mut self, id: ObjectId) -> Outcome {
        if self.slots.get(id).is_none() {
            return Outcome::Gone;
        }
        self.mark_for_despawn(id);
        // Children are marked at once, so that they receive no more events either.
        self.mark_children(id);
        Outcome::Done
    }

    pub(in crate::world) fn mark_for_despawn(&mut self, id: ObjectId) {
        if !self.is_staying(id) {
            return;
        }
        self.record_idle(id);
        // Each object is listed once, so that its last callback runs once. The calls below drop its contacts and hide
        // it from queries.
        self.pending.despawns.push(id);
        self.contacts.drop_of(id);
        self.data.deactivate(id);
        self.edit_leaving(id);
    }

    pub(in crate::world) fn change(&mut self, id: ObjectId, change: Change) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if let Change::Level(level) = change
            && self
                .slots
                .get(id)
                .is_some_and(|body| !body.link.attached && body.address.level != level)
        {
            self.drop_contacts(id);
        }
        if self.stepping {
            self.pending.changes.push(PendingChange { id, change });
        } else {
            let is_move = change.is_move();
            self.apply(&[PendingChange { id, change }]);
            self.sync_child_levels();
            if is_move {
                self.place_drawings();
            }
        }
        Outcome::Done
    }

    /// Applies changes in order. All changes of an object's altitude, level and persistence are applied together, when
    /// the last of them is reached.
    fn apply(&mut self, changes: &[PendingChange]) {
        let mut moves = core::mem::take(&mut self.pending.moves);
        let moving = changes.iter().enumerate();
        let moving = moving.filter(|(_, pending)| pending.change.is_move());
        moves.extend(moving.map(|(index, pending)| (pending.id, index)));
        moves.sort_unstable();
        for (index, PendingChange { id, change }) in changes.iter().enumerate() {
            match *change {
                Change::Visible(visible) => {
                    self.edit(*id, |body, _| body.visible = visible);
                }
                Change::Solidness(solidness) => {
                    self.edit(*id, |body, _| body.solidness = solidness);
                }
                Change::Altitude(_) | Change::Level(_) | Change::Persistent(_) => {
                    let first = moves.partition_point(|&(other, _)| other < *id);
                    let end = moves.partition_point(|&(other, _)| other <= *id);
                    let of_object = &moves[first..end];
                    if of_object.last() == Some(&(*id, index)) {
                        self.apply_moves(*id, of_object.iter().map(|&(_, at)| &changes[at].change));
                    }
                }
            }
        }
        moves.clear();
        self.pending.moves = moves;
    }

    /// Applies an object's changes of altitude, level and persistence, and moves its row once, to the resulting layer.
    fn apply_moves<'a>(&mut self, id: ObjectId, changes: impl Iterator<Item = &'a Change>) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let mut address = body.address;
        // An object that stops being persistent joins the level that is current after the changes. Between steps this
        // is the present level and not `pending.level`, which a last callback may have requested for the end of the
        // next step.
        let current = if self.stepping {
            self.pending.level
        } else {
            self.level
        };
        for change in changes {
            match *change {
                // The change is ignored, because an attached object is on its parent's level.
                Change::Level(_) | Change::Persistent(_) if body.link.attached => {}
                Change::Altitude(altitude) => address.altitude = altitude,
                Change::Level(level) => address.level = level,
                Change::Persistent(true) => address.level = 0,
                Change::Persistent(false) if address.level == 0 => address.level = current,
                // The object already belongs to a level, and stays there even if that level is not current.
                Change::Persistent(false) => {}
                Change::Visible(_) | Change::Solidness(_) => {}
            }
        }
        self.move_to_layer(id, address);
    }

    /// Moves an object's row to the end of another layer.
    pub(in crate::world) fn move_to_layer(&mut self, id: ObjectId, to: RowAddress) {
        let Some(from) = self.slots.address(id) else {
            return;
        };
        if (from.altitude, from.level) == (to.altitude, to.level) {
            return;
        }
        self.record_change_of_altitude(id, from.altitude, to.altitude);
        let (row, step) = (from.row(), self.step);
        let layer = self.layer_at(from);
        // Reads the row before it becomes a tombstone, because a tombstone loses its flags and its lifetime. Transfers
        // the remaining lifetime and not the time at which it ends, because each layer has its own clock.
        let transferred = layer.row_for_transfer(row, step);
        let left = layer.time_left(row);
        layer.tombstone_row(row);
        let layer = self.layer_at(to);
        let row = layer.push_transferred(id, transferred, step);
        layer.set_time_left(row, left);
        let row = row_number(row);
        self.slots.set_address(id, RowAddress { row, ..to });
        self.data.set_level(id, to.level);
        // An object that has lost its collider while it was frozen may wake, and its overlaps then end.
        self.colliders.touch(id);
        self.update_collider(id);
    }

    /// Marks the drawings on objects of a level that becomes current between steps as old, so that new drawings replace
    /// them.
    fn renew_drawings_of(&mut self, level: u16) {
        let Self {
            drawings, slots, ..
        } = self;
        let is_of_it = |id| {
            slots
                .address(id)
                .is_some_and(|address| address.level == level)
        };
        drawings.rows.sort_by_key(|drawing| !is_of_it(drawing.id));
        drawings.old = drawings
            .rows
            .partition_point(|drawing| is_of_it(drawing.id));
    }

    /// Closes the gaps of removed rows in layers with enough gaps, and records the new rows of objects.
    fn prune(&mut self) {
        let Self {
            scene, slots, step, ..
        } = self;
        for altitude in scene.altitudes_mut() {
            for layer in &mut altitude.levels {
                layer.prune(*step, |id, row| slots.set_row(id, row_number(row)));
            }
        }
    }
}

impl Context<'_> {
    /// Makes a level current at the step's end. Objects on other levels are frozen and invisible. On level 0, only the
    /// persistent objects are visible. Numbers above [`World::HIGHEST_LEVEL`] are rejected.
    ///
    /// The step's end has this order: [`Behavior::level_left`](crate::world::Behavior::level_left) of the objects that
    /// act before the switch; waiting changes; the switch; removals, whose last callbacks already find the new level;
    /// [`Behavior::level_entered`](crate::world::Behavior::level_entered) of the objects that act after the switch; and
    /// their changes and removals. Then the new level is drawn: [`Behavior::draw`](crate::world::Behavior::draw).
    ///
    /// Objects spawned before the switch join the old level. If several levels are set in a step, the last one counts.
    /// Nothing happens if it is the current level. A level set while another level is entered, while objects draw, or
    /// in a last callback takes effect at the end of the next step. Outside of a step it takes effect at once. Events
    /// sent by the hooks are then delivered in the next step, like other waiting events.
    #[doc(alias = "scene")]
    #[doc(alias = "go_to_level")]
    #[doc(alias = "change_scene")]
    #[doc(alias = "state")]
    pub fn change_level(&mut self, level: u16) {
        if level > World::HIGHEST_LEVEL {
            self.world.refuse_level(level);
            return;
        }
        self.world.pending.level = level;
        self.world.give_up_transition(level);
        // A request by a level hook waits even outside of a step. Otherwise level changes would recurse.
        if self.world.stepping || self.world.changing_level {
            return;
        }
        self.world.changing_level = true;
        // Holds back events for the next step. Otherwise they would be delivered after the first hook that runs, and
        // whether one runs would vary: the engine skips the hooks that it already knows a behaviour type lacks, and
        // this knowledge is not part of the world.
        let dispatching = core::mem::replace(&mut self.world.events.dispatching, true);
        if let Some(change) = self.leave_level() {
            self.world.level = change.to;
            self.world.update_hud();
            let World {
                drawings, scene, ..
            } = &mut *self.world;
            drawings.hide_loose(scene, change.from);
            self.world.renew_drawings_of(change.to);
            self.broadcast(&Event::LevelEntered(change));
            // While the game starts, no object has drawn yet: `draw_first` calls the `draw` hooks of all objects
            // afterwards.
            if self.world.drawings.begun {
                self.draw_level(change.to);
            }
            self.world.place_drawings();
            self.world.hear_attached();
        }
        self.world.events.dispatching = dispatching;
        self.world.changing_level = false;
    }

    /// Notifies the objects of the current level if another level is going to replace it. Returns the change, if there
    /// still is one afterwards.
    fn leave_level(&mut self) -> Option<LevelChange> {
        let change = |world: &World| LevelChange {
            from: world.level,
            to: world.pending.level,
        };
        let first = change(self.world);
        if first.from == first.to {
            return None;
        }
        self.broadcast(&Event::LevelLeft(first));
        // A handler may have chosen another level, or to stay.
        Some(change(self.world)).filter(|change| change.from != change.to)
    }

    /// Applies waiting changes and removals, switches the level, and closes gaps.
    pub(super) fn apply_changes(&mut self) {
        let change = self.leave_level();
        self.apply_pending(change.map(|change| change.to));
        if let Some(change) = change {
            // Changes and removals requested by last callbacks wait for the next step's end, so they are set aside
            // while the new level is entered.
            let pending = &mut self.world.pending;
            let changes = core::mem::take(&mut pending.changes);
            let despawns = core::mem::take(&mut pending.despawns);
            let World {
                drawings, scene, ..
            } = &mut *self.world;
            drawings.hide_loose(scene, change.from);
            self.broadcast(&Event::LevelEntered(change));
            // Applies the changes of `level_entered` hooks now and not at the end of the next step, so that the first
            // frame shows the level as its objects have arranged it.
            self.apply_pending(None);
            let pending = &mut self.world.pending;
            pending.changes.splice(0..0, changes);
            pending.despawns.splice(0..0, despawns);
        }
        self.world.fit_quad_rows();
        // Gaps are closed last, because removals leave gaps.
        self.world.prune();
    }

    /// Applies the changes that waited, switches the level, and removes objects.
    fn apply_pending(&mut self, level: Option<u16>) {
        // Changes come before removals, so that last callbacks find the new values.
        let world = &mut *self.world;
        let mut changes = core::mem::take(&mut world.pending.changes);
        world.apply(&changes);
        changes.clear();
        // Applying changes runs no game code, so no change was added. Changes made by the last callbacks below wait for
        // the next step's end.
        debug_assert!(world.pending.changes.is_empty());
        world.pending.changes = changes;
        world.level = level.unwrap_or(world.level);
        world.update_hud();
        world.sync_child_levels();
        self.despawn_pending();
    }

    fn despawn_pending(&mut self) {
        // Removals by last callbacks go to another list, for the next step's end. Otherwise objects that spawn and
        // remove others in their last callbacks could keep this loop running.
        let spare = self.world.borrow_list();
        let despawns = core::mem::replace(&mut self.world.pending.despawns, spare);
        let free = self.world.slots.free();
        for some in despawns.chunks(LOADED) {
            self.world.load(some);
            for &id in some {
                self.despawn_now(id);
            }
        }
        self.world.slots.order_freed(free);
        self.world.return_list(despawns);
    }

    /// Runs an object's last callbacks, and then drops all its data.
    fn despawn_now(&mut self, id: ObjectId) {
        // Last callbacks come first, because they may still read the object and its components.
        self.call_some(id, Recipients::Last, Hooks::OTHER, |behavior, cx| {
            behavior.removed(cx);
        });
        // Runs the last callbacks of behaviours that were detached in this step and have not had them yet.
        let list = self.world.attached_list(id).into_iter();
        let detaching: Vec<_> = list.flat_map(AttachedList::detaching).collect();
        self.finish_detaching(id, &detaching);
        self.world.leave_hierarchy(id);
        self.world.data.remove(id);
        self.world.behaviors.remove(id);
        self.world.colliders.remove(id);
        self.world.shapes.remove(id);
        self.world.drop_tiles(id);
        // The slot is removed last, because leaving the hierarchy needs the body.
        if let Some(address) = self.world.slots.remove(id) {
            self.world.layer_at(address).tombstone_row(address.row());
        }
    }
}
