//! The heads-up display: labelled values, progress bars, buttons, text entries and widgets of a game's own, drawn above
//! the world.
//!
//! All of them are [`Widget`]s, in one list and one layer, whose unit is one character of the built-in font (8 × 16
//! pixels). Clipped ones have layers of their own. Buttons, text entries and custom widgets that take the mouse are
//! *interactive*. A custom widget can also take keys, with or without the mouse.
//!
//! `widget`, `value`, `levels`, `anchor`, `kind`, `text_entry` and `custom` contain a game's description of the
//! display. `layout` computes the characters that each part occupies, `arrange` positions widgets in stacks and groups,
//! `draw` draws them, and `input` decides which input events the display consumes, and returns the resulting events.
//! Input comes from the step's events alone, so a replay presses the same buttons.
//!
//! This module does not know the world. A world has its [`Hud`] in the field [`World::hud`](crate::world::World::hud),
//! and passes it the level and the step. Not included: windows, lists, layouts of forms, or any other part of a
//! user-interface toolkit.

mod anchor;
mod arrange;
mod clipboard_keys;
mod composed_line;
mod custom;
mod custom_input;
mod custom_pen;
mod display;
mod draw;
mod event;
mod focus;
mod input;
mod kind;
mod layers;
mod layout;
mod levels;
mod text_entry;
mod typing;
mod value;
mod widget;
mod wrap;

pub use anchor::HudAnchor;
pub use custom::{CloneContent, CustomWidget, WidgetContent, WidgetInput, WidgetReply};
pub use custom_pen::WidgetPen;
pub use display::Hud;
pub use event::{ButtonPressed, HudChange, HudEvent, TextEntered};
pub(crate) use input::{InputContext, Response};
pub use kind::{Button, ProgressBar, WidgetKind};
pub use levels::WidgetLevels;
pub use text_entry::{CharacterSet, TextEntry};
pub use value::WidgetValue;
pub use widget::{Widget, WidgetId};
