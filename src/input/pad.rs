//! Controls of gamepads: their names, and their codes in recordings.

use crate::base::checksum::{Checksum, ChecksumWriter, summed};

/// Generates an enum of controls, the list of its values, and their names in settings files.
macro_rules! controls {
    ($(#[$about:meta])* $type:ident: $($control:ident $name:literal $doc:literal,)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $type {
            $(#[doc = $doc] $control,)*
        }

        impl $type {
            /// All controls, in the order of their codes.
            pub const ALL: &[Self] = &[$(Self::$control),*];

            /// Returns the control's name in settings files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$control => $name,)*
                }
            }

            /// Returns the control with this name. `None` if there is none.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|control| control.name() == name)
            }

            /// Returns the control's code in recordings, which never changes: its index in `ALL`.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Returns the control with this code in recordings. `None` if there is none.
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.get(usize::from(code)).copied()
            }
        }

        impl Checksum for $type {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                sum.u8(self.code());
            }
        }
    };
}

// Codes in recordings depend on this order: add new ones at the end.
controls! {
    /// A button of a gamepad, by its position: the printed letters differ between makers.
    PadButton:
    South "PadSouth" "The lower of the four buttons on the right: A on an Xbox pad, the cross on a PlayStation pad.",
    East "PadEast" "The right one: B on an Xbox pad, the circle on a PlayStation pad.",
    West "PadWest" "The left one: X on an Xbox pad, the square on a PlayStation pad.",
    North "PadNorth" "The upper one: Y on an Xbox pad, the triangle on a PlayStation pad.",
    LeftShoulder "PadLeftShoulder" "The left shoulder button, above the trigger.",
    RightShoulder "PadRightShoulder" "The right shoulder button, above the trigger.",
    LeftTrigger "PadLeftTrigger" "The left trigger, as a button.",
    RightTrigger "PadRightTrigger" "The right trigger, as a button.",
    Select "PadSelect" "The small button left of the middle: Select, Back, View or Share.",
    Start "PadStart" "The small button right of the middle: Start, Menu or Options.",
    Guide "PadGuide" "The button in the middle with the maker's logo.",
    LeftStick "PadLeftStick" "A press of the left stick.",
    RightStick "PadRightStick" "A press of the right stick.",
    DPadUp "PadUp" "Up on the directional pad.",
    DPadDown "PadDown" "Down on the directional pad.",
    DPadLeft "PadLeft" "Left on the directional pad.",
    DPadRight "PadRight" "Right on the directional pad.",
}

controls! {
    /// An axis of a gamepad.
    PadAxis:
    LeftStickX "PadLeftX" "The left stick, from −1 (left) to 1 (right).",
    LeftStickY "PadLeftY" "The left stick, from −1 (up) to 1 (down), as y grows downwards in a view.",
    RightStickX "PadRightX" "The right stick, from −1 (left) to 1 (right).",
    RightStickY "PadRightY" "The right stick, from −1 (up) to 1 (down).",
    LeftTrigger "PadLeftTrigger" "The left trigger, from 0 (up) to 1 (pressed).",
    RightTrigger "PadRightTrigger" "The right trigger, from 0 (up) to 1 (pressed).",
}

pub(super) use controls;

/// A stick of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadStick {
    /// The left stick.
    Left,
    /// The right stick.
    Right,
}

impl PadButton {
    /// Returns the axis that measures how far this button is pressed. Only triggers have one.
    pub const fn axis(self) -> Option<PadAxis> {
        match self {
            Self::LeftTrigger => Some(PadAxis::LeftTrigger),
            Self::RightTrigger => Some(PadAxis::RightTrigger),
            _ => None,
        }
    }
}

// Checksums depend on this order.
controls! {
    /// A direction of a gamepad's stick: half an axis.
    PadDirection:
    LeftStickUp "PadLeftStickUp" "Left stick, up.",
    LeftStickDown "PadLeftStickDown" "Left stick, down.",
    LeftStickLeft "PadLeftStickLeft" "Left stick, left.",
    LeftStickRight "PadLeftStickRight" "Left stick, right.",
    RightStickUp "PadRightStickUp" "Right stick, up.",
    RightStickDown "PadRightStickDown" "Right stick, down.",
    RightStickLeft "PadRightStickLeft" "Right stick, left.",
    RightStickRight "PadRightStickRight" "Right stick, right.",
}

impl PadDirection {
    /// Returns the axis of this direction, and the sign of its values: 1 or −1.
    pub const fn axis(self) -> (PadAxis, f32) {
        match self {
            Self::LeftStickUp => (PadAxis::LeftStickY, -1.0),
            Self::LeftStickDown => (PadAxis::LeftStickY, 1.0),
            Self::LeftStickLeft => (PadAxis::LeftStickX, -1.0),
            Self::LeftStickRight => (PadAxis::LeftStickX, 1.0),
            Self::RightStickUp => (PadAxis::RightStickY, -1.0),
            Self::RightStickDown => (PadAxis::RightStickY, 1.0),
            Self::RightStickLeft => (PadAxis::RightStickX, -1.0),
            Self::RightStickRight => (PadAxis::RightStickX, 1.0),
        }
    }
}

/// A change of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PadChange {
    /// The pad was connected.
    Connected,
    /// The pad was disconnected, which releases all its buttons.
    Disconnected,
    /// A button went down or up.
    Button {
        /// The button.
        button: PadButton,
        /// True for down, false for up.
        pressed: bool,
    },
    /// A stick or a trigger was moved.
    Axis {
        /// The axis.
        axis: PadAxis,
        /// New value, from −1 to 1, as reported by the device, without a dead zone. Finite values beyond are clamped.
        value: f32,
    },
}

summed!(enum PadChange:
    0 Connected,
    1 Disconnected,
    2 Button { button, pressed },
    3 Axis { axis, value });
