//! What a view object can be.

use std::borrow::Cow;

use super::entry::TextEntry;
use crate::input::Key;
use crate::world::{ViewId, ViewObject};

/// What a view object is.
///
/// Buttons and text entries take input, and what they take is not told to objects that listen to keys or to the mouse:
/// * A press of any mouse button on one of them, then its release, wherever that is, and its click. A press elsewhere is
///   the game's, and so is its release.
/// * Every press of a key while a text entry has the focus, repeats included.
/// * Tab, where there is anything to focus; Enter, while a button has the focus; a button's hot key.
///
/// Releases of keys, moves of the mouse and the wheel are always told. Polling ([`InputState`](crate::input::InputState))
/// shows everything: whoever polls asks [`Context::is_mouse_taken`](crate::world::Context::is_mouse_taken) and
/// [`World::is_typing`](crate::world::World::is_typing).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewKind {
    /// A label with a value. The default.
    #[default]
    Value,
    /// A value within a range.
    Bar(ProgressBar),
    /// Something to press.
    Button(Button),
    /// Something to type into.
    Entry(TextEntry),
}

impl ViewKind {
    /// Whether it takes input: a button or a text entry.
    pub fn is_widget(&self) -> bool {
        matches!(self, Self::Button(_) | Self::Entry(_))
    }

    /// The value as near as this kind lets it be: within the range of a bar.
    pub(in crate::world) fn held(&self, value: i64) -> i64 {
        match self {
            Self::Bar(bar) => bar.held(value),
            _ => value,
        }
    }
}

impl From<ProgressBar> for ViewKind {
    fn from(bar: ProgressBar) -> Self {
        Self::Bar(bar)
    }
}

impl From<Button> for ViewKind {
    fn from(button: Button) -> Self {
        Self::Button(button)
    }
}

impl From<TextEntry> for ViewKind {
    fn from(entry: TextEntry) -> Self {
        Self::Entry(entry)
    }
}

/// A value within a range, drawn as a bar to an eighth of a character.
///
/// The value is the view object's own: view events with its label change it, and it stops at the range's ends. Behind
/// the bar stands the value, unless `show_value` is off. A bar is full when the value has reached the range's end, and
/// no sooner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressBar {
    /// The value at which the bar is empty. 0 at first.
    pub min: i64,
    /// The value at which the bar is full. 100 at first. Where it is not above `min`, the bar is always full.
    pub max: i64,
    /// How long the bar is, in characters. 20 at first; 0 counts as 1.
    pub width: u16,
    /// Whether the value is shown as a percentage of the range, rounded down, and not as it is. True at first.
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
    /// The value, or the end of the range that is nearest to it.
    pub fn held(&self, value: i64) -> i64 {
        // Not `clamp`, which panics where the ends are the wrong way round.
        value.max(self.min).min(self.max)
    }

    /// How many of `parts` equal parts of the range lie below the value, whole ones only.
    pub(super) fn share(&self, value: i64, parts: u32) -> u32 {
        let length = i128::from(self.max) - i128::from(self.min);
        if length <= 0 {
            return parts;
        }
        let passed = i128::from(self.held(value)) - i128::from(self.min);
        u32::try_from(passed * i128::from(parts) / length).unwrap_or(parts)
    }
}

/// Something to press: with the mouse, with its hot key, or with Enter while it has the focus.
///
/// It tells everybody interested in [`ButtonPressed`]. The mouse presses it by going down and up again over it, with
/// the left button. It is drawn in inverse video while the mouse is over it, its border too while it is held down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Button {
    /// A key that presses it, while no text entry has the focus. None at first. The first of several buttons with the
    /// same key is pressed.
    pub hot_key: Option<Key>,
    /// It cannot be pressed or focused, and is drawn dimly. The mouse does not reach what is behind it all the same.
    pub disabled: bool,
}

/// A button was pressed. Told to everybody interested: `world.listen(me, Interest::of::<ButtonPressed>())`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPressed {
    /// Which one.
    pub id: ViewId,
    /// Its label.
    pub label: Cow<'static, str>,
}

impl ViewObject {
    /// Its progress bar, if it is one, to change.
    pub fn bar_mut(&mut self) -> Option<&mut ProgressBar> {
        match &mut self.kind {
            ViewKind::Bar(bar) => Some(bar),
            _ => None,
        }
    }

    /// Its button, if it is one, to change.
    pub fn button_mut(&mut self) -> Option<&mut Button> {
        match &mut self.kind {
            ViewKind::Button(button) => Some(button),
            _ => None,
        }
    }

    /// Its text entry, if it is one.
    pub fn entry(&self) -> Option<&TextEntry> {
        match &self.kind {
            ViewKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Its text entry, if it is one, to change.
    pub fn entry_mut(&mut self) -> Option<&mut TextEntry> {
        match &mut self.kind {
            ViewKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// Whether it can have the focus: a text entry, or a button that is not disabled.
    pub(super) fn takes_focus(&self) -> bool {
        match &self.kind {
            ViewKind::Entry(_) => true,
            ViewKind::Button(button) => !button.disabled,
            ViewKind::Value | ViewKind::Bar(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_share_rises_with_the_value_and_is_whole_only_at_the_end(
            min in any::<i64>(), max in any::<i64>(), low in any::<i64>(), high in any::<i64>(), parts in 1..100_000_u32,
        ) {
            let bar = ProgressBar { min, max, ..ProgressBar::default() };
            let (low, high) = (low.min(high), low.max(high));
            let (some, more) = (bar.share(low, parts), bar.share(high, parts));
            prop_assert!(some <= more && more <= parts);
            if min < max {
                prop_assert_eq!(more == parts, high >= max);
                prop_assert_eq!(bar.share(min, parts), 0);
            }
        }

        #[test]
        fn a_held_value_is_the_nearest_in_the_range(min in any::<i64>(), max in any::<i64>(), value in any::<i64>()) {
            let bar = ProgressBar { min, max, ..ProgressBar::default() };
            let held = bar.held(value);
            if min <= max {
                prop_assert_eq!(held, value.clamp(min, max));
            } else {
                prop_assert_eq!(held, max);
            }
        }
    }
}
