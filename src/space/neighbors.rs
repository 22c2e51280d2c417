//! Neighbour lists: all pairs of boxes that overlap, may collide and include a moving box. All are found in one pass.
//!
//! A counting sort puts boxes into cells. Boxes in a row of cells are then adjacent in memory, and each pair is tested
//! once. The lists are those of L. Verlet, "Computer Experiments on Classical Fluids" (1967), with boxes large enough
//! for all movements of a step. Cells are sorted as in S. Green, "Particle Simulation using CUDA" (2010). Larger boxes
//! are in cells four times as large, sixteen times as large, and so on, as in a [`Grid`](super::grid::Grid).

use super::box_ends::BoxEnds;
use super::cell_table::{CellTable, Pairs};
use super::cells::power_of_two;
use crate::geometry::Rect;
use glam::Vec2;

/// Bounds of a box during a step, and its collision groups.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SweptBox {
    /// Bounds of the box, which are finite.
    pub(crate) ends: BoxEnds,
    pub(crate) groups: u32,
    pub(crate) collides_with: u32,
    /// Whether the box is expected to move. Only moving boxes have a complete list.
    pub(crate) moves: bool,
}

/// Bias of the exponents of sides. Biased exponents range from 0 to 255.
const BIAS: i64 = 127;
const EXPONENTS: usize = 256;
/// Smallest biased exponent that cells are made for.
const SMALLEST: u8 = 107;
/// Maximum number of size classes.
const CLASSES: usize = (EXPONENTS - SMALLEST as usize).div_ceil(2);

impl SweptBox {
    /// Returns the biased exponent of 2 of the longer side, rounded down.
    #[inline]
    fn exponent(&self) -> u8 {
        let Vec2 { x, y } = self.ends.area().size();
        let side = if x > y { x } else { y };
        // Read from the bits, because logarithms differ between machines. 0 for a box without size.
        let exponent = side.max(0.0).to_bits() >> 23;
        u8::try_from(exponent).unwrap_or(u8::MAX)
    }
}

/// The neighbours of each moving box: other boxes that it may meet.
#[derive(Debug, Default)]
pub(crate) struct NeighborLists {
    boxes: Vec<SweptBox>,
    /// Biased exponent of each box's longer side. `counts` has the number of boxes with each exponent.
    exponents: Vec<u8>,
    counts: Vec<usize>,
    /// Box around all boxes.
    around: BoxEnds,
    /// Start of each box's list, and the end of the last one.
    starts: Vec<u32>,
    lists: Vec<u32>,
    // Scratch, kept so that a step allocates nothing.
    pairs: Pairs,
    /// A table of boxes for each size class that has boxes, from the smallest boxes to the largest. Earlier steps may
    /// have left further tables at the end.
    tables: Vec<CellTable>,
}

impl NeighborLists {
    /// Removes all boxes.
    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.exponents.clear();
        self.counts.clear();
        self.counts.resize(EXPONENTS, 0);
        self.around = BoxEnds::NOTHING;
    }

    /// Adds a box. Its index is the number of boxes added before it.
    #[inline]
    pub(crate) fn add(&mut self, swept: SweptBox) {
        let exponent = swept.exponent();
        self.counts[usize::from(exponent)] += 1;
        self.exponents.push(exponent);
        self.around = self.around.union(swept.ends);
        self.boxes.push(swept);
    }

    /// Finds the neighbours of all moving boxes. Returns false, without a result, if there are more than 64 pairs per
    /// box on average: then a search for each moving box takes less memory and time.
    pub(crate) fn find(&mut self) -> bool {
        let (boxes, exponents, pairs) = (&*self.boxes, &*self.exponents, &mut self.pairs);
        let (around, usual) = (self.around, usual_exponent(&self.counts, boxes.len()));
        pairs.clear(boxes.len());
        // Cells of a class are 4^class times as large as the smallest ones, and not smaller than its boxes.
        let class_of = |exponent: u8| exponent.saturating_sub(usual).div_ceil(2);
        let smallest = power_of_two(i64::from(usual) + 1 - BIAS);
        let mut classes = [0; CLASSES];
        for (exponent, count) in (0_u8..=u8::MAX).zip(&self.counts) {
            classes[usize::from(class_of(exponent))] += count;
        }
        let classes = (0_u8..).zip(classes).filter(|&(_, count)| count > 0);
        let mut any_smaller = false;
        for (number, (class, count)) in classes.enumerate() {
            if self.tables.len() == number {
                self.tables.push(CellTable::default());
            }
            let cells = &mut self.tables[number];
            let side = smallest * power_of_two(2 * i64::from(class));
            let is_in = |index: usize| count == boxes.len() || class_of(exponents[index]) == class;
            cells.fill(boxes, count, around, side, is_in);
            cells.pairs_within(boxes.len(), pairs);
            if any_smaller {
                for ((index, swept), &exponent) in (0_u32..).zip(boxes).zip(exponents) {
                    if class_of(exponent) < class && !pairs.are_too_many(boxes.len()) {
                        cells.pairs_with(index, swept, pairs);
                    }
                }
            }
            any_smaller = true;
        }
        if pairs.are_too_many(boxes.len()) {
            return false;
        }
        self.sort_pairs();
        true
    }

    /// Returns whether a box contains an area.
    #[inline]
    pub(crate) fn contain(&self, index: usize, area: Rect) -> bool {
        self.boxes[index].ends.contain(BoxEnds::of(area))
    }

    /// Returns whether the neighbour list of a box contains every box in an area that it may collide with.
    #[inline]
    pub(crate) fn has_list_for(&self, index: usize, area: Rect) -> bool {
        self.boxes[index].moves & self.contain(index, area)
    }

    /// Returns the neighbours of a box that moves, by their indices, in rising order.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> &[u32] {
        &self.lists[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Converts the pairs to a sorted list for each box.
    fn sort_pairs(&mut self) {
        let boxes = self.boxes.len();
        self.starts.clear();
        self.starts.resize(boxes + 1, 0);
        // Boxes at rest need no list, but leaving them out takes longer.
        for &[one, other] in self.pairs.found() {
            self.starts[one as usize] += 1;
            self.starts[other as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // Reserves room for one pair for each box. A pair is in two lists.
        self.lists
            .reserve((boxes * 2).saturating_sub(self.lists.len()));
        self.lists.resize(sum as usize, 0);
        // Fills each list from its end.
        for &[one, other] in self.pairs.found() {
            for (of, other) in [(one, other), (other, one)] {
                let start = &mut self.starts[of as usize];
                *start -= 1;
                self.lists[*start as usize] = other;
            }
        }
        for ends in self.starts.windows(2) {
            match &mut self.lists[ends[0] as usize..ends[1] as usize] {
                [] | [_] => {}
                [one, other] => (*one, *other) = ((*one).min(*other), (*one).max(*other)),
                list => list.sort_unstable(),
            }
        }
    }
}

/// Returns the biased exponent that the smallest cells are made for: at least three quarters of the boxes fit into such
/// a cell.
fn usual_exponent(counts: &[usize], boxes: usize) -> u8 {
    let mut fitting = 0;
    let usual = (0_u8..=u8::MAX).zip(counts).find_map(|(exponent, count)| {
        fitting += count;
        (fitting * 4 >= boxes * 3).then_some(exponent)
    });
    usual.unwrap_or(0).max(SMALLEST)
}

#[cfg(test)]
mod tests;
