//! The typed parts of an object: behaviours, groups of them, and how they are notified of one another.
//!
//! Types and `impl World` are in separate files. An object's own components are in `columns`; here are behaviours,
//! groups, and the components in groups. Notifications go through the event queue (`deliver.rs`), in order and never
//! from within a handler; an object without behaviours causes none.

mod attach;
pub(crate) mod behavior;
mod component;
mod component_list;
mod deliver;
pub(crate) mod hooks;
mod message;
mod recipients;
mod run;
pub(crate) mod running;
mod short_list;
mod subscribers;
mod table;

pub use component::{ComponentId, ComponentInfo, ComponentKind};

pub(crate) use component_list::ComponentList;
pub(crate) use message::ComponentMessage;
pub(crate) use recipients::{Recipients, Taken};
pub(crate) use table::BehaviorTable;
