//! Input events and mouse buttons.
//!
//! An event is plain data without a timestamp: a step receives all events since the last one, in order. Copies of an
//! event share its text or file.

use core::fmt;
use core::str::FromStr;
use std::sync::Arc;

use glam::Vec2;

use super::dropped_file::DroppedFile;
use super::key::{Key, unknown_key};
use super::pad::{PadButton, PadChange};
use super::touch::TouchPhase;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::unknown_name::UnknownName;
use crate::base::valid::{self, is_valid};

/// An input event from the player or from a program.
///
/// Positions are in view units (text cells or pixels), relative to the view's upper left corner, without the letterbox.
/// Events with a number that is not finite, or beyond [`InputEvent::LARGEST`], are rejected. Presses and releases of
/// mouse buttons are not: they count at the mouse's latest position.
///
/// ```
/// use damselfly::input::{InputEvent, InputState, Key};
///
/// let mut input = InputState::new();
/// input.begin_step(&[InputEvent::press(Key::Space), InputEvent::release(Key::Space)]);
/// assert!(input.just_pressed(Key::Space) && !input.is_down(Key::Space));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputEvent {
    /// A key went down or up.
    Key {
        /// The key, by its position on the keyboard.
        key: Key,
        /// Character that the key types in the player's layout, if any.
        character: Option<char>,
        /// True for down, false for up.
        pressed: bool,
        /// Whether the keyboard repeats a held key, for typing. A repeat is never a new press.
        repeat: bool,
    },
    /// The mouse moved.
    MouseMoved {
        /// New position, in view units. May be outside the view.
        position: Vec2,
    },
    /// A mouse button went down or up.
    MouseButton {
        /// The button.
        button: MouseButton,
        /// True for down, false for up.
        pressed: bool,
        /// Position of the mouse, in view units.
        position: Vec2,
    },
    /// A button was pressed and released at the same position (see [`InputState::set_click_slack`]). [`InputState`]
    /// lists it right after the release. Ignored if a program pushes it.
    ///
    /// [`InputState`]: super::InputState
    /// [`InputState::set_click_slack`]: super::InputState::set_click_slack
    Click {
        /// The button.
        button: MouseButton,
        /// Position of the release, in view units.
        position: Vec2,
    },
    /// The wheel turned.
    Wheel {
        /// Distance in lines or view units, as `unit` says: x right, y down (content below comes into view).
        delta: Vec2,
        /// Unit of `delta`.
        unit: WheelUnit,
    },
    /// The mouse entered the window.
    MouseEntered,
    /// The mouse left the window.
    MouseLeft,
    /// The window gained (true) or lost (false) the keyboard focus.
    Focus(bool),
    /// A control of a custom device changed: a pedal, a sensor, a remote player. The program pushes it to the
    /// [queue](super::InputQueue) and chooses the numbers.
    Device {
        /// Number of the device.
        device: u32,
        /// Number of the button or axis.
        control: u32,
        /// New value, in the game's own units: 0 for a control at rest, finite and at most [`InputEvent::LARGEST`] in
        /// absolute value.
        value: f32,
    },
    /// A gamepad was connected or disconnected, or one of its controls changed.
    Pad {
        /// Index of the pad, from 0 to [`InputEvent::MAX_PADS`] − 1. Constant while the pad is connected.
        pad: u8,
        /// Kind of change.
        change: PadChange,
    },
    /// An input method entered this text, for example Chinese characters or a letter with accents; or a key typed
    /// several characters at once. Text of a single key is in [`InputEvent::Key`]. At most
    /// [`InputEvent::MAX_TEXT_BYTES`].
    Text(Arc<str>),
    /// An input method composes a text, which is not entered yet. Input methods work while a text entry has the focus.
    Preedit {
        /// The whole text so far. Empty if nothing is composed any longer.
        text: Arc<str>,
        /// Number of characters before the caret. `None` hides the caret.
        caret: Option<u32>,
    },
    /// The clipboard's text, which the game or a text entry asked for: see
    /// [`Context::paste_text`](crate::world::Context::paste_text). At most [`InputEvent::MAX_TEXT_BYTES`].
    Paste(Arc<str>),
    /// The player drags files over the window (true), or has dropped them or dragged them away (false).
    FilesHovered(bool),
    /// The player dropped a file on the window, and its content was read in the background.
    FileDropped(Arc<DroppedFile>),
    /// A finger was put on a touch screen, moved or lifted. In a window, the first finger also moves the mouse and
    /// holds its left button: see [`App::touch_as_mouse`](crate::app::App::touch_as_mouse).
    Touch {
        /// Number of the touch, which the system chooses. It may be used again once the touch has ended.
        id: u64,
        /// Kind of change.
        phase: TouchPhase,
        /// Position of the finger, in view units. A touch that ends at an invalid position is cancelled.
        position: Vec2,
        /// Force of the press, clamped to 0 to 1. `None` if the screen does not measure it.
        force: Option<f32>,
    },
}

/// Unit of a wheel's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WheelUnit {
    /// Lines: notches of a wheel.
    Lines,
    /// View units: scrolled pixels of a touchpad.
    Pixels,
}

summed!(enum WheelUnit: 0 Lines, 1 Pixels);

summed!(enum InputEvent:
    0 Key { key, character, pressed, repeat },
    1 MouseMoved { position },
    2 MouseButton { button, pressed, position },
    3 Click { button, position },
    4 Wheel { delta, unit },
    5 MouseEntered,
    6 MouseLeft,
    7 Focus(focused),
    8 Device { device, control, value },
    9 Pad { pad, change },
    10 Text(text),
    11 Preedit { text, caret },
    12 Paste(text),
    13 FilesHovered(hovered),
    14 FileDropped(file),
    15 Touch { id, phase, position, force });

impl InputEvent {
    /// Maximum absolute value of a coordinate, of a wheel's movement and of a device's value: 1e9.
    /// [`InputEvent::is_valid`] checks it.
    pub const LARGEST: f32 = valid::LARGEST;

    /// Maximum number of gamepads: 8, with indices from 0 to 7. Events of further ones are rejected.
    pub const MAX_PADS: u8 = 8;

    /// Returns the press or release of a gamepad's button. `pad` is the pad's index, from 0.
    pub fn pad_button(pad: u8, button: PadButton, pressed: bool) -> Self {
        let change = PadChange::Button { button, pressed };
        Self::Pad { pad, change }
    }

    /// Returns a change of a touch, without a force. `id` is the touch's number, `position` is in view units.
    pub fn touch(id: u64, phase: TouchPhase, position: Vec2) -> Self {
        Self::Touch {
            id,
            phase,
            position,
            force: None,
        }
    }

    /// Returns the press of a key, without a character.
    pub fn press(key: Key) -> Self {
        Self::key(key, true)
    }

    /// Returns the release of a key.
    pub fn release(key: Key) -> Self {
        Self::key(key, false)
    }

    /// Returns the press or release of a key, without a character. Suits a key that follows a condition: pressing a key
    /// that is down, or releasing one that is up, changes nothing.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn demo(_step: u64, world: &World) -> Vec<InputEvent> {
    ///     let is_coming = world.of_kind("Wolf").next().is_some();
    ///     vec![InputEvent::key(Key::Left, is_coming)]
    /// }
    /// assert_eq!(InputEvent::key(Key::Left, true), InputEvent::press(Key::Left));
    /// ```
    pub fn key(key: Key, pressed: bool) -> Self {
        Self::Key {
            key,
            character: None,
            pressed,
            repeat: false,
        }
    }

    /// Returns whether all its numbers are finite and within their limits: [`InputEvent::LARGEST`],
    /// [`InputEvent::MAX_PADS`] for a gamepad's index, [`InputEvent::MAX_TEXT_BYTES`] and
    /// [`InputEvent::MAX_DROPPED_BYTES`]. A gamepad's axis and a touch's force have no limit, because they are clamped.
    pub fn is_valid(&self) -> bool {
        match *self {
            Self::MouseMoved { position }
            | Self::MouseButton { position, .. }
            | Self::Click { position, .. } => is_valid(position),
            Self::Wheel { delta, .. } => is_valid(delta),
            Self::Device { value, .. } => value.abs() <= Self::LARGEST,
            Self::Pad {
                pad,
                change: PadChange::Axis { value, .. },
            } => pad < Self::MAX_PADS && value.is_finite(),
            Self::Pad { pad, .. } => pad < Self::MAX_PADS,
            Self::Touch {
                position, force, ..
            } => is_valid(position) && force.is_none_or(f32::is_finite),
            Self::Text(_) | Self::Preedit { .. } | Self::Paste(_) | Self::FileDropped(_) => {
                self.is_payload_valid()
            }
            Self::Key { .. }
            | Self::MouseEntered
            | Self::MouseLeft
            | Self::Focus(_)
            | Self::FilesHovered(_) => true,
        }
    }
}

/// A mouse button.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Ship;
///
/// impl Behavior for Ship {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         if cx.input.button_just_pressed(MouseButton::Left) {
///             let at = cx.me().position();
///             cx.spawn(Object::new("Shot").at(at));
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn_with(Object::default(), Ship);
/// #     Ok(())
/// # })?;
/// # game.step();
/// # assert_eq!(game.all("Shot").len(), 0);
/// # game.click_at(vec2(3.0, 3.0));
/// # game.step();
/// # assert_eq!(game.all("Shot").len(), 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MouseButton {
    /// The left button.
    Left,
    /// The right button.
    Right,
    /// The middle button, often the wheel.
    Middle,
    /// The button that goes back in browsers.
    Back,
    /// The button that goes forward in browsers.
    Forward,
    /// Any other button, by the system's number.
    Other(u16),
}

impl MouseButton {
    /// The named buttons and their names.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Left, "MouseLeft"),
        (Self::Right, "MouseRight"),
        (Self::Middle, "MouseMiddle"),
        (Self::Back, "MouseBack"),
        (Self::Forward, "MouseForward"),
    ];

    /// Returns the button's code in recordings, which never changes. Named buttons have codes below 65 536.
    pub fn code(self) -> u32 {
        match self {
            Self::Left => 0,
            Self::Right => 1,
            Self::Middle => 2,
            Self::Back => 3,
            Self::Forward => 4,
            // These codes are above those of named buttons, so that buttons named later can continue their sequence.
            Self::Other(number) => 0x1_0000 | u32::from(number),
        }
    }

    /// Returns the button with this code in recordings. `None` if there is none.
    pub fn from_code(code: u32) -> Option<Self> {
        let other = || u16::try_from(code.checked_sub(0x1_0000)?).ok();
        Self::NAMED
            .into_iter()
            .find_map(|(button, _)| (button.code() == code).then_some(button))
            .or_else(|| other().map(Self::Other))
    }
}

impl Checksum for MouseButton {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.code());
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
    type Err = UnknownName;

    /// Parses the output of `Display`: `MouseLeft`, or `Mouse7` for another button.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let other = || Some(Self::Other(name.strip_prefix("Mouse")?.parse().ok()?));
        Self::NAMED
            .into_iter()
            .find_map(|(button, known)| (known == name).then_some(button))
            .or_else(other)
            .ok_or_else(|| unknown_key(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn only_finite_and_near_coordinates_are_valid() {
        let valid = |position| InputEvent::MouseMoved { position }.is_valid();
        assert!(valid(vec2(-100.0, 1e9)));
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.1e9, -3e38] {
            assert!(!valid(vec2(bad, 0.0)) && !valid(vec2(0.0, bad)), "{bad}");
            let delta = vec2(1.0, bad);
            let unit = WheelUnit::Lines;
            assert!(!InputEvent::Wheel { delta, unit }.is_valid());
        }
    }

    #[test]
    fn buttons_survive_a_round_trip_by_name_and_code() {
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
