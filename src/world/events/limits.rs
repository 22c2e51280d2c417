//! Limits of the events of a step: no chain of events that answer each other is endless, and no more events wait than
//! memory holds.
//!
//! Most events at the end of such a chain are dropped. Collisions, which both sides are promised, and the last
//! callbacks of detached components are delivered in the next step instead.

/// The longest chain of events of which each answers the one before. A longer one is taken for endless.
pub(crate) const MAX_CHAIN: u32 = 1000;

/// The most events that wait at a time: a chain that branches grows faster than it is long.
pub(crate) const MAX_WAITING: usize = 1 << 20;

/// What messages between components may cost in a step, in answer to events. Enough to fill an object with components.
pub(crate) const MAX_MESSAGE_COST: usize = 1 << 20;

/// How many endless chains are logged.
pub(crate) const MAX_ENDLESS_REPORTS: u32 = 10;
