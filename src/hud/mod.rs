//! The heads-up display: labelled values, progress bars, buttons, text entries and widgets of a game's own, drawn above
//! the world.
//!
//! All of them are [`Widget`]s, in one list and one layer, whose unit is one character of the built-in font (8 × 16
//! pixels). Clipped widgets and widgets at an altitude have separate layers. Buttons, text entries and custom widgets
//! that take the mouse are *interactive*. A custom widget can also take keys, with or without the mouse.
//!
//! `widget`, `builders`, `value`, `levels`, `anchor`, `kind`, `style`, `text_entry` and `custom` contain a game's
//! description of the display. Sliders, check boxes, lists, tabs, key choosers and dialogues are custom widgets, so a
//! game's own widgets have the same abilities. `size` and `layout` compute the characters that each part occupies,
//! `arrange` positions widgets in stacks and groups, and `draw` draws them. `input` decides which input events the
//! display consumes, and queues the resulting events; `navigate` moves the focus, and `menu` opens and closes menus.
//! Input comes from the step's events alone, so a replay presses the same buttons.
//!
//! This module does not know the world. A world has its [`Hud`] in the field [`World::hud`](crate::world::World::hud),
//! and passes it the level and the step. Not included: windows that the player moves, trees, tables, rich text.

mod anchor;
mod arrange;
mod builders;
mod check_box;
mod choice_list;
mod clipboard_keys;
mod command;
mod composed_line;
mod custom;
mod custom_input;
mod custom_pen;
mod dialogue;
mod display;
mod display_pen;
mod draw;
mod event;
mod focus;
mod frame;
mod input;
mod interaction;
mod key_chooser;
mod kind;
mod layers;
mod layout;
mod levels;
mod measure;
mod menu;
mod navigate;
mod pad_commands;
mod polling;
mod scroll;
mod shades;
mod size;
mod slider;
mod spatial;
mod style;
mod tabs;
mod text_entry;
mod typing;
mod value;
mod widget;
mod wrap;

pub use anchor::HudAnchor;
pub use check_box::CheckBox;
pub use choice_list::ChoiceList;
pub use command::WidgetCommand;
pub use custom::{CloneContent, CustomWidget, WidgetContent, WidgetInput, WidgetReply};
pub use custom_pen::WidgetPen;
pub use dialogue::Dialogue;
pub use display::Hud;
pub(crate) use event::HudSent;
pub use event::{ButtonPressed, HudChange, HudEvent, MenuToggled, TextEntered, ValueChanged};
pub(crate) use input::{InputContext, Response};
pub use key_chooser::KeyChooser;
pub use kind::{Button, MenuChange, ProgressBar, WidgetKind};
pub use levels::WidgetLevels;
pub use measure::WidgetMeasure;
pub use slider::Slider;
pub use style::{HudIcons, HudStyle, WidgetFrame, WidgetIcon, WidgetLook};
pub use tabs::Tabs;
pub use text_entry::{CharacterSet, TextEntry};
pub use value::WidgetValue;
pub use widget::{Widget, WidgetId};
