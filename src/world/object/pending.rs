//! Changes that wait for the step's end, so that all objects act under the same conditions.

use super::description::Solidness;
use crate::base::checksum::summed;
use crate::base::id::ObjectId;

/// A change of an object that waits for the step's end.
#[derive(Clone, Debug)]
pub(crate) struct PendingChange {
    pub(crate) id: ObjectId,
    pub(crate) change: Change,
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    Altitude(u16),
    Solidness(Solidness),
    Visible(bool),
    Level(u16),
    Persistent(bool),
}

impl Change {
    /// Returns whether it may move the object's row to another layer.
    pub(crate) fn is_move(&self) -> bool {
        matches!(
            self,
            Self::Altitude(_) | Self::Level(_) | Self::Persistent(_)
        )
    }
}

/// Everything that waits for the step's end.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingChanges {
    pub(crate) changes: Vec<PendingChange>,
    pub(crate) despawns: Vec<ObjectId>,
    /// Objects with a new sprite that needs another number of quad rows.
    pub(crate) quad_rows: Vec<ObjectId>,
    // The scratch list is reused, so that a step allocates nothing.
    /// Scratch: indices of the changes that move an object to another layer, sorted by object, then in order.
    pub(crate) moves: Vec<(ObjectId, usize)>,
    /// The level that becomes current at the step's end.
    pub(crate) level: u16,
}

// Quad rows are left out, because only drawing depends on them.
summed!(PendingChanges: changes, despawns, level; not moves, quad_rows);
summed!(PendingChange: id, change);

summed!(enum Change:
    0 Altitude(altitude), 1 Solidness(solidness), 2 Visible(visible), 3 Level(level), 4 Persistent(persistent));
