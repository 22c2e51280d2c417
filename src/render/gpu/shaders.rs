//! The shaders' sources, as the device and the tests read them.

/// The shader of sprites.
pub(super) const SPRITE: &str = concat!(
    include_str!("../../../shaders/color.wgsl"),
    include_str!("../../../shaders/sprite.wgsl")
);

/// The shader of groups.
pub(super) const GROUP: &str = concat!(
    include_str!("../../../shaders/color.wgsl"),
    include_str!("../../../shaders/group.wgsl")
);

/// The shader of effects.
pub(super) const EFFECTS: &str = concat!(
    include_str!("../../../shaders/color.wgsl"),
    include_str!("../../../shaders/effects.wgsl")
);

/// The shader of blurs by running sums.
pub(super) const BLUR: &str = concat!(
    include_str!("../../../shaders/color.wgsl"),
    include_str!("../../../shaders/effects.wgsl"),
    include_str!("../../../shaders/blur.wgsl")
);

/// The shader of lights.
pub(super) const LIGHT: &str = include_str!("../../../shaders/light.wgsl");

const MIX: &str = include_str!("../../../shaders/mix.wgsl");

/// Returns the shader of sprites in frames with styles.
pub(super) fn mixed_sprite() -> String {
    mixed(SPRITE, include_str!("../../../shaders/mixed.wgsl"))
}

/// Returns the shader of sprites in frames with materials. `with_mixing`: whether the device has two outputs of a
/// fragment.
pub(super) fn material_sprite(with_mixing: bool) -> String {
    let material = include_str!("../../../shaders/material.wgsl");
    match with_mixing {
        false => format!("{SPRITE}\n{material}"),
        true => mixed(
            &format!("{SPRITE}\n{material}"),
            include_str!("../../../shaders/material_mixed.wgsl"),
        ),
    }
}

/// Returns the shader of groups that multiply or screen.
pub(super) fn mixed_group() -> String {
    mixed(GROUP, include_str!("../../../shaders/group_mixed.wgsl"))
}

/// Returns a shader with two outputs. Directives come first in WGSL.
fn mixed(shader: &str, more: &str) -> String {
    format!("enable dual_source_blending;\n{shader}\n{MIX}\n{more}")
}
