//! Which behaviour runs.

use crate::base::id::ObjectId;
use crate::world::components::PieceId;

/// The behaviour that runs, if one does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Running {
    /// The object that it belongs to.
    pub(crate) object: Option<ObjectId>,
    /// Which component of that object it is.
    pub(crate) piece: Option<PieceId>,
    /// How many behaviours are being attached, each by the one before.
    pub(crate) attaching: u32,
}
