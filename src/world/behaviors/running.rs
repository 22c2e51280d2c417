//! The running behaviour.

use super::AttachedId;
use super::hooks::BehaviorType;
use crate::base::id::ObjectId;

/// The running behaviour, if any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunningBehavior {
    /// Its object.
    pub(crate) object: Option<ObjectId>,
    /// Its id within that object.
    pub(crate) behavior: Option<AttachedId>,
    /// Its type. A default body of a hook records there that the type does not implement the hook. `None` while its
    /// `attached` hook runs.
    pub(crate) of: Option<&'static BehaviorType>,
    /// Number of nested `attached` hooks that are running: each one has attached the behaviour of the next one.
    pub(crate) attaching: u32,
}
