// Mixes the target of a group of layers into the target of its frame: one draw call, a triangle over all of it. The rules
// are the same as for sprites. `PassTarget` in `render::software` is the software backend's version.

struct Group {
    // The part of the group's target that shows the view: left, top, and the last column and row.
    view: vec4<i32>,
    // Premultiplied RGBA, red in the lowest byte.
    tint: u32,
    // How often the frame's side was halved for the group's target.
    halvings: u32,
    // 1: filtered linearly.
    is_smooth: u32,
    // The flags ADDITIVE and OPAQUE; in bits 16 to 23 the number of another blend mode; bit 0: there is a mask.
    blend: u32,
}

@group(0) @binding(0) var<uniform> group: Group;
// Bytes, as they were written: premultiplied, in linear light as the target encodes it. With `reads_light`, they are
// decoded already.
@group(0) @binding(1) var pixels: texture_2d<f32>;
// The mask's target; only its alpha counts. Without a mask, any texture.
@group(0) @binding(2) var mask: texture_2d<f32>;

// A bit of `Group::blend`.
const HAS_MASK: u32 = 1u;

// Whether the view of the target decodes sRGB, because the device allows no other view.
override reads_light: bool = false;

fn to_srgb(light: vec3<f32>) -> vec3<f32> {
    return select(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, light <= vec3(0.0031308));
}

@vertex
fn cover(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u));
    return vec4(corner * 4.0 - 1.0, 0.0, 1.0);
}

fn pixel_pm(texels: texture_2d<f32>, at: vec2<i32>) -> vec4<u32> {
    let nearest = clamp(at, group.view.xy, group.view.zw);
    var texel = textureLoad(texels, nearest, 0);
    if reads_light {
        texel = vec4(to_srgb(texel.rgb), texel.a);
    }
    return vec4<u32>(texel * 255.0 + 0.5);
}

// Returns the mean of four pixels around the centre of a pixel of the frame, with weights in 1/256.
fn mean_pm(texels: texture_2d<f32>, pixel: vec2<i32>) -> vec4<u32> {
    let from_centre = ((2 * pixel + 1) << vec2(15u - group.halvings)) - 32768;
    let at = from_centre >> vec2(16u);
    let weight = vec2<u32>((from_centre >> vec2(8u)) & vec2(255));
    let upper = pixel_pm(texels, at) * (256u - weight.x) + pixel_pm(texels, at + vec2(1, 0)) * weight.x;
    let lower = pixel_pm(texels, at + vec2(0, 1)) * (256u - weight.x) + pixel_pm(texels, at + vec2(1, 1)) * weight.x;
    return (upper * (256u - weight.y) + lower * weight.y + 32768u) >> vec4(16u);
}

// Returns what a pixel of the frame shows of a target.
fn shown_pm(texels: texture_2d<f32>, pixel: vec2<i32>) -> vec4<u32> {
    if group.halvings > 0u && group.is_smooth != 0u {
        return mean_pm(texels, pixel);
    }
    return pixel_pm(texels, pixel >> vec2(group.halvings));
}

// Returns the premultiplied colour of a fragment, before blending.
fn color_of_group(at: vec2<f32>) -> vec4<f32> {
    let pixel = vec2<i32>(at);
    let source = shown_pm(pixels, pixel);
    var tint = unpack_pm(group.tint);
    if (group.blend & HAS_MASK) != 0u {
        tint = mul_255(tint, shown_pm(mask, pixel).aaaa);
    }
    if linear_light {
        let light = vec4<f32>(source) / 255.0;
        let tint_pm = vec4<f32>(tint) / 255.0;
        var tint_light = tint_pm;
        if tint_pm.a > 0.0 {
            tint_light = vec4(to_linear(min(tint_pm.rgb / tint_pm.a, vec3(1.0))) * tint_pm.a, tint_pm.a);
        }
        return vec4(to_linear(light.rgb), light.a) * tint_light;
    }
    return vec4<f32>(mul_255(source, tint)) / 255.0;
}

@fragment
fn shade_group(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return shown(color_of_group(at.xy), group.blend);
}
