//! Bodies by id. Slots are reused, ids are not.
//!
//! The address of an object's row is stored outside its body: closing the gaps of a large layer changes a million
//! addresses, and reading a million bodies would take far too much memory traffic. The values that differ between
//! objects with a shared body are outside it too.

use core::hint::black_box;
use core::ops::Deref;

use super::bodies::{Bodies, BodyId};
use super::body::{Body, ShownFrame, sum_object};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;

/// Freed slots are sorted if at least this many are freed together. Bench `churn`: new objects in unsorted slots cost
/// seven times as much, because each one's memory is far from the previous one's. Sorting fewer slots gains nothing.
const SORT_FROM: usize = 1024;

/// The address of an object's row: its layer, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowAddress {
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    pub(crate) row: u32,
}

impl RowAddress {
    pub(crate) fn row(self) -> usize {
        self.row as usize
    }
}

/// Whether a slot has an object, and whether the object stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Staying,
    /// The object is removed at the step's end.
    Leaving,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    generation: u32,
    state: State,
    /// A copy of [`Body::is_driven`], which saves reading the body. False in a free slot.
    is_driven: bool,
    // `address` and `body` are meaningless in a free slot.
    address: RowAddress,
    body: BodyId,
}

impl Slot {
    #[inline]
    fn is_of(&self, id: ObjectId) -> bool {
        self.generation == id.generation() && self.state != State::Free
    }
}

#[inline]
fn slot_of(slots: &[Slot], id: ObjectId) -> Option<&Slot> {
    slots.get(id.slot()).filter(|slot| slot.is_of(id))
}

#[inline]
fn slot_mut(slots: &mut [Slot], id: ObjectId) -> Option<&mut Slot> {
    slots.get_mut(id.slot()).filter(|slot| slot.is_of(id))
}

/// Bodies by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
    /// The frames that objects show, by slot.
    shown: Vec<ShownFrame>,
    bodies: Bodies,
    free: Vec<u32>,
    live: usize,
    /// Number of driven objects.
    driven: usize,
}

/// A body to read, and the address of its row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectView<'a> {
    pub(crate) address: RowAddress,
    /// Whether it is removed at the step's end.
    pub(crate) is_leaving: bool,
    pub(crate) body: &'a Body,
}

impl Deref for ObjectView<'_> {
    type Target = Body;

    fn deref(&self) -> &Body {
        self.body
    }
}

/// The data of an object to change, except its row.
#[derive(Debug)]
pub(crate) struct ObjectEdit<'a> {
    pub(crate) address: RowAddress,
    pub(crate) is_leaving: bool,
    pub(crate) shown: &'a mut ShownFrame,
    pub(crate) body: &'a mut Body,
}

/// Sorts the numbers of slots or bodies freed together, so that the smallest is reused first. Short lists stay as
/// they are.
pub(super) fn order_many(freed: &mut [u32]) {
    if freed.len() >= SORT_FROM {
        // The last number of the list is reused first.
        freed.sort_unstable_by(|one, other| other.cmp(one));
    }
}

impl Slots {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let [slots, shown] = [size_of_val(&*self.slots), size_of_val(&*self.shown)];
        slots + shown + size_of_val(&*self.free) + self.bodies.bytes()
    }

    /// Stores a body. The last freed slot is reused first; many slots freed in one step are reused in order.
    // This function is inlined, because a call would copy the body, which is large.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        body: Body,
        shown: ShownFrame,
        address: RowAddress,
    ) -> ObjectId {
        let (state, is_driven) = (State::Staying, body.is_driven());
        self.driven += usize::from(is_driven);
        self.live += 1;
        let body = self.bodies.insert(body);
        let Some(number) = self.free.pop() else {
            let number = u32::try_from(self.slots.len());
            let number = number.expect("4 billion objects do not fit into memory");
            self.slots.push(Slot {
                // Generations start at 1: in other tables by slot, 0 marks entries without an object.
                generation: 1,
                state,
                is_driven,
                address,
                body,
            });
            self.shown.push(shown);
            return ObjectId::new(number, 1);
        };
        let slot = &mut self.slots[number as usize];
        // This cannot overflow: `remove` does not free a slot of the highest generation.
        slot.generation += 1;
        (slot.state, slot.is_driven, slot.address, slot.body) = (state, is_driven, address, body);
        self.shown[number as usize] = shown;
        ObjectId::new(number, slot.generation)
    }

    /// Removes an object, whose id is invalid afterwards. Returns the address of its row.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<RowAddress> {
        let slot = slot_mut(&mut self.slots, id)?;
        let address = slot.address;
        slot.state = State::Free;
        self.driven -= usize::from(core::mem::take(&mut slot.is_driven));
        self.bodies.remove(slot.body);
        self.live -= 1;
        // A slot that reaches the highest generation is retired: an id never names two objects.
        if slot.generation < u32::MAX {
            self.free.push(id.slot_number());
        }
        Some(address)
    }

    /// Returns how many slots and how many bodies are free.
    pub(crate) fn free(&self) -> [usize; 2] {
        [self.free.len(), self.bodies.free()]
    }

    /// Sorts the slots and bodies freed since [`free`](Self::free) returned these numbers.
    pub(crate) fn order_freed(&mut self, [slots, bodies]: [usize; 2]) {
        order_many(self.free.get_mut(slots..).unwrap_or_default());
        self.bodies.order_freed(bodies);
    }

    /// Returns an object's row address, and its body to read. `None` if the object is gone.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<ObjectView<'_>> {
        let slot = slot_of(&self.slots, id)?;
        Some(ObjectView {
            address: slot.address,
            is_leaving: slot.state == State::Leaving,
            body: self.bodies.get(slot.body),
        })
    }

    /// Returns the address of an object's row, and its body to read.
    #[inline]
    pub(crate) fn find(&self, id: ObjectId) -> Option<(RowAddress, &Body)> {
        self.get(id).map(|found| (found.address, found.body))
    }

    /// Returns an object's body to read.
    #[inline]
    pub(crate) fn body(&self, id: ObjectId) -> Option<&Body> {
        self.get(id).map(|found| found.body)
    }

    /// Returns the frame that an object shows.
    pub(crate) fn shown(&self, id: ObjectId) -> Option<&ShownFrame> {
        self.get(id)?;
        self.shown.get(id.slot())
    }

    /// Returns the address of an object's row, its body to read, and its frame to change.
    pub(crate) fn shown_mut(
        &mut self,
        id: ObjectId,
    ) -> Option<(RowAddress, &Body, &mut ShownFrame)> {
        let slot = slot_of(&self.slots, id)?;
        let shown = &mut self.shown[id.slot()];
        Some((slot.address, self.bodies.get(slot.body), shown))
    }

    /// Adds an object to a checksum.
    pub(crate) fn sum_object(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        if let (Some(found), Some(shown)) = (self.get(id), self.shown(id)) {
            sum_object(found.body, found.is_leaving, shown, sum);
        }
    }

    /// Returns an object to change. A shared body is copied first, so that the change does not affect other objects.
    pub(crate) fn edited(&mut self, id: ObjectId) -> Option<ObjectEdit<'_>> {
        let slot = slot_mut(&mut self.slots, id)?;
        Some(ObjectEdit {
            address: slot.address,
            is_leaving: slot.state == State::Leaving,
            shown: &mut self.shown[id.slot()],
            body: self.bodies.get_mut(&mut slot.body),
        })
    }

    /// Returns a body to change: see [`edited`](Self::edited).
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Body> {
        self.edited(id).map(|edited| edited.body)
    }

    /// Returns an object's key in act order. `None` if it is gone.
    #[inline]
    pub(crate) fn act_order(&self, id: ObjectId) -> Option<(u16, u16, u32)> {
        let address = self.address(id)?;
        Some((address.altitude, address.level, address.row))
    }

    /// Returns the address of an object's row.
    #[inline]
    pub(crate) fn address(&self, id: ObjectId) -> Option<RowAddress> {
        Some(self.get(id)?.address)
    }

    /// Loads the slots of some objects, which may be far apart in memory, into the processor's cache. All are loaded at
    /// once, so that the waits for memory overlap (bench `churn`).
    pub(crate) fn load(&self, ids: &[ObjectId]) {
        let found = ids.iter().filter_map(|id| self.slots.get(id.slot()));
        black_box(found.fold(0, |sum, slot| sum ^ slot.generation));
    }

    /// Sets the address of an object's row.
    pub(crate) fn set_address(&mut self, id: ObjectId, address: RowAddress) {
        if let Some(slot) = slot_mut(&mut self.slots, id) {
            slot.address = address;
        }
    }

    /// Sets the number of an object's row.
    pub(crate) fn set_row(&mut self, id: ObjectId, row: u32) {
        if let Some(slot) = slot_mut(&mut self.slots, id) {
            slot.address.row = row;
        }
    }

    /// Marks an object as being removed at the step's end.
    pub(crate) fn set_leaving(&mut self, id: ObjectId) {
        if let Some(slot) = slot_mut(&mut self.slots, id) {
            slot.state = State::Leaving;
        }
    }

    /// Records whether an object is driven.
    pub(crate) fn set_driven(&mut self, id: ObjectId, is_driven: bool) {
        if let Some(slot) = slot_mut(&mut self.slots, id) {
            let was = core::mem::replace(&mut slot.is_driven, is_driven);
            self.driven = self.driven + usize::from(is_driven) - usize::from(was);
        }
    }

    /// Returns whether an object may start to move without a velocity.
    pub(crate) fn is_driven(&self, id: ObjectId) -> bool {
        slot_of(&self.slots, id).is_some_and(|slot| slot.is_driven)
    }

    /// Returns whether any object is driven.
    pub(crate) fn any_driven(&self) -> bool {
        self.driven > 0
    }

    /// Returns whether an object exists and is not being removed.
    #[inline]
    pub(crate) fn is_staying(&self, id: ObjectId) -> bool {
        slot_of(&self.slots, id).is_some_and(|slot| slot.state == State::Staying)
    }

    /// Returns the number of objects.
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Returns every object's id and body, in the order of slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, ObjectView<'_>)> {
        self.slots.iter().enumerate().filter_map(|(number, slot)| {
            let id = ObjectId::new(u32::try_from(number).ok()?, slot.generation);
            Some((id, self.get(id)?))
        })
    }

    pub(crate) fn reserve(&mut self, objects: usize) {
        let more = objects.saturating_sub(self.free.len());
        self.slots.reserve(more);
        self.shown.reserve(more);
        self.bodies.reserve(objects);
    }

    /// Sets the generation of an object's slot. Returns the object's new id.
    #[cfg(test)]
    fn age(&mut self, id: ObjectId, generation: u32) -> ObjectId {
        self.slots[id.slot()].generation = generation;
        ObjectId::new(id.slot_number(), generation)
    }
}

impl Checksum for Slots {
    /// Adds the free slots and their generations, which decide the next ids.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let free = self.free.iter();
        sum.usize(self.slots.len());
        sum.list(free.map(|&slot| (slot, self.slots[slot as usize].generation)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameIds;
    use crate::world::object::body::AnimationState;
    use crate::world::{Movement, Solidness};
    use glam::Vec2;

    fn body(kind: &'static str) -> Body {
        Body {
            kind,
            solidness: Solidness::Hard,
            movement: Movement::Smooth,
            groups: 1,
            collides_with: 1,
            bullet: false,
            sensor: false,
            platform: false,
            visible: true,
            disabled: false,
            sprite: None,
            bounds: crate::geometry::Rect::default(),
            bounds_of_sprite: false,
            acceleration: Vec2::ZERO,
            integration: Default::default(),
            link: Default::default(),
            whole_cells: Default::default(),
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            animation: AnimationState {
                frames: FrameIds::SOLID,
                slowdown: 0,
                playing: None,
            },
            depth: 0.0,
            pieces: None,
        }
    }

    fn insert(slots: &mut Slots, kind: &'static str) -> ObjectId {
        let address = RowAddress {
            altitude: 0,
            level: 0,
            row: 0,
        };
        slots.insert(body(kind), ShownFrame::default(), address)
    }

    #[test]
    fn slots_are_reused_and_ids_are_not() {
        let mut slots = Slots::default();
        let old = insert(&mut slots, "old");
        assert!(slots.remove(old).is_some() && slots.remove(old).is_none());
        let new = insert(&mut slots, "new");
        assert_eq!((new.slot(), new == old), (old.slot(), false));
        assert!(slots.get(old).is_none() && slots.get_mut(old).is_none());
        assert!(slots.remove(old).is_none());
        assert_eq!(slots.get(new).map(|body| body.kind), Some("new"));
        assert_eq!(slots.len(), 1);
    }

    #[test]
    fn a_slot_of_the_last_generation_is_retired() {
        let mut slots = Slots::default();
        let id = insert(&mut slots, "a");
        let young = slots.age(id, u32::MAX - 1);
        assert!(slots.remove(young).is_some());
        let last = insert(&mut slots, "b");
        assert_eq!((last.slot(), last.generation()), (id.slot(), u32::MAX));
        assert!(slots.remove(last).is_some());
        let next = insert(&mut slots, "c");
        assert_ne!(next.slot(), id.slot());
        for gone in [id, young, last] {
            assert!(slots.get(gone).is_none());
        }
        assert_eq!(slots.len(), 1);
    }

    #[test]
    fn many_slots_freed_at_once_are_reused_in_order() {
        let count = SORT_FROM + 3;
        let mut slots = Slots::default();
        let ids: Vec<ObjectId> = (0..count).map(|_| insert(&mut slots, "a")).collect();
        // Frees three slots earlier than the others.
        for &id in &ids[SORT_FROM..] {
            slots.remove(id);
        }
        let before = slots.free();
        for &id in ids[..SORT_FROM].iter().step_by(2) {
            slots.remove(id);
        }
        for &id in ids[..SORT_FROM].iter().skip(1).step_by(2) {
            slots.remove(id);
        }
        slots.order_freed(before);
        let again: Vec<usize> = (0..count).map(|_| insert(&mut slots, "b").slot()).collect();
        let order: Vec<usize> = (0..SORT_FROM)
            .chain([SORT_FROM + 2, SORT_FROM + 1, SORT_FROM])
            .collect();
        assert_eq!(again, order);
    }

    #[test]
    fn the_next_ids_count_in_the_checksum() {
        let sum = |slots: &Slots| {
            let mut sum = ChecksumWriter::new();
            slots.write_checksum(&mut sum);
            sum.finish()
        };
        let mut slots = Slots::default();
        let ids = ["a", "b"].map(|kind| insert(&mut slots, kind));
        let mut other = slots.clone();
        assert_eq!(sum(&slots), sum(&other));
        slots.remove(ids[0]);
        slots.remove(ids[1]);
        other.remove(ids[1]);
        other.remove(ids[0]);
        assert_ne!(sum(&slots), sum(&other));
    }
}
