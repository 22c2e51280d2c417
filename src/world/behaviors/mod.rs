//! Behaviours and groups of objects, and the notifications between siblings.
//!
//! Types and `impl World` are in separate files. An object's own components are in `columns`; here are behaviours,
//! groups, and the components in groups. Notifications go through the event queue (`deliver.rs`), in order and never
//! from within a handler. Changes of an object without behaviours send no notifications.

mod attach;
mod attached;
mod attached_list;
pub(crate) mod behavior;
mod deliver;
pub(crate) mod hooks;
mod message;
mod recipients;
mod run;
pub(crate) mod running;
mod short_list;
mod subscribers;
mod table;

pub use attached::{AttachedId, AttachedInfo, AttachedKind};

pub(crate) use attached_list::AttachedList;
pub(crate) use message::AttachedMessage;
pub(crate) use recipients::{Recipients, TakenBehavior};
pub(crate) use table::BehaviorTable;
