//! The grid on which paths are searched: a cost per cell.

use glam::{IVec2, Vec2};

use super::moves::{DIRECTIONS, GridMoves};
use super::search::{self, GridPath, UNREACHED};
use super::sight;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::tiles::{MAX_CELLS, MAX_SIDE, Tile, TileCollision, TileMap, cell_of};

/// Costs of the cells of a grid. A cell is identified by its column and row, both counted from 0. Cells outside the grid
/// are blocked.
///
/// A move costs 10 times the cost of the cell that it enters, and a diagonal one 14 times. A path is the same on every
/// machine: [`path`](Self::path) defines which one of equally cheap paths is returned.
///
/// ```
/// use damselfly::glam::ivec2;
/// use damselfly::paths::PathGrid;
///
/// let mut grid = PathGrid::new(5, 3);
/// grid.fill(ivec2(2, 0), ivec2(2, 1), PathGrid::BLOCKED);
/// grid.set_cost(ivec2(2, 2), 4);
/// let path = grid.path(ivec2(0, 0), ivec2(4, 0)).expect("a path below the wall");
/// assert_eq!(path.cost, 14 + 10 + 40 + 10 + 10 + 14);
/// ```
#[doc(alias = "AStarGrid2D")]
#[doc(alias = "pathfinding")]
#[derive(Clone, Debug, PartialEq)]
pub struct PathGrid {
    columns: u32,
    rows: u32,
    origin: Vec2,
    cell_size: Vec2,
    moves: GridMoves,
    /// Costs row by row, with a blocked cell around the grid on all sides, so that a search need not test its edges.
    costs: Vec<u8>,
}

impl PathGrid {
    /// Cost of a cell that no path enters.
    pub const BLOCKED: u8 = 0;

    /// Returns a grid of open cells, each with cost 1 and a size of 1 × 1 world units. `columns` and `rows` are clamped
    /// to 1..=[`MAX_SIDE`], and `rows` further so that the grid has at most [`MAX_CELLS`] cells.
    pub fn new(columns: u32, rows: u32) -> Self {
        let columns = columns.clamp(1, MAX_SIDE);
        let rows = rows.clamp(1, MAX_SIDE.min(MAX_CELLS / columns));
        let stride = columns as usize + 2;
        let mut grid = Self {
            columns,
            rows,
            origin: Vec2::ZERO,
            cell_size: Vec2::ONE,
            moves: GridMoves::default(),
            costs: vec![Self::BLOCKED; stride * (rows as usize + 2)],
        };
        grid.fill(IVec2::ZERO, grid.size() - 1, 1);
        grid
    }

    /// Returns the grid of a tile map: solid tiles are blocked, all other cells cost 1. The grid does not follow later
    /// changes of the map: repeat them by [`set_cost`](Self::set_cost).
    pub fn from_tiles(map: &TileMap) -> Self {
        Self::from_tiles_with(map, |_, tile| {
            let is_solid = tile.is_some_and(|tile| tile.collision == TileCollision::Solid);
            u8::from(!is_solid)
        })
    }

    /// Returns the grid of a tile map with the cost that `cost` returns for each cell and its tile, row by row.
    /// [`BLOCKED`](Self::BLOCKED) blocks a cell.
    ///
    /// ```
    /// use damselfly::assets::SpriteId;
    /// use damselfly::glam::{ivec2, vec2};
    /// use damselfly::paths::PathGrid;
    /// use damselfly::tiles::{Tile, TileMap};
    ///
    /// let mut map = TileMap::new(vec2(16.0, 16.0), 8, 8);
    /// let swamp = map.add(Tile::new(SpriteId::PLACEHOLDER).frame(3));
    /// map.set(ivec2(1, 1), Some(swamp));
    /// let grid = PathGrid::from_tiles_with(&map, |_, tile| match tile {
    ///     Some(tile) if tile.frame == 3 => 5,
    ///     _ => 1,
    /// });
    /// assert_eq!(grid.cost(ivec2(1, 1)), 5);
    /// ```
    pub fn from_tiles_with(
        map: &TileMap,
        mut cost: impl FnMut(IVec2, Option<&Tile>) -> u8,
    ) -> Self {
        let size = map.size();
        let mut grid = Self::new(size.x.unsigned_abs(), size.y.unsigned_abs());
        grid.cell_size = map.cell_size();
        for y in 0..size.y {
            for x in 0..size.x {
                let cell = IVec2::new(x, y);
                let tile = map.get(cell).and_then(|id| map.tile(id));
                grid.set_cost(cell, cost(cell, tile));
            }
        }
        grid
    }

    /// Sets the moves that paths may take. Defaults to [`GridMoves::Eight`]: diagonal moves cut no corners.
    #[must_use]
    pub fn with_moves(self, moves: GridMoves) -> Self {
        Self { moves, ..self }
    }

    /// Sets the position of the grid's upper left corner, in world units: the position of the object that shows the tile
    /// map. Defaults to (0, 0). A position that is not finite is ignored.
    #[must_use]
    pub fn at(self, origin: Vec2) -> Self {
        let origin = if origin.is_finite() {
            origin
        } else {
            self.origin
        };
        Self { origin, ..self }
    }

    /// Sets the size of a cell, in world units. Ignores a size that is not finite or not in 0.001..=1e6.
    #[must_use]
    pub fn sized(self, cell_size: Vec2) -> Self {
        let is_usable = [cell_size.x, cell_size.y]
            .iter()
            .all(|side| (1e-3..=1e6).contains(side));
        let cell_size = if is_usable { cell_size } else { self.cell_size };
        Self { cell_size, ..self }
    }

    /// Returns the number of columns and rows, each at least 1.
    pub fn size(&self) -> IVec2 {
        IVec2::new(self.columns as i32, self.rows as i32)
    }

    /// Returns the moves that paths may take.
    pub fn moves(&self) -> GridMoves {
        self.moves
    }

    /// Returns the cell at a position in world units. The cell may be outside the grid.
    pub fn cell_at(&self, position: Vec2) -> IVec2 {
        cell_of(position - self.origin, self.cell_size)
    }

    /// Returns the centre of a cell, in world units. The cell may be outside the grid.
    pub fn center(&self, cell: IVec2) -> Vec2 {
        self.origin + (cell.as_vec2() + 0.5) * self.cell_size
    }

    /// Returns the cost of a cell. [`BLOCKED`](Self::BLOCKED) outside the grid.
    pub fn cost(&self, cell: IVec2) -> u8 {
        self.index(cell)
            .map_or(Self::BLOCKED, |index| self.costs[index])
    }

    /// Returns whether paths may enter a cell.
    pub fn is_open(&self, cell: IVec2) -> bool {
        self.cost(cell) != Self::BLOCKED
    }

    /// Sets the cost of a cell; [`BLOCKED`](Self::BLOCKED) blocks it. Returns false, and changes nothing, for a cell
    /// outside the grid.
    pub fn set_cost(&mut self, cell: IVec2, cost: u8) -> bool {
        let index = self.index(cell);
        if let Some(index) = index {
            self.costs[index] = cost;
        }
        index.is_some()
    }

    /// Sets the cost of all cells in the rectangle between two corner cells, both included, in any order. Ignores cells
    /// outside the grid.
    pub fn fill(&mut self, from: IVec2, to: IVec2, cost: u8) {
        let (first, last) = (
            from.min(to).max(IVec2::ZERO),
            from.max(to).min(self.size() - 1),
        );
        for y in first.y..=last.y {
            let row = (
                self.index(IVec2::new(first.x, y)),
                self.index(IVec2::new(last.x, y)),
            );
            if let (Some(start), Some(end)) = row
                && start <= end
            {
                self.costs[start..=end].fill(cost);
            }
        }
    }

    /// Returns the cheapest path from one cell to another, both included. `None` if there is none, if `to` is blocked, if
    /// either is outside the grid, or if the cost is above `u32::MAX − 1`. The cell `from` may be blocked: a path may lead
    /// out of a wall. A path from a cell to itself has only this cell.
    ///
    /// The search is A*. Its rules decide between equally cheap paths: cells with the lowest estimate are explored first,
    /// and of equal ones the cell that was found last. From a cell, its neighbours are found in the order right, down,
    /// left, up, right down, left down, left up, right up. A cell is reached from the first of equally cheap neighbours
    /// that is explored.
    ///
    /// It takes time and 5 bytes of memory per cell at most. On 256 × 256 cells it takes 2 milliseconds in a maze. Random
    /// costs on each cell, or a goal that nothing reaches, take several: use a job for those.
    pub fn path(&self, from: IVec2, to: IVec2) -> Option<GridPath> {
        search::path(self, from, to)
    }

    /// Returns whether the straight line between the centres of two cells touches no blocked cell. The two cells may be
    /// blocked. A line through the corner of a blocked cell touches it, so an object can walk along the line without
    /// cutting corners. `sees(a, b)` is `sees(b, a)`. False if either cell is outside the grid.
    #[doc(alias = "line_of_sight")]
    pub fn sees(&self, from: IVec2, to: IVec2) -> bool {
        sight::sees(self, from, to)
    }

    /// Returns the lowest and the highest cost of open cells. (1, 1) if all are blocked.
    pub(super) fn cost_range(&self) -> (u8, u8) {
        // A blocked cell becomes 255, which leaves the minimum as it is.
        let lowest = self.costs.iter().map(|cost| cost.wrapping_sub(1)).min();
        let lowest = lowest.unwrap_or(u8::MAX).wrapping_add(1).max(1);
        let highest = self.costs.iter().copied().max();
        (lowest, highest.unwrap_or(1).max(1))
    }

    /// Returns an equal grid without costs, for positions and indices.
    pub(super) fn without_costs(&self) -> Self {
        Self {
            costs: Vec::new(),
            ..*self
        }
    }

    /// Returns all costs, with those around the grid. Indices are those of [`index`](Self::index).
    pub(super) fn costs(&self) -> &[u8] {
        &self.costs
    }

    /// Returns the costs of paths before a search: cells that can be entered are unreached, and blocked cells cost 0, so
    /// that no path to them is cheaper.
    pub(super) fn unreached(&self) -> Vec<u32> {
        let costs = self.costs.iter();
        costs
            .map(|cost| if *cost == Self::BLOCKED { 0 } else { UNREACHED })
            .collect()
    }

    /// Returns the index of the neighbour in each direction, minus that of the cell.
    pub(super) fn offsets(&self) -> [isize; 8] {
        let stride = self.stride() as isize;
        DIRECTIONS.map(|to| to.y as isize * stride + to.x as isize)
    }

    /// Returns the index of a cell's cost. `None` outside the grid.
    #[inline]
    pub(super) fn index(&self, cell: IVec2) -> Option<usize> {
        let column = u32::try_from(cell.x).ok().filter(|x| *x < self.columns)?;
        let row = u32::try_from(cell.y).ok().filter(|y| *y < self.rows)?;
        Some((row as usize + 1) * self.stride() + column as usize + 1)
    }

    /// Returns the cell of an index.
    #[inline]
    pub(super) fn cell(&self, index: u32) -> IVec2 {
        let stride = self.columns + 2;
        IVec2::new((index % stride) as i32 - 1, (index / stride) as i32 - 1)
    }

    /// Returns the bytes that a copy allocates.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.costs.len()
    }

    /// Returns the number of costs in a row.
    pub(super) fn stride(&self) -> usize {
        self.columns as usize + 2
    }
}

impl Checksum for PathGrid {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            columns,
            rows,
            origin,
            cell_size,
            moves,
            costs,
        } = self;
        (*columns, *rows, *origin, *cell_size, *moves).write_checksum(sum);
        sum.bytes(costs);
    }
}
