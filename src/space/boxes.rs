//! Both broad phases behind one interface.

use super::collider::Collider;
use super::grid::Grid;
use super::sweep_list::SweepList;
use crate::geometry::Rect;

/// The algorithm that finds solid objects near one another. The choice only affects the speed: collisions and their
/// order are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BroadPhase {
    /// A uniform grid with cells about one to two times as large as most objects. Objects larger than a cell are in
    /// additional grids with larger cells. This is the default, because its speed per object does not depend on the
    /// number of objects.
    #[default]
    Grid,
    /// Sweep and prune: a list of all objects sorted by their left edges, repaired after each move. For worlds with few
    /// objects above one another, such as long levels. The time per object grows with the number of objects above and
    /// below it.
    SweepAndPrune,
}

/// The colliders of a level.
#[derive(Clone, Debug)]
#[cfg_attr(
    target_pointer_width = "32",
    expect(clippy::large_enum_variant, reason = "there is one for each level")
)]
pub(crate) enum Boxes {
    Grid(Grid),
    Sorted(SweepList),
}

impl Boxes {
    pub(crate) fn new(phase: BroadPhase) -> Self {
        match phase {
            BroadPhase::Grid => Self::Grid(Grid::default()),
            BroadPhase::SweepAndPrune => Self::Sorted(SweepList::default()),
        }
    }

    /// Adds a collider. Returns its entry number, which `change` and `remove` take.
    pub(crate) fn insert(&mut self, collider: Collider) -> u32 {
        match self {
            Self::Grid(grid) => grid.insert(collider),
            Self::Sorted(sorted) => sorted.insert(collider),
        }
    }

    /// Replaces a collider.
    #[inline]
    pub(crate) fn change(&mut self, entry: u32, collider: Collider) {
        match self {
            Self::Grid(grid) => grid.change(entry, collider),
            Self::Sorted(sorted) => sorted.change(entry, collider),
        }
    }

    /// Like `change`, for a collider that only moved.
    #[inline]
    pub(crate) fn set_area(&mut self, entry: u32, area: Rect) {
        match self {
            Self::Grid(grid) => grid.set_area(entry, area),
            Self::Sorted(sorted) => {
                if let Some(&collider) = sorted.collider(entry) {
                    sorted.change(entry, Collider { area, ..collider });
                }
            }
        }
    }

    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.bytes(),
            Self::Sorted(sorted) => sorted.bytes(),
        }
    }

    /// Returns the collider of an entry.
    #[inline]
    pub(crate) fn collider(&self, entry: u32) -> Option<&Collider> {
        match self {
            Self::Grid(grid) => Some(grid.collider(entry)),
            Self::Sorted(sorted) => sorted.collider(entry),
        }
    }

    pub(crate) fn remove(&mut self, entry: u32) {
        match self {
            Self::Grid(grid) => grid.remove(entry),
            Self::Sorted(sorted) => sorted.remove(entry),
        }
    }

    /// Prepares for searches, once a step. Without this call, searches are correct but slower.
    pub(crate) fn tidy(&mut self) {
        match self {
            Self::Grid(grid) => grid.tidy(),
            Self::Sorted(sorted) => sorted.tidy(),
        }
    }

    /// Returns the size of a search that visits few boxes, in world units. It may be 0, for example without boxes.
    pub(crate) fn stride(&self) -> f32 {
        match self {
            Self::Grid(grid) => grid.stride(),
            Self::Sorted(sorted) => sorted.stride(),
        }
    }

    /// Calls `found` for every collider that overlaps the area and for which `wanted` returns true. `wanted` is called
    /// before the boxes are compared.
    #[inline]
    pub(crate) fn each_in(
        &self,
        area: Rect,
        wanted: impl Fn(&Collider) -> bool,
        found: impl FnMut(&Collider),
    ) {
        match self {
            Self::Grid(grid) => grid.each_in(area, wanted, found),
            Self::Sorted(sorted) => sorted.each_in(area, wanted, found),
        }
    }
}
