// Rows with materials: appended to `sprite.wgsl`. Only frames with such rows use it. `render::software::material` is the
// software backend's version: its functions have the same names and the same integer steps.

// The materials of the frame's rows: a bit for the number of each. A branch that no row takes is not compiled.
override materials: u32 = 0xffffffffu;

// Styles of the instances in the same block, as in `RowStyle`: the numbers of the blend mode, in bits 0 to 7, and of the
// material, in bits 8 to 15; its colour; its numbers, 16 bits each.
@group(0) @binding(8) var<storage, read> styles: array<vec4<u32>>;

// Bits of `Chunk::projection`, above the projection's index. Either is set if the chunk's rows have styles.
const HAS_MATERIALS: u32 = 0x10000000u;
const HAS_STYLES: u32 = 0x20000000u;

// Numbers of materials, as in `material_number`.
const FLASH: u32 = 1u;
const GREYSCALE: u32 = 2u;

// The outputs of `Vertex`, and the row's style.
struct MaterialVertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) uv: vec2<i32>,
    @location(1) @interpolate(flat) uv_step: vec4<i32>,
    @location(2) @interpolate(flat) look: vec4<u32>,
    @location(3) @interpolate(flat) style: vec4<u32>,
}

@vertex
fn project_material(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> MaterialVertex {
    var chunk = chunks[index];
    let has_styles = (chunk.projection & (HAS_MATERIALS | HAS_STYLES)) != 0u;
    chunk.projection &= HAS_MATERIALS - 1u;
    let number = vertex / 4u;
    var style = vec4(0u);
    if has_styles && number < chunk.count {
        style = styles[chunk.first + number];
    }
    let row = project_row(vertex, chunk);
    return MaterialVertex(row.clip, row.uv, row.uv_step, row.look, style);
}

fn is_material(style: vec4<u32>, number: u32) -> bool {
    return (materials & (1u << number)) != 0u && ((style.x >> 8u) & 0xffu) == number;
}

// Returns a colour whose red, green and blue are mixed with those of another, which has the weight `weight` / 255.
fn mixed_pm(one: vec4<u32>, other: vec3<u32>, weight: u32) -> vec4<u32> {
    let t = one.rgb * (255u - weight) + other * weight + 128u;
    return vec4((t + (t >> vec3(8u))) >> vec3(8u), one.a);
}

// Returns a tinted colour with a row's material.
fn with_material(color: vec4<u32>, style: vec4<u32>) -> vec4<u32> {
    let first = style.z & 0xffffu;
    if is_material(style, FLASH) {
        let other = unpack_pm(style.y);
        let weight = mul_255(vec4(first), other.aaaa).x;
        return mixed_pm(color, mul_255(other, color.aaaa).rgb, weight);
    }
    if is_material(style, GREYSCALE) {
        let grey = (color.r * 54u + color.g * 183u + color.b * 19u + 128u) >> 8u;
        return mixed_pm(color, vec3(grey), first);
    }
    return color;
}

// Returns the premultiplied colour of a fragment, before blending.
fn color_of_material(in: MaterialVertex) -> vec4<f32> {
    let row = Vertex(in.clip, in.uv, in.uv_step, in.look);
    return light_of(with_material(tinted(row), in.style));
}

// A fragment of rows that are all mixed by their flags, or all in another way.
@fragment
fn shade_material(in: MaterialVertex) -> @location(0) vec4<f32> {
    return shown(color_of_material(in), in.look.z);
}
