//! Merges neighbouring solid cells into few boxes, so that a sliding object meets no edge inside a surface.
//!
//! An object that overlaps a floor overlaps several of its cells, some only a little. The shortest way out of a single
//! cell may lead into its neighbour. Therefore the shortest way out is computed for each *largest* rectangle of solid
//! cells, one that cannot grow on any side. The longest of these ways leads out of the surface.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::tile::TileCollision;
use super::window::CellBlock;
use crate::geometry::Rect;

/// Maximum number of columns and rows for which all largest rectangles of a window are found. In larger windows, the
/// runs of each row and each column are used instead.
const BITS: i32 = 64;

/// Neighbouring solid cells of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct MergedCells {
    /// Box around the cells, in world units. It reaches far outwards on each side where the surface continues beyond
    /// the window, unless the surface continues on all four.
    pub(super) area: Rect,
    pub(super) cells: CellBlock,
}

impl TileMap {
    /// Calls `act` with rectangles of solid cells that together cover all solid cells of a window. They are all
    /// rectangles that cannot grow within the window or, in a window with more than [`BITS`] columns or rows, the runs
    /// of each row and each column.
    pub(super) fn each_merged(
        &self,
        origin: Vec2,
        window: CellBlock,
        mut act: impl FnMut(MergedCells),
    ) {
        let size = window.size();
        let mut found = |first: IVec2, last: IVec2| {
            let cells = CellBlock {
                first: window.first + first,
                last: window.first + last,
            };
            act(self.merged(origin, window, cells));
        };
        if size.max_element() > BITS {
            self.each_run(window, found);
            return;
        }
        let mut rows = [0_u64; BITS as usize];
        for (cells, y) in rows.iter_mut().zip(window.first.y..=window.last.y) {
            for column in 0..size.x {
                let is_solid = self.is_solid(IVec2::new(window.first.x + column, y));
                *cells |= u64::from(is_solid) << column;
            }
        }
        for (top, upper) in (0..size.y).zip(0_usize..) {
            let mut solid = u64::MAX;
            for (bottom, lower) in (top..size.y).zip(upper..) {
                solid &= rows[lower];
                if solid == 0 {
                    break;
                }
                let above = upper.checked_sub(1).map_or(0, |row| rows[row]);
                let below = rows.get(lower + 1).copied().unwrap_or(0);
                for run in runs(solid) {
                    let continues = |row: u64| row & run == run;
                    if !continues(above) && !continues(below) {
                        let ends = [run.trailing_zeros(), 63 - run.leading_zeros()];
                        let [left, right] = ends.map(|column| column as i32);
                        found(IVec2::new(left, top), IVec2::new(right, bottom));
                    }
                }
            }
        }
    }

    /// Calls `found` with the runs of solid cells of each row, then of each column, relative to the window.
    fn each_run(&self, window: CellBlock, mut found: impl FnMut(IVec2, IVec2)) {
        let size = window.size();
        for (along, across) in [(IVec2::X, IVec2::Y), (IVec2::Y, IVec2::X)] {
            let (length, lines) = ((size * along).element_sum(), (size * across).element_sum());
            for line in 0..lines {
                let mut start = None;
                for at in 0..=length {
                    let cell = across * line + along * at;
                    if at < length && self.is_solid(window.first + cell) {
                        start = start.or(Some(cell));
                    } else if let Some(first) = start.take() {
                        found(first, cell - along);
                    }
                }
            }
        }
    }

    /// Calls `act` with the box around each run of one-way tiles in a row of a window.
    pub(super) fn each_platform(&self, origin: Vec2, window: CellBlock, mut act: impl FnMut(Rect)) {
        let CellBlock { first, last } = window;
        for row in first.y..=last.y {
            let mut start = None;
            for column in first.x..=last.x + 1 {
                let cell = IVec2::new(column, row);
                let is_one_way = column <= last.x && self.collision(cell) == TileCollision::OneWay;
                if is_one_way {
                    start = start.or(Some(cell));
                } else if let Some(first) = start.take() {
                    act(self.cells_box(origin, first, cell - IVec2::X));
                }
            }
        }
    }

    /// Returns a rectangle of solid cells as a box. The box is extended on each side where all neighbours beyond the
    /// window are solid, too.
    fn merged(&self, origin: Vec2, window: CellBlock, cells: CellBlock) -> MergedCells {
        let CellBlock { first, last } = cells;
        let mut area = self.cells_box(origin, first, last);
        let continues = |towards: IVec2, is_at_edge: bool| {
            is_at_edge
                && cells
                    .beside(towards)
                    .cells()
                    .all(|cell| self.is_solid(cell))
        };
        let left = continues(IVec2::NEG_X, first.x == window.first.x);
        let right = continues(IVec2::X, last.x == window.last.x);
        let up = continues(IVec2::NEG_Y, first.y == window.first.y);
        let down = continues(IVec2::Y, last.y == window.last.y);
        // A box in the middle of a solid region is not extended, because no way out is preferable there.
        if !(left && right && up && down) {
            let sides = window.size().as_vec2() * self.cell_size();
            let far = 4.0 * sides.max_element();
            area.min.x -= if left { far } else { 0.0 };
            area.max.x += if right { far } else { 0.0 };
            area.min.y -= if up { far } else { 0.0 };
            area.max.y += if down { far } else { 0.0 };
        }
        MergedCells { area, cells }
    }
}

/// Returns each run of ones in `bits` as a number with only these ones, starting with the lowest.
fn runs(mut bits: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        // Adding the lowest set bit carries through its run, and clears the run.
        let start = bits & bits.wrapping_neg();
        let rest = bits & bits.wrapping_add(start);
        let run = bits & !rest;
        bits = rest;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_are_the_ones_between_zeros() {
        assert_eq!(
            runs(0b1_0111_0011).collect::<Vec<_>>(),
            [0b11, 0b111_0000, 0b1_0000_0000]
        );
        assert_eq!(runs(u64::MAX).collect::<Vec<_>>(), [u64::MAX]);
        assert_eq!(runs(1 << 63).collect::<Vec<_>>(), [1 << 63]);
        assert_eq!(runs(0).count(), 0);
    }
}
