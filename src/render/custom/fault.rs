//! Errors of shaders, and the declarations that shaders of a game's own use.

use core::fmt;

use crate::assets::shader::CustomKind;

/// Declarations of the engine that materials use. A material is checked with these instead of the whole shader.
#[cfg(feature = "gpu")]
pub(in crate::render) const SPRITE_TEXEL: &str = include_str!("../../../shaders/sprite_texel.wgsl");

/// Declarations of the engine that effects use. An effect is checked with these instead of the whole shader.
#[cfg(feature = "gpu")]
pub(in crate::render) const EFFECT_PIXEL: &str = include_str!("../../../shaders/effect_pixel.wgsl");

/// Shader error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::render) struct ShaderFault {
    /// Byte of the text where the error is.
    pub(in crate::render) at: usize,
    pub(in crate::render) what: String,
}

impl ShaderFault {
    pub(in crate::render) fn new(at: usize, what: impl fmt::Display) -> Self {
        let what = what.to_string();
        Self { at, what }
    }

    /// Returns the line and the column of the error, both from 1.
    pub(super) fn place(&self, text: &str) -> [u32; 2] {
        let at = self.at.min(text.len());
        let before = String::from_utf8_lossy(&text.as_bytes()[..at]);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        [line, column].map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }
}

/// Returns the signature of the function of a shader.
pub(in crate::render) fn signature(kind: CustomKind) -> &'static str {
    match kind {
        CustomKind::Material => "`fn material(sprite: SpriteTexel) -> vec4<f32>`",
        CustomKind::Effect => "`fn effect(pixel: EffectPixel) -> vec4<f32>`",
    }
}
