//! Compares the shader's structs with those in Rust: naga reads the former, `offset_of!` the latter.
//!
//! The shader reads bytes that Rust writes. A member that moved on one side alone would cause no error, only wrong
//! pixels. These tests find such a difference without a GPU.

use core::mem::offset_of;

use naga::{Module, TypeInner};

use crate::assets::frame::FrameRecord;
use crate::render::batch::ChunkRecord;
use crate::render::frame::Projection;
use crate::render::light::LightRecord;
use crate::scene::Instance;

use super::groups::GroupRecord;
use super::lights::LightConstants;
use super::memory::ViewConstants;
use super::shaders::{GROUP, LIGHT, SPRITE};

/// Returns the shader of sprites.
fn shader() -> Module {
    parsed(SPRITE)
}

/// Returns a shader, parsed by the front end that wgpu uses too.
fn parsed(source: &str) -> Module {
    naga::front::wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)))
}

/// Checks that a struct of the shader has this many bytes and these members, each at this offset. `size` is checked as
/// well as the offsets, because it is the distance from one record of an array to the next.
fn check(module: &Module, name: &str, size: usize, members: &[(&str, usize)]) {
    let found = module
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(name));
    let TypeInner::Struct { members: has, span } = &found.expect(name).1.inner else {
        panic!("{name}")
    };
    assert_eq!(*span as usize, size, "{name}");
    let has: Vec<_> = has
        .iter()
        .map(|m| (m.name.as_deref().unwrap_or(""), m.offset as usize))
        .collect();
    assert_eq!(has, members, "{name}");
}

/// Lists members of a struct with their offsets in bytes, in the order of the shader.
macro_rules! offsets {
    ($of:ty: $($field:ident),*) => { &[$((stringify!($field), offset_of!($of, $field))),*] };
}

#[test]
fn the_shader_is_valid() {
    let module = shader();
    // `unpack2x16float` needs this capability. wgpu grants it wherever `DownlevelFlags::SHADER_F16_IN_F32` is set.
    let all = naga::valid::Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    let valid =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), all).validate(&module);
    valid.unwrap_or_else(|error| panic!("{}", error.emit_to_string(SPRITE)));
}

#[test]
fn the_shaders_structs_match_ours_byte_by_byte() {
    let module = shader();
    check(
        &module,
        "View",
        size_of::<ViewConstants>(),
        offsets!(ViewConstants: clip_middle, clip_reach, frame_count, shape_count, zero, clip_per_256, first_clip),
    );
    check(
        &module,
        "Projection",
        size_of::<Projection>(),
        offsets!(Projection: matrix, translation, texel_scale, turn, k, units_per_texel),
    );
    check(
        &module,
        "Chunk",
        size_of::<ChunkRecord>(),
        offsets!(ChunkRecord: first, count, projection, shapes),
    );
    check(
        &module,
        "Frame",
        size_of::<FrameRecord>(),
        offsets!(FrameRecord: origin, size, page_kind, mirror, corners),
    );
}

#[test]
fn the_record_of_a_group_matches_the_shaders_byte_by_byte() {
    check(
        &parsed(GROUP),
        "Group",
        size_of::<GroupRecord>(),
        offsets!(GroupRecord: view, tint, halvings, is_smooth, blend),
    );
}

#[test]
fn the_records_of_lights_match_the_shaders_byte_by_byte() {
    let module = parsed(LIGHT);
    check(
        &module,
        "LightView",
        size_of::<LightConstants>(),
        offsets!(LightConstants: clip_middle, clip_reach, clip_per_256),
    );
    check(
        &module,
        "Light",
        size_of::<LightRecord>(),
        offsets!(LightRecord: bounds, color, per_radius, centre, beam, edge, fade, first, samples),
    );
}

#[test]
fn the_shader_unpacks_the_half_floats_of_an_instance_where_they_are() {
    let module = shader();
    let offset = |name: &str| match name {
        "scale" => offset_of!(Instance, scale),
        "turns" => offset_of!(Instance, turn),
        _ => unreachable!(),
    };
    check(
        &module,
        "Instance",
        size_of::<Instance>(),
        &[
            ("position", offset_of!(Instance, position)),
            ("motion", offset_of!(Instance, motion)),
            ("scale", offset("scale")),
            ("turns", offset("turns")),
            ("tint", offset_of!(Instance, tint)),
            ("frame_and_flags", offset_of!(Instance, frame_and_flags)),
        ],
    );
    // The shader reads both fields as one word, whose high half is the motion: WGSL has no 16-bit integers.
    assert_eq!(offset_of!(Instance, turn_motion), offset("turns") + 2);
}
