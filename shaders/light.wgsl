// Adds lights to a light map: one instanced draw call for all lights of a map, four vertices each.
//
// Distances are in 1/256 pixel of the light map. The integers mirror those of `render::software::lights`, operation for
// operation, and the structs `LightRecord` and `Wedge` in `render::light`.

struct LightView {
    // Pixel of the target that is the middle of clip space, and half of the side of clip space in pixels.
    clip_middle: vec2<i32>,
    clip_reach: i32,
    // 1 / (256 * clip_reach).
    clip_per_256: f32,
}

struct Light {
    // Left, top, right and bottom of its pixels.
    bounds: vec4<i32>,
    color: vec3<u32>,
    per_radius: i32,
    centre: vec2<i32>,
    // Direction of the beam. 32768 is the length 1, as it is for the next two.
    beam: vec2<i32>,
    // Cosine at the beam's edges, and its increase to where the beam is not faded.
    edge: i32,
    fade: i32,
    first: u32,
    samples: u32,
}

@group(0) @binding(0) var<uniform> view: LightView;
@group(0) @binding(1) var<storage, read> lights: array<Light>;
// For each sample of a light a header and its wedges. Header: offset of the sample, x and y; unused; number of wedges.
// Wedge: directions to the two ends of an edge and across it, x in the low half and y in the high one; the product with
// the direction across beyond which there is shadow.
@group(0) @binding(2) var<storage, read> wedges: array<vec4<i32>>;

// The radius of every light, squared, in the unit of `part_of_radius`.
const RADIUS_SQUARE: i32 = 16777216;

struct LightVertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) light: u32,
}

@vertex
fn place_light(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> LightVertex {
    let bounds = lights[index].bounds;
    let corner = vec2<i32>(i32(vertex & 1u), i32(vertex >> 1u));
    let at = bounds.xy + corner * (bounds.zw - bounds.xy);
    let clip = vec2<f32>((at - view.clip_middle) * 256) * view.clip_per_256;
    return LightVertex(vec4(clip.x, -clip.y, 0.0, 1.0), index);
}

fn direction(packed: i32) -> vec2<i32> {
    return vec2(packed << 16u, packed) >> vec2(16u);
}

fn part_of_radius(light: u32, distance: vec2<i32>) -> vec2<i32> {
    return (distance * lights[light].per_radius) >> vec2(15u);
}

fn brightness(square: i32) -> u32 {
    let rest = max(RADIUS_SQUARE - square, 0) >> 9u;
    return u32((rest * rest) >> 14u);
}

// Returns the square root of a number up to 2^30, rounded down.
fn root(square: u32) -> u32 {
    var near = u32(sqrt(f32(square)));
    // A device may round in any way, so the result may be wrong by a few.
    for (var step = 0; step < 4; step++) {
        if near * near > square {
            near -= 1u;
        } else if (near + 1u) * (near + 1u) <= square {
            near += 1u;
        }
    }
    return near;
}

fn in_beam(light: u32, part: vec2<i32>, square: i32) -> u32 {
    let beam = lights[light].beam;
    let along = part.x * beam.x + part.y * beam.y;
    let distance = i32(root(u32(square * 64)));
    var cosine = 32768;
    if distance != 0 {
        cosine = along * 8 / distance;
    }
    let fade = lights[light].fade;
    let inside = clamp(cosine - lights[light].edge, 0, fade);
    return u32((inside << 14u) / fade);
}

fn hides(wedge: vec4<i32>, at: vec2<i32>) -> bool {
    let start = direction(wedge.x);
    let end = direction(wedge.y);
    let across = direction(wedge.z);
    return start.x * at.y - start.y * at.x >= 0
        && at.x * end.y - at.y * end.x >= 0
        && across.x * at.x + across.y * at.y > wedge.w;
}

// Returns the number of samples that a point sees.
fn seen(light: u32, at: vec2<i32>) -> u32 {
    var count = 0u;
    var next = lights[light].first;
    for (var sample = 0u; sample < lights[light].samples; sample++) {
        let header = wedges[next];
        let from_sample = at - header.xy;
        let end = next + 1u + u32(header.w);
        next += 1u;
        while next < end && !hides(wedges[next], from_sample) {
            next += 1u;
        }
        count += u32(next == end);
        next = end;
    }
    return count;
}

@fragment
fn shade_light(in: LightVertex) -> @location(0) vec4<f32> {
    let at = vec2<i32>(in.clip.xy) * 256 + 128 - lights[in.light].centre;
    let part = part_of_radius(in.light, at);
    let square = part.x * part.x + part.y * part.y;
    if square >= RADIUS_SQUARE {
        discard;
    }
    var bright = brightness(square);
    bright = (bright * in_beam(in.light, part, square)) >> 14u;
    let samples = lights[in.light].samples;
    if samples > 0u {
        bright = bright * seen(in.light, at) / samples;
    }
    let color = min((lights[in.light].color * bright + 32768u) >> vec3(16u), vec3(255u));
    // An alpha of 0 adds.
    return vec4(vec3<f32>(color) / 255.0, 0.0);
}
