//! Events: what objects are notified of, how events wait, and how they are delivered.
//!
//! [`event`] and [`interest`] say what there is, [`queue`] holds what waits, [`timer`] what repeats, [`dispatch`] delivers.

pub(crate) mod dispatch;
pub(crate) mod event;
pub(crate) mod interest;
pub(crate) mod limits;
pub(crate) mod queue;
mod send;
pub(crate) mod timer;
