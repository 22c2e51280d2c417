//! The block of cells near an area, to which collision tests are limited.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use crate::geometry::Rect;

/// A rectangle of cells or blocks, `first` and `last` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellBlock {
    pub(super) first: IVec2,
    pub(super) last: IVec2,
}

impl CellBlock {
    pub(super) fn cells(self) -> impl Iterator<Item = IVec2> {
        let columns = self.first.x..=self.last.x;
        let rows = self.first.y..=self.last.y;
        rows.flat_map(move |row| columns.clone().map(move |column| IVec2::new(column, row)))
    }

    /// Returns the number of columns and rows.
    pub(super) fn size(self) -> IVec2 {
        self.last - self.first + 1
    }

    /// Returns the row or column of cells beside the block on one side: `towards` is a unit vector along an axis.
    pub(super) fn beside(self, towards: IVec2) -> Self {
        let (after, before) = (towards.cmpgt(IVec2::ZERO), towards.cmplt(IVec2::ZERO));
        let first = IVec2::select(before, self.first - 1, self.first);
        let last = IVec2::select(after, self.last + 1, self.last);
        Self {
            first: IVec2::select(after, last, first),
            last: IVec2::select(before, first, last),
        }
    }
}

impl TileMap {
    /// Returns the cells of this map that touch an area, and perhaps a few neighbours. `origin` is the position of the
    /// map's upper left corner. `None` if the area is outside the map, reversed or not finite.
    pub(super) fn window(&self, origin: Vec2, area: Rect) -> Option<CellBlock> {
        if !(area.min.cmple(area.max).all() && area.min.is_finite() && area.max.is_finite()) {
            return None;
        }
        // Upper bound of the subtraction's rounding error.
        let slack = (area.min.abs().max(area.max.abs()) + origin.abs()) * f32::EPSILON;
        let first = self.cell_at(area.min - origin - slack).max(IVec2::ZERO);
        let last = self.cell_at(area.max - origin + slack).min(self.size() - 1);
        first.cmple(last).all().then_some(CellBlock { first, last })
    }
}
