//! Vectors of `f64` for the tests of shapes.
//!
//! Coordinates are `f32`. Their differences and products are exact or nearly exact in `f64`, which also holds the
//! square of any `f32`. Very large and very small shapes therefore need no special cases.

use core::ops::{Add, Mul, Neg, Sub};
use glam::Vec2;

/// A position or direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Vector {
    pub(crate) const ZERO: Self = Self::new(0.0, 0.0);

    #[inline]
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the vector from `other` to `to`. It is exact if coordinates are at most 2^29 times as large as their
    /// difference.
    #[inline]
    pub(crate) fn between(other: Vec2, to: Vec2) -> Self {
        Self::from(to) - Self::from(other)
    }

    #[inline]
    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns a positive number if `other` is clockwise of this one on screen, where y points down.
    #[inline]
    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub(crate) fn length_squared(self) -> f64 {
        self.dot(self)
    }

    #[inline]
    pub(crate) fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// Returns the vector turned by a quarter turn, clockwise on screen.
    #[inline]
    pub(crate) fn perpendicular(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Returns the vector with a length of 1. `None` if the length is 0 or not finite.
    #[inline]
    pub(crate) fn normalized(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0 && length.is_finite()).then(|| self * (1.0 / length))
    }

    #[inline]
    pub(crate) fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// Rounded to `f32`.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
    #[inline]
    pub(crate) fn to_vec2(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }
}

impl From<Vec2> for Vector {
    #[inline]
    fn from(vector: Vec2) -> Self {
        Self::new(f64::from(vector.x), f64::from(vector.y))
    }
}

impl Add for Vector {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;

    #[inline]
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

impl Neg for Vector {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}
