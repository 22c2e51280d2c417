//! Shaders of a game's own: reads, checks and adds them, and reads changed files again.
//!
//! `tokens` divides a text into words, `rules` rejects what no shader may have, and `names` makes its names unique. With
//! the GPU backend, naga checks the rest in `gpu::custom`. The store keeps the code.

pub(in crate::render) mod fault;
mod load;
mod names;
mod rules;
mod tokens;

use crate::assets::shader::CustomKind;
use fault::ShaderFault;

/// Checks a text, and returns its code with names that no other shader has: those of the shader at an index.
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
