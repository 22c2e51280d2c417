//! Levels: which of them takes part.

/// Returns whether what is on a level takes part while `current` is the current one: on level 0 it always does.
pub(crate) const fn is_current(level: u16, current: u16) -> bool {
    level == 0 || level == current
}
