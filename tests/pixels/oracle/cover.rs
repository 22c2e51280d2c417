//! The pixels that a triangle covers.

use core::ops::Range;

/// Whether a triangle covers a pixel: its centre is inside, or on a left or top edge. Corners are in 1/256 pixel;
/// either way around.
///
/// A centre that is on an edge counts as if it was a very small distance to the right, and a far smaller one further
/// down: that is outside of a right edge and inside of a left one, and where the edge is along a row, outside of a
/// bottom edge and inside of a top one.
pub(crate) fn covers([a, b, c]: [[i64; 2]; 3], pixel: [i64; 2]) -> bool {
    let centre = pixel.map(|at| at * 256 + 128);
    let sides = [[a, b], [b, c], [c, a]].map(|edge| side(edge, centre));
    let nowhere = [0; 3];
    sides.iter().all(|side| *side > nowhere) || sides.iter().all(|side| *side < nowhere)
}

/// On which side of an edge a place is: by its sign, how far it is to the right as seen along the edge; how much
/// further to the right it is after a step along a row; and after a step down. The first that is not 0 decides.
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
