//! Thin straight lines in pixels of the target, clipped to the view. They use only frames that every atlas has, so that
//! the overlay adds nothing to the table of frames and uploads only its instances.

use glam::Vec2;

use crate::assets::FrameId;
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::math::angle_of;
use crate::scene::{Instance, Layer};

/// Draws lines one pixel wide onto a layer whose unit is a pixel of the target.
#[derive(Debug)]
pub(super) struct LineBrush<'a> {
    pub(super) layer: &'a mut Layer,
    /// Area of the visible pixels.
    pub(super) clip: Rect,
}

impl LineBrush<'_> {
    /// Draws a line between the pixels of two points. Draws nothing if a point is not finite.
    pub(super) fn line(&mut self, from: Vec2, to: Vec2, color: Color) {
        let Some([from, to]) = clipped(from, to, self.clip) else {
            return;
        };
        let along = to - from;
        if along.abs().min_element() < 0.5 {
            // Horizontal and vertical lines are filled as whole pixels, so that they are sharp.
            let middle = (from + to) / 2.0;
            let [min, max] = if along.x.abs() < along.y.abs() {
                [
                    middle.with_y(from.y.min(to.y)),
                    middle.with_y(from.y.max(to.y)),
                ]
            } else {
                [
                    middle.with_x(from.x.min(to.x)),
                    middle.with_x(from.x.max(to.x)),
                ]
            };
            self.fill(min.floor(), max.floor() + 1.0, color);
            return;
        }
        let mut instance = Instance::new((from + to) / 2.0, FrameId::SQUARE);
        instance.set_scale(Vec2::new(along.length(), 1.0));
        instance.turn = Turn::from_radians(angle_of(along));
        self.put(instance, color);
    }

    /// Draws the inner outline of an axis-aligned rectangle. A rectangle without an area becomes a line or a pixel.
    pub(super) fn outline(&mut self, rect: Rect, color: Color) {
        if !(rect.min.is_finite() && rect.max.is_finite()) {
            return;
        }
        // Includes the pixels whose centres are inside the rectangle, as for sprites.
        let min = (rect.min - 0.5).ceil();
        let last = ((rect.max - 0.5).ceil() - 1.0).max(min);
        if last.cmpeq(min).any() {
            self.line(min, last, color);
            return;
        }
        let corner = Vec2::new;
        self.line(min, corner(last.x, min.y), color);
        self.line(corner(min.x, last.y), last, color);
        // The corners are left out: they are drawn already, and translucent colours would be darker there.
        if last.y > min.y + 1.0 {
            let (top, bottom) = (min.y + 1.0, last.y - 1.0);
            for x in [min.x, last.x] {
                self.line(corner(x, top), corner(x, bottom), color);
            }
        }
    }

    /// Fills an axis-aligned rectangle of whole pixels, clipped to the view.
    pub(super) fn fill(&mut self, min: Vec2, max: Vec2, color: Color) {
        let (min, max) = (min.max(self.clip.min), max.min(self.clip.max));
        if min.cmplt(max).all() {
            let mut instance = Instance::new(min, FrameId::SOLID);
            instance.set_scale(max - min);
            self.put(instance, color);
        }
    }

    fn put(&mut self, mut instance: Instance, color: Color) {
        instance.set_tint(color);
        self.layer.push(None, instance, Vec2::ZERO);
    }
}

/// Returns the part of a line inside a rectangle: Liang and Barsky, "A New Concept and Method for Line Clipping"
/// (1984). `None` if there is none, or an end is not finite.
fn clipped(from: Vec2, to: Vec2, clip: Rect) -> Option<[Vec2; 2]> {
    if !(from.is_finite() && to.is_finite()) {
        return None;
    }
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        // `f64`, because ends may be very far away.
        let [from, to, min, max] =
            [from, to, clip.min, clip.max].map(|position| f64::from(position[axis]));
        let (along, low, high) = (to - from, min - from, max - from);
        if along == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let times = [low / along, high / along];
        start = start.max(times[0].min(times[1]));
        end = end.min(times[0].max(times[1]));
    }
    #[expect(clippy::cast_possible_truncation, reason = "near the view")]
    let at = |axis: usize, time: f64| {
        let [from, to] = [from, to].map(|position| f64::from(position[axis]));
        (from + (to - from) * time) as f32
    };
    // The point is clamped for ends so far away that their coordinates are less precise than the size of the view.
    let point = |time| Vec2::new(at(0, time), at(1, time)).clamp(clip.min, clip.max);
    (start <= end).then(|| [start, end].map(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;
    use proptest::prelude::*;

    const CLIP: Rect = Rect {
        min: Vec2::ZERO,
        max: Vec2::new(100.0, 60.0),
    };

    fn drawn(draw: impl FnOnce(&mut LineBrush<'_>)) -> Vec<(Vec2, Vec2)> {
        let mut layer = Layer::new();
        draw(&mut LineBrush {
            layer: &mut layer,
            clip: CLIP,
        });
        let instances = layer.columns().instances.iter();
        let size = |instance: &Instance| Vec2::from_array(instance.scale.map(f32::from));
        instances.map(|one| (one.position, size(one))).collect()
    }

    #[test]
    fn level_lines_are_whole_pixels_and_their_ends_are_drawn() {
        let line = |from, to| drawn(|brush| brush.line(from, to, Color::RED));
        let row = vec![(vec2(3.0, 7.0), vec2(6.0, 1.0))];
        assert_eq!(line(vec2(3.2, 7.9), vec2(8.9, 7.9)), row);
        assert_eq!(line(vec2(8.9, 7.9), vec2(3.2, 7.9)), row);
        let column = vec![(vec2(5.0, 0.0), vec2(1.0, 3.0))];
        assert_eq!(line(vec2(5.5, -1e9), vec2(5.5, 2.5)), column);
        let pixel = vec![(vec2(5.0, 2.0), Vec2::ONE)];
        assert_eq!(line(vec2(5.5, 2.5), vec2(5.5, 2.5)), pixel);
        for nowhere in [f32::NAN, f32::INFINITY] {
            assert_eq!(line(vec2(nowhere, 0.0), Vec2::ONE), []);
        }
    }

    #[test]
    fn an_outline_covers_no_pixel_twice_and_none_outside() {
        for (x, y) in [
            (2.0, 2.0),
            (2.0, 9.0),
            (1.0, 1.0),
            (1.0, 4.0),
            (3.0, 3.0),
            (7.0, 3.0),
        ] {
            let rect = Rect::from_size(vec2(10.0, 20.0), vec2(x, y));
            let parts = drawn(|brush| brush.outline(rect, Color::RED));
            let inside = parts
                .iter()
                .all(|&(at, size)| rect.contains_rect(&Rect::from_size(at, size)));
            assert!(inside, "{rect:?}: {parts:?}");
            let covered: f32 = parts.iter().map(|(_, size)| size.x * size.y).sum();
            let hole = ((x - 2.0) * (y - 2.0)).max(0.0);
            let hole = if x <= 2.0 || y <= 2.0 { 0.0 } else { hole };
            assert_eq!(covered, x * y - hole, "{rect:?}: {parts:?}");
        }
        let point = drawn(|brush| brush.outline(Rect::point(vec2(4.0, 5.0)), Color::RED));
        assert_eq!(point, [(vec2(4.0, 5.0), Vec2::ONE)]);
    }

    #[test]
    fn a_line_from_very_far_away_is_clipped_to_the_view() {
        let (from, to) = (vec2(8.4781335e17, 5.876_658e15), Vec2::ZERO);
        for end in clipped(from, to, CLIP).into_iter().flatten() {
            assert!(CLIP.contains(end), "{end}");
        }
    }

    proptest! {
        #[test]
        fn clipping_keeps_the_visible_part_of_a_line(
            x in -200.0f32..300.0, y in -200.0f32..300.0, to_x in -200.0f32..300.0, to_y in -200.0f32..300.0,
        ) {
            let (from, to) = (vec2(x, y), vec2(to_x, to_y));
            let part = clipped(from, to, CLIP);
            let inside = CLIP.expanded(0.01);
            for share in 0..=100_u8 {
                let at = from.lerp(to, f32::from(share) / 100.0);
                let is_kept = part.is_some_and(|[from, to]| {
                    let way = to - from;
                    let time = (at - from).dot(way) / way.length_squared().max(1e-9);
                    (-0.001..=1.001).contains(&time)
                });
                if CLIP.contains_inside(at) {
                    prop_assert!(is_kept, "{at}");
                }
            }
            for end in part.into_iter().flatten() {
                prop_assert!(inside.contains(end));
            }
        }

        #[test]
        fn any_bits_draw_nothing_outside_of_the_view(
            bits in proptest::array::uniform4(proptest::num::f32::ANY),
        ) {
            let [x, y, to_x, to_y] = bits;
            let parts = drawn(|brush| {
                brush.line(vec2(x, y), vec2(to_x, to_y), Color::RED);
                brush.outline(Rect { min: vec2(x, y), max: vec2(to_x, to_y) }, Color::RED);
            });
            for (at, size) in parts {
                prop_assert!(CLIP.expanded(1.5).contains(at) && size.max_element() < 120.0);
            }
        }
    }
}
