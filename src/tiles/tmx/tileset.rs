//! Tilesets: their tiles are parts of one image, or have an image each.

use std::collections::BTreeMap;
use std::path::Path;

use glam::{UVec2, Vec2};

use super::files::beside;
use super::images::{self, TileLook};
use super::memory::MapMemory;
use super::node::{MapNode, SHAPES};
use super::properties::properties;
use crate::assets::Assets;
use crate::tiles::{TileCollision, TileFrame};

/// Maximum number of tiles of a tileset.
pub(super) const MAX_TILES: u32 = 1 << 16;

/// Bits of a cell that mirror or transpose its tile, and one that only hexagonal maps use.
pub(super) const FLIPS: u32 = 0xf000_0000;

/// The tilesets of a file, in the order of their first numbers.
#[derive(Debug)]
pub(super) struct Tilesets(pub(super) Vec<Tileset>);

/// A tileset with its images.
#[derive(Debug)]
pub(super) struct Tileset {
    /// Number of its first tile in the cells of the map.
    pub(super) first: u32,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) properties: BTreeMap<String, String>,
    /// Point of a tile at the position of an object that shows it: from (0, 0), the upper left corner, to (1, 1).
    pub(super) alignment: Vec2,
    /// Displacement of its drawn tiles, in pixels.
    pub(super) offset: Vec2,
    /// Whether its tiles are stretched to the size of a cell, and not drawn at their own size.
    pub(super) fills_cell: bool,
    /// Whether Tiled keeps the proportions of tiles that it shows in another size.
    pub(super) keeps_proportions: bool,
    /// Sprites and frames of its tiles, by number.
    pub(super) looks: BTreeMap<u32, TileLook>,
    /// Data of the tiles that the file describes one by one, by number.
    pub(super) tiles: BTreeMap<u32, TileData>,
}

/// The data of a tile, except for its image.
#[derive(Debug, Default)]
pub(super) struct TileData {
    pub(super) class: String,
    pub(super) properties: BTreeMap<String, String>,
    pub(super) animation: Vec<TileFrame>,
}

impl Tilesets {
    /// Returns the tileset of a cell's number without flips, and the number of the tile in this tileset.
    pub(super) fn find(&self, number: u32) -> Option<(&Tileset, u32)> {
        let after = self.0.partition_point(|tileset| tileset.first <= number);
        let tileset = self.0.get(after.checked_sub(1)?)?;
        Some((tileset, number - tileset.first))
    }

    /// Returns the alignment of the tileset that has an object's tile. `number` may have flips.
    pub(super) fn alignment(&self, number: u32) -> Option<Vec2> {
        self.find(number & !FLIPS)
            .map(|(tileset, _)| tileset.alignment)
    }

    /// Returns the tileset of an object's tile, and the size of the tile in pixels. `number` may have flips.
    pub(super) fn with_size(&self, number: u32) -> Option<(&Tileset, Vec2)> {
        let (tileset, id) = self.find(number & !FLIPS)?;
        let look = tileset.looks.get(&id)?;
        Some((tileset, look.size.as_vec2()))
    }
}

impl Tileset {
    /// Reads a tileset, and loads its images. `file` is the file that contains it.
    pub(super) fn load(
        assets: &mut Assets,
        file: &Path,
        node: &MapNode,
        first: u32,
        memory: &MapMemory,
    ) -> Result<Self, String> {
        let looks = looks(assets, file, node, memory)?;
        let mut tileset = Self {
            first,
            name: memory.text(node.text_of("name"))?,
            class: memory.text(node.text_of("class"))?,
            properties: properties(node, memory)?,
            offset: offset(node)?,
            fills_cell: node.get("tilerendersize") == Some("grid"),
            keeps_proportions: node.get("fillmode") == Some("preserve-aspect-fit"),
            alignment: alignment(node.get("objectalignment")),
            looks,
            tiles: BTreeMap::new(),
        };
        let (mut missing, mut shapes) = (0, 0);
        for tile in node.named("tile") {
            // Old JSON files have the properties of tiles in a separate list.
            let id = tile.required("id")?;
            let mut data = tileset.tiles.remove(&id).unwrap_or_default();
            if data.class.is_empty() {
                data.class = memory.text(tile.class())?;
            }
            data.properties.append(&mut properties(tile, memory)?);
            for frame in tile.named("frame") {
                match tileset.frame(frame, assets.steps_per_second())? {
                    Some(frame) => memory.push(&mut data.animation, frame)?,
                    None => missing += 1,
                }
            }
            // Shapes of a tile that collides as a whole are a refinement.
            let is_ignored = tile.get(SHAPES).is_some() && data.collision() == TileCollision::None;
            shapes += u32::from(is_ignored);
            memory.insert(&mut tileset.tiles, id, data)?;
        }
        if shapes > 0 {
            let (file, name) = (file.display(), &tileset.name);
            log::warn!(
                "{file}: tileset `{name:.40}`: the collision shapes (`objectgroup`) of {shapes} tiles are ignored: \
                 give the tiles the class `solid` or `one_way`"
            );
        }
        if missing > 0 {
            let (file, name) = (file.display(), &tileset.name);
            log::warn!(
                "{file}: tileset `{name:.40}`: left out {missing} frames of animations, which have no image"
            );
        }
        Ok(tileset)
    }

    /// Returns a frame of an animation. `None` if its tile has no image.
    fn frame(&self, node: &MapNode, steps_per_second: f64) -> Result<Option<TileFrame>, String> {
        let (id, milliseconds) = (node.required("tileid")?, node.required::<u32>("duration")?);
        let look = self.looks.get(&id);
        Ok(look.map(|look| TileFrame {
            sprite: Some(look.sprite),
            frame: look.frame,
            steps: f64::from(milliseconds) * steps_per_second / 1000.0,
        }))
    }
}

impl TileData {
    /// Returns the collision of a tile, by its class or a property.
    pub(super) fn collision(&self) -> TileCollision {
        let says = |name: &str| {
            self.class == name
                || self
                    .properties
                    .get(name)
                    .is_some_and(|value| value == "true")
        };
        if says("solid") {
            TileCollision::Solid
        } else if says("one_way") {
            TileCollision::OneWay
        } else {
            TileCollision::None
        }
    }
}

/// Loads the image of a tileset, or those of its tiles.
fn looks(
    assets: &mut Assets,
    file: &Path,
    node: &MapNode,
    memory: &MapMemory,
) -> Result<BTreeMap<u32, TileLook>, String> {
    if let Some(image) = images::source(node)? {
        let grid = TileGrid::of(node)?;
        return images::sheet(assets, &beside(file, image.path), &image, &grid, memory);
    }
    let mut looks = BTreeMap::new();
    for tile in node.named("tile") {
        if let Some(image) = images::source(tile)? {
            let look = images::single(assets, &beside(file, image.path), &image, tile, memory)?;
            memory.insert(&mut looks, tile.required("id")?, look)?;
        }
    }
    Ok(looks)
}

/// How the image of a tileset is cut. A file may omit everything except the size of a tile.
#[derive(Debug)]
pub(super) struct TileGrid {
    pub(super) size: UVec2,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) columns: Option<u32>,
    pub(super) count: Option<u32>,
}

impl TileGrid {
    fn of(node: &MapNode) -> Result<Self, String> {
        let size = UVec2::new(node.required("tilewidth")?, node.required("tileheight")?);
        if size.min_element() == 0 {
            return Err(node.fault("has a tileset with tiles of size 0"));
        }
        Ok(Self {
            size,
            margin: node.number("margin")?.unwrap_or(0),
            spacing: node.number("spacing")?.unwrap_or(0),
            columns: node.number("columns")?.filter(|columns| *columns > 0),
            count: node.number("tilecount")?,
        })
    }
}

fn offset(node: &MapNode) -> Result<Vec2, String> {
    let Some(offset) = node.child("tileoffset") else {
        return Ok(Vec2::ZERO);
    };
    let coordinate = |name| offset.number(name).map(Option::unwrap_or_default);
    Ok(Vec2::new(coordinate("x")?, coordinate("y")?))
}

/// Returns the point of a tile that is at an object's position. In orthogonal maps, it is the lower left corner by
/// default.
fn alignment(name: Option<&str>) -> Vec2 {
    let name = name.unwrap_or_default();
    let is = |name_of: &[&str]| name_of.contains(&name);
    let x = match name {
        _ if is(&["top", "center", "bottom"]) => 0.5,
        _ if is(&["topright", "right", "bottomright"]) => 1.0,
        _ => 0.0,
    };
    let y = match name {
        _ if is(&["topleft", "top", "topright"]) => 0.0,
        _ if is(&["left", "center", "right"]) => 0.5,
        _ => 1.0,
    };
    Vec2::new(x, y)
}
