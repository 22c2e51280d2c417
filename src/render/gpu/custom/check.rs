//! Checks a shader with naga: its own text, so that errors have their line and column, and then the engine's shader with
//! its code.

use wgpu::naga;

use super::{loops, types};
use crate::assets::shader::CustomKind;
use crate::render::custom::fault::{EFFECT_PIXEL, SPRITE_TEXEL, ShaderFault, signature};
use crate::render::gpu::deep_stack::with_deep_stack;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// Functions that stand for the engine's.
const READ_TEXEL: &str =
    "fn read_texel(at: vec2<i32>) -> vec4<f32> { return vec4(f32(at.x + at.y)); }";
const READ_PIXEL: &str =
    "fn read_pixel(at: vec2<i32>) -> vec4<f32> { return vec4(f32(at.x + at.y)); }";

/// Checks the text of a shader, and its code with prefixed names.
///
/// # Errors
/// The first error.
pub(in crate::render) fn check_shader(
    kind: CustomKind,
    index: usize,
    text: &str,
    code: &str,
) -> Result<(), ShaderFault> {
    let check = || {
        check_text(kind, text)?;
        check_joined(kind, index, code)
    };
    // A panic of the compiler counts as a refusal.
    let checked = with_deep_stack(check);
    checked.unwrap_or_else(|| Err(ShaderFault::new(0, "the shader could not be checked")))
}

fn check_text(kind: CustomKind, text: &str) -> Result<(), ShaderFault> {
    // Declarations may come in any order: the engine's come last, so that errors have the places of the text.
    let [structure, reads] = match kind {
        CustomKind::Material => [SPRITE_TEXEL, READ_TEXEL],
        CustomKind::Effect => [EFFECT_PIXEL, READ_PIXEL],
    };
    let source = format!("{text}\n{structure}{reads}");
    let within = |span: Option<naga::Span>| {
        let range = span.and_then(naga::Span::to_range);
        // The engine's declarations follow the text.
        range.map_or(0, |range| range.start.min(text.len()))
    };
    // First, because naga copies constants while it parses.
    types::check(kind, text)?;
    let module = naga::front::wgsl::parse_str(&source).map_err(|error| {
        let labels: Vec<_> = error.labels().collect();
        let span = labels.first().map(|(span, _)| *span);
        let label = labels.first().map_or("", |(_, label)| *label);
        let what = match error.message().contains(label) {
            true => error.message().to_owned(),
            false => format!("{}: {label}", error.message()),
        };
        ShaderFault::new(within(span), what)
    })?;
    let info = validator().validate(&module);
    info.map_err(|error| {
        let span = error.spans().next().map(|(span, _)| *span);
        ShaderFault::new(within(span), reason(error.as_inner()))
    })?;
    check_parts(kind, &module)?;
    loops::check(&module).map_err(|(span, what)| ShaderFault::new(within(Some(span)), what))
}

/// Checks the engine's shader with the code.
fn check_joined(kind: CustomKind, index: usize, code: &str) -> Result<(), ShaderFault> {
    let source = match kind {
        CustomKind::Material => super::material_shader(false, core::iter::once((index, code))),
        CustomKind::Effect => super::effect_shader(index, code),
    };
    let refused = |reason: String| {
        let what = format!("cannot be joined with the engine's shader: {reason}");
        ShaderFault::new(0, what)
    };
    let module = naga::front::wgsl::parse_str(&source);
    let module = module.map_err(|error| refused(error.message().to_owned()))?;
    let info = validator().validate(&module);
    info.map_err(|error| refused(reason(error.as_inner())))?;
    Ok(())
}

fn validator() -> Validator {
    // The engine's shaders need this one, for `unpack2x16float`.
    let capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    Validator::new(ValidationFlags::all(), capabilities)
}

/// Returns the innermost cause of an error.
fn reason(error: &dyn core::error::Error) -> String {
    let mut innermost = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}

/// Checks that there is the function of a shader, and nothing that belongs to the engine.
fn check_parts(kind: CustomKind, module: &naga::Module) -> Result<(), ShaderFault> {
    let is_own = module.entry_points.is_empty()
        && module.global_variables.is_empty()
        && module.overrides.is_empty();
    if !is_own {
        let what =
            "entry points, bindings, overrides and variables at module scope are the engine's";
        return Err(ShaderFault::new(0, what));
    }
    let name = kind.function();
    let found = module
        .functions
        .iter()
        .find(|(_, function)| function.name.as_deref() == Some(name));
    let input = match kind {
        CustomKind::Material => "SpriteTexel",
        CustomKind::Effect => "EffectPixel",
    };
    let is_valid = found.is_some_and(|(_, function)| {
        let takes = match &*function.arguments {
            [one] => module.types[one.ty].name.as_deref() == Some(input),
            _ => false,
        };
        let vector = naga::TypeInner::Vector {
            size: naga::VectorSize::Quad,
            scalar: naga::Scalar::F32,
        };
        let result = function.result.as_ref();
        takes && result.is_some_and(|result| module.types[result.ty].inner == vector)
    });
    if is_valid {
        return Ok(());
    }
    let span = found.and_then(|(handle, _)| module.functions.get_span(handle).to_range());
    let what = format!("expected {}", signature(kind));
    Err(ShaderFault::new(span.map_or(0, |range| range.start), what))
}
