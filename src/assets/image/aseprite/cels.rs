//! The pixels of cels and tilesets: decompressed and converted to red, green, blue and alpha.

use std::io::Read;

use aseprite_loader::binary::chunks::cel::CelContent;
use aseprite_loader::binary::chunks::tileset::{TilesetChunk, TilesetFlags};
use aseprite_loader::binary::color_depth::ColorDepth;
use flate2::read::ZlibDecoder;

use super::chunks::{AsepriteFile, AsepritePalette, CUT_SHORT};
use crate::assets::image::limits::MAX_DECODER_BYTES;

/// Most bytes of cels, tiles and groups that are decompressed and painted. This takes some seconds; a small file could
/// take hours otherwise.
const MAX_CEL_BYTES: u64 = 4 << 30;

/// The same in tests, which should end soon.
const MAX_TESTED_BYTES: u64 = 64 << 20;

/// An image of a cel.
pub(super) struct CelImage {
    pub(super) size: [u16; 2],
    /// Texels as in the file: 1, 2 or 4 bytes each.
    texels: Vec<u8>,
}

/// A grid of tiles.
pub(super) struct CelTiles {
    /// Columns and rows.
    pub(super) size: [u16; 2],
    /// Pixels of a tile.
    pub(super) tile: [u16; 2],
    numbers: Vec<u8>,
    id_mask: u32,
    flips: [u32; 3],
    empty: Option<u32>,
}

/// A tile of a [`CelTiles`].
pub(super) struct CelTile {
    pub(super) id: u32,
    pub(super) flip_x: bool,
    pub(super) flip_y: bool,
    /// Whether rows and columns are swapped, before the other flips.
    pub(super) transposed: bool,
}

/// Decompresses cels, and counts the bytes.
pub(super) struct CelReader {
    depth: ColorDepth,
    texel_bytes: usize,
    transparent: u8,
    left: u64,
}

impl CelReader {
    pub(super) fn of(file: &AsepriteFile<'_>) -> Result<Self, String> {
        let texel_bytes = file.depth.pixel_size().ok_or_else(|| {
            format!(
                "it has {} bits a pixel: expected 8, 16 or 32",
                file.depth.bpp()
            )
        })?;
        Ok(Self {
            depth: file.depth,
            texel_bytes,
            transparent: file.transparent,
            left: if cfg!(test) {
                MAX_TESTED_BYTES
            } else {
                MAX_CEL_BYTES
            },
        })
    }

    /// Returns the number of bytes of a texel.
    pub(super) fn texel_bytes(&self) -> usize {
        self.texel_bytes
    }

    /// Decompresses an image of `count` texels.
    fn texels(&mut self, data: &[u8], compressed: bool, count: usize) -> Result<Vec<u8>, String> {
        self.bytes(data, compressed, count as u64 * self.texel_bytes as u64)
    }

    /// Counts bytes that are decompressed or painted.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<(), String> {
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            format!(
                "its cels have more than {} MiB: split it",
                MAX_CEL_BYTES >> 20
            )
        })?;
        Ok(())
    }

    fn bytes(&mut self, data: &[u8], compressed: bool, size: u64) -> Result<Vec<u8>, String> {
        if size > MAX_DECODER_BYTES {
            return Err(format!(
                "a cel has more than {} MiB",
                MAX_DECODER_BYTES >> 20
            ));
        }
        self.charge(size)?;
        // The list grows with the data: a file that is cut short takes no more memory than it has pixels.
        let mut bytes = Vec::new();
        let read = match compressed {
            true => ZlibDecoder::new(data).take(size).read_to_end(&mut bytes),
            false => data.take(size).read_to_end(&mut bytes),
        };
        if read.is_err() {
            return Err("a compressed cel is damaged".to_owned());
        }
        match bytes.len() as u64 == size {
            true => Ok(bytes),
            false => Err(CUT_SHORT.to_owned()),
        }
    }

    /// Returns the image of a cel. `None` for a linked cel, and for tiles.
    pub(super) fn image(&mut self, content: &CelContent<'_>) -> Result<Option<CelImage>, String> {
        let CelContent::Image(image) = content else {
            return Ok(None);
        };
        let count = usize::from(image.width) * usize::from(image.height);
        Ok(Some(CelImage {
            size: [image.width, image.height],
            texels: self.texels(image.data, image.compressed, count)?,
        }))
    }

    /// Returns the tiles of a cel. `None` for a linked cel, and for images.
    pub(super) fn tiles(
        &mut self,
        content: &CelContent<'_>,
        tileset: &TilesetChunk<'_>,
    ) -> Result<Option<CelTiles>, String> {
        let CelContent::CompressedTilemap {
            width,
            height,
            bits_per_tile,
            bitmask_tile_id,
            // The crate swaps the names of these two.
            bitmask_y_flip: flip_x,
            bitmask_x_flip: flip_y,
            bitmask_diagonal_flip,
            data,
        } = content
        else {
            return Ok(None);
        };
        if *bits_per_tile != 32 {
            return Err(format!("it has {bits_per_tile} bits a tile: expected 32"));
        }
        let count = u64::from(*width) * u64::from(*height);
        let is_0_empty = tileset.flags.contains(TilesetFlags::TILE_0_EMPTY);
        Ok(Some(CelTiles {
            size: [*width, *height],
            tile: [tileset.width, tileset.height],
            numbers: self.bytes(data, true, count * 4)?,
            id_mask: *bitmask_tile_id,
            flips: [*flip_x, *flip_y, *bitmask_diagonal_flip],
            empty: is_0_empty.then_some(0),
        }))
    }

    /// Returns the tiles of a tileset, one below the other. `kept` is the number of bytes of other tilesets in memory.
    pub(super) fn tileset(
        &mut self,
        tileset: &TilesetChunk<'_>,
        kept: u64,
    ) -> Result<CelImage, String> {
        let tiles = tileset.tiles.as_ref();
        let data = tiles
            .ok_or("its tiles are in another file: include them in this file")?
            .data;
        let rows = u64::from(tileset.height) * u64::from(tileset.number_of_tiles);
        let count = rows * u64::from(tileset.width);
        let size = count.saturating_mul(self.texel_bytes as u64);
        if size.saturating_add(kept) > MAX_DECODER_BYTES {
            return Err(format!(
                "its tilesets have more than {} MiB: make them smaller",
                MAX_DECODER_BYTES >> 20
            ));
        }
        Ok(CelImage {
            // The number of rows may be larger; it is only read tile by tile.
            size: [tileset.width, u16::try_from(rows).unwrap_or(u16::MAX)],
            texels: self.bytes(data, true, size)?,
        })
    }

    /// Returns the colour of a texel. `None` outside the image.
    #[inline]
    pub(super) fn color(
        &self,
        image: &CelImage,
        index: usize,
        palette: Option<&AsepritePalette>,
        is_background: bool,
    ) -> Option<[u8; 4]> {
        let start = index * self.texel_bytes;
        let texel = image.texels.get(start..start + self.texel_bytes)?;
        Some(match (self.depth, texel) {
            (ColorDepth::Indexed, &[index]) if index == self.transparent && !is_background => {
                [0; 4]
            }
            (ColorDepth::Indexed, &[index]) => {
                palette.map_or([0; 4], |palette| palette[usize::from(index)])
            }
            (_, &[gray, alpha]) => [gray, gray, gray, alpha],
            (_, &[red, green, blue, alpha]) => [red, green, blue, alpha],
            _ => [0; 4],
        })
    }
}

impl CelImage {
    pub(super) fn bytes(&self) -> u64 {
        self.texels.len() as u64
    }

    /// Returns whether a tileset has the texels of a tile with this many texels.
    pub(super) fn has_tile(&self, id: u32, texels: usize, texel_bytes: usize) -> bool {
        let end = (u64::from(id) + 1).saturating_mul((texels * texel_bytes) as u64);
        end <= self.texels.len() as u64
    }
}

impl CelTiles {
    /// Returns the tile of a cell. `None` for an empty cell.
    pub(super) fn get(&self, column: usize, row: usize) -> Option<CelTile> {
        let start = (row * usize::from(self.size[0]) + column) * 4;
        let number = u32::from_le_bytes(*self.numbers.get(start..)?.first_chunk()?);
        let id = number & self.id_mask;
        let [x, y, diagonal] = self.flips.map(|mask| number & mask != 0);
        let is_empty = Some(id) == self.empty || number == u32::MAX;
        (!is_empty).then_some(CelTile {
            id,
            flip_x: x,
            flip_y: y,
            transposed: diagonal,
        })
    }
}
