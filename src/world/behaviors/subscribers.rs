//! Which objects subscribed to which of the game's own event types.

use crate::base::checksum::{Checksum, Summed};
use crate::world::events::event::CustomType;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// The slots of the objects that subscribed to one type, a bit each: a list of all subscribers is made for each event that
/// is sent to all, and so reads an eighth of a byte for each object.
#[derive(Clone, Debug)]
struct Subscribers {
    of: CustomType,
    slots: Vec<u64>,
}

impl Subscribers {
    #[inline]
    fn has(&self, slot: usize) -> bool {
        let word = self.slots.get(slot / BITS);
        word.is_some_and(|word| word >> (slot % BITS) & 1 != 0)
    }

    fn set(&mut self, slot: usize, on: bool) {
        let word = slot / BITS;
        if self.slots.len() <= word {
            if !on {
                return;
            }
            self.slots.resize(word + 1, 0);
        }
        let bit = 1 << (slot % BITS);
        if on {
            self.slots[word] |= bit;
        } else {
            self.slots[word] &= !bit;
        }
    }
}

/// The subscriptions of all objects to types of the game's own.
#[derive(Clone, Debug, Default)]
pub(super) struct Subscriptions(Vec<Subscribers>);

impl Subscriptions {
    /// Returns the bytes that a copy takes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let each = self.0.iter();
        each.map(|of| size_of_val(of) + size_of_val(&*of.slots))
            .sum()
    }

    /// Subscribes the object in a slot to a type, or unsubscribes it.
    pub(super) fn set(&mut self, slot: usize, of: CustomType, on: bool) {
        match self.0.iter_mut().find(|subscribers| subscribers.of == of) {
            Some(subscribers) => subscribers.set(slot, on),
            None if !on => {}
            None => {
                let mut first = Subscribers {
                    of,
                    slots: Vec::new(),
                };
                first.set(slot, true);
                self.0.push(first);
            }
        }
    }

    /// Ends all subscriptions of the object in a slot.
    pub(super) fn clear(&mut self, slot: usize) {
        self.0
            .iter_mut()
            .for_each(|subscribers| subscribers.set(slot, false));
    }

    /// Returns whether the object in a slot subscribed to a type, for many slots.
    #[inline]
    pub(super) fn to(&self, of: CustomType) -> impl Fn(usize) -> bool + '_ {
        let subscribers = self.0.iter().find(|subscribers| subscribers.of == of);
        move |slot| subscribers.is_some_and(|subscribers| subscribers.has(slot))
    }

    /// Whether the object in a slot subscribed to any type.
    pub(super) fn has_any(&self, slot: usize) -> bool {
        self.0.iter().any(|subscribers| subscribers.has(slot))
    }

    /// Adds the types that the object in a slot subscribed to, in the order in which any object first did.
    pub(super) fn add_to(&self, slot: usize, sum: &mut Checksum) {
        let of_slot = self.0.iter().filter(|subscribers| subscribers.has(slot));
        sum.usize(of_slot.clone().count());
        of_slot.for_each(|subscribers| subscribers.of.add_to(sum));
    }
}
