//! The tile map: a grid of cells, each with at most one tile.

use glam::{IVec2, Vec2};

use super::tile::{Tile, TileCollision, TileId};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::geometry::Rect;

/// Maximum number of columns, and of rows, of a map.
pub const MAX_SIDE: u32 = 65_536;
/// Maximum number of cells of a map.
pub const MAX_CELLS: u32 = 1 << 26;

/// Value of a cell without a tile. The value of any other cell is the tile's index plus 1.
const EMPTY: u16 = 0;

/// A grid of cells, each of which may have a tile. A cell is identified by its column and row, both counted from 0.
/// Cells outside the map have no tile.
///
/// ```
/// use damselfly::assets::SpriteId;
/// use damselfly::geometry::Rect;
/// use damselfly::glam::{ivec2, vec2};
/// use damselfly::tiles::{Tile, TileMap};
///
/// let mut map = TileMap::new(vec2(16.0, 16.0), 100, 20);
/// let ground = map.add(Tile::new(SpriteId::PLACEHOLDER).solid());
/// map.fill(ivec2(0, 18), ivec2(99, 19), Some(ground));
/// assert_eq!(map.get(ivec2(50, 18)), Some(ground));
/// assert_eq!(map.cell_at(vec2(20.0, 300.0)), ivec2(1, 18));
/// assert_eq!(map.cell_box(ivec2(1, 18)), Rect::from_size(vec2(16.0, 288.0), vec2(16.0, 16.0)));
/// ```
#[doc(alias = "TileMapLayer")]
#[derive(Clone, Debug, PartialEq)]
pub struct TileMap {
    cell_size: Vec2,
    columns: u32,
    rows: u32,
    tiles: Vec<Tile>,
    /// Collision by cell value. Kept apart from the tiles, because every collision test reads it.
    collisions: Vec<TileCollision>,
    /// Indices of the animated tiles.
    animated: Vec<u16>,
    /// Whether a tile may be painted over other cells than its own.
    overlaps: bool,
    /// Cell values, row by row.
    cells: Vec<u16>,
}

impl TileMap {
    /// Returns the approximate size of a copy, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + size_of_val(&*self.tiles)
    }

    /// Returns an empty map. `cell_size` is the size of a cell in world units; a size that is not finite or not in
    /// 0.001..=1e6 becomes (1, 1). `columns` and `rows` are clamped to 1..=[`MAX_SIDE`], and `rows` further so that the
    /// map has at most [`MAX_CELLS`] cells.
    pub fn new(cell_size: Vec2, columns: u32, rows: u32) -> Self {
        let usable = |side: f32| (1e-3..=1e6).contains(&side);
        let cell_size = if usable(cell_size.x) && usable(cell_size.y) {
            cell_size
        } else {
            log::warn!("invalid cell size {cell_size} of a tile map: using 1 by 1");
            Vec2::ONE
        };
        let wanted = (columns, rows);
        let columns = columns.clamp(1, MAX_SIDE);
        let rows = rows.clamp(1, MAX_SIDE.min(MAX_CELLS / columns));
        if wanted != (columns, rows) {
            log::warn!(
                "tile map too large: {wanted:?} columns and rows requested, clamped to {columns} and {rows}"
            );
        }
        Self {
            cell_size,
            columns,
            rows,
            tiles: Vec::new(),
            animated: Vec::new(),
            overlaps: false,
            collisions: vec![TileCollision::None],
            cells: vec![EMPTY; columns as usize * rows as usize],
        }
    }

    /// Adds a tile, which may then be set in any number of cells. A map has at most 65 535 tiles: any further tile is
    /// discarded, and the id of the last one is returned instead.
    pub fn add(&mut self, tile: Tile) -> TileId {
        let full = TileId(u16::MAX - 1);
        match u16::try_from(self.tiles.len()) {
            Ok(number) if number <= full.0 => {
                self.collisions.push(tile.collision);
                self.overlaps |= tile.leaves_cell(self.cell_size);
                if !tile.animation.is_empty() {
                    self.animated.push(number);
                }
                self.tiles.push(tile);
                TileId(number)
            }
            _ => {
                log::warn!("too many tiles: a tile map holds at most 65535");
                full
            }
        }
    }

    /// Returns whether any added tile has a collision for which `wanted` returns true, even if no cell has this tile.
    pub(super) fn has_tiles(&self, wanted: impl Fn(TileCollision) -> bool) -> bool {
        self.tiles.iter().any(|tile| wanted(tile.collision))
    }

    /// Returns a tile. `None` for an id from another map with more tiles.
    pub fn tile(&self, id: TileId) -> Option<&Tile> {
        self.tiles.get(usize::from(id.0))
    }

    /// Returns all tiles in the order in which they were added.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = (TileId, &Tile)> {
        // `add` keeps the number of tiles within this range's length.
        (0..u16::MAX).map(TileId).zip(&self.tiles)
    }

    /// Returns whether a tile may be painted over other cells than its own.
    pub(super) fn has_overlaps(&self) -> bool {
        self.overlaps
    }

    /// Returns the indices of the animated tiles.
    pub(super) fn animated(&self) -> &[u16] {
        &self.animated
    }

    /// Returns the tile with this index.
    pub(super) fn tile_of(&self, number: u16) -> Option<&Tile> {
        self.tiles.get(usize::from(number))
    }

    /// Sets the tile of a cell; `None` empties it. Returns false, and changes nothing, for a cell outside the map or a
    /// tile that the map does not have.
    pub fn set(&mut self, cell: IVec2, tile: Option<TileId>) -> bool {
        let (Some(index), Some(value)) = (self.index(cell), self.value(tile)) else {
            return false;
        };
        self.cells[index] = value;
        true
    }

    /// Sets the tile of all cells in the rectangle between two corner cells, both included, in any order; `None`
    /// empties them. Ignores cells outside the map. Returns false, and changes nothing, for a tile that the map does
    /// not have.
    pub fn fill(&mut self, from: IVec2, to: IVec2, tile: Option<TileId>) -> bool {
        let Some(value) = self.value(tile) else {
            return false;
        };
        let last = self.size() - 1;
        let (first, last) = (from.min(to).max(IVec2::ZERO), from.max(to).min(last));
        if first.cmple(last).all() {
            for row in first.y..=last.y {
                let start = self.index(IVec2::new(first.x, row));
                let end = self.index(IVec2::new(last.x, row));
                if let (Some(start), Some(end)) = (start, end) {
                    self.cells[start..=end].fill(value);
                }
            }
        }
        true
    }

    /// Returns the tile of a cell. `None` if the cell is empty or outside the map.
    #[inline]
    pub fn get(&self, cell: IVec2) -> Option<TileId> {
        let value = self.cells[self.index(cell)?];
        value.checked_sub(1).map(TileId)
    }

    /// Returns the collision of a cell's tile: `None` if the cell is empty or outside the map.
    #[inline]
    pub fn collision(&self, cell: IVec2) -> TileCollision {
        match self.index(cell) {
            Some(index) => self.collisions[usize::from(self.cells[index])],
            None => TileCollision::None,
        }
    }

    /// Returns the cell at a position, in world units relative to the map's upper left corner. Upper and left edges
    /// belong to a cell, lower and right ones to the next. The cell may be outside the map.
    pub fn cell_at(&self, position: Vec2) -> IVec2 {
        cell_of(position, self.cell_size)
    }

    /// Returns the box of a cell, in world units relative to the map's upper left corner. The cell may be outside the
    /// map.
    pub fn cell_box(&self, cell: IVec2) -> Rect {
        self.cells_box(Vec2::ZERO, cell, cell)
    }

    /// Returns the size of a cell, in world units.
    pub fn cell_size(&self) -> Vec2 {
        self.cell_size
    }

    /// Returns the number of columns and rows, each at least 1.
    pub fn size(&self) -> IVec2 {
        IVec2::new(self.columns as i32, self.rows as i32)
    }

    /// Returns the box around all cells from `first` to `last`. `origin` is the position of the map's upper left
    /// corner.
    pub(super) fn cells_box(&self, origin: Vec2, first: IVec2, last: IVec2) -> Rect {
        let end = IVec2::new(last.x.saturating_add(1), last.y.saturating_add(1));
        // Neighbouring cells compute their shared edge by the same sum, so they touch exactly.
        Rect {
            min: origin + first.as_vec2() * self.cell_size,
            max: origin + end.as_vec2() * self.cell_size,
        }
    }

    /// Returns the box around the map, whose corner is at `origin`.
    pub(crate) fn area(&self, origin: Vec2) -> Rect {
        self.cells_box(origin, IVec2::ZERO, self.size() - 1)
    }

    /// Returns whether a cell is solid.
    #[inline]
    pub(super) fn is_solid(&self, cell: IVec2) -> bool {
        self.collision(cell) == TileCollision::Solid
    }

    /// Returns the index of a cell's value. `None` outside the map.
    #[inline]
    fn index(&self, cell: IVec2) -> Option<usize> {
        let column = u32::try_from(cell.x).ok().filter(|x| *x < self.columns)?;
        let row = u32::try_from(cell.y).ok().filter(|y| *y < self.rows)?;
        Some(row as usize * self.columns as usize + column as usize)
    }

    /// Returns the value that is stored for a tile. `None` if the map does not have it.
    fn value(&self, tile: Option<TileId>) -> Option<u16> {
        match tile {
            None => Some(EMPTY),
            Some(id) => (usize::from(id.0) < self.tiles.len()).then_some(id.0 + 1),
        }
    }
}

/// Returns the cell at a position in a grid. Upper and left edges belong to a cell, lower and right ones to the next.
pub(crate) fn cell_of(position: Vec2, cell_size: Vec2) -> IVec2 {
    let cell = (position / cell_size).floor();
    // Saturates: a coordinate that is too large becomes a cell outside every map.
    let mut cell = cell.as_ivec2();
    // The division and the cells' edges round differently. The edges decide.
    for axis in 0..2 {
        let edge = |number: i32| number as f32 * cell_size[axis];
        if position[axis] < edge(cell[axis]) {
            cell[axis] = cell[axis].saturating_sub(1);
        } else if position[axis] >= edge(cell[axis].saturating_add(1)) {
            cell[axis] = cell[axis].saturating_add(1);
        }
    }
    cell
}

impl Checksum for TileMap {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.cell_size, self.columns, self.rows).write_checksum(sum);
        sum.list(self.tiles.iter());
        // Includes which tile each cell has, not only its collision, because games can query the tile.
        for cells in self.cells.chunks(256) {
            let mut bytes = [0; 512];
            for (bytes, cell) in bytes.chunks_exact_mut(2).zip(cells) {
                bytes.copy_from_slice(&cell.to_le_bytes());
            }
            sum.bytes(&bytes[..cells.len() * 2]);
        }
    }
}
