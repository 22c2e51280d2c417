//! Messages to behaviours of one object: events, and notifications of added and removed siblings.

use super::{AttachedId, AttachedInfo, Recipients};
use crate::base::checksum::{Checksum, summed};
use crate::world::Event;

/// A message to behaviours of one object. It waits in the event queue as a custom event, so that it is delivered in
/// order with all others.
#[derive(Debug)]
pub(crate) enum AttachedMessage {
    /// An event for some of the behaviours.
    Event {
        recipients: Recipients,
        event: Event,
    },
    /// A behaviour, a group or a component was added or removed.
    Change(SiblingChange),
}

/// A behaviour, and the sibling it is notified of.
pub(super) type SiblingNotice = (AttachedId, AttachedInfo);

/// An addition to an object's behaviours, groups and components, or a removal from them.
#[derive(Debug)]
pub(crate) struct SiblingChange {
    pub(super) added: bool,
    /// Notifications, in order.
    pub(super) notices: Vec<SiblingNotice>,
    /// Entries to drop afterwards, each with its last callback.
    pub(super) detaching: Vec<AttachedId>,
}

summed!(SiblingChange: added, notices, detaching);

impl SiblingChange {
    /// Returns a description for log messages.
    pub(super) fn described(&self) -> String {
        let first = self.notices.first();
        let name = first.map_or("a component", |(_, info)| info.name());
        let change = if self.added { "added" } else { "removed" };
        format!("{name} is {change}")
    }
}

impl AttachedMessage {
    /// Returns whether the message leads to a last callback, and so must not be dropped.
    pub(in crate::world) fn is_last(&self) -> bool {
        matches!(self, Self::Change(change) if !change.detaching.is_empty())
    }

    /// Returns a description for log messages.
    pub(in crate::world) fn described(&self) -> String {
        match self {
            Self::Event { event, .. } => format!("{event:?}"),
            Self::Change(change) => change.described(),
        }
    }
}

summed!(enum AttachedMessage: 0 Event { recipients, event }, 1 Change(change));

impl From<AttachedMessage> for Event {
    fn from(message: AttachedMessage) -> Self {
        Self::summed(message, Checksum::write_checksum)
    }
}
