//! Boxes in the order of the cells that they are in, and the pairs of them that overlap.

use super::cells::cell_at;
use super::neighbors::SweptBox;
use crate::geometry::Rect;
use glam::{Vec2, Vec4, Vec4Swizzles};

/// The fewest cells of a table.
const FEWEST_CELLS: usize = 64;
/// How far the rows of a table are apart that are longer than the table: they begin anywhere.
const SCATTERED: u32 = 0x9E37_79B1;

/// Pairs of boxes that were found, by their indices.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// What is behind the first `len` means nothing.
    list: Vec<[u32; 2]>,
    len: usize,
}

impl Pairs {
    /// Forgets all pairs. There is room for as many as boxes at once, so that the steps of most games allocate nothing.
    pub(super) fn clear(&mut self, boxes: usize) {
        self.len = 0;
        if self.list.len() < boxes {
            self.list.resize(boxes, [0; 2]);
        }
    }

    pub(super) fn found(&self) -> &[[u32; 2]] {
        &self.list[..self.len]
    }

    /// Adds the pairs of a box with some others that it may meet and that are in a row, from a cell on.
    #[inline]
    fn add(&mut self, one: &SortedBox, others: &[SortedBox], [x, y]: [i32; 2]) {
        let most = self.len + others.len();
        if self.list.len() < most {
            self.list.resize(most * 2, [0; 2]);
        }
        for other in others {
            // Written in any case, and kept if it counts: a branch could not be predicted.
            self.list[self.len] = [one.tagged >> 1, other.tagged >> 1];
            self.len += usize::from((other.y == y) & (other.x >= x) & one.may_meet(other));
        }
    }
}

/// This many boxes are tested at once.
const BLOCK: usize = 2;
/// What is behind the last box: in no group.
const NOBODY: SortedBox = SortedBox {
    ends: Vec4::NEG_INFINITY,
    x: 0,
    y: 0,
    groups: 0,
    collides_with: 0,
    tagged: 0,
};

/// A box in the order of the cells.
#[derive(Clone, Copy, Debug)]
struct SortedBox {
    /// The lower right corner, and the upper left one with the other signs: so that one comparison of four numbers tells
    /// whether boxes overlap.
    ends: Vec4,
    /// The cell of its top left corner.
    x: i32,
    y: i32,
    groups: u32,
    collides_with: u32,
    /// Its index among all boxes, and in the lowest bit whether it moves.
    tagged: u32,
}

impl SortedBox {
    #[inline]
    fn new(index: u32, swept: &SweptBox, [x, y]: [i32; 2]) -> Self {
        Self {
            ends: ends(swept.area),
            x,
            y,
            groups: swept.groups,
            collides_with: swept.collides_with,
            tagged: index << 1 | u32::from(swept.moves),
        }
    }

    /// Whether two boxes overlap, may collide, and one of them moves. Without branches, because none could be predicted.
    #[inline]
    fn may_meet(&self, other: &Self) -> bool {
        let begins = -self.ends.zwxy();
        begins.cmplt(other.ends).all()
            & (self.groups & other.collides_with != 0)
            & (other.groups & self.collides_with != 0)
            & ((self.tagged | other.tagged) & 1 != 0)
    }
}

/// Some boxes in the order of their cells. The rows of cells are one behind the other; what is too much for the table wraps
/// around, so that cells share a place.
#[derive(Debug, Default)]
pub(super) struct CellTable {
    /// Where the boxes of each place begin. One more than there are places, which are as many as a power of two.
    starts: Vec<u32>,
    sorted: Vec<SortedBox>,
    /// How far the rows are apart.
    stride: u32,
    /// The cell of the first place.
    first: [i32; 2],
    /// The side of a cell, in world units.
    side: f64,
    /// A box around all of them.
    around: Rect,
    // Scratch.
    cells: Vec<[i32; 2]>,
}

impl CellTable {
    /// Sorts some of the boxes, none of which is larger than a cell: one at least.
    pub(super) fn fill(&mut self, boxes: &[SweptBox], side: f64, is_in: impl Fn(usize) -> bool) {
        self.side = side;
        let members = || {
            (0_u32..)
                .zip(boxes)
                .filter(|&(index, _)| is_in(index as usize))
        };
        // How many boxes are of one size differs from step to step: room for all of them, once.
        self.cells.clear();
        self.cells.reserve(boxes.len());
        self.sorted.clear();
        self.sorted.reserve(boxes.len() + BLOCK);
        self.cells
            .extend(members().map(|(_, swept)| cell_of(swept.area.min, side)));
        self.around = members().fold(Rect::NOTHING, |around, (_, swept)| around.union(swept.area));
        self.first = cell_of(self.around.min, side);
        let last = cell_of(self.around.max, side);
        let places = (self.cells.len() * 2).next_power_of_two().max(FEWEST_CELLS);
        // A free cell keeps the ends of rows apart.
        let columns = i64::from(last[0]) - i64::from(self.first[0]) + 2;
        let stride = u32::try_from(columns)
            .ok()
            .filter(|&columns| columns as usize <= places);
        self.stride = stride.unwrap_or(SCATTERED).max(3);
        self.starts.clear();
        self.starts.resize(places + 1, 0);
        for &cell in &self.cells {
            let place = self.place(cell);
            self.starts[place] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.sorted.clear();
        self.sorted.resize(self.cells.len() + BLOCK, NOBODY);
        for ((index, swept), &cell) in members().zip(&self.cells) {
            let place = self.place(cell);
            let start = &mut self.starts[place];
            *start -= 1;
            self.sorted[*start as usize] = SortedBox::new(index, swept, cell);
        }
    }

    /// The place of a cell in the table.
    #[inline]
    fn place(&self, [x, y]: [i32; 2]) -> usize {
        let [first_x, first_y] = self.first;
        let row = y
            .wrapping_sub(first_y)
            .cast_unsigned()
            .wrapping_mul(self.stride);
        let place = row.wrapping_add(x.wrapping_sub(first_x).cast_unsigned());
        place as usize & (self.starts.len() - 2)
    }

    /// Finds the pairs among the sorted boxes.
    pub(super) fn pairs_within(&self, pairs: &mut Pairs) {
        for (at, one) in self.sorted[..self.cells.len()].iter().enumerate() {
            // Those behind it in its own cell, and in the next one, which it may reach into: none is larger than a cell.
            let cell = [one.x, one.y];
            let place = self.place(cell);
            self.add_range(one, at + 1, self.end(place + 1), cell, pairs);
            if place + 1 == self.places() {
                pairs.add(one, &self.sorted[..self.end(0)], cell);
            }
            // Then the row below.
            let cell = [one.x.saturating_sub(1), one.y.wrapping_add(1)];
            let place = self.place(cell);
            let (from, last) = (self.starts[place] as usize, place + 2);
            self.add_range(one, from, self.end(last), cell, pairs);
            if last >= self.places() {
                let end = self.end(last - self.places());
                pairs.add(one, &self.sorted[..end], cell);
            }
        }
    }

    /// Adds the pairs of a box with the sorted ones of a range that are in a row, from a cell on.
    #[inline]
    fn add_range(
        &self,
        one: &SortedBox,
        mut from: usize,
        to: usize,
        cell: [i32; 2],
        pairs: &mut Pairs,
    ) {
        // Always at least one block, and mostly one: how many there are exactly could not be predicted. What is behind the
        // range is before the cell, in another row, or too far away.
        loop {
            pairs.add(one, &self.sorted[from..from + BLOCK], cell);
            from += BLOCK;
            if from >= to {
                break;
            }
        }
    }

    fn places(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where the boxes of a place end, or of the last one.
    #[inline]
    fn end(&self, place: usize) -> usize {
        self.starts[(place + 1).min(self.places())] as usize
    }

    /// Finds the pairs of the sorted boxes with one that is smaller than a cell.
    pub(super) fn pairs_with(&self, index: u32, swept: &SweptBox, pairs: &mut Pairs) {
        if !self.around.overlaps(&swept.area) {
            return;
        }
        let [left, top] = cell_of(swept.area.min, self.side);
        let [right, bottom] = cell_of(swept.area.max, self.side);
        let one = SortedBox::new(index, swept, [left, top]);
        // Those in the cell before may reach into this one.
        let left = left.saturating_sub(1);
        for y in top.saturating_sub(1)..=bottom {
            self.row([left, right], y, |others| {
                pairs.add(&one, others, [left, y])
            });
        }
    }

    /// Calls `act` with the index of each box that moves and that another one, of any size, may meet.
    pub(super) fn each_mover_in(&self, swept: &SweptBox, mut act: impl FnMut(u32)) {
        let boxes = &self.sorted[..self.cells.len()];
        let [left, top] = cell_of(swept.area.min, self.side);
        let [right, bottom] = cell_of(swept.area.max, self.side);
        let left = left.saturating_sub(1);
        let top = top.saturating_sub(1);
        let count = |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1).unsigned_abs();
        // What moves is that from the table.
        let one = SortedBox::new(0, swept, [left, top]);
        let mut look_at = |other: &SortedBox| {
            if other.tagged & 1 == 1 && one.may_meet(other) {
                act(other.tagged >> 1);
            }
        };
        if count(left, right).saturating_mul(count(top, bottom)) > boxes.len() as u64 {
            // Fewer boxes than cells: all of them are looked at.
            return boxes.iter().for_each(look_at);
        }
        for y in top..=bottom {
            self.row([left, right], y, |others| {
                let in_row = |other: &&SortedBox| other.y == y && other.x >= left;
                others.iter().filter(in_row).for_each(&mut look_at);
            });
        }
    }

    /// Calls `visit` with the boxes of a few cells of a row.
    #[inline]
    fn row(&self, [left, right]: [i32; 2], y: i32, mut visit: impl FnMut(&[SortedBox])) {
        let from = self.place([left, y]);
        let cells = right.wrapping_sub(left).cast_unsigned() as usize + 1;
        let (end, all) = (from + cells, self.starts.len() - 1);
        let boxes = |from: usize, to: usize| {
            &self.sorted[self.starts[from] as usize..self.starts[to] as usize]
        };
        visit(boxes(from, end.min(all)));
        if end > all {
            visit(boxes(0, end - all));
        }
    }
}

/// The lower right corner of a box, and the upper left one with the other signs.
#[inline]
fn ends(area: Rect) -> Vec4 {
    Vec4::new(area.max.x, area.max.y, -area.min.x, -area.min.y)
}

#[inline]
fn cell_of(corner: Vec2, side: f64) -> [i32; 2] {
    [
        cell_at(f64::from(corner.x), side),
        cell_at(f64::from(corner.y), side),
    ]
}
