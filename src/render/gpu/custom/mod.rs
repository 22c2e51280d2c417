//! Custom shaders on the device: naga checks them, and the engine's shaders call them.

mod check;
mod loops;
mod materials;
mod types;

use crate::assets::shader::{CustomKind, FIRST_MATERIAL};

use super::shaders;
pub(in crate::render) use check::check_shader;
pub(super) use materials::CustomMaterials;

/// Materials of a game's own in a set of materials: a bit for the number of each.
const CUSTOM_MATERIALS: u32 = u32::MAX << FIRST_MATERIAL;

/// Returns the shader of sprites that calls these materials. Each has its index and its code.
pub(super) fn material_shader<'a>(
    with_mixing: bool,
    materials: impl Iterator<Item = (usize, &'a str)> + Clone,
) -> String {
    let codes: String = materials
        .clone()
        .map(|(_, code)| format!("{code}\n"))
        .collect();
    let calls = materials.map(|(index, _)| {
        let number = usize::from(FIRST_MATERIAL) + index;
        let prefix = CustomKind::Material.prefix(index);
        format!(
            "    if is_material(in.style, {number}u) {{\n        \
             return bytes_of_custom({prefix}material(sprite_texel_of(in, color)));\n    }}\n"
        )
    });
    let calls: String = calls.collect();
    let call = format!(
        "fn with_custom(in: MaterialVertex, color: vec4<u32>) -> vec4<u32> {{\n{calls}    return color;\n}}\n"
    );
    // Clipped rows are drawn by other entries of the same shader.
    let plain = shaders::clipped_material_sprite(with_mixing);
    let changed = plain.replace(
        "light_of(color_with_material(in))",
        "light_of(with_custom(in, color_with_material(in)))",
    );
    debug_assert_ne!(changed, plain, "the shader has the call to replace");
    let own = include_str!("../../../../shaders/custom_material.wgsl");
    let texel = crate::render::custom::fault::SPRITE_TEXEL;
    format!("{changed}\n{texel}{own}{codes}{call}")
}

/// Returns the shader of an effect with the entry `custom`.
pub(super) fn effect_shader(index: usize, code: &str) -> String {
    let own = include_str!("../../../../shaders/custom_effect.wgsl");
    let pixel = crate::render::custom::fault::EFFECT_PIXEL;
    let prefix = CustomKind::Effect.prefix(index);
    let effects = shaders::EFFECTS;
    format!(
        "{effects}\n{pixel}{own}{code}\n\
         @fragment\n\
         fn custom(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {{\n    \
         return written_custom({prefix}effect(effect_pixel_of(vec2<i32>(place.xy))));\n}}\n"
    )
}
