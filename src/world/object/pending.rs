//! Changes that wait for the step's end, so that nothing changes under objects which still act.

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

/// Everything that waits for the step's end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    pub(crate) changes: Vec<PendingChange>,
    pub(crate) despawns: Vec<ObjectId>,
    /// The level that becomes current.
    pub(crate) level: u16,
}

summed!(Pending: changes, despawns, level);
summed!(PendingChange: id, change);

summed!(enum Change:
    0 Altitude(altitude), 1 Solidness(solidness), 2 Visible(visible), 3 Level(level), 4 Persistent(persistent));
