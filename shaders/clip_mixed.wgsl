// Clipped rows with any blend modes: appended to `mixed.wgsl`, `clip.wgsl` and `clip_plain.wgsl`.

@vertex
fn project_mixed_clipped(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> ClippedVertex {
    let chunk = chunks[index];
    return clipped(project_styled(vertex, without_mark(chunk)), rect_of(chunk));
}

@fragment
fn shade_mixed_clipped(in: ClippedVertex) -> Mix {
    if is_outside(in.clip, in.rect) {
        discard;
    }
    let row = Vertex(in.clip, in.uv, in.uv_step, in.look);
    return mix_of(color_of(row), (in.look.z >> 16u) & 0xffu, in.look.z);
}
