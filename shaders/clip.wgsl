// Layers with clip rectangles: appended to the other shaders of sprites. Only frames with such layers use it.

// A bit of `Chunk::projection`, above the projection's index. It is set if the chunk's layer has a clip rectangle.
const IS_CLIPPED: u32 = 0x08000000u;

// Returns the rectangle of a chunk: its first column and row in the halves of the first word, and those after its last
// ones in the halves of the second. Low halves are columns.
fn rect_of(chunk: Chunk) -> vec2<u32> {
    if (chunk.projection & IS_CLIPPED) == 0u {
        return vec2(0u, 0xffffffffu);
    }
    // The matrix of its record is its left, top, right and bottom edge in pixels.
    let layer = chunk.projection & (IS_CLIPPED - 1u);
    let edges = vec4<u32>(projections[view.first_clip + layer].matrix);
    return edges.xz | (edges.yw << vec2(16u));
}

// Returns a chunk without the mark of a clip rectangle, which other functions do not expect.
fn without_mark(record: Chunk) -> Chunk {
    var chunk = record;
    chunk.projection &= ~IS_CLIPPED;
    return chunk;
}

// Returns whether a fragment at this position is outside a rectangle.
fn is_outside(clip: vec4<f32>, rect: vec2<u32>) -> bool {
    // The position is the pixel's centre.
    let at = vec2<u32>(clip.xy);
    let start = vec2(rect.x & 0xffffu, rect.x >> 16u);
    let end = vec2(rect.y & 0xffffu, rect.y >> 16u);
    return any(at < start) || any(at >= end);
}
