//! Limits of the events of a step. Chains of events, each sent in response to the previous one, are cut off, and the
//! number of waiting events is limited.
//!
//! Most events at the end of such a chain are dropped. Collisions, which always notify both sides, and the last
//! callbacks of detached behaviours are delivered in the next step instead.

/// The longest chain of events, each sent in response to the previous one. A longer one is cut off.
pub(crate) const MAX_CHAIN_DEPTH: u32 = 1000;

/// The largest number of waiting events: a branching chain has more events than its length.
pub(crate) const MAX_WAITING: usize = 1 << 20;

// `World::MAX_ATTACHED` squared: in an object that is filled with behaviours, each one notifies each other (test
// `components_that_attach_components_stop_at_the_limit`).
/// The cost limit of messages to behaviours in a step, in response to events. The cost is the number of recipients and
/// searched entries.
pub(crate) const MAX_MESSAGE_COST: usize = 1 << 20;

/// Number of cut chains that are logged.
pub(crate) const MAX_CUT_CHAIN_REPORTS: u32 = 10;
