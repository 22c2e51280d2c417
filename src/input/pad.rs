//! Controls of gamepads: their names, and their codes in recordings.

use crate::base::checksum::{Checksum, ChecksumWriter, summed};

/// Generates an enum of controls and the list of its values.
macro_rules! controls {
    ($(#[$about:meta])* $type:ident: $($control:ident $doc:literal,)*) => {
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
    South "The lower of the four buttons on the right: A on an Xbox pad, the cross on a PlayStation pad.",
    East "The right one: B on an Xbox pad, the circle on a PlayStation pad.",
    West "The left one: X on an Xbox pad, the square on a PlayStation pad.",
    North "The upper one: Y on an Xbox pad, the triangle on a PlayStation pad.",
    LeftShoulder "The left shoulder button, above the trigger.",
    RightShoulder "The right shoulder button, above the trigger.",
    LeftTrigger "The left trigger, as a button.",
    RightTrigger "The right trigger, as a button.",
    Select "The small button left of the middle: Select, Back, View or Share.",
    Start "The small button right of the middle: Start, Menu or Options.",
    Guide "The button in the middle with the maker's logo.",
    LeftStick "A press of the left stick.",
    RightStick "A press of the right stick.",
    DPadUp "Up on the directional pad.",
    DPadDown "Down on the directional pad.",
    DPadLeft "Left on the directional pad.",
    DPadRight "Right on the directional pad.",
}

controls! {
    /// An axis of a gamepad.
    PadAxis:
    LeftX "The left stick, from −1 (left) to 1 (right).",
    LeftY "The left stick, from −1 (up) to 1 (down), as y grows downwards in a view.",
    RightX "The right stick, from −1 (left) to 1 (right).",
    RightY "The right stick, from −1 (up) to 1 (down).",
    LeftTrigger "The left trigger, from 0 (up) to 1 (pressed).",
    RightTrigger "The right trigger, from 0 (up) to 1 (pressed).",
}

/// A stick of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadStick {
    /// The left stick.
    Left,
    /// The right stick.
    Right,
}

impl PadButton {
    /// The buttons and their names in settings files.
    pub const NAMED: [(Self, &'static str); 17] = [
        (Self::South, "PadSouth"),
        (Self::East, "PadEast"),
        (Self::West, "PadWest"),
        (Self::North, "PadNorth"),
        (Self::LeftShoulder, "PadLeftShoulder"),
        (Self::RightShoulder, "PadRightShoulder"),
        (Self::LeftTrigger, "PadLeftTrigger"),
        (Self::RightTrigger, "PadRightTrigger"),
        (Self::Select, "PadSelect"),
        (Self::Start, "PadStart"),
        (Self::Guide, "PadGuide"),
        (Self::LeftStick, "PadLeftStick"),
        (Self::RightStick, "PadRightStick"),
        (Self::DPadUp, "PadUp"),
        (Self::DPadDown, "PadDown"),
        (Self::DPadLeft, "PadLeft"),
        (Self::DPadRight, "PadRight"),
    ];

    /// Returns the axis that measures how far this button is pressed. Only triggers have one.
    pub const fn axis(self) -> Option<PadAxis> {
        match self {
            Self::LeftTrigger => Some(PadAxis::LeftTrigger),
            Self::RightTrigger => Some(PadAxis::RightTrigger),
            _ => None,
        }
    }
}

/// A direction of a gamepad's stick: half an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadDirection {
    /// Left stick, up.
    LeftStickUp,
    /// Left stick, down.
    LeftStickDown,
    /// Left stick, left.
    LeftStickLeft,
    /// Left stick, right.
    LeftStickRight,
    /// Right stick, up.
    RightStickUp,
    /// Right stick, down.
    RightStickDown,
    /// Right stick, left.
    RightStickLeft,
    /// Right stick, right.
    RightStickRight,
}

impl PadDirection {
    /// The directions and their names.
    pub const NAMED: [(Self, &'static str); 8] = [
        (Self::LeftStickUp, "PadLeftStickUp"),
        (Self::LeftStickDown, "PadLeftStickDown"),
        (Self::LeftStickLeft, "PadLeftStickLeft"),
        (Self::LeftStickRight, "PadLeftStickRight"),
        (Self::RightStickUp, "PadRightStickUp"),
        (Self::RightStickDown, "PadRightStickDown"),
        (Self::RightStickLeft, "PadRightStickLeft"),
        (Self::RightStickRight, "PadRightStickRight"),
    ];

    /// Returns the axis of this direction, and the sign of its values: 1 or −1.
    pub const fn axis(self) -> (PadAxis, f32) {
        match self {
            Self::LeftStickUp => (PadAxis::LeftY, -1.0),
            Self::LeftStickDown => (PadAxis::LeftY, 1.0),
            Self::LeftStickLeft => (PadAxis::LeftX, -1.0),
            Self::LeftStickRight => (PadAxis::LeftX, 1.0),
            Self::RightStickUp => (PadAxis::RightY, -1.0),
            Self::RightStickDown => (PadAxis::RightY, 1.0),
            Self::RightStickLeft => (PadAxis::RightX, -1.0),
            Self::RightStickRight => (PadAxis::RightX, 1.0),
        }
    }
}

summed!(enum PadDirection:
    0 LeftStickUp,
    1 LeftStickDown,
    2 LeftStickLeft,
    3 LeftStickRight,
    4 RightStickUp,
    5 RightStickDown,
    6 RightStickLeft,
    7 RightStickRight);

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
