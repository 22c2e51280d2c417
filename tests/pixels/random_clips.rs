//! Random clip rectangles of layers.

use crate::rng::Rng;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};

/// Returns a random clip rectangle, or `None`, for a target of this size. Some are empty, swapped or not finite.
pub(crate) fn random_clip(rng: &mut Rng, target: [u32; 2]) -> Option<Rect> {
    if rng.one_in(2) {
        return None;
    }
    let [right, bottom] = target.map(|side| side.cast_signed() + 9);
    let mut corner = || vec2(rng.place(-9, right), rng.place(-9, bottom));
    let mut rect = Rect::new(corner(), corner());
    match rng.whole(0, 9) {
        0 => rect = Rect::new(Vec2::splat(-1.0), vec2(900.0, rect.max.y)),
        1 => rect.max = rect.min,
        2 => core::mem::swap(&mut rect.min.x, &mut rect.max.x),
        3 => rect.max.y = rng.one_of(&[f32::NAN, f32::INFINITY, 3e9, -3e9]),
        // Halves of pixels decide whether a centre is inside.
        4 => rect.min = rect.min.floor() + 0.5,
        _ => {}
    }
    Some(rect)
}
