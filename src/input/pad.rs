//! The controls of gamepads: their names, and their codes in recordings.

use crate::base::checksum::{Checksum, Summed, summed};

/// Generates an enum of controls and the list of all.
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
            /// All of them, in the order of their codes.
            pub const ALL: &[Self] = &[$(Self::$control),*];

            /// Returns its code in recordings, which never changes: its index in `ALL`.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Returns the one with this code in recordings; `None` if there is none.
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.get(usize::from(code)).copied()
            }
        }

        impl Summed for $type {
            fn add_to(&self, sum: &mut Checksum) {
                sum.u8(self.code());
            }
        }
    };
}

// The order is that of the codes in recordings: add new ones at the end.
controls! {
    /// A button of a gamepad, by its place: makers print different letters on them.
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
    Guide "The button in the middle with the maker's sign.",
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
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl PadButton {
    /// The buttons and their names, as an action is bound to them in a settings file.
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

    /// Returns the axis that says how far this button is pressed: only triggers have one.
    pub const fn axis(self) -> Option<PadAxis> {
        match self {
            Self::LeftTrigger => Some(PadAxis::LeftTrigger),
            Self::RightTrigger => Some(PadAxis::RightTrigger),
            _ => None,
        }
    }
}

/// A direction in which a stick of a gamepad is tilted: half an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadDirection {
    /// The left stick, upwards.
    LeftStickUp,
    /// The left stick, downwards.
    LeftStickDown,
    /// The left stick, to the left.
    LeftStickLeft,
    /// The left stick, to the right.
    LeftStickRight,
    /// The right stick, upwards.
    RightStickUp,
    /// The right stick, downwards.
    RightStickDown,
    /// The right stick, to the left.
    RightStickLeft,
    /// The right stick, to the right.
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

    /// Returns the axis that a tilt in this direction moves, and the ratio of the tilt to its value: 1 or −1.
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

/// What happened to a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PadChange {
    /// It was connected.
    Connected,
    /// It was disconnected, which releases all that it held.
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
        /// The new value, from −1 to 1, as the device reports it: without a dead zone. A finite one beyond that counts as
        /// −1 or 1.
        value: f32,
    },
}

summed!(enum PadChange:
    0 Connected,
    1 Disconnected,
    2 Button { button, pressed },
    3 Axis { axis, value });
