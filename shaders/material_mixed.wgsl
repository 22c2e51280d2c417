// Rows with materials and any blend modes: appended to `sprite.wgsl`, `material.wgsl` and `mix.wgsl`.

@fragment
fn shade_material_mixed(in: MaterialVertex) -> Mix {
    return mix_of(color_of_material(in), in.style.x & 0xffu, in.look.z);
}
