//! Initial values of a new object: validation, and its row.

use super::body::{Body, ShownFrame};
use super::description::{FilterMode, Object};
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::scene::{Instance, InstanceFlags, Material};
use crate::world::World;
use crate::world::diagnostics::Diagnostics;

/// Replaces invalid values by the default, and counts and logs them. `altitudes` is the number of altitudes.
pub(super) fn sanitize(object: &mut Object, altitudes: u16, diagnostics: &mut Diagnostics) {
    let usual = Object::default();
    let kind = object.kind;
    let mut check = |field: &str, valid: bool| {
        if !valid {
            diagnostics.refuse(&format_args!(
                "a new `{kind}`: its {field} is not finite or out of range; the default is used"
            ));
        }
        valid
    };
    if !check("position", is_valid(object.position)) {
        object.position = usual.position;
    }
    if !check("velocity", is_valid(object.velocity)) {
        object.velocity = usual.velocity;
    }
    if !check("acceleration", is_valid(object.acceleration)) {
        object.acceleration = usual.acceleration;
    }
    if !check("scale", is_valid_scale(object.scale)) {
        object.scale = usual.scale;
    }
    if !check("angle", is_valid_angle(object.angle)) {
        object.angle = usual.angle;
    }
    if !check("spin", is_valid_angle(object.spin)) {
        object.spin = usual.spin;
    }
    if !check("material", object.material.is_none_or(Material::is_valid)) {
        object.material = usual.material;
    }
    if !check("depth", is_valid_angle(object.depth)) {
        object.depth = usual.depth;
    }
    if !check("fill", object.fill.is_none_or(|fill| fill.is_valid())) {
        object.fill = usual.fill;
    }
    if !check("bounds", object.bounds.is_valid()) {
        object.bounds = usual.bounds;
    }
    if let Some(level) = object.level.filter(|level| *level > World::HIGHEST_LEVEL) {
        diagnostics.refuse(&format_args!(
            "a new `{kind}`: its level {level} is above the highest, {}; the default is used",
            World::HIGHEST_LEVEL
        ));
        object.level = usual.level;
    }
    // A world with fewer than three altitudes does not have the default one.
    let highest = altitudes - 1;
    if object.altitude > highest {
        diagnostics.refuse(&format_args!(
            "a new `{kind}`: its altitude {} is above the highest, {highest}; the default is used. \
            `App::altitudes` sets their number",
            object.altitude
        ));
        object.altitude = usual.altitude.min(highest);
    }
}

/// Returns the instance of a new object's row.
pub(super) fn instance_of(object: &Object, body: &Body, shown: &ShownFrame) -> Instance {
    let mut instance = Instance::new(object.position, body.row_frame(shown));
    body.write_row(shown, &mut instance);
    instance.set_tint(object.tint);
    instance.set_flag(InstanceFlags::FILLED, object.filled);
    instance.set_flip(object.flip_x, object.flip_y);
    instance.set_blend(object.blend);
    instance.set_flag(InstanceFlags::LINEAR, object.filter == FilterMode::Linear);
    instance
}
