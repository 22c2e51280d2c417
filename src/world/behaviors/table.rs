//! The behaviours and subscriptions of all objects, by slot. Stored outside the bodies: objects without behaviours need
//! no entry, and objects with behaviours may share a body.

use super::AttachedList;
use super::hooks::{Hooks, frameless};
use super::subscribers::{SlotSet, Subscriptions};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::scene::EventFlags;
use crate::world::events::event::CustomType;

/// The behaviours of one object, and the hooks that it withdrew from. Each entry fills one cache line, because every
/// call of a hook reads one.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(crate) struct ObjectBehaviors {
    /// Generation of the object's id; 0 without an object.
    generation: u32,
    /// The flags of the hooks that it withdrew from.
    withdrawn: EventFlags,
    pub(crate) attached: AttachedList,
}

const _: () = assert!(size_of::<ObjectBehaviors>() == 64);

/// The behaviours and subscriptions of all objects that ever had any.
#[derive(Clone, Debug, Default)]
pub(crate) struct BehaviorTable {
    by_slot: Vec<ObjectBehaviors>,
    subscriptions: Subscriptions,
    /// The slots of objects that may have a `draw` hook. Each step lists these objects, and most worlds have few or
    /// none.
    drawing: SlotSet,
    /// The slots of objects that may have a `frame` hook.
    framing: SlotSet,
    /// The result of [`frameless`] when `framing` was last pruned.
    frameless: u32,
}

impl BehaviorTable {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let lists = self.by_slot.iter().map(|object| object.attached.bytes());
        lists.sum::<usize>()
            + size_of_val(&*self.by_slot)
            + self.subscriptions.bytes()
            + self.drawing.bytes()
            + self.framing.bytes()
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

    /// Like [`BehaviorTable::get_mut`], for an object that exists: adds a missing entry.
    pub(crate) fn entry(&mut self, id: ObjectId) -> &mut ObjectBehaviors {
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize_with(id.slot() + 1, Default::default);
        }
        // The entry of an earlier object is empty: `despawn_now` calls `remove` for every object.
        let entry = &mut self.by_slot[id.slot()];
        entry.generation = id.generation();
        entry
    }

    /// Drops a removed object's behaviours and subscriptions.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(entry) = self.get_mut(id) {
            *entry = ObjectBehaviors::default();
            self.subscriptions.clear(id.slot());
            self.drawing.set(id.slot(), false);
            self.framing.set(id.slot(), false);
        }
    }

    /// Subscribes an object to a custom event type, or unsubscribes it.
    pub(crate) fn subscribe(&mut self, id: ObjectId, kind: CustomType, on: bool) {
        // An object that has no entry is not subscribed, so there is nothing to end.
        if !on && self.get(id).is_none() {
            return;
        }
        self.entry(id);
        self.subscriptions.set(id.slot(), kind, on);
    }

    /// Lets an object withdraw from hooks, or take part in them again, which is the default.
    pub(crate) fn withdraw(&mut self, id: ObjectId, hooks: EventFlags, withdrawn: bool) {
        if withdrawn || self.get(id).is_some() {
            let entry = self.entry(id);
            entry.withdrawn = entry.withdrawn.with(hooks, withdrawn);
        }
    }

    /// Returns whether an object subscribed to a custom event type.
    pub(crate) fn is_subscribed(&self, id: ObjectId, kind: CustomType) -> bool {
        self.get(id).is_some() && self.subscriptions.to(kind)(id.slot())
    }

    /// Returns a function that tests whether an existing object subscribed to a custom event type.
    #[inline]
    pub(crate) fn subscribers(&self, kind: CustomType) -> impl Fn(ObjectId) -> bool + '_ {
        let is_subscribed = self.subscriptions.to(kind);
        move |id| is_subscribed(id.slot())
    }

    /// Records whether any behaviour of an object may have a `draw` or a `frame` hook.
    pub(super) fn update_drawing(&mut self, id: ObjectId) {
        let found = self.get(id);
        let hooks = found.map_or(Hooks::NONE, |found| found.attached.hooks());
        self.drawing.set(id.slot(), hooks.has(Hooks::DRAW));
        self.framing.set(id.slot(), hooks.has(Hooks::FRAME));
    }

    /// Removes objects from `framing` whose behaviour types turned out to lack the hook `frame`.
    pub(crate) fn prune_framing(&mut self) {
        let known = frameless();
        if core::mem::replace(&mut self.frameless, known) == known {
            return;
        }
        let by_slot = &self.by_slot;
        self.framing
            .retain(|slot| by_slot[slot].attached.hooks().has(Hooks::FRAME));
    }

    /// Returns the objects that may have a `draw` hook, in the order of their slots, which is not act order.
    pub(crate) fn drawing(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.in_slots(&self.drawing)
    }

    /// Returns the objects that may have a `frame` hook, in the order of their slots.
    pub(crate) fn framing(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.in_slots(&self.framing)
    }

    fn in_slots<'a>(&'a self, set: &'a SlotSet) -> impl Iterator<Item = ObjectId> + 'a {
        // Only slots with an object are in the set: `remove` takes out the slots of removed objects.
        set.iter().filter_map(|slot| {
            let generation = self.by_slot.get(slot)?.generation;
            Some(ObjectId::new(u32::try_from(slot).ok()?, generation))
        })
    }

    /// Returns the events that an object receives when they are sent to all: those for which its behaviours have hooks
    /// and from which it has not withdrawn. Custom events are among them if it subscribed to any type.
    pub(super) fn events(&self, id: ObjectId) -> EventFlags {
        let Some(found) = self.get(id) else {
            return EventFlags::default();
        };
        let hooks = found.attached.hooks().events();
        let active = hooks.with(found.withdrawn, false);
        let customs = active.has(EventFlags::CUSTOM) && self.subscriptions.has_any(id.slot());
        active.with(EventFlags::CUSTOM, customs)
    }

    /// Returns whether an object withdrew from hooks.
    pub(crate) fn is_withdrawn(&self, id: ObjectId, hooks: EventFlags) -> bool {
        self.get(id).is_some_and(|found| found.withdrawn.has(hooks))
    }

    /// Adds an object's subscriptions and behaviours to a checksum.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        match self.get(id) {
            Some(ObjectBehaviors {
                generation: _,
                withdrawn,
                attached,
            }) => {
                attached.write_checksum(sum);
                self.subscriptions.add_to(id.slot(), sum);
                withdrawn.write_checksum(sum);
            }
            None => {
                AttachedList::default().write_checksum(sum);
                sum.usize(0);
                EventFlags::default().write_checksum(sum);
            }
        }
    }
}
