//! What a tile shows, and how it collides.

use crate::assets::SpriteId;
use crate::base::checksum::{Checksum, Summed, summed};

/// Names a tile of a [`TileMap`](super::TileMap): returned by [`TileMap::add`](super::TileMap::add).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub(super) u16);

impl TileId {
    /// Returns how many tiles were added before it, from 0 to 65 534.
    pub fn index(self) -> u16 {
        self.0
    }
}

/// How a tile collides. Defaults to not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileCollision {
    /// It collides with nothing.
    #[default]
    None,
    /// Its cell collides from all sides.
    Solid,
    /// Its upper edge collides with what comes down from above, and nothing else of it.
    #[doc(alias = "platform")]
    OneWay,
}

summed!(enum TileCollision: 0 None, 1 Solid, 2 OneWay);

/// A part of a tile's animation: a frame of its sprite, and for how long it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileFrame {
    /// Counted from 0; it wraps around.
    pub frame: u16,
    /// For how many steps of its layer's time it is shown; 0 counts as 1.
    pub steps: u16,
}

/// What a tile shows, and how it collides. Defaults to showing nothing and colliding with nothing.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Its sprite, stretched to the size of a cell. Defaults to `None`: it is not drawn.
    pub sprite: Option<SpriteId>,
    /// The frame that it shows, counted from 0; it wraps around. Defaults to 0.
    pub frame: u16,
    /// The frames that it shows in turn, in the place of `frame`. Defaults to none.
    pub animation: Vec<TileFrame>,
    /// Whether it is mirrored left to right. Defaults to false.
    pub flip_x: bool,
    /// Whether it is mirrored top to bottom. Defaults to false.
    pub flip_y: bool,
    /// Whether its columns are shown as rows, before it is mirrored: with one mirroring, a quarter turn. Defaults to
    /// false.
    pub transposed: bool,
    /// How it collides. Defaults to not at all.
    pub collision: TileCollision,
}

impl Tile {
    /// Returns a tile that shows the first frame of a sprite, and collides with nothing.
    pub fn new(sprite: SpriteId) -> Self {
        Self {
            sprite: Some(sprite),
            ..Self::default()
        }
    }

    /// Returns the tile with another frame of its sprite, counted from 0; it wraps around.
    #[must_use]
    pub fn frame(self, frame: u16) -> Self {
        Self { frame, ..self }
    }

    /// Returns the tile with an animation: these frames of its sprite in turn, each for `slowdown` steps.
    #[must_use]
    pub fn animated(self, frames: impl IntoIterator<Item = u16>, slowdown: u16) -> Self {
        let frame = |frame| TileFrame {
            frame,
            steps: slowdown,
        };
        let animation = frames.into_iter().map(frame).collect();
        Self { animation, ..self }
    }

    /// Returns the tile, mirrored left to right if `x`, and top to bottom if `y`.
    #[must_use]
    pub fn flipped(self, x: bool, y: bool) -> Self {
        Self {
            flip_x: x,
            flip_y: y,
            ..self
        }
    }

    /// Returns the tile, solid: its cell collides from all sides.
    #[must_use]
    pub fn solid(self) -> Self {
        Self {
            collision: TileCollision::Solid,
            ..self
        }
    }

    /// Returns the tile as a platform to jump through: it collides with what comes down from above, and nothing else.
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
    /// The frame that it shows after some steps.
    pub(super) fn frame_at(&self, time: f64) -> u16 {
        let lengths = self.animation.iter().map(|frame| frame.steps.max(1));
        let total: f64 = lengths.clone().map(f64::from).sum();
        let mut left = time % total;
        for (part, length) in self.animation.iter().zip(lengths) {
            left -= f64::from(length);
            if left < 0.0 {
                return part.frame;
            }
        }
        // Without an animation there is no remainder.
        self.frame
    }
}

// Drawing affects no later step; sprites have no names here.
impl Summed for Tile {
    fn add_to(&self, sum: &mut Checksum) {
        self.collision.add_to(sum);
    }
}
