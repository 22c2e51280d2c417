//! Generational ids: safe to keep, cheap to copy, refused once the object is removed.

use core::fmt;
use core::num::NonZeroU32;

use super::checksum::summed;

/// Names an object of a world. Copy and keep it freely: once the object is removed, the id is stale. A stale id is
/// refused, and never names another object.
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// let rock: ObjectId = core.context().spawn(Object { kind: "Rock", ..Object::default() });
/// core.world.remove(rock);
/// core.step(damselfly::world::StepInput::next(&core));
/// let tree = core.context().spawn(Object { kind: "Tree", ..Object::default() });
/// // The slot is used again, the id is not.
/// assert!(tree.slot() == rock.slot() && tree != rock);
/// assert_eq!(core.world.object(rock).map(|object| object.kind()), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    slot: u32,
    // Not zero, so that `Option<ObjectId>`, which each row of a layer stores, takes no more bytes than the id.
    generation: NonZeroU32,
}

summed!(ObjectId: slot, generation);

impl ObjectId {
    /// Returns the id of the object that is in a slot in this generation.
    ///
    /// # Panics
    /// If the generation is 0. A slot's first object has generation 1.
    pub(crate) const fn new(slot: u32, generation: u32) -> Self {
        let Some(generation) = NonZeroU32::new(generation) else {
            panic!("generations start at 1")
        };
        Self { slot, generation }
    }

    /// Returns the slot's number as it is stored, for checksums and tables of 32 bits.
    pub(crate) const fn slot_number(self) -> u32 {
        self.slot
    }

    /// Returns the slot's number, from 0. Later objects may have the same: use it as an index into tables of your own,
    /// and compare whole ids.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// Returns how many objects this slot has held, this one included. At least 1.
    pub fn generation(self) -> u32 {
        self.generation.get()
    }
}

/// Returns the number of a row as tables of objects store it: in 32 bits, as slots are.
///
/// # Panics
/// If it needs more, for which memory does not suffice.
pub(crate) fn row_number(row: usize) -> u32 {
    u32::try_from(row).expect("there are fewer than 2^32 rows")
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "object {}v{}", self.slot, self.generation)
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
