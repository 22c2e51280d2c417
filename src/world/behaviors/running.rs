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
    /// Its type, while one of its hooks runs that may turn out to be missing.
    pub(crate) of: Option<&'static BehaviorType>,
    /// Nesting depth of `attached` hooks: each of them attaches the next behaviour.
    pub(crate) attaching: u32,
}
