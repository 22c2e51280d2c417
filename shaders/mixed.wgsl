// Rows with styles: appended to `sprite.wgsl` and `mix.wgsl`. Only frames with such rows use it.

// Styles of the instances in the same block, as in `RowStyle`.
@group(0) @binding(8) var<storage, read> styles: array<vec4<u32>>;

// A bit of `Chunk::projection`, above the projection's index. It is set if the chunk's rows have styles.
const HAS_STYLES: u32 = 0x20000000u;

@vertex
fn project_mixed(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> Vertex {
    return project_styled(vertex, chunks[index]);
}

// Returns a vertex of a row of a chunk, like `project_row`.
fn project_styled(vertex: u32, record: Chunk) -> Vertex {
    var chunk = record;
    let has_styles = (chunk.projection & HAS_STYLES) != 0u;
    chunk.projection &= HAS_STYLES - 1u;
    var out = project_row(vertex, chunk, 0u);
    let number = vertex / 4u;
    if has_styles && number < chunk.count {
        // Bits 16 to 23 are free: a page has 16 bits, and the flags begin at bit 24.
        out.look.z |= (styles[chunk.first + number].x & 0xffu) << 16u;
    }
    return out;
}

@fragment
fn shade_mixed(in: Vertex) -> Mix {
    return mix_of(color_of(in), (in.look.z >> 16u) & 0xffu, in.look.z);
}
