//! Sprite cameras: cameras that are drawn into sprites.

use core::ops::RangeInclusive;
use glam::Vec2;
use std::borrow::Cow;
use std::sync::Arc;

use super::camera::Camera;
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::geometry::Rect;

/// The largest number of [sprite cameras](SpriteCamera).
pub const MAX_SPRITE_CAMERAS: usize = 16;

/// Half the side of the world that a new camera may see, in world units: that of all valid positions.
const FAR: f32 = 1e9;

/// A camera whose image is a sprite: see [`Context::add_camera`](crate::world::Context::add_camera).
#[derive(Clone, Debug)]
pub struct SpriteCamera {
    /// The part of the world that it shows. At zoom 1, a texel of the sprite shows a pixel of the world. Its boundary
    /// contains all valid positions at first, and only limits the view.
    ///
    /// It may be replaced by a copy of another camera, for a mirror: `camera.camera = cx.camera.clone()`. The copy keeps
    /// its centre, gets the size of the sprite, and keeps a boundary that the game has set.
    pub camera: Camera,
    /// Colour of the image before anything is drawn. Defaults to [`Color::TRANSPARENT`].
    pub background: Color,
    /// The altitudes that it shows, besides the masks and light sprites of their groups. Defaults to all,
    /// `0..=u16::MAX`.
    pub altitudes: RangeInclusive<u16>,
    /// Whether it also shows altitudes that the view hides ([`AltitudeSettings::visible`]), such as icons on a minimap.
    /// Lights and shadow casters of such an altitude do not act. Defaults to false.
    ///
    /// [`AltitudeSettings::visible`]: crate::scene::AltitudeSettings::visible
    pub shows_hidden: bool,
    sprite: SpriteId,
    /// Width and height in texels.
    size: [u16; 2],
    /// Label of the sprite.
    label: Arc<str>,
    /// Refusals of its camera when it was last fitted.
    refused: u64,
}

impl SpriteCamera {
    /// Returns a camera that shows all altitudes around the middle of a view. `unit` is the number of pixels per world
    /// unit.
    pub(crate) fn new(
        (sprite, label): (SpriteId, &str),
        size: [u16; 2],
        unit: Vec2,
        center: Vec2,
    ) -> Self {
        let camera = Camera::new(Vec2::from(size.map(f32::from)) / unit).with_unit(unit);
        let mut camera = Self {
            camera,
            background: Color::TRANSPARENT,
            altitudes: 0..=u16::MAX,
            shows_hidden: false,
            sprite,
            size,
            label: label.into(),
            refused: 0,
        };
        camera.fit(unit);
        camera.camera.cut_to(center);
        camera
    }

    /// Gives the camera the size of the sprite. A game may have replaced it by a copy of another one.
    pub(crate) fn fit(&mut self, unit: Vec2) {
        self.refused = self.refusals();
        self.camera.adopt(&self.label, self.refused);
        let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(2.0 * FAR));
        let size = Vec2::from(self.size.map(f32::from)) / unit;
        self.camera.fit(size, &boundary);
    }

    /// Returns the camera with the size of the sprite.
    pub(crate) fn fitted(&self, unit: Vec2) -> Cow<'_, Camera> {
        let size = Vec2::from(self.size.map(f32::from)) / unit;
        if self.camera.unzoomed_size() == size && self.camera.is_of(&self.label) {
            return Cow::Borrowed(&self.camera);
        }
        let mut fitted = self.clone();
        fitted.fit(unit);
        Cow::Owned(fitted.camera)
    }

    /// Returns the number of refused values. It does not fall when the game replaces the camera by a copy of another one.
    pub(crate) fn refusals(&self) -> u64 {
        match self.camera.is_of(&self.label) {
            true => self.camera.refusals(),
            false => self.refused,
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
