//! Widgets: a game's description of the display.

use std::borrow::Cow;

use super::anchor::HudAnchor;
use super::custom::CustomWidget;
use super::kind::{Button, ProgressBar, WidgetKind};
use super::levels::WidgetLevels;
use super::style::WidgetIcon;
use super::text_entry::TextEntry;
use super::value::WidgetValue;
use super::wrap::wrapped_lines;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::color::Color;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::input::Key;

/// Identifies a widget of a world. Never reused after the widget is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WidgetId(pub(super) u32);

summed!(WidgetId: 0);

/// An element of the heads-up display: a value with its label, or another [`WidgetKind`].
///
/// Widgets are drawn above everything in the world and never collide. Those at the same anchor are stacked. If two
/// still overlap, the one added later is on top.
///
/// **Text stays in place while digits are added.** At an anchor on the left, the left end stays in place and the box
/// grows to the right. At an anchor on the right, the right end stays in place. At a centred anchor, the widget is
/// centred with its initial number and grows to the right from there. The space reserved for a number is as wide as the
/// initial number, or [`Widget::digits`] characters if that is more. The number is aligned to the right in this space,
/// and nothing else moves while it fits. Texts take their own width.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Points", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let points = Widget::new("Points").value(10);
///     cx.hud.add(points.at(HudAnchor::TopRight).color(Color::YELLOW));
///     cx.hud.add(Widget::button("Play").at(HudAnchor::Center).group("menu"));
///     cx.hud.add(Widget::button("Settings").at(HudAnchor::Center).group("menu"));
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ Points 10 │"));
/// assert!(game.shows("│   Play   │"));
/// assert!(game.shows("│ Settings │"));
/// # Ok(())
/// # }
/// ```
#[doc(alias("Control", "gui", "hud", "label", "ui", "ViewObject", "widget"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// Text before the value. Line feeds start new lines. HUD events with this label change the value. Defaults to an
    /// empty text.
    pub label: Cow<'static, str>,
    /// Whether the label is shown. Defaults to true.
    pub show_label: bool,
    /// Value after the label: any number, in units of the game, or a text. Defaults to 0. A progress bar shows a text
    /// as its `min`; buttons and text entries show no value, and a custom widget draws it itself.
    pub value: WidgetValue,
    /// Whether the value is shown after the label or the bar. Defaults to true.
    pub show_value: bool,
    /// Maximum number of characters per line of the label and of a text value. Longer lines are wrapped, between words
    /// if possible. Defaults to 0: only line feeds end lines.
    pub wrap: u16,
    /// Minimum number of characters reserved for a number, 0 to 255. Defaults to 0: as many as the initial number has.
    pub digits: u8,
    /// Scale of text and border: 1 to 255, 0 counts as 1. Defaults to 1.
    pub scale: u8,
    /// Whether it has a border. Defaults to true.
    pub border: bool,
    /// Colour of text, border and bar. Defaults to `None`, the display's colour: see
    /// [`Hud::set_color`](super::Hud::set_color).
    pub color: Option<Color>,
    /// Anchor of the widget. Defaults to [`HudAnchor::TopCenter`].
    pub anchor: HudAnchor,
    /// Group of the widget. Widgets of a group at the same anchor are as wide as the widest of them. All free anchors
    /// count as one. If the widgets have different scales, the width is rounded up to whole characters at each scale.
    /// In a view that is too narrow for that, a scaled widget may be narrower by less than one of its characters.
    /// Defaults to "", no group.
    pub group: &'static str,
    /// Whether it is visible. If not, it takes up no space and takes no input, but events still change its value.
    /// Defaults to true.
    pub visible: bool,
    /// Levels on which it is visible and takes input. Defaults to [`WidgetLevels::All`].
    pub levels: WidgetLevels,
    /// Background colour, border included. Defaults to `None`: the world is visible behind it.
    pub panel: Option<Color>,
    /// Kind of widget, for example `Button::default().into()`. Defaults to a plain value.
    pub kind: WidgetKind,
    /// Clip rectangle, in view units from the widget's top left corner. Pixels with centres outside it show nothing of
    /// the widget. Outside it, the widget does not take the mouse. Defaults to `None`.
    ///
    /// It changes neither the size of the widget nor its place in a stack. With swapped corners or without area, it hides
    /// the whole widget, which may still have the focus. With a coordinate that is not finite, or beyond ±10⁹, it counts
    /// as `None`.
    pub clip: Option<Rect>,
    /// Icon to the left of the label. Defaults to `None`.
    pub icon: Option<WidgetIcon>,
    /// Its menu. It is visible only while this is the topmost open menu: see [`Hud::open_menu`](super::Hud::open_menu).
    /// Defaults to "", no menu.
    pub menu: &'static str,
    /// Altitude of the widget, which is painted above the altitude's layers. Higher altitudes cover it, and effects and
    /// groups of its altitude change it. The altitude's clip rectangle applies to it. The altitude's space and parallax
    /// do not: a widget stays in the view. It is invisible at an altitude that is invisible or does not exist, and in
    /// the images of sprite cameras. The mouse ignores altitudes. Defaults to `None`: above all altitudes.
    pub altitude: Option<u16>,
    /// Label of tabs and number of a page, from 0. It is visible only while the widget with this label has this number
    /// as its value. Defaults to `None`.
    pub tab: Option<(Cow<'static, str>, u16)>,
}

impl Default for Widget {
    fn default() -> Self {
        Self {
            label: Cow::Borrowed(""),
            show_label: true,
            value: WidgetValue::default(),
            show_value: true,
            wrap: 0,
            digits: 0,
            scale: 1,
            border: true,
            color: None,
            anchor: HudAnchor::default(),
            group: "",
            visible: true,
            levels: WidgetLevels::All,
            panel: None,
            kind: WidgetKind::Value,
            clip: None,
            icon: None,
            menu: "",
            altitude: None,
            tab: None,
        }
    }
}

impl Checksum for Widget {
    /// Adds everything except colours: any size affects the positions of interactive widgets in the same stack or
    /// group.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (&self.label, &self.value, self.show_value).write_checksum(sum);
        // Wrapping, scale, clip, menu, tab and a hidden label add nothing at their defaults, so that older recordings,
        // which lack them, have the same checksums. The layouts, which are in the checksum, show the size of an icon.
        if self.wrap > 0 {
            sum.u16(self.wrap);
        }
        sum.u8(self.digits);
        if self.scale > 1 {
            sum.u8(self.scale);
        }
        (self.border, self.anchor, self.group).write_checksum(sum);
        (self.visible, &self.levels, &self.kind).write_checksum(sum);
        if let Some(clip) = self.valid_clip() {
            clip.write_checksum(sum);
        }
        if !self.menu.is_empty() || self.tab.is_some() || !self.show_label {
            (self.menu, &self.tab, self.show_label).write_checksum(sum);
        }
    }
}

/// Builder methods: `Widget::new("Points").at(HudAnchor::TopRight)`.
impl Widget {
    /// Returns a label with the value 0.
    pub fn new(label: impl Into<Cow<'static, str>>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Returns a text, which is a label without a value. Line feeds start new lines.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            show_value: false,
            ..Self::new(text)
        }
    }

    /// Returns a button with this label. Pressing it sends a [`ButtonPressed`](super::ButtonPressed) event.
    pub fn button(label: impl Into<Cow<'static, str>>) -> Self {
        Self::new(label).kind(Button::default())
    }

    /// Sets the anchor: a [`HudAnchor`], a free position of the widget's centre in characters, or a pair of a free
    /// position and an [`Align`](crate::scene::Align).
    #[must_use]
    pub fn at(self, anchor: impl Into<HudAnchor>) -> Self {
        let anchor = anchor.into();
        Self { anchor, ..self }
    }

    /// Sets the value: a number or a text.
    #[must_use]
    pub fn value(self, value: impl Into<WidgetValue>) -> Self {
        let value = value.into();
        Self { value, ..self }
    }

    /// Sets the minimum number of characters reserved for a number.
    #[must_use]
    pub fn digits(self, digits: u8) -> Self {
        Self { digits, ..self }
    }

    /// Wraps the lines of the label and of a text value at this number of characters.
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
        Self {
            wrap: characters,
            ..self
        }
    }

    /// Scales text and border by this factor, at least 1.
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
        Self { scale, ..self }
    }

    /// Returns the scale of its characters.
    pub(super) fn text_scale(&self) -> usize {
        usize::from(self.scale.max(1))
    }

    /// Returns the text of its label, if that is shown.
    pub(super) fn shown_label(&self) -> &str {
        if self.show_label { &self.label } else { "" }
    }

    /// Returns the lines of `text`, which is its label or its value, wrapped according to [`Widget::wrap`].
    pub(super) fn lines<'a>(
        &self,
        text: &'a str,
    ) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        wrapped_lines(text, usize::from(self.wrap))
    }

    /// Sets whether it has a border.
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

    /// Sets the background colour, border included.
    #[must_use]
    pub fn panel(self, color: Color) -> Self {
        let panel = Some(color);
        Self { panel, ..self }
    }

    /// Sets the group, whose widgets at the same anchor have the same width.
    #[must_use]
    pub fn group(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    /// Sets whether it is visible.
    #[must_use]
    pub fn visible(self, visible: bool) -> Self {
        Self { visible, ..self }
    }

    /// Sets the levels on which it is visible and takes input: `2`, `1..=3`, `[2, 5]`.
    #[must_use]
    pub fn levels(self, levels: impl Into<WidgetLevels>) -> Self {
        let levels = levels.into();
        Self { levels, ..self }
    }

    /// Sets the kind: a [`ProgressBar`], a [`Button`], a [`TextEntry`] or a [`CustomWidget`].
    #[must_use]
    pub fn kind(self, kind: impl Into<WidgetKind>) -> Self {
        let kind = kind.into();
        Self { kind, ..self }
    }

    /// Sets the clip rectangle, in view units from the widget's top left corner. For example, it cuts off a long text
    /// or bar at a given size, or a custom widget's drawings beyond its edges.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// use damselfly::geometry::Rect;
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Title", Options::default()).pixels(320, 64), |cx| {
    /// // Ten characters of 8 × 16 pixels, and the border on the left.
    /// let shown = Rect::from_size(Vec2::ZERO, vec2(8.0 * 12.0, 3.0 * 16.0));
    /// cx.hud.add(Widget::text("Elderberry wine").clipped(shown).at(HudAnchor::TopLeft));
    /// # Ok(())
    /// # })?;
    /// game.step();
    /// assert_eq!(game.text().line(1), "│ Elderberry");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    #[doc(alias("clip_contents", "Overflow"))]
    pub fn clipped(self, clip: Rect) -> Self {
        let clip = Some(clip);
        Self { clip, ..self }
    }

    /// Returns the effective clip rectangle: finite.
    pub(super) fn valid_clip(&self) -> Option<Rect> {
        self.clip
            .filter(|clip| is_valid(clip.min) && is_valid(clip.max))
    }

    /// Sets the hot key. A widget of another kind becomes a button.
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

/// Methods for the kind of the widget.
impl Widget {
    /// Returns its progress bar for changes. `None` if it is of another kind.
    pub fn bar_mut(&mut self) -> Option<&mut ProgressBar> {
        match &mut self.kind {
            WidgetKind::Bar(bar) => Some(bar),
            _ => None,
        }
    }

    /// Returns its button for changes. `None` if it is of another kind.
    pub fn button_mut(&mut self) -> Option<&mut Button> {
        match &mut self.kind {
            WidgetKind::Button(button) => Some(button),
            _ => None,
        }
    }

    /// Returns its text entry. `None` if it is of another kind.
    pub fn entry(&self) -> Option<&TextEntry> {
        match &self.kind {
            WidgetKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its text entry for changes. `None` if it is of another kind.
    pub fn entry_mut(&mut self) -> Option<&mut TextEntry> {
        match &mut self.kind {
            WidgetKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Returns its custom widget. `None` if it is of another kind.
    pub fn custom(&self) -> Option<&CustomWidget> {
        match &self.kind {
            WidgetKind::Custom(custom) => Some(custom),
            _ => None,
        }
    }

    /// Returns its custom widget for changes. `None` if it is of another kind.
    pub fn custom_mut(&mut self) -> Option<&mut CustomWidget> {
        match &mut self.kind {
            WidgetKind::Custom(custom) => Some(custom),
            _ => None,
        }
    }

    /// Returns its button if it is enabled.
    pub(super) fn enabled_button(&self) -> Option<&Button> {
        match &self.kind {
            WidgetKind::Button(button) if !button.disabled => Some(button),
            _ => None,
        }
    }

    /// Returns whether it can have the focus: a text entry, an enabled button, or a custom widget that takes keys.
    pub(super) fn is_focusable(&self) -> bool {
        let takes_keys = self.custom().is_some_and(|custom| custom.takes_keys);
        takes_keys || self.entry().is_some() || self.enabled_button().is_some()
    }

    /// Returns whether it is visible on a level.
    pub(super) fn is_shown_on(&self, level: u16) -> bool {
        self.visible && self.levels.contains(level)
    }
}
