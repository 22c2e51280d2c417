//! Contacts that are found but not delivered yet.

use crate::base::id::ObjectId;
use crate::world::events::event::Collision;

/// A collision of two objects, as the mover sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingContact {
    pub(crate) mover: ObjectId,
    pub(crate) of_mover: Collision,
    /// Time stamp of its discovery: see [`Contacts`].
    pub(crate) found: u64,
}

impl PendingContact {
    /// Returns the collision as the object that was hit sees it.
    pub(crate) fn of_hit(&self) -> Collision {
        Collision {
            other: self.mover,
            is_mover: false,
            normal: -self.of_mover.normal,
            ..self.of_mover
        }
    }
}

/// Contacts that are found while no hook runs, mostly in the movement phase. `dispatch_contacts` delivers them in order
/// at the end of the phase, or of the call that moved the object. Empty between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    // The list is stored in the world and not by the loop that delivers contacts: a hook may replace the world, and its
    // contacts with it.
    list: Vec<PendingContact>,
    /// Number of contacts of the list that were delivered.
    delivered: usize,
    /// The latest time stamp. It increases with each contact and each change.
    now: u64,
    /// For each slot, the time stamp of the last change that made the earlier contacts of its object invalid.
    changed: Vec<u64>,
}

impl Contacts {
    /// Returns the bytes that a copy allocates.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.list) + size_of_val(&*self.changed)
    }

    /// Drops all contacts.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.delivered = 0;
    }

    /// Returns the time stamp of a new contact.
    #[inline]
    pub(crate) fn stamp(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    /// Adds a contact to be delivered after movement.
    #[inline]
    pub(crate) fn push(&mut self, contact: PendingContact) {
        self.list.push(contact);
    }

    /// Returns whether nothing is left to deliver.
    pub(crate) fn is_empty(&self) -> bool {
        self.delivered == self.list.len()
    }

    /// Takes the next contact to deliver. `None` if all were delivered.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<PendingContact> {
        let next = self.list.get(self.delivered).copied();
        match next {
            Some(_) => self.delivered += 1,
            None => self.clear(),
        }
        next
    }

    /// Makes the earlier contacts of an object invalid, because it was teleported, is being removed or changes its
    /// level.
    #[inline]
    pub(crate) fn drop_of(&mut self, id: ObjectId) {
        // A world without contacts needs no table.
        if self.now == 0 {
            return;
        }
        let slot = id.slot();
        if self.changed.len() <= slot {
            self.changed.resize(slot + 1, 0);
        }
        self.changed[slot] = self.stamp();
    }

    /// Returns whether neither object has changed since the contact was found.
    #[inline]
    pub(crate) fn is_valid(&self, contact: &PendingContact) -> bool {
        let changed = |id: ObjectId| self.changed.get(id.slot()).copied().unwrap_or(0);
        changed(contact.mover).max(changed(contact.of_mover.other)) < contact.found
    }
}
