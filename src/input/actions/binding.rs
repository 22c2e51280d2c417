//! The keys, buttons and directions to which an action can be bound.

use core::fmt;
use core::str::FromStr;

use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::unknown_name::UnknownName;
use crate::input::events::{InputEvent, MouseButton};
use crate::input::key::Key;
use crate::input::pad::{PadButton, PadChange, PadDirection, controls};

/// A key, a button, or a direction of the wheel or of a stick, to which an action is bound. Its text is its name:
/// `Space`, `MouseLeft`, `WheelUp`, `PadSouth`, `PadLeftStickUp`.
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
    /// A key, by its position on the keyboard.
    Key(Key),
    /// A mouse button.
    Mouse(MouseButton),
    /// A direction of the mouse's wheel.
    Wheel(WheelDirection),
    /// A button of any gamepad.
    PadButton(PadButton),
    /// A direction of a stick of any gamepad.
    PadStick(PadDirection),
}

controls! {
    /// A direction in which the mouse's wheel turns. A turn is a press and a release in the same step.
    WheelDirection:
    Up "WheelUp" "Away from the player: content above comes into view.",
    Down "WheelDown" "Towards the player.",
    Left "WheelLeft" "Left.",
    Right "WheelRight" "Right.",
}

summed!(enum Binding:
    0 Key(key),
    1 Mouse(button),
    2 Wheel(direction),
    3 PadButton(button),
    4 PadStick(direction));

/// Tilt at which a stick is chosen for an action, from 0 to 1. Large enough to rule out accidents.
const CHOSEN_TILT: f32 = 0.75;

impl Binding {
    /// Returns the binding that an event presses, for a screen on which the player chooses keys. `None` for releases,
    /// repeats and all other events. A stick counts as pressed in each event that tilts it by 0.75 or more.
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
            InputEvent::Pad { change, .. } => Self::pressed_on_pad(change),
            _ => None,
        }
    }

    /// Returns whether it is a button or a stick of a gamepad. A settings screen may offer one such binding in addition
    /// to a key.
    pub fn is_of_pad(self) -> bool {
        matches!(self, Self::PadButton(_) | Self::PadStick(_))
    }

    fn pressed_on_pad(change: PadChange) -> Option<Self> {
        match change {
            PadChange::Button {
                button,
                pressed: true,
            } => Some(Self::PadButton(button)),
            PadChange::Axis { axis, value } => {
                let mut directions = PadDirection::ALL.iter().copied();
                let is_tilted = |direction: &PadDirection| {
                    let (moved, sign) = direction.axis();
                    moved == axis && sign * value >= CHOSEN_TILT
                };
                directions.find(is_tilted).map(Self::PadStick)
            }
            _ => None,
        }
    }
}

/// Returns the distance that the wheel turned in each direction, at least 0.
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

impl From<PadButton> for Binding {
    fn from(button: PadButton) -> Self {
        Self::PadButton(button)
    }
}

impl From<PadDirection> for Binding {
    fn from(direction: PadDirection) -> Self {
        Self::PadStick(direction)
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => key.fmt(f),
            Self::Mouse(button) => button.fmt(f),
            Self::Wheel(direction) => f.pad(direction.name()),
            Self::PadButton(button) => f.pad(button.name()),
            Self::PadStick(direction) => f.pad(direction.name()),
        }
    }
}

impl FromStr for Binding {
    type Err = UnknownName;

    /// Parses the output of `Display`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wheel = || WheelDirection::from_name(name).map(Self::Wheel);
        let button = || name.parse().ok().map(Self::Mouse);
        let pad = || PadButton::from_name(name).map(Self::PadButton);
        let stick = || PadDirection::from_name(name).map(Self::PadStick);
        match wheel().or_else(button).or_else(pad).or_else(stick) {
            Some(binding) => Ok(binding),
            None => name.parse().map(Self::Key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::pad::PadAxis;

    #[test]
    fn a_binding_is_read_from_its_name() {
        let keys = Key::ALL.iter().copied().map(Binding::Key);
        let buttons = MouseButton::NAMED.map(|(button, _)| Binding::Mouse(button));
        let wheel = WheelDirection::ALL.iter().copied().map(Binding::Wheel);
        let others = [
            Binding::Key(Key::Unknown(77)),
            Binding::Mouse(MouseButton::Other(9)),
        ];
        let pad = PadButton::ALL.iter().copied().map(Binding::PadButton);
        let sticks = PadDirection::ALL.iter().copied().map(Binding::PadStick);
        let all = keys.chain(buttons).chain(wheel).chain(others);
        let mut names = std::collections::BTreeSet::new();
        for binding in all.chain(pad).chain(sticks) {
            let name = binding.to_string();
            assert_eq!(name.parse(), Ok(binding), "{name}");
            assert!(names.insert(name), "{binding} has a name of its own");
        }
        assert!("Wheel".parse::<Binding>().is_err() && "Spaec".parse::<Binding>().is_err());
    }

    #[test]
    fn repeats_releases_and_movements_press_nothing() {
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
        let expected = WheelDirection::ALL
            .iter()
            .map(|&direction| Some(direction.into()));
        assert!(expected.eq(directions));
        assert_eq!(Binding::pressed_in(&wheel(0.0, 0.0)), None);
    }

    #[test]
    fn a_press_or_a_large_tilt_chooses_a_pad_binding() {
        let button = |pressed| InputEvent::pad_button(3, PadButton::LeftTrigger, pressed);
        let trigger = Some(PadButton::LeftTrigger.into());
        let chosen = [true, false].map(|pressed| Binding::pressed_in(&button(pressed)));
        assert_eq!(chosen, [trigger, None]);
        assert!(trigger.is_some_and(Binding::is_of_pad) && !Binding::from(Key::A).is_of_pad());
        let moved = |axis, value| {
            let change = PadChange::Axis { axis, value };
            Binding::pressed_in(&InputEvent::Pad { pad: 0, change })
        };
        for &direction in PadDirection::ALL {
            let (axis, sign) = direction.axis();
            assert_eq!(moved(axis, sign * 0.75), Some(direction.into()));
            assert_eq!(moved(axis, sign * 0.7), None);
        }
        // A trigger is chosen as a button.
        assert_eq!(moved(PadAxis::LeftTrigger, 1.0), None);
    }
}
