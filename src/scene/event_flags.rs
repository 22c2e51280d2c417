//! Event flags of a layer's rows. There is one flag for each phase or kind of event that goes to many objects at once.
//! The flags of a row say which of them its object receives.

use crate::base::checksum::{Checksum, ChecksumWriter};

/// A set of event flags. A layer keeps them in a separate column, which neither movement nor drawing reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventFlags(pub(crate) u8);

impl Checksum for EventFlags {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        // The flags are written as two bytes, like `RowFlags`: writing one byte would change the checksum.
        u16::from(self.0).write_checksum(sum);
    }
}

impl EventFlags {
    // The world's checksum contains the flags of hooks that an object has withdrawn from: another numbering would
    // change it.
    /// The step event.
    pub(crate) const STEP: Self = Self(1);
    /// The `after` phase.
    pub(crate) const AFTER: Self = Self(1 << 1);
    /// The `finish` phase.
    pub(crate) const FINISH: Self = Self(1 << 2);
    /// Keyboard events.
    pub(crate) const KEYBOARD: Self = Self(1 << 3);
    /// Mouse events.
    pub(crate) const MOUSE: Self = Self(1 << 4);
    /// Events of the heads-up display.
    pub(crate) const HUD: Self = Self(1 << 5);
    /// Custom events of any type. All types share one flag, because their number has no limit.
    pub(crate) const CUSTOM: Self = Self(1 << 6);
    /// Changes of the level.
    pub(crate) const LEVEL: Self = Self(1 << 7);

    /// Returns whether any of the other flags is among these.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns these flags with the other ones set or cleared.
    pub(crate) const fn with(self, other: Self, on: bool) -> Self {
        if on {
            Self(self.0 | other.0)
        } else {
            Self(self.0 & !other.0)
        }
    }
}
