//! Bodies by id: a slot is used again, an id never.

use super::body::Body;
use crate::checksum::Checksum;
use crate::id::ObjectId;

#[derive(Clone, Debug)]
struct Slot {
    generation: u32,
    body: Option<Body>,
}

/// Bodies by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
    free: Vec<u32>,
    live: usize,
}

impl Slots {
    /// Stores a body. Slots are used again, the last freed first.
    pub(crate) fn insert(&mut self, body: Body) -> ObjectId {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                body: None,
            });
            u32::try_from(self.slots.len() - 1).expect("4 billion objects do not fit into memory")
        });
        let entry = &mut self.slots[slot as usize];
        entry.generation += 1;
        entry.body = Some(body);
        self.live += 1;
        ObjectId::new(slot, entry.generation)
    }

    /// Takes a body out: its id answers "gone" from now on.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<Body> {
        let entry = self
            .slots
            .get_mut(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        let body = entry.body.take()?;
        self.live -= 1;
        // A slot whose generations are used up is retired: no id ever names two objects.
        if entry.generation < u32::MAX {
            self.free.push(id.slot_number());
        }
        Some(body)
    }

    pub(crate) fn get(&self, id: ObjectId) -> Option<&Body> {
        let entry = self
            .slots
            .get(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        entry.body.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Body> {
        let entry = self
            .slots
            .get_mut(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        entry.body.as_mut()
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Every object's id and body, in the order of slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, &Body)> {
        self.slots.iter().enumerate().filter_map(|(number, slot)| {
            let body = slot.body.as_ref()?;
            Some((
                ObjectId::new(u32::try_from(number).ok()?, slot.generation),
                body,
            ))
        })
    }

    /// Adds to a checksum which ids come next.
    pub(crate) fn add_to(&self, sum: &mut Checksum) {
        sum.usize(self.slots.len());
        for &slot in &self.free {
            sum.u32(slot);
            sum.u32(self.slots[slot as usize].generation);
        }
    }

    pub(crate) fn reserve(&mut self, objects: usize) {
        self.slots.reserve(objects.saturating_sub(self.free.len()));
    }

    #[cfg(test)]
    pub(crate) fn age(&mut self, id: ObjectId, generation: u32) {
        self.slots[id.slot()].generation = generation;
    }
}
