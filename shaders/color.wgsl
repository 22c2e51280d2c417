// Functions on colours for the shaders of sprites and of groups. Comes before each of them.
//
// `_pm` is a colour multiplied by its alpha. Channels are sRGB from 0 to 255 as integers, and from 0 to 1 as floats,
// which may be linear light.

// Whether colours are blended in linear light. The target then encodes sRGB itself.
override linear_light: bool = true;
// Whether every sprite multiplies the pixels below. The target's pixels are then the other factor.
override multiply: bool = false;

// Bits of `InstanceFlags`.
const ADDITIVE: u32 = 0x08000000u;
const OPAQUE: u32 = 0x10000000u;

// Returns round(a * b / 255), exactly.
fn mul_255(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let t = a * b + 128u;
    return (t + (t >> vec4(8u))) >> vec4(8u);
}

fn unpack_pm(packed: u32) -> vec4<u32> {
    return vec4(packed, packed >> 8u, packed >> 16u, packed >> 24u) & vec4(255u);
}

fn to_linear(srgb: vec3<f32>) -> vec3<f32> {
    return select(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, srgb <= vec3(0.04045));
}

// Returns how much a sprite covers the pixels below. One blend state serves translucent, additive and opaque
// sprites: source + destination * (1 - alpha).
fn alpha_of(alpha: f32, flags: u32) -> f32 {
    if (flags & ADDITIVE) != 0u {
        return 0.0;
    } else if (flags & OPAQUE) != 0u {
        return 1.0;
    }
    return alpha;
}

// Returns what a fragment of this colour writes.
fn shown(color_pm: vec4<f32>, flags: u32) -> vec4<f32> {
    if multiply {
        return vec4(1.0 - color_pm.aaa + color_pm.rgb, 1.0);
    }
    return vec4(color_pm.rgb, alpha_of(color_pm.a, flags));
}
