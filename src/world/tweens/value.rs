//! The values that tweens change.

use glam::Vec2;

use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::math::lerp;

/// A value between which tweens interpolate. Numbers, vectors and colours convert to it.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::world::TweenValue;
///
/// assert_eq!(TweenValue::from(3), TweenValue::Number(3.0));
/// assert_eq!(TweenValue::from(vec2(1.0, 2.0)), TweenValue::Vector(vec2(1.0, 2.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TweenValue {
    /// A number.
    Number(f64),
    /// A vector.
    Vector(Vec2),
    /// A colour.
    Color(Color),
}

summed!(enum TweenValue: 0 Number(number), 1 Vector(vector), 2 Color(color));

impl TweenValue {
    /// Returns the value at an eased share of the way to another value of the same kind: exactly this one at 0, and
    /// exactly the other one at 1. Channels of colours stay within their range. Of two kinds, returns the other value.
    pub(super) fn between(self, to: Self, share: f32) -> Self {
        if share == 0.0 {
            return self;
        }
        if share == 1.0 {
            return to;
        }
        match (self, to) {
            (Self::Number(from), Self::Number(to)) => {
                let share = f64::from(share);
                Self::Number(from * (1.0 - share) + to * share)
            }
            (Self::Vector(from), Self::Vector(to)) => {
                // An axis on which nothing moves stays where it is, bit for bit.
                Self::Vector(Vec2::select(from.cmpeq(to), to, lerp(from, to, share)))
            }
            (Self::Color(from), Self::Color(to)) => Self::Color(mixed(from, to, share)),
            _ => to,
        }
    }

    /// Returns this value plus a displacement. Colours have none.
    pub(super) fn plus(self, by: Self) -> Self {
        match (self, by) {
            (Self::Number(from), Self::Number(by)) => Self::Number(from + by),
            (Self::Vector(from), Self::Vector(by)) => Self::Vector(from + by),
            _ => by,
        }
    }

    /// Returns whether all numbers are finite.
    pub(super) fn is_finite(self) -> bool {
        match self {
            Self::Number(number) => number.is_finite(),
            Self::Vector(vector) => vector.is_finite(),
            Self::Color(_) => true,
        }
    }

    /// Returns whether both are of one kind.
    pub(super) fn is_like(self, other: Self) -> bool {
        core::mem::discriminant(&self) == core::mem::discriminant(&other)
    }
}

/// Mixes two colours channel by channel. Curves that overshoot stop at the ends of a channel.
fn mixed(from: Color, to: Color, share: f32) -> Color {
    let channel = |from: u8, to: u8| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a byte"
        )]
        let byte = (lerp(f32::from(from), f32::from(to), share) + 0.5).clamp(0.0, 255.0) as u8;
        byte
    };
    Color {
        r: channel(from.r, to.r),
        g: channel(from.g, to.g),
        b: channel(from.b, to.b),
        a: channel(from.a, to.a),
    }
}

/// Implements the conversion of number types.
macro_rules! tween_value_from {
    ($($number:ty),+) => {
        $(impl From<$number> for TweenValue {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })+
    };
}
tween_value_from!(f32, f64, i8, i16, i32, u8, u16, u32);

impl From<Vec2> for TweenValue {
    fn from(vector: Vec2) -> Self {
        Self::Vector(vector)
    }
}

impl From<Color> for TweenValue {
    fn from(color: Color) -> Self {
        Self::Color(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_exact_and_channels_stay_in_range() {
        let (from, to) = (Color::rgba(10, 200, 0, 255), Color::rgba(250, 0, 7, 0));
        let at = |share| TweenValue::from(from).between(to.into(), share);
        assert_eq!(
            (at(0.0), at(1.0)),
            (TweenValue::Color(from), TweenValue::Color(to))
        );
        assert_eq!(at(1.5), TweenValue::Color(Color::rgba(255, 0, 11, 0)));
        let number = TweenValue::from(0.1_f32).between(TweenValue::from(0.3_f32), 1.0);
        assert_eq!(number, TweenValue::from(0.3_f32));
    }
}
