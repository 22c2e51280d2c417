//! Sines from a table, with the same bits on every machine and in every shader.

use core::f64::consts::TAU;
use std::sync::LazyLock;

use super::turns::Turn;

/// A quarter turn, in the units of [`Turn`].
const QUARTER: u16 = Turn::QUARTER.0;

/// Sines of a quarter turn: one entry for each of its 16 384 units, and one for its end.
///
/// Computed once, rounded from `libm`'s double precision sine. The other three quarters follow by symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SineTable;

// Does not use `f32::sin`, whose last bits may differ between platforms. It is not a constant, because `libm::sin` is
// not a `const fn`.
static TABLE: LazyLock<Box<[f32]>> = LazyLock::new(|| {
    #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
    let sine = |turn: u16| libm::sin(f64::from(turn) * (TAU / 65_536.0)) as f32;
    (0..=QUARTER).map(sine).collect()
});

impl SineTable {
    /// Returns the entries, for the GPU: 16 385 numbers, 0 to 1.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only the GPU reads the whole table")
    )]
    pub(crate) fn quarter() -> &'static [f32] {
        &TABLE
    }

    /// Returns the sine of a turn. Zero is always positive.
    pub(crate) fn sin(Turn(turn): Turn) -> f32 {
        let within = turn % QUARTER;
        let backwards = turn & QUARTER != 0;
        let index = if backwards { QUARTER - within } else { within };
        let sine = TABLE[usize::from(index)];
        if turn & Turn::HALF.0 == 0 {
            sine
        } else {
            // Not `-sine`, which would be −0 at the half turn.
            0.0 - sine
        }
    }

    /// Returns the cosine of a turn: the sine a quarter turn later.
    pub(crate) fn cos(turn: Turn) -> f32 {
        Self::sin(turn + Turn::QUARTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_a_quarter_turn_with_both_ends() {
        let quarter = SineTable::quarter();
        assert_eq!(quarter.len(), 16_385);
        assert_eq!((quarter[0], quarter[16_384]), (0.0, 1.0));
        assert!(quarter.is_sorted());
    }

    #[test]
    fn every_sine_is_off_by_at_most_3e_8() {
        for turn in 0..=u16::MAX {
            let exact = libm::sin(f64::from(turn) * (TAU / 65_536.0));
            let error = (f64::from(SineTable::sin(Turn(turn))) - exact).abs();
            assert!(error <= 3.0e-8, "{turn}: {error}");
        }
    }

    #[test]
    fn symmetry_is_exact_and_no_zero_is_negative() {
        for turn in 0..=u16::MAX {
            let sin = SineTable::sin(Turn(turn));
            assert_eq!(sin, -SineTable::sin(-Turn(turn)));
            assert_eq!(sin, SineTable::sin(Turn::HALF + -Turn(turn)));
            assert_eq!(SineTable::cos(Turn(turn)), SineTable::cos(-Turn(turn)));
            assert!(sin != 0.0 || sin.is_sign_positive());
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let quarters = [0, 16_384, 32_768, 49_152].map(Turn);
        assert_eq!(quarters.map(SineTable::sin), [0.0, 1.0, 0.0, -1.0]);
        assert_eq!(quarters.map(SineTable::cos), [1.0, 0.0, -1.0, 0.0]);
    }
}
