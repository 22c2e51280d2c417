//! The images of a map's tilesets as sprites.

use std::collections::BTreeMap;
use std::path::Path;

use super::plain;
use crate::assets::{AssetError, Assets, FrameLayout, ImageLayout, PixelRect, SpriteId};

/// Sprites by tileset index. A tileset of many images has one sprite per tile, with the tile's id as the second key.
pub(super) type Images = BTreeMap<(usize, Option<u32>), SpriteId>;

/// Loads all images that are not loaded yet.
pub(super) fn load(map: &tiled::Map, assets: &mut Assets) -> Result<Images, AssetError> {
    let mut images = Images::new();
    for (number, tileset) in map.tilesets().iter().enumerate() {
        if let Some(image) = &tileset.image {
            let layout = FrameLayout::Rects(rects(tileset, image));
            images.insert((number, None), sprite(assets, &image.source, layout)?);
            continue;
        }
        // The tiles are sorted, because the crate's order changes with each run.
        let tiles: BTreeMap<u32, _> = tileset.tiles().collect();
        for (id, tile) in tiles {
            if let Some(image) = &tile.image {
                let sprite = sprite(assets, &image.source, FrameLayout::Whole)?;
                images.insert((number, Some(id)), sprite);
            }
        }
    }
    Ok(images)
}

/// Returns the sprite of an image. Its label is the path, plus the number of frames if another tileset cuts the image
/// differently.
fn sprite(assets: &mut Assets, source: &Path, frames: FrameLayout) -> Result<SpriteId, AssetError> {
    let path = plain(source);
    let mut label = path.display().to_string();
    let count = match &frames {
        FrameLayout::Rects(rects) => rects.len(),
        _ => 1,
    };
    let known = assets.find(&label).and_then(|sprite| assets.sprite(sprite));
    if known.is_some_and(|sprite| sprite.frames.count as usize != count) {
        label += &format!(" in {count}");
    }
    if let Some(sprite) = assets.find(&label) {
        return Ok(sprite);
    }
    let layout = ImageLayout {
        frames,
        ..ImageLayout::default()
    };
    assets.load_image(&label, &path, &layout)
}

/// Returns the pixel rectangles of a tileset's tiles, as far as its image contains them.
fn rects(tileset: &tiled::Tileset, image: &tiled::Image) -> Vec<PixelRect> {
    let (columns, count) = (tileset.columns.max(1), tileset.tilecount);
    let start = |number: u32, side: u32| {
        let step = side.checked_add(tileset.spacing)?;
        number.checked_mul(step)?.checked_add(tileset.margin)
    };
    let within = |at: u32, side: u32, limit: i32| {
        let end = at.checked_add(side)?;
        (i64::from(end) <= i64::from(limit)).then_some(())?;
        Some((u16::try_from(at).ok()?, u16::try_from(side).ok()?))
    };
    let rect = |number: u32| {
        let (width, height) = (tileset.tile_width, tileset.tile_height);
        let (x, width) = within(start(number % columns, width)?, width, image.width)?;
        let (y, height) = within(start(number / columns, height)?, height, image.height)?;
        Some(PixelRect {
            x,
            y,
            width,
            height,
        })
    };
    (0..count).map_while(rect).collect()
}
