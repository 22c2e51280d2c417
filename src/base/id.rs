//! Generational ids: safe to store, cheap to copy, rejected after the object is removed.

use core::fmt;
use core::num::NonZeroU32;

use super::checksum::summed;

/// Identifies an object of a world. Copy and store it freely. After the object is removed, the id is stale: it is
/// rejected, and never identifies another object.
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// let rock: ObjectId = core.context().spawn(Object { kind: "Rock", ..Object::default() });
/// core.world.remove(rock);
/// core.step(damselfly::world::StepInput::next(&core));
/// let tree = core.context().spawn(Object { kind: "Tree", ..Object::default() });
/// // The slot is reused, but not the id.
/// assert!(tree.slot() == rock.slot() && tree != rock);
/// assert_eq!(core.world.object(rock).map(|object| object.kind()), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    slot: u32,
    // Not zero, so that `Option<ObjectId>`, which each row of a layer stores, is as small as the id.
    generation: NonZeroU32,
}

summed!(ObjectId: slot, generation);

impl ObjectId {
    /// Returns the id of a slot in a generation.
    ///
    /// # Panics
    /// Panics if the generation is 0. A slot's first object has generation 1.
    pub(crate) const fn new(slot: u32, generation: u32) -> Self {
        let Some(generation) = NonZeroU32::new(generation) else {
            panic!("generations start at 1")
        };
        Self { slot, generation }
    }

    /// Returns the slot's number as a `u32`, for lists that store slots in 32 bits.
    pub(crate) const fn slot_number(self) -> u32 {
        self.slot
    }

    /// Returns the slot's number, from 0. Later objects may reuse it. Use it as an index into your own tables, but
    /// compare whole ids.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// Returns the number of objects that this slot has held, including this one. At least 1.
    pub fn generation(self) -> u32 {
        self.generation.get()
    }
}

/// Converts the number of a row or a table to 32 bits, in which slots and tables store it.
///
/// # Panics
/// Panics if the number needs more bits. Memory would run out earlier.
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
