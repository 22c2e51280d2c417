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

    /// Makes an object's slot older. Answers the object's new id.
    #[cfg(test)]
    fn age(&mut self, id: ObjectId, generation: u32) -> ObjectId {
        self.slots[id.slot()].generation = generation;
        ObjectId::new(id.slot_number(), generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::body::{Animation, Place};
    use crate::world::{Movement, Solidness};
    use glam::Vec2;

    fn body(kind: &'static str) -> Body {
        Body {
            kind,
            place: Place {
                altitude: 0,
                level: 0,
                row: 0,
            },
            solidness: Solidness::Hard,
            movement: Movement::Smooth,
            groups: 1,
            collides_with: 1,
            visible: true,
            marked: false,
            disabled: false,
            sprite: None,
            bounds: crate::geometry::Rect::default(),
            bounds_of_sprite: false,
            acceleration: Vec2::ZERO,
            countdown: Vec2::ONE,
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            animation: Animation {
                frame: 0,
                slowdown: 0,
                remaining: 0.0,
            },
            pieces: crate::world::components::Pieces::default(),
            customs: Vec::new(),
        }
    }

    #[test]
    fn a_slot_is_used_again_and_an_id_is_not() {
        let mut slots = Slots::default();
        let old = slots.insert(body("old"));
        assert!(slots.remove(old).is_some() && slots.remove(old).is_none());
        let new = slots.insert(body("new"));
        assert_eq!((new.slot(), new == old), (old.slot(), false));
        assert!(slots.get(old).is_none() && slots.get_mut(old).is_none());
        assert!(slots.remove(old).is_none());
        assert_eq!(slots.get(new).map(|body| body.kind), Some("new"));
        assert_eq!(slots.len(), 1);
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let mut slots = Slots::default();
        let id = slots.insert(body("a"));
        let young = slots.age(id, u32::MAX - 1);
        assert!(slots.remove(young).is_some());
        let last = slots.insert(body("b"));
        assert_eq!((last.slot(), last.generation()), (id.slot(), u32::MAX));
        assert!(slots.remove(last).is_some());
        let next = slots.insert(body("c"));
        assert_ne!(next.slot(), id.slot());
        for gone in [id, young, last] {
            assert!(slots.get(gone).is_none());
        }
        assert_eq!(slots.len(), 1);
    }

    #[test]
    fn which_ids_come_next_is_part_of_the_checksum() {
        let sum = |slots: &Slots| {
            let mut sum = Checksum::new();
            slots.add_to(&mut sum);
            sum.finish()
        };
        let mut slots = Slots::default();
        let ids = ["a", "b"].map(|kind| slots.insert(body(kind)));
        let mut other = slots.clone();
        assert_eq!(sum(&slots), sum(&other));
        slots.remove(ids[0]);
        slots.remove(ids[1]);
        other.remove(ids[1]);
        other.remove(ids[0]);
        assert_ne!(sum(&slots), sum(&other));
    }
}
