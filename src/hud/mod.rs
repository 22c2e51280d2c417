//! The heads-up display: labelled values, progress bars, buttons and text entries, drawn above the world.
//!
//! All of them are [`ViewObject`]s, in one list and one layer, whose unit is one character of the built-in font
//! (8 × 16 pixels). A *widget* is a view object that takes input: a button or a text entry.
//!
//! `kind` and `text_entry` hold what a game describes, `layout` computes which characters each part occupies, `draw`
//! draws them, `input` decides which input events the display consumes and returns what follows from them as plain
//! values. Input comes from the step's events alone, so a replay presses the same buttons.
//!
//! Knows no world: [`World::add_view`](crate::world::World::add_view) and the functions beside it are how games reach
//! the display. Not here: windows, lists, layout of forms, any other part of a user-interface toolkit.

mod display;
mod draw;
mod event;
mod focus;
mod input;
mod kind;
mod layout;
mod text_entry;
mod view_object;

pub(crate) use display::Display;
pub use event::{ButtonPressed, TextEntered, ViewChange, ViewEvent};
pub(crate) use input::{InputContext, Response};
pub use kind::{Button, ProgressBar, ViewKind};
pub use text_entry::{CharacterSet, TextEntry};
pub use view_object::{ViewId, ViewObject, ViewPlace};
