// Clipped rows with materials: appended to `material.wgsl` and `clip.wgsl`.

// The outputs of `MaterialVertex`, and the rectangle of the row's chunk.
struct ClippedMaterialVertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) uv: vec2<i32>,
    @location(1) @interpolate(flat) uv_step: vec4<i32>,
    @location(2) @interpolate(flat) look: vec4<u32>,
    @location(3) @interpolate(flat) style: vec4<u32>,
    @location(4) @interpolate(flat) rect: vec2<u32>,
}

@vertex
fn project_material_clipped(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) index: u32,
) -> ClippedMaterialVertex {
    let chunk = chunks[index];
    let row = project_with_material(vertex, without_mark(chunk));
    return ClippedMaterialVertex(row.clip, row.uv, row.uv_step, row.look, row.style, rect_of(chunk));
}

// Returns a vertex without its rectangle.
fn unclipped(in: ClippedMaterialVertex) -> MaterialVertex {
    return MaterialVertex(in.clip, in.uv, in.uv_step, in.look, in.style);
}

@fragment
fn shade_material_clipped(in: ClippedMaterialVertex) -> @location(0) vec4<f32> {
    if is_outside(in.clip, in.rect) {
        discard;
    }
    return shown(color_of_material(unclipped(in)), in.look.z);
}
