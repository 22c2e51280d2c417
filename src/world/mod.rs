//! Objects, events, behaviours and the step.
//!
//! [`World`] owns the objects; [`Core`] adds what a step needs beside them. Read `step.rs` first: it is the
//! step, in order. Nothing here knows a screen, a wall clock or a thread.

mod animation;
mod behavior;
mod body;
mod change;
mod checksum;
mod collide;
mod components;
mod context;
mod core;
mod dispatch;
mod event;
mod interest;
mod movement;
mod object;
mod outcome;
mod properties;
mod slots;
mod step;
mod view_object;
#[expect(
    clippy::module_inception,
    reason = "the room's one big thing has the room's name"
)]
mod world;

pub use self::core::{Core, CoreSettings};
pub use behavior::{Behavior, Handled};
pub use components::{
    Bundle, Data, Fetch, Piece, PieceId, PieceKind, Query, ReadFetch, ReadQuery, With, Without,
};
pub use context::{Context, Requests};
pub use event::{Collision, CustomEvent, CustomType, Event, Interest, ViewChange, ViewEvent};
pub use object::{Bounds, Filter, Movement, Object, Solidness};
pub use outcome::{Moved, Outcome};
pub use view_object::{ViewId, ViewObject, ViewPlace};
pub use world::World;
