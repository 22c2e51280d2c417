//! The obstacles that stop a swept move.

use glam::Vec2;

use crate::world::collide::sliding::skin_at;

/// The obstacles that stop a swept move of a hard object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// Nothing.
    Never,
    /// Hard objects, except those that the mover overlaps by rounding at the start, if it moves along them or away from
    /// them. If there are any, the mover also passes others with such an overlap.
    ExceptLeft,
    /// Like `ExceptLeft`, and except those that it overlaps by rounding at the end. An object that it moves into from an
    /// overlap by rounding is met with the normal that it has there.
    ExceptGrazed,
    /// Like `ExceptGrazed`, for riders. They also pass objects with an overlap by rounding.
    ExceptPassed,
}

impl Stopping {
    /// Returns whether a mover passes objects that it would overlap by rounding.
    pub(super) fn passes(self) -> bool {
        matches!(self, Self::ExceptLeft | Self::ExceptPassed)
    }

    /// Returns the overlaps that do not stop a move from a position.
    pub(super) fn slack(self, from: Vec2) -> Slack {
        let skin = match self {
            Self::Never => 0.0,
            _ => skin_at(from),
        };
        let edge = if self.passes() { edge_of(skin) } else { 0.0 };
        Slack { skin, edge }
    }
}

/// Overlaps that do not stop a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    /// The largest overlap by rounding that the mover leaves, in world units.
    pub(super) skin: f32,
    /// The largest overlap at the mover's edge with which it passes an object, in world units. 0 if it passes none.
    pub(super) edge: f32,
}

/// Returns the largest overlap at an edge: slightly more than the largest overlap at the start of a move, because
/// positions are rounded on the way.
pub(super) fn edge_of(skin: f32) -> f32 {
    skin * 1.0625
}
