//! Commands for widgets, from the keyboard and from gamepads.

use crate::base::checksum::summed;
use crate::input::{Key, PadButton};

/// A command for the focused widget, or for the menu. Keys and buttons give the same commands.
///
/// | command | keys | gamepad |
/// |---|---|---|
/// | `Up`, `Down`, `Left`, `Right` | arrow keys | directional pad, left stick |
/// | `Accept` | Enter | south button |
/// | `Cancel` | Escape | east button |
/// | `NextPage`, `PreviousPage` | Page Down, Page Up | right and left shoulder button |
///
/// A held arrow key repeats by the keyboard's settings; a held pad or stick after 15 steps, and then every 4.
#[doc(alias("ui_accept", "ui_cancel", "ui_up"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WidgetCommand {
    /// Move up.
    Up,
    /// Move down.
    Down,
    /// Move left.
    Left,
    /// Move right.
    Right,
    /// Press or choose.
    Accept,
    /// Go back.
    Cancel,
    /// Show the next tab.
    NextPage,
    /// Show the previous tab.
    PreviousPage,
}

summed!(enum WidgetCommand: 0 Up, 1 Down, 2 Left, 3 Right, 4 Accept, 5 Cancel, 6 NextPage, 7 PreviousPage);

impl WidgetCommand {
    /// Returns the command of a key, if any.
    pub(super) fn of_key(key: Key) -> Option<Self> {
        Some(match key {
            Key::Up => Self::Up,
            Key::Down => Self::Down,
            Key::Left => Self::Left,
            Key::Right => Self::Right,
            Key::Enter | Key::NumpadEnter => Self::Accept,
            Key::Escape => Self::Cancel,
            Key::PageDown => Self::NextPage,
            Key::PageUp => Self::PreviousPage,
            _ => return None,
        })
    }

    /// Returns the command of a gamepad's button, if any.
    pub(super) fn of_pad(button: PadButton) -> Option<Self> {
        Some(match button {
            PadButton::DPadUp => Self::Up,
            PadButton::DPadDown => Self::Down,
            PadButton::DPadLeft => Self::Left,
            PadButton::DPadRight => Self::Right,
            PadButton::South => Self::Accept,
            PadButton::East => Self::Cancel,
            PadButton::RightShoulder => Self::NextPage,
            PadButton::LeftShoulder => Self::PreviousPage,
            _ => return None,
        })
    }

    /// Returns whether it is one of the four directions.
    pub fn is_direction(self) -> bool {
        matches!(self, Self::Up | Self::Down | Self::Left | Self::Right)
    }
}
