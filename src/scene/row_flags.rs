//! Flags of a layer's rows: which phases of a step have something to do with a row.

use crate::base::checksum::summed;

/// Flags of a row, kept in a column of their own that drawing does not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowFlags(pub(crate) u16);

summed!(RowFlags: 0);

impl RowFlags {
    // The bits are part of the world's checksum (`World::sum_layer`): another numbering changes every checksum.
    /// Moved by the world one by one, not in bulk: it is solid, accelerated, or moves by whole cells.
    pub(crate) const MOVED_INDIVIDUALLY: Self = Self(1);
    /// Can be collided with.
    pub(crate) const SOLID: Self = Self(1 << 1);
    /// Its animation advances.
    pub(crate) const ANIMATED: Self = Self(1 << 2);
    /// Receives an event when it leaves the world's boundary.
    pub(crate) const NOTIFY_BOUNDS: Self = Self(1 << 3);
    /// Receives the step event.
    pub(crate) const STEP: Self = Self(1 << 4);
    /// Takes part in the `after` phase.
    pub(crate) const AFTER: Self = Self(1 << 5);
    /// Takes part in the `finish` phase.
    pub(crate) const FINISH: Self = Self(1 << 6);
    /// Receives keyboard events.
    pub(crate) const KEYBOARD: Self = Self(1 << 7);
    /// Receives mouse events.
    pub(crate) const MOUSE: Self = Self(1 << 8);
    /// Receives HUD events.
    pub(crate) const HUD: Self = Self(1 << 9);
    /// Receives custom events.
    pub(crate) const CUSTOM: Self = Self(1 << 10);
    /// Turns by its spin.
    pub(crate) const SPINS: Self = Self(1 << 11);
    /// Is wholly outside the world's boundary, and was notified of it.
    pub(crate) const OUTSIDE: Self = Self(1 << 12);
    /// A tombstone: its object was removed, and the gap is closed when the layer is pruned.
    pub(crate) const DEAD: Self = Self(1 << 13);

    /// Receives events of changes of the level.
    pub(crate) const LEVEL: Self = Self(1 << 14);

    /// Shows a further tile of the picture of the object in a row before it. It has no other flags, and no id.
    pub(crate) const PART: Self = Self(1 << 15);

    /// The flags that follow from the object that the row belongs to.
    pub(crate) const DERIVED: Self =
        Self(Self::MOVED_INDIVIDUALLY.0 | Self::SOLID.0 | Self::ANIMATED.0 | Self::SPINS.0);

    /// The flags that follow from the hooks of the object's behaviours. They are not state: which hooks a type implements
    /// is learned while the program runs.
    pub(crate) const HOOKS: Self = Self(
        Self::STEP.0
            | Self::AFTER.0
            | Self::FINISH.0
            | Self::KEYBOARD.0
            | Self::MOUSE.0
            | Self::HUD.0
            | Self::CUSTOM.0
            | Self::LEVEL.0,
    );

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

    /// Returns these flags with the derived ones replaced.
    pub(crate) const fn with_derived(self, derived: Self) -> Self {
        Self(self.0 & !Self::DERIVED.0 | derived.0)
    }

    /// Returns these flags with those of hooks replaced.
    pub(crate) const fn with_hooks(self, hooks: Self) -> Self {
        Self(self.0 & !Self::HOOKS.0 | hooks.0)
    }
}
