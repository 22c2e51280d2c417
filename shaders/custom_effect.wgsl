// Effects of a game's own: appended to `effects.wgsl` and `effect_pixel.wgsl`, before the functions of the game and the
// entry, which calls one of them. The software backend's version is in `render::software::effects`.

fn straight_pixel(pixel: vec4<u32>) -> vec4<f32> {
    return vec4<f32>(straight(pixel)) / 255.0;
}

// Returns the colour of a pixel of the view before the effect. Outside of the view, it is that of the nearest pixel.
fn read_pixel(at: vec2<i32>) -> vec4<f32> {
    let nearest = clamp(at, vec2(0), view_size() - 1);
    return straight_pixel(pixel_at(nearest + step_of.view.xy));
}

fn float_number(index: u32) -> f32 {
    return bitcast<f32>(number(index));
}

// Returns what the function of an effect reads.
fn effect_pixel_of(at: vec2<i32>) -> EffectPixel {
    var pixel: EffectPixel;
    pixel.color = straight_pixel(pixel_at(at));
    pixel.position = in_view(at);
    pixel.size = view_size();
    pixel.uv = (vec2<f32>(pixel.position) + 0.5) / vec2<f32>(pixel.size);
    pixel.length = float_number(0u);
    for (var index = 0u; index < 8u; index++) {
        pixel.parameters[index] = float_number(index + 1u);
    }
    return pixel;
}

// Returns the premultiplied bytes of the result of an effect, as they are written.
fn written_custom(color: vec4<f32>) -> vec4<f32> {
    // The least of both, because the conversion of a NaN may be any number.
    let bytes = min(vec4<u32>(clamp(color, vec4(0.0), vec4(1.0)) * 255.0 + 0.5), vec4(255u));
    return written(vec4(mul_255(bytes, bytes.aaaa).rgb, bytes.a));
}
