//! Flags of a layer's rows: which phases of a step process a row, and states that these phases read.

use crate::base::checksum::summed;

/// Flags of a row, in a separate column that drawing does not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowFlags(pub(crate) u16);

summed!(RowFlags: 0);

impl RowFlags {
    // The bits are part of the world's checksum (`world/checksum.rs`): another numbering changes every checksum. So
    // unused numbers stay unused.
    /// Left out of bulk movement. Its object has a collider, is driven by an acceleration or a force, moves by whole
    /// cells, is attached, disabled, or being removed.
    pub(crate) const MOVED_INDIVIDUALLY: Self = Self(1);
    /// Can be collided with.
    pub(crate) const SOLID: Self = Self(1 << 1);
    /// Its animation advances.
    pub(crate) const ANIMATED: Self = Self(1 << 2);
    /// Its object is notified when it leaves the world's boundary.
    pub(crate) const NOTIFY_BOUNDS: Self = Self(1 << 3);
    /// Turns by its spin.
    pub(crate) const SPINS: Self = Self(1 << 11);
    /// Is wholly outside the world's boundary. Rows without [`RowFlags::NOTIFY_BOUNDS`] are not tested.
    pub(crate) const OUTSIDE: Self = Self(1 << 12);
    /// A tombstone: its object was removed, and the gap is closed when the layer is pruned.
    pub(crate) const DEAD: Self = Self(1 << 13);
    /// Shows a further quad of the sprite of an object in an earlier row. It has no other flags, and no id.
    pub(crate) const QUAD_ROW: Self = Self(1 << 15);

    /// Flags that are computed from the row's object.
    pub(crate) const DERIVED: Self =
        Self(Self::MOVED_INDIVIDUALLY.0 | Self::SOLID.0 | Self::ANIMATED.0 | Self::SPINS.0);

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
}
