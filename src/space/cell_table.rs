//! Boxes sorted by their cells, and their overlapping pairs.

use core::ops::Range;

use super::box_ends::BoxEnds;
use super::neighbors::SweptBox;
use crate::base::id::row_number;
use glam::Vec2;

/// A table may always have this many buckets, and has at least as many if cells share buckets.
const FEWEST_CELLS: usize = 64;
/// Maximum number of buckets per box. In a table that would need more, cells share buckets.
const MOST_CELLS_FOR_EACH: usize = 8;
/// Stride between rows that are longer than the table. It spreads the starts of the rows over the table.
const SCATTERED: u32 = 0x9E37_79B1;

/// Pairs of boxes, by their indices.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Only the first `len` are valid.
    list: Vec<[u32; 2]>,
    len: usize,
}

impl Pairs {
    /// Returns whether there are too many pairs per box for neighbour lists.
    pub(super) fn are_too_many(&self, boxes: usize) -> bool {
        self.len > boxes.saturating_mul(MOST_FOR_EACH)
    }

    /// Removes all pairs, and reserves one for each box. Steps of most games then allocate nothing.
    pub(super) fn clear(&mut self, boxes: usize) {
        self.len = 0;
        if self.list.len() < boxes {
            self.list.resize(boxes, [0; 2]);
        }
    }

    pub(super) fn found(&self) -> &[[u32; 2]] {
        &self.list[..self.len]
    }

    /// Adds the pairs of a box with those of `others` that it may meet and for whose index `is_meant` returns true.
    #[inline]
    fn add(&mut self, one: &SortedBox, others: &[SortedBox], is_meant: impl Fn(usize) -> bool) {
        let most = self.len + others.len();
        if self.list.len() < most {
            self.list.resize(most * 2, [0; 2]);
        }
        for (number, other) in others.iter().enumerate() {
            // Always writes the pair, and counts it if it is wanted: a branch would not be predictable.
            self.list[self.len] = [one.tagged >> 1, other.tagged >> 1];
            self.len += usize::from(is_meant(number) & one.may_meet(other));
        }
    }
}

/// Largest average number of pairs per box. Above it, no neighbour lists are made. Many boxes at the same position
/// exceed it, and so do very long ones.
const MOST_FOR_EACH: usize = 64;
/// Number of boxes tested at once.
const BLOCK: usize = 2;
/// Padding after the last box. It is in no group, so that it meets no box.
const EMPTY_BOX: SortedBox = SortedBox {
    ends: BoxEnds::NOTHING,
    groups: 0,
    collides_with: 0,
    tagged: 0,
    bucket: 0,
};

/// An entry of the sorted boxes. It fills half a cache line.
#[derive(Clone, Copy, Debug)]
struct SortedBox {
    ends: BoxEnds,
    groups: u32,
    collides_with: u32,
    /// Index among all boxes, shifted left by one. The lowest bit is set if the box moves.
    tagged: u32,
    /// Bucket of the cell that contains the box's top left corner.
    bucket: u32,
}

const _: () = assert!(size_of::<SortedBox>() == 32);

impl SortedBox {
    #[inline]
    fn new(index: u32, swept: &SweptBox, bucket: u32) -> Self {
        Self {
            ends: swept.ends,
            groups: swept.groups,
            collides_with: swept.collides_with,
            tagged: index << 1 | u32::from(swept.moves),
            bucket,
        }
    }

    /// Returns whether two boxes overlap, may collide, and at least one moves. Has no branches, because none would be
    /// predictable.
    #[inline]
    fn may_meet(&self, other: &Self) -> bool {
        self.ends.overlap(other.ends)
            & (self.groups & other.collides_with != 0)
            & (other.groups & self.collides_with != 0)
            & ((self.tagged | other.tagged) & 1 != 0)
    }
}

/// Boxes sorted by cell. The table is an array of buckets, row after row. Each cell has one, unless cells share
/// buckets: see `is_wrapped`.
#[derive(Debug, Default)]
pub(super) struct CellTable {
    /// Index in `sorted` of the first box of each bucket, and the end of the last bucket.
    starts: Vec<u32>,
    sorted: Vec<SortedBox>,
    /// Whether there are more cells than buckets. The number of buckets is then a power of two, and cells wrap around,
    /// so that several share a bucket.
    is_wrapped: bool,
    /// Cell of each sorted box. Only filled if `is_wrapped`.
    cells: Vec<[i32; 2]>,
    /// Number of buckets from the start of one row to the start of the next.
    stride: u32,
    /// Cells of the top left and of the bottom right corner of `around`.
    first: [i32; 2],
    last: [i32; 2],
    /// Number of cells per world unit: a power of two, so that products are exact. 0 for cells too large for 32-bit
    /// numbers. All boxes are then in one cell.
    per_unit: f32,
    /// Box around all boxes.
    around: BoxEnds,
    /// Number of boxes.
    count: usize,
    // Scratch: the bucket of each box, or `NOWHERE` if the box is in another table.
    buckets: Vec<u32>,
}

/// Stands for the bucket of a box that is in another table.
const NOWHERE: u32 = u32::MAX;

impl CellTable {
    /// Sorts the `count` boxes that `is_in` accepts into cells with this `side`. There is at least one such box, and
    /// none is larger than a cell. All boxes are within `around`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a power of two, or as small as nothing"
    )]
    pub(super) fn fill(
        &mut self,
        boxes: &[SweptBox],
        count: usize,
        around: BoxEnds,
        side: f64,
        is_in: impl Fn(usize) -> bool,
    ) {
        self.per_unit = (1.0 / side) as f32;
        self.count = count;
        self.around = around;
        self.first = cell_of(around.top_left(), self.per_unit);
        self.last = cell_of(around.bottom_right(), self.per_unit);
        self.lay_out();
        self.buckets.clear();
        self.buckets.reserve(boxes.len());
        for (index, swept) in boxes.iter().enumerate() {
            let mut bucket = NOWHERE;
            if is_in(index) {
                let at = self.bucket(cell_of(swept.ends.top_left(), self.per_unit));
                self.starts[at] += 1;
                bucket = row_number(at);
            }
            self.buckets.push(bucket);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // Reserves room for all boxes, because the number of boxes of one size changes from step to step.
        self.sorted
            .reserve((boxes.len() + BLOCK).saturating_sub(self.sorted.len()));
        // Every entry before the padding is written below.
        self.sorted.resize(self.count + BLOCK, EMPTY_BOX);
        self.sorted[self.count..].fill(EMPTY_BOX);
        for ((index, swept), &bucket) in (0_u32..).zip(boxes).zip(&self.buckets) {
            if bucket != NOWHERE {
                let start = &mut self.starts[bucket as usize];
                *start -= 1;
                self.sorted[*start as usize] = SortedBox::new(index, swept, bucket);
            }
        }
        let mut cells = core::mem::take(&mut self.cells);
        cells.clear();
        if self.is_wrapped {
            cells.reserve(boxes.len());
            cells.extend(self.boxes().iter().map(|one| self.cell(one)));
        }
        self.cells = cells;
    }

    /// Chooses the number of buckets and the stride, and empties all buckets.
    fn lay_out(&mut self) {
        let length = |axis: usize| i64::from(self.last[axis]) - i64::from(self.first[axis]);
        // An empty cell separates the end of each row from the next row, and an empty row follows the last one.
        let [columns, rows] = [0, 1].map(|axis| (length(axis) + 2).unsigned_abs());
        // Includes the buckets that searches read after the empty row.
        let all = columns.max(3).saturating_mul(rows).saturating_add(3);
        let most = (self.count * MOST_CELLS_FOR_EACH).max(FEWEST_CELLS);
        let all = usize::try_from(all).ok().filter(|&all| all <= most);
        self.is_wrapped = all.is_none();
        let wrapped = || (self.count * 2).next_power_of_two().max(FEWEST_CELLS);
        let buckets = all.unwrap_or_else(wrapped);
        let stride = u32::try_from(columns)
            .ok()
            .filter(|&columns| columns as usize <= buckets);
        self.stride = stride.unwrap_or(SCATTERED).max(3);
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
    }

    /// Returns the boxes, sorted by cell.
    fn boxes(&self) -> &[SortedBox] {
        &self.sorted[..self.count]
    }

    fn cell(&self, one: &SortedBox) -> [i32; 2] {
        cell_of(one.ends.top_left(), self.per_unit)
    }

    /// Returns the bucket of a cell.
    #[inline]
    fn bucket(&self, [x, y]: [i32; 2]) -> usize {
        let [first_x, first_y] = self.first;
        let row = y
            .wrapping_sub(first_y)
            .cast_unsigned()
            .wrapping_mul(self.stride);
        let bucket = row.wrapping_add(x.wrapping_sub(first_x).cast_unsigned());
        if self.is_wrapped {
            bucket as usize & (self.starts.len() - 2)
        } else {
            bucket as usize
        }
    }

    /// Finds the pairs among the sorted boxes. Stops early if there are too many for this number of boxes.
    pub(super) fn pairs_within(&self, boxes: usize, all: &mut Pairs) {
        if self.is_wrapped {
            return self.pairs_within_wrapped(boxes, all);
        }
        // Moves the pairs to a local value: otherwise their number would be read from and written to memory for each
        // box.
        let mut found = core::mem::take(all);
        let pairs = &mut found;
        let stride = self.stride as usize;
        for (at, one) in self.boxes().iter().enumerate() {
            if pairs.are_too_many(boxes) {
                break;
            }
            // Tests the later boxes of the same cell, and the boxes of the next cell. The box reaches no further,
            // because no box is larger than a cell.
            let bucket = one.bucket as usize;
            self.add_range(one, [at + 1, self.starts[bucket + 2] as usize], pairs);
            // Tests the boxes of three cells of the row below.
            let below = bucket + stride - 1;
            let range = [below, below + 3].map(|bucket| self.starts[bucket] as usize);
            self.add_range(one, range, pairs);
        }
        *all = found;
    }

    /// Like `pairs_within`, if cells share buckets.
    fn pairs_within_wrapped(&self, boxes: usize, pairs: &mut Pairs) {
        for (at, one) in self.boxes().iter().enumerate() {
            if pairs.are_too_many(boxes) {
                break;
            }
            let [x, y] = self.cells[at];
            let (next, behind) = (self.bucket([x, y]) + 1, at + 1);
            let end = self.starts[(next + 1).min(self.buckets())] as usize;
            self.add_cells(one, behind..end.max(behind), Some([x, y]), pairs);
            if next == self.buckets() {
                self.add_cells(one, 0..self.starts[1] as usize, Some([x, y]), pairs);
            }
            let below = [x.saturating_sub(1), y.wrapping_add(1)];
            let [left, row] = below;
            self.row([left, left.saturating_add(2)], row, |others| {
                self.add_cells(one, others, Some(below), pairs);
            });
        }
    }

    /// Adds the pairs of a box with a range of sorted boxes.
    #[inline(always)]
    fn add_range(&self, one: &SortedBox, [mut from, to]: [usize; 2], pairs: &mut Pairs) {
        // Tests whole blocks, mostly exactly one: a loop over the exact number of boxes would not be predictable.
        loop {
            let others = &self.sorted[from..from + BLOCK];
            pairs.add(one, others, |number| from + number < to);
            from += BLOCK;
            if from >= to {
                break;
            }
        }
    }

    /// Adds the pairs of a box with those boxes of a range that [`CellTable::is_in_row`] accepts.
    #[inline]
    fn add_cells(
        &self,
        one: &SortedBox,
        range: Range<usize>,
        from: Option<[i32; 2]>,
        pairs: &mut Pairs,
    ) {
        let start = range.start;
        pairs.add(one, &self.sorted[range], |number| {
            self.is_in_row(start + number, from)
        });
    }

    /// Returns whether a sorted box is in the row of the cell `from`, and not to the left of it. Accepts all boxes if
    /// no cells share buckets, or if `from` is `None`.
    #[inline]
    fn is_in_row(&self, at: usize, from: Option<[i32; 2]>) -> bool {
        let [x, y] = self.cells.get(at).copied().unwrap_or_default();
        !self.is_wrapped || from.is_none_or(|[left, row]| y == row && x >= left)
    }

    fn buckets(&self) -> usize {
        self.starts.len() - 1
    }

    /// Finds the pairs of one box of a smaller size class with the sorted boxes.
    pub(super) fn pairs_with(&self, index: u32, swept: &SweptBox, pairs: &mut Pairs) {
        let one = SortedBox::new(index, swept, 0);
        self.each_row(&one, |range, from| {
            self.add_cells(&one, range, from, pairs);
        });
    }

    /// Calls `visit` with the ranges of sorted boxes that another box may meet, each with the leftmost cell that is
    /// searched in its row; or with the range of all boxes and `None`.
    #[inline]
    fn each_row(&self, one: &SortedBox, mut visit: impl FnMut(Range<usize>, Option<[i32; 2]>)) {
        if !one.ends.overlap(self.around) {
            return;
        }
        let [left, top] = cell_of(one.ends.top_left(), self.per_unit);
        let [right, bottom] = cell_of(one.ends.bottom_right(), self.per_unit);
        // Boxes in the previous cells may reach into these. The table has no boxes beyond `first` and `last`.
        let from =
            [(left, 0), (top, 1)].map(|(cell, axis)| cell.saturating_sub(1).max(self.first[axis]));
        let to = [(right, 0), (bottom, 1)].map(|(cell, axis)| cell.min(self.last[axis]));
        let count = |axis: usize| (i64::from(to[axis]) - i64::from(from[axis]) + 1).unsigned_abs();
        let boxes = self.boxes().len();
        if count(0).saturating_mul(count(1)) > boxes as u64 {
            // Fewer boxes than cells: visits all boxes.
            return visit(0..boxes, None);
        }
        for y in from[1]..=to[1] {
            self.row([from[0], to[0]], y, |range| {
                visit(range, Some([from[0], y]));
            });
        }
    }

    /// Calls `visit` with the ranges of boxes in consecutive cells of a row.
    #[inline]
    fn row(&self, [left, right]: [i32; 2], y: i32, mut visit: impl FnMut(Range<usize>)) {
        let from = self.bucket([left, y]);
        let cells = right.wrapping_sub(left).cast_unsigned() as usize + 1;
        let (end, all) = (from + cells, self.buckets());
        let boxes = |from: usize, to: usize| self.starts[from] as usize..self.starts[to] as usize;
        visit(boxes(from, end.min(all)));
        if end > all {
            visit(boxes(0, end - all));
        }
    }
}

/// Returns the cell of a corner. Cell numbers never decrease as coordinates increase.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "saturates: what is too far away shares the last cell"
)]
fn cell_of(corner: Vec2, per_unit: f32) -> [i32; 2] {
    let cells = corner * per_unit;
    // Rounds down without `f32::floor`, which is a function call on the oldest supported processors.
    [cells.x, cells.y].map(|cells| {
        let towards_zero = cells as i32;
        towards_zero.saturating_sub(i32::from(towards_zero as f32 > cells))
    })
}
