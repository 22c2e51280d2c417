//! What is drawn of a map: a row of a layer for each cell, and a record for each tile.
//!
//! The rows of 32 × 32 cells are a chunk of the layer: what is out of view is neither copied nor drawn, and a cell that
//! changes is copied with its neighbours alone. Rows name the tile, not its frame. An animated tile is a record that
//! changes, so that a million of its cells are copied by 48 bytes.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::tile::Tile;
use crate::assets::frame::FrameRecord;
use crate::assets::{Assets, FrameId};
use crate::scene::{CHUNK, Instance, InstanceFlags, Layer};

/// Columns and rows of cells in a chunk.
const BLOCK: i32 = 32;
const _: () = assert!((BLOCK * BLOCK) as usize == CHUNK);

/// How all tiles of a map are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TileLook {
    /// Where the map's corner is, in world units.
    pub(crate) position: Vec2,
    /// How far the last step moved it, in world units.
    pub(crate) motion: Vec2,
    /// Premultiplied.
    pub(crate) tint: [u8; 4],
    /// Blend mode, filter, and whether they are filled with the tint.
    pub(crate) flags: InstanceFlags,
}

impl TileLook {
    /// The flags that a map takes from its object.
    const FLAGS: [InstanceFlags; 4] = [
        InstanceFlags::ADDITIVE,
        InstanceFlags::OPAQUE,
        InstanceFlags::LINEAR,
        InstanceFlags::FILLED,
    ];

    /// Returns how the tiles of an object are drawn whose row has this instance.
    pub(crate) fn of(instance: &Instance) -> Self {
        let all = instance.flags();
        let own = Self::FLAGS.into_iter().filter(|flag| all.contains(*flag));
        Self {
            position: instance.position,
            motion: instance.motion,
            tint: instance.tint,
            flags: own.fold(InstanceFlags::default(), InstanceFlags::with),
        }
    }
}

impl TileMap {
    /// Returns a layer with a row for each cell.
    pub(crate) fn rows(&self, look: &TileLook) -> Layer {
        let mut layer = Layer::new();
        let blocks = (self.size() + (BLOCK - 1)) / BLOCK;
        let count = usize::try_from(blocks.element_product()).unwrap_or(0);
        layer.reserve(count * CHUNK);
        for (down, across) in (0..blocks.y).flat_map(|y| (0..blocks.x).map(move |x| (y, x))) {
            let corner = IVec2::new(across, down) * BLOCK;
            for cell in (0..BLOCK).flat_map(|y| (0..BLOCK).map(move |x| IVec2::new(x, y))) {
                layer.push(None, self.instance(corner + cell, look), Vec2::ZERO);
            }
        }
        layer
    }

    /// Draws all rows anew, with another look.
    pub(crate) fn redraw(&self, layer: &mut Layer, look: &TileLook) {
        let across = (self.size().x + (BLOCK - 1)) / BLOCK;
        let blocks = (0..).map(|number| IVec2::new(number % across, number / across) * BLOCK);
        let cells = blocks.flat_map(|corner| {
            (0..BLOCK).flat_map(move |y| (0..BLOCK).map(move |x| corner + IVec2::new(x, y)))
        });
        for (instance, cell) in layer.columns_mut().instances.iter_mut().zip(cells) {
            *instance = self.instance(cell, look);
        }
    }

    /// Draws one cell anew.
    pub(crate) fn redraw_cell(&self, layer: &mut Layer, cell: IVec2, look: &TileLook) {
        let across = (self.size().x + (BLOCK - 1)) / BLOCK;
        let (block, within) = (cell / BLOCK, cell % BLOCK);
        let row = (block.y * across + block.x) * BLOCK * BLOCK + within.y * BLOCK + within.x;
        if let Ok(row) = usize::try_from(row) {
            layer.edit_row(row, |instance| *instance = self.instance(cell, look));
        }
    }

    /// What is drawn of a cell; hidden if nothing is.
    fn instance(&self, cell: IVec2, look: &TileLook) -> Instance {
        let corner = look.position + cell.as_vec2() * self.cell_size();
        let mut instance = Instance::new(corner, FrameId::SOLID);
        let id = self.get(cell);
        let shown = id.and_then(|id| Some((id, self.tile(id)?)));
        let Some((id, tile)) = shown.filter(|(_, tile)| tile.sprite.is_some()) else {
            instance.set_flags(InstanceFlags::HIDDEN);
            return instance;
        };
        instance.motion = look.motion;
        instance.tint = look.tint;
        instance.set_flags(look.flags);
        instance.set_shape(u32::from(id.index()));
        // The picture is mirrored within itself: with columns for rows, the other way round.
        let (x, y) = match tile.transposed {
            false => (tile.flip_x, tile.flip_y),
            true => (tile.flip_y, tile.flip_x),
        };
        instance.set_flip(x, y);
        instance
    }

    /// Writes the records of all tiles, as they are after `time` steps. `unit` is the pixels per world unit.
    pub(crate) fn write_records(&self, layer: &mut Layer, assets: &Assets, unit: Vec2, time: f64) {
        for (number, (_, tile)) in self.tiles().enumerate() {
            self.write_record(layer, number, tile, assets, unit, time);
        }
    }

    /// As [`TileMap::write_records`], for animated tiles alone.
    pub(crate) fn write_animated(&self, layer: &mut Layer, assets: &Assets, unit: Vec2, time: f64) {
        for &number in self.animated() {
            if let Some(tile) = self.tile_of(number) {
                self.write_record(layer, number.into(), tile, assets, unit, time);
            }
        }
    }

    /// Writes the record of the tile of this number, if it is another one now.
    fn write_record(
        &self,
        layer: &mut Layer,
        number: usize,
        tile: &Tile,
        assets: &Assets,
        unit: Vec2,
        time: f64,
    ) {
        let sprite = tile.sprite.and_then(|sprite| assets.sprite(sprite));
        let frame = sprite.map_or(FrameId::SOLID, |sprite| {
            sprite.frames.wrapping(tile.frame_at(time).into())
        });
        let record = assets.frames().get(frame).copied();
        let record = record.map(|record| self.record(&record, tile, unit));
        layer.set_picture(
            number,
            record.unwrap_or_else(bytemuck::Zeroable::zeroed),
            frame,
        );
    }

    /// Returns whether a tile shows another frame after some steps than it did before.
    pub(crate) fn has_turned(&self, before: f64, time: f64) -> bool {
        let mut animated = self.animated().iter();
        animated.any(|&number| {
            let tile = self.tile_of(number);
            tile.is_some_and(|tile| tile.frame_at(before) != tile.frame_at(time))
        })
    }

    /// The record of a tile, from that of a frame of its sprite: as large as a cell.
    fn record(&self, frame: &FrameRecord, tile: &Tile, unit: Vec2) -> FrameRecord {
        let size = self.cell_size() * unit;
        let Vec2 { x, y } = size + hair(size * self.size().as_vec2());
        let corners = match tile.transposed {
            false => [[0.0, 0.0], [x, 0.0], [0.0, y], [x, y]],
            true => [[0.0, 0.0], [0.0, y], [x, 0.0], [x, y]],
        };
        frame.stretched(corners)
    }
}

/// By how much tiles are larger than their cells, in pixels: corners of neighbours are snapped apart from each other, and
/// their positions are the less exact the further away they are. Without it, a pixel between them might show what is
/// beneath.
fn hair(extent: Vec2) -> Vec2 {
    // 4/256 pixel, also where the picture is a quarter of its size; and 2⁻²¹ of the map's size.
    1.0 / 64.0 + extent * (0.5 / 1_048_576.0)
}
