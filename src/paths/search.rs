//! A* from one cell to another.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a grid has fewer than 2^27 cells with those around it, and a cell has 8 neighbours"
)]

use glam::IVec2;

use super::grid::PathGrid;
use super::moves::{DIAGONAL, DIRECTIONS, around, cheaper, opposite, totals};
use super::queue::BucketQueue;
use crate::base::checksum::{Checksum, ChecksumWriter};

/// A path of a [`PathGrid`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPath {
    /// Cells from the first to the last, both included. Each is a neighbour of the one before it.
    pub cells: Vec<IVec2>,
    /// Sum of the costs of its moves: 10 times the cost of each cell that it enters straight, and 14 times that of each
    /// cell that it enters diagonally.
    pub cost: u32,
}

impl Checksum for GridPath {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self { cells, cost } = self;
        sum.usize(cells.len());
        for cell in cells {
            (cell.x, cell.y).write_checksum(sum);
        }
        sum.u32(*cost);
    }
}

impl GridPath {
    /// Returns the cells at which an object must turn if it walks in straight lines at any angle, with the first and the
    /// last cell of the path. The lines touch no blocked cells. They ignore costs: with costs other than 1, the path
    /// itself may be cheaper.
    #[must_use]
    pub fn corners(&self, grid: &PathGrid) -> Vec<IVec2> {
        let mut corners: Vec<IVec2> = self.cells.first().copied().into_iter().collect();
        for pair in self.cells.windows(2) {
            let is_visible = corners.last().is_some_and(|last| grid.sees(*last, pair[1]));
            if !is_visible {
                corners.push(pair[0]);
            }
        }
        if self.cells.len() > 1 {
            corners.extend(self.cells.last());
        }
        corners
    }
}

/// Cost of a cell that has not been reached.
pub(super) const UNREACHED: u32 = u32::MAX;

/// Bit of an explored cell, whose cost is final.
const EXPLORED: u8 = 0x80;

/// Searches the cheapest path. See [`PathGrid::path`].
pub(super) fn path(grid: &PathGrid, from: IVec2, to: IVec2) -> Option<GridPath> {
    let (start, goal) = (grid.index(from)?, grid.index(to)?);
    if start == goal {
        return Some(GridPath {
            cells: vec![from],
            cost: 0,
        });
    }
    let costs = grid.costs();
    if costs[goal] == PathGrid::BLOCKED {
        return None;
    }
    let (lowest, highest) = grid.cost_range();
    let (lowest, highest) = (u32::from(lowest), u32::from(highest));
    let moves = grid.moves();
    let (straight, diagonal) = moves.weights();
    let estimate = |cell: IVec2| {
        let (x, y) = (cell.x.abs_diff(to.x), cell.y.abs_diff(to.y));
        lowest.saturating_mul(straight * x.max(y) + diagonal * x.min(y))
    };
    let (offsets, stride) = (grid.offsets(), grid.stride());
    let mut reached = grid.unreached();
    // Direction from which a cell was reached, and whether it has been explored.
    let mut origins = vec![0_u8; costs.len()];
    let mut queue = BucketQueue::default();
    // A move raises the sum of cost and estimate by at most its cost and the change of the estimate.
    queue.clear(DIAGONAL * (lowest + highest));
    queue.start_at(estimate(from));
    queue.push(estimate(from), start as u32);
    reached[start] = 0;
    while let Some((_, index)) = queue.pop() {
        let cell = index as usize;
        if origins[cell] & EXPLORED != 0 {
            continue;
        }
        if cell == goal {
            let cost = reached[goal];
            return Some(GridPath {
                cells: trace(grid, &origins, index, start),
                cost,
            });
        }
        origins[cell] |= EXPLORED;
        let position = grid.cell(index);
        let entered = around(costs, cell, stride);
        let sums = totals(reached[cell], entered);
        // Explored and blocked cells are never cheaper.
        let mut left = cheaper(sums, around(&reached, cell, stride)) & moves.allowed(entered);
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            let next = cell.wrapping_add_signed(offsets[direction]);
            let total = sums[direction];
            reached[next] = total;
            origins[next] = direction as u8;
            let rest = estimate(position + DIRECTIONS[direction]);
            queue.push(total.saturating_add(rest), next as u32);
        }
    }
    None
}

/// Returns the cells of a path, from its last cell back along the directions from which cells were reached.
fn trace(grid: &PathGrid, origins: &[u8], goal: u32, start: usize) -> Vec<IVec2> {
    let offsets = grid.offsets();
    let mut cells = vec![grid.cell(goal)];
    let mut index = goal as usize;
    while index != start {
        let back = opposite(origins[index] & !EXPLORED);
        index = index.wrapping_add_signed(offsets[usize::from(back)]);
        cells.push(grid.cell(index as u32));
    }
    cells.reverse();
    cells
}
