//! Errors of invalid outlines.

use core::error::Error;
use core::fmt;

use super::shape::MAX_CORNERS;

/// Reasons why points do not form a [`Shape`](super::Shape).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There are no points.
    Empty,
    /// A coordinate is not a finite number.
    NotFinite {
        /// The point's index.
        index: usize,
    },
    /// The hull has more corners than a shape may have.
    TooManyCorners {
        /// Number of corners of the hull.
        corners: usize,
    },
    /// The outline crosses itself or has no area, and cannot be split.
    NotSimple,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a shape needs at least one point"),
            Self::NotFinite { index } => {
                write!(f, "point {index} of the shape is not a finite number")
            }
            Self::TooManyCorners { corners } => write!(
                f,
                "the hull has {corners} corners, and a convex shape at most {MAX_CORNERS}: leave out some, or split it"
            ),
            Self::NotSimple => f.write_str(
                "the outline crosses itself or has no area: give its corners in order, each once",
            ),
        }
    }
}

impl Error for ShapeError {}
