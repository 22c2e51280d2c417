//! The map itself: which tile is in which cell.

use glam::{IVec2, Vec2};

use super::tile::{Tile, TileCollision, TileId};
use crate::base::checksum::{Checksum, Summed};
use crate::geometry::Rect;

/// The most columns, and the most rows, of a map.
pub const MAX_SIDE: u32 = 65_536;
/// The most cells of a map.
pub const MAX_CELLS: u32 = 1 << 26;

/// What the table stores for a cell without a tile. A tile is its number plus 1.
const EMPTY: u16 = 0;

/// A grid of cells, each of which may have a tile. A cell is named by its column and row, both counted from 0; cells
/// outside of the map have no tile.
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
#[derive(Clone, Debug, PartialEq)]
pub struct TileMap {
    cell_size: Vec2,
    columns: u32,
    rows: u32,
    tiles: Vec<Tile>,
    /// How the tile behind a value of a cell collides: beside the tiles, because every test reads it.
    collisions: Vec<TileCollision>,
    /// The numbers of the tiles that are animated.
    animated: Vec<u16>,
    /// Row by row.
    cells: Vec<u16>,
}

impl TileMap {
    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + size_of_val(&*self.tiles)
    }

    /// Returns an empty map. `cell_size` is the size of a cell in world units: (1, 1) in the place of one that is not
    /// positive and finite, or above 1e6. At least one column and row, at most [`MAX_SIDE`] of each and [`MAX_CELLS`]
    /// together: what is beyond is left out.
    pub fn new(cell_size: Vec2, columns: u32, rows: u32) -> Self {
        let usable = |side: f32| (1e-3..=1e6).contains(&side);
        let cell_size = if usable(cell_size.x) && usable(cell_size.y) {
            cell_size
        } else {
            log::warn!("a tile map cannot have cells of {cell_size}: they are 1 by 1");
            Vec2::ONE
        };
        let wanted = (columns, rows);
        let columns = columns.clamp(1, MAX_SIDE);
        let rows = rows.clamp(1, MAX_SIDE.min(MAX_CELLS / columns));
        if wanted != (columns, rows) {
            log::warn!("a tile map of {wanted:?} columns and rows is made with {columns}, {rows}");
        }
        Self {
            cell_size,
            columns,
            rows,
            tiles: Vec::new(),
            animated: Vec::new(),
            collisions: vec![TileCollision::None],
            cells: vec![EMPTY; columns as usize * rows as usize],
        }
    }

    /// Adds a tile, which may then be set in any number of cells. A map has at most 65 535 tiles: further ones are not
    /// added, and the last one is returned in their place.
    pub fn add(&mut self, tile: Tile) -> TileId {
        let full = TileId(u16::MAX - 1);
        match u16::try_from(self.tiles.len()) {
            Ok(number) if number <= full.0 => {
                self.collisions.push(tile.collision);
                if !tile.animation.is_empty() {
                    self.animated.push(number);
                }
                self.tiles.push(tile);
                TileId(number)
            }
            _ => {
                log::warn!("a tile map has no room for more than 65535 tiles");
                full
            }
        }
    }

    /// Whether a tile was added that collides in a wanted way, and may be in a cell.
    pub(super) fn has_tiles(&self, wanted: impl Fn(TileCollision) -> bool) -> bool {
        self.tiles.iter().any(|tile| wanted(tile.collision))
    }

    /// Returns a tile that was added. `None` for an id of another map that has more tiles.
    pub fn tile(&self, id: TileId) -> Option<&Tile> {
        self.tiles.get(usize::from(id.0))
    }

    /// Returns all tiles that were added, in that order.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = (TileId, &Tile)> {
        // As many numbers as there can be tiles, of which there are fewer.
        (0..u16::MAX).map(TileId).zip(&self.tiles)
    }

    /// The numbers of the tiles that are animated.
    pub(super) fn animated(&self) -> &[u16] {
        &self.animated
    }

    /// The tile of a number.
    pub(super) fn tile_of(&self, number: u16) -> Option<&Tile> {
        self.tiles.get(usize::from(number))
    }

    /// Sets the tile of a cell; `None` empties it. Returns false, and changes nothing, for a cell outside of the map or a
    /// tile that it does not have.
    pub fn set(&mut self, cell: IVec2, tile: Option<TileId>) -> bool {
        let (Some(index), Some(value)) = (self.index(cell), self.value(tile)) else {
            return false;
        };
        self.cells[index] = value;
        true
    }

    /// Sets the tile of all cells in the rectangle between two of them, both included, in any order; `None` empties them.
    /// What is outside of the map is left out. Returns false, and changes nothing, for a tile that the map does not have.
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

    /// Returns the tile of a cell. `None` if it is empty, or outside of the map.
    #[inline]
    pub fn get(&self, cell: IVec2) -> Option<TileId> {
        let value = self.cells[self.index(cell)?];
        value.checked_sub(1).map(TileId)
    }

    /// Returns how the tile of a cell collides: not at all if it is empty, or outside of the map.
    #[inline]
    pub fn collision(&self, cell: IVec2) -> TileCollision {
        match self.index(cell) {
            Some(index) => self.collisions[usize::from(self.cells[index])],
            None => TileCollision::None,
        }
    }

    /// Returns the cell that a position is in, in world units relative to the map's upper left corner. Upper and left
    /// edges belong to a cell, lower and right ones to the next. It may be outside of the map.
    pub fn cell_at(&self, position: Vec2) -> IVec2 {
        let cell = (position / self.cell_size).floor();
        // A number that is too large becomes the last one, which is outside of every map.
        let mut cell = cell.as_ivec2();
        // The division rounds, and the edges of cells do, too: theirs is what counts.
        for axis in 0..2 {
            let edge = |number: i32| number as f32 * self.cell_size[axis];
            if position[axis] < edge(cell[axis]) {
                cell[axis] = cell[axis].saturating_sub(1);
            } else if position[axis] >= edge(cell[axis].saturating_add(1)) {
                cell[axis] = cell[axis].saturating_add(1);
            }
        }
        cell
    }

    /// Returns the box of a cell, in world units relative to the map's upper left corner, whether or not the cell is
    /// outside of the map.
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

    /// The box around all cells from one to another, of a map whose corner is at `origin`.
    pub(super) fn cells_box(&self, origin: Vec2, first: IVec2, last: IVec2) -> Rect {
        let end = IVec2::new(last.x.saturating_add(1), last.y.saturating_add(1));
        // The same sum for an edge that two cells share: they touch exactly.
        Rect {
            min: origin + first.as_vec2() * self.cell_size,
            max: origin + end.as_vec2() * self.cell_size,
        }
    }

    /// The box around a map whose corner is at `origin`.
    pub(crate) fn area(&self, origin: Vec2) -> Rect {
        self.cells_box(origin, IVec2::ZERO, self.size() - 1)
    }

    /// Whether a cell is solid.
    #[inline]
    pub(super) fn is_solid(&self, cell: IVec2) -> bool {
        self.collision(cell) == TileCollision::Solid
    }

    /// Where the value of a cell is stored. `None` outside of the map.
    #[inline]
    fn index(&self, cell: IVec2) -> Option<usize> {
        let column = u32::try_from(cell.x).ok().filter(|x| *x < self.columns)?;
        let row = u32::try_from(cell.y).ok().filter(|y| *y < self.rows)?;
        Some(row as usize * self.columns as usize + column as usize)
    }

    /// What is stored for a tile. `None` if the map does not have it.
    fn value(&self, tile: Option<TileId>) -> Option<u16> {
        match tile {
            None => Some(EMPTY),
            Some(id) => (usize::from(id.0) < self.tiles.len()).then_some(id.0 + 1),
        }
    }
}

impl Summed for TileMap {
    fn add_to(&self, sum: &mut Checksum) {
        (self.cell_size, self.columns, self.rows).add_to(sum);
        sum.list(self.tiles.iter());
        // Which tile, not only how it collides: a game asks for it.
        for cells in self.cells.chunks(256) {
            let mut bytes = [0; 512];
            for (bytes, cell) in bytes.chunks_exact_mut(2).zip(cells) {
                bytes.copy_from_slice(&cell.to_le_bytes());
            }
            sum.bytes(&bytes[..cells.len() * 2]);
        }
    }
}
