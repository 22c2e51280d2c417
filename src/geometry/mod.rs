//! Rectangles, segments, circles, and the tests between them; angles as [`Turn`](turns::Turn)s.
//!
//! Touching does not count as overlapping: two shapes overlap if they share more than their edges. A box without a size
//! is a point. It overlaps a box if it is inside, but not if it is on an edge. A shape with a NaN coordinate overlaps
//! nothing.
//!
//! Imports only `base`.

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
