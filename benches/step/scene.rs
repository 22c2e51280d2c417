//! Start positions and bouncing of sprites: the same for all contenders.

use damselfly::glam::Vec2;

/// Upper left limit of a sprite's centre: there, the sprite touches the edges of the view. A sprite may be past the
/// limit for a step before it turns back.
pub(crate) const LOW: Vec2 = Vec2::splat(8.0);
/// Lower right limit, like [`LOW`].
pub(crate) const HIGH: Vec2 = Vec2::new(1280.0 - 8.0, 720.0 - 8.0);

/// Returns the velocity, reversed along each axis on which the sprite has exceeded its limit.
#[inline(always)]
pub(crate) fn bounced(position: Vec2, velocity: Vec2) -> Vec2 {
    let turned = |at: f32, by: f32, low: f32, high: f32| {
        if at < low || at > high { -by } else { by }
    };
    Vec2::new(
        turned(position.x, velocity.x, LOW.x, HIGH.x),
        turned(position.y, velocity.y, LOW.y, HIGH.y),
    )
}

/// Returns the start positions and velocities of the sprites: the same for all contenders.
pub(crate) fn start(count: usize) -> impl Iterator<Item = (Vec2, Vec2)> {
    let mut random = damselfly::Random::new(1);
    (0..count).map(move |_| {
        let mut pair =
            |x: f32, y: f32, low: Vec2| Vec2::new(random.range(low.x..x), random.range(low.y..y));
        (pair(HIGH.x, HIGH.y, LOW), pair(3.0, 3.0, Vec2::splat(-3.0)))
    })
}
