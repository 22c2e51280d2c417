//! Clip rectangles of layers.

/// Largest coordinate of an edge, in pixels.
const FAR: f32 = 1_048_576.0;

/// Returns whether a pixel's centre is inside a rectangle, given by its first and its last corner in pixels of the
/// frame's target. `halvings`: how often the sides of the layer's target were halved.
pub(super) fn contains(rect: &[[f32; 2]; 2], halvings: u32, pixel: [i64; 2]) -> bool {
    if rect.iter().flatten().any(|edge| edge.is_nan()) {
        return false;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number of at most 2^28"
    )]
    let snapped = |edge: f32| {
        let limited = edge.clamp(-FAR, FAR);
        let halved = (0..halvings).fold(limited, |edge, _| edge / 2.0);
        (halved * 256.0 + 0.5).floor() as i64
    };
    (0..2).all(|axis| {
        let centre = pixel[axis] * 256 + 128;
        snapped(rect[0][axis]) <= centre && centre < snapped(rect[1][axis])
    })
}
