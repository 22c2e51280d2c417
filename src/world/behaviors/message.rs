//! Messages to some components of an object: events, and notifications of components that come and go.

use super::{ComponentId, ComponentInfo, Recipients};
use crate::base::checksum::Checksum;
use crate::world::Event;
use crate::world::checksum::sum_event;

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
pub(super) type Notice = (ComponentId, ComponentInfo);

/// Components that were added to an object, or removed.
#[derive(Debug)]
pub(crate) struct ComponentChange {
    pub(super) added: bool,
    /// Which behaviour is notified of which component, in order.
    pub(super) notices: Vec<Notice>,
    /// Components that are then dropped, after their last callback.
    pub(super) detaching: Vec<ComponentId>,
}

impl ComponentChange {
    /// For log messages.
    pub(super) fn described(&self) -> String {
        let first = self.notices.first();
        let name = first.map_or("a component", |(_, info)| info.name());
        let change = if self.added { "added" } else { "removed" };
        format!("{name} is {change}")
    }

    fn add_to(&self, sum: &mut Checksum) {
        sum.u8(1 + u8::from(self.added));
        sum.usize(self.notices.len());
        for (to, info) in &self.notices {
            sum.u32(to.number());
            sum.u32(info.id.map_or(0, ComponentId::number));
            sum.type_name(info.name());
        }
        sum.usize(self.detaching.len());
        self.detaching.iter().for_each(|id| sum.u32(id.number()));
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

    /// Adds it to a checksum.
    pub(in crate::world) fn add_to(&self, sum: &mut Checksum) {
        match self {
            Self::Event { recipients, event } => {
                sum.u8(0);
                sum.str(&recipients.summed());
                sum_event(sum, event);
            }
            Self::Change(change) => change.add_to(sum),
        }
    }
}
