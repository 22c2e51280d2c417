//! Shaders of the example's own: a material and an effect in WGSL, and the same functions in Rust, which the software
//! backend calls.

use damselfly::assets::{
    AssetError, Assets, EffectFunction, EffectId, MaterialFunction, MaterialId,
};
use damselfly::glam::{IVec2, Vec4Swizzles};
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, Material};

/// Ids of the shaders. They depend on the order of loading, so they are not part of the checksum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shaders {
    gleam: MaterialId,
    halftone: EffectId,
}

impl Shaders {
    /// Loads the files below the assets' root. While a debug build runs, changed files are loaded again.
    ///
    /// # Errors
    /// A file cannot be read or is not valid: the error has file, line, column and reason.
    pub(crate) fn load(assets: &mut Assets) -> Result<Self, AssetError> {
        let gleam = assets.load_material("shaders/gleam.wgsl")?;
        assets.set_material_function(gleam, GLEAM);
        let halftone = assets.load_effect("shaders/halftone.wgsl")?;
        assets.set_effect_function(halftone, HALFTONE);
        Ok(Self { gleam, halftone })
    }

    /// Returns a band of light, which is `place` of its way over a sprite.
    pub(crate) fn gleam(&self, place: f32) -> Material {
        Material::Custom {
            shader: self.gleam,
            color: Color::WHITE,
            parameters: [place, 5.0, 0.0, 0.0],
        }
    }

    /// Returns a view of dots, each in a cell with sides of `side` pixels.
    pub(crate) fn halftone(&self, side: f32) -> GroupEffect {
        let mut parameters = [0.0; 8];
        parameters[0] = 0.25;
        GroupEffect::Custom {
            shader: self.halftone,
            length: side,
            parameters,
        }
    }
}

/// `material` in `gleam.wgsl`.
const GLEAM: MaterialFunction = |sprite| {
    let texel = sprite.position.floor();
    let way = sprite.size.x + sprite.size.y + 2.0 * sprite.parameters.y;
    let band = way * sprite.parameters.x - sprite.parameters.y;
    let away = (texel.x + texel.y - band).abs();
    let light = (1.0 - away / sprite.parameters.y).clamp(0.0, 1.0);
    let mixed = sprite.color.xyz().lerp(sprite.material_color.xyz(), light);
    mixed.extend(sprite.color.w)
};

/// `effect` in `halftone.wgsl`.
const HALFTONE: EffectFunction = |pixel| {
    #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
    let side = (pixel.length as i32).max(1);
    let corner = pixel.position / side * side;
    let color = pixel.read_pixel(corner + side / 2);
    let light = color.x.max(color.y).max(color.z);
    let away = (2 * (pixel.position - corner) + IVec2::ONE - side).as_vec2();
    if away.dot(away) <= 2.0 * light * (side * side) as f32 {
        return color;
    }
    (color.xyz() * pixel.parameters[0]).extend(color.w)
};
