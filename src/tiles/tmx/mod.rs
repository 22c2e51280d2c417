//! Maps from files of the editor Tiled (`.tmx` and `.tmj`), with the feature `tiled`.
//!
//! The crate `tiled` reads them, those of JSON after they were written as XML (`json`), and compressed layers after they were
//! written as lists (`inflate`). What could make it take endless memory or stack is refused first (`guard`), and its panics
//! are caught.

mod convert;
mod guard;
mod images;
mod inflate;
mod json;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};

use glam::{IVec2, Vec2};

use super::map::TileMap;
use crate::assets::{AssetError, Assets};
use crate::base::color::Color;
use crate::base::panics;

/// The largest map, tileset or template file, in bytes: 64 MiB.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A map of the editor Tiled: its layers as tile maps, and its objects.
#[derive(Clone, Debug)]
pub struct TiledMap {
    /// The number of columns and rows.
    pub size: IVec2,
    /// The size of a cell, in world units.
    pub cell_size: Vec2,
    /// The tile layers, the lowest first; those in groups, too.
    pub layers: Vec<TiledLayer>,
    /// The objects of all object layers, the lowest layer first.
    pub objects: Vec<TiledObject>,
    /// The map's own properties, as text.
    pub properties: BTreeMap<String, String>,
}

/// A tile layer of a [`TiledMap`].
#[derive(Clone, Debug)]
pub struct TiledLayer {
    /// Its name.
    pub name: String,
    /// Its tiles, for [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles).
    pub map: TileMap,
    /// How far it is shifted, in world units: the position of the object that has the tiles.
    pub offset: Vec2,
    /// Its tint and opacity, those of its groups included: [`Object::tint`](crate::world::Object::tint).
    pub tint: Color,
    /// Whether it is shown: [`Object::visible`](crate::world::Object::visible).
    pub visible: bool,
    /// The horizontal share of the camera's movement by which it shifts: for the
    /// [parallax](crate::scene::AltitudeSettings::parallax) of its altitude. Defaults to 1.
    pub parallax: f32,
    /// Its properties, as text.
    pub properties: BTreeMap<String, String>,
}

/// An object of a [`TiledMap`]: a place where something is to be spawned.
#[derive(Clone, Debug)]
pub struct TiledObject {
    /// The name of its layer.
    pub layer: String,
    /// Its name; empty without one.
    pub name: String,
    /// Its class; empty without one.
    pub class: String,
    /// Its upper left corner, in world units; the point itself if it is one.
    pub position: Vec2,
    /// Its size, in world units: 0 for a point.
    pub size: Vec2,
    /// Its angle about the position in radians, clockwise.
    pub angle: f32,
    /// Its properties, as text.
    pub properties: BTreeMap<String, String>,
}

impl TiledMap {
    /// Loads a map, its tilesets and their images below the asset folder: files of XML (`.tmx`, `.tsx`) or of JSON (`.tmj`,
    /// `.tsj`), which are told apart by their content. `unit` is the pixels of Tiled per world unit:
    /// usually [`World::unit`](crate::world::World::unit).
    ///
    /// An image becomes the sprite whose label is its path, and is shared by all maps that show it. A tile collides if its
    /// class is `solid` or `one_way`, or a property of that name is true. Its animation plays in steps. Tiles are as large
    /// as the cells of the map, whatever their own size; mirrored and turned ones are shown so.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::tiles::TiledMap;
    ///
    /// /// Shows a map, one layer per altitude, and spawns what stands on it.
    /// fn enter(map: &str, cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let unit = cx.world.unit();
    ///     let level = TiledMap::load(map, cx.assets, unit)?;
    ///     for (altitude, layer) in (0_u16..).zip(level.layers) {
    ///         cx.world.altitude_settings_mut(altitude).parallax = layer.parallax;
    ///         let id = cx.spawn(Object {
    ///             kind: "Tiles",
    ///             altitude,
    ///             position: layer.offset,
    ///             tint: layer.tint,
    ///             visible: layer.visible,
    ///             ..Object::default()
    ///         });
    ///         if let Some(mut tiles) = cx.object_mut(id) {
    ///             tiles.set_tiles(layer.map);
    ///         }
    ///     }
    ///     for place in level.objects {
    ///         match &*place.name {
    ///             "hero" => drop(cx.spawn(Object::new("Hero").at(place.position))),
    ///             other => log::warn!("{map}: nothing is spawned for `{other}`"),
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
    /// # let kinds: Vec<_> = core.world.objects().filter_map(|id| Some((core.world.object(id)?.kind(), core.world.object(id)?.altitude()))).collect();
    /// # assert!(kinds.contains(&("Tiles", 0)) && kinds.contains(&("Tiles", 1)), "{kinds:?}");
    /// # assert!(kinds.iter().any(|(kind, _)| *kind == "Hero"), "{kinds:?}");
    /// # Ok::<(), damselfly::Error>(())
    /// ```
    ///
    /// # Errors
    /// A file cannot be read, is damaged, or has what is not supported: an infinite map, one that is not orthogonal,
    /// layers compressed otherwise than by zlib or gzip, or of more than 64 MiB in a file. An image cannot be loaded.
    pub fn load(
        path: impl AsRef<Path>,
        assets: &mut Assets,
        unit: Vec2,
    ) -> Result<Self, AssetError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let fault = |what: String| AssetError::Map {
            file: file.clone(),
            what,
        };
        if !(unit.is_finite() && unit.min_element() > 0.0) {
            return Err(fault(format!(
                "{unit} pixels a unit: both have to be above 0"
            )));
        }
        let read = {
            let assets = &*assets;
            panics::caught(|| {
                let reader = |path: &Path| read(assets, path);
                let mut loader = tiled::Loader::with_cache_and_reader(
                    tiled::DefaultResourceCache::new(),
                    reader,
                );
                loader.load_tmx_map(path)
            })
        };
        let map = match read {
            Ok(Ok(map)) => map,
            Ok(Err(error)) => return Err(fault(text_of(&error))),
            Err(panic) => return Err(fault(format!("is damaged: {}", panics::message(&*panic)))),
        };
        convert::check(&map).map_err(fault)?;
        let images = images::load(&map, assets)?;
        let rate = assets.steps_per_second();
        // Of a layer with fewer cells than it says, reading one panics.
        let converted = panics::caught(|| convert::convert(&map, &images, unit, rate));
        converted.map_err(|_| fault("a layer has fewer cells than its width and height say".into()))
    }
}

/// Reads a file that a map needs.
fn read(assets: &Assets, path: &Path) -> Result<Cursor<Vec<u8>>, std::io::Error> {
    let path = plain(path);
    let bytes = assets.read_file(&path, MAX_FILE_BYTES);
    let bytes = bytes.map_err(std::io::Error::other)?;
    let bytes = match json::is_json(&bytes) {
        true => json::to_xml(&bytes).map_err(std::io::Error::other)?,
        false => bytes,
    };
    let bytes = inflate::without_compression(bytes).map_err(std::io::Error::other)?;
    guard::check(&bytes).map_err(std::io::Error::other)?;
    Ok(Cursor::new(bytes))
}

/// A path without `.` and, where it can be, without `..`: tilesets are often beside the folder of a map.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            _ => plain.push(part),
        }
    }
    plain
}

/// What is wrong, with the causes that its text leaves out.
fn text_of(error: &tiled::Error) -> String {
    match error {
        tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
        other => other.to_string(),
    }
}
