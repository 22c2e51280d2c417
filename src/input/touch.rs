//! A touch and its phases.

use glam::Vec2;

use crate::base::checksum::summed;

/// Phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TouchPhase {
    /// The finger was put on the screen.
    Began,
    /// The finger moved, or presses with another force.
    Moved,
    /// The finger was lifted.
    Ended,
    /// The touch ended without the player's intent: the system used it for a gesture, the window lost the focus, or the
    /// input was muted. Undo what the touch did.
    Cancelled,
}

impl TouchPhase {
    /// All phases.
    pub const ALL: [Self; 4] = [Self::Began, Self::Moved, Self::Ended, Self::Cancelled];

    /// Returns the phase's code in recordings, which never changes.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Began => 0,
            Self::Moved => 1,
            Self::Ended => 2,
            Self::Cancelled => 3,
        }
    }

    /// Returns the phase with this code in recordings.
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.code() == code)
    }

    /// Returns whether the finger is on the screen afterwards.
    pub fn is_down(self) -> bool {
        matches!(self, Self::Began | Self::Moved)
    }
}

summed!(enum TouchPhase: 0 Began, 1 Moved, 2 Ended, 3 Cancelled);

/// A finger on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Number of the touch, which the system chooses. It may be used again once the touch has ended.
    pub id: u64,
    /// Latest position, in view units from the view's top left. May be outside the view.
    pub position: Vec2,
    /// Start position of the touch, in view units.
    pub start: Vec2,
    /// Force of the press, from 0 to 1. `None` if the screen does not measure it.
    pub force: Option<f32>,
}

summed!(Touch: id, position, start, force);
