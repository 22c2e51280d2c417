//! Events: their types, queues and delivery.
//!
//! [`event`] and [`interest`] define the kinds, [`queue`] holds waiting events, [`timer`] repeated ones, and
//! [`dispatch`] delivers.

pub(crate) mod dispatch;
pub(crate) mod event;
pub(crate) mod interest;
pub(crate) mod limits;
pub(crate) mod queue;
mod send;
pub(crate) mod timer;
