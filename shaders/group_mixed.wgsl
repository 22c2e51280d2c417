// Groups whose target multiplies or screens: appended to `group.wgsl` and `mix.wgsl`.

@fragment
fn shade_group_mixed(@builtin(position) at: vec4<f32>) -> Mix {
    return mix_of(color_of_group(at.xy), (group.blend >> 16u) & 0xffu, group.blend);
}
