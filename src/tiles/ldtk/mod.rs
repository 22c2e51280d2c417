//! Worlds of the editor LDtk: levels, layers as tile maps, and entities.

mod convert;
mod fields;
mod layers;
mod project;
mod tilesets;

use std::collections::BTreeMap;
use std::path::Path;

use glam::{IVec2, Vec2};

use super::{Tile, TileCollision, TileMap};
use crate::assets::{AssetError, Assets, SpriteId};
use crate::base::color::Color;

/// A world of the editor LDtk: a `.ldtk` file with its levels, which may be in files of their own.
///
/// Positions and sizes are in world units. Those of layers and entities are relative to the upper left corner of their
/// level.
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkWorld {
    /// Levels in the order of the file. If it has several worlds, those of the first one come first.
    pub levels: Vec<LdtkLevel>,
}

/// A level of an [`LdtkWorld`].
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkLevel {
    /// Name of the level, unique in its file.
    pub name: String,
    /// Identifier that fields refer to. It never changes.
    pub iid: String,
    /// Name of its world. Empty unless the file has several worlds.
    pub world: String,
    /// Upper left corner in the world. In a linear world, levels follow one another without gaps.
    pub position: Vec2,
    /// Depth in the world. Higher levels are above others.
    pub depth: i32,
    /// Width and height.
    pub size: Vec2,
    /// Background colour.
    pub color: Color,
    /// Background image. `None` if the level has none.
    pub background: Option<LdtkBackground>,
    /// Layers with tiles, in painting order.
    pub layers: Vec<LdtkLayer>,
    /// Entities of all layers, in painting order.
    pub entities: Vec<LdtkEntity>,
    /// Fields of the level.
    pub fields: BTreeMap<String, LdtkValue>,
}

/// The background image of an [`LdtkLevel`].
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkBackground {
    /// The image, cut to its visible part and anchored at its centre.
    pub sprite: SpriteId,
    /// Its centre, relative to the level.
    pub center: Vec2,
    /// Its scale: 1 is one world unit per [`LdtkWorld::load`]'s pixels.
    pub scale: Vec2,
}

/// A layer of an [`LdtkLevel`] as a tile map. A layer in which several tiles lie over one another is several of them, and
/// an IntGrid layer with rules has its values in one and its tiles in the others.
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkLayer {
    /// Name of the layer.
    pub name: String,
    /// The tile map.
    pub map: TileMap,
    /// Values of an IntGrid layer, by [`TileId::index`](super::TileId::index). Empty for a map of visible tiles.
    pub values: Vec<LdtkIntValue>,
    /// Position of the map's upper left corner, relative to the level.
    pub offset: Vec2,
    /// White, with the opacity of the layer.
    pub tint: Color,
    /// Whether the layer is visible.
    pub visible: bool,
    /// Movement relative to the camera, for
    /// [`AltitudeSettings::parallax`](crate::scene::AltitudeSettings::parallax): 1 follows the world, 0 stays in the view.
    pub parallax: f32,
}

/// A value of an IntGrid layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LdtkIntValue {
    /// Name of the layer.
    pub layer: String,
    /// The value, not 0.
    pub value: i32,
    /// Name of the value. Empty if it has none.
    pub name: String,
}

/// An entity of an [`LdtkLevel`], usually a spawn point.
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkEntity {
    /// Name of the entity's kind.
    pub name: String,
    /// Identifier that fields refer to. It never changes.
    pub iid: String,
    /// Name of its layer.
    pub layer: String,
    /// Position of its pivot, relative to the level.
    pub position: Vec2,
    /// Centre of its rectangle, relative to the level.
    pub center: Vec2,
    /// Width and height.
    pub size: Vec2,
    /// Colour in the editor.
    pub color: Color,
    /// Tile that it shows in the editor. Its [`size`](Tile::size) is that of the tile, not of the entity.
    pub tile: Option<Tile>,
    /// Tags of its kind.
    pub tags: Vec<String>,
    /// Fields by name.
    pub fields: BTreeMap<String, LdtkValue>,
}

/// Value of a field.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum LdtkValue {
    /// The field is empty, or of an unknown type.
    #[default]
    None,
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A text, the name of an enum's value, or the path of a file relative to the `.ldtk` file.
    Text(String),
    /// A colour.
    Color(Color),
    /// Column and row of a cell of the entity's layer, counted from 0.
    Point(IVec2),
    /// The [`iid`](LdtkEntity::iid) of an entity, perhaps of another level.
    Entity(String),
    /// A tile.
    Tile(Tile),
    /// Values of an array.
    List(Vec<Self>),
}

impl LdtkValue {
    /// Returns a whole number. `None` for all other values.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns a number, whole or not. `None` for all other values.
    pub fn float(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Int(value) => Some(*value as f64),
            _ => None,
        }
    }

    /// Returns a text. `None` for all other values.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether the value is `true`.
    pub fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}

impl LdtkEntity {
    /// Returns a field. [`LdtkValue::None`] if the entity has no such field.
    pub fn field(&self, name: &str) -> &LdtkValue {
        self.fields.get(name).unwrap_or(&LdtkValue::None)
    }
}

impl LdtkWorld {
    /// Loads a world, its levels, and the images of its tilesets from the asset folder. `unit` is the number of LDtk's
    /// pixels per world unit: usually [`World::unit`](crate::world::World::unit). `collision` decides how the values of
    /// IntGrid layers collide.
    ///
    /// Files of LDtk 0.9.3 to 1.5.3 were tested, with one or several worlds. Fields and settings of later versions are
    /// ignored. An image becomes a sprite with its path as the label, of which only the used tiles take space. Aseprite
    /// files as tilesets need the feature `aseprite`.
    ///
    /// Tiles that no tileset has, tiles of the editor's own icons, transparency of single tiles, and a vertical parallax
    /// factor that differs from the horizontal one are ignored, and logged once a file.
    ///
    /// A world takes at most 96 MiB of memory while it is loaded, besides its images and tile maps, each file at most
    /// 32 MiB, and its layers have at most 16 777 216 cells.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::tiles::{LdtkWorld, TileCollision};
    ///
    /// fn enter(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let unit = cx.unit();
    ///     let world = LdtkWorld::load("small.ldtk", cx.assets, unit, |value| match &*value.name {
    ///         "wall" => TileCollision::Solid,
    ///         "plank" => TileCollision::OneWay,
    ///         _ => TileCollision::None,
    ///     })?;
    ///     for level in world.levels {
    ///         for layer in level.layers {
    ///             let id = cx.spawn(Object {
    ///                 position: level.position + layer.offset,
    ///                 tint: layer.tint,
    ///                 visible: layer.visible,
    ///                 ..Object::new("Tiles")
    ///             });
    ///             cx.object_mut(id).map(|mut object| object.set_tiles(layer.map));
    ///         }
    ///         for entity in level.entities {
    ///             let at = level.position + entity.position;
    ///             match &*entity.name {
    ///                 "Hero" => drop(cx.spawn(Object::new("Hero").at(at))),
    ///                 "Coin" => log::info!("a coin of {:?} points", entity.field("points").int()),
    ///                 other => log::warn!("unknown entity `{other}`"),
    ///             }
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// # use damselfly::assets::{AssetSettings, Assets};
    /// # use damselfly::world::{Core, CoreSettings};
    /// # let root = Some(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/ldtk").into());
    /// # let assets = Assets::new(AssetSettings { root, ..AssetSettings::default() });
    /// # let mut core = Core::new(&CoreSettings::default(), assets);
    /// # enter(&mut core.context())?;
    /// # assert!(core.world.objects().count() > 2);
    /// # Ok::<(), damselfly::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a file cannot be read or is damaged, if an image cannot be loaded, or if the world is too large.
    pub fn load(
        path: impl AsRef<Path>,
        assets: &mut Assets,
        unit: Vec2,
        collision: impl Fn(&LdtkIntValue) -> TileCollision,
    ) -> Result<Self, AssetError> {
        let path = path.as_ref();
        let loaded = match unit.is_finite() && unit.min_element() > 0.0 {
            true => convert::load(path, assets, unit, &collision),
            false => Err(format!("expected positive pixels per unit, got {unit}")),
        };
        loaded.map_err(|what| AssetError::Map {
            file: path.display().to_string(),
            what,
        })
    }

    /// Returns the level with this name.
    pub fn level(&self, name: &str) -> Option<&LdtkLevel> {
        self.levels.iter().find(|level| level.name == name)
    }
}
