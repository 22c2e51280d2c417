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
const OUTLINE: u32 = 3u;
const DISSOLVE: u32 = 4u;
const PALETTE: u32 = 5u;
const WAVE: u32 = 6u;

// Largest number of colours in a palette.
const MOST_COLORS: u32 = 64u;

// The outputs of `Vertex`, and the row's style.
struct MaterialVertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) uv: vec2<i32>,
    @location(1) @interpolate(flat) uv_step: vec4<i32>,
    // Bits 16 to 23 of its third word are the image's margin.
    @location(2) @interpolate(flat) look: vec4<u32>,
    @location(3) @interpolate(flat) style: vec4<u32>,
}

@vertex
fn project_material(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> MaterialVertex {
    return project_with_material(vertex, chunks[index]);
}

// Returns a vertex of a row of a chunk, like `project_row`, with its style.
fn project_with_material(vertex: u32, record: Chunk) -> MaterialVertex {
    var chunk = record;
    let has_styles = (chunk.projection & (HAS_MATERIALS | HAS_STYLES)) != 0u;
    chunk.projection &= HAS_MATERIALS - 1u;
    let number = vertex / 4u;
    var style = vec4(0u);
    if has_styles && number < chunk.count {
        style = styles[chunk.first + number];
    }
    let row = project_row(vertex, chunk, margin_of(style));
    if is_material(style, PALETTE) {
        style = with_palette(style);
    }
    return MaterialVertex(row.clip, row.uv, row.uv_step, row.look, style);
}

fn is_material(style: vec4<u32>, number: u32) -> bool {
    return (materials & (1u << number)) != 0u && ((style.x >> 8u) & 0xffu) == number;
}

// Returns how far a material reaches beyond its image, in texels.
fn margin_of(style: vec4<u32>) -> u32 {
    let first = style.z & 0xffffu;
    if is_material(style, OUTLINE) {
        return first;
    }
    if is_material(style, WAVE) {
        return (first + 255u) >> 8u;
    }
    return 0u;
}

// Returns a style with the position of its palette: the first texel, the page and the number of colours, and the row of
// the new colours. There are no colours if there is no such row.
fn with_palette(style: vec4<u32>) -> vec4<u32> {
    let index = style.y & 0x00ffffffu;
    let row = style.z & 0xffffu;
    var found = vec4(style.x, 0u, 0u, 0u);
    if index < view.frame_count {
        let frame = frames[index];
        if ((frame.page_kind >> 16u) & 0xffu) == QUAD_KIND && row < (frame.size >> 16u) {
            let colors = min(frame.size & 0xffffu, MOST_COLORS);
            found = vec4(style.x, frame.origin, (frame.page_kind & 0xffffu) | (colors << 16u), row);
        }
    }
    return found;
}

// The texels of a row's image.
struct MaterialImage {
    origin: vec2<i32>,
    last: vec2<i32>,
    page: u32,
    margin: i32,
}

// Returns a texel. In an image with a margin, texels outside are transparent.
fn image_texel(image: MaterialImage, at: vec2<i32>) -> vec4<u32> {
    let nearest = clamp(at, vec2(0), image.last);
    if image.margin > 0 && any(nearest != at) {
        return vec4(0u);
    }
    return textureLoad(atlas, image.origin + nearest, image.page, 0);
}

// Returns the mean of four texels, like `linear_pm`.
fn image_linear(image: MaterialImage, uv: vec2<i32>) -> vec4<u32> {
    let from_centre = uv - 32768;
    let at = from_centre >> vec2(16u);
    let weight = vec2<u32>((from_centre >> vec2(8u)) & vec2(255));
    let upper = image_texel(image, at) * (256u - weight.x) + image_texel(image, at + vec2(1, 0)) * weight.x;
    let lower = image_texel(image, at + vec2(0, 1)) * (256u - weight.x) + image_texel(image, at + vec2(1, 1)) * weight.x;
    return (upper * (256u - weight.y) + lower * weight.y + 32768u) >> vec4(16u);
}

// Returns a position in texels, limited to the image and its margin.
fn within(image: MaterialImage, uv: vec2<i32>) -> vec2<i32> {
    let low = vec2(-image.margin) << vec2(16u);
    let high = ((image.last + image.margin + 1) << vec2(16u)) - 1;
    return clamp(uv, low, high);
}

// Returns the displacement of a row of texels in a wave, in 1/65536 texel: parabolas that look like a sine.
fn wave_of(style: vec4<u32>, row: i32) -> i32 {
    let amplitude = i32(style.z & 0xffffu);
    let angle = u32(row) * (style.z >> 16u) + (style.w & 0xffffu);
    let half = i32(angle & 32767u);
    let height = (half * (32768 - half)) >> 13u;
    return (amplitude * select(height, -height, (angle & 32768u) != 0u)) >> 7u;
}

// Returns the largest alpha of the texels around one, up to `width` texels away.
fn alpha_around(image: MaterialImage, at: vec2<i32>, width: i32) -> u32 {
    var most = 0u;
    for (var y = -width; y <= width; y++) {
        for (var x = -width; x <= width; x++) {
            if x * x + y * y <= width * width {
                most = max(most, image_texel(image, at + vec2(x, y)).a);
            }
        }
    }
    return most;
}

// Returns a number from 0 to 255 for a texel, without a pattern.
fn noise_of(at: vec2<i32>, seed: u32) -> u32 {
    var v = u32(at.x) * 2654435761u + u32(at.y) * 2246822519u + seed * 3266489917u;
    v ^= v >> 15u;
    v *= 739982445u;
    v ^= v >> 12u;
    v *= 695872825u;
    v ^= v >> 15u;
    return v & 255u;
}

// Returns a texel in the colours of a palette: see `with_palette`.
fn swapped(source: vec4<u32>, style: vec4<u32>) -> vec4<u32> {
    let origin = vec2<i32>(vec2(style.y & 0xffffu, style.y >> 16u));
    let page = style.z & 0xffffu;
    let colors = i32(style.z >> 16u);
    for (var column = 0; column < colors; column++) {
        let before = textureLoad(atlas, origin + vec2(column, 0), page, 0);
        if all(mul_255(before, source.aaaa).rgb == source.rgb) {
            let after = textureLoad(atlas, origin + vec2(column, i32(style.w)), page, 0);
            return mul_255(after, source.aaaa);
        }
    }
    return source;
}

// Returns a colour whose red, green and blue are mixed with those of another, with a weight of `weight` / 255.
fn mixed_pm(one: vec4<u32>, other: vec3<u32>, weight: u32) -> vec4<u32> {
    let t = one.rgb * (255u - weight) + other * weight + 128u;
    return vec4((t + (t >> vec3(8u))) >> vec3(8u), one.a);
}

// Returns a row's colour at a fragment, tinted.
fn color_with_material(in: MaterialVertex) -> vec4<u32> {
    let row = Vertex(in.clip, in.uv, in.uv_step, in.look);
    let style = in.style;
    let flags = in.look.z;
    let origin = vec2<i32>(vec2(in.look.x & 0xffffu, in.look.x >> 16u));
    let last = vec2<i32>(vec2(in.look.y & 0xffffu, in.look.y >> 16u));
    let image = MaterialImage(origin, last, flags & 0xffffu, i32((flags >> 16u) & 0xffu));
    var uv = uv_of(row);
    if image.margin > 0 {
        uv = within(image, uv);
    }
    if is_material(style, WAVE) && any(in.uv_step != vec4(0)) {
        uv.x += wave_of(style, uv.y >> 16u);
        uv = within(image, uv);
    }
    var source: vec4<u32>;
    if linear_filter && (flags & LINEAR) != 0u {
        source = image_linear(image, uv);
    } else {
        source = image_texel(image, uv >> vec2(16u));
    }
    if is_material(style, PALETTE) {
        source = swapped(source, style);
    }
    if (flags & FILLED) != 0u {
        source = vec4(source.a);
    }
    let tint = unpack_pm(in.look.w);
    var color = mul_255(source, tint);
    let first = style.z & 0xffffu;
    let other = unpack_pm(style.y);
    if is_material(style, FLASH) {
        let weight = mul_255(vec4(first), other.aaaa).x;
        color = mixed_pm(color, mul_255(other, color.aaaa).rgb, weight);
    }
    if is_material(style, GREYSCALE) {
        let grey = (color.r * 54u + color.g * 183u + color.b * 19u + 128u) >> 8u;
        color = mixed_pm(color, vec3(grey), first);
    }
    if is_material(style, OUTLINE) && first > 0u && source.a < 255u {
        let around = vec4(alpha_around(image, uv >> vec2(16u), i32(first)));
        let share = mul_255(mul_255(around, vec4(255u - source.a)), tint.aaaa);
        let outline = vec4(mul_255(other, other.aaaa).rgb, other.a);
        color = min(color + mul_255(outline, share), vec4(255u));
    }
    if is_material(style, DISSOLVE) && first > 0u {
        let noise = noise_of(clamp(uv >> vec2(16u), vec2(0), last), style.w & 0xffffu);
        if noise < first {
            color = vec4(0u);
        } else if noise < first + (style.z >> 16u) {
            color = mixed_pm(color, mul_255(other, color.aaaa).rgb, other.a);
        }
    }
    return color;
}

// Returns the premultiplied colour of a fragment, before blending.
fn color_of_material(in: MaterialVertex) -> vec4<f32> {
    return light_of(color_with_material(in));
}

// A fragment of rows that are all mixed by their flags, or all in another way.
@fragment
fn shade_material(in: MaterialVertex) -> @location(0) vec4<f32> {
    return shown(color_of_material(in), in.look.z);
}
