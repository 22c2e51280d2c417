//! Rectangles, segments, circles, and the tests between them; angles as [`Turn`](turns::Turn)s.
//!
//! Touching is not overlapping: two shapes overlap if they share more than their edges. A box without size is a point:
//! it overlaps a box that it lies inside of, and none on whose edge it lies. A shape with a NaN coordinate overlaps
//! nothing.
//!
//! Imports no other room.

mod circle;
pub(crate) mod quads;
mod random_point;
mod rect;
mod segment;
pub(crate) mod sine;
pub mod turns;

pub use circle::Circle;
pub use rect::Rect;
pub use segment::Segment;
