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

const CLIP: &str = include_str!("../../../shaders/clip.wgsl");
const CLIP_PLAIN: &str = include_str!("../../../shaders/clip_plain.wgsl");

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

/// Returns the shader of sprites in frames with clip rectangles.
pub(super) fn clipped_sprite() -> String {
    format!("{SPRITE}\n{CLIP}\n{CLIP_PLAIN}")
}

/// Returns the shader of sprites in frames with clip rectangles and styles.
pub(super) fn clipped_mixed_sprite() -> String {
    let clip = include_str!("../../../shaders/clip_mixed.wgsl");
    format!("{}\n{CLIP}\n{CLIP_PLAIN}\n{clip}", mixed_sprite())
}

/// Returns the shader of sprites in frames with clip rectangles and materials. `with_mixing`: whether the device has two
/// outputs of a fragment.
pub(super) fn clipped_material_sprite(with_mixing: bool) -> String {
    let shader = material_sprite(with_mixing);
    let clip = include_str!("../../../shaders/clip_material.wgsl");
    let mixed = match with_mixing {
        true => include_str!("../../../shaders/clip_material_mixed.wgsl"),
        false => "",
    };
    format!("{shader}\n{CLIP}\n{clip}\n{mixed}")
}

/// Returns the shader of groups that multiply or screen.
pub(super) fn mixed_group() -> String {
    mixed(GROUP, include_str!("../../../shaders/group_mixed.wgsl"))
}

/// Returns a shader with two outputs. Directives come first in WGSL.
fn mixed(shader: &str, more: &str) -> String {
    format!("enable dual_source_blending;\n{shader}\n{MIX}\n{more}")
}
