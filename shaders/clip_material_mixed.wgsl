// Clipped rows with materials and any blend modes: appended to `material_mixed.wgsl` and `clip_material.wgsl`.

@fragment
fn shade_material_mixed_clipped(in: ClippedMaterialVertex) -> Mix {
    if is_outside(in.clip, in.rect) {
        discard;
    }
    return mix_of(color_of_material(unclipped(in)), in.style.x & 0xffu, in.look.z);
}
