//! A tile's sprite, animation and collision.

use glam::Vec2;

use crate::assets::SpriteId;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};

/// Identifies a tile of a [`TileMap`](super::TileMap). Returned by [`TileMap::add`](super::TileMap::add).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub(super) u16);

impl TileId {
    /// Returns the number of tiles added before it, from 0 to 65 534.
    pub fn index(self) -> u16 {
        self.0
    }
}

/// How a tile collides. Defaults to `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileCollision {
    /// The tile collides with nothing.
    #[default]
    None,
    /// The tile's cell collides from all sides.
    Solid,
    /// Only the cell's upper edge collides, and only with objects that come down from above.
    #[doc(alias = "platform")]
    OneWay,
}

summed!(enum TileCollision: 0 None, 1 Solid, 2 OneWay);

/// One frame of a tile's animation: a frame of a sprite, and the time for which it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileFrame {
    /// Sprite of the frame. `None` for the tile's own sprite.
    pub sprite: Option<SpriteId>,
    /// Index of the frame, counted from 0. Wraps around.
    pub frame: u16,
    /// Number of steps of the layer's time for which the frame is shown. May have a fraction, which is kept from frame
    /// to frame. A number that is not finite or not above 0 counts as 1.
    pub steps: f64,
}

/// Time in steps by which a frame may begin early, so that rounding never delays it by a step.
const TIME_TOLERANCE: f64 = 1e-6;

/// A tile's sprite, animation and collision. By default it is invisible and collides with nothing.
///
/// ```
/// use damselfly::assets::SpriteId;
/// use damselfly::tiles::{Tile, TileCollision};
///
/// let grass = Tile::new(SpriteId::PLACEHOLDER).frame(3).solid();
/// assert_eq!((grass.frame, grass.collision), (3, TileCollision::Solid));
/// let water = Tile::new(SpriteId::PLACEHOLDER).animated([0, 1, 2, 1], 10);
/// assert_eq!(water.animation.len(), 4);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tile {
    /// Sprite, stretched to the tile's size. Defaults to `None`: the tile is not drawn.
    pub sprite: Option<SpriteId>,
    /// Frame of the sprite, counted from 0. Wraps around. Defaults to 0.
    pub frame: u16,
    /// Animation, which replaces `frame`. Defaults to an empty list.
    pub animation: Vec<TileFrame>,
    /// Whether the tile is mirrored left to right. Defaults to false.
    pub flip_x: bool,
    /// Whether the tile is mirrored top to bottom. Defaults to false.
    pub flip_y: bool,
    /// Whether columns and rows are swapped before mirroring. With one mirroring, this is a quarter turn. Defaults to
    /// false.
    pub transposed: bool,
    /// Size at which the sprite is drawn, from the cell's lower left corner upwards and to the right, in world units.
    /// Swapped if the tile is transposed. A larger tile covers the cells above and to the right; it collides as its
    /// cell. Defaults to `None`: the size of a cell.
    pub size: Option<Vec2>,
    /// Displacement of the drawn sprite, in world units. Defaults to (0, 0).
    pub offset: Vec2,
    /// How the tile collides. Defaults to `TileCollision::None`.
    pub collision: TileCollision,
}

impl Tile {
    /// Returns a tile that shows the first frame of a sprite and collides with nothing.
    pub fn new(sprite: SpriteId) -> Self {
        Self {
            sprite: Some(sprite),
            ..Self::default()
        }
    }

    /// Sets the frame of its sprite, counted from 0. Wraps around.
    #[must_use]
    pub fn frame(self, frame: u16) -> Self {
        Self { frame, ..self }
    }

    /// Sets an animation: shows these frames of its sprite in turn, each for `slowdown` steps, such as 10 or 7.5.
    #[must_use]
    pub fn animated(self, frames: impl IntoIterator<Item = u16>, slowdown: impl Into<f64>) -> Self {
        let steps = slowdown.into();
        let frame = |frame| TileFrame {
            sprite: None,
            frame,
            steps,
        };
        let animation = frames.into_iter().map(frame).collect();
        Self { animation, ..self }
    }

    /// Mirrors it left to right if `x`, and top to bottom if `y`.
    #[must_use]
    pub fn flipped(self, x: bool, y: bool) -> Self {
        Self {
            flip_x: x,
            flip_y: y,
            ..self
        }
    }

    /// Makes it solid: its cell collides from all sides.
    #[must_use]
    pub fn solid(self) -> Self {
        Self {
            collision: TileCollision::Solid,
            ..self
        }
    }

    /// Makes it a one-way platform: only objects that come down from above collide with it.
    #[must_use]
    #[doc(alias = "platform")]
    pub fn one_way(self) -> Self {
        Self {
            collision: TileCollision::OneWay,
            ..self
        }
    }
}

impl Tile {
    /// Returns the sprite and the frame shown after `time` steps.
    pub(super) fn look_at(&self, time: f64) -> (Option<SpriteId>, u16) {
        let length = |frame: &TileFrame| match frame.steps.is_finite() && frame.steps > 0.0 {
            true => frame.steps,
            false => 1.0,
        };
        let total: f64 = self.animation.iter().map(length).sum();
        let mut left = (time + TIME_TOLERANCE) % total;
        for frame in &self.animation {
            left -= length(frame);
            if left < 0.0 {
                return (frame.sprite.or(self.sprite), frame.frame);
            }
        }
        // Reached if there is no animation.
        (self.sprite, self.frame)
    }

    /// Returns whether the tile may be drawn outside its cell, and so over other tiles.
    pub(super) fn leaves_cell(&self, cell: Vec2) -> bool {
        self.offset != Vec2::ZERO || self.size.is_some_and(|size| size.cmpgt(cell).any())
    }
}

// Only the collision is part of a checksum: drawing affects no later step.
impl Checksum for Tile {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.collision.write_checksum(sum);
    }
}
