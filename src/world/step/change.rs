//! Changes that wait for the step's end, and their application: changes, then removals, then closing the gaps.

use crate::base::id::{ObjectId, row_number};
use crate::world::altitudes::AltitudeName;
use crate::world::behaviors::{ComponentList, Recipients};
use crate::world::object::description::Solidness;
use crate::world::object::pending::{Change, PendingChange};
use crate::world::object::slots::Place;
use crate::world::{Context, Outcome, World};

impl World {
    /// Moves an object to another altitude, at the step's end: it becomes the last one there. Of several changes in a
    /// step only the last counts; one back to the altitude where it is moves nothing.
    pub fn set_altitude(&mut self, id: ObjectId, altitude: impl AltitudeName) -> Outcome {
        let altitude = altitude.altitude();
        if usize::from(altitude) >= self.scene.altitudes().len() {
            self.refuse(&id, "altitude");
            return Outcome::Refused;
        }
        self.change(id, Change::Altitude(altitude))
    }

    /// Changes whether an object collides, and whether it is blocked, at the step's end.
    pub fn set_solidness(&mut self, id: ObjectId, solidness: Solidness) -> Outcome {
        self.change(id, Change::Solidness(solidness))
    }

    /// Shows or hides an object, at the step's end.
    pub fn set_visible(&mut self, id: ObjectId, visible: bool) -> Outcome {
        self.change(id, Change::Visible(visible))
    }

    /// Moves an object to the level of this number, at the step's end. 0 makes it persistent: it belongs to every
    /// level. Refused unless it is at most [`World::HIGHEST_LEVEL`]. An attached object stays on its parent's.
    pub fn set_level(&mut self, id: ObjectId, level: u16) -> Outcome {
        if level > Self::HIGHEST_LEVEL {
            self.refuse(&id, "level");
            return Outcome::Refused;
        }
        self.change(id, Change::Level(level))
    }

    /// Makes an object belong to every level, at the step's end; or, if it does, to the one that is current then only.
    pub fn set_persistent(&mut self, id: ObjectId, persistent: bool) -> Outcome {
        self.change(id, Change::Persistent(persistent))
    }

    /// Makes the level of this number current, at the step's end. Objects elsewhere are frozen and unseen. 0 shows the
    /// persistent objects alone; numbers above [`World::HIGHEST_LEVEL`] are refused. Until the
    /// step's end, what is spawned joins the level that still is current; of several levels set in a step, the
    /// last one counts. Called in a last callback, it takes effect at the end of the next step.
    #[doc(alias = "scene")]
    pub fn go_to_level(&mut self, level: u16) {
        if level > Self::HIGHEST_LEVEL {
            self.refuse(&"the world", "level");
            return;
        }
        self.pending.level = level;
        if !self.stepping {
            self.level = level;
            self.place_drawings();
        }
    }

    /// Removes an object at the step's end. From now on it neither moves nor receives events, except a collision in
    /// progress; its last callback runs once, however often it is removed. What is attached to it is removed with it.
    ///
    /// ```
    /// # use damselfly::prelude::*;
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
    #[doc(alias = "despawn")]
    #[doc(alias = "queue_free")]
    #[doc(alias = "destroy")]
    pub fn remove(&mut self, id: ObjectId) -> Outcome {
        if self.slots.get(id).is_none() {
            return Outcome::Gone;
        }
        self.mark_for_despawn(id);
        // Now, not when the object is despawned: what is going to be removed receives no events until then.
        self.mark_children(id);
        Outcome::Done
    }

    pub(in crate::world) fn mark_for_despawn(&mut self, id: ObjectId) {
        if !self.is_staying(id) {
            return;
        }
        // Once per object, so that its last callback runs once. Queries leave it out from now on.
        self.pending.despawns.push(id);
        self.data.deactivate(id);
        self.edit(id, |body, _| body.pending_despawn = true);
    }

    fn change(&mut self, id: ObjectId, change: Change) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
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

    /// Applies changes in order. All that move an object to another layer count as one, in the place of the last.
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

    /// Moves an object to where these changes lead together.
    fn apply_moves<'a>(&mut self, id: ObjectId, changes: impl Iterator<Item = &'a Change>) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let mut place = body.place;
        // The level that is current once the changes are made. Between steps a request of a last callback still waits.
        let current = if self.stepping {
            self.pending.level
        } else {
            self.level
        };
        for change in changes {
            match *change {
                // An attached object is on its parent's level.
                Change::Level(_) | Change::Persistent(_) if body.link.attached => {}
                Change::Altitude(altitude) => place.altitude = altitude,
                Change::Level(level) => place.level = level,
                Change::Persistent(true) => place.level = 0,
                Change::Persistent(false) if place.level == 0 => place.level = current,
                // It belongs to one level already, which need not be the current one: it stays there.
                Change::Persistent(false) => {}
                Change::Visible(_) | Change::Solidness(_) => {}
            }
        }
        self.move_to_layer(id, place);
    }

    /// Moves an object's row to the end of another layer.
    pub(in crate::world) fn move_to_layer(&mut self, id: ObjectId, to: Place) {
        let Some(from) = self.slots.place(id) else {
            return;
        };
        if (from.altitude, from.level) == (to.altitude, to.level) {
            return;
        }
        let (row, step) = (from.row(), self.step);
        let layer = self.layer_at(from);
        // All of it before the tombstone, which clears flags and lifetime. What is left of the lifetime, not its end:
        // each layer has a clock of its own.
        let transferred = layer.row_for_transfer(row, step);
        let left = layer.time_left(row);
        layer.tombstone_row(row);
        let layer = self.layer_at(to);
        let row = layer.push_transferred(id, transferred, step);
        layer.set_time_left(row, left);
        let row = row_number(row);
        self.slots.set_place(id, Place { row, ..to });
        self.data.set_level(id, to.level);
    }

    /// Closes the gaps of removed rows, where enough of a layer's rows are gaps, and notes the new rows of objects.
    fn prune(&mut self) {
        let Self {
            scene, slots, step, ..
        } = self;
        for altitude in scene.altitudes_mut() {
            for layer in altitude.layers_mut() {
                layer.prune(*step, |id, row| slots.set_row(id, row_number(row)));
            }
        }
    }
}

impl Context<'_> {
    /// Changes, then removals, then closing the gaps.
    pub(super) fn apply_changes(&mut self) {
        // Changes come before removals, so that last callbacks find what was changed; gaps come last, because removals
        // leave them.
        let world = &mut *self.world;
        let mut changes = core::mem::take(&mut world.pending.changes);
        world.apply(&changes);
        changes.clear();
        // Changes that the last callbacks make wait for the next step's end, so that this ends.
        debug_assert!(world.pending.changes.is_empty());
        world.pending.changes = changes;
        world.level = world.pending.level;
        world.sync_child_levels();
        self.despawn_pending();
        self.world.prune();
    }

    fn despawn_pending(&mut self) {
        // What last callbacks remove goes to another list, for the next step's end: otherwise objects that spawn and
        // remove others in their last callbacks could keep this loop going.
        let spare = self.world.borrow_list();
        let despawns = core::mem::replace(&mut self.world.pending.despawns, spare);
        let free = self.world.slots.free();
        for &id in &despawns {
            self.despawn_now(id);
        }
        self.world.slots.order_freed(free);
        self.world.return_list(despawns);
    }

    /// Runs an object's last callbacks, and then drops all that belongs to it.
    fn despawn_now(&mut self, id: ObjectId) {
        // First: a last callback may still read the object and its components.
        self.call_some(id, Recipients::Last, |behavior, cx| {
            behavior.removed(id, cx)
        });
        // Behaviours that were detached so late that their siblings were not notified.
        let list = self.world.component_list(id).into_iter();
        let detaching: Vec<_> = list.flat_map(ComponentList::detaching).collect();
        self.finish_detaching(id, &detaching);
        self.world.leave_hierarchy(id);
        self.world.data.remove(id);
        self.world.behaviors.remove(id);
        // The slot last, because leaving the hierarchy needs the body.
        if let Some(place) = self.world.slots.remove(id) {
            self.world.layer_at(place).tombstone_row(place.row());
        }
    }
}
