//! A uniform grid without borders: a hash of coordinates finds each cell. A box is only in the cell of its top left
//! corner. Most moves therefore only change the box, and searches find no box twice. A search includes all cells with
//! boxes that can reach into the area.
//!
//! Boxes larger than a cell would make all searches slow. They are in other grids with cells four times as large,
//! sixteen times as large, and so on: C. Ericson, "Real-Time Collision Detection" (2005), 7.2, hierarchical grids.

use glam::Vec2;

use super::cells::{cell_at, exponent_of, power_of_two};
use super::collider::Collider;
use crate::geometry::Rect;

/// Stands for no entry.
const NONE: u32 = u32::MAX;
/// Number of the grid in the cell of a free entry.
const FREE: u8 = u8::MAX;
/// Number of grids. The cells of each are four times as large as in the grid before.
const GRIDS: usize = 16;
/// Factor by which `Sizes::surely` is smaller than `reach`. It covers the rounding errors of two 32-bit floats.
const SURELY: f64 = 1.0 + 1.0 / (1 << 21) as f64;
/// Integers up to this one are exact as 32-bit floats.
const EXACT: i32 = 1 << 24;
/// Neighbouring cells of a row form runs of `2^RUN` cells, whose lists are consecutive in memory.
const RUN: u32 = 3;

/// A collider and its cell, as an element of a linked list.
#[derive(Clone, Debug)]
struct GridEntry {
    collider: Collider,
    cell: Cell,
    /// The cell's rectangle, without its right and lower edges. `Rect::NOTHING` if an edge is not exact as a 32-bit
    /// float.
    within: Rect,
    /// Next and previous entry of the same list.
    next: u32,
    previous: u32,
    /// Exponent of the box's longer side, as it was added to `Grid::exponents`.
    exponent: Option<i16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    x: i32,
    y: i32,
    grid: u8,
}

/// Sizes of the boxes of one grid.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    count: u32,
    /// Longest side since the grid was last empty or rebuilt, in world units.
    reach: f64,
    /// A box whose sides, computed as 32-bit floats, are at most this long is not longer than `reach`.
    surely: f32,
}

impl Sizes {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the result is less by more than it rounds"
    )]
    fn add(&mut self, extent: f64) {
        if extent > self.reach {
            self.reach = extent;
            self.surely = (extent / SURELY) as f32;
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Grid {
    entries: Vec<GridEntry>,
    free: Vec<u32>,
    /// First entry of each list. The number of lists is a power of two.
    lists: Vec<u32>,
    sizes: [Sizes; GRIDS],
    /// One bit for each grid that has entries.
    used: u16,
    /// The side of the smallest cells, in world units.
    cell: f64,
    /// Sum of the exponents of the boxes' longer sides. Cells are chosen by the mean of the exponents, because the
    /// largest box would dominate a mean of the sides.
    exponents: i64,
    /// Number of boxes in this sum.
    measured: u32,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            lists: Vec::new(),
            sizes: [Sizes::default(); GRIDS],
            used: 0,
            cell: 1.0,
            exponents: 0,
            measured: 0,
        }
    }
}

impl Grid {
    pub(crate) fn insert(&mut self, collider: Collider) -> u32 {
        let exponent = exponent_of(collider.extent());
        self.measure(exponent);
        if self.len() * 2 >= self.lists.len() {
            self.rebuild();
        }
        let entry = GridEntry {
            collider,
            cell: self.cell_of(&collider),
            within: Rect::default(),
            next: NONE,
            previous: NONE,
            exponent,
        };
        let number = match self.free.pop() {
            Some(number) => {
                self.entries[number as usize] = entry;
                number
            }
            None => {
                self.entries.push(entry);
                u32::try_from(self.entries.len() - 1).expect("as many as slots, in 32 bits")
            }
        };
        self.link(number);
        number
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries) + size_of_val(&*self.lists)
    }

    #[inline]
    pub(crate) fn collider(&self, number: u32) -> &Collider {
        &self.entries[number as usize].collider
    }

    #[inline]
    pub(crate) fn change(&mut self, number: u32, collider: Collider) {
        let entry = &mut self.entries[number as usize];
        let (cell, new) = (entry.cell, collider.extent());
        entry.collider = collider;
        let exponent = exponent_of(new);
        let before = core::mem::replace(&mut entry.exponent, exponent);
        self.unmeasure(before);
        self.measure(exponent);
        let sizes = &mut self.sizes[usize::from(cell.grid)];
        let to = cell_of(&collider, self.cell);
        if cell == to {
            sizes.add(new);
        } else {
            self.relink(number, to);
        }
    }

    /// Like `change`, for a collider that only moved. Its size differs only by rounding, so that it stays in its grid.
    #[inline]
    pub(crate) fn set_area(&mut self, number: u32, area: Rect) {
        let entry = &mut self.entries[number as usize];
        entry.collider.area = area;
        // Most boxes stay in their cell. This test is faster than computing the cell.
        let Rect { min, max } = entry.within;
        let stays = (area.min.x >= min.x)
            & (area.min.y >= min.y)
            & (area.min.x < max.x)
            & (area.min.y < max.y);
        let Vec2 { x, y } = area.size();
        let surely = self.sizes[usize::from(entry.cell.grid)].surely;
        if !(stays & (x <= surely) & (y <= surely)) {
            self.rebuild_entry(number);
        }
    }

    /// Updates the cell of an entry, and the sizes of its grid.
    fn rebuild_entry(&mut self, number: u32) {
        let GridEntry { collider, cell, .. } = &self.entries[number as usize];
        let (area, cell) = (collider.area, *cell);
        let sizes = &mut self.sizes[usize::from(cell.grid)];
        if !area.size().cmple(Vec2::splat(sizes.surely)).all() {
            sizes.add(collider.extent());
        }
        let min = area.min;
        let side = self.side_of(cell.grid);
        let to = Cell {
            x: cell_at(f64::from(min.x), side),
            y: cell_at(f64::from(min.y), side),
            ..cell
        };
        if to != cell {
            self.relink(number, to);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn remove(&mut self, number: u32) {
        self.unmeasure(self.entries[number as usize].exponent);
        self.unlink(number);
        self.entries[number as usize].cell.grid = FREE;
        self.free.push(number);
    }

    /// Chooses other cells if the boxes have become much smaller or larger since the last choice.
    pub(crate) fn tidy(&mut self) {
        let wanted = self.wanted_cell();
        // Within these limits, other cells are not worth the work.
        if !(self.cell / 4.0..=self.cell * 4.0).contains(&wanted) {
            self.rebuild();
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
    pub(crate) fn stride(&self) -> f32 {
        if self.is_empty() {
            0.0
        } else {
            self.cell as f32
        }
    }

    #[inline]
    pub(crate) fn each_in(
        &self,
        area: Rect,
        wanted: impl Fn(&Collider) -> bool,
        mut found: impl FnMut(&Collider),
    ) {
        let mut used = self.used;
        let mut cell = self.cell;
        for (number, sizes) in (0_u8..).zip(&self.sizes) {
            if used == 0 {
                break;
            }
            if used & 1 == 1 {
                let cells = CellRange::of(area, sizes.reach, cell, number);
                if cells.count() > self.entries.len() as u64 {
                    // Fewer entries than cells: visits all entries.
                    let entries = self
                        .entries
                        .iter()
                        .filter(|entry| entry.cell.grid == number);
                    for GridEntry { collider, .. } in entries {
                        if wanted(collider) && area.overlaps(&collider.area) {
                            found(collider);
                        }
                    }
                } else {
                    self.each_of(cells, |collider| {
                        if wanted(collider) && area.overlaps(&collider.area) {
                            found(collider);
                        }
                    });
                }
            }
            cell *= 4.0;
            used >>= 1;
        }
    }

    /// Calls `visit` with every collider in some cells.
    #[inline]
    fn each_of(&self, cells: CellRange, mut visit: impl FnMut(&Collider)) {
        for y in cells.from.y..=cells.to.y {
            let mut first = self.first_list(Cell { y, ..cells.from });
            for x in cells.from.x..=cells.to.x {
                let cell = Cell { x, y, ..cells.from };
                if within_run(x) == 0 {
                    first = self.first_list(cell);
                }
                let mut at = self.lists[first + within_run(x)];
                while let Some(entry) = self.entries.get(at as usize) {
                    // Cells with the same hash share a list.
                    if entry.cell == cell {
                        visit(&entry.collider);
                    }
                    at = entry.next;
                }
            }
        }
    }

    /// Returns the area of a cell without its right and lower edge. `Rect::NOTHING` if an edge is not exact in 32 bits.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "edges that are rounded are left out"
    )]
    fn within(&self, cell: Cell) -> Rect {
        let side = self.side_of(cell.grid) as f32;
        let is_exact = |number: i32| (-EXACT..EXACT).contains(&number);
        // Sides are powers of two, so that edges are as exact as the cell numbers. An edge beyond the largest float
        // becomes infinite, which is right, because no finite position lies beyond it.
        if !(is_exact(cell.x) && is_exact(cell.y)) {
            return Rect::NOTHING;
        }
        let min = Vec2::new(cell.x as f32, cell.y as f32);
        Rect {
            min: min * side,
            max: (min + 1.0) * side,
        }
    }

    /// Returns the side of a grid's cells, in world units.
    fn side_of(&self, grid: u8) -> f64 {
        self.cell * power_of_two(2 * i64::from(grid))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Makes new lists, at least four for each box, and chooses cells that fit the present boxes.
    fn rebuild(&mut self) {
        self.cell = self.wanted_cell();
        let lists = ((self.len() + 1) * 4).next_power_of_two().max(16);
        self.lists.clear();
        self.lists.resize(lists, NONE);
        self.sizes = [Sizes::default(); GRIDS];
        self.used = 0;
        for number in 0..self.entries.len() {
            if self.entries[number].cell.grid != FREE {
                self.entries[number].cell = self.cell_of(&self.entries[number].collider);
                self.link(u32::try_from(number).expect("as many as slots, in 32 bits"));
            }
        }
    }

    /// Returns the side of cells that fits these boxes: a power of two. If all boxes have the same size, it is one to
    /// two times as long as their longer side.
    fn wanted_cell(&self) -> f64 {
        // No box has a size to choose cells by: there are only points, or no boxes at all.
        if self.measured == 0 {
            return 1.0;
        }
        let mean = self.exponents.div_euclid(i64::from(self.measured));
        power_of_two(mean + 1)
    }

    fn measure(&mut self, exponent: Option<i16>) {
        if let Some(exponent) = exponent {
            self.exponents += i64::from(exponent);
            self.measured += 1;
        }
    }

    fn unmeasure(&mut self, exponent: Option<i16>) {
        if let Some(exponent) = exponent {
            self.exponents -= i64::from(exponent);
            self.measured -= 1;
        }
    }

    fn cell_of(&self, collider: &Collider) -> Cell {
        cell_of(collider, self.cell)
    }

    /// Returns the list that contains a cell's entries.
    #[inline]
    fn list_of(&self, cell: Cell) -> usize {
        self.first_list(cell) + within_run(cell.x)
    }

    /// Returns the first list of a cell's run.
    #[inline]
    fn first_list(&self, cell: Cell) -> usize {
        let run = (cell.x >> RUN).cast_unsigned();
        let mixed = run.wrapping_mul(0x9E37_79B1)
            ^ cell.y.cast_unsigned().wrapping_mul(0x85EB_CA77)
            ^ u32::from(cell.grid).wrapping_mul(0xC2B2_AE3D);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x27D4_EB2F);
        // The mask does not split a run, because there are more lists than cells in a run.
        ((mixed ^ mixed >> 13) << RUN) as usize & (self.lists.len() - 1)
    }

    /// Puts an entry into another cell.
    fn relink(&mut self, number: u32, to: Cell) {
        self.unlink(number);
        self.entries[number as usize].cell = to;
        self.link(number);
    }

    /// Puts an entry into the list of its cell.
    fn link(&mut self, number: u32) {
        let cell = self.entries[number as usize].cell;
        let within = self.within(cell);
        let list = self.list_of(cell);
        let first = core::mem::replace(&mut self.lists[list], number);
        if let Some(first) = self.entries.get_mut(first as usize) {
            first.previous = number;
        }
        let entry = &mut self.entries[number as usize];
        (entry.next, entry.previous) = (first, NONE);
        entry.within = within;
        let sizes = &mut self.sizes[usize::from(cell.grid)];
        sizes.count += 1;
        self.used |= 1 << cell.grid;
        sizes.add(entry.collider.extent());
    }

    fn unlink(&mut self, number: u32) {
        let GridEntry {
            cell,
            next,
            previous,
            ..
        } = self.entries[number as usize];
        match self.entries.get_mut(previous as usize) {
            Some(entry) => entry.next = next,
            None => {
                let list = self.list_of(cell);
                self.lists[list] = next;
            }
        }
        if let Some(entry) = self.entries.get_mut(next as usize) {
            entry.previous = previous;
        }
        let sizes = &mut self.sizes[usize::from(cell.grid)];
        sizes.count -= 1;
        if sizes.count == 0 {
            *sizes = Sizes::default();
            self.used &= !(1 << cell.grid);
        }
    }
}

/// Returns the index of a cell in its run.
#[inline]
fn within_run(x: i32) -> usize {
    (x.cast_unsigned() & ((1 << RUN) - 1)) as usize
}

/// Returns the cell of a collider, if the smallest cells have this side.
#[inline]
fn cell_of(collider: &Collider, mut cell: f64) -> Cell {
    let extent = collider.extent();
    let mut grid = 0;
    while extent > cell && usize::from(grid) < GRIDS - 1 {
        grid += 1;
        cell *= 4.0;
    }
    Cell {
        x: cell_at(f64::from(collider.area.min.x), cell),
        y: cell_at(f64::from(collider.area.min.y), cell),
        grid,
    }
}

/// A rectangle of cells of one grid.
#[derive(Clone, Copy, Debug)]
struct CellRange {
    from: Cell,
    to: Cell,
}

impl CellRange {
    /// Returns the cells whose boxes, with sides up to `reach`, can overlap an area.
    #[inline]
    fn of(area: Rect, reach: f64, cell: f64, grid: u8) -> Self {
        // Rounded down, so that boxes at the very end of the reach are found.
        let from = |edge: f32| cell_at((f64::from(edge) - reach).next_down(), cell);
        let to = |edge: f32| cell_at(f64::from(edge), cell);
        Self {
            from: Cell {
                x: from(area.min.x),
                y: from(area.min.y),
                grid,
            },
            to: Cell {
                x: to(area.max.x),
                y: to(area.max.y),
                grid,
            },
        }
    }

    fn count(self) -> u64 {
        let along =
            |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1).max(0).unsigned_abs();
        along(self.from.x, self.to.x).saturating_mul(along(self.from.y, self.to.y))
    }
}
