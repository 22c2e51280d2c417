//! Angles as whole numbers: 65 536 units are a full turn, clockwise on screen, so that they wrap by themselves and turn
//! by the same bits everywhere.

use core::f64::consts::TAU;

use super::SineTable;

/// A quarter of a full turn.
pub const QUARTER_TURN: u16 = 0x4000;

/// Half of a full turn.
pub const HALF_TURN: u16 = 0x8000;

/// The nearest unit to an angle in radians; halves are rounded up. Wraps. What is not finite is 0.
pub fn from_radians(radians: f32) -> u16 {
    let units = (f64::from(radians) * (65_536.0 / TAU) + 0.5).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 65 535; the cast makes 0 of what is not a number"
    )]
    let wrapped = units.rem_euclid(65_536.0) as u16;
    wrapped
}

/// The angle in radians, from 0 up to, but not including, a full turn.
#[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
pub fn to_radians(turn: u16) -> f32 {
    (f64::from(turn) * (TAU / 65_536.0)) as f32
}

/// How far to turn from one angle to another by the shorter way: positive is clockwise on screen. Opposite angles are
/// −32 768 units apart.
pub fn difference(from: u16, to: u16) -> i16 {
    to.wrapping_sub(from).cast_signed()
}

/// An angle in radians brought within one turn of zero, so that it keeps its precision however long it spins.
pub(crate) fn wrapped(angle: f32) -> f32 {
    use core::f32::consts::TAU;
    if angle.abs() < TAU {
        angle
    } else {
        angle % TAU
    }
}

/// Sine and cosine, looked up in the [`SineTable`].
pub fn sin_cos(turn: u16) -> (f32, f32) {
    (SineTable::sin(turn), SineTable::cos(turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::{FRAC_PI_2, PI};
    use proptest::prelude::*;

    #[test]
    fn every_turn_survives_radians_and_back() {
        for turn in 0..=u16::MAX {
            assert_eq!(from_radians(to_radians(turn)), turn);
            let below = to_radians(turn) - core::f32::consts::TAU;
            assert_eq!(from_radians(below), turn);
        }
    }

    #[test]
    fn angles_wrap_and_round_halves_up() {
        assert_eq!(from_radians(FRAC_PI_2), QUARTER_TURN);
        assert_eq!(from_radians(-FRAC_PI_2), 3 * QUARTER_TURN);
        assert_eq!(from_radians(3.0 * PI), HALF_TURN);
        assert_eq!(from_radians(-1e-9), 0);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(from_radians(bad), 0);
        }
    }

    #[test]
    fn the_short_way_is_taken_across_zero() {
        assert_eq!(difference(65_000, 200), 736);
        assert_eq!(difference(200, 65_000), -736);
        assert_eq!(difference(0, HALF_TURN), i16::MIN);
        assert_eq!(difference(HALF_TURN, 0), i16::MIN);
    }

    proptest! {
        #[test]
        fn a_difference_leads_from_one_to_the_other(from: u16, to: u16) {
            prop_assert_eq!(from.wrapping_add_signed(difference(from, to)), to);
        }

        #[test]
        fn the_nearest_unit_is_at_most_half_a_unit_away(radians in -1000.0f32..1000.0) {
            let back = f64::from(from_radians(radians)) * (TAU / 65_536.0);
            let apart = (f64::from(radians) - back).rem_euclid(TAU);
            prop_assert!(apart.min(TAU - apart) <= TAU / 131_072.0 + 1e-9);
        }

        #[test]
        fn sine_and_cosine_are_those_of_the_angle(turn: u16) {
            let (sin, cos) = sin_cos(turn);
            let angle = f64::from(turn) * (TAU / 65_536.0);
            prop_assert!((f64::from(sin) - libm::sin(angle)).abs() < 1e-7);
            prop_assert!((f64::from(cos) - libm::cos(angle)).abs() < 1e-7);
        }
    }
}
