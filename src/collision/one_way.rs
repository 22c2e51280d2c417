//! One-way platforms, which only hold objects that come down from above.

use glam::Vec2;

use crate::geometry::Rect;

/// Returns whether a moving object lands on a platform, if it overlaps the platform after its movement: it moves down,
/// and its box was above the platform's upper edge before. All numbers are in world units, with y pointing down.
///
/// A box may be below the edge by 2⁻²⁰ of the largest vertical coordinate of both boxes, or of the movement if that is
/// larger, because of rounding. Standing objects therefore stay on the edge. The other sides of the boxes count, too: a
/// round body's lowest point near y = 0 is the difference of two larger numbers.
pub(crate) fn lands_on(before: Rect, movement: Vec2, platform: Rect) -> bool {
    let (bottom, top) = (before.max.y, platform.min.y);
    let sides = [before.min.y, bottom, top, platform.max.y].map(f32::abs);
    let largest = sides.into_iter().fold(movement.y, f32::max);
    movement.y > 0.0 && bottom <= top + largest * (8.0 * f32::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::lands_on;
    use crate::geometry::Rect;
    use glam::vec2;

    #[test]
    fn only_objects_from_above_land() {
        let standing_at = |y: f32| Rect::from_size(vec2(0.0, y - 2.0), vec2(1.0, 2.0));
        let down = vec2(3.0, 0.5);
        let lands_on = |before, movement, top| {
            lands_on(
                before,
                movement,
                Rect::from_size(vec2(0.0, top), vec2(1.0, 2.0)),
            )
        };
        assert!(lands_on(standing_at(10.0), down, 10.0));
        assert!(lands_on(standing_at(10.0_f32.next_up()), down, 10.0));
        assert!(!lands_on(standing_at(10.1), down, 10.0));
        assert!(!lands_on(standing_at(9.0), vec2(3.0, 0.0), 10.0));
        assert!(!lands_on(standing_at(9.0), -down, 10.0));
        assert!(!lands_on(standing_at(9.0), vec2(0.0, f32::NAN), 10.0));
    }
}
