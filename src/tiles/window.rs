//! The cells near something: all that a test of collisions looks at.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use crate::geometry::Rect;

/// A rectangle of cells, first and last included, all of them inside the map.
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

    /// How many columns and rows it has.
    pub(super) fn size(self) -> IVec2 {
        self.last - self.first + 1
    }
}

impl TileMap {
    /// The cells that touch an area, of a map whose corner is at `origin`, and perhaps some beside them. `None` if the area is
    /// beside the map, or is none.
    pub(super) fn window(&self, origin: Vec2, area: Rect) -> Option<CellBlock> {
        if !(area.min.cmple(area.max).all() && area.min.is_finite() && area.max.is_finite()) {
            return None;
        }
        // The difference rounds: by less than this.
        let slack = (area.min.abs().max(area.max.abs()) + origin.abs()) * f32::EPSILON;
        let first = self.cell_at(area.min - origin - slack).max(IVec2::ZERO);
        let last = self.cell_at(area.max - origin + slack).min(self.size() - 1);
        first.cmple(last).all().then_some(CellBlock { first, last })
    }
}
