// Draws all sprites of a frame, usually in one instanced draw call. `color.wgsl` comes before it. An instance of the
// draw is a piece of a chunk: up to 1024 sprites with four vertices and six indices each. The vertex shader reads them
// from storage buffers.
//
// `project` and `project_shape` must equal the functions of the same names in `render::quad`, operation for operation:
// a change here needs the same change there. Lengths ending in `_256` are in 1/256 pixel, texture coordinates `uv` in
// 1/65536 texel. `_pm` is a colour multiplied by its alpha. Its channels are sRGB from 0 to 255, except in `color_of`,
// where `color_pm` has channels from 0 to 1, perhaps in linear light.
//
// Integers decide which pixels a sprite covers and which texels they show. Compilers round sums of products in
// different ways, so `exact` limits the float arithmetic before these integers to single operations. Integers wrap,
// like the wrapping operations in `quad`.
//
// The structs mirror `ViewConstants`, `Projection`, `ChunkRecord`, `Instance` and `FrameRecord`. A test in
// `render::gpu::layout_tests` fails when one of them differs from its mirror.

// Features of a pipeline, fixed when it is compiled. A branch on a variable would be slower on a software driver, which
// shades several pixels together and then executes both sides. `linear_filter`: whether any sprite may be filtered
// linearly.
override linear_filter: bool = true;

struct View {
    // Pixel of the target that is the middle of clip space.
    clip_middle: vec2<i32>,
    // Half of the side of clip space, in pixels. Unless the target is nearly as large as the device allows, it is a
    // power of two, so that positions become clip coordinates and pixels again without rounding. Clip space contains
    // the target. It is usually much larger, so that edges beyond the target are not clipped: clipping would round
    // them.
    clip_reach: i32,
    // Number of frames in the table that may be drawn.
    frame_count: u32,
    // Number of the layers' shapes that may be drawn.
    shape_count: u32,
    // Always 0, but a compiler cannot know that: see `exact`.
    zero: u32,
    // 1 / (256 * clip_reach), so that the shader needs no division. It is exact if clip_reach is a power of two.
    clip_per_256: f32,
    // Index in `projections` of the first layer's clip rectangle. Only `clip.wgsl` reads it.
    first_clip: u32,
}

struct Projection {
    matrix: vec4<f32>,
    translation: vec2<f32>,
    texel_scale: vec2<f32>,
    turn: u32,
    k: f32,
    units_per_texel: vec2<f32>,
}

struct Chunk {
    // Row of the chunk's first sprite in `instances`.
    first: u32,
    count: u32,
    // Index of its layer's projection in `projections`.
    projection: u32,
    // Index of its layer's first shape in `shapes`.
    shapes: u32,
}

struct Instance {
    position: vec2<f32>,
    motion: vec2<f32>,
    // Two half floats: x, y.
    scale: u32,
    // The angle in the low 16 bits, and its signed motion in the high 16 bits.
    turns: u32,
    // Premultiplied RGBA, red in the lowest byte.
    tint: u32,
    // The frame's id in the low 24 bits, the flags in the high 8. With the flag SHAPE, the low bits are the number of
    // one of the layer's own shapes instead.
    frame_and_flags: u32,
}

struct Frame {
    origin: u32,
    size: u32,
    // The page in bits 0 to 15, the kind in bits 16 to 23.
    page_kind: u32,
    // For a slice, two sums of edges of its whole image: left + right in the low half, top + bottom in the high half.
    // For a stroke, the bits of the scale at which it is a pixel wide.
    mirror: u32,
    // Corners in texels from the anchor: top left, top right, bottom left, bottom right. For a stroke, the two ends of
    // its middle line, and the distances of its edges from them.
    corners: array<vec2<f32>, 4>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> projections: array<Projection>;
@group(0) @binding(2) var<storage, read> chunks: array<Chunk>;
@group(0) @binding(3) var<storage, read> instances: array<Instance>;
@group(0) @binding(4) var<storage, read> frames: array<Frame>;
// Records of the layers' own shapes and tiles, which are not in the frame table.
@group(0) @binding(5) var<storage, read> shapes: array<Frame>;
// Sines of a quarter turn, without the last one, which is 1. They have the same bits as in the software backend.
@group(0) @binding(6) var<storage, read> quarter_sine: array<f32>;
// Premultiplied RGBA with channels from 0 to 255.
@group(0) @binding(7) var atlas: texture_2d_array<u32>;

// The other bits of `InstanceFlags`.
const HIDDEN: u32 = 0x01000000u;
const FLIP_X: u32 = 0x02000000u;
const FLIP_Y: u32 = 0x04000000u;
const LINEAR: u32 = 0x20000000u;
const FILLED: u32 = 0x40000000u;
const SHAPE: u32 = 0x80000000u;

// Kinds of frames, as in `FrameRecord`.
const QUAD_KIND: u32 = 0u;
const SHAPE_KIND: u32 = 1u;
const SLICE_KIND: u32 = 2u;
const STROKE_KIND: u32 = 3u;
const TILE_KIND: u32 = 4u;

// The same values as in `quad`: the bits of 2^20, the limit of `near` in pixels; 2^30, the limit of `uv_step_of`; and
// 2^24, which converts texels per 1/256 pixel to 1/65536 texel per pixel.
const FAR_BITS: u32 = 0x49800000u;
const STEEP: f32 = 1073741824.0;
const UV_PER_SPAN: f32 = 16777216.0;

// The bits of 2^23 as a float. Neighbouring floats from 2^23 to 2^24 are 1 apart, so the bits of 2^23 + n are these
// bits plus n. Adding 2^23 to a small whole number and reading the bits therefore yields an integer, faster than a
// conversion does.
const PIXEL_BITS: i32 = 0x4b000000;
// 2^23 - 0.5: the position of a pixel is its centre, half a pixel beyond its number.
const PIXEL_FROM_CENTRE: f32 = 8388607.5;

// Exactly ten words of outputs: on a graphics card, passing a word to each fragment takes more than half as long as
// reading its texel (`benches/results/h200.md`). Packing them into nine words cost more time to unpack than it saved.
struct Vertex {
    @builtin(position) clip: vec4<f32>,
    // uv at the pixel with column and row -`PIXEL_BITS`. It wraps, and so do all sums that lead from it to another
    // pixel. It is not interpolated: each device rounds interpolated coordinates in its own way, which picks wrong
    // texels at half pixels. Instead, the fragment shader adds `uv_step` for each column and row.
    @location(0) @interpolate(flat) uv: vec2<i32>,
    // Change of uv per pixel: u by x, u by y, v by x, v by y.
    @location(1) @interpolate(flat) uv_step: vec4<i32>,
    // The frame's first texel in its page; its last texel, relative to the first; its page and flags; the premultiplied
    // tint.
    @location(2) @interpolate(flat) look: vec4<u32>,
}

// Returns `Vertex::look` of a frame of this size.
fn look_of(frame: Frame, size: vec2<u32>, flags: u32, tint: u32) -> vec4<u32> {
    let last = size - 1u;
    return vec4(frame.origin, last.x | (last.y << 16u), (flags & 0xff000000u) | (frame.page_kind & 0xffffu), tint);
}

// Returns `v` unchanged. Between the two operations of a sum of products, this keeps compilers from fusing or
// reordering them. WGSL allows that, but the result would be rounded differently than in the software backend.
fn exact(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) ^ view.zero);
}

fn exact2(v: vec2<f32>) -> vec2<f32> {
    return bitcast<vec2<f32>>(bitcast<vec2<u32>>(v) ^ vec2(view.zero));
}

// Returns `v` with only the upper half of its mantissa. Products of two halves are exact.
fn high(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u);
}

// Returns 1 - v * q, rounded once. The algorithm is from T. J. Dekker, "A floating-point technique for extending the
// available precision" (1971).
fn remainder(v: f32, q: f32) -> f32 {
    let product = exact(v * q);
    let v_high = high(v);
    let q_high = high(q);
    let v_low = exact(v - v_high);
    let q_low = exact(q - q_high);
    let outer = exact(exact(v_high * q_high) - product);
    let inner = exact(exact(outer + exact(v_high * q_low)) + exact(v_low * q_high));
    let error = exact(inner + exact(v_low * q_low));
    return exact(exact(1.0 - product) - error);
}

// Returns 1 / v, rounded to nearest like a division on a CPU. A GPU's own division may be off by 2.5 units in the last
// place. The result is improved to within one unit; then the nearer of two neighbours is taken. A test in
// `render::gpu::reciprocal_tests` checks all mantissas.
fn reciprocal(v: f32) -> f32 {
    let rough = exact(1.0 / v);
    let near = exact(rough + exact(rough * remainder(v, rough)));
    let rest = remainder(v, near);
    let next = bitcast<f32>(bitcast<u32>(near) + select(0xffffffffu, 1u, rest > 0.0));
    return select(near, next, abs(remainder(v, next)) < abs(rest));
}

// Returns a vertex of a triangle without area, which covers no pixel.
fn collapsed() -> Vertex {
    var out: Vertex;
    out.clip = vec4(2.0, 2.0, 0.0, 1.0);
    return out;
}

// Returns the sine of an angle in 1/65536 turn, from the table. The built-in `sin` may be off by 2^-11 and differs
// between devices.
fn sine(turn: u32) -> f32 {
    let part = turn & 16383u;
    let index = select(part, 16384u - part, (turn & 16384u) != 0u);
    var magnitude = 1.0;
    if index < 16384u {
        magnitude = quarter_sine[index];
    }
    return select(magnitude, 0.0 - magnitude, (turn & 32768u) != 0u);
}

fn turn_by(turn: u32, v: vec2<f32>) -> vec2<f32> {
    if turn == 0u {
        return v;
    }
    let s = sine(turn);
    let c = sine((turn + 16384u) & 65535u);
    return exact2(c * v) + exact2(vec2(-s, s) * v.yx);
}

// Returns whether both coordinates are less than 2^20 in magnitude. Compares the bits of the magnitudes, which sort
// like the magnitudes and put NaN above all numbers. `<` may be true for NaN if a driver assumes that there is no NaN.
fn near(v: vec2<f32>) -> bool {
    let bits = bitcast<vec2<u32>>(v) & vec2(0x7fffffffu);
    return bits.x < FAR_BITS && bits.y < FAR_BITS;
}

fn snap(v: vec2<f32>) -> vec2<i32> {
    return vec2<i32>(floor(exact2(v) * 256.0 + 0.5));
}

fn uv_step_of(value: f32) -> i32 {
    return i32(clamp(floor(exact(value) + 0.5), -STEEP, STEEP));
}

// Returns a vector along an edge: 2/256 pixel on the edge's longer axis, and the nearest value on the other one. The
// edge must have a length.
fn hair(edge_256: vec2<i32>) -> vec2<i32> {
    // Rounds 2 * size / longest without a product: an edge may have 2^28 units.
    let size = abs(edge_256);
    let longest = vec2(max(size.x, size.y));
    let at_least_one = size > (longest - 1) / 4;
    let two = longest - size <= longest / 4;
    return sign(edge_256) * (vec2<i32>(at_least_one) + vec2<i32>(two));
}

// Returns a position in the world in pixels, after a displacement `ahead` in world units.
fn project_point(position: vec2<f32>, ahead: vec2<f32>, projection: Projection) -> vec2<f32> {
    let world = exact2(position + ahead);
    let from_x = exact2(projection.matrix.xz * world.x);
    let from_y = exact2(projection.matrix.yw * world.y);
    return exact2(from_x + from_y) + projection.translation;
}

// Returns the change of uv over a number of pixels.
fn uv_over(pixels: vec2<i32>, step: vec4<i32>) -> vec2<i32> {
    return vec2(pixels.x * step.x + pixels.y * step.y, pixels.x * step.z + pixels.y * step.w);
}

// Returns the clip position of a vertex that is given in 1/256 pixel from the middle of clip space.
fn clip_position(at_256: vec2<i32>) -> vec4<f32> {
    let clip = vec2<f32>(at_256) * view.clip_per_256;
    return vec4(clip.x, -clip.y, 0.0, 1.0);
}

// Returns a vector rounded away from 0 to 1/256 pixel. An excess of at most 1/16 of such a unit counts as a rounding
// error, and is dropped.
fn snap_out(v: vec2<f32>) -> vec2<i32> {
    let size = -vec2<i32>(floor(0.0625 - exact2(abs(v) * 256.0)));
    // `select` of integer vectors would need an extension of OpenGL before version 4.5.
    return vec2<i32>(sign(v)) * size;
}

// Returns a vertex of a shape or a stroke. Each corner is snapped relative to the anchor, so that shapes with a common
// corner meet there.
fn project_shape(vertex: u32, frame: Frame, flags: u32, tint: u32, anchor: vec2<f32>, scale: vec2<f32>, turn: u32, is_stroke: bool) -> Vertex {
    let mirror = vec2(
        select(1.0, -1.0, (flags & FLIP_X) != 0u),
        select(1.0, -1.0, (flags & FLIP_Y) != 0u),
    );
    var edge_scale = scale;
    if is_stroke {
        if scale.x == 0.0 || scale.y == 0.0 {
            return collapsed();
        }
        let least = bitcast<f32>(frame.mirror);
        let size = select(abs(scale), vec2(least), abs(scale) < vec2(least));
        edge_scale = select(size, -size, scale < vec2(0.0));
    }
    let first = turn_by(turn, exact2(frame.corners[0] * mirror * scale));
    let right = turn_by(turn, exact2(frame.corners[1] * mirror * scale));
    let below = turn_by(turn, exact2(frame.corners[2] * mirror * edge_scale));
    let opposite = turn_by(turn, exact2(frame.corners[3] * mirror * edge_scale));
    if !(near(anchor) && near(first) && near(right) && near(below) && near(opposite)) {
        return collapsed();
    }
    let is_end = (vertex & 1u) != 0u;
    let is_lower = (vertex & 2u) != 0u;
    var corner_256: vec2<i32>;
    if is_stroke {
        let edge = snap_out(select(below, opposite, is_end));
        corner_256 = snap(select(first, right, is_end)) + select(-edge, edge, is_lower);
    } else {
        corner_256 = snap(select(select(first, right, is_end), select(below, opposite, is_end), is_lower));
    }
    var out: Vertex;
    out.clip = clip_position(snap(anchor) + corner_256 - view.clip_middle * 256);
    // Every pixel shows the first texel.
    out.uv = vec2(0);
    out.uv_step = vec4(0);
    out.look = look_of(frame, vec2(1u), flags, tint);
    return out;
}

@vertex
fn project(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> Vertex {
    return project_row(vertex, chunks[index], 0u);
}

// Returns a vertex of a row of a chunk. An image is placed with `margin` transparent texels on each side.
fn project_row(vertex: u32, chunk: Chunk, margin: u32) -> Vertex {
    let number = vertex / 4u;
    // The draw call has the same number of vertices for each piece of a chunk: enough for the fullest piece.
    if number >= chunk.count {
        return collapsed();
    }
    let sprite = instances[chunk.first + number];
    let flags = sprite.frame_and_flags;
    if (flags & HIDDEN) != 0u {
        return collapsed();
    }
    var frame: Frame;
    let frame_index = flags & 0x00ffffffu;
    if (flags & SHAPE) == 0u {
        if frame_index >= view.frame_count {
            return collapsed();
        }
        frame = frames[frame_index];
    } else {
        let shape_index = chunk.shapes + frame_index;
        if shape_index >= view.shape_count {
            return collapsed();
        }
        frame = shapes[shape_index];
    }
    let kind = (frame.page_kind >> 16u) & 0xffu;
    // Any other kind marks a frame on a page that is not on the device: see `without_pages` in `render::gpu::memory`.
    if kind > TILE_KIND {
        return collapsed();
    }
    let is_slice = kind == SLICE_KIND;
    let added = select(0u, margin, kind == QUAD_KIND);
    if added > 0u {
        let length = f32(added);
        frame.corners[0] += vec2(-length, -length);
        frame.corners[1] += vec2(length, -length);
        frame.corners[2] += vec2(-length, length);
    }
    let projection = projections[chunk.projection];

    // Displacement by smoothing, in world units, and position of the anchor, in pixels.
    let ahead = exact2(sprite.motion * projection.k);
    let anchor = project_point(sprite.position, ahead, projection);

    // Scale in pixels per texel, and the drawn angle.
    let scale = exact2(unpack2x16float(sprite.scale) * projection.texel_scale);
    let turn_motion = f32(bitcast<i32>(sprite.turns) >> 16u);
    let smoothed = i32(floor(exact(turn_motion * projection.k) + 0.5));
    let turn = (bitcast<u32>(bitcast<i32>(sprite.turns & 0xffffu) + smoothed) + projection.turn) & 0xffffu;
    if kind == SHAPE_KIND || kind == STROKE_KIND {
        return project_shape(vertex, frame, flags, sprite.tint, anchor, scale, turn, kind == STROKE_KIND);
    }
    var first_corner = frame.corners[0];
    var right_corner = frame.corners[1];
    var below_corner = frame.corners[2];
    if is_slice {
        // A slice is mirrored within its whole image, so its position changes, too. `mirror` packs two signed 16-bit
        // numbers.
        let halves = bitcast<vec2<i32>>(vec2(frame.mirror << 16u, frame.mirror)) >> vec2(16u);
        let mirror = vec2<f32>(halves);
        if (flags & FLIP_X) != 0u {
            first_corner.x = mirror.x - frame.corners[1].x;
            right_corner.x = mirror.x - frame.corners[0].x;
            below_corner.x = first_corner.x;
        }
        if (flags & FLIP_Y) != 0u {
            first_corner.y = mirror.y - frame.corners[2].y;
            below_corner.y = mirror.y - frame.corners[0].y;
            right_corner.y = first_corner.y;
        }
    }
    // `across`, `down` and `far` lead from the first corner to the others.
    var origin_256: vec2<i32>;
    var across_256: vec2<i32>;
    var down_256: vec2<i32>;
    var far_256 = vec2(0);
    if kind == TILE_KIND {
        // Corners are projected like positions: neighbours compute a corner that they share from the same numbers, and
        // so snap it to the same position.
        let tile = projection.units_per_texel;
        let first_px = project_point(exact2(sprite.position + exact2(first_corner * tile)), ahead, projection);
        let right_px = project_point(exact2(sprite.position + exact2(right_corner * tile)), ahead, projection);
        let below_px = project_point(exact2(sprite.position + exact2(below_corner * tile)), ahead, projection);
        let far_px = project_point(exact2(sprite.position + exact2(frame.corners[3] * tile)), ahead, projection);
        if !(near(first_px) && near(right_px) && near(below_px) && near(far_px)) {
            return collapsed();
        }
        origin_256 = snap(first_px);
        across_256 = snap(right_px) - origin_256;
        down_256 = snap(below_px) - origin_256;
        far_256 = snap(far_px) - origin_256;
    } else {
        // Edges lead from the first corner to its neighbours. For a slice, vectors from the anchor are snapped first,
        // then the first corner is subtracted: slices snap a shared corner to the same position.
        let base = select(first_corner, vec2(0.0), is_slice);
        let across = exact2(right_corner - base);
        let down = exact2(below_corner - base);
        let first_px = turn_by(turn, exact2(first_corner * scale));
        let across_px = turn_by(turn, exact2(across * scale));
        let down_px = turn_by(turn, exact2(down * scale));
        if !(near(anchor) && near(first_px) && near(across_px) && near(down_px)) {
            return collapsed();
        }
        let first_256 = snap(first_px);
        origin_256 = snap(anchor) + first_256;
        across_256 = snap(across_px);
        down_256 = snap(down_px);
        if is_slice {
            let far_px = turn_by(turn, exact2(vec2(right_corner.x, below_corner.y) * scale));
            if !near(far_px) {
                return collapsed();
            }
            across_256 -= first_256;
            down_256 -= first_256;
            far_256 = snap(far_px) - first_256;
        }
    }

    // The inverse transform, from pixels to texels. It is computed before the edges grow, as in `quad`.
    let a = vec2<f32>(across_256);
    let d = vec2<f32>(down_256);
    let area = exact(a.x * d.y) - exact(a.y * d.x);
    if area == 0.0 {
        return collapsed();
    }
    let inverse = reciprocal(area);
    let own_size = vec2(frame.size & 0xffffu, frame.size >> 16u);
    let size = own_size + 2u * added;
    let u = f32(size.x) * UV_PER_SPAN;
    let v = f32(size.y) * UV_PER_SPAN;
    var uv_step = vec4(
        uv_step_of(exact(d.y * inverse) * u),
        uv_step_of(exact(d.x * inverse) * -u),
        uv_step_of(exact(a.y * inverse) * -v),
        uv_step_of(exact(a.x * inverse) * v),
    );
    let reference = origin_256 >> vec2(8u);
    let to_centre = reference * 256 + 128 - origin_256;
    var uv = vec2(
        (to_centre.x * uv_step.x + to_centre.y * uv_step.y) >> 8u,
        (to_centre.x * uv_step.z + to_centre.y * uv_step.w) >> 8u,
    );
    if (flags & FLIP_X) != 0u {
        uv.x = i32(size.x << 16u) - 1 - uv.x;
        uv_step = vec4(-uv_step.xy, uv_step.zw);
    }
    if (flags & FLIP_Y) != 0u {
        uv.y = i32(size.y << 16u) - 1 - uv.y;
        uv_step = vec4(uv_step.xy, -uv_step.zw);
    }

    // If neither the drawn angle nor the view's is a multiple of 90°, images grow by a hair: they may lie side by side,
    // and must not leave gaps.
    if kind == QUAD_KIND && (projection.turn & 16383u) != 0u && (turn & 16383u) != 0u {
        let along = hair(across_256);
        let beside = hair(down_256);
        origin_256 -= along + beside;
        across_256 += 2 * along;
        down_256 += 2 * beside;
    }

    // The corner of this vertex. The indices form the triangles 0 1 2 and 2 1 3.
    let corner = vertex & 3u;
    var at_256 = origin_256;
    if (corner & 1u) != 0u {
        at_256 += across_256;
    }
    if (corner & 2u) != 0u {
        at_256 += down_256;
    }
    if kind != QUAD_KIND && corner == 3u {
        at_256 = origin_256 + far_256;
    }
    at_256 -= view.clip_middle * 256;
    let reach_256 = view.clip_reach * 256;
    if across_256.y == 0 && down_256.x == 0 {
        // The edges of an upright quad are clamped to clip space. Its pixels in the target stay the same, because clip
        // space contains the target.
        at_256 = clamp(at_256, vec2(-reach_256), vec2(reach_256));
    }
    var out: Vertex;
    out.clip = clip_position(at_256);
    out.uv = uv - vec2(i32(added << 16u)) - uv_over(reference + PIXEL_BITS, uv_step);
    out.uv_step = uv_step;
    out.look = look_of(frame, own_size, flags, sprite.tint);
    // Bits 16 to 23 are free: a page has 16 bits, and the flags begin at bit 24.
    out.look.z |= added << 16u;
    return out;
}

// Returns a texel of a frame. Uses `textureLoad`, because samplers filter with a fixed-point precision that depends on
// the device. Clamps to the frame, because other sprites surround it in the atlas.
fn texel_pm(at: vec2<i32>, origin: vec2<i32>, last: vec2<i32>, page: u32) -> vec4<u32> {
    return textureLoad(atlas, origin + clamp(at, vec2(0), last), page, 0);
}

// Returns the mean of four texels, with weights in 1/256 along each axis.
fn linear_pm(uv: vec2<i32>, origin: vec2<i32>, last: vec2<i32>, page: u32) -> vec4<u32> {
    // Half a texel is subtracted, because the colour of a texel is at its centre.
    let from_centre = uv - 32768;
    let at = from_centre >> vec2(16u);
    let weight = vec2<u32>((from_centre >> vec2(8u)) & vec2(255));
    let upper = texel_pm(at, origin, last, page) * (256u - weight.x)
        + texel_pm(at + vec2(1, 0), origin, last, page) * weight.x;
    let lower = texel_pm(at + vec2(0, 1), origin, last, page) * (256u - weight.x)
        + texel_pm(at + vec2(1, 1), origin, last, page) * weight.x;
    return (upper * (256u - weight.y) + lower * weight.y + 32768u) >> vec4(16u);
}

// Returns the texture coordinates of a fragment.
fn uv_of(in: Vertex) -> vec2<i32> {
    // Column and row are `PIXEL_BITS` too large; `Vertex::uv` compensates for that.
    let pixel = bitcast<vec2<i32>>(in.clip.xy + PIXEL_FROM_CENTRE);
    return in.uv + uv_over(pixel, in.uv_step);
}

// Returns the premultiplied colour of a fragment, tinted.
fn tinted(in: Vertex) -> vec4<u32> {
    let uv = uv_of(in);
    let origin = vec2<i32>(vec2(in.look.x & 0xffffu, in.look.x >> 16u));
    let last = vec2<i32>(vec2(in.look.y & 0xffffu, in.look.y >> 16u));
    let page = in.look.z & 0xffffu;
    let flags = in.look.z;
    var source: vec4<u32>;
    if linear_filter && (flags & LINEAR) != 0u {
        source = linear_pm(uv, origin, last, page);
    } else {
        source = texel_pm(uv >> vec2(16u), origin, last, page);
    }
    // Replaces the texel by white with the texel's alpha. The tint then colours it.
    if (flags & FILLED) != 0u {
        source = vec4(source.a);
    }
    return mul_255(source, unpack_pm(in.look.w));
}

// Returns a colour from 0 to 1, which is in linear light if colours are blended so.
fn light_of(color: vec4<u32>) -> vec4<f32> {
    var color_pm = vec4<f32>(color) / 255.0;
    // The sRGB curve applies to colours that are not premultiplied. With alpha 0 there is no such colour, and the
    // channels are used as they are.
    if linear_light && color_pm.a > 0.0 {
        color_pm = vec4(to_linear(min(color_pm.rgb / color_pm.a, vec3(1.0))) * color_pm.a, color_pm.a);
    }
    return color_pm;
}

// Returns the premultiplied colour of a fragment, before blending.
fn color_of(in: Vertex) -> vec4<f32> {
    return light_of(tinted(in));
}

@fragment
fn shade(in: Vertex) -> @location(0) vec4<f32> {
    let color_pm = color_of(in);
    return shown(color_pm, in.look.z);
}
