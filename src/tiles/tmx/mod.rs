//! Reads maps of the editor Tiled (`.tmx` and `.tmj`). Needs the feature `tiled`.
//!
//! `xml` and `json` read a file into the same tree (`node`). `files` reads the files that a map names, `tileset` and
//! `images` their tiles, `cells` the cells of a layer, and `convert` and `objects` turn the map into tile maps and
//! objects. `style` has the settings that layers inherit, and `text_object` the texts. `memory` counts what they keep,
//! and `ignored` the settings that have no effect.

mod cells;
mod convert;
mod files;
mod ignored;
mod images;
mod json;
mod memory;
mod node;
mod objects;
mod properties;
mod style;
#[cfg(test)]
mod tests;
mod text_object;
mod tileset;
mod xml;

use core::ops::Range;
use std::collections::BTreeMap;
use std::path::Path;

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::tile::Tile;
use crate::assets::{AssetError, Assets};
use crate::base::color::Color;
use crate::scene::Blend;

pub use text_object::{TiledAlign, TiledText};

/// Maximum nesting of elements. Tiled's files rarely exceed ten levels.
const MAX_DEPTH: usize = 64;

/// A map of the editor Tiled: its layers as tile maps, and its objects.
#[derive(Clone, Debug)]
pub struct TiledMap {
    /// Number of columns and rows. For an infinite map, those that its layers cover.
    pub size: IVec2,
    /// First column and row: (0, 0), except in an infinite map.
    pub origin: IVec2,
    /// Size of a cell, in world units.
    pub cell_size: Vec2,
    /// Background colour, for [`App::background`](crate::app::App::background). Defaults to `None`.
    pub background: Option<Color>,
    /// Position of the view's centre at which Tiled shows layers with parallax at their own position, in world units.
    /// Here, that is a camera whose view begins at (0, 0). To place such a layer as in Tiled, add
    /// `(view / 2 - parallax_origin) * (1 - parallax)` to its horizontal position. Defaults to (0, 0).
    pub parallax_origin: Vec2,
    /// Tile layers and image layers, including those in groups, the lowest first.
    pub layers: Vec<TiledLayer>,
    /// Object layers, including those in groups, the lowest first.
    pub object_layers: Vec<TiledObjectLayer>,
    /// Groups of layers, an outer one before those in it.
    pub groups: Vec<TiledGroup>,
    /// Objects of all object layers, the lowest layer first. Objects of one layer are in Tiled's painting order: from
    /// top to bottom, or in the file's order if the layer's drawing order is manual.
    pub objects: Vec<TiledObject>,
    /// Tilesets of the map, sorted by their tile numbers, then further tilesets of its templates.
    pub tilesets: Vec<TiledTileset>,
    /// Class of the map. Empty if it has none.
    pub class: String,
    /// The map's own properties, as text.
    pub properties: BTreeMap<String, String>,
}

/// A tile layer or image layer of a [`TiledMap`].
#[derive(Clone, Debug)]
pub struct TiledLayer {
    /// Name of the layer.
    pub name: String,
    /// Class of the layer. Empty if it has none.
    pub class: String,
    /// Tiles, for [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles).
    pub map: TileMap,
    /// Classes and properties of the map's tiles, by [`TileId::index`](super::TileId::index). Empty for an image layer.
    pub tiles: Vec<TiledTile>,
    /// Index of its innermost group in [`TiledMap::groups`]. `None` if it is in none.
    pub group: Option<usize>,
    /// Offset in world units: the position of the object that gets the tiles.
    pub offset: Vec2,
    /// Tint and opacity, combined with those of its groups: [`Object::tint`](crate::world::Object::tint).
    pub tint: Color,
    /// Blend mode: [`Object::blend`](crate::world::Object::blend).
    pub blend: Blend,
    /// Whether the layer is visible: [`Object::visible`](crate::world::Object::visible).
    pub visible: bool,
    /// Horizontal parallax factor, for the [parallax](crate::scene::AltitudeSettings::parallax) of its altitude.
    /// A different vertical factor is ignored and logged. Defaults to 1.
    pub parallax: f32,
    /// Properties of the layer, as text.
    pub properties: BTreeMap<String, String>,
}

/// An object layer of a [`TiledMap`].
#[derive(Clone, Debug, PartialEq)]
pub struct TiledObjectLayer {
    /// Name of the layer.
    pub name: String,
    /// Class of the layer. Empty if it has none.
    pub class: String,
    /// Indices of its objects in [`TiledMap::objects`].
    pub objects: Range<usize>,
    /// Number of [`TiledMap::layers`] below it: its objects are painted before the layer of this index.
    pub below: usize,
    /// Index of its innermost group in [`TiledMap::groups`]. `None` if it is in none.
    pub group: Option<usize>,
    /// Tint and opacity of the layer and its groups. [`TiledObject::tint`] includes this.
    pub tint: Color,
    /// Blend mode of its objects.
    pub blend: Blend,
    /// Whether the layer is visible. [`TiledObject::visible`] includes this.
    pub visible: bool,
    /// Parallax, as [`TiledLayer::parallax`].
    pub parallax: f32,
    /// Properties of the layer, as text.
    pub properties: BTreeMap<String, String>,
}

/// A group of layers of a [`TiledMap`]. Its layers inherit its offset, tint, visibility and parallax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledGroup {
    /// Name of the group.
    pub name: String,
    /// Class of the group. Empty if it has none.
    pub class: String,
    /// Index of the group around it in [`TiledMap::groups`]. `None` if it is in none.
    pub group: Option<usize>,
    /// Properties of the group, as text.
    pub properties: BTreeMap<String, String>,
}

/// A tileset of a [`TiledMap`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledTileset {
    /// Name of the tileset. [`TiledTile::tileset`] refers to it.
    pub name: String,
    /// Class of the tileset. Empty if it has none.
    pub class: String,
    /// Properties of the tileset, as text.
    pub properties: BTreeMap<String, String>,
}

/// Data of a tile in its tileset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiledTile {
    /// Name of the tileset.
    pub tileset: String,
    /// Number of the tile in its tileset, from 0.
    pub id: u32,
    /// Class of the tile. Empty if it has none.
    pub class: String,
    /// Properties of the tile, as text.
    pub properties: BTreeMap<String, String>,
}

/// An object of a [`TiledMap`], usually a spawn point.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledObject {
    /// Number of the object, unique in its map. Properties refer to other objects by it. 0 if the file has none.
    pub id: u32,
    /// Name of its layer.
    pub layer: String,
    /// Name of the object. Empty if it has none.
    pub name: String,
    /// Class of the object, or of its tile. Empty if it has none.
    pub class: String,
    /// Upper left corner in world units, or the point itself. The first corner of a polygon is usually here.
    pub position: Vec2,
    /// Size in world units. 0 for a point, a polygon and a polyline.
    pub size: Vec2,
    /// Angle around the position, in radians, clockwise.
    pub angle: f32,
    /// Shape of the object. Defaults to a rectangle.
    pub shape: TiledShape,
    /// Tile that the object shows, stretched from [`Tile::size`] to the object's size. Defaults to `None`.
    pub tile: Option<Tile>,
    /// Opacity of the object, combined with the tint and opacity of its layer.
    pub tint: Color,
    /// Blend mode of its layer.
    pub blend: Blend,
    /// Whether the object and its layer are visible.
    pub visible: bool,
    /// Properties of the object, and those of its tile that it does not have itself, as text.
    pub properties: BTreeMap<String, String>,
    /// Vector from `position` to the centre.
    to_center: Vec2,
}

/// Shape of a [`TiledObject`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum TiledShape {
    /// A rectangle of the object's size.
    #[default]
    Rectangle,
    /// An ellipse in the rectangle of the object's size.
    Ellipse,
    /// A capsule in the rectangle of the object's size.
    Capsule,
    /// A point.
    Point,
    /// Corners of a closed polygon in world units, relative to the object's position. The object's angle is not applied
    /// to them.
    Polygon(Vec<Vec2>),
    /// Points of an open line, with the same coordinates as the corners of a polygon.
    Polyline(Vec<Vec2>),
    /// A text in the rectangle of the object's size.
    Text(Box<TiledText>),
}

impl TiledObject {
    /// Returns the centre of the rectangle of its size, turned by its angle: the position of a sprite that shows its
    /// tile. The offset of the tile's tileset moves it, in proportion to the object's size, as in Tiled.
    pub fn center(&self) -> Vec2 {
        self.position + self.to_center
    }
}

impl TiledMap {
    /// Loads a map, its tilesets and their images from the asset folder. The format, XML (`.tmx`, `.tsx`) or JSON
    /// (`.tmj`, `.tsj`), is detected by the content. `unit` is the number of Tiled's pixels per world unit: usually
    /// [`World::unit`](crate::world::World::unit).
    ///
    /// Orthogonal maps of all versions of Tiled are read, including infinite ones. The layer data may be CSV, XML or
    /// base64; base64 may be compressed by zlib, gzip or zstd. An image layer becomes a layer whose map has one cell,
    /// or several if the image is large or repeats.
    ///
    /// An image becomes a sprite with its path as the label, shared by all maps that cut it in the same way. An image
    /// that is also cut in another way becomes another sprite with a different label. Each load adds a use. A tile
    /// collides if its class is `solid` or `one_way`, or if a property of that name is true. A number that no tileset
    /// has leaves its cell empty, and is logged. An image has the size of its file; a size that the map states may be
    /// out of date, so it is ignored.
    ///
    /// A class property becomes a property for each member, `name.member`. A list becomes a property for each element:
    /// `name.0`, `name.1` and so on.
    ///
    /// Each altitude shows any number of layers, in their order. A layer with a parallax of its own needs an altitude
    /// of its own: see [`App::altitudes`](crate::app::App::altitudes).
    ///
    /// A map with its tilesets and templates takes at most 60 MiB of memory, and each file at most 24 MiB. This is
    /// enough for 16 777 216 compressed cells or about 50 000 objects. Images are not included.
    ///
    /// Unsupported settings are logged once a map: a different vertical parallax, blend modes except Normal, Add,
    /// Multiply and Screen, render orders except Right Down, the fill mode that keeps proportions, repetition of a large
    /// image, and collision shapes of tiles. Settings of the editor, such as terrains, are ignored.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::tiles::TiledMap;
    ///
    /// /// Shows a map, one layer per altitude, and spawns its objects.
    /// fn enter(map: &str, cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let unit = cx.unit();
    ///     let level = TiledMap::load(map, cx.assets, unit)?;
    ///     let highest = cx.altitudes().end - 1;
    ///     for (altitude, layer) in (0_u16..).zip(level.layers) {
    ///         // Layers of the same altitude are painted in order.
    ///         let is_shared = altitude > highest;
    ///         let altitude = altitude.min(highest);
    ///         let settings = cx.altitude_settings_mut(altitude);
    ///         if is_shared && settings.parallax != layer.parallax {
    ///             log::warn!("{map}: layer `{}` needs more altitudes for its parallax", layer.name);
    ///         }
    ///         settings.parallax = layer.parallax;
    ///         let id = cx.spawn(Object {
    ///             kind: "Tiles",
    ///             altitude,
    ///             position: layer.offset,
    ///             tint: layer.tint,
    ///             blend: layer.blend,
    ///             visible: layer.visible,
    ///             ..Object::default()
    ///         });
    ///         if let Some(mut tiles) = cx.object_mut(id) {
    ///             tiles.set_tiles(layer.map);
    ///         }
    ///     }
    ///     for object in level.objects {
    ///         match &*object.name {
    ///             "hero" => drop(cx.spawn(Object::new("Hero").at(object.position))),
    ///             other => match &object.tile {
    ///                 Some(tile) => drop(cx.spawn(Object {
    ///                     sprite: tile.sprite,
    ///                     frame: tile.frame,
    ///                     flip_x: tile.flip_x,
    ///                     flip_y: tile.flip_y,
    ///                     position: object.center(),
    ///                     angle: object.angle,
    ///                     scale: object.size / tile.size.unwrap_or(object.size),
    ///                     tint: object.tint,
    ///                     blend: object.blend,
    ///                     visible: object.visible,
    ///                     ..Object::new("Decoration").spectral()
    ///                 })),
    ///                 None => log::warn!("{map}: unknown object `{other}`"),
    ///             },
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// # use damselfly::assets::{AssetSettings, Assets};
    /// # use damselfly::world::{Core, CoreSettings};
    /// # let root = Some(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled").into());
    /// # let assets = Assets::new(AssetSettings { root, ..AssetSettings::default() });
    /// # let mut core = Core::new(&CoreSettings::default(), assets);
    /// # enter("level.tmx", &mut core.context())?;
    /// # enter("small/twelve_layers.tmx", &mut core.context())?;
    /// # assert_eq!(core.world.objects_at(4_u16).count(), 8);
    /// # let object = |id| core.world.object(id).map(|object| (object.kind(), object.altitude()));
    /// # let kinds: Vec<_> = core.world.objects().filter_map(object).collect();
    /// # assert!(kinds.contains(&("Tiles", 0)) && kinds.contains(&("Tiles", 1)), "{kinds:?}");
    /// # assert!(kinds.iter().any(|(kind, _)| *kind == "Hero"), "{kinds:?}");
    /// # Ok::<(), damselfly::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a file cannot be read or is damaged, if an image cannot be loaded, or if the map is not supported.
    /// Examples are a map that is not orthogonal, an embedded image, and a map that is too large.
    pub fn load(
        path: impl AsRef<Path>,
        assets: &mut Assets,
        unit: Vec2,
    ) -> Result<Self, AssetError> {
        let path = path.as_ref();
        let loaded = match unit.is_finite() && unit.min_element() > 0.0 {
            true => convert::load(path, assets, unit),
            false => Err(format!("expected positive pixels per unit, got {unit}")),
        };
        loaded.map_err(|what| AssetError::Map {
            file: path.display().to_string(),
            what,
        })
    }
}
