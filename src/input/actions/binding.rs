//! What an action can be bound to.

use core::fmt;
use core::str::FromStr;

use crate::base::checksum::summed;
use crate::input::events::{InputEvent, MouseButton};
use crate::input::key::{Key, UnknownKey};

/// A key, a button or a direction of the wheel that an action is bound to. Its text is its name: `Space`, `MouseLeft`,
/// `WheelUp`.
///
/// ```
/// use damselfly::input::{Binding, Key, MouseButton, WheelDirection};
///
/// let all = ["Space", "MouseLeft", "WheelUp"].map(str::parse::<Binding>);
/// assert_eq!(all, [
///     Ok(Key::Space.into()),
///     Ok(MouseButton::Left.into()),
///     Ok(WheelDirection::Up.into()),
/// ]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Binding {
    /// A key, by its place on the keyboard.
    Key(Key),
    /// A mouse button.
    Mouse(MouseButton),
    /// A direction of the mouse's wheel.
    Wheel(WheelDirection),
}

/// A direction in which the mouse's wheel turns. A turn is a press and a release in the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WheelDirection {
    /// Away from the player: content above comes into view.
    Up,
    /// Towards the player.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl WheelDirection {
    /// The directions and their names.
    pub const NAMED: [(Self, &'static str); 4] = [
        (Self::Up, "WheelUp"),
        (Self::Down, "WheelDown"),
        (Self::Left, "WheelLeft"),
        (Self::Right, "WheelRight"),
    ];
}

summed!(enum WheelDirection: 0 Up, 1 Down, 2 Left, 3 Right);
summed!(enum Binding: 0 Key(key), 1 Mouse(button), 2 Wheel(direction));

impl Binding {
    /// Returns what was pressed in an event, for a screen on which the player chooses a key by pressing it. `None` for
    /// releases, repeats and all other events.
    ///
    /// ```
    /// use damselfly::input::{Binding, InputEvent, Key};
    ///
    /// assert_eq!(Binding::pressed_in(&InputEvent::press(Key::J)), Some(Binding::Key(Key::J)));
    /// assert_eq!(Binding::pressed_in(&InputEvent::release(Key::J)), None);
    /// ```
    pub fn pressed_in(event: &InputEvent) -> Option<Self> {
        match *event {
            InputEvent::Key {
                key,
                pressed: true,
                repeat: false,
                ..
            } => Some(Self::Key(key)),
            InputEvent::MouseButton {
                button,
                pressed: true,
                ..
            } => Some(Self::Mouse(button)),
            InputEvent::Wheel { delta, .. } => {
                let turned = |(direction, amount): (_, f32)| (amount > 0.0).then_some(direction);
                turns(delta).into_iter().find_map(turned).map(Self::Wheel)
            }
            _ => None,
        }
    }
}

/// How far the wheel turned in each direction, 0 or more.
pub(super) fn turns(delta: glam::Vec2) -> [(WheelDirection, f32); 4] {
    [
        (WheelDirection::Up, (-delta.y).max(0.0)),
        (WheelDirection::Down, delta.y.max(0.0)),
        (WheelDirection::Left, (-delta.x).max(0.0)),
        (WheelDirection::Right, delta.x.max(0.0)),
    ]
}

impl From<Key> for Binding {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

impl From<MouseButton> for Binding {
    fn from(button: MouseButton) -> Self {
        Self::Mouse(button)
    }
}

impl From<WheelDirection> for Binding {
    fn from(direction: WheelDirection) -> Self {
        Self::Wheel(direction)
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => key.fmt(f),
            Self::Mouse(button) => button.fmt(f),
            Self::Wheel(direction) => {
                let named = WheelDirection::NAMED.iter();
                let mut named = named.filter(|(known, _)| known == direction);
                f.pad(named.next().map_or("", |(_, name)| name))
            }
        }
    }
}

impl FromStr for Binding {
    type Err = UnknownKey;

    /// Parses what `Display` writes.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wheel = || {
            let named = WheelDirection::NAMED.into_iter();
            named
                .filter(|(_, known)| *known == name)
                .map(|(direction, _)| Self::Wheel(direction))
                .next()
        };
        let button = || name.parse().ok().map(Self::Mouse);
        match wheel().or_else(button) {
            Some(binding) => Ok(binding),
            None => name.parse().map(Self::Key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binding_is_read_from_its_name() {
        let keys = Key::ALL.iter().copied().map(Binding::Key);
        let buttons = MouseButton::NAMED.map(|(button, _)| Binding::Mouse(button));
        let wheel = WheelDirection::NAMED.map(|(direction, _)| Binding::Wheel(direction));
        let others = [
            Binding::Key(Key::Unknown(77)),
            Binding::Mouse(MouseButton::Other(9)),
        ];
        let mut names = std::collections::BTreeSet::new();
        for binding in keys.chain(buttons).chain(wheel).chain(others) {
            let name = binding.to_string();
            assert_eq!(name.parse(), Ok(binding), "{name}");
            assert!(names.insert(name), "{binding} has a name of its own");
        }
        assert!("Wheel".parse::<Binding>().is_err() && "Spaec".parse::<Binding>().is_err());
    }

    #[test]
    fn a_repeat_a_release_and_a_movement_press_nothing() {
        let press = InputEvent::press(Key::A);
        let InputEvent::Key { key, character, .. } = press else {
            panic!("a press of a key");
        };
        let repeat = InputEvent::Key {
            key,
            character,
            pressed: true,
            repeat: true,
        };
        assert_eq!(Binding::pressed_in(&press), Some(Key::A.into()));
        let others = [
            repeat,
            InputEvent::release(Key::A),
            InputEvent::MouseEntered,
        ];
        assert_eq!(others.map(|event| Binding::pressed_in(&event)), [None; 3]);
        let wheel = |x, y| InputEvent::Wheel {
            delta: glam::vec2(x, y),
            unit: crate::input::WheelUnit::Lines,
        };
        let directions = [(0.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (0.5, 0.0)]
            .map(|(x, y)| Binding::pressed_in(&wheel(x, y)));
        let expected = WheelDirection::NAMED.map(|(direction, _)| Some(direction.into()));
        assert_eq!(directions, expected);
        assert_eq!(Binding::pressed_in(&wheel(0.0, 0.0)), None);
    }
}
