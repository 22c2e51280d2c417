//! The obstacles that stop a swept move.

/// The obstacles that stop a swept move of a hard object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// Nothing.
    Never,
    /// Every hard object.
    Always,
    /// Hard objects, except those that the mover overlaps by rounding at most, if it moves along them or away from
    /// them.
    ExceptGrazed,
}
