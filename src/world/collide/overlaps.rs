//! Current overlaps of sensors.

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;

/// Pairs of overlapping objects. At least one object of each pair is a sensor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// The level that was current at the last test.
    pub(crate) level: u16,
    // These are lists and not a tree of pairs, so that a step allocates nothing while overlaps begin and end.
    /// The overlaps of the object in each slot, sorted by id. Every pair is stored twice, once for each side.
    by_slot: Vec<Vec<(ObjectId, ObjectId)>>,
    /// Number of entries in all lists.
    entries: usize,
    /// Scratch, kept so that a step allocates nothing: overlaps that begin or end in a step.
    pub(crate) changed: ChangedOverlaps,
}

/// Ended and new overlaps, each in act order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedOverlaps {
    pub(crate) ended: Vec<(ObjectId, ObjectId)>,
    pub(crate) begun: Vec<(ObjectId, ObjectId)>,
}

impl ChangedOverlaps {
    pub(crate) fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.begun.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.ended.clear();
        self.begun.clear();
    }
}

impl Overlaps {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.by_slot) + self.entries * size_of::<(ObjectId, ObjectId)>()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Returns the objects that an object overlaps, sorted by id.
    pub(crate) fn of(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> {
        let of_slot = self.by_slot.get(id.slot()).into_iter().flatten();
        let own = of_slot.filter(move |&&(one, _)| one == id);
        own.map(|&(_, other)| other)
    }

    /// Returns every object that overlaps another, in the order of their slots, once for each overlap.
    pub(crate) fn members(&self) -> impl Iterator<Item = ObjectId> {
        self.entries().map(|(one, _)| one)
    }

    pub(crate) fn insert(&mut self, one: ObjectId, other: ObjectId) {
        for pair in [(one, other), (other, one)] {
            let slot = pair.0.slot();
            if self.by_slot.len() <= slot {
                self.by_slot.resize_with(slot + 1, Vec::new);
            }
            if let Err(index) = self.by_slot[slot].binary_search(&pair) {
                self.by_slot[slot].insert(index, pair);
                self.entries += 1;
            }
        }
    }

    pub(crate) fn remove(&mut self, one: ObjectId, other: ObjectId) {
        for pair in [(one, other), (other, one)] {
            if let Some(list) = self.by_slot.get_mut(pair.0.slot())
                && let Ok(index) = list.binary_search(&pair)
            {
                list.remove(index);
                self.entries -= 1;
            }
        }
    }

    pub(crate) fn contains(&self, one: ObjectId, other: ObjectId) -> bool {
        let of_slot = self.by_slot.get(one.slot());
        of_slot.is_some_and(|list| list.binary_search(&(one, other)).is_ok())
    }

    fn entries(&self) -> impl Iterator<Item = (ObjectId, ObjectId)> {
        self.by_slot.iter().flatten().copied()
    }
}

impl Checksum for Overlaps {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.usize(self.entries);
        self.entries().for_each(|pair| pair.write_checksum(sum));
    }
}
