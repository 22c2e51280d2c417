//! Which behaviour runs.

use super::ComponentId;
use super::hooks::BehaviorType;
use crate::base::id::ObjectId;

/// The behaviour that runs, if one does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Running {
    /// The object that it belongs to.
    pub(crate) object: Option<ObjectId>,
    /// Which component of that object it is.
    pub(crate) component: Option<ComponentId>,
    /// Its type, while one of its hooks runs that may turn out to be missing.
    pub(crate) of: Option<&'static BehaviorType>,
    /// How many behaviours are being attached, each by the one before.
    pub(crate) attaching: u32,
}
