//! Events: their types, queues and delivery.
//!
//! [`event`] and [`interest`] define the kinds, [`queue`] holds waiting events, [`timer`] describes timers, which send
//! events once or repeatedly, and [`dispatch`] delivers events.

pub(crate) mod dispatch;
pub(crate) mod event;
pub(crate) mod interest;
pub(crate) mod limits;
pub(crate) mod queue;
mod send;
pub(crate) mod timer;
