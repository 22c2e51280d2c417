//! Functions of `f64` vectors that glam lacks, or that must be the same on every machine.
//!
//! Coordinates are `f32`. Their differences and products are exact or nearly exact in `f64`, which also holds the
//! square of any `f32`. Very large and very small shapes therefore need no special cases. Here, y points down: of two
//! vectors, `perp_dot` is positive if the second is clockwise of the first on screen.

use glam::{DVec2, Vec2};

/// Returns the vector from `from` to `to`. It is exact along an axis if one coordinate is 0, or if the larger one is
/// less than 2^28 times as large as the smaller one, without regard to signs.
#[inline]
pub(super) fn between(from: Vec2, to: Vec2) -> DVec2 {
    DVec2::from(to) - DVec2::from(from)
}

/// Returns the length. Its square root is one instruction, whereas glam's may be `libm`'s.
#[inline]
pub(super) fn length(vector: DVec2) -> f64 {
    vector.length_squared().sqrt()
}

/// Returns the vector of length 1 in the same direction. `None` if the length is 0 or not finite.
#[inline]
pub(super) fn normalized(vector: DVec2) -> Option<DVec2> {
    let length = length(vector);
    (length > 0.0 && length.is_finite()).then(|| vector * (1.0 / length))
}
