//! Rectangles, segments, circles, and the tests between them; angles as [`Turn`](turns::Turn)s.
//!
//! Touching is not overlapping: two shapes overlap if they share more than their edges. A box without size is a point:
//! it overlaps a box that it lies inside of, and none on whose edge it lies. A shape with a NaN coordinate overlaps
//! nothing.
//!
//! Imports no other module of the crate.

mod circle;
mod rect;
mod segment;
pub(crate) mod sine;
pub mod turns;

pub use circle::Circle;
pub use rect::Rect;
pub use segment::Segment;

/// Returns whether `value` is from `min` to `max`, both included. False if any of them is NaN.
#[doc(hidden)]
pub fn in_range(value: f32, min: f32, max: f32) -> bool {
    min <= value && value <= max
}

#[cfg(test)]
mod tests {
    use super::in_range;

    #[test]
    fn a_range_includes_both_its_ends_and_no_nan() {
        assert!(in_range(1.0, 1.0, 2.0) && in_range(2.0, 1.0, 2.0));
        assert!(!in_range(0.9, 1.0, 2.0) && !in_range(2.1, 1.0, 2.0));
        assert!(!in_range(f32::NAN, 1.0, 2.0) && !in_range(1.0, f32::NAN, 2.0));
    }
}
