//! Widgets: what a game describes of the display.

use std::borrow::Cow;

use super::anchor::HudAnchor;
use super::kind::{Button, ProgressBar, WidgetKind};
use super::levels::WidgetLevels;
use super::text_entry::TextEntry;
use super::value::WidgetValue;
use super::wrap::wrapped_lines;
use crate::base::checksum::{Checksum, Summed, summed};
use crate::base::color::Color;
use crate::input::Key;

/// Identifies a widget of a world. Never used again once the widget is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WidgetId(pub(super) u32);

summed!(WidgetId: 0);

/// A part of the heads-up display: a value with its label, or another [`WidgetKind`].
///
/// Widgets are drawn above everything in the world and never collide. Those at the same place are stacked; of two
/// that overlap all the same, the one added later is on top.
///
/// **Text stands still while digits are added.** At a place on the left, what is shown keeps its left end, and the box
/// grows to the right. At a place on the right it keeps its right end. At a centred one it is centred with the number
/// with which it was added, and grows to the right from there. A number always has room for as many characters as it
/// had when it was added, and for [`Widget::digits`] if these are more, and is at the right end of its room: within
/// it, nothing else moves. Texts have as much room as they need.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Points", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let points = Widget::new("Points").value(10);
///     cx.world.hud.add(points.at(HudAnchor::TopRight).color(Color::YELLOW));
///     cx.world.hud.add(Widget::button("Play").at(HudAnchor::Center).group("menu"));
///     cx.world.hud.add(Widget::button("Settings").at(HudAnchor::Center).group("menu"));
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ Points 10 │"));
/// assert!(game.shows("│   Play   │"));
/// assert!(game.shows("│ Settings │"));
/// # Ok(())
/// # }
/// ```
#[doc(alias("gui", "hud", "label", "ui", "widget"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// The text shown first, of several lines if it contains line feeds. HUD events with this label change the value.
    /// Defaults to none.
    pub label: Cow<'static, str>,
    /// The value that is shown behind the label: any number, in units of the game, or a text. Defaults to 0. A progress
    /// bar shows a text as its `min`; buttons and text entries show no value.
    pub value: WidgetValue,
    /// Whether the value is shown, behind the label or the bar. Defaults to true.
    pub show_value: bool,
    /// The characters of a line of the label, and of a value that is a text: longer lines go on in the next one, broken
    /// between words where they can be. Defaults to 0: lines end at line feeds alone.
    pub wrap: WidgetWrap,
    /// The characters that a number has room for, at least: 0 to 255. Defaults to 0: as many as it had when it was added.
    pub digits: u8,
    /// How many times as large as usual it is, text and border: 1 to 255, 0 counts as 1. Defaults to 1.
    pub scale: WidgetScale,
    /// Whether a border is drawn around it. Defaults to true.
    pub border: bool,
    /// The colour of text, border and bar. Defaults to `None`, the display's: see [`Hud::set_color`](super::Hud::set_color).
    pub color: Option<Color>,
    /// Its place. Defaults to [`HudAnchor::TopCenter`].
    pub place: HudAnchor,
    /// Widgets with the same group at the same place are as wide as the widest of them; all free places count as
    /// one. Defaults to "", no group.
    pub group: &'static str,
    /// Whether it is shown. If not, it takes up no room and takes no input; events still change its value. Defaults to
    /// true.
    pub visible: bool,
    /// The levels on which it is shown and takes input. Defaults to [`WidgetLevels::All`].
    pub levels: WidgetLevels,
    /// The background, border included. Defaults to `None`: the world shows through.
    pub panel: Option<Color>,
    /// Its kind, such as `Button::default().into()`. Defaults to a plain value.
    pub kind: WidgetKind,
}

impl Default for Widget {
    fn default() -> Self {
        Self {
            label: Cow::Borrowed(""),
            value: WidgetValue::default(),
            show_value: true,
            wrap: WidgetWrap::default(),
            digits: 0,
            scale: WidgetScale::default(),
            border: true,
            color: None,
            place: HudAnchor::default(),
            group: "",
            visible: true,
            levels: WidgetLevels::All,
            panel: None,
            kind: WidgetKind::Value,
        }
    }
}

// Everything but the colours: what decides on a size decides where the mouse finds a widget that is stacked on it or in
// its group.
summed!(Widget: label, value, show_value, wrap, digits, scale, border, place, group, visible, levels, kind; not color, panel);

/// How many times as large as usual a widget is: 1 to 255, 0 counts as 1. Defaults to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidgetScale(pub u8);

impl Default for WidgetScale {
    fn default() -> Self {
        Self(1)
    }
}

impl Summed for WidgetScale {
    fn add_to(&self, sum: &mut Checksum) {
        // Nothing for the usual one, so that checksums of displays without another stay as they were.
        if self.0 > 1 {
            sum.u8(self.0);
        }
    }
}

/// The most characters of a line of a widget: 1 to 65 535, or 0 for as many as there are. Defaults to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WidgetWrap(pub u16);

impl WidgetWrap {
    /// Returns the lines of a text.
    pub(super) fn lines(self, text: &str) -> impl Iterator<Item = &str> + Clone {
        wrapped_lines(text, usize::from(self.0))
    }
}

impl Summed for WidgetWrap {
    fn add_to(&self, sum: &mut Checksum) {
        // Nothing without it, so that checksums of displays that wrap nothing stay as they were.
        if self.0 > 0 {
            sum.u16(self.0);
        }
    }
}

/// Short to write: `Widget::new("Points").at(HudAnchor::TopRight)`.
impl Widget {
    /// Returns a label with the value 0.
    pub fn new(label: impl Into<Cow<'static, str>>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Returns a text, of several lines if it contains line feeds: a label without a value.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            show_value: false,
            ..Self::new(text)
        }
    }

    /// Returns a button with this label.
    pub fn button(label: impl Into<Cow<'static, str>>) -> Self {
        Self::new(label).kind(Button::default())
    }

    /// Sets its place: a [`HudAnchor`], or the middle of a free place, in characters, or that with an
    /// [`Align`](crate::scene::Align).
    #[must_use]
    pub fn at(self, place: impl Into<HudAnchor>) -> Self {
        let place = place.into();
        Self { place, ..self }
    }

    /// Sets the value: a number or a text.
    #[must_use]
    pub fn value(self, value: impl Into<WidgetValue>) -> Self {
        let value = value.into();
        Self { value, ..self }
    }

    /// Sets the characters that a number has room for, at least.
    #[must_use]
    pub fn digits(self, digits: u8) -> Self {
        Self { digits, ..self }
    }

    /// Breaks its lines so that none has more characters than this: the label's, and those of a value that is a text.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Title", Options::default()), |cx| {
    /// cx.hud.add(Widget::text("The gate is shut. Find the key.").wrapped(12).at(HudAnchor::Center));
    /// # Ok(())
    /// # })?;
    /// # for line in ["│ The gate is │", "│ shut. Find  │", "│  the key.   │"] {
    /// #     assert!(game.shows(line), "{}", game.text());
    /// # }
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn wrapped(self, characters: u16) -> Self {
        let wrap = WidgetWrap(characters);
        Self { wrap, ..self }
    }

    /// Makes it this many times as large as usual, text and border: at least 1.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Title", Options::default()), |cx| {
    /// cx.hud.add(Widget::text("GAME OVER").scaled(3).at(HudAnchor::Center));
    /// # Ok(())
    /// # })?;
    /// # assert!(game.shows("GAME OVER"), "{}", game.text());
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn scaled(self, scale: u8) -> Self {
        let scale = WidgetScale(scale);
        Self { scale, ..self }
    }

    /// Returns how many times as large as usual its characters are.
    pub(super) fn text_scale(&self) -> usize {
        usize::from(self.scale.0.max(1))
    }

    /// Sets whether a border is drawn around it.
    #[must_use]
    pub fn border(self, border: bool) -> Self {
        Self { border, ..self }
    }

    /// Sets the colour of text, border and bar.
    #[must_use]
    pub fn color(self, color: Color) -> Self {
        let color = Some(color);
        Self { color, ..self }
    }

    /// Sets the colour of its background, border included.
    #[must_use]
    pub fn panel(self, color: Color) -> Self {
        let panel = Some(color);
        Self { panel, ..self }
    }

    /// Sets the group whose widgets at the same place are equally wide.
    #[must_use]
    pub fn group(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    /// Sets whether it is shown.
    #[must_use]
    pub fn visible(self, visible: bool) -> Self {
        Self { visible, ..self }
    }

    /// Sets the levels on which it is shown and takes input: `2`, `1..=3`, `[2, 5]`.
    #[must_use]
    pub fn levels(self, levels: impl Into<WidgetLevels>) -> Self {
        let levels = levels.into();
        Self { levels, ..self }
    }

    /// Sets its kind: a [`ProgressBar`], a [`Button`] or a [`TextEntry`].
    #[must_use]
    pub fn kind(self, kind: impl Into<WidgetKind>) -> Self {
        let kind = kind.into();
        Self { kind, ..self }
    }

    /// Sets the key that presses it. A widget of another kind becomes a button.
    #[must_use]
    pub fn hot_key(self, key: Key) -> Self {
        let mut button = match &self.kind {
            WidgetKind::Button(button) => button.clone(),
            _ => Button::default(),
        };
        button.hot_key = Some(key);
        self.kind(button)
    }
}

/// By its kind.
impl Widget {
    /// Returns its progress bar, to change, or `None` if it is of another kind.
    pub fn bar_mut(&mut self) -> Option<&mut ProgressBar> {
        match &mut self.kind {
            WidgetKind::Bar(bar) => Some(bar),
            _ => None,
        }
    }

    /// Returns its button, to change, or `None` if it is of another kind.
    pub fn button_mut(&mut self) -> Option<&mut Button> {
        match &mut self.kind {
            WidgetKind::Button(button) => Some(button),
            _ => None,
        }
    }

    /// Returns its text entry, or `None` if it is of another kind.
    pub fn entry(&self) -> Option<&TextEntry> {
        match &self.kind {
            WidgetKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its text entry, to change, or `None` if it is of another kind.
    pub fn entry_mut(&mut self) -> Option<&mut TextEntry> {
        match &mut self.kind {
            WidgetKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its button, if it is one that can be pressed.
    pub(super) fn enabled_button(&self) -> Option<&Button> {
        match &self.kind {
            WidgetKind::Button(button) if !button.disabled => Some(button),
            _ => None,
        }
    }

    /// Returns whether it can have the focus: a text entry, or a button that is not disabled.
    pub(super) fn is_focusable(&self) -> bool {
        self.entry().is_some() || self.enabled_button().is_some()
    }

    /// Returns whether it is shown on a level.
    pub(super) fn is_shown_on(&self, level: u16) -> bool {
        self.visible && self.levels.contains(level)
    }
}
