//! The behaviours and subscriptions of all objects, by slot: apart from their bodies, so that objects without any cost
//! no memory for them.

use super::ComponentList;
use crate::base::checksum::{Checksum, Summed, summed};
use crate::base::id::ObjectId;
use crate::scene::RowFlags;
use crate::world::events::event::CustomType;

/// The behaviours and subscriptions of one object.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectBehaviors {
    /// Of the object's id; 0: no object.
    generation: u32,
    pub(crate) components: ComponentList,
    /// The game's own event types to which it subscribed.
    customs: Vec<CustomType>,
    /// The flags of the hooks that it withdrew from.
    withdrawn: RowFlags,
}

summed!(ObjectBehaviors: components, customs, withdrawn; not generation);

impl ObjectBehaviors {
    /// Returns the flags of its row that follow from the hooks of its behaviours.
    pub(super) fn row_flags(&self) -> RowFlags {
        let hooks = self.components.hooks().row_flags();
        let heard = hooks.with(self.withdrawn, false);
        heard.with(
            RowFlags::CUSTOM,
            heard.has(RowFlags::CUSTOM) && !self.customs.is_empty(),
        )
    }
}

/// The behaviours and subscriptions of all objects that ever had any.
#[derive(Clone, Debug, Default)]
pub(crate) struct BehaviorTable {
    by_slot: Vec<ObjectBehaviors>,
}

impl BehaviorTable {
    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let lists = self.by_slot.iter().map(|object| object.components.bytes());
        lists.sum::<usize>() + size_of_val(&*self.by_slot)
    }

    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<&ObjectBehaviors> {
        let found = self.by_slot.get(id.slot())?;
        (found.generation == id.generation()).then_some(found)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut ObjectBehaviors> {
        let found = self.by_slot.get_mut(id.slot())?;
        (found.generation == id.generation()).then_some(found)
    }

    /// As [`BehaviorTable::get_mut`], for an object that exists: adds it if it is not there.
    pub(crate) fn entry(&mut self, id: ObjectId) -> &mut ObjectBehaviors {
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize_with(id.slot() + 1, Default::default);
        }
        // Empty if it was another object's: `despawn_now` removes the entry of every object.
        let entry = &mut self.by_slot[id.slot()];
        entry.generation = id.generation();
        entry
    }

    /// Drops a removed object's behaviours and subscriptions.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(entry) = self.get_mut(id) {
            *entry = ObjectBehaviors::default();
        }
    }

    /// Subscribes an object to an event type of the game's own, or unsubscribes it.
    pub(crate) fn subscribe(&mut self, id: ObjectId, kind: CustomType, on: bool) {
        // Without a subscription, which is the default, it needs no entry.
        if !on && self.get(id).is_none() {
            return;
        }
        let customs = &mut self.entry(id).customs;
        if !on {
            customs.retain(|&other| other != kind);
        } else if !customs.contains(&kind) {
            customs.push(kind);
        }
    }

    /// Lets an object withdraw from hooks, or take part in them again, which is the default.
    pub(crate) fn withdraw(&mut self, id: ObjectId, hooks: RowFlags, withdrawn: bool) {
        if withdrawn || self.get(id).is_some() {
            let entry = self.entry(id);
            entry.withdrawn = entry.withdrawn.with(hooks, withdrawn);
        }
    }

    /// Whether an object subscribed to an event type of the game's own.
    pub(crate) fn is_subscribed(&self, id: ObjectId, kind: CustomType) -> bool {
        self.get(id)
            .is_some_and(|found| found.customs.contains(&kind))
    }

    /// Whether an object withdrew from hooks.
    pub(crate) fn is_withdrawn(&self, id: ObjectId, hooks: RowFlags) -> bool {
        self.get(id).is_some_and(|found| found.withdrawn.has(hooks))
    }

    /// Adds an object's subscriptions and behaviours to a checksum.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut Checksum) {
        let none = ObjectBehaviors::default();
        self.get(id).unwrap_or(&none).add_to(sum);
    }
}
