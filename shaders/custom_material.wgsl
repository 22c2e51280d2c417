// Materials of a game's own: appended to `material.wgsl` and `sprite_texel.wgsl`, before the functions of the game and
// `with_custom`, which calls them. The software backend's version is in `render::software::material`.

// The image of the fragment, for `read_texel`.
var<private> custom_image: MaterialImage;

// Returns a colour that is not premultiplied, 0 to 1.
fn straight_texel(pixel: vec4<u32>) -> vec4<f32> {
    if pixel.a == 0u {
        return vec4(0.0);
    }
    let rgb = min((pixel.rgb * 255u + pixel.a / 2u) / pixel.a, vec3(255u));
    return vec4<f32>(vec4(rgb, pixel.a)) / 255.0;
}

// Returns the colour of a texel of the image, not tinted. Outside of the image, it is that of the nearest texel.
fn read_texel(at: vec2<i32>) -> vec4<f32> {
    return straight_texel(image_texel(custom_image, at));
}

// Returns what the function of a material reads. `color` is the fragment's, tinted.
fn sprite_texel_of(in: MaterialVertex, color: vec4<u32>) -> SpriteTexel {
    let row = Vertex(in.clip, in.uv, in.uv_step, in.look);
    let origin = vec2<i32>(vec2(in.look.x & 0xffffu, in.look.x >> 16u));
    let last = vec2<i32>(vec2(in.look.y & 0xffffu, in.look.y >> 16u));
    custom_image = MaterialImage(origin, last, in.look.z & 0xffffu, 0);
    let size = vec2<f32>(last + 1);
    let position = vec2<f32>(uv_of(row)) / 65536.0;
    let other = vec4<f32>(unpack_pm(in.style.y)) / 255.0;
    let parameters = vec4(unpack2x16float(in.style.z), unpack2x16float(in.style.w));
    return SpriteTexel(straight_texel(color), position, position / size, size, other, parameters);
}

// Returns the premultiplied bytes of the result of a material.
fn bytes_of_custom(color: vec4<f32>) -> vec4<u32> {
    // The least of both, because the conversion of a NaN may be any number.
    let bytes = min(vec4<u32>(clamp(color, vec4(0.0), vec4(1.0)) * 255.0 + 0.5), vec4(255u));
    return vec4(mul_255(bytes, bytes.aaaa).rgb, bytes.a);
}
