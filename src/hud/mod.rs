//! The heads-up display: labelled values, progress bars, buttons and text entries, drawn above the world.
//!
//! All of them are [`Widget`]s, in one list and one layer, whose unit is one character of the built-in font
//! (8 × 16 pixels). A *widget* is a widget that takes input: a button or a text entry.
//!
//! `widget`, `value`, `levels`, `place`, `kind` and `text_entry` hold what a game describes, `layout` computes which
//! characters each part occupies, `arrange` where stacks and groups put it, `draw` draws it, `input` decides which input
//! events the display consumes and returns what follows from them as plain values. Input comes from the step's events
//! alone, so a replay presses the same buttons.
//!
//! Knows no world: a world has its [`Hud`] as its field [`World::hud`](crate::world::World::hud), and notes there on which
//! level and in which step it is. Not here: windows, lists, layout of forms, any other part of a user-interface toolkit.

mod anchor;
mod arrange;
mod display;
mod draw;
mod event;
mod focus;
mod input;
mod kind;
mod layout;
mod levels;
mod text_entry;
mod value;
mod widget;
mod wrap;

pub use anchor::HudAnchor;
pub use display::Hud;
pub use event::{ButtonPressed, HudChange, HudEvent, TextEntered};
pub(crate) use input::{InputContext, Response};
pub use kind::{Button, ProgressBar, WidgetKind};
pub use levels::WidgetLevels;
pub use text_entry::{CharacterSet, TextEntry};
pub use value::WidgetValue;
pub use widget::{Widget, WidgetId, WidgetScale, WidgetWrap};
