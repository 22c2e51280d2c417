//! Limits of the events of a step. Events that are sent in response to one another without end are cut off, and the
//! number of waiting events is limited.
//!
//! Most events beyond the limits are dropped. The last callbacks of detached behaviours are delivered in the next step
//! instead. So are collisions, unless [`MAX_WAITING`] events already wait for a later step.

/// The largest depth of an event. An event has depth 1, one that is sent in response to it depth 2, and so on.
pub(crate) const MAX_EVENT_DEPTH: u32 = 1000;

/// The largest number of waiting events. The depth alone does not limit them, because several events may be sent in
/// response to each.
pub(crate) const MAX_WAITING: usize = 1 << 20;

// The limit is `World::MAX_ATTACHED` squared, which suffices for an object with the maximum number of behaviours, if
// each behaviour is notified of all others (test `components_that_attach_components_stop_at_the_limit`).
/// Maximum cost of the messages to behaviours that are sent in a step in response to events. The cost of a message is
/// the number of its recipients and of the entries searched for them.
pub(crate) const MAX_MESSAGE_COST: usize = 1 << 20;

/// Maximum number of events beyond the limits that are logged.
pub(crate) const MAX_DEPTH_REPORTS: u32 = 10;
