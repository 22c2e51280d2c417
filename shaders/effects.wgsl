// Steps of effects: each entry changes a pixel of a target and writes it to another one, with a triangle over all of it.
// A function of the same name with the same integer steps is in `render::software::effects`. Comes after `color.wgsl`.

struct Step {
    // The part of the target that shows the view: left, top, and the last column and row.
    view: vec4<i32>,
    // 1: `source` is read as light, because the device allows no other view. Then the same for `base`.
    is_light: vec4<u32>,
    // 24 whole numbers: see `render::effects::numbers`.
    numbers: array<vec4<i32>, 6>,
}

@group(0) @binding(0) var<uniform> step_of: Step;
// The target that the step changes: bytes, premultiplied.
@group(0) @binding(1) var source: texture_2d<f32>;
// The target before the effect.
@group(0) @binding(2) var base: texture_2d<f32>;

@vertex
fn cover_view(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u));
    return vec4(corner * 4.0 - 1.0, 0.0, 1.0);
}

fn number(index: u32) -> i32 {
    return step_of.numbers[index / 4u][index % 4u];
}

// Returns a number as a colour.
fn color_number(index: u32) -> vec4<u32> {
    return unpack_pm(u32(number(index)));
}

fn to_srgb(light: vec3<f32>) -> vec3<f32> {
    return select(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, light <= vec3(0.0031308));
}

fn bytes_of(texel: vec4<f32>, is_light: u32) -> vec4<u32> {
    if is_light != 0u {
        return vec4<u32>(vec4(to_srgb(texel.rgb), texel.a) * 255.0 + 0.5);
    }
    return vec4<u32>(texel * 255.0 + 0.5);
}

// Returns the pixel that is nearest to a position.
fn pixel_at(at: vec2<i32>) -> vec4<u32> {
    let nearest = clamp(at, step_of.view.xy, step_of.view.zw);
    return bytes_of(textureLoad(source, nearest, 0), step_of.is_light.x);
}

// Returns the pixel of the target before the effect.
fn base_at(at: vec2<i32>) -> vec4<u32> {
    return bytes_of(textureLoad(base, at, 0), step_of.is_light.y);
}

// Returns the mean of the four pixels around a position in 1/256 pixel.
fn sample_at(place: vec2<i32>) -> vec4<u32> {
    let at = place >> vec2(8u);
    let part = vec2<u32>(place & vec2(255));
    let upper = pixel_at(at) * (256u - part.x) + pixel_at(at + vec2(1, 0)) * part.x;
    let lower = pixel_at(at + vec2(0, 1)) * (256u - part.x) + pixel_at(at + vec2(1, 1)) * part.x;
    return (upper * (256u - part.y) + lower * part.y + 32768u) >> vec4(16u);
}

// Returns the width and height of the view.
fn view_size() -> vec2<i32> {
    return step_of.view.zw - step_of.view.xy + 1;
}

// Returns the position in the view of a pixel.
fn in_view(at: vec2<i32>) -> vec2<i32> {
    return at - step_of.view.xy;
}

// Returns twice the distance of a pixel's centre from the view's.
fn off_center(at: vec2<i32>) -> vec2<i32> {
    return 2 * in_view(at) + 1 - view_size();
}

// Returns a pixel over another one.
fn over(above: vec4<u32>, below: vec4<u32>) -> vec4<u32> {
    return min(above + mul_255(below, vec4(255u - above.a)), vec4(255u));
}

// Returns two pixels mixed. `share` is that of the second one in 1/256.
fn mixed(first: vec4<u32>, second: vec4<u32>, share: u32) -> vec4<u32> {
    return (first * (256u - share) + second * share + 128u) >> vec4(8u);
}

// Returns a colour that is not premultiplied.
fn straight(pixel: vec4<u32>) -> vec4<u32> {
    if pixel.a == 0u {
        return vec4(0u);
    }
    return vec4(min((pixel.rgb * 255u + pixel.a / 2u) / pixel.a, vec3(255u)), pixel.a);
}

// Returns the sine of an angle in 1/65536 turn, within 0.002, in 1/32768.
fn sine_15(turn: i32) -> i32 {
    let half = u32(turn & 32767);
    let arch = (half * (32768u - half)) >> 13u;
    let sine = i32((arch * (25395u + ((7373u * arch) >> 15u))) >> 15u);
    return select(sine, -sine, turn >= 32768);
}

// Returns a number from 0 to 65 535 that looks random.
fn noise_of(cell: vec2<u32>, seed: u32) -> i32 {
    var bits = (cell.x * 0x8da6b343u) ^ (cell.y * 0xd8163841u) ^ (seed * 0xcb1ab31fu);
    bits = (bits ^ (bits >> 15u)) * 0x2c1b3c6du;
    bits = (bits ^ (bits >> 12u)) * 0x297a2d39u;
    return i32((bits ^ (bits >> 15u)) >> 16u);
}

// Returns the root of a number below 2^31, rounded down.
fn root_of(square: u32) -> u32 {
    var root = u32(sqrt(f32(square)));
    if root * root > square {
        root -= 1u;
    }
    if (root + 1u) * (root + 1u) <= square {
        root += 1u;
    }
    return root;
}

fn written(pixel: vec4<u32>) -> vec4<f32> {
    return vec4<f32>(pixel) / 255.0;
}

fn row_of_matrix(color: vec4<i32>, row: u32) -> u32 {
    let first = 5u * row;
    let factors = vec4(number(first), number(first + 1u), number(first + 2u), number(first + 3u));
    let sum = dot(factors, color) + number(first + 4u);
    return u32(clamp((sum + 512) >> 10u, 0, 255));
}

@fragment
fn color_matrix(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let color = vec4<i32>(straight(pixel_at(vec2<i32>(place.xy))));
    let sums = vec3(row_of_matrix(color, 0u), row_of_matrix(color, 1u), row_of_matrix(color, 2u));
    return written(mul_255(vec4(sums, 255u), vec4(row_of_matrix(color, 3u))));
}

// Returns the mean of the pixels on a line, which weigh 16 less for each pixel of distance. For small blurs, and for
// devices that cannot use `blur.wgsl`.
fn blur(at: vec2<i32>, along: vec2<i32>) -> vec4<u32> {
    let reach = number(0u);
    let sum_of_weights = u32(number(1u));
    let taps = (reach - 1) / 16;
    var sum = vec4(sum_of_weights / 2u);
    for (var away = -taps; away <= taps; away++) {
        sum += pixel_at(at + along * away) * u32(reach - 16 * abs(away));
    }
    return sum / sum_of_weights;
}

@fragment
fn blur_across(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    return written(blur(vec2<i32>(place.xy), vec2(1, 0)));
}

@fragment
fn blur_down(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    return written(blur(vec2<i32>(place.xy), vec2(0, 1)));
}

@fragment
fn shine(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let threshold = u32(number(0u));
    let pixel = pixel_at(vec2<i32>(place.xy));
    let brightest = max(pixel.r, max(pixel.g, pixel.b));
    if brightest <= threshold {
        return vec4(0.0);
    }
    let bright = (pixel * (brightest - threshold) + brightest / 2u) / brightest;
    return written(mul_255(min(bright, vec4(255u)), color_number(1u)));
}

@fragment
fn add_light(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let before = base_at(at);
    let sum = min(before + ((pixel_at(at) * u32(number(0u)) + 128u) >> vec4(8u)), vec4(255u));
    return written(vec4(sum.rgb, before.a));
}

@fragment
fn thin_outline(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let pixel = pixel_at(at);
    let beside = max(pixel_at(at - vec2(1, 0)).a, pixel_at(at + vec2(1, 0)).a);
    let above = max(pixel_at(at - vec2(0, 1)).a, pixel_at(at + vec2(0, 1)).a);
    let alpha = max(pixel.a, max(beside, above));
    return written(over(pixel, mul_255(color_number(1u), vec4(alpha))));
}

// Writes the largest alpha of four runs of pixels: see `render::effects::outline`.
@fragment
fn outline_across(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let width = number(0u);
    let reach = vec4(number(2u), number(3u), number(4u), number(5u));
    var runs = vec4(pixel_at(at).a);
    for (var away = 1; away <= width; away++) {
        let alpha = max(pixel_at(at - vec2(away, 0)).a, pixel_at(at + vec2(away, 0)).a);
        runs = max(runs, alpha * vec4<u32>(reach >= vec4(away)));
    }
    return written(runs);
}

@fragment
fn outline_down(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let pixel = base_at(at);
    let width = number(0u);
    var alpha = 0u;
    for (var away = -width; away <= width; away++) {
        let row = u32(number(6u + u32(abs(away))));
        let aside = i32(row >> 2u);
        alpha = max(alpha, pixel_at(at + vec2(aside, away))[row & 3u]);
        if aside > 0 {
            alpha = max(alpha, pixel_at(at + vec2(-aside, away))[row & 3u]);
        }
    }
    return written(over(pixel, mul_255(color_number(1u), vec4(alpha))));
}

@fragment
fn shadow(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy) - vec2(number(0u), number(1u));
    if any(at < step_of.view.xy) || any(at > step_of.view.zw) {
        return vec4(0.0);
    }
    return written(mul_255(color_number(2u), pixel_at(at).aaaa));
}

@fragment
fn cover(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    return written(over(base_at(at), pixel_at(at)));
}

@fragment
fn pixelate(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let side = number(0u);
    let at = in_view(vec2<i32>(place.xy)) / side * side + side / 2;
    return written(pixel_at(at + step_of.view.xy));
}

@fragment
fn wave(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let turns = (in_view(at).yx * number(2u) + number(3u)) & vec2(65535);
    let sines = vec2(sine_15(turns.x), sine_15(turns.y));
    return written(sample_at(at * 256 + ((vec2(number(0u), number(1u)) * sines) >> vec2(15u))));
}

@fragment
fn palette(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = pixel_at(vec2<i32>(place.xy));
    let color = vec4<i32>(straight(pixel));
    var least = 0x7fffffff;
    var nearest = pixel;
    for (var index = 1u; index <= u32(number(0u)); index++) {
        let candidate = color_number(index);
        let away = vec3<i32>(candidate.rgb) - color.rgb;
        let distance = dot(away, away);
        if distance < least {
            least = distance;
            nearest = mul_255(candidate, pixel.aaaa);
        }
    }
    return written(nearest);
}

@fragment
fn dissolve(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let noise = noise_of(vec2<u32>(in_view(at) / number(2u)), u32(number(3u)));
    let pixel = pixel_at(at);
    if noise < number(0u) {
        return vec4(0.0);
    } else if noise < number(1u) {
        return written(mul_255(color_number(4u), pixel.aaaa));
    }
    return written(pixel);
}

@fragment
fn vignette(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let inner = u32(number(0u));
    let width = u32(number(1u));
    let parts = vec2<u32>(abs(off_center(at))) * 1024u / vec2<u32>(view_size());
    let reached = max(root_of(parts.x * parts.x + parts.y * parts.y), inner) - inner;
    let share = ((min(reached, width) * 256u / width) * u32(number(2u)) + 128u) >> 8u;
    let pixel = pixel_at(at);
    return written(mixed(pixel, mul_255(color_number(3u), pixel.aaaa), share));
}

@fragment
fn crt(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let curvature = number(0u);
    let fringe = number(3u);
    var shown_at = at * 256;
    if curvature > 0 {
        let size = view_size();
        let flat_at = off_center(at) * 16384 / size;
        let squares = (flat_at.yx * flat_at.yx) >> vec2(14u);
        let bent = flat_at + ((flat_at * ((curvature * squares) >> vec2(14u))) >> vec2(14u));
        if any(abs(bent) > vec2(16384)) {
            return vec4(0.0);
        }
        shown_at = step_of.view.xy * 256 + (((bent + 16384) * size) >> vec2(7u)) - 128;
    }
    var color = sample_at(shown_at);
    if fringe > 0 {
        color.r = sample_at(shown_at - vec2(fringe, 0)).r;
        color.b = sample_at(shown_at + vec2(fringe, 0)).b;
    }
    if in_view(at).y / number(1u) % 2 == 1 {
        let light = u32(256 - number(2u));
        color = vec4((color.rgb * light + 128u) >> vec3(8u), color.a);
    }
    return written(color);
}

@fragment
fn fade(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    return written(mixed(pixel_at(vec2<i32>(place.xy)), color_number(1u), u32(number(0u))));
}

@fragment
fn wipe(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let center = off_center(at);
    let soft = number(3u);
    let beyond = clamp(number(2u) - center.x * number(0u) - center.y * number(1u), 0, soft);
    let share = u32(beyond) * 256u / u32(soft);
    return written(mixed(pixel_at(at), color_number(4u), share));
}

@fragment
fn circle(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(place.xy);
    let away = vec2<u32>(abs(2 * in_view(at) + 1 - vec2(number(0u), number(1u))));
    let soft = number(3u);
    let beyond = clamp(i32(root_of(away.x * away.x + away.y * away.y)) - number(2u), 0, soft);
    let share = u32(beyond) * 256u / u32(soft);
    return written(mixed(pixel_at(at), color_number(4u), share));
}
