//! Tile maps: a grid of tiles that is drawn as one thing and collides as one thing. Pure data, which knows no world:
//! [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles) gives one to an object.
//!
//! Coordinates of a map are relative to its upper left corner; x grows to the right, y downwards. Neighbouring solid
//! tiles collide as one surface: what slides over it does not catch on the edges between them.

mod contact;
mod map;
mod merged;
mod nearest;
mod rows;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod tile;
mod window;

pub use map::{MAX_CELLS, MAX_SIDE, TileMap};
pub(crate) use rows::TileLook;
pub use text::{Legend, SpawnPoint, TextMap, TextMapError};
pub use tile::{Tile, TileCollision, TileFrame, TileId};
