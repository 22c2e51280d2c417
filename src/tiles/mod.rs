//! Tile maps: grids of tiles that are drawn and collide as one object. Pure data that does not know the world:
//! [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles) attaches a map to an object.
//!
//! Coordinates are relative to the map's upper left corner; x grows to the right, y downwards. Neighbouring solid tiles
//! collide as one surface: an object that slides over them does not catch on the edges between them.

mod contact;
mod edges;
#[cfg(feature = "ldtk")]
mod ldtk;
mod map;
mod merged;
mod nearest;
mod rows;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod tile;
#[cfg(any(feature = "ldtk", feature = "tiled"))]
mod tileset_sprite;
#[cfg(feature = "tiled")]
mod tmx;
mod window;

#[cfg(feature = "ldtk")]
pub use ldtk::{
    LdtkBackground, LdtkEntity, LdtkIntValue, LdtkLayer, LdtkLevel, LdtkValue, LdtkWorld,
};
pub(crate) use map::cell_of;
pub use map::{MAX_CELLS, MAX_SIDE, TileMap};
pub(crate) use rows::TileStyle;
pub use text::{Legend, SpawnPoint, TextMap, TextMapError};
pub use tile::{Tile, TileCollision, TileFrame, TileId};
#[cfg(feature = "tiled")]
pub use tmx::{
    TiledAlign, TiledGroup, TiledLayer, TiledMap, TiledObject, TiledObjectLayer, TiledShape,
    TiledText, TiledTile, TiledTileset,
};
