//! Converts a map's tree into tile maps and objects.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;

use glam::{IVec2, UVec2, Vec2};

use super::files::{self, Templates};
use super::ignored::{IgnoredSetting, IgnoredSettings};
use super::images;
use super::memory::MapMemory;
use super::node::MapNode;
use super::properties::properties;
use super::style::{LayerStyle, blend_of, color};
use super::tileset::{FLIPS, TileData, Tileset, Tilesets};
use super::{TiledGroup, TiledLayer, TiledMap, TiledTile, TiledTileset, cells};
use crate::assets::Assets;
use crate::tiles::{MAX_SIDE, Tile, TileId, TileMap};

/// Maximum number of cells of all layers together. A small compressed file can have very many.
const MAX_CELLS_OF_ALL: u32 = 1 << 24;

/// Memory for each cell, in bytes.
const CELL_BYTES: usize = size_of::<u16>();
/// Memory for each tile of a map, in bytes: the list is copied when it grows.
const TILE_BYTES: usize = size_of::<Tile>() * 3;

/// Loads a map. The error does not name the map's file.
pub(super) fn load(path: &Path, assets: &mut Assets, unit: Vec2) -> Result<TiledMap, String> {
    // An error of the map's own file does not repeat its name.
    let own = format!("{}: ", path.display());
    let memory = MapMemory::new();
    let map = files::read(assets, path, "map", &memory);
    let map = map.map_err(|what| what.strip_prefix(&own).map(str::to_owned).unwrap_or(what))?;
    check(&map)?;
    let cell = Vec2::new(map.required("tilewidth")?, map.required("tileheight")?);
    if cell.min_element() <= 0.0 {
        return Err("has cells of size 0".to_owned());
    }
    let tilesets = files::tilesets(assets, path, &map, &memory)?;
    let origin = |name| map.number(name).map(Option::unwrap_or_default);
    let mut converter = MapConverter {
        path,
        assets,
        tilesets,
        templates: Templates::new(),
        unit,
        cell,
        is_infinite: map.is("infinite"),
        cells_left: MAX_CELLS_OF_ALL,
        reads_left: MAX_CELLS_OF_ALL,
        covered: None,
        converted: TiledMap {
            origin: IVec2::ZERO,
            size: size_of_map(&map)?.as_ivec2(),
            cell_size: cell / unit,
            background: color(&map, "backgroundcolor")?,
            parallax_origin: Vec2::new(origin("parallaxoriginx")?, origin("parallaxoriginy")?)
                / unit,
            layers: Vec::new(),
            object_layers: Vec::new(),
            groups: Vec::new(),
            objects: Vec::new(),
            tilesets: Vec::new(),
            class: memory.text(map.text_of("class"))?,
            properties: properties(&map, &memory)?,
        },
        memory,
        unknown: Cell::new(None),
        ignored: IgnoredSettings::default(),
    };
    let order = map.filled("renderorder").unwrap_or("right-down");
    if order != "right-down" {
        converter.ignored.add(IgnoredSetting::RenderOrder, || {
            format!("`renderorder` is `{order:.40}`: its tiles are painted right-down")
        });
    }
    converter.add_layers(&map, LayerStyle::PLAIN)?;
    converter.ignored.log(path);
    if let Some((number, count)) = converter.unknown.get() {
        let file = path.display();
        log::warn!(
            "{file}: no tileset has the tile {number}: {count} cells and objects with such tiles show nothing"
        );
    }
    converter.list_tilesets()?;
    let mut converted = converter.converted;
    if let Some((first, last)) = converter.covered {
        (converted.origin, converted.size) = (first, last - first);
    }
    Ok(converted)
}

/// Rejects unsupported maps. The error names the fault and what is supported.
fn check(map: &MapNode) -> Result<(), String> {
    match map.filled("orientation") {
        None | Some("orthogonal") => {}
        Some(other) => {
            return Err(format!(
                "is {other:.40}: only orthogonal maps are supported, so choose Orthogonal as its orientation"
            ));
        }
    }
    size_of_map(map)?;
    Ok(())
}

/// Returns the number of columns and rows of a map. Zero for an infinite map, whose size comes from its chunks later.
fn size_of_map(map: &MapNode) -> Result<UVec2, String> {
    match map.is("infinite") {
        true => Ok(UVec2::ZERO),
        false => columns_and_rows(map),
    }
}

/// Returns the number of columns and rows of a map, layer or chunk.
fn columns_and_rows(node: &MapNode) -> Result<UVec2, String> {
    let (columns, rows) = (node.required("width")?, node.required("height")?);
    let fits = (1..=MAX_SIDE).contains(&columns) && (1..=MAX_SIDE).contains(&rows);
    match fits {
        true => Ok(UVec2::new(columns, rows)),
        false => Err(node.fault(format!(
            "`{}` has {columns} columns and {rows} rows: expected 1 to {MAX_SIDE} of each",
            node.name
        ))),
    }
}

/// Returns the position of a tile layer, in cells. Current versions of Tiled always save 0.
fn position(layer: &MapNode) -> Result<Vec2, String> {
    let coordinate = |name| layer.number(name).map(Option::unwrap_or_default);
    Ok(Vec2::new(coordinate("x")?, coordinate("y")?))
}

/// Counts cells against a limit of all layers together.
fn take_cells(left: &mut u32, size: UVec2) -> Result<(), String> {
    let after = size
        .x
        .checked_mul(size.y)
        .and_then(|cells| left.checked_sub(cells));
    *left = after.ok_or_else(|| {
        format!(
            "with its {} columns and {} rows, the map has more than {MAX_CELLS_OF_ALL} cells",
            size.x, size.y
        )
    })?;
    Ok(())
}

pub(super) struct MapConverter<'a> {
    pub(super) path: &'a Path,
    pub(super) assets: &'a mut Assets,
    pub(super) tilesets: Tilesets,
    pub(super) templates: Templates,
    pub(super) unit: Vec2,
    /// Size of a cell, in Tiled's pixels.
    cell: Vec2,
    is_infinite: bool,
    /// Cells that further layers may have.
    cells_left: u32,
    /// Cells that further chunks may have. Chunks may overlap.
    reads_left: u32,
    /// First cell of an infinite map, and the cell after its last one. `None` while no tile layer has been added.
    covered: Option<(IVec2, IVec2)>,
    pub(super) converted: TiledMap,
    pub(super) memory: MapMemory,
    /// The first number that no tileset has, and the number of cells and objects with such numbers.
    unknown: Cell<Option<(u32, u64)>>,
    pub(super) ignored: IgnoredSettings,
}

impl MapConverter<'_> {
    /// Adds the layers of a map or group.
    fn add_layers(&mut self, parent: &MapNode, base: LayerStyle) -> Result<(), String> {
        for layer in &parent.children {
            let name = layer.text_of("name");
            match &*layer.name {
                "layer" => {
                    let tiles = self.add_tiles(layer, self.style(layer, base)?);
                    tiles.map_err(|what| format!("layer `{name:.40}`: {what}"))?;
                }
                "objectgroup" => self.add_objects(layer, self.style(layer, base)?)?,
                "group" => self.add_group(layer, base.with(layer)?)?,
                "imagelayer" => {
                    let image = self.add_image(layer, self.style(layer, base)?);
                    image.map_err(|what| format!("image layer `{name:.40}`: {what}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the style of a layer that is not a group. Notes settings that have no effect.
    fn style(&self, layer: &MapNode, base: LayerStyle) -> Result<LayerStyle, String> {
        let style = base.with(layer)?;
        let name = layer.text_of("name");
        let Vec2 { x, y } = style.parallax;
        if x != y {
            self.ignored.add(IgnoredSetting::ParallaxY, || {
                format!("layer `{name:.40}` moves by its `parallaxx` {x}, and its `parallaxy` {y} is ignored")
            });
        }
        let mode = layer.filled("mode").unwrap_or("normal");
        if blend_of(mode).is_none() {
            self.ignored.add(IgnoredSetting::BlendMode, || {
                format!("layer `{name:.40}` has the `mode` {mode:.40}, and is painted as normal")
            });
        }
        Ok(style)
    }

    fn add_group(&mut self, group: &MapNode, style: LayerStyle) -> Result<(), String> {
        let added = TiledGroup {
            name: self.memory.text(group.text_of("name"))?,
            class: self.memory.text(group.text_of("class"))?,
            group: style.group,
            properties: properties(group, &self.memory)?,
        };
        let index = self.converted.groups.len();
        self.memory.push(&mut self.converted.groups, added)?;
        let mut style = style;
        style.group = Some(index);
        self.add_layers(group, style)
    }

    fn add_tiles(&mut self, layer: &MapNode, style: LayerStyle) -> Result<(), String> {
        // JSON has no element for the data: the layer itself has the cells.
        let data = layer.child("data").unwrap_or(layer);
        let mut chunks = Vec::new();
        for chunk in data.named("chunk") {
            self.memory.push(&mut chunks, TileBlock::of_chunk(chunk)?)?;
        }
        if chunks.is_empty() && !self.is_infinite {
            chunks.push(TileBlock {
                node: data,
                first: IVec2::ZERO,
                size: columns_and_rows(layer)?,
            });
        }
        let corners = chunks
            .iter()
            .map(|chunk| (chunk.first, chunk.first + chunk.size.as_ivec2()));
        let covered = corners.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let (first, last) = covered.unwrap_or((IVec2::ZERO, IVec2::ONE));
        let size = (last - first).as_uvec2();
        if size.max_element() > MAX_SIDE {
            return Err(format!(
                "its chunks cover {size} cells: expected at most {MAX_SIDE} in a line"
            ));
        }
        take_cells(&mut self.cells_left, size)?;
        self.memory
            .take(size.element_product() as usize * CELL_BYTES)?;
        let mut map = TileMap::new(self.cell / self.unit, size.x, size.y);
        let mut known = KnownTiles::default();
        let list = chunks.capacity() * size_of::<TileBlock<'_>>();
        for chunk in chunks {
            take_cells(&mut self.reads_left, chunk.size)?;
            self.read_block(data, &chunk, |number, cell, converter| {
                let tile = known.get(number, &mut map, converter)?;
                map.set(cell - first, tile);
                Ok(())
            })?;
        }
        self.memory.give_back(list);
        // An empty layer of an infinite map covers nothing.
        if self.is_infinite && covered.is_some() {
            let (a, b) = self.covered.unwrap_or((first, last));
            self.covered = Some((a.min(first), b.max(last)));
        }
        let mut style = style;
        style.offset += (first.as_vec2() + position(layer)?) * self.cell;
        self.push_layer(layer, style, map, known.tiles)
    }

    /// Adds an image layer as a map of one cell, or of several for an image that repeats or is large.
    fn add_image(&mut self, layer: &MapNode, style: LayerStyle) -> Result<(), String> {
        let Some(image) = images::source(layer)? else {
            // The layer may have properties.
            let map = TileMap::new(self.cell / self.unit, 1, 1);
            return self.push_layer(layer, style, map, Vec::new());
        };
        let path = files::beside(self.path, image.path);
        let (pieces, whole) = images::pieces(self.assets, &path, &image, &self.memory)?;
        let mut style = style;
        if layer.get("offsetx").is_none() && layer.get("offsety").is_none() {
            // Old versions of Tiled save the offset of an image layer as its position.
            let coordinate = |name| layer.number(name).map(Option::unwrap_or_default);
            style.offset += Vec2::new(coordinate("x")?, coordinate("y")?);
        }
        let repeats = [layer.is("repeatx"), layer.is("repeaty")];
        let mut cell = whole.as_vec2();
        let mut count = UVec2::ONE;
        if pieces.len() > 1 {
            cell = Vec2::splat(images::PIECE as f32);
            count = whole.saturating_add(UVec2::splat(images::PIECE - 1)) / images::PIECE;
            if repeats.contains(&true) {
                let (name, file) = (layer.text_of("name"), path.display());
                self.ignored.add(IgnoredSetting::Repeat, || {
                    format!("image layer `{name:.40}`: `repeatx` and `repeaty` are ignored, because {file} has {whole} pixels")
                });
            }
        } else {
            // The image repeats over the area of the map.
            let area = self.converted.size.as_vec2() * self.cell;
            for axis in (0..2).filter(|axis| repeats[*axis]) {
                let before = (style.offset[axis] / cell[axis]).ceil().max(0.0);
                style.offset[axis] -= before * cell[axis];
                let needed = ((area - style.offset) / cell).ceil().as_uvec2();
                count[axis] = needed[axis].clamp(1, MAX_SIDE);
            }
        }
        take_cells(&mut self.cells_left, count)?;
        self.memory
            .take(count.element_product() as usize * CELL_BYTES)?;
        self.memory.take(pieces.len() * TILE_BYTES)?;
        let mut map = TileMap::new(cell / self.unit, count.x, count.y);
        let last = count.as_ivec2() - 1;
        for (place, look) in (0..).zip(pieces) {
            let size = look.size.as_vec2();
            let tile = map.add(Tile {
                sprite: Some(look.sprite),
                frame: look.frame,
                size: Some(size / self.unit),
                // A piece at the lower edge may be shorter than its cell. It begins at the cell's upper edge.
                offset: Vec2::new(0.0, size.y - cell.y) / self.unit,
                ..Tile::default()
            });
            let at = IVec2::new(place % (last.x + 1), place / (last.x + 1));
            match repeats.contains(&true) && cell == whole.as_vec2() {
                true => map.fill(IVec2::ZERO, last, Some(tile)),
                false => map.set(at, Some(tile)),
            };
        }
        self.push_layer(layer, style, map, Vec::new())
    }

    fn push_layer(
        &mut self,
        layer: &MapNode,
        style: LayerStyle,
        map: TileMap,
        tiles: Vec<TiledTile>,
    ) -> Result<(), String> {
        let layer = TiledLayer {
            name: self.memory.text(layer.text_of("name"))?,
            class: self.memory.text(layer.text_of("class"))?,
            map,
            tiles,
            group: style.group,
            offset: style.offset / self.unit,
            tint: style.tint(),
            blend: style.blend,
            visible: style.visible,
            parallax: style.parallax.x,
            properties: properties(layer, &self.memory)?,
        };
        self.memory.push(&mut self.converted.layers, layer)
    }

    /// Calls `put` with the tile number and the position of each cell that is not empty.
    fn read_block(
        &self,
        data: &MapNode,
        block: &TileBlock<'_>,
        mut put: impl FnMut(u32, IVec2, &Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let has_data = !block.node.text.trim().is_empty() || data.filled("encoding").is_some();
        if !has_data {
            // A layer without data is empty.
            return Ok(());
        }
        let count = block.size.element_product() as usize;
        let mut cell = IVec2::ZERO;
        cells::read(data, block.node, count, &self.memory, |number| {
            if number != 0 {
                put(number, block.first + cell, self)?;
            }
            cell.x += 1;
            if cell.x.unsigned_abs() == block.size.x {
                cell = IVec2::new(0, cell.y + 1);
            }
            Ok(())
        })
    }

    /// Notes a tileset whose tiles would keep their proportions in Tiled, if that makes a difference for this size.
    pub(super) fn check_fill(&self, tileset: &Tileset, own: Vec2, size: Vec2) {
        if tileset.keeps_proportions && own.x * size.y != own.y * size.x {
            self.ignored.add(IgnoredSetting::FillMode, || {
                let name = &tileset.name;
                format!("tileset `{name:.40}` has the `fillmode` preserve-aspect-fit, and its tiles are stretched")
            });
        }
    }

    /// Lists the tilesets of the map and its templates, each once.
    fn list_tilesets(&mut self) -> Result<(), String> {
        let of_map = core::mem::take(&mut self.tilesets.0).into_iter();
        let templates = core::mem::take(&mut self.templates).into_values();
        let of_templates = templates.flat_map(|template| template.tilesets.0);
        for tileset in of_map.chain(of_templates) {
            let tileset = TiledTileset {
                name: tileset.name,
                class: tileset.class,
                properties: tileset.properties,
            };
            if !self.converted.tilesets.contains(&tileset) {
                self.memory.push(&mut self.converted.tilesets, tileset)?;
            }
        }
        Ok(())
    }

    /// Returns the tile of a number in a cell, and its data. `None` if no tileset has it.
    pub(super) fn tile(
        &self,
        tilesets: &Tilesets,
        number: u32,
    ) -> Result<Option<(Tile, TiledTile)>, String> {
        let place = tilesets.find(number & !FLIPS);
        let place = place.and_then(|(tileset, id)| Some((tileset, id, tileset.looks.get(&id)?)));
        let Some((tileset, id, look)) = place else {
            // Logged once for the whole map: a file may have millions of such numbers.
            let (first, count) = self.unknown.get().unwrap_or((number & !FLIPS, 0));
            self.unknown.set(Some((first, count + 1)));
            return Ok(None);
        };
        let has = |bit: u32| number & 1 << bit != 0;
        let none = TileData::default();
        let data = tileset.tiles.get(&id).unwrap_or(&none);
        if tileset.fills_cell {
            self.check_fill(tileset, look.size.as_vec2(), self.cell);
        }
        self.memory
            .take(TILE_BYTES + size_of_val(&*data.animation))?;
        self.memory.take_texts(&data.properties)?;
        let tile = Tile {
            sprite: Some(look.sprite),
            frame: look.frame,
            animation: data.animation.clone(),
            flip_x: has(31),
            flip_y: has(30),
            transposed: has(29),
            size: (!tileset.fills_cell).then(|| look.size.as_vec2() / self.unit),
            offset: tileset.offset / self.unit,
            collision: data.collision(),
        };
        let data = TiledTile {
            tileset: self.memory.text(&tileset.name)?,
            id,
            class: self.memory.text(&data.class)?,
            properties: data.properties.clone(),
        };
        Ok(Some((tile, data)))
    }
}

/// A rectangle of cells: a layer, or a chunk of an infinite one.
struct TileBlock<'a> {
    /// The element that has the cells.
    node: &'a MapNode,
    first: IVec2,
    size: UVec2,
}

impl<'a> TileBlock<'a> {
    fn of_chunk(node: &'a MapNode) -> Result<Self, String> {
        // Coordinates up to this are far from overflow, even with the largest size added.
        const MAX_COORDINATE: i32 = 1 << 24;
        let first = IVec2::new(node.required("x")?, node.required("y")?);
        if first.min_element() < -MAX_COORDINATE || first.max_element() > MAX_COORDINATE {
            return Err(node.fault(format!(
                "a chunk is at {first}: expected at most {MAX_COORDINATE}"
            )));
        }
        let size = columns_and_rows(node)?;
        Ok(Self { node, first, size })
    }
}

/// The tiles of one layer, by their numbers in cells.
#[derive(Default)]
struct KnownTiles {
    /// Ids in the layer's map.
    ids: BTreeMap<u32, TileId>,
    tiles: Vec<TiledTile>,
}

impl KnownTiles {
    /// Returns the tile of a number, which is added to the map if it is new. `None` for a number without a tile.
    fn get(
        &mut self,
        number: u32,
        map: &mut TileMap,
        by: &MapConverter<'_>,
    ) -> Result<Option<TileId>, String> {
        if let Some(id) = self.ids.get(&number) {
            return Ok(Some(*id));
        }
        let Some((tile, data)) = by.tile(&by.tilesets, number)? else {
            return Ok(None);
        };
        by.memory.push(&mut self.tiles, data)?;
        let id = map.add(tile);
        by.memory.insert(&mut self.ids, number, id)?;
        Ok(Some(id))
    }
}
