//! Sweep of a box against another with parallel sides: a closed form of [`sweep`](super::sweep()).

use glam::Vec2;

use super::contact::single;
use super::sweep::Impact;
use crate::geometry::Rect;

/// Returns when a moving box first overlaps another one.
///
/// Returns `Some(None)` if the boxes do not overlap before the end of the movement. Returns `None` if the closed form
/// does not apply: neither box has a width, neither has a height, a coordinate is not finite, or the boxes overlap at
/// the start.
pub(crate) fn box_sweep(moving: Rect, movement: Vec2, other: Rect) -> Option<Option<Impact>> {
    let [x, y] = [0, 1].map(|axis| AxisSweep::new(moving, movement, other, axis));
    if !(x.is_regular() && y.is_regular()) || x.is_inside() && y.is_inside() {
        return None;
    }
    let enter = x.enter.max(y.enter);
    if !(enter < x.exit.min(y.exit) && enter < 1.0) {
        return Some(None);
    }
    let position = [x.middle(enter), y.middle(enter)];
    // Corner hits use the same rule as the sweep of shapes.
    let is_down_right = x.speed > 0.0 && y.speed > 0.0;
    let normal = if x.enter > y.enter || x.enter == y.enter && is_down_right {
        Vec2::new(x.back(), 0.0)
    } else {
        Vec2::new(0.0, y.back())
    };
    Some(Some(Impact {
        time: single(enter),
        position: Vec2::from(position.map(single)),
        normal,
    }))
}

/// Sweep along one axis. It uses 64-bit numbers because differences of coordinates then lose less to rounding.
struct AxisSweep {
    moving: [f64; 2],
    other: [f64; 2],
    speed: f64,
    /// Times when the overlap along this axis begins and ends, as ratios of the movement. `enter` is negative infinity
    /// if the overlap exists at the start. Both are infinite if it never begins, and `exit` is infinite if it never
    /// ends.
    enter: f64,
    exit: f64,
}

impl AxisSweep {
    #[inline]
    fn new(moving: Rect, movement: Vec2, other: Rect, axis: usize) -> Self {
        let ends = |rect: Rect| [rect.min[axis], rect.max[axis]].map(f64::from);
        let (moving, other) = (ends(moving), ends(other));
        let speed = f64::from(movement[axis]);
        // Distances to move until the boxes touch first, and until they touch for the last time.
        let (near, far) = if speed < 0.0 {
            (moving[0] - other[1], moving[1] - other[0])
        } else {
            (other[0] - moving[1], other[1] - moving[0])
        };
        let share = |distance: f64| {
            if speed == 0.0 {
                f64::INFINITY
            } else {
                distance / speed.abs()
            }
        };
        let (enter, exit) = if far <= 0.0 {
            // The box has passed the other one, or is beside it and does not move along this axis.
            (f64::INFINITY, f64::INFINITY)
        } else if near < 0.0 {
            (f64::NEG_INFINITY, share(far))
        } else {
            (share(near), share(far))
        };
        Self {
            moving,
            other,
            speed,
            enter,
            exit,
        }
    }

    /// Returns whether at least one box has a size along this axis, and all numbers are finite.
    #[inline]
    fn is_regular(&self) -> bool {
        let sizes = (self.moving[1] - self.moving[0]) + (self.other[1] - self.other[0]);
        sizes > 0.0 && sizes.is_finite() && self.speed.is_finite()
    }

    #[inline]
    fn is_inside(&self) -> bool {
        self.enter == f64::NEG_INFINITY
    }

    /// Returns the middle of the overlap at a time.
    #[inline]
    fn middle(&self, time: f64) -> f64 {
        let moved = self.moving.map(|end| end + self.speed * time);
        (moved[0].max(self.other[0]) + moved[1].min(self.other[1])) * 0.5
    }

    /// Returns the direction against the movement.
    #[inline]
    fn back(&self) -> f32 {
        if self.speed < 0.0 { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::collision::{Shape, box_entry, sweep};

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::from_size(Vec2::new(x, y), Vec2::new(w, h))
    }

    fn swept_as_shapes(moving: Rect, movement: Vec2, other: Rect) -> Option<Impact> {
        let [one, two] = [moving, other].map(|rect| Shape::rect(rect.size()));
        let one = one.at(moving.center());
        sweep(one, movement, two.at(other.center()), Vec2::ZERO)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        // Coordinates are small integers, so that boxes often touch exactly.
        #[test]
        fn box_sweeps_equal_shape_sweeps(
            places in prop::array::uniform4(-8_i16..8),
            sizes in prop::array::uniform4(0_i16..5),
            way in prop::array::uniform2(-12_i16..12),
        ) {
            let [a, b, c, d] = places.map(f32::from);
            let [w, h, x, y] = sizes.map(f32::from);
            let (moving, other) = (rect(a, b, w, h), rect(c, d, x, y));
            let movement = Vec2::from(way.map(f32::from));
            let expected = swept_as_shapes(moving, movement, other);
            let end = moving.translated(movement);
            if end.overlaps(&other) && let Some(expected) = expected {
                let time = box_entry(moving, end, other);
                prop_assert!((time - expected.time).abs() < 1e-6, "{} {:?}", time, expected);
            }
            let Some(hit) = box_sweep(moving, movement, other) else {
                let is_flat = (moving.size() + other.size()).min_element() == 0.0;
                prop_assert!(is_flat || moving.overlaps(&other));
                return Ok(());
            };
            prop_assert_eq!(hit.is_some(), expected.is_some(), "{:?} {:?}", hit, expected);
            if let (Some(hit), Some(expected)) = (hit, expected) {
                prop_assert!((hit.time - expected.time).abs() < 1e-6, "{:?} {:?}", hit, expected);
                prop_assert!(hit.position.abs_diff_eq(expected.position, 1e-5), "{:?} {:?}", hit, expected);
                prop_assert_eq!(hit.normal, expected.normal);
            }
        }
    }

    #[test]
    fn the_closed_form_rejects_values_that_are_not_finite() {
        let (one, other) = (rect(0.0, 0.0, 1.0, 1.0), rect(5.0, 0.0, 1.0, 1.0));
        for bad in [f32::NAN, f32::INFINITY] {
            assert_eq!(box_sweep(one, Vec2::new(bad, 0.0), other), None);
            assert_eq!(
                box_sweep(one.translated(Vec2::splat(bad)), Vec2::X, other),
                None
            );
            assert_eq!(
                box_sweep(one, Vec2::X, other.translated(Vec2::splat(bad))),
                None
            );
        }
    }
}
