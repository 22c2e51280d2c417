// Rows with styles: appended to `sprite.wgsl`, behind `enable dual_source_blending;`. Only frames with such rows use it.
//
// A fragment has two outputs, `added` and `removed`: the pixel becomes added + pixel * (1 - removed), channel by
// channel. So rows of all blend modes but one are drawn in painting order, without a change of state.

// Styles of the instances in the same block, as in `RowStyle`.
@group(0) @binding(8) var<storage, read> styles: array<u32>;

// In `Chunk::projection`, above the projection's index: the chunk's rows have styles.
const HAS_STYLES: u32 = 0x20000000u;

// Blend modes of styles. With any other number, the flags of the instance decide.
const MULTIPLY: u32 = 1u;
const SCREEN: u32 = 2u;

struct Mix {
    @location(0) @blend_src(0) added: vec4<f32>,
    @location(0) @blend_src(1) removed: vec4<f32>,
}

@vertex
fn project_mixed(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> Vertex {
    var chunk = chunks[index];
    let has_styles = (chunk.projection & HAS_STYLES) != 0u;
    chunk.projection &= HAS_STYLES - 1u;
    var out = project_row(vertex, chunk);
    let number = vertex / 4u;
    if has_styles && number < chunk.count {
        // Bits 16 to 23 are free: a page has 16 bits, and the flags begin at bit 24.
        out.look.z |= styles[chunk.first + number] << 16u;
    }
    return out;
}

@fragment
fn shade_mixed(in: Vertex) -> Mix {
    let color_pm = color_of(in);
    let blend = (in.look.z >> 16u) & 0xffu;
    var out: Mix;
    out.added = color_pm;
    if blend == MULTIPLY {
        out.added = vec4(0.0);
        out.removed = vec4(max(color_pm.aaa - color_pm.rgb, vec3(0.0)), 0.0);
    } else if blend == SCREEN {
        out.removed = color_pm;
    } else {
        out.added.a = alpha_of(color_pm.a, in.look.z);
        out.removed = out.added.aaaa;
    }
    return out;
}
