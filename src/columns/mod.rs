//! Component storage: typed values by object id, in dense columns.
//!
//! Each set of component types on each level has a table, and each type in it a column, so that a query is a loop over
//! slices. The store knows ids and checksums only: no world, no events, no behaviours. It does not check whether an
//! object exists; `world/components.rs` does, and sends notifications.
//!
//! The crate `hecs` is as fast, but is not used: a copy of its world may visit entities in another order and give new
//! ones other ids (its own `examples/cloning.rs` says so). A restored world must step as the original would.

mod bundle;
mod column;
mod fetch;
mod query;
mod rows;
mod table;
mod tables;
mod types;

pub use bundle::Bundle;
pub use fetch::{Fetch, ReadFetch, With, Without};
pub use query::{Query, ReadQuery};
pub use types::Component;

pub(crate) use column::{AnyColumn, values, values_mut};
pub(crate) use query::Scope;
pub(crate) use tables::{INACTIVE, Location, Tables};
pub(crate) use types::TypeInfo;
