//! The coverage of a triangle.

use core::ops::Range;

/// Returns whether a triangle covers a pixel: the centre of the pixel is inside, or on a left or top edge. Corners are
/// in 1/256 pixel, in either winding order.
///
/// A centre on an edge counts as shifted right by a tiny distance, and down by a far smaller one. So it is outside a
/// right edge and inside a left edge. On a horizontal edge, it is outside a bottom edge and inside a top edge.
pub(crate) fn covers([a, b, c]: [[i64; 2]; 3], pixel: [i64; 2]) -> bool {
    let centre = pixel.map(|at| at * 256 + 128);
    let sides = [[a, b], [b, c], [c, a]].map(|edge| side(edge, centre));
    let nowhere = [0; 3];
    sides.iter().all(|side| *side > nowhere) || sides.iter().all(|side| *side < nowhere)
}

/// Returns the side of an edge on which a position lies, as three numbers. The first is the distance to the right along
/// the direction of the edge. The others are its changes after a step along a row, and after a step down. The sign of
/// the first number that is not 0 decides.
fn side([from, to]: [[i64; 2]; 2], place: [i64; 2]) -> [i64; 3] {
    let along = [to[0] - from[0], to[1] - from[1]];
    let reach = [place[0] - from[0], place[1] - from[1]];
    [
        along[0] * reach[1] - along[1] * reach[0],
        -along[1],
        along[0],
    ]
}

/// Columns and rows of a target of this size, and one more pixel on each side: a triangle covers nothing outside.
pub(crate) fn around(triangle: [[i64; 2]; 3], size: [i64; 2]) -> [Range<i64>; 2] {
    [0, 1].map(|axis| {
        let places = triangle.map(|corner| corner[axis].div_euclid(256));
        let first = places.into_iter().fold(i64::MAX, i64::min);
        let last = places.into_iter().fold(i64::MIN, i64::max);
        first.max(-1)..(last + 1).min(size[axis] + 1)
    })
}
