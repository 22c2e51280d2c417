//! What can come in.

use core::fmt;
use core::str::FromStr;

use glam::Vec2;

use super::key::{Key, UnknownKey};
use crate::base::valid::{self, is_valid};
use crate::jobs::JobNote;

/// Something that the player, or a program in the player's place, has done.
///
/// Positions are in view units: one text cell or one pixel, from the view's top left corner, the bars beside the
/// view already taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputEvent {
    /// A key went down or up.
    Key {
        /// Which key, by its place on the keyboard.
        key: Key,
        /// What it types under the player's layout, if it types anything.
        character: Option<char>,
        /// Down, not up.
        pressed: bool,
        /// The keyboard repeats a key that is held. Never a new press; for typing.
        repeat: bool,
    },
    /// The mouse moved.
    MouseMoved {
        /// Where to.
        position: Vec2,
    },
    /// A mouse button went down or up.
    MouseButton {
        /// Which one.
        button: MouseButton,
        /// Down, not up.
        pressed: bool,
        /// Where the mouse was then.
        position: Vec2,
    },
    /// A button was pressed and released again in the same place. The state derives it, right after the release; it
    /// is never pushed, and ignored if it is.
    Click {
        /// Which button.
        button: MouseButton,
        /// Where it was released.
        position: Vec2,
    },
    /// The wheel turned.
    Wheel {
        /// How far: x to the right, y down (the content below comes into view).
        delta: Vec2,
        /// What it is counted in.
        unit: WheelUnit,
    },
    /// The mouse entered the window.
    MouseEntered,
    /// The mouse left the window.
    MouseLeft,
    /// The window got the keyboard's focus, or lost it.
    Focus(bool),
    /// News of a background job. Among a step's events, so that a recording has it; no object hears of it as input,
    /// and the queue rejects it.
    Job(JobNote),
}

/// What a wheel counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WheelUnit {
    /// Notches of a wheel.
    Lines,
    /// Pixels of a touchpad, in view units.
    Pixels,
}

impl InputEvent {
    /// The largest absolute value of a coordinate or wheel delta. Events beyond it are rejected.
    pub const LARGEST: f32 = valid::LARGEST;

    /// A key's press, without a character.
    pub fn press(key: Key) -> Self {
        Self::key(key, true)
    }

    /// A key's release.
    pub fn release(key: Key) -> Self {
        Self::key(key, false)
    }

    fn key(key: Key, pressed: bool) -> Self {
        Self::Key {
            key,
            character: None,
            pressed,
            repeat: false,
        }
    }

    /// Whether every number in it is finite and no farther out than [`InputEvent::LARGEST`].
    pub fn is_valid(&self) -> bool {
        match *self {
            Self::MouseMoved { position }
            | Self::MouseButton { position, .. }
            | Self::Click { position, .. } => is_valid(position),
            Self::Wheel { delta, .. } => is_valid(delta),
            Self::Key { .. }
            | Self::MouseEntered
            | Self::MouseLeft
            | Self::Focus(_)
            | Self::Job(_) => true,
        }
    }
}

/// Whether to take a key event, as the window's code must ask before it pushes one.
///
/// When a window gets or loses the focus, some systems make up presses and releases of the keys that are held
/// (*synthetic* events). Made up presses are not taken: the player did nothing. Made up releases are, or keys would
/// stick.
pub fn accept(pressed: bool, synthetic: bool) -> bool {
    !(pressed && synthetic)
}

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MouseButton {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The middle one, often the wheel.
    Middle,
    /// The one that browsers go back with.
    Back,
    /// The one that browsers go forward with.
    Forward,
    /// Any other, by the system's number.
    Other(u16),
}

impl MouseButton {
    /// The buttons with a name.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Left, "MouseLeft"),
        (Self::Right, "MouseRight"),
        (Self::Middle, "MouseMiddle"),
        (Self::Back, "MouseBack"),
        (Self::Forward, "MouseForward"),
    ];

    /// The button's number in recordings; it never changes.
    pub fn code(self) -> u32 {
        match self {
            Self::Left => 0,
            Self::Right => 1,
            Self::Middle => 2,
            Self::Back => 3,
            Self::Forward => 4,
            Self::Other(number) => 0x1_0000 | u32::from(number),
        }
    }

    /// The button with this number in recordings.
    pub fn from_code(code: u32) -> Option<Self> {
        let other = || u16::try_from(code.checked_sub(0x1_0000)?).ok();
        Self::NAMED
            .into_iter()
            .find_map(|(button, _)| (button.code() == code).then_some(button))
            .or_else(|| other().map(Self::Other))
    }
}

impl fmt::Display for MouseButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Other(number) = self {
            return write!(f, "Mouse{number}");
        }
        let named = Self::NAMED.iter().find(|(button, _)| button == self);
        f.pad(named.map_or("", |(_, name)| name))
    }
}

impl FromStr for MouseButton {
    type Err = UnknownKey;

    /// Reads what `Display` writes.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let other = || Some(Self::Other(name.strip_prefix("Mouse")?.parse().ok()?));
        Self::NAMED
            .into_iter()
            .find_map(|(button, known)| (known == name).then_some(button))
            .or_else(other)
            .ok_or_else(|| UnknownKey { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn made_up_presses_are_not_taken_and_made_up_releases_are() {
        assert!(accept(true, false) && accept(false, false) && accept(false, true));
        assert!(!accept(true, true));
    }

    #[test]
    fn only_finite_and_near_coordinates_are_sound() {
        let sound = |position| InputEvent::MouseMoved { position }.is_valid();
        assert!(sound(vec2(-100.0, 1e9)));
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.1e9, -3e38] {
            assert!(!sound(vec2(bad, 0.0)) && !sound(vec2(0.0, bad)), "{bad}");
            let delta = vec2(1.0, bad);
            let unit = WheelUnit::Lines;
            assert!(!InputEvent::Wheel { delta, unit }.is_valid());
        }
    }

    #[test]
    fn a_button_is_known_by_its_name_and_by_its_code() {
        let others = [0, 5, u16::MAX].map(MouseButton::Other);
        let named = MouseButton::NAMED.map(|(button, _)| button);
        for button in named.into_iter().chain(others) {
            assert_eq!(button.to_string().parse(), Ok(button));
            assert_eq!(MouseButton::from_code(button.code()), Some(button));
        }
        for bad in [5, 0xffff, 0x2_0000, u32::MAX] {
            assert_eq!(MouseButton::from_code(bad), None, "{bad:x}");
        }
        assert!("Mouse70000".parse::<MouseButton>().is_err());
        assert!("Up".parse::<MouseButton>().is_err());
    }
}
