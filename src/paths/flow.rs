//! Flow fields: the cheapest way to the nearest goal, from every cell at once.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a grid has fewer than 2^27 cells with those around it, and a cell has 8 neighbours"
)]

use glam::{IVec2, Vec2};

use super::grid::PathGrid;
use super::moves::{DIAGONAL, DIRECTIONS, around, cheaper, opposite, totals};
use super::queue::BucketQueue;
use super::search::UNREACHED;
use crate::base::checksum::{Checksum, ChecksumWriter};

/// Direction of a cell without a next cell: a goal, or a cell from which no goal can be reached.
const NONE: u8 = u8::MAX;

/// The cheapest way from every cell of a [`PathGrid`] to the nearest of some goals. One field serves a crowd of any size:
/// a member only looks up its own cell.
///
/// Of equally cheap moves, a field takes the first one in the order right, down, left, up, right down, left down, left
/// up, right up. A blocked cell also has a way, out of the wall, if a neighbour has one.
///
/// ```
/// use damselfly::glam::{ivec2, vec2};
/// use damselfly::paths::{FlowField, PathGrid};
///
/// let grid = PathGrid::new(20, 20).sized(vec2(16.0, 16.0));
/// let mut field = FlowField::new(&grid, [ivec2(3, 3)]);
/// // In the step of each monster: `cx.me().set_velocity(2.0 * field.direction(position))`.
/// assert_eq!(field.direction(vec2(8.0, 56.0)), vec2(1.0, 0.0));
/// // The hero moved. Updating allocates no memory.
/// field.update(&grid, [ivec2(0, 10)]);
/// assert_eq!(field.direction(vec2(8.0, 56.0)), vec2(0.0, 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct FlowField {
    /// The grid without its costs.
    shape: PathGrid,
    /// Cost of the way from each cell, with the indices of the grid.
    totals: Vec<u32>,
    /// Direction of the next cell.
    directions: Vec<u8>,
    queue: BucketQueue,
}

impl FlowField {
    /// Returns the bytes that a copy allocates, without its queue, which is empty between two computations.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.shape.heap_bytes() + size_of_val(&*self.totals) + self.directions.len()
    }

    /// Computes the field for these goals. Goals that are blocked or outside the grid are ignored.
    pub fn new(grid: &PathGrid, goals: impl IntoIterator<Item = IVec2>) -> Self {
        let mut field = Self {
            shape: grid.without_costs(),
            totals: Vec::new(),
            directions: Vec::new(),
            queue: BucketQueue::default(),
        };
        field.update(grid, goals);
        field
    }

    /// Computes the field again, for other goals or another grid. Allocates no memory unless the grid or its costs grow.
    ///
    /// It takes time for all cells that can reach a goal. Update a field on a large grid in every tenth step, for
    /// example, or in the background.
    pub fn update(&mut self, grid: &PathGrid, goals: impl IntoIterator<Item = IVec2>) {
        let costs = grid.costs();
        self.shape = grid.without_costs();
        self.totals.clear();
        self.totals.resize(costs.len(), UNREACHED);
        self.directions.clear();
        self.directions.resize(costs.len(), NONE);
        let (_, highest) = grid.cost_range();
        self.queue.clear(DIAGONAL * u32::from(highest));
        for goal in goals {
            if let Some(index) = grid.index(goal)
                && costs[index] != PathGrid::BLOCKED
            {
                self.totals[index] = 0;
                self.queue.push(0, index as u32);
            }
        }
        self.explore(grid);
    }

    /// Explores cells from the goals outwards, in order of their costs.
    fn explore(&mut self, grid: &PathGrid) {
        let (costs, offsets, stride) = (grid.costs(), grid.offsets(), grid.stride());
        while let Some((total, index)) = self.queue.pop() {
            let cell = index as usize;
            // A cell that was found again at a lower cost was explored at that cost.
            if total > self.totals[cell] {
                continue;
            }
            let into = [costs[cell]; 8];
            let sums = totals(total, into);
            let known = around(&self.totals, cell, stride);
            let allowed = grid.moves().allowed(around(costs, cell, stride));
            let mut left = !cheaper(known, sums) & allowed;
            while left != 0 {
                let back = left.trailing_zeros() as usize;
                left &= left - 1;
                let before = cell.wrapping_add_signed(offsets[back]);
                let direction = opposite(back as u8);
                let through = sums[back];
                if through < known[back] {
                    self.totals[before] = through;
                    self.directions[before] = direction;
                    // A path may begin in a blocked cell, but not pass it.
                    if costs[before] != PathGrid::BLOCKED {
                        self.queue.push(through, before as u32);
                    }
                } else if through != UNREACHED && direction < self.directions[before] {
                    self.directions[before] = direction;
                }
            }
        }
    }

    /// Returns the cost of the cheapest path from a cell to the nearest goal, as [`GridPath::cost`]. `None` if there is no
    /// path, or if the cell is outside the grid.
    ///
    /// [`GridPath::cost`]: super::GridPath::cost
    pub fn cost(&self, cell: IVec2) -> Option<u32> {
        let total = self.totals[self.shape.index(cell)?];
        (total != UNREACHED).then_some(total)
    }

    /// Returns the next cell on the way from a cell to the nearest goal. `None` at a goal, without a path, and outside the
    /// grid.
    pub fn next(&self, cell: IVec2) -> Option<IVec2> {
        let direction = self.directions[self.shape.index(cell)?];
        let to = DIRECTIONS.get(usize::from(direction))?;
        Some(cell + *to)
    }

    /// Returns the direction from a position in world units towards the centre of the next cell, with length 1. (0, 0) at
    /// a goal, without a path, and outside the grid.
    pub fn direction(&self, position: Vec2) -> Vec2 {
        let next = self.next(self.shape.cell_at(position));
        next.map_or(Vec2::ZERO, |next| {
            (self.shape.center(next) - position).normalize_or_zero()
        })
    }
}

impl PartialEq for FlowField {
    fn eq(&self, other: &Self) -> bool {
        // The queue is empty between updates.
        self.shape == other.shape
            && self.totals == other.totals
            && self.directions == other.directions
    }
}

impl Checksum for FlowField {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            shape,
            totals,
            directions,
            queue: _,
        } = self;
        shape.write_checksum(sum);
        sum.list(totals.iter());
        sum.bytes(directions);
    }
}
