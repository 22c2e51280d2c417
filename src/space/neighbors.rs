//! Neighbour lists: all overlapping pairs of many boxes, found in one pass.
//!
//! A counting sort puts boxes into cells. Boxes in a row of cells are then adjacent in memory, and each pair is tested
//! once. The lists are those of L. Verlet, "Computer Experiments on Classical Fluids" (1967), with boxes large enough
//! for all movements of a step. Cells are sorted as in S. Green, "Particle Simulation using CUDA" (2010). Much larger
//! boxes are in cells four times as large, sixteen times as large, and so on, like in a [`Grid`](super::grid::Grid).

use super::box_ends::BoxEnds;
use super::cell_table::{CellTable, Pairs};
use super::cells::power_of_two;
use glam::Vec2;

/// Bounds of a box during a step, and its collision groups.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SweptBox {
    /// Finite.
    pub(crate) ends: BoxEnds,
    pub(crate) groups: u32,
    pub(crate) collides_with: u32,
    /// The box is expected to move. Only moving boxes have a list.
    pub(crate) moves: bool,
}

/// Bias of the exponents of sides. Biased exponents range from 0 to 255.
const BIAS: i64 = 127;
const EXPONENTS: usize = 256;
/// Smallest biased exponent that cells are made for.
const SMALLEST: u8 = 107;

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

    /// Whether the neighbour list contains every box that overlaps an area.
    #[inline]
    pub(crate) fn has_list_for(&self, area: BoxEnds) -> bool {
        self.moves & self.ends.contain(area)
    }
}

/// The neighbours of each moving box: other boxes that it may meet.
#[derive(Debug, Default)]
pub(crate) struct NeighborLists {
    /// Start of each box's list, and the end of the last one.
    starts: Vec<u32>,
    lists: Vec<u32>,
    // Scratch, kept so that a step allocates nothing.
    pairs: Pairs,
    /// Boxes by size, in rising order. Only the first `sizes` tables are in use.
    tables: Vec<CellTable>,
    sizes: usize,
    /// Size class of each box: its cells are 4^class times as large as the smallest ones.
    classes: Vec<u8>,
}

impl NeighborLists {
    /// Finds the neighbours of boxes. Returns false, without a result, if they are more than 64 on average: then a
    /// search for each moving box takes less memory and time.
    pub(crate) fn find(&mut self, boxes: &[SweptBox]) -> bool {
        self.pairs.clear(boxes.len());
        let (smallest, present) = self.classify(boxes);
        let (classes, pairs) = (&self.classes, &mut self.pairs);
        self.sizes = present.count_ones() as usize;
        if self.tables.len() < self.sizes {
            self.tables.resize_with(self.sizes, CellTable::default);
        }
        let classes_that_are = (0_u8..128).filter(|class| present >> class & 1 == 1);
        for (class, cells) in classes_that_are.zip(&mut self.tables) {
            let side = smallest * power_of_two(2 * i64::from(class));
            if present == 1 << class {
                cells.fill(boxes, side, |_| true);
            } else {
                cells.fill(boxes, side, |index| classes[index] == class);
            }
            cells.pairs_within(boxes.len(), pairs);
            if present << (127 - class) << 1 != 0 {
                let smaller = (0_u32..)
                    .zip(boxes)
                    .filter(|&(index, _)| classes[index as usize] < class);
                for (index, swept) in smaller {
                    if pairs.are_too_many(boxes.len()) {
                        break;
                    }
                    cells.pairs_with(index, swept, pairs);
                }
            }
        }
        if pairs.are_too_many(boxes.len()) {
            return false;
        }
        self.sort_pairs(boxes);
        true
    }

    /// The neighbours of a box that moves, by their indices, in rising order.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> &[u32] {
        &self.lists[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Chooses the size class of each box, with cells that are not smaller than the box. Returns the side of the
    /// smallest cells, in world units, which hold most boxes, and the used classes as bits.
    fn classify(&mut self, boxes: &[SweptBox]) -> (f64, u128) {
        self.classes.clear();
        self.classes.extend(boxes.iter().map(SweptBox::exponent));
        let mut counts = [0_usize; EXPONENTS];
        for &exponent in &self.classes {
            counts[usize::from(exponent)] += 1;
        }
        let mut fitting = 0;
        let usual = (0_u8..=u8::MAX).zip(counts).find_map(|(exponent, count)| {
            fitting += count;
            (fitting * 4 >= boxes.len() * 3).then_some(exponent)
        });
        let usual = usual.unwrap_or(0).max(SMALLEST);
        let class = |exponent: u8| exponent.saturating_sub(usual).div_ceil(2);
        let present = (0_u8..=u8::MAX)
            .zip(counts)
            .filter(|&(_, count)| count > 0)
            .fold(0_u128, |present, (exponent, _)| {
                present | 1 << class(exponent)
            });
        for exponent in &mut self.classes {
            *exponent = class(*exponent);
        }
        (power_of_two(i64::from(usual) + 1 - BIAS), present)
    }

    /// Makes lists of the pairs.
    fn sort_pairs(&mut self, boxes: &[SweptBox]) {
        self.starts.clear();
        self.starts.resize(boxes.len() + 1, 0);
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
        // Each pair is in two lists.
        self.lists
            .reserve((boxes.len() * 2).saturating_sub(self.lists.len()));
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

#[cfg(test)]
mod tests;
