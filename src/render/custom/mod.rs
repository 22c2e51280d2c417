//! Custom shaders: reads, checks and adds them, and reads changed files again.
//!
//! `tokens` divides a text into words, `rules` has token-level rules, and `names` prefixes a shader's names. With
//! the GPU backend, naga checks the rest in `gpu::custom`. The store keeps the code.

pub(in crate::render) mod fault;
mod load;
mod names;
mod rules;
mod tokens;
#[cfg(feature = "gpu")]
pub(in crate::render) mod types;

use crate::assets::shader::CustomKind;
use fault::ShaderFault;

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
