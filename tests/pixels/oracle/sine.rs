//! Sines of angles in 1/65536 turn, by the series that every textbook has.

use core::f64::consts::TAU;

/// The sine of an angle, rounded to the nearest single precision number. That of a half turn is 0 exactly, as are the
/// other quarters.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
pub(crate) fn sine(turn: i64) -> f32 {
    let turn = turn.rem_euclid(65_536);
    // The same numbers four times: so that opposite angles have opposite sines to the last bit.
    let (half, within) = (turn / 32_768, turn % 32_768);
    let from_zero = within.min(32_768 - within);
    let sine = series(from_zero as f64 * (TAU / 65_536.0)) as f32;
    match half {
        0 => sine,
        _ => 0.0 - sine,
    }
}

/// The cosine of an angle: the sine of one that is a quarter turn more.
pub(crate) fn cosine(turn: i64) -> f32 {
    sine(turn + 16_384)
}

/// `x - x³/3! + x⁵/5! - …`, for 0 to a quarter turn, where terms fall below the last bit soon. From the smallest on, so
/// that little is lost.
fn series(x: f64) -> f64 {
    let mut terms = vec![x];
    for number in 1..14 {
        let last = terms[number - 1];
        let n = 2.0 * number as f64;
        terms.push(-last * x * x / (n * (n + 1.0)));
    }
    terms.iter().rev().sum()
}
