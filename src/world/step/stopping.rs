//! The obstacles that stop a swept move.

/// The obstacles that stop a swept move of a hard object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// Nothing.
    Never,
    /// Hard objects, except those that the mover overlaps by rounding at the start, if it moves along them or away from
    /// them.
    ExceptLeft,
    /// Like `ExceptLeft`, and except those that it overlaps by rounding at the end. An object that it moves into from an
    /// overlap by rounding is met with the normal that it has there.
    ExceptGrazed,
}
