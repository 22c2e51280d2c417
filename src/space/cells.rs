//! Cells whose sides are powers of two.

/// Boxes whose longer side is at most this long, in world units, count as points.
const SMALLEST: f64 = 1e-6;

/// Returns the number of the cell that contains a coordinate. It never decreases as the coordinate increases.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates: what is too far away shares the last cell"
)]
pub(super) fn cell_at(coordinate: f64, cell: f64) -> i32 {
    // A cell's side is a power of two. Its reciprocal is therefore exact, and a product equals a quotient. The code
    // rounds down without `f64::floor`, which is a function call on the oldest supported processors.
    let cells = coordinate * (1.0 / cell);
    let towards_zero = cells as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > cells))
}

/// Returns the exponent of 2 of a box's longer side, rounded down. `None` for points, and if an edge is not finite.
#[inline]
pub(super) fn exponent_of(extent: f64) -> Option<i16> {
    // Read from the bits, because logarithms differ between machines.
    let exponent = i16::try_from(extent.to_bits() >> 52 & 0x7ff).ok()? - 1023;
    (extent > SMALLEST && extent.is_finite()).then_some(exponent)
}

/// Returns 2 to the power `exponent`, which must be from −1022 to 1023.
pub(super) fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits((exponent + 1023).cast_unsigned() << 52)
}
