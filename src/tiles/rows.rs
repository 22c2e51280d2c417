//! Drawing of a map: a row of a layer for each cell, and a frame record for each tile.
//!
//! The rows of 32 × 32 cells form a chunk of the layer. Invisible chunks are neither copied nor drawn, and only the
//! chunk of a changed cell is copied again. A map with tiles that leave their cells has its rows line by line instead,
//! so that tiles further down and to the right are painted over others. Rows refer to the tile, not to its frame. An
//! animated tile changes only its record, so that 48 bytes update a million of its cells.

use glam::{IVec2, Vec2, Vec2Swizzles};

use super::map::TileMap;
use super::tile::Tile;
use super::window::CellBlock;
use crate::assets::frame::FrameRecord;
use crate::assets::{Assets, FrameId};
use crate::scene::{CHUNK, Instance, InstanceFlags, Layer, RowStyle};

/// Columns and rows of cells per chunk.
const BLOCK: i32 = 32;
const _: () = assert!((BLOCK * BLOCK) as usize == CHUNK);

/// Drawing settings that all tiles of a map share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TileStyle {
    /// Position of the map's upper left corner, in world units.
    pub(crate) position: Vec2,
    /// Displacement by the last step, in world units.
    pub(crate) motion: Vec2,
    /// Premultiplied tint.
    pub(crate) tint: [u8; 4],
    /// Blend mode, filter, and whether tiles are filled with the tint.
    pub(crate) flags: InstanceFlags,
    /// Blend mode, if it has no flags.
    pub(crate) style: RowStyle,
}

impl TileStyle {
    /// Flags that a map takes from its object.
    const FLAGS: [InstanceFlags; 4] = [
        InstanceFlags::ADDITIVE,
        InstanceFlags::OPAQUE,
        InstanceFlags::LINEAR,
        InstanceFlags::FILLED,
    ];

    /// Returns the style of an object's tiles, from the object's row.
    pub(crate) fn of(instance: &Instance, style: RowStyle) -> Self {
        let all = instance.flags();
        let own = Self::FLAGS.into_iter().filter(|flag| all.contains(*flag));
        Self {
            position: instance.position,
            motion: instance.motion,
            tint: instance.tint,
            flags: own.fold(InstanceFlags::default(), InstanceFlags::with),
            style,
        }
    }
}

impl TileMap {
    /// Returns a layer with a row for each cell of `cells_by_block`.
    pub(crate) fn rows(&self, style: &TileStyle) -> Layer {
        let mut layer = Layer::new();
        let side = self.block();
        let rows = (self.size() + (side - 1)) / side * side;
        layer.reserve(usize::try_from(rows.element_product()).unwrap_or(0));
        let style = self.aligned(style);
        for cell in self.cells_by_block() {
            layer.push(None, self.instance(cell, &style), Vec2::ZERO);
        }
        layer.set_all_styles(style.style);
        layer
    }

    /// Rewrites all rows with another style.
    pub(crate) fn redraw(&self, layer: &mut Layer, style: &TileStyle) {
        let instances = layer.columns_mut().instances.iter_mut();
        let style = self.aligned(style);
        for (instance, cell) in instances.zip(self.cells_by_block()) {
            *instance = self.instance(cell, &style);
        }
        layer.set_all_styles(style.style);
    }

    /// Returns the cells in the order of their rows: block by block, including cells of the last blocks that are
    /// outside the map.
    fn cells_by_block(&self) -> impl Iterator<Item = IVec2> + use<> {
        let last = self.size() - 1;
        let side = self.block();
        let blocks = CellBlock {
            first: IVec2::ZERO,
            last: last / side,
        };
        let cells = CellBlock {
            first: IVec2::ZERO,
            last: side - 1,
        };
        let blocks = blocks.cells();
        blocks.flat_map(move |block| cells.cells().map(move |cell| block * side + cell))
    }

    /// Returns the number of columns and rows of cells per block: those of a chunk, or of the whole map if its tiles
    /// may overlap.
    fn block(&self) -> IVec2 {
        match self.has_overlaps() {
            true => self.size(),
            false => IVec2::splat(BLOCK),
        }
    }

    /// Rewrites the row of one cell.
    pub(crate) fn redraw_cell(&self, layer: &mut Layer, cell: IVec2, style: &TileStyle) {
        let side = self.block();
        let across = (self.size().x + (side.x - 1)) / side.x;
        let (block, within) = (cell / side, cell % side);
        let row =
            (block.y * across + block.x) * side.element_product() + within.y * side.x + within.x;
        if let Ok(row) = usize::try_from(row) {
            let style = self.aligned(style);
            layer.edit_row(row, |instance| *instance = self.instance(cell, &style));
        }
    }

    /// Returns a style whose position is rounded to the precision that positions have at the far end of the map. The
    /// corners of cells are then exact sums, and neighbours have equal ones.
    fn aligned(&self, style: &TileStyle) -> TileStyle {
        let end = style.position + self.size().as_vec2() * self.cell_size();
        let most = style.position.abs().max(end.abs()).max_element().max(1.0);
        // A power of two, and at least the distance of two neighbouring floats up to twice `most`.
        let spacing = f32::from_bits(most.to_bits() & 0x7f80_0000) / 4_194_304.0;
        TileStyle {
            position: (style.position / spacing).round() * spacing,
            ..*style
        }
    }

    /// Returns the instance of a cell, hidden if the cell shows nothing.
    fn instance(&self, cell: IVec2, style: &TileStyle) -> Instance {
        let corner = style.position + cell.as_vec2() * self.cell_size();
        let mut instance = Instance::new(corner, FrameId::SOLID);
        let id = self.get(cell);
        let shown = id.and_then(|id| Some((id, self.tile(id)?)));
        let Some((id, tile)) = shown.filter(|(_, tile)| tile.sprite.is_some()) else {
            instance.set_flags(InstanceFlags::HIDDEN);
            return instance;
        };
        instance.motion = style.motion;
        instance.tint = style.tint;
        instance.set_flags(style.flags);
        instance.set_shape(u32::from(id.index()));
        // A tile is transposed first and then mirrored, but a record is mirrored first. So a transposed tile swaps the
        // axes.
        let (x, y) = match tile.transposed {
            false => (tile.flip_x, tile.flip_y),
            true => (tile.flip_y, tile.flip_x),
        };
        instance.set_flip(x, y);
        instance
    }

    /// Writes the records of all tiles as they are after `time` steps. `unit` is the number of pixels per world unit.
    pub(crate) fn write_records(&self, layer: &mut Layer, assets: &Assets, unit: Vec2, time: f64) {
        for (number, (_, tile)) in self.tiles().enumerate() {
            self.write_record(layer, number, tile, assets, unit, time);
        }
    }

    /// Like [`TileMap::write_records`], for animated tiles alone.
    pub(crate) fn write_animated(&self, layer: &mut Layer, assets: &Assets, unit: Vec2, time: f64) {
        for &number in self.animated() {
            if let Some(tile) = self.tile_of(number) {
                self.write_record(layer, number.into(), tile, assets, unit, time);
            }
        }
    }

    /// Writes the record of the tile with this index, if it changed.
    fn write_record(
        &self,
        layer: &mut Layer,
        number: usize,
        tile: &Tile,
        assets: &Assets,
        unit: Vec2,
        time: f64,
    ) {
        let (sprite, frame) = tile.look_at(time);
        let sprite = sprite.and_then(|sprite| assets.sprite(sprite));
        let frame = sprite.map_or(FrameId::SOLID, |sprite| {
            sprite.frames.wrapping(frame.into())
        });
        let record = assets.frames().get(frame).copied();
        let record = record.map(|record| self.record(&record, tile, unit));
        layer.set_shape_frame(
            number,
            record.unwrap_or_else(bytemuck::Zeroable::zeroed),
            frame,
        );
    }

    /// Returns whether an animated tile shows another frame at `time` than at `before`, both in steps.
    pub(crate) fn has_turned(&self, before: f64, time: f64) -> bool {
        let mut animated = self.animated().iter();
        animated.any(|&number| {
            let tile = self.tile_of(number);
            tile.is_some_and(|tile| tile.look_at(before) != tile.look_at(time))
        })
    }

    /// Returns the record of a tile from the record of its sprite's frame.
    fn record(&self, frame: &FrameRecord, tile: &Tile, unit: Vec2) -> FrameRecord {
        let cell = self.cell_size();
        let own = tile.size.unwrap_or(cell);
        let size = if tile.transposed && tile.size.is_some() {
            own.yx()
        } else {
            own
        };
        let low = tile.offset + Vec2::new(0.0, cell.y - size.y);
        let is_exact = [cell, low, low + size]
            .into_iter()
            .all(|at| is_exact(at, unit));
        let overlap = match is_exact {
            true => Vec2::ZERO,
            false => overlap(cell * unit * self.size().as_vec2()),
        };
        let low = low * unit;
        let high = low + size * unit + overlap;
        let (low, high) = (low.to_array(), high.to_array());
        let corner =
            |right: usize, below: usize| [[low[0], high[0]][right], [low[1], high[1]][below]];
        let corners = match tile.transposed {
            false => [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)],
            true => [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)],
        };
        let record = frame.stretched(corners);
        if is_exact { record.as_tile() } else { record }
    }
}

/// Returns whether a distance within a map can be added to positions without rounding: it is a multiple of 1/16 world
/// unit, and can be converted to pixels and back. Then all tiles that meet in a corner compute the same position for
/// it, up to 250 000 units from the origin.
fn is_exact(distance: Vec2, unit: Vec2) -> bool {
    (distance * 16.0).fract() == Vec2::ZERO && distance * unit * unit.recip() == distance
}

/// Returns the size by which tiles exceed cells whose corners are not exact, in pixels. Corners of neighbours are then
/// snapped independently, and positions are less exact the further away they are. Without the overlap, the background
/// could show through between two tiles.
fn overlap(extent: Vec2) -> Vec2 {
    // The overlap is 4/256 pixel plus 2⁻²¹ of the map's size. If the view is shown at a quarter of its size, 1/256
    // pixel remains.
    1.0 / 64.0 + extent * (0.5 / 1_048_576.0)
}
