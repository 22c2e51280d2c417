//! The coverage of a triangle.

use core::ops::Range;

/// Returns whether a triangle covers a pixel: the pixel's centre is inside, or on a left or top edge. Corners are in
/// 1/256 pixel, in either orientation.
///
/// A centre on an edge is treated as if it were moved to the right by a very small distance, and down by a far smaller
/// one. That puts it outside a right edge and inside a left one. On an edge along a row, it is outside a bottom edge
/// and inside a top one.
pub(crate) fn covers([a, b, c]: [[i64; 2]; 3], pixel: [i64; 2]) -> bool {
    let centre = pixel.map(|at| at * 256 + 128);
    let sides = [[a, b], [b, c], [c, a]].map(|edge| side(edge, centre));
    let nowhere = [0; 3];
    sides.iter().all(|side| *side > nowhere) || sides.iter().all(|side| *side < nowhere)
}

/// Returns three numbers. The sign of the first one that is not 0 shows on which side of an edge a position is. They
/// measure how far the position is to the right, as seen along the edge, and how this changes with a step along a row
/// and with a step down.
fn side([from, to]: [[i64; 2]; 2], place: [i64; 2]) -> [i64; 3] {
    let along = [to[0] - from[0], to[1] - from[1]];
    let reach = [place[0] - from[0], place[1] - from[1]];
    [
        along[0] * reach[1] - along[1] * reach[0],
        -along[1],
        along[0],
    ]
}

/// Returns the columns and rows around a triangle that are in a target of this size or next to it. The triangle covers
/// no other pixel there.
pub(crate) fn around(triangle: [[i64; 2]; 3], size: [i64; 2]) -> [Range<i64>; 2] {
    [0, 1].map(|axis| {
        let places = triangle.map(|corner| corner[axis].div_euclid(256));
        let first = places.into_iter().fold(i64::MAX, i64::min);
        let last = places.into_iter().fold(i64::MIN, i64::max);
        first.max(-1)..(last + 1).min(size[axis] + 1)
    })
}
