// Blending with two outputs of a fragment, `added` and `removed`: the pixel becomes added + pixel * (1 - removed), channel
// by channel. So sprites of all blend modes but one are drawn in painting order, without a change of state. Needs
// `enable dual_source_blending;` at the shader's start.

// Blend modes of styles. With any other number, the flags of the instance decide.
const MULTIPLY: u32 = 1u;
const SCREEN: u32 = 2u;

struct Mix {
    @location(0) @blend_src(0) added: vec4<f32>,
    @location(0) @blend_src(1) removed: vec4<f32>,
}

// Returns the outputs of a fragment. `blend` is the number of a mode, and `flags` decide where it is 0.
fn mix_of(color_pm: vec4<f32>, blend: u32, flags: u32) -> Mix {
    var out: Mix;
    out.added = color_pm;
    if blend == MULTIPLY {
        out.added = vec4(0.0);
        out.removed = vec4(max(color_pm.aaa - color_pm.rgb, vec3(0.0)), 0.0);
    } else if blend == SCREEN {
        out.removed = color_pm;
    } else {
        out.added.a = alpha_of(color_pm.a, flags);
        out.removed = out.added.aaaa;
    }
    return out;
}
