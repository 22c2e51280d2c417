//! Cameras whose images are sprites.

use core::ops::RangeInclusive;
use glam::Vec2;

use super::camera::Camera;
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::geometry::Rect;

/// The largest number of [cameras of sprites](SpriteCamera).
pub const MAX_SPRITE_CAMERAS: usize = 16;

/// Half the side of the world that a new camera may see, in world units: that of all valid positions.
const FAR: f32 = 1e9;

/// A camera whose image is a sprite: see [`Context::add_camera`](crate::world::Context::add_camera).
#[derive(Clone, Debug)]
pub struct SpriteCamera {
    /// The part of the world that it shows. At zoom 1, a texel of the sprite shows a pixel of the world. Its boundary
    /// contains all valid positions at first, and has no other effect than to limit the view.
    pub camera: Camera,
    /// Colour of the image before anything is drawn. Defaults to [`Color::TRANSPARENT`].
    pub background: Color,
    /// The altitudes that it shows, besides the masks and light sprites of their groups. Defaults to all,
    /// `0..=u16::MAX`.
    pub altitudes: RangeInclusive<u16>,
    sprite: SpriteId,
    /// Width and height in texels.
    size: [u16; 2],
}

impl SpriteCamera {
    /// Returns a camera that shows all altitudes around the middle of a view. `unit` is the number of pixels per world
    /// unit.
    pub(crate) fn new(sprite: SpriteId, size: [u16; 2], unit: Vec2, center: Vec2) -> Self {
        let mut camera = Camera::new(Vec2::from(size.map(f32::from)) / unit).with_unit(unit);
        camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(2.0 * FAR)));
        camera.cut_to(center);
        Self {
            camera,
            background: Color::TRANSPARENT,
            altitudes: 0..=u16::MAX,
            sprite,
            size,
        }
    }

    /// Returns the sprite.
    pub fn sprite(&self) -> SpriteId {
        self.sprite
    }

    /// Returns the width and height of the sprite, in texels.
    pub fn size(&self) -> [u16; 2] {
        self.size
    }
}
