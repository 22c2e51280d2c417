//! Messages to some components of an object: events, and notifications of components that come and go.

use super::{ComponentId, ComponentInfo, Recipients};
use crate::base::checksum::{Summed, summed};
use crate::world::Event;

/// A message to some components of an object. It waits in the event queue as a custom event, so that it is delivered in
/// order with all others.
#[derive(Debug)]
pub(crate) enum ComponentMessage {
    /// An event for these.
    Event {
        recipients: Recipients,
        event: Event,
    },
    /// Components were added or removed.
    Change(ComponentChange),
}

/// A behaviour, and the component of which it is notified.
pub(super) type ComponentNotice = (ComponentId, ComponentInfo);

/// Components that were added to an object, or removed.
#[derive(Debug)]
pub(crate) struct ComponentChange {
    pub(super) added: bool,
    /// Which behaviour is notified of which component, in order.
    pub(super) notices: Vec<ComponentNotice>,
    /// Components that are then dropped, after their last callback.
    pub(super) detaching: Vec<ComponentId>,
}

summed!(ComponentChange: added, notices, detaching);

impl ComponentChange {
    /// For log messages.
    pub(super) fn described(&self) -> String {
        let first = self.notices.first();
        let name = first.map_or("a component", |(_, info)| info.name());
        let change = if self.added { "added" } else { "removed" };
        format!("{name} is {change}")
    }
}

impl ComponentMessage {
    /// Whether it leads to a last callback, and must not be dropped.
    pub(in crate::world) fn is_last(&self) -> bool {
        matches!(self, Self::Change(change) if !change.detaching.is_empty())
    }

    /// For log messages.
    pub(in crate::world) fn described(&self) -> String {
        match self {
            Self::Event { event, .. } => format!("{event:?}"),
            Self::Change(change) => change.described(),
        }
    }
}

summed!(enum ComponentMessage: 0 Event { recipients, event }, 1 Change(change));

impl From<ComponentMessage> for Event {
    fn from(message: ComponentMessage) -> Self {
        Self::summed(message, Summed::add_to)
    }
}
