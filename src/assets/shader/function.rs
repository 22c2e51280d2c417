//! The functions of materials and effects in Rust, which the software backend calls, and what they read.

use core::fmt;

use glam::{IVec2, Vec2, Vec4};

/// A material as a function in Rust: returns the colour of a sprite at a pixel, not premultiplied. It is called on
/// several threads, for each pixel of each frame. It has to compute the same as its WGSL.
pub type MaterialFunction = fn(&SpriteTexel<'_>) -> Vec4;

/// An effect as a function in Rust: returns the new colour of a pixel, not premultiplied. It is called on several
/// threads, for each pixel of each frame. It has to compute the same as its WGSL.
pub type EffectFunction = fn(&EffectPixel<'_>) -> Vec4;

/// Input of a [`MaterialFunction`]: the `SpriteTexel` of WGSL. Channels of colours are 0 to 1, and not premultiplied.
pub struct SpriteTexel<'a> {
    /// Colour of the texel, filtered and tinted as without the material.
    pub color: Vec4,
    /// Position of the pixel's centre in the image, in texels from its top left corner.
    pub position: Vec2,
    /// The same position, 0 to 1.
    pub uv: Vec2,
    /// Width and height of the image in texels. A shape has 1 × 1.
    pub size: Vec2,
    /// Colour of the [`Material`](crate::scene::Material).
    pub material_color: Vec4,
    /// Parameters of the [`Material`](crate::scene::Material).
    pub parameters: Vec4,
    pub(crate) texels: &'a dyn Fn(IVec2) -> Vec4,
}

impl SpriteTexel<'_> {
    /// Returns the colour of a texel of the image, not tinted: `read_texel` in WGSL. Outside of the image, it is that of
    /// the nearest texel.
    pub fn read_texel(&self, at: IVec2) -> Vec4 {
        (self.texels)(at)
    }
}

impl fmt::Debug for SpriteTexel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpriteTexel")
            .field("color", &self.color)
            .field("position", &self.position)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// Input of an [`EffectFunction`]: the `EffectPixel` of WGSL. Channels of colours are 0 to 1, and not premultiplied.
pub struct EffectPixel<'a> {
    /// Colour of the pixel.
    pub color: Vec4,
    /// Column and row in the view, in pixels of the target.
    pub position: IVec2,
    /// Position of the pixel's centre in the view, 0 to 1.
    pub uv: Vec2,
    /// Width and height of the view, in pixels of the target.
    pub size: IVec2,
    /// `length` of the [`GroupEffect`](crate::scene::GroupEffect), in pixels of the target.
    pub length: f32,
    /// Parameters of the [`GroupEffect`](crate::scene::GroupEffect).
    pub parameters: [f32; 8],
    pub(crate) pixels: &'a dyn Fn(IVec2) -> Vec4,
}

impl EffectPixel<'_> {
    /// Returns the colour of a pixel of the view before the effect: `read_pixel` in WGSL. Outside of the view, it is
    /// that of the nearest pixel.
    pub fn read_pixel(&self, at: IVec2) -> Vec4 {
        (self.pixels)(at)
    }
}

impl fmt::Debug for EffectPixel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EffectPixel")
            .field("color", &self.color)
            .field("position", &self.position)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
