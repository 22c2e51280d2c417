//! Tilesets: the used parts of their images as sprites.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use glam::Vec2;

use super::project::Project;
use crate::assets::{
    Assets, FrameLayout, ImageLayout, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, PixelRect, SpriteId,
    beside, image_size,
};
use crate::files::json::JsonValue;
use crate::tiles::{Tile, tileset_sprite};

/// Corner and size of a part of a tileset, in pixels.
pub(super) type TilePart = [u16; 4];

/// The tilesets of a world, by their numbers.
pub(super) struct LdtkTilesets {
    sets: BTreeMap<i64, LdtkTileset>,
    unit: Vec2,
}

struct LdtkTileset {
    /// Side of a tile, in pixels.
    grid: u16,
    /// The frames that show its used parts.
    looks: BTreeMap<TilePart, (SpriteId, u16)>,
}

impl LdtkTilesets {
    /// Loads the parts that layers, entities and fields show.
    pub(super) fn load(
        path: &Path,
        assets: &mut Assets,
        project: &Project,
        unit: Vec2,
    ) -> Result<Self, String> {
        let mut sets = BTreeMap::new();
        let mut files: BTreeMap<i64, PathBuf> = BTreeMap::new();
        for tileset in project.root.get("defs").get("tilesets").items() {
            let Some(uid) = tileset.get("uid").whole() else {
                continue;
            };
            let grid = tileset.get("tileGridSize").fits().unwrap_or(0);
            let looks = BTreeMap::new();
            sets.insert(uid, LdtkTileset { grid, looks });
            if let Some(file) = tileset
                .get("relPath")
                .text()
                .filter(|file| !file.is_empty())
            {
                files.insert(uid, beside(path, file));
            }
        }
        let mut tilesets = Self { sets, unit };
        let mut used: BTreeMap<i64, BTreeSet<TilePart>> = BTreeMap::new();
        for level in &project.levels {
            tilesets.collect(&level.tree, &mut used);
        }
        for (uid, parts) in used {
            if let (Some(set), Some(file)) = (tilesets.sets.get_mut(&uid), files.get(&uid)) {
                set.load(assets, file, &parts)?;
            }
        }
        Ok(tilesets)
    }

    /// Adds the parts of a level's layers, entities and fields.
    fn collect(&self, level: &JsonValue, used: &mut BTreeMap<i64, BTreeSet<TilePart>>) {
        for layer in level.get("layerInstances").items() {
            if let Some(uid) = layer.get("__tilesetDefUid").whole() {
                let lists = ["gridTiles", "autoLayerTiles"].map(|list| layer.get(list).items());
                let parts = lists
                    .into_iter()
                    .flatten()
                    .filter_map(|tile| self.part(uid, tile));
                used.entry(uid).or_default().extend(parts);
            }
            for entity in layer.get("entityInstances").items() {
                let fields = entity.get("fieldInstances").items().iter();
                let values = fields.map(|field| field.get("__value"));
                for value in values.chain([entity.get("__tile")]) {
                    let list = value.items().iter().chain([value]);
                    for (uid, part) in list.filter_map(rect_of) {
                        used.entry(uid).or_default().insert(part);
                    }
                }
            }
        }
        for field in level.get("fieldInstances").items() {
            let value = field.get("__value");
            for (uid, part) in value.items().iter().chain([value]).filter_map(rect_of) {
                used.entry(uid).or_default().insert(part);
            }
        }
    }

    /// Returns the side of a tileset's tiles, in pixels. `None` for an unknown tileset.
    pub(super) fn grid(&self, uid: i64) -> Option<u16> {
        self.sets.get(&uid).map(|set| set.grid)
    }

    /// Returns the part that a tile of a layer shows.
    pub(super) fn part(&self, uid: i64, tile: &JsonValue) -> Option<TilePart> {
        let [x, y] = pair(tile.get("src"))?;
        let grid = self.grid(uid)?;
        Some([x, y, grid, grid])
    }

    /// Returns a tile that shows a part at its own size. `None` if the tileset has no such part.
    pub(super) fn tile(&self, uid: i64, part: TilePart) -> Option<Tile> {
        let (sprite, frame) = *self.sets.get(&uid)?.looks.get(&part)?;
        let size = Vec2::new(part[2].into(), part[3].into()) / self.unit;
        Some(Tile {
            sprite: Some(sprite),
            frame,
            size: Some(size),
            ..Tile::default()
        })
    }
}

impl LdtkTileset {
    fn load(
        &mut self,
        assets: &mut Assets,
        path: &Path,
        parts: &BTreeSet<TilePart>,
    ) -> Result<(), String> {
        let bytes = assets.read_file(path, MAX_IMAGE_FILE_BYTES as u64);
        let bytes = bytes.map_err(|error| error.to_string())?;
        let size = image_size(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        drop(bytes);
        let is_inside = |part: &&TilePart| {
            let [x, y, width, height] = part.map(u32::from);
            width > 0 && height > 0 && x + width <= size[0] && y + height <= size[1]
        };
        let parts: Vec<TilePart> = parts.iter().filter(is_inside).copied().collect();
        for parts in parts.chunks(MAX_IMAGE_FRAMES) {
            let rects = parts.iter().map(|&[x, y, width, height]| PixelRect {
                x,
                y,
                width,
                height,
            });
            let layout = ImageLayout {
                frames: FrameLayout::Rects(rects.collect()),
                ..ImageLayout::default()
            };
            let sprite = tileset_sprite::load(assets, path, &layout)?;
            for (frame, part) in (0..).zip(parts) {
                self.looks.insert(*part, (sprite, frame));
            }
        }
        Ok(())
    }
}

/// Returns a rectangle of a tileset, which an entity or a field has. `None` for all other values.
pub(super) fn rect_of(value: &JsonValue) -> Option<(i64, TilePart)> {
    let uid = value.get("tilesetUid").whole()?;
    let side = |name| value.get(name).fits();
    Some((uid, [side("x")?, side("y")?, side("w")?, side("h")?]))
}

/// Returns a list of two numbers.
fn pair(list: &JsonValue) -> Option<[u16; 2]> {
    match list.items() {
        [x, y] => Some([x.fits()?, y.fits()?]),
        _ => None,
    }
}
