//! Which overlaps last, of those that are watched.

use std::collections::BTreeSet;

use crate::base::checksum::{Checksum, Summed};
use crate::base::id::ObjectId;

/// The pairs of objects that overlap, of which at least one is a sensor. Each is there twice, once for each of the two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// The level that was current when they were looked at.
    pub(crate) level: u16,
    pairs: BTreeSet<(ObjectId, ObjectId)>,
}

impl Overlaps {
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// What an object overlaps, by id.
    pub(crate) fn of(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> {
        let of_slot = (id, ObjectId::FIRST)..=(id, ObjectId::LAST);
        self.pairs.range(of_slot).map(|&(_, other)| other)
    }

    /// Every object that overlaps another, by id.
    pub(crate) fn members(&self) -> impl Iterator<Item = ObjectId> {
        self.pairs.iter().map(|&(one, _)| one)
    }

    pub(crate) fn insert(&mut self, one: ObjectId, other: ObjectId) {
        self.pairs.insert((one, other));
        self.pairs.insert((other, one));
    }

    pub(crate) fn remove(&mut self, one: ObjectId, other: ObjectId) {
        self.pairs.remove(&(one, other));
        self.pairs.remove(&(other, one));
    }

    pub(crate) fn contains(&self, one: ObjectId, other: ObjectId) -> bool {
        self.pairs.contains(&(one, other))
    }
}

impl Summed for Overlaps {
    fn add_to(&self, sum: &mut Checksum) {
        sum.usize(self.pairs.len());
        sum.list(self.pairs.iter().copied());
    }
}
