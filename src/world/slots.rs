//! Bodies by id: a slot is used again, an id never.
//!
//! Where an object's row is, is kept apart from its body: closing the gaps of a large layer changes the rows of a
//! million objects, whose bodies are far too much memory to walk through.

use core::ops::Deref;

use super::body::{Body, Place};
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;

/// So many slots that are freed at once are put in order. Bench `churn`: new objects in slots of no order cost seven
/// times as much, for each one's memory has to be fetched from afar. Few are not worth it.
const MANY: usize = 1024;

#[derive(Clone, Copy, Debug)]
struct Slot {
    generation: u32,
    /// `None`: nobody's.
    place: Option<Place>,
}

/// Bodies by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
    /// As many, in the same order.
    bodies: Vec<Option<Body>>,
    free: Vec<u32>,
    live: usize,
}

/// A body to look at, and where its row is. Its memory is not touched by asking for the place alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    pub(crate) place: Place,
    body: &'a Option<Body>,
}

impl Deref for Found<'_> {
    type Target = Body;

    fn deref(&self) -> &Body {
        self.body.as_ref().expect("who has a place has a body")
    }
}

impl Slots {
    /// Stores a body. Slots are used again, the last freed first; of many freed in one step, in their order.
    pub(crate) fn insert(&mut self, body: Body) -> ObjectId {
        let place = Some(body.place);
        let Some(number) = self.free.pop() else {
            let number = u32::try_from(self.slots.len());
            let number = number.expect("4 billion objects do not fit into memory");
            self.slots.push(Slot {
                generation: 1,
                place,
            });
            self.bodies.push(Some(body));
            self.live += 1;
            return ObjectId::new(number, 1);
        };
        let slot = &mut self.slots[number as usize];
        slot.generation += 1;
        slot.place = place;
        self.bodies[number as usize] = Some(body);
        self.live += 1;
        ObjectId::new(number, slot.generation)
    }

    /// Lets a body go: its id answers "gone" from now on. Answers where its row was.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<Place> {
        let slot = self
            .slots
            .get_mut(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        let place = slot.place.take()?;
        self.bodies[id.slot()] = None;
        self.live -= 1;
        // A slot whose generations are used up is retired: no id ever names two objects.
        if slot.generation < u32::MAX {
            self.free.push(id.slot_number());
        }
        Some(place)
    }

    /// How many slots there are to be used again.
    pub(crate) fn free(&self) -> usize {
        self.free.len()
    }

    /// A step has freed all but the first `before` of the slots that there are to be used again.
    pub(crate) fn order_freed(&mut self, before: usize) {
        if let Some(freed) = self
            .free
            .get_mut(before..)
            .filter(|freed| freed.len() >= MANY)
        {
            // The last one is used first.
            freed.sort_unstable_by(|one, other| other.cmp(one));
        }
    }

    pub(crate) fn get(&self, id: ObjectId) -> Option<Found<'_>> {
        let slot = self
            .slots
            .get(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        Some(Found {
            place: slot.place?,
            body: &self.bodies[id.slot()],
        })
    }

    /// A body to look at, but for its place: see [`Slots::get`].
    pub(crate) fn body(&self, id: ObjectId) -> Option<&Body> {
        let slot = self.slots.get(id.slot())?;
        self.bodies[id.slot()]
            .as_ref()
            .filter(|_| slot.generation == id.generation())
    }

    /// A body to change, but for its place: see [`Slots::set_place`].
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Body> {
        let slot = self
            .slots
            .get(id.slot())
            .filter(|slot| slot.generation == id.generation())?;
        let place = slot.place?;
        let body = self.bodies[id.slot()].as_mut()?;
        body.place = place;
        Some(body)
    }

    /// An object's row is elsewhere now.
    pub(crate) fn set_place(&mut self, id: ObjectId, place: Place) {
        if let Some(slot) = self.slot_mut(id) {
            slot.place = Some(place);
        }
    }

    /// An object's row has another number now.
    pub(crate) fn set_row(&mut self, id: ObjectId, row: u32) {
        if let Some(place) = self.slot_mut(id).and_then(|slot| slot.place.as_mut()) {
            place.row = row;
        }
    }

    fn slot_mut(&mut self, id: ObjectId) -> Option<&mut Slot> {
        self.slots
            .get_mut(id.slot())
            .filter(|slot| slot.generation == id.generation() && slot.place.is_some())
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Every object's id and body, in the order of slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, Found<'_>)> {
        let all = self.slots.iter().zip(&self.bodies).enumerate();
        all.filter_map(|(number, (slot, body))| {
            let place = slot.place?;
            let id = ObjectId::new(u32::try_from(number).ok()?, slot.generation);
            Some((id, Found { place, body }))
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
        let more = objects.saturating_sub(self.free.len());
        self.slots.reserve(more);
        self.bodies.reserve(more);
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
    use crate::world::body::Animation;
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
            integration: Default::default(),
            kin: Default::default(),
            countdown: Vec2::ONE,
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            animation: Animation {
                frame: 0,
                slowdown: 0,
                remaining: 0.0,
            },
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
    fn many_slots_freed_at_once_are_used_again_in_order() {
        let count = MANY + 3;
        let mut slots = Slots::default();
        let ids: Vec<ObjectId> = (0..count).map(|_| slots.insert(body("a"))).collect();
        // Three of them before.
        for &id in &ids[MANY..] {
            slots.remove(id);
        }
        let before = slots.free();
        for &id in ids[..MANY].iter().step_by(2) {
            slots.remove(id);
        }
        for &id in ids[..MANY].iter().skip(1).step_by(2) {
            slots.remove(id);
        }
        slots.order_freed(before);
        let again: Vec<usize> = (0..count).map(|_| slots.insert(body("b")).slot()).collect();
        let order: Vec<usize> = (0..MANY).chain([MANY + 2, MANY + 1, MANY]).collect();
        assert_eq!(again, order);
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
