//! What a game hangs on its objects: typed data, behaviours, and groups of both.
//!
//! *Data* is any type with a line `impl Data for Health {}`: an object has one value of each type at most. Values lie
//! in dense columns (`tables.rs`), a table for each set of types, so that a query is a loop over slices.
//!
//! *Pieces* are what an object is made of: its data, its behaviours and its groups (`pieces.rs`). Behaviours hear of
//! pieces that come and go (`news.rs`); where there is no behaviour, nobody is told and nothing is paid for it.
//!
//! The columns are our own. `hecs` is as fast, but a copy of its world may visit entities in another order and name new
//! ones differently (its own `examples/cloning.rs` says so), and a restored world must step as the original would.

mod attach;
mod bundle;
mod data;
mod fetch;
mod group;
mod news;
mod piece;
mod pieces;
mod query;
mod rows;
mod table;
mod tables;
mod types;

pub use bundle::Bundle;
pub use data::Data;
pub use fetch::{Fetch, ReadFetch, With, Without};
pub use piece::{Piece, PieceId, PieceKind};
pub use query::{Query, ReadQuery};

pub(crate) use news::Parcel;
pub(crate) use pieces::{Course, Pieces};
pub(crate) use tables::Tables;
