//! What the heads-up display has beside plain values: progress bars, buttons and text entries.
//!
//! All of them are [`ViewObject`](super::ViewObject)s: in one list, drawn in one layer, with a label, a border, a
//! colour, a place and a level. `kind` and `entry` are what a game describes, `layout` says which characters each part
//! takes, `draw` draws them, `input` decides which input is for a widget.
//!
//! A *widget* is a view object that takes input: a button or a text entry. Its input comes from the step's events
//! alone, so that a replay presses the same buttons. No windows, no lists, no layout of forms: this is a game's
//! display, not a user-interface toolkit.

mod attention;
mod checksum;
mod draw;
mod entry;
mod input;
mod kind;
mod layout;

pub(super) use attention::Attention;
pub(super) use draw::Shown;
pub use entry::{Allowed, TextEntered, TextEntry};
pub use kind::{Button, ButtonPressed, ProgressBar, ViewKind};
