//! Valid numbers: finite, and small enough that their sums stay finite.
//!
//! Only checks: each setter decides whether to reject or to clamp.

use glam::Vec2;

/// Maximum absolute value of a coordinate, speed or angle. Sums of such values stay finite.
pub(crate) const LARGEST: f32 = 1e9;

/// Maximum absolute value of a scale, which is also the maximum of half floats.
pub(crate) const LARGEST_SCALE: f32 = 65_504.0;

/// Returns whether both components are finite and at most [`LARGEST`] in absolute value.
pub(crate) fn is_valid(vector: Vec2) -> bool {
    within(vector, LARGEST)
}

/// Returns whether an angle or angular speed is finite and at most [`LARGEST`] in absolute value.
pub(crate) fn is_valid_angle(angle: f32) -> bool {
    angle.abs() <= LARGEST
}

/// Returns whether a scale is finite and fits into a half float.
pub(crate) fn is_valid_scale(scale: Vec2) -> bool {
    within(scale, LARGEST_SCALE)
}

/// Returns whether both components are at most `limit` in absolute value. False for NaN.
pub(crate) fn within(vector: Vec2, limit: f32) -> bool {
    // `<=` is false for NaN, so no separate test is needed.
    vector.abs().cmple(Vec2::splat(limit)).all()
}
