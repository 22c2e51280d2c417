//! The two broad phases behind one interface.

use super::collider::Collider;
use super::grid::Grid;
use super::sorted::Sorted;
use crate::geometry::Rect;

/// How a world finds the solid objects that are near one another. The choice changes how long a step takes, and nothing
/// else: collisions and their order are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BroadPhase {
    /// A uniform grid, whose cells are about twice as large as most objects; much larger objects are in grids of larger
    /// cells. The default: as fast however many objects there are.
    #[default]
    Grid,
    /// Sweep and prune: a list of all objects in the order of their left edges, repaired with each move. For worlds in
    /// which few objects are above one another, such as long levels: in others, the more objects there are, the longer each takes.
    SweepAndPrune,
}

/// The boxes of the solid objects of a level.
#[derive(Clone, Debug)]
pub(crate) enum Boxes {
    Grid(Grid),
    Sorted(Sorted),
}

impl Boxes {
    pub(crate) fn new(phase: BroadPhase) -> Self {
        match phase {
            BroadPhase::Grid => Self::Grid(Grid::default()),
            BroadPhase::SweepAndPrune => Self::Sorted(Sorted::default()),
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
    pub(crate) fn place(&mut self, entry: u32, area: Rect) {
        match self {
            Self::Grid(grid) => grid.place(entry, area),
            Self::Sorted(sorted) => {
                if let Some(&collider) = sorted.collider(entry) {
                    sorted.change(entry, Collider { area, ..collider });
                }
            }
        }
    }

    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.bytes(),
            Self::Sorted(sorted) => sorted.bytes(),
        }
    }

    /// The collider of an entry.
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

    /// Prepares for searches, once a step. Without it they are correct, but slower.
    pub(crate) fn tidy(&mut self) {
        match self {
            Self::Grid(grid) => grid.tidy(),
            Self::Sorted(sorted) => sorted.tidy(),
        }
    }

    /// The size of a search that looks at few boxes, in world units: 0 if there are none.
    pub(crate) fn stride(&self) -> f32 {
        match self {
            Self::Grid(grid) => grid.stride(),
            Self::Sorted(sorted) => sorted.stride(),
        }
    }

    /// Calls `found` with every collider whose box overlaps the area and for which `wanted` returns true, which is called first.
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
