//! Angles as integers, which wrap naturally and rotate with the same bits everywhere.

use core::f64::consts::TAU;
use core::ops::{Add, Neg};

use bytemuck::{Pod, Zeroable};
use glam::Vec2;

use super::sine::SineTable;

/// Any angle in units of 1/65536 of a full turn, clockwise on screen. Defaults to 0.
///
/// ```
/// use core::f32::consts::PI;
/// use damselfly::geometry::turns::Turn;
///
/// let turn = Turn::from_radians(PI / 2.0);
/// assert_eq!(turn, Turn::QUARTER);
/// assert_eq!(turn.sin_cos(), (1.0, 0.0));
/// assert_eq!(turn + turn, Turn::from_radians(-PI));
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
pub struct Turn(pub u16);

impl Turn {
    /// No turn.
    pub const ZERO: Self = Self(0);

    /// A quarter of a full turn.
    pub const QUARTER: Self = Self(0x4000);

    /// Half of a full turn.
    pub const HALF: Self = Self(0x8000);

    /// Returns the nearest turn to an angle in radians; halves of a unit are rounded up. Wraps. Returns 0 if the angle
    /// is not finite.
    pub fn from_radians(radians: f32) -> Self {
        // The product has 64 bits: its rounding must not give a neighbouring unit
        // (`every_turn_survives_radians_and_back`). `round` would round halves away from 0: up for positive angles, and
        // down for negative ones.
        let units = f64::from(radians) * (65_536.0 / TAU) + 0.5;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "wraps; the cast turns NaN into 0"
        )]
        let wrapped = if units.abs() < (1_i64 << 52) as f64 {
            // `floor` and `rem_euclid` would be calls of functions (bench `tweens`).
            let whole = units as i64;
            (whole - i64::from(whole as f64 > units)) as u16
        } else {
            units.floor().rem_euclid(65_536.0) as u16
        };
        Self(wrapped)
    }

    /// Returns the angle in radians, from 0 to a full turn (excluded).
    #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
    pub fn to_radians(self) -> f32 {
        (f64::from(self.0) * (TAU / 65_536.0)) as f32
    }

    /// Returns the motion to another angle by the shorter way. Opposite angles are −32 768 units apart.
    pub fn motion_to(self, to: Self) -> TurnMotion {
        TurnMotion(to.0.wrapping_sub(self.0).cast_signed())
    }

    /// Returns the angle after a motion. Wraps.
    #[must_use]
    pub fn turned_by(self, motion: TurnMotion) -> Self {
        Self(self.0.wrapping_add_signed(motion.0))
    }

    /// Returns whether this is a whole number of quarter turns.
    pub fn is_quarter(self) -> bool {
        self.0.is_multiple_of(Self::QUARTER.0)
    }

    /// Returns the sine and cosine, with the same bits on every machine.
    pub fn sin_cos(self) -> (f32, f32) {
        (SineTable::sin(self), SineTable::cos(self))
    }
}

impl Add for Turn {
    type Output = Self;

    /// Returns the sum. Wraps.
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Neg for Turn {
    type Output = Self;

    /// Returns the negative angle. Wraps.
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// A change of an angle in units of 1/65536 of a full turn; positive is clockwise on screen. Defaults to 0.
///
/// At most half a turn in either direction. A larger change is stored as the equivalent smaller one.
///
/// ```
/// use damselfly::geometry::turns::{Turn, TurnMotion};
///
/// let motion = Turn(65_000).motion_to(Turn(200));
/// assert_eq!(motion, TurnMotion(736));
/// assert_eq!(Turn(65_000).turned_by(motion), Turn(200));
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
pub struct TurnMotion(pub i16);

impl TurnMotion {
    /// No change.
    pub const ZERO: Self = Self(0);

    /// Returns this motion times a smoothing factor, in whole units. Halves are rounded up.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "factors saturate")]
    pub(crate) fn smoothed(self, k: f32) -> i32 {
        match self {
            // A sprite that does not turn needs no `floor`, which is a call.
            Self::ZERO => 0,
            Self(units) => (f32::from(units) * k + 0.5).floor() as i32,
        }
    }
}

impl Add for TurnMotion {
    type Output = Self;

    /// Returns the sum. Wraps.
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Neg for TurnMotion {
    type Output = Self;

    /// Returns the negative motion. Wraps.
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// Wraps an angle in radians to within one turn of zero, so that it stays precise during any number of turns.
pub(crate) fn wrapped(angle: f32) -> f32 {
    use core::f32::consts::TAU;
    // An angle within a turn needs no `%`, which is a function call for floats.
    if angle.abs() < TAU {
        angle
    } else {
        angle % TAU
    }
}

/// Returns the sum of two angles in radians of any valid size, wrapped to within one turn of zero.
pub(crate) fn angle_sum(one: f32, other: f32) -> f32 {
    wrapped(within_a_turn(one) + within_a_turn(other))
}

/// Wraps an angle in radians to within one turn of zero, with the full turn in double precision, as in
/// [`Turn::from_radians`]. [`wrapped`] uses the nearest `f32` of a full turn, whose error adds up over the many turns
/// of a large angle.
#[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
fn within_a_turn(angle: f32) -> f32 {
    if f64::from(angle.abs()) < TAU {
        angle
    } else {
        (f64::from(angle) % TAU) as f32
    }
}

/// Rotates an offset in world units as sprites rotate: in pixels, which are square even if world units are not. `unit`
/// is the number of pixels per world unit.
pub(crate) fn turned(offset: Vec2, turn: Turn, unit: Vec2) -> Vec2 {
    let (sin, cos) = turn.sin_cos();
    let tall = unit.y / unit.x;
    Vec2::new(
        offset.x * cos - offset.y * tall * sin,
        offset.x / tall * sin + offset.y * cos,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::{FRAC_PI_2, PI};
    use proptest::prelude::*;

    #[test]
    fn every_turn_survives_radians_and_back() {
        for turn in (0..=u16::MAX).map(Turn) {
            assert_eq!(Turn::from_radians(turn.to_radians()), turn);
            let below = turn.to_radians() - core::f32::consts::TAU;
            assert_eq!(Turn::from_radians(below), turn);
        }
    }

    #[test]
    fn angles_wrap_and_round_halves_up() {
        assert_eq!(Turn::from_radians(FRAC_PI_2), Turn::QUARTER);
        assert_eq!(Turn::from_radians(-FRAC_PI_2), Turn::HALF + Turn::QUARTER);
        assert_eq!(Turn::from_radians(3.0 * PI), Turn::HALF);
        assert_eq!(Turn::from_radians(-1e-9), Turn::ZERO);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(Turn::from_radians(bad), Turn::ZERO);
        }
    }

    #[test]
    fn differences_across_zero_go_the_short_way() {
        assert_eq!(Turn(65_000).motion_to(Turn(200)), TurnMotion(736));
        assert_eq!(Turn(200).motion_to(Turn(65_000)), TurnMotion(-736));
        assert_eq!(Turn::ZERO.motion_to(Turn::HALF), TurnMotion(i16::MIN));
        assert_eq!(Turn::HALF.motion_to(Turn::ZERO), TurnMotion(i16::MIN));
    }

    #[test]
    fn an_offset_turns_clockwise_in_pixels() {
        let square = Vec2::ONE;
        let right = Vec2::new(2.0, 0.0);
        assert_eq!(turned(right, Turn::ZERO, square), right);
        assert_eq!(turned(right, Turn::QUARTER, square), Vec2::new(0.0, 2.0));
        // Two cells of 8 × 16 pixels to the right are one cell down.
        let cells = Vec2::new(8.0, 16.0);
        assert_eq!(turned(right, Turn::QUARTER, cells), Vec2::new(0.0, 1.0));
    }

    proptest! {
        #[test]
        fn adding_a_difference_gives_the_other_angle(from: u16, to: u16) {
            let (from, to) = (Turn(from), Turn(to));
            prop_assert_eq!(from.turned_by(from.motion_to(to)), to);
        }

        #[test]
        fn angles_of_any_size_wrap_by_whole_turns(bits: u32) {
            let radians = f32::from_bits(bits);
            let units = (f64::from(radians) * (65_536.0 / TAU) + 0.5).floor();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "wrapped")]
            let wrapped = units.rem_euclid(65_536.0) as u16;
            prop_assert_eq!(Turn::from_radians(radians), Turn(wrapped));
        }

        #[test]
        fn the_nearest_unit_is_at_most_half_a_unit_away(radians in -1000.0f32..1000.0) {
            let back = f64::from(Turn::from_radians(radians).0) * (TAU / 65_536.0);
            let apart = (f64::from(radians) - back).rem_euclid(TAU);
            prop_assert!(apart.min(TAU - apart) <= TAU / 131_072.0 + 1e-9);
        }

        #[test]
        fn sums_of_angles_are_sums_of_turns(one in -1e9_f32..1e9, other in -10.0_f32..10.0) {
            let sum = Turn::from_radians(angle_sum(one, other));
            let turns = Turn::from_radians(one) + Turn::from_radians(other);
            prop_assert!(sum.motion_to(turns).0.abs() <= 1, "{:?} {:?}", sum, turns);
        }

        #[test]
        fn sine_and_cosine_match_the_angle(turn: u16) {
            let (sin, cos) = Turn(turn).sin_cos();
            let angle = f64::from(turn) * (TAU / 65_536.0);
            prop_assert!((f64::from(sin) - libm::sin(angle)).abs() < 1e-7);
            prop_assert!((f64::from(cos) - libm::cos(angle)).abs() < 1e-7);
        }
    }
}
