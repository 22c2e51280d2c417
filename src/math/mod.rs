//! Portable mathematics, with the same result on every machine: functions, angles, [easing curves](Ease) and
//! [noise](Noise).
//!
//! `f32::sin`, `cos`, `tan`, `atan2`, `exp`, `ln`, `powf`, `powi` and `hypot` call the platform's own library, and Rust
//! does not specify their last bits. One bit is enough to make two machines play different games: a bounce may just
//! happen on one and not on the other. The functions here come from the crate `libm`, which uses portable operations
//! only, and tests compare their exact bits.
//!
//! The operators `+ - * / %`, `sqrt`, `abs`, `floor`, `ceil`, `round`, `trunc`, `clamp`, `min`, `max` and comparisons
//! are portable anyway. So is [`glam`], which this crate builds with `libm`, too.
//!
//! Angles are in radians and clockwise on screen, because y points down: 0 is right, π/2 is down. NaN arguments usually
//! give NaN. Nothing panics.
//!
//! ```
//! use damselfly::math::{self, Ease};
//! use damselfly::prelude::*;
//!
//! // 3 units away, down and to the right.
//! let place = vec2(10.0, 10.0) + 3.0 * math::from_angle(core::f32::consts::FRAC_PI_4);
//! assert!((place - vec2(12.12, 12.12)).length() < 0.01);
//! // A door that opens within 30 steps, and overshoots a little.
//! let open = |step: f32| math::lerp(0.0, 48.0, Ease::BackOut.at(step / 30.0));
//! assert_eq!((open(0.0), open(30.0)), (0.0, 48.0));
//! assert!(open(20.0) > 48.0);
//! ```

mod angle;
mod ease;
mod noise;
#[cfg(test)]
mod tests;

use core::ops::{Add, Mul, Range};

pub use angle::{
    angle_difference, angle_of, from_angle, lerp_angle, rotate, turn_towards, wrap_angle,
};
pub use ease::Ease;
pub use noise::Noise;

/// Returns the sine of an angle in radians, −1 to 1. NaN for an infinite angle.
#[inline]
pub fn sin(radians: f32) -> f32 {
    libm::sinf(radians)
}

/// Returns the cosine of an angle in radians, −1 to 1. NaN for an infinite angle.
#[inline]
pub fn cos(radians: f32) -> f32 {
    libm::cosf(radians)
}

/// Returns the sine and cosine of an angle in radians, equal to [`sin`] and [`cos`].
#[inline]
pub fn sin_cos(radians: f32) -> (f32, f32) {
    libm::sincosf(radians)
}

/// Returns the tangent of an angle in radians.
#[inline]
pub fn tan(radians: f32) -> f32 {
    libm::tanf(radians)
}

/// Returns the angle whose sine is `sine`, in radians, −π/2 to π/2. NaN unless `sine` is from −1 to 1.
#[inline]
pub fn asin(sine: f32) -> f32 {
    libm::asinf(sine)
}

/// Returns the angle whose cosine is `cosine`, in radians, 0 to π. NaN unless `cosine` is from −1 to 1.
#[inline]
pub fn acos(cosine: f32) -> f32 {
    libm::acosf(cosine)
}

/// Returns the angle whose tangent is `tangent`, in radians, −π/2 to π/2.
#[inline]
pub fn atan(tangent: f32) -> f32 {
    libm::atanf(tangent)
}

/// Returns the angle of the direction (`x`, `y`) in radians, −π to π; 0 for (0, 0). See [`angle_of`] for vectors.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Returns the square root of a number, at least 0. NaN for a number below 0.
#[inline]
pub fn sqrt(number: f32) -> f32 {
    // IEEE 754 requires exact rounding of this function, so the platform's own is portable.
    number.sqrt()
}

/// Returns the length of (`x`, `y`) without intermediate overflow.
#[inline]
pub fn hypot(x: f32, y: f32) -> f32 {
    libm::hypotf(x, y)
}

/// Returns e to the power of a number, 0 to infinity. Infinite above about 88.7.
#[inline]
pub fn exp(exponent: f32) -> f32 {
    libm::expf(exponent)
}

/// Returns the natural logarithm of a number from 0 to infinity: −∞ for 0, NaN below 0.
#[inline]
pub fn ln(number: f32) -> f32 {
    libm::logf(number)
}

/// Returns a number to the power of another. NaN for a finite negative base, unless the exponent is a whole number or
/// infinite.
#[inline]
pub fn pow(base: f32, exponent: f32) -> f32 {
    libm::powf(base, exponent)
}

/// Interpolates between two numbers or vectors: exactly `from` at 0, exactly `to` at 1. Other values of `t`
/// extrapolate.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::lerp;
///
/// assert_eq!(lerp(10.0, 20.0, 0.25), 12.5);
/// assert_eq!(lerp(vec2(0.0, 8.0), vec2(4.0, 0.0), 0.5), vec2(2.0, 4.0));
/// ```
#[doc(alias = "mix")]
#[inline]
pub fn lerp<T: Add<Output = T> + Mul<f32, Output = T>>(from: T, to: T, t: f32) -> T {
    // Not `from + (to - from) * t`, which misses `to` by a rounding error.
    from * (1.0 - t) + to * t
}

/// Returns the fraction at which `value` lies between `from` and `to`: 0 at `from`, 1 at `to`. 0 if both are equal.
///
/// ```
/// use damselfly::math::inverse_lerp;
///
/// assert_eq!(inverse_lerp(10.0, 20.0, 12.5), 0.25);
/// ```
#[inline]
pub fn inverse_lerp(from: f32, to: f32, value: f32) -> f32 {
    // Avoids 0/0, so that a progress bar without a range is empty.
    if from == to {
        return 0.0;
    }
    (value - from) / (to - from)
}

/// Maps a number from one range to another: a value within `from` becomes the corresponding value within `to`. Values
/// outside `from` end up outside `to`. Either range may run downwards.
///
/// ```
/// use damselfly::math::remap;
///
/// assert_eq!(remap(25.0, 0.0..100.0, 0.0..8.0), 2.0);
/// assert_eq!(remap(25.0, 0.0..100.0, 8.0..0.0), 6.0);
/// ```
#[inline]
pub fn remap(value: f32, from: Range<f32>, to: Range<f32>) -> f32 {
    lerp(to.start, to.end, inverse_lerp(from.start, from.end, value))
}

/// Moves a number towards `target` by at most `distance`, and never beyond it; all in the same units. A negative
/// distance moves away. For vectors, use `Vec2::move_towards`.
///
/// ```
/// use damselfly::math::move_towards;
///
/// assert_eq!(move_towards(1.0, 5.0, 3.0), 4.0);
/// assert_eq!(move_towards(4.0, 5.0, 3.0), 5.0);
/// ```
#[inline]
pub fn move_towards(from: f32, target: f32, distance: f32) -> f32 {
    let rest = target - from;
    if rest.abs() <= distance {
        return target;
    }
    from + distance.copysign(rest) * distance.signum()
}
