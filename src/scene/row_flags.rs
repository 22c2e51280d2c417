//! What the world does with a row, besides moving it.

/// What the world does with a row, besides moving it: bits of a cold column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowFlags(pub(crate) u16);

impl RowFlags {
    /// Moved by the world one by one, not in bulk.
    pub(crate) const MOVED_INDIVIDUALLY: Self = Self(1);
    /// Can be collided with.
    pub(crate) const SOLID: Self = Self(1 << 1);
    /// Its animation advances.
    pub(crate) const ANIMATED: Self = Self(1 << 2);
    /// Hears when it leaves the world.
    pub(crate) const NOTIFY_BOUNDS: Self = Self(1 << 3);
    /// Hears the step event.
    pub(crate) const STEP: Self = Self(1 << 4);
    /// Has a turn at the `after` phase.
    pub(crate) const AFTER: Self = Self(1 << 5);
    /// Has a turn at the `final` phase.
    pub(crate) const FINAL: Self = Self(1 << 6);
    /// Hears the keyboard.
    pub(crate) const KEYBOARD: Self = Self(1 << 7);
    /// Hears the mouse.
    pub(crate) const MOUSE: Self = Self(1 << 8);
    /// Hears view events.
    pub(crate) const VIEW: Self = Self(1 << 9);
    /// Hears the game's own events.
    pub(crate) const CUSTOM: Self = Self(1 << 10);

    /// Turns by itself.
    pub(crate) const SPINS: Self = Self(1 << 11);
    /// Is wholly outside the world, and was told so.
    pub(crate) const OUTSIDE: Self = Self(1 << 12);
    /// Nobody's row any more: its gap is closed when the layer is pruned.
    pub(crate) const DEAD: Self = Self(1 << 13);

    /// The flags that follow from the object that the row belongs to.
    pub(crate) const DERIVED: Self =
        Self(Self::MOVED_INDIVIDUALLY.0 | Self::SOLID.0 | Self::ANIMATED.0 | Self::SPINS.0);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn with(self, other: Self, on: bool) -> Self {
        if on {
            Self(self.0 | other.0)
        } else {
            Self(self.0 & !other.0)
        }
    }

    /// These flags, with the derived ones replaced.
    pub(crate) const fn with_derived(self, derived: Self) -> Self {
        Self(self.0 & !Self::DERIVED.0 | derived.0)
    }
}
