// Blurs by running sums: the cost of a pixel does not grow with the radius. Comes after `effects.wgsl`, whose function
// `blur` has the same result.
//
// A line of the view is cut into strips. An invocation sums the pixels around the first pixel of a strip, and then
// moves from pixel to pixel: three are read for each, and one is written.

@group(0) @binding(3) var blurred: texture_storage_2d<rgba8unorm, write>;

// Length of a strip in pixels: short enough to occupy a graphics card, long enough for the first sum.
const STRIP = 64;

fn blur_strip(start: vec2<i32>, along: vec2<i32>, count: i32) {
    let reach = number(0u);
    let sum_of_weights = u32(number(1u));
    let taps = (reach - 1) / 16;
    let last = u32(reach - 16 * taps);
    var weighted = vec4(sum_of_weights / 2u);
    // Sums of the next pixels, and of the last ones, including the pixel itself.
    var ahead = vec4(0u);
    var behind = vec4(0u);
    for (var away = -taps; away <= taps; away++) {
        let color = pixel_at(start + along * away);
        weighted += color * u32(reach - 16 * abs(away));
        if away > 0 {
            ahead += color;
        } else if away > -taps {
            behind += color;
        }
    }
    // The pixel that loses its weight next.
    var oldest = pixel_at(start - along * taps);
    for (var number = 0; number < count; number++) {
        let at = start + along * number;
        textureStore(blurred, at, written(weighted / sum_of_weights));
        let next = pixel_at(at + along);
        let added = pixel_at(at + along * (taps + 1));
        let old = pixel_at(at - along * (taps - 1));
        weighted += 16u * (ahead - behind) + last * (added - oldest);
        ahead += added - next;
        behind += next - old;
        oldest = old;
    }
}

@compute @workgroup_size(64)
fn blur_strips_across(@builtin(global_invocation_id) id: vec3<u32>) {
    let start = step_of.view.xy + vec2(i32(id.y) * STRIP, i32(id.x));
    if start.y <= step_of.view.w {
        blur_strip(start, vec2(1, 0), min(step_of.view.z - start.x + 1, STRIP));
    }
}

@compute @workgroup_size(64)
fn blur_strips_down(@builtin(global_invocation_id) id: vec3<u32>) {
    let start = step_of.view.xy + vec2(i32(id.x), i32(id.y) * STRIP);
    if start.x <= step_of.view.z {
        blur_strip(start, vec2(0, 1), min(step_of.view.w - start.y + 1, STRIP));
    }
}
