//! The kinds of widgets: plain values, progress bars, buttons, text entries, and those of a game's own.

use super::custom::CustomWidget;
use super::text_entry::TextEntry;
use super::value::WidgetValue;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::input::Key;

/// The kind of a widget. Defaults to a plain value.
///
/// Buttons and text entries consume input, which is then not sent to objects:
/// * Presses of any mouse button on one of them, with their releases and clicks, wherever the mouse is then. A press
///   elsewhere goes to the game, and so does its release.
/// * Every press of a key while a text entry has the focus, including repeats.
/// * Tab, if any widget can take the focus; Enter, while a button has the focus; the hot keys of buttons.
/// * Commands of keys and gamepads that move the focus, press a button or close a menu: see
///   [`WidgetCommand`](super::WidgetCommand). While a menu is open, all directions.
///
/// [`WidgetReply`](super::WidgetReply) describes what a custom widget consumes.
///
/// Releases of keys and mouse moves are always sent. Turns of the wheel are sent unless a custom widget or a scroll
/// area consumes them. [`InputState`](crate::input::InputState) contains all input. Code that polls it should check
/// [`Hud::is_mouse_taken`](super::Hud::is_mouse_taken) and [`Hud::is_typing`](super::Hud::is_typing).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WidgetKind {
    /// A label with a value. The default.
    #[default]
    Value,
    /// A value within a range, as a bar.
    Bar(ProgressBar),
    /// A button to press.
    Button(Button),
    /// A line of text to edit.
    Entry(TextEntry),
    /// A kind of the game's own.
    Custom(CustomWidget),
}

summed!(enum WidgetKind: 0 Value, 1 Bar(bar), 2 Button(button), 3 Entry(entry), 4 Custom(custom));

// A bar takes no input, but its width affects the positions of interactive widgets in its stack or group.
summed!(ProgressBar: min, max, width, percent);

impl Checksum for Button {
    // The menu adds nothing at its default, so that older recordings have the same checksums.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (&self.hot_key, self.disabled).write_checksum(sum);
        if self.menu != MenuChange::None {
            self.menu.write_checksum(sum);
        }
    }
}

summed!(enum MenuChange: 0 None, 1 Open(name), 2 Close, 3 CloseAll);

impl WidgetKind {
    /// Returns whether it takes the mouse: a button, a text entry, or a custom widget with `takes_mouse`.
    pub fn is_interactive(&self) -> bool {
        match self {
            Self::Button(_) | Self::Entry(_) => true,
            Self::Custom(custom) => custom.takes_mouse,
            Self::Value | Self::Bar(_) => false,
        }
    }

    /// Returns the nearest number that this kind allows: within the range of a progress bar.
    pub(crate) fn clamped(&self, number: i64) -> i64 {
        match self {
            Self::Bar(bar) => bar.clamped(number),
            Self::Custom(custom) => custom.clamped(number),
            _ => number,
        }
    }
}

impl From<ProgressBar> for WidgetKind {
    fn from(bar: ProgressBar) -> Self {
        Self::Bar(bar)
    }
}

impl From<Button> for WidgetKind {
    fn from(button: Button) -> Self {
        Self::Button(button)
    }
}

impl From<CustomWidget> for WidgetKind {
    fn from(custom: CustomWidget) -> Self {
        Self::Custom(custom)
    }
}

impl From<TextEntry> for WidgetKind {
    fn from(entry: TextEntry) -> Self {
        Self::Entry(entry)
    }
}

/// A value within a range, drawn as a bar with a resolution of 1/8 character.
///
/// Shows the widget's value. HUD events with its label change the value, up to the limits of the range. The value is
/// shown after the bar, unless `show_value` is off. A bar is drawn full only when the value has reached `max`.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Health", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let bar = ProgressBar { max: 40, width: 4, ..ProgressBar::default() };
///     cx.hud.add(Widget::new("HP").value(30).kind(bar));
///     cx.send(HudEvent::add("HP", -10));
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ HP ██    50% │"));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "health bar")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressBar {
    /// Value at which the bar is empty, in units of the game. Defaults to 0.
    pub min: i64,
    /// Value at which the bar is full, in the same units. Defaults to 100. If it is not above `min`, the bar is always
    /// full.
    pub max: i64,
    /// Length of the bar, in characters. Defaults to 20. 0 counts as 1, and the width of the view is the maximum.
    pub width: u16,
    /// Whether the value is shown as a percentage of the range, rounded down, instead of a number. Defaults to true.
    pub percent: bool,
}

impl Default for ProgressBar {
    fn default() -> Self {
        Self {
            min: 0,
            max: 100,
            width: 20,
            percent: true,
        }
    }
}

impl ProgressBar {
    /// Returns the nearest value within the range, in units of the game. `max` wins if it is below `min`.
    pub fn clamped(&self, value: i64) -> i64 {
        // Not `i64::clamp`, which panics on reversed limits.
        value.max(self.min).min(self.max)
    }

    /// Returns the displayed number for a value, within the range.
    pub(super) fn shown(&self, value: &WidgetValue) -> i64 {
        self.clamped(value.number().unwrap_or(self.min))
    }

    /// Returns how many of `parts` equal parts of the range are entirely below the value: all of them if `max` is not
    /// above `min`.
    pub(super) fn filled(&self, value: i64, parts: u32) -> u32 {
        // The difference of two `i64`, and its product with `parts`, can exceed an `i64`.
        let length = i128::from(self.max) - i128::from(self.min);
        if length <= 0 {
            return parts;
        }
        let passed = i128::from(self.clamped(value)) - i128::from(self.min);
        u32::try_from(passed * i128::from(parts) / length).unwrap_or(parts)
    }
}

/// A button, pressed with the mouse, with its hot key, or with Enter while it has the focus.
///
/// Sends a [`ButtonPressed`](super::ButtonPressed) when pressed. With the mouse, the left button must go down and up
/// again on it. Under the mouse, the button is drawn in inverse video. While held, so is its border.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Menu", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     cx.hud.add(Widget::button("Start").hot_key(Key::S));
///     Ok(())
/// })?;
/// game.step();
/// assert!(game.shows("│ Start │"));
/// game.tap(Key::Tab);
/// game.step();
/// assert!(game.shows("║ Start ║"));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "BaseButton")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Button {
    /// Key that presses the button while no text entry has the focus. Defaults to `None`. If several buttons have the
    /// same key, the first one added is pressed.
    pub hot_key: Option<Key>,
    /// Whether the button is drawn dimmed and cannot be pressed or focused. It still blocks the mouse from widgets
    /// behind it. Defaults to false.
    pub disabled: bool,
    /// Menu that it opens or closes. Defaults to [`MenuChange::None`].
    pub menu: MenuChange,
}

/// Effect of a button on the open menus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuChange {
    /// None. The default.
    #[default]
    None,
    /// Opens the menu of this name above the others. Never a default.
    Open(&'static str),
    /// Closes the topmost menu.
    Close,
    /// Closes all menus.
    CloseAll,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_progress_bar_is_full_only_at_its_maximum(
            min in any::<i64>(), max in any::<i64>(), low in any::<i64>(), high in any::<i64>(), parts in 1..100_000_u32,
        ) {
            let bar = ProgressBar { min, max, ..ProgressBar::default() };
            let (low, high) = (low.min(high), low.max(high));
            let (some, more) = (bar.filled(low, parts), bar.filled(high, parts));
            prop_assert!(some <= more && more <= parts);
            if min < max {
                prop_assert_eq!(more == parts, high >= max);
                prop_assert_eq!(bar.filled(min, parts), 0);
            }
        }

        #[test]
        fn a_clamped_value_is_the_nearest_in_the_range(min in any::<i64>(), max in any::<i64>(), value in any::<i64>()) {
            let bar = ProgressBar { min, max, ..ProgressBar::default() };
            let clamped = bar.clamped(value);
            if min <= max {
                prop_assert_eq!(clamped, value.clamp(min, max));
            } else {
                prop_assert_eq!(clamped, max);
            }
        }
    }
}
