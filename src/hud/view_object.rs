//! View objects: what a game describes of the display.

use glam::Vec2;
use std::borrow::Cow;

use super::kind::{Button, ProgressBar, ViewKind};
use super::text_entry::TextEntry;
use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::base::level::is_current;

/// Identifies a view object of a world. Never used again once the view object is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(pub(super) u32);

summed!(ViewId: 0);

/// The place of a view object. Defaults to [`ViewPlace::TopCenter`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum ViewPlace {
    /// Centred at 1/6 of the view's width, at the top.
    TopLeft,
    /// Centred at 3/6 of the view's width, at the top. The default.
    #[default]
    TopCenter,
    /// Centred at 5/6 of the view's width, at the top.
    TopRight,
    /// Centred at 1/6 of the view's width, at the bottom.
    BottomLeft,
    /// Centred at 3/6 of the view's width, at the bottom.
    BottomCenter,
    /// Centred at 5/6 of the view's width, at the bottom.
    BottomRight,
    /// Centred at this place, in characters of the built-in font from the view's top left corner. A place that is not
    /// finite, or further out than 65 536 characters, hides the view object.
    Free(Vec2),
}

summed!(enum ViewPlace:
    0 TopLeft, 1 TopCenter, 2 TopRight, 3 BottomLeft, 4 BottomCenter, 5 BottomRight, 6 Free(at));

/// A part of the heads-up display: a value with its label, or another [`ViewKind`].
///
/// View objects are drawn above everything in the world and never collide. Of two that overlap, the one added later is
/// on top.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Points", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     cx.world.add_view(ViewObject {
///         label: "Points".into(),
///         value: 10,
///         place: ViewPlace::TopRight,
///         color: Color::YELLOW,
///         ..ViewObject::default()
///     });
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ Points 10 │"));
/// # Ok(())
/// # }
/// ```
#[doc(alias("gui", "hud", "label", "ui", "widget"))]
#[derive(Clone, Debug, PartialEq)]
pub struct ViewObject {
    /// The text shown first. View events with this label change the value. Defaults to none.
    pub label: Cow<'static, str>,
    /// The value, in units of the game, which plain values and progress bars show: any number. Defaults to 0.
    pub value: i64,
    /// Whether the value is shown, behind the label or the bar. Defaults to true.
    pub show_value: bool,
    /// Whether a border is drawn around it. Defaults to true.
    pub border: bool,
    /// The colour of text, border and bar. Defaults to white.
    pub color: Color,
    /// Its place. Defaults to [`ViewPlace::TopCenter`].
    pub place: ViewPlace,
    /// The number of the level on which it is shown and takes input, at most
    /// [`World::HIGHEST_LEVEL`](crate::world::World::HIGHEST_LEVEL): with a larger one it never is. Defaults to 0,
    /// every level.
    pub level: u16,
    /// The background, border included. Defaults to `None`: the world shows through.
    pub panel: Option<Color>,
    /// Its kind, such as `Button::default().into()`. Defaults to a plain value.
    pub kind: ViewKind,
}

impl Default for ViewObject {
    fn default() -> Self {
        Self {
            label: Cow::Borrowed(""),
            value: 0,
            show_value: true,
            border: true,
            color: Color::WHITE,
            place: ViewPlace::default(),
            level: 0,
            panel: None,
            kind: ViewKind::Value,
        }
    }
}

// What is left out changes the picture alone; widgets show no value.
summed!(ViewObject: label, value, border, place, level, kind; not show_value, color, panel);

impl ViewObject {
    /// Returns its progress bar, to change, or `None` if it is of another kind.
    pub fn bar_mut(&mut self) -> Option<&mut ProgressBar> {
        match &mut self.kind {
            ViewKind::Bar(bar) => Some(bar),
            _ => None,
        }
    }

    /// Returns its button, to change, or `None` if it is of another kind.
    pub fn button_mut(&mut self) -> Option<&mut Button> {
        match &mut self.kind {
            ViewKind::Button(button) => Some(button),
            _ => None,
        }
    }

    /// Returns its text entry, or `None` if it is of another kind.
    pub fn entry(&self) -> Option<&TextEntry> {
        match &self.kind {
            ViewKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its text entry, to change, or `None` if it is of another kind.
    pub fn entry_mut(&mut self) -> Option<&mut TextEntry> {
        match &mut self.kind {
            ViewKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its button, if it is one that can be pressed.
    pub(super) fn enabled_button(&self) -> Option<&Button> {
        match &self.kind {
            ViewKind::Button(button) if !button.disabled => Some(button),
            _ => None,
        }
    }

    /// Returns whether it can have the focus: a text entry, or a button that is not disabled.
    pub(super) fn is_focusable(&self) -> bool {
        self.entry().is_some() || self.enabled_button().is_some()
    }

    /// Returns whether it is shown on a level.
    pub(super) fn is_on(&self, level: u16) -> bool {
        is_current(self.level, level)
    }
}
