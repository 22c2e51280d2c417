//! Limits of the events of a step: chains of events, each sent in response to the one before, are cut off, and no more
//! events wait than memory holds.
//!
//! Most events at the end of such a chain are dropped. Collisions, which both sides are promised, and the last
//! callbacks of detached components are delivered in the next step instead.

/// The longest chain of events, each sent in response to the one before. A longer one is cut off.
pub(crate) const MAX_CHAIN: u32 = 1000;

/// The most events that wait at a time: a chain that branches grows faster than it is long.
pub(crate) const MAX_WAITING: usize = 1 << 20;

// `World::MAX_COMPONENTS` squared: an object that is filled with behaviours notifies each of each other one (test
// `components_that_attach_components_stop_at_the_limit`).
/// What messages between components may cost in a step, in response to events: the number of those that receive one or
/// are searched.
pub(crate) const MAX_MESSAGE_COST: usize = 1 << 20;

/// How many of the chains that are cut off are logged.
pub(crate) const MAX_CUT_CHAIN_REPORTS: u32 = 10;
