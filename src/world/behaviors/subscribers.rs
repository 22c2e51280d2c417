//! Subscriptions of objects to custom event types, as sets of slots.

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::world::events::event::CustomType;

/// Number of bits in a word.
const BITS: usize = u64::BITS as usize;

/// A set of slots, one bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotSet(Vec<u64>);

impl SlotSet {
    /// Returns the approximate size of a copy in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    #[inline]
    pub(super) fn has(&self, slot: usize) -> bool {
        let word = self.0.get(slot / BITS);
        word.is_some_and(|word| word >> (slot % BITS) & 1 != 0)
    }

    pub(super) fn set(&mut self, slot: usize, on: bool) {
        let word = slot / BITS;
        if self.0.len() <= word {
            if !on {
                return;
            }
            self.0.resize(word + 1, 0);
        }
        let bit = 1 << (slot % BITS);
        if on {
            self.0[word] |= bit;
        } else {
            self.0[word] &= !bit;
        }
    }

    /// Keeps only slots for which `keep` returns true.
    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        for (at, word) in self.0.iter_mut().enumerate() {
            for bit in 0..BITS {
                if *word >> bit & 1 != 0 && !keep(at * BITS + bit) {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    /// Returns the slots of the set in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate().filter(|&(_, &word)| word != 0);
        words.flat_map(|(at, &word)| {
            let bits = (0..BITS).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| at * BITS + bit)
        })
    }
}

/// Subscribers of one type, one bit per slot. A bit is quick to test: each event that is sent to all tests the bit of
/// every object that subscribed to any type.
#[derive(Clone, Debug)]
struct Subscribers {
    of: CustomType,
    slots: SlotSet,
}

/// The subscriptions of all objects to custom event types.
#[derive(Clone, Debug, Default)]
pub(super) struct Subscriptions(Vec<Subscribers>);

impl Subscriptions {
    /// Returns the approximate size of a copy in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = self.0.iter();
        each.map(|of| size_of_val(of) + of.slots.bytes()).sum()
    }

    /// Subscribes the object in a slot to a type, or unsubscribes it.
    pub(super) fn set(&mut self, slot: usize, of: CustomType, on: bool) {
        match self.0.iter_mut().find(|subscribers| subscribers.of == of) {
            Some(subscribers) => subscribers.slots.set(slot, on),
            None if !on => {}
            None => {
                let mut first = Subscribers {
                    of,
                    slots: SlotSet::default(),
                };
                first.slots.set(slot, true);
                self.0.push(first);
            }
        }
    }

    /// Ends all subscriptions of the object in a slot.
    pub(super) fn clear(&mut self, slot: usize) {
        self.0
            .iter_mut()
            .for_each(|subscribers| subscribers.slots.set(slot, false));
    }

    /// Returns a function that tests whether the object in a slot subscribed to a type. The type is looked up only
    /// once.
    #[inline]
    pub(super) fn to(&self, of: CustomType) -> impl Fn(usize) -> bool + '_ {
        let subscribers = self.0.iter().find(|subscribers| subscribers.of == of);
        move |slot| subscribers.is_some_and(|subscribers| subscribers.slots.has(slot))
    }

    /// Returns whether the object in a slot subscribed to any type.
    pub(super) fn has_any(&self, slot: usize) -> bool {
        self.0.iter().any(|subscribers| subscribers.slots.has(slot))
    }

    /// Adds the subscriptions of the object in a slot to a checksum, in the order in which their types were first used.
    pub(super) fn add_to(&self, slot: usize, sum: &mut ChecksumWriter) {
        let of_slot = self
            .0
            .iter()
            .filter(|subscribers| subscribers.slots.has(slot));
        sum.usize(of_slot.clone().count());
        of_slot.for_each(|subscribers| subscribers.of.write_checksum(sum));
    }
}
