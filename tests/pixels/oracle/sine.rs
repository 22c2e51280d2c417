//! Sines of angles in 1/65536 turn, by their power series.

use core::f64::consts::TAU;

/// Returns the sine of an angle, rounded to the nearest `f32`. At quarter turns it is exactly 0, 1 or −1.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
pub(crate) fn sine(turn: i64) -> f32 {
    let turn = turn.rem_euclid(65_536);
    // All four quarters use the same numbers, so that opposite angles have exactly opposite sines.
    let (half, within) = (turn / 32_768, turn % 32_768);
    let from_zero = within.min(32_768 - within);
    let sine = series(from_zero as f64 * (TAU / 65_536.0)) as f32;
    match half {
        0 => sine,
        _ => 0.0 - sine,
    }
}

/// Returns the cosine of an angle: the sine of the angle plus a quarter turn.
pub(crate) fn cosine(turn: i64) -> f32 {
    sine(turn + 16_384)
}

/// Returns `x - x³/3! + x⁵/5! - …`, for 0 to a quarter turn, where the terms soon fall below the last bit. The smallest
/// terms are added first, so that little is lost to rounding.
fn series(x: f64) -> f64 {
    let mut terms = vec![x];
    for number in 1..14 {
        let last = terms[number - 1];
        let n = 2.0 * number as f64;
        terms.push(-last * x * x / (n * (n + 1.0)));
    }
    terms.iter().rev().sum()
}
