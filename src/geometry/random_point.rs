//! Random points within shapes.

use glam::Vec2;

use super::{Circle, Rect};
use crate::base::random::Random;

impl Random {
    /// Returns a uniformly distributed point inside a rectangle, in its units. Includes the left and top edges,
    /// excludes the others. On an axis without a length, returns the coordinate of `min`.
    ///
    /// ```
    /// # use damselfly::glam::vec2;
    /// # use damselfly::prelude::*;
    /// # use damselfly::Random;
    /// let sky = Rect::new(vec2(0.0, 0.0), vec2(80.0, 12.0));
    /// let star = Random::new(7).point_in(sky);
    /// assert!(sky.contains(star));
    /// ```
    pub fn point_in(&mut self, rect: Rect) -> Vec2 {
        let x = self.range(rect.min.x..rect.max.x);
        let y = self.range(rect.min.y..rect.max.y);
        Vec2::new(x, y)
    }

    /// Returns a uniformly distributed point inside a circle, in its units. Returns the centre if the circle has no
    /// size.
    pub fn point_in_circle(&mut self, circle: Circle) -> Vec2 {
        let direction = self.unit_vector();
        // Takes the square root, because a ring further out has a larger area and must get more of the points.
        let distance = circle.radius.max(0.0) * self.range(0.0f32..1.0).sqrt();
        circle.center + direction * distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn circles_without_a_size_give_their_centre() {
        let center = vec2(3.0, -4.0);
        for radius in [0.0, -5.0, f32::NAN] {
            let point = Random::new(5).point_in_circle(Circle { center, radius });
            assert_eq!(point, center, "radius {radius}");
        }
    }

    #[test]
    fn points_fill_a_rectangle_evenly() {
        let rect = Rect::new(vec2(-2.0, 10.0), vec2(2.0, 12.0));
        let mut random = Random::new(5);
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            let point = random.point_in(rect);
            assert!((-2.0..2.0).contains(&point.x) && (10.0..12.0).contains(&point.y));
            counts[usize::from(point.x < 0.0) + 2 * usize::from(point.y < 11.0)] += 1;
        }
        // Five standard deviations of a fair draw are about 433.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 433),
            "{counts:?}"
        );
    }

    #[test]
    fn points_fill_a_circle_evenly() {
        let circle = Circle {
            center: vec2(4.0, -1.0),
            radius: 3.0,
        };
        let mut random = Random::new(5);
        // Half of the radius contains a quarter of the area.
        let inside = (0..40_000).filter(|_| {
            let distance = random.point_in_circle(circle).distance(circle.center);
            assert!(distance <= 3.000_01);
            distance < 1.5
        });
        assert!(inside.count().abs_diff(10_000) < 433);
    }

    #[test]
    fn empty_shapes_give_their_corner_or_centre() {
        let mut random = Random::new(1);
        let corner = vec2(3.0, 4.0);
        assert_eq!(
            random.point_in(Rect {
                min: corner,
                max: corner
            }),
            corner
        );
        let point = Circle {
            center: corner,
            radius: 0.0,
        };
        assert_eq!(random.point_in_circle(point), corner);
    }
}
