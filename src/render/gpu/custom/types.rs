//! Bounds the values of a shader before naga parses it: naga copies a constant wherever it is used, so that constants of
//! constants could need any amount of memory.

use wgpu::naga;

use crate::assets::shader::CustomKind;
use crate::render::custom::fault::{EFFECT_PIXEL, SPRITE_TEXEL, ShaderFault};
use crate::render::custom::types::TypeText;
use naga::{ArraySize, Module, TypeInner};

/// Maximum size of a value, in bytes.
const MOST_BYTES: u64 = 1 << 10;

/// Checks the sizes of all types of a shader.
///
/// # Errors
/// A declaration that is not valid, or the first array or structure, if there is a type that is too large.
pub(super) fn check(kind: CustomKind, shader: &str) -> Result<(), ShaderFault> {
    let structure = match kind {
        CustomKind::Material => SPRITE_TEXEL,
        CustomKind::Effect => EFFECT_PIXEL,
    };
    let types = TypeText::of(shader)?;
    let module = naga::front::wgsl::parse_str(&format!("{}\n{structure}", types.text));
    let module = module.map_err(|error| {
        let span = error.labels().next().and_then(|(span, _)| span.to_range());
        let at = span.map_or(0, |range| types.position(range.start));
        ShaderFault::new(at.min(shader.len()), error.message())
    })?;
    let largest = sizes(&module).into_iter().max().unwrap_or(0);
    if largest > MOST_BYTES {
        // Types have no span, and only arrays and structures are large.
        let at = shader.find("array").or_else(|| shader.find("struct"));
        let what = format!("a value has {largest} bytes, expected at most {MOST_BYTES}");
        return Err(ShaderFault::new(at.unwrap_or(0), what));
    }
    Ok(())
}

/// Returns the sizes of all types of a module in bytes, in order.
pub(super) fn sizes(module: &Module) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::new();
    for (_, ty) in module.types.iter() {
        // Types come after those that they have.
        let of = |part: naga::Handle<naga::Type>| sizes.get(part.index()).copied().unwrap_or(0);
        let size = match &ty.inner {
            TypeInner::Scalar(scalar) => scalar.width.into(),
            TypeInner::Vector { size, scalar } => u64::from(scalar.width) * (*size as u64),
            TypeInner::Matrix {
                columns, scalar, ..
            } => u64::from(scalar.width) * 4 * (*columns as u64),
            TypeInner::Array { base, size, .. } => match size {
                ArraySize::Constant(count) => of(*base).max(4).saturating_mul(count.get().into()),
                _ => u64::MAX,
            },
            TypeInner::Struct { members, .. } => {
                let parts = members.iter().map(|member| of(member.ty).max(4));
                parts.fold(0, u64::saturating_add)
            }
            _ => 0,
        };
        sizes.push(size);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_nested_types_are_sums_of_their_parts() {
        let text = "struct A { a: vec3<f32>, b: mat2x2<f32> }\nalias B = array<A, 10>;\n\
                    struct C { a: B, b: array<u32, 3> }";
        let module = naga::front::wgsl::parse_str(text).unwrap();
        let mut sizes = sizes(&module);
        sizes.sort_unstable();
        assert_eq!(sizes[sizes.len() - 3..], [44, 440, 452]);
    }
}
