//! Angles in radians: directions, wrapping, and the shorter way between two angles.

use core::f64::consts::{PI, TAU};

use glam::Vec2;

use super::{atan2, sin_cos};

/// Returns the vector of length 1 in the direction of an angle in radians: right at 0, down at π/2.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::from_angle;
///
/// assert_eq!(from_angle(0.0), vec2(1.0, 0.0));
/// ```
#[doc(alias = "heading")]
#[inline]
pub fn from_angle(radians: f32) -> Vec2 {
    let (sin, cos) = sin_cos(radians);
    Vec2::new(cos, sin)
}

/// Returns the angle of a vector's direction in radians, −π to π: 0 for right, π/2 for down; 0 for (0, 0).
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::angle_of;
///
/// let (turret, target) = (vec2(4.0, 4.0), vec2(4.0, 9.0));
/// assert_eq!(angle_of(target - turret), core::f32::consts::FRAC_PI_2);
/// ```
#[doc(alias("to_angle", "look_at"))]
#[inline]
pub fn angle_of(vector: Vec2) -> f32 {
    atan2(vector.y, vector.x)
}

/// Returns a vector rotated around (0, 0) by an angle in radians, clockwise on screen.
#[inline]
pub fn rotate(vector: Vec2, radians: f32) -> Vec2 {
    from_angle(radians).rotate(vector)
}

/// Wraps an angle in radians to −π to π. NaN for an infinite angle.
#[inline]
pub fn wrap_angle(radians: f32) -> f32 {
    wrapped(f64::from(radians))
}

/// Returns the rotation from one angle to another by the shorter way, in radians: −π to π, positive for clockwise on
/// screen.
///
/// ```
/// use damselfly::math::angle_difference;
///
/// let degrees = |of: f32| of.to_radians();
/// let short = angle_difference(degrees(350.0), degrees(20.0));
/// assert!((short - degrees(30.0)).abs() < 1e-5);
/// ```
#[doc(alias = "angle_between")]
#[inline]
pub fn angle_difference(from: f32, to: f32) -> f32 {
    wrapped(f64::from(to) - f64::from(from))
}

/// Interpolates between two angles in radians by the shorter way. `t` is the fraction, 0 at `from` and 1 at `to`.
#[inline]
pub fn lerp_angle(from: f32, to: f32, t: f32) -> f32 {
    from + angle_difference(from, to) * t
}

/// Rotates an angle towards `target` by the shorter way, by at most `step`; all in radians. Returns exactly `target`
/// once it is within reach. A negative step counts as 0.
///
/// ```
/// use damselfly::math::turn_towards;
///
/// let mut angle = 3.0;
/// for _ in 0..100 {
///     angle = turn_towards(angle, -3.0, 0.01);
/// }
/// assert_eq!(angle, -3.0);
/// ```
#[inline]
pub fn turn_towards(from: f32, target: f32, step: f32) -> f32 {
    let rest = angle_difference(from, target);
    let step = step.max(0.0);
    if rest.abs() <= step {
        return target;
    }
    from + step.copysign(rest)
}

// Computes with 64 bits: otherwise, the rounding of many turns would show in the remainder.
#[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
fn wrapped(radians: f64) -> f32 {
    ((radians + PI).rem_euclid(TAU) - PI) as f32
}
