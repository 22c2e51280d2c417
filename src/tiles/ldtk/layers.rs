//! Layers as tile maps.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use glam::{IVec2, UVec2, Vec2};

use super::tilesets::{LdtkTilesets, TilePart};
use super::{LdtkIntValue, LdtkLayer, project};
use crate::base::color::Color;
use crate::files::json::JsonValue;
use crate::tiles::{MAX_SIDE, Tile, TileCollision, TileId, TileMap};

/// Most maps of a layer whose tiles lie on one another.
const MAX_STACKED: usize = 256;

/// Most distinct values of an IntGrid layer.
const MAX_VALUES: usize = 65_535;

/// Maximum number of cells of all layers together.
const MAX_CELLS_OF_ALL: u32 = 1 << 24;

/// Ignored contents of a world, with a count each.
#[derive(Debug, Default)]
pub(super) struct LdtkIgnored {
    pub(super) unknown_tiles: u64,
    pub(super) transparent_tiles: u64,
    pub(super) parallax: u64,
    pub(super) layers: u64,
    pub(super) covered_tiles: u64,
}

impl LdtkIgnored {
    /// Logs each kind in one line.
    pub(super) fn log(&self, file: &str) {
        let kinds = [
            (
                self.unknown_tiles,
                "tiles are in no tileset file and show nothing: use tilesets with an image of their own",
            ),
            (
                self.transparent_tiles,
                "tiles have an opacity of their own, which is ignored: set the opacity of the layer",
            ),
            (
                self.parallax,
                "layers have a vertical parallax factor of their own, which is ignored: give both the same value",
            ),
            (
                self.layers,
                "layers have an unknown type and are ignored: choose Tiles, IntGrid, AutoLayer or Entities",
            ),
            (
                self.covered_tiles,
                "tiles lie on 256 others in their cell and are ignored: remove tiles there",
            ),
        ];
        for (count, what) in kinds.iter().filter(|(count, _)| *count > 0) {
            log::warn!("{file}: {count} {what}");
        }
    }
}

/// Converts layers.
pub(super) struct LayerConverter<'a> {
    /// Definitions of layers, by their number.
    defs: BTreeMap<i64, LayerDef<'a>>,
    pub(super) tilesets: &'a LdtkTilesets,
    pub(super) unit: Vec2,
    pub(super) collision: &'a dyn Fn(&LdtkIntValue) -> TileCollision,
    pub(super) cells_left: u32,
    pub(super) ignored: LdtkIgnored,
}

/// The definition of a layer.
struct LayerDef<'a> {
    tree: &'a JsonValue,
    /// Names of IntGrid values.
    names: BTreeMap<i64, &'a str>,
}

impl<'a> LayerDef<'a> {
    fn of(tree: &'a JsonValue) -> Result<Self, String> {
        let mut names = BTreeMap::new();
        for value in tree.get("intGridValues").items() {
            if let Some(number) = value.get("value").whole()
                && value.get("identifier").text().is_some()
            {
                let name = project::name(value, "identifier")?;
                names.entry(number).or_insert(name);
            }
        }
        Ok(Self { tree, names })
    }
}

/// A layer's size and style.
struct LayerFrame {
    /// Columns and rows.
    size: UVec2,
    /// Side of a cell, in pixels.
    grid: i32,
    /// Pivot of tiles that are not as large as a cell.
    pivot: Vec2,
    /// The layer with an empty map.
    layer: LdtkLayer,
}

impl<'a> LayerConverter<'a> {
    pub(super) fn new(
        defs: &'a JsonValue,
        tilesets: &'a LdtkTilesets,
        unit: Vec2,
        collision: &'a dyn Fn(&LdtkIntValue) -> TileCollision,
    ) -> Result<Self, String> {
        let mut by_number = BTreeMap::new();
        for def in defs.get("layers").items() {
            if let Some(number) = def.get("uid").whole()
                && let Entry::Vacant(entry) = by_number.entry(number)
            {
                entry.insert(LayerDef::of(def)?);
            }
        }
        Ok(Self {
            defs: by_number,
            tilesets,
            unit,
            collision,
            cells_left: MAX_CELLS_OF_ALL,
            ignored: LdtkIgnored::default(),
        })
    }

    /// Adds a layer: the values of an IntGrid layer, then its tiles.
    pub(super) fn add(
        &mut self,
        tree: &JsonValue,
        layers: &mut Vec<LdtkLayer>,
    ) -> Result<(), String> {
        let name = project::name(tree, "__identifier")?;
        self.convert(tree, name, layers)
            .map_err(|what| format!("layer `{name:.40}`: {what}"))
    }

    fn convert(
        &mut self,
        tree: &JsonValue,
        name: &str,
        layers: &mut Vec<LdtkLayer>,
    ) -> Result<(), String> {
        let uid = tree.get("layerDefUid").whole();
        match tree.get("__type").text() {
            Some("IntGrid") => {
                let frame = self.frame(tree, uid, name)?;
                self.add_values(tree, uid, &frame, layers)?;
                self.add_tiles(tree, &frame, layers)
            }
            Some("Tiles" | "AutoLayer") => {
                let frame = self.frame(tree, uid, name)?;
                self.add_tiles(tree, &frame, layers)
            }
            Some("Entities") => Ok(()),
            _ => {
                self.ignored.layers += 1;
                Ok(())
            }
        }
    }

    fn frame(
        &mut self,
        tree: &JsonValue,
        uid: Option<i64>,
        name: &str,
    ) -> Result<LayerFrame, String> {
        let def = uid.and_then(|uid| self.defs.get(&uid));
        let def = def.map_or(&JsonValue::Null, |def| def.tree);
        let side = |name: &str| {
            let sides = 1..=MAX_SIDE;
            let side = tree.get(name).fits().filter(|side| sides.contains(side));
            side.ok_or_else(|| {
                format!("expected 1 to {MAX_SIDE} as `{name}`: save it again in LDtk")
            })
        };
        let size = UVec2::new(side("__cWid")?, side("__cHei")?);
        let grid = i32::try_from(side("__gridSize")?).unwrap_or(1);
        let factor = |name: &str| number(def.get(name), 0.0);
        let (parallax, vertical) = (factor("parallaxFactorX"), factor("parallaxFactorY"));
        self.ignored.parallax += u64::from(parallax != vertical);
        Ok(LayerFrame {
            size,
            grid,
            pivot: Vec2::new(factor("tilePivotX"), factor("tilePivotY")),
            layer: LdtkLayer {
                name: name.to_owned(),
                map: TileMap::new(Vec2::ONE, 1, 1),
                values: Vec::new(),
                offset: offset(tree) / self.unit,
                tint: Color::WHITE.with_alpha(opacity(tree)),
                visible: *tree.get("visible") != JsonValue::Bool(false),
                parallax: 1.0 - parallax,
            },
        })
    }

    /// Returns an empty map of a layer's size.
    fn map(&mut self, frame: &LayerFrame) -> Result<TileMap, String> {
        let UVec2 { x, y } = frame.size;
        let left = x
            .checked_mul(y)
            .and_then(|cells| self.cells_left.checked_sub(cells));
        self.cells_left = left.ok_or_else(|| {
            format!("with its {x} columns and {y} rows, the world has more than {MAX_CELLS_OF_ALL} cells: split it")
        })?;
        Ok(TileMap::new(
            Vec2::splat(frame.grid as f32) / self.unit,
            x,
            y,
        ))
    }

    fn add_values(
        &mut self,
        tree: &JsonValue,
        uid: Option<i64>,
        frame: &LayerFrame,
        layers: &mut Vec<LdtkLayer>,
    ) -> Result<(), String> {
        let cells = tree.get("intGridCsv").items();
        let count = frame.size.element_product_checked();
        if count != Some(cells.len()) {
            return Err(format!(
                "has {} values: expected {} columns and {} rows, so save it again in LDtk 1.0 or later",
                cells.len(),
                frame.size.x,
                frame.size.y
            ));
        }
        let mut layer = frame.layer.clone();
        layer.map = self.map(frame)?;
        let names = uid.and_then(|uid| Some(&self.defs.get(&uid)?.names));
        let mut known: BTreeMap<i32, TileId> = BTreeMap::new();
        for (index, cell) in (0..).zip(cells) {
            let value = cell.fits().unwrap_or(0);
            if value == 0 {
                continue;
            }
            if known.len() == MAX_VALUES && !known.contains_key(&value) {
                return Err(format!(
                    "has more than {MAX_VALUES} different values: split it"
                ));
            }
            let tile = *known.entry(value).or_insert_with(|| {
                let name = names.and_then(|names| names.get(&value.into()).copied());
                let value = LdtkIntValue {
                    layer: layer.name.clone(),
                    value,
                    name: name.unwrap_or_default().to_owned(),
                };
                let collision = (self.collision)(&value);
                layer.values.push(value);
                layer.map.add(Tile {
                    collision,
                    ..Tile::default()
                })
            });
            let columns = frame.size.x as i32;
            layer
                .map
                .set(IVec2::new(index % columns, index / columns), Some(tile));
        }
        layers.push(layer);
        Ok(())
    }

    /// Adds as many maps as tiles lie over one another in a cell.
    fn add_tiles(
        &mut self,
        tree: &JsonValue,
        frame: &LayerFrame,
        layers: &mut Vec<LdtkLayer>,
    ) -> Result<(), String> {
        let Some(uid) = tree.get("__tilesetDefUid").whole() else {
            return Ok(());
        };
        let (auto, own) = (
            tree.get("autoLayerTiles").items(),
            tree.get("gridTiles").items(),
        );
        let mut maps: Vec<StackedMap> = Vec::new();
        for (tile, is_own) in auto
            .iter()
            .map(|tile| (tile, false))
            .chain(own.iter().map(|tile| (tile, true)))
        {
            let Some(placed) = self.placed(uid, tile, frame, is_own) else {
                self.ignored.unknown_tiles += 1;
                continue;
            };
            self.ignored.transparent_tiles += u64::from(number(tile.get("a"), 1.0) < 1.0);
            let (cell, tile) = placed;
            let free = maps.iter().position(|map| map.map.get(cell).is_none());
            let index = match free {
                Some(index) => index,
                None if maps.len() == MAX_STACKED => {
                    self.ignored.covered_tiles += 1;
                    continue;
                }
                None => {
                    let map = self.map(frame)?;
                    let known = BTreeMap::new();
                    maps.push(StackedMap { map, known });
                    maps.len() - 1
                }
            };
            let StackedMap { map, known } = &mut maps[index];
            let id = *known
                .entry(tile)
                .or_insert_with(|| map.add(tile.tile(self, uid)));
            map.set(cell, Some(id));
        }
        layers.extend(maps.into_iter().map(|stacked| LdtkLayer {
            map: stacked.map,
            ..frame.layer.clone()
        }));
        Ok(())
    }

    /// Returns the cell of a tile, and how it is shown. `None` if it is in no tileset or outside the layer.
    fn placed(
        &self,
        uid: i64,
        tile: &JsonValue,
        frame: &LayerFrame,
        is_own: bool,
    ) -> Option<(IVec2, PlacedTile)> {
        let part = self.tilesets.part(uid, tile)?;
        self.tilesets.tile(uid, part)?;
        let [x, y] = tile.get("px").items() else {
            return None;
        };
        let mut corner = IVec2::new(x.fits()?, y.fits()?);
        if is_own {
            // A tile of another size than the cell lies at the pivot.
            let room = Vec2::splat(frame.grid as f32) - Vec2::new(part[2].into(), part[3].into());
            corner = corner.checked_add((room * frame.pivot).as_ivec2())?;
        }
        // A tile that begins outside the layer belongs to the cell at its edge.
        let last = frame.size.as_ivec2() - 1;
        let cell = corner
            .div_euclid(IVec2::splat(frame.grid))
            .clamp(IVec2::ZERO, last);
        let flips: u8 = tile.get("f").fits().unwrap_or(0);
        Some((
            cell,
            PlacedTile {
                part,
                flips: flips & 3,
                rest: corner.checked_sub(cell * frame.grid)?.to_array(),
                grid: frame.grid,
            },
        ))
    }
}

/// A map of tiles that lie over those of the maps before it.
struct StackedMap {
    map: TileMap,
    known: BTreeMap<PlacedTile, TileId>,
}

/// How a tile is shown in its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlacedTile {
    part: TilePart,
    flips: u8,
    /// Vector from the cell's upper left corner to the tile's, in pixels.
    rest: [i32; 2],
    /// Side of the cell, in pixels.
    grid: i32,
}

impl PlacedTile {
    fn tile(&self, by: &LayerConverter<'_>, uid: i64) -> Tile {
        let tile = by.tilesets.tile(uid, self.part).unwrap_or_default();
        let [right, down] = self.rest.map(|rest| rest as f32);
        // The engine draws tiles from the cell's lower edge upwards.
        let lower = f32::from(self.part[3]) - self.grid as f32;
        Tile {
            flip_x: self.flips & 1 != 0,
            flip_y: self.flips & 2 != 0,
            offset: Vec2::new(right, down + lower) / by.unit,
            ..tile
        }
    }
}

/// Returns the offset of a layer, in pixels.
pub(super) fn offset(layer: &JsonValue) -> Vec2 {
    Vec2::new(
        number(layer.get("__pxTotalOffsetX"), 0.0),
        number(layer.get("__pxTotalOffsetY"), 0.0),
    )
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn opacity(layer: &JsonValue) -> u8 {
    (number(layer.get("__opacity"), 1.0) * 255.0 + 0.5) as u8
}

/// Returns a number, or a default for all other values. It is limited, so that sums stay finite.
#[expect(clippy::cast_possible_truncation, reason = "the range is limited")]
pub(super) fn number(value: &JsonValue, default: f32) -> f32 {
    value
        .number()
        .map_or(default, |number| number.clamp(-1e9, 1e9) as f32)
}

/// The number of cells of a size.
trait CellCount {
    fn element_product_checked(self) -> Option<usize>;
}

impl CellCount for UVec2 {
    fn element_product_checked(self) -> Option<usize> {
        usize::try_from(u64::from(self.x) * u64::from(self.y)).ok()
    }
}
