//! Levels and the current level.

/// Returns whether objects on `level` are active while `current` is the current level. Level 0 is always active.
pub(crate) const fn is_current(level: u16, current: u16) -> bool {
    level == 0 || level == current
}
