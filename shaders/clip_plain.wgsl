// Clipped rows without styles: appended to `sprite.wgsl` and `clip.wgsl`.

// The outputs of `Vertex`, and the rectangle of the row's chunk.
struct ClippedVertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) uv: vec2<i32>,
    @location(1) @interpolate(flat) uv_step: vec4<i32>,
    @location(2) @interpolate(flat) look: vec4<u32>,
    @location(4) @interpolate(flat) rect: vec2<u32>,
}

fn clipped(row: Vertex, rect: vec2<u32>) -> ClippedVertex {
    return ClippedVertex(row.clip, row.uv, row.uv_step, row.look, rect);
}

@vertex
fn project_clipped(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> ClippedVertex {
    let chunk = chunks[index];
    return clipped(project_row(vertex, without_mark(chunk), 0u), rect_of(chunk));
}

@fragment
fn shade_clipped(in: ClippedVertex) -> @location(0) vec4<f32> {
    if is_outside(in.clip, in.rect) {
        discard;
    }
    let row = Vertex(in.clip, in.uv, in.uv_step, in.look);
    return shown(color_of(row), in.look.z);
}
