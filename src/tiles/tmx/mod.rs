//! Reads maps of the editor Tiled (`.tmx` and `.tmj`). Needs the feature `tiled`.
//!
//! The crate `tiled` does the parsing. Before it, JSON is rewritten as XML (`json`), compressed layers are rewritten as
//! lists (`inflate`), and files that could exhaust its memory or stack are rejected (`guard`). The crate's panics are
//! caught.

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

/// Maximum size of a map, tileset or template file, in bytes: 64 MiB.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A map of the editor Tiled: its layers as tile maps, and its objects.
#[derive(Clone, Debug)]
pub struct TiledMap {
    /// Number of columns and rows.
    pub size: IVec2,
    /// Size of a cell, in world units.
    pub cell_size: Vec2,
    /// Tile layers, including those in groups, the lowest first.
    pub layers: Vec<TiledLayer>,
    /// Objects of all object layers, the lowest layer first.
    pub objects: Vec<TiledObject>,
    /// The map's own properties, as text.
    pub properties: BTreeMap<String, String>,
}

/// A tile layer of a [`TiledMap`].
#[derive(Clone, Debug)]
pub struct TiledLayer {
    /// Name of the layer.
    pub name: String,
    /// Tiles, for [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles).
    pub map: TileMap,
    /// Offset in world units: the position of the object that gets the tiles.
    pub offset: Vec2,
    /// Tint and opacity, combined with those of its groups: [`Object::tint`](crate::world::Object::tint).
    pub tint: Color,
    /// Whether the layer is visible: [`Object::visible`](crate::world::Object::visible).
    pub visible: bool,
    /// Share of the camera's horizontal movement by which the layer shifts, for the
    /// [parallax](crate::scene::AltitudeSettings::parallax) of its altitude. Defaults to 1.
    pub parallax: f32,
    /// Properties of the layer, as text.
    pub properties: BTreeMap<String, String>,
}

/// An object of a [`TiledMap`], usually a spawn point.
#[derive(Clone, Debug)]
pub struct TiledObject {
    /// Name of its layer.
    pub layer: String,
    /// Name of the object. Empty if it has none.
    pub name: String,
    /// Class of the object. Empty if it has none.
    pub class: String,
    /// Upper left corner in world units, or the point itself.
    pub position: Vec2,
    /// Size in world units. 0 for a point.
    pub size: Vec2,
    /// Angle around the position, in radians, clockwise.
    pub angle: f32,
    /// Properties of the object, as text.
    pub properties: BTreeMap<String, String>,
}

impl TiledMap {
    /// Loads a map, its tilesets and their images from the asset folder. The format, XML (`.tmx`, `.tsx`) or JSON
    /// (`.tmj`, `.tsj`), is detected by the content. `unit` is the number of Tiled's pixels per world unit: usually
    /// [`World::unit`](crate::world::World::unit).
    ///
    /// An image becomes a sprite with its path as the label, shared by all maps that use it. A tile collides if its
    /// class is `solid` or `one_way`, or if a property of that name is true. Its animation plays in steps. Tiles are
    /// stretched to the size of the map's cells; mirrored and rotated tiles are supported.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::tiles::TiledMap;
    ///
    /// /// Shows a map, one layer per altitude, and spawns its objects.
    /// fn enter(map: &str, cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let unit = cx.unit();
    ///     let level = TiledMap::load(map, cx.assets, unit)?;
    ///     for (altitude, layer) in (0_u16..).zip(level.layers) {
    ///         cx.altitude_settings_mut(altitude).parallax = layer.parallax;
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
    ///     for object in level.objects {
    ///         match &*object.name {
    ///             "hero" => drop(cx.spawn(Object::new("Hero").at(object.position))),
    ///             other => log::warn!("{map}: unknown object `{other}`"),
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
    /// # let object = |id| core.world.object(id).map(|object| (object.kind(), object.altitude()));
    /// # let kinds: Vec<_> = core.world.objects().filter_map(object).collect();
    /// # assert!(kinds.contains(&("Tiles", 0)) && kinds.contains(&("Tiles", 1)), "{kinds:?}");
    /// # assert!(kinds.iter().any(|(kind, _)| *kind == "Hero"), "{kinds:?}");
    /// # Ok::<(), damselfly::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a file cannot be read or is damaged, if an image cannot be loaded, or if the map is not supported: if
    /// it is infinite or not orthogonal, if its layers are compressed by something other than zlib or gzip, or if a
    /// file has more than 64 MiB of layers.
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
                "expected positive pixels per unit, got {unit}"
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
        // Reading a layer with fewer cells than its size requires panics.
        let converted = panics::caught(|| convert::convert(&map, &images, unit, rate));
        converted
            .map_err(|_| fault("a layer has fewer cells than its width and height require".into()))
    }
}

/// Reads a file that the map refers to.
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

/// Removes `.` and, where possible, `..` from a path. Tilesets often lie next to the map's folder.
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

/// Returns the error's text. For a failed resource, returns the cause, which the error's own text omits.
fn text_of(error: &tiled::Error) -> String {
    match error {
        tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
        other => other.to_string(),
    }
}
