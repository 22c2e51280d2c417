//! Custom shaders: reads, checks and adds them, and reads changed files again.
//!
//! `tokens` divides a text into words, `rules` has token-level rules, and `names` prefixes a shader's names. With
//! the GPU backend, naga checks the rest in `gpu::custom`. The store keeps the code.

mod load;
mod names;
mod rules;
mod tokens;
#[cfg(feature = "gpu")]
mod types;

use core::fmt;

use crate::assets::shader::CustomKind;

#[cfg(feature = "gpu")]
pub(in crate::render) use rules::signature;
#[cfg(feature = "gpu")]
pub(in crate::render) use types::TypeText;

/// Declarations that the check of a material substitutes for the engine's shader.
#[cfg(feature = "gpu")]
pub(in crate::render) const SPRITE_TEXEL: &str = include_str!("../../../shaders/sprite_texel.wgsl");

/// Declarations that the check of an effect substitutes for the engine's shader.
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
    fn place(&self, text: &str) -> [u32; 2] {
        let at = self.at.min(text.len());
        let before = String::from_utf8_lossy(&text.as_bytes()[..at]);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        [line, column].map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }
}

/// Checks a text, and returns its code with names prefixed by the shader's index.
///
/// # Errors
/// The first error of the text.
fn checked(kind: CustomKind, index: usize, text: &str) -> Result<String, ShaderFault> {
    let tokens = tokens::split(text)?;
    let declared = rules::check(kind, text, &tokens)?;
    let code = names::prefixed(text, &tokens, &declared, &kind.prefix(index));
    #[cfg(feature = "gpu")]
    super::gpu::check_shader(kind, index, text, &code)?;
    Ok(code)
}

#[cfg(test)]
mod tests;
