//! Loads the images of tilesets and image layers as sprites.

use std::collections::BTreeMap;
use std::path::Path;

use glam::UVec2;

use super::memory::MapMemory;
use super::node::MapNode;
use super::tileset::{MAX_TILES, TileGrid};
use crate::assets::{
    Assets, FrameLayout, ImageLayout, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, PixelRect, SpriteId,
    image_size,
};
use crate::base::color::Color;
use crate::tiles::tileset_sprite;

/// The frame of a sprite that shows a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileLook {
    pub(super) sprite: SpriteId,
    pub(super) frame: u16,
    /// Size of the frame, in pixels.
    pub(super) size: UVec2,
}

/// Memory for each frame of a sprite and for each sprite, in bytes. The asset store keeps their rectangles and labels.
const FRAME_BYTES: usize = 256;
const SPRITE_BYTES: usize = 2048;

/// An image that a map or tileset names, and the colour that is transparent in it.
#[derive(Debug)]
pub(super) struct TilesetImage<'a> {
    pub(super) path: &'a str,
    transparent: Option<Color>,
}

/// Returns the image of a tileset, tile or layer. `None` if it has none.
pub(super) fn source(node: &MapNode) -> Result<Option<TilesetImage<'_>>, String> {
    let (path, color) = match node.child("image") {
        Some(image) => {
            let path = image.filled("source").ok_or_else(|| {
                image.fault("has an embedded image: save the image to a file of its own")
            })?;
            (path, image.filled("trans"))
        }
        None => match node.filled("image") {
            Some(path) => (path, node.filled("transparentcolor")),
            None => return Ok(None),
        },
    };
    let transparent = match color {
        None => None,
        Some(text) => Some(color_of(text).ok_or_else(|| {
            node.fault(format!(
                "expected a transparent colour as #rrggbb, got \"{text:.40}\""
            ))
        })?),
    };
    Ok(Some(TilesetImage { path, transparent }))
}

/// Returns a colour that is written as `#rrggbb` or `#aarrggbb`, with or without `#`.
pub(super) fn color_of(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [alpha, red, green, blue] = number.to_be_bytes();
    match digits.len() {
        6 => Some(Color::rgba(red, green, blue, 255)),
        8 => Some(Color::rgba(red, green, blue, alpha)),
        _ => None,
    }
}

/// Loads the image of a tileset, cut into its tiles. Tiles that are not within the image are left out.
pub(super) fn sheet(
    assets: &mut Assets,
    path: &Path,
    image: &TilesetImage<'_>,
    grid: &TileGrid,
    memory: &MapMemory,
) -> Result<BTreeMap<u32, TileLook>, String> {
    let rects = grid.rects(size(assets, path)?)?;
    memory.take(rects.len() * FRAME_BYTES)?;
    let mut looks = BTreeMap::new();
    for rects in rects.chunks(MAX_IMAGE_FRAMES) {
        let frames = rects.iter().map(|(_, rect)| *rect).collect();
        let sprite = load(assets, path, image, FrameLayout::Rects(frames), memory)?;
        for (frame, (id, rect)) in (0..).zip(rects) {
            let size = UVec2::new(rect.width.into(), rect.height.into());
            looks.insert(
                *id,
                TileLook {
                    sprite,
                    frame,
                    size,
                },
            );
        }
    }
    Ok(looks)
}

/// Loads the image of one tile, or the part of it that the tile shows.
pub(super) fn single(
    assets: &mut Assets,
    path: &Path,
    image: &TilesetImage<'_>,
    tile: &MapNode,
    memory: &MapMemory,
) -> Result<TileLook, String> {
    let whole = size(assets, path)?;
    let corner = UVec2::new(
        tile.number("x")?.unwrap_or(0),
        tile.number("y")?.unwrap_or(0),
    );
    let part = UVec2::new(
        tile.number("width")?.unwrap_or(whole.x),
        tile.number("height")?.unwrap_or(whole.y),
    );
    let (layout, size) = match rect(corner, part, whole) {
        _ if (corner, part) == (UVec2::ZERO, whole) => (FrameLayout::Whole, whole),
        Some(rect) => (FrameLayout::Rects(vec![rect]), part),
        None => {
            return Err(tile.fault(format!(
                "a tile shows {part} pixels at {corner} of {}, which has {whole}",
                path.display()
            )));
        }
    };
    let sprite = load(assets, path, image, layout, memory)?;
    Ok(TileLook {
        sprite,
        frame: 0,
        size,
    })
}

/// Largest side of a piece of an image layer's image, in pixels. A tile shows a single slice, so a frame must fit into
/// a page of the atlas.
pub(super) const PIECE: u32 = 512;

/// Loads the image of a layer: whole, or in pieces, row by row. Also returns its size in pixels.
pub(super) fn pieces(
    assets: &mut Assets,
    path: &Path,
    image: &TilesetImage<'_>,
    memory: &MapMemory,
) -> Result<(Vec<TileLook>, UVec2), String> {
    let whole = size(assets, path)?;
    let starts = |side: u32| (0..side).step_by(PIECE as usize);
    let corners = starts(whole.y).flat_map(|y| starts(whole.x).map(move |x| UVec2::new(x, y)));
    let rects =
        corners.filter_map(|corner| rect(corner, (whole - corner).min(UVec2::splat(PIECE)), whole));
    let rects: Vec<PixelRect> = rects.collect();
    memory.take(rects.len() * FRAME_BYTES)?;
    let sprite = load(
        assets,
        path,
        image,
        FrameLayout::Rects(rects.clone()),
        memory,
    )?;
    let looks = (0..).zip(rects).map(|(frame, rect)| TileLook {
        sprite,
        frame,
        size: UVec2::new(rect.width.into(), rect.height.into()),
    });
    Ok((looks.collect(), whole))
}

/// Returns the size of an image file, in pixels. The sizes in Tiled's files may be missing or outdated.
fn size(assets: &Assets, path: &Path) -> Result<UVec2, String> {
    let bytes = assets.read_file(path, MAX_IMAGE_FILE_BYTES as u64);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let size = image_size(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(UVec2::from(size))
}

/// Loads an image.
fn load(
    assets: &mut Assets,
    path: &Path,
    image: &TilesetImage<'_>,
    frames: FrameLayout,
    memory: &MapMemory,
) -> Result<SpriteId, String> {
    memory.take(SPRITE_BYTES)?;
    let layout = ImageLayout {
        transparent: image.transparent,
        frames,
        ..ImageLayout::default()
    };
    tileset_sprite::load(assets, path, &layout)
}

impl TileGrid {
    /// Returns the numbers and rectangles of the tiles within an image of `image` pixels.
    fn rects(&self, image: UVec2) -> Result<Vec<(u32, PixelRect)>, String> {
        let step = self.size.saturating_add(UVec2::splat(self.spacing));
        // As many tiles as fit along each axis. The last one needs no spacing after it.
        let room = image.saturating_sub(UVec2::splat(self.margin));
        let fit = room.saturating_add(UVec2::splat(self.spacing)) / step;
        let columns = self.columns.unwrap_or(fit.x);
        let count = self.count.unwrap_or_else(|| columns.saturating_mul(fit.y));
        if count > MAX_TILES {
            return Err(format!(
                "has a tileset of {count} tiles: at most {MAX_TILES} are supported"
            ));
        }
        let rect_of = |id: u32| {
            let (x, y) = (id.checked_rem(columns)?, id.checked_div(columns)?);
            let corner = UVec2::new(x, y).checked_mul(step)?;
            rect(
                corner.checked_add(UVec2::splat(self.margin))?,
                self.size,
                image,
            )
        };
        let rects = (0..count).filter_map(|id| Some((id, rect_of(id)?)));
        Ok(rects.collect())
    }
}

/// Returns a rectangle, if it is within an image of `image` pixels and not empty.
fn rect(corner: UVec2, size: UVec2, image: UVec2) -> Option<PixelRect> {
    let end = corner.checked_add(size)?;
    (size.min_element() > 0 && end.cmple(image).all()).then_some(())?;
    let [x, y, width, height] =
        [corner.x, corner.y, size.x, size.y].map(|side| u16::try_from(side).ok());
    Some(PixelRect {
        x: x?,
        y: y?,
        width: width?,
        height: height?,
    })
}
