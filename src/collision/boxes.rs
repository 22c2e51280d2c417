//! How two boxes meet whose sides are parallel to the axes: closed forms of [`contact`](super::contact()) and
//! [`sweep`](super::sweep()).

use core::hint::select_unpredictable;

use glam::Vec2;

use super::contact::{Contact, single};
use super::sweep::Impact;
use crate::geometry::Rect;

/// Returns how a box that came by `movement` overlaps another; `None` if they only touch or are apart. All in world
/// units. A box without size is a point: it overlaps the boxes that it lies inside of.
///
/// ```
/// use damselfly::collision::box_contact;
/// use damselfly::geometry::Rect;
/// use damselfly::glam::{Vec2, vec2};
///
/// let wall = Rect::from_size(vec2(10.0, 0.0), vec2(4.0, 50.0));
/// let hero = Rect::from_size(vec2(9.0, 20.0), vec2(2.0, 2.0));
/// let contact = box_contact(hero, vec2(1.0, 0.0), wall).unwrap();
/// assert_eq!(contact.normal, Vec2::NEG_X);
/// ```
pub fn box_contact(moving: Rect, movement: Vec2, other: Rect) -> Option<Contact> {
    if !moving.overlaps(&other) {
        return None;
    }
    let min = moving.min.max(other.min);
    let max = moving.max.min(other.max);
    // How far the first would have to go, each way, to be free.
    let (left, right) = (moving.max.x - other.min.x, other.max.x - moving.min.x);
    let (up, down) = (moving.max.y - other.min.y, other.max.y - moving.min.y);
    let (least_x, least_y) = (left.min(right), up.min(down));
    // Ties are common: on a grid of cells, boxes overlap by whole cells. The movement then decides.
    let is_wider = movement.x.abs() >= movement.y.abs();
    // Without branches, none of which could be predicted.
    let across = (least_x < least_y) | ((least_x == least_y) & is_wider);
    let back = |one: f32, other: f32, came: f32| (one < other) | ((one == other) & (came > 0.0));
    let sign = |back: bool| select_unpredictable(back, -1.0, 1.0);
    let along_x = Vec2::new(sign(back(left, right, movement.x)), 0.0);
    let along_y = Vec2::new(0.0, sign(back(up, down, movement.y)));
    let normal = select_unpredictable(across, along_x, along_y);
    // Halved before they are added: the sum of two large coordinates could overflow.
    let position = min / 2.0 + max / 2.0;
    let half = (max - min) / 2.0;
    let depth = select_unpredictable(across, least_x, least_y);
    let (upright, level) = (Vec2::new(0.0, half.y), Vec2::new(half.x, 0.0));
    let side = select_unpredictable(across, upright, level);
    Some(Contact {
        position,
        normal,
        depth,
        points: [position - side, position + side],
    })
}

/// Returns when a box that moves in a straight line first overlaps another one, which it does not where it starts:
/// `Some(None)` if it does not before the end. `None` if the closed form does not tell: both have no width or no height, a
/// coordinate is not finite, or they overlap.
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
    // At a corner, as the sweep of shapes has it.
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

/// One box that passes another along an axis, in numbers of 64 bits: differences are exact then.
struct AxisSweep {
    moving: [f64; 2],
    other: [f64; 2],
    speed: f64,
    /// The shares of the movement between which they overlap along this axis: infinite where that does not begin or end.
    enter: f64,
    exit: f64,
}

impl AxisSweep {
    #[inline]
    fn new(moving: Rect, movement: Vec2, other: Rect, axis: usize) -> Self {
        let ends = |rect: Rect| [rect.min[axis], rect.max[axis]].map(f64::from);
        let (moving, other) = (ends(moving), ends(other));
        let speed = f64::from(movement[axis]);
        // How far it is to the first touch and to the last one, ahead.
        let (near, far) = if speed < 0.0 {
            (moving[0] - other[1], moving[1] - other[0])
        } else {
            (other[0] - moving[1], other[1] - moving[0])
        };
        let share = |way: f64| {
            if speed == 0.0 {
                f64::INFINITY
            } else {
                way / speed.abs()
            }
        };
        let (enter, exit) = if far <= 0.0 {
            // It is past the other one.
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

    /// Whether there is something to enter, and all is finite.
    #[inline]
    fn is_regular(&self) -> bool {
        let sizes = (self.moving[1] - self.moving[0]) + (self.other[1] - self.other[0]);
        sizes > 0.0 && sizes.is_finite() && self.speed.is_finite()
    }

    #[inline]
    fn is_inside(&self) -> bool {
        self.enter == f64::NEG_INFINITY
    }

    /// The middle of what both share at a time.
    #[inline]
    fn middle(&self, time: f64) -> f64 {
        let moved = self.moving.map(|end| end + self.speed * time);
        (moved[0].max(self.other[0]) + moved[1].min(self.other[1])) * 0.5
    }

    /// The direction from which it came.
    #[inline]
    fn back(&self) -> f32 {
        if self.speed < 0.0 { 1.0 } else { -1.0 }
    }
}

/// Whether a box of this size moves so far that where it is at the end does not meet where it was: further than its width or
/// height. If it does not, no straight wall has room between the two, at any angle, however far the box moves aslant.
#[inline]
pub(crate) fn leaves_itself(size: Vec2, movement: Vec2) -> bool {
    movement.abs().cmpgt(size).any()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::collision::{Shape, sweep};

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::from_size(Vec2::new(x, y), Vec2::new(w, h))
    }

    #[test]
    fn touching_is_not_overlapping() {
        assert_eq!(
            box_contact(
                rect(0.0, 0.0, 2.0, 2.0),
                Vec2::ZERO,
                rect(2.0, 0.0, 2.0, 2.0)
            ),
            None
        );
    }

    #[test]
    fn the_normal_points_out_of_what_was_hit_the_shortest_way() {
        let wall = rect(10.0, 0.0, 4.0, 100.0);
        let from_left = box_contact(rect(8.5, 50.0, 2.0, 2.0), Vec2::ZERO, wall).unwrap();
        assert_eq!(
            (from_left.normal, from_left.position),
            (Vec2::NEG_X, Vec2::new(10.25, 51.0))
        );
        assert_eq!(
            box_contact(rect(13.0, 50.0, 2.0, 2.0), Vec2::ZERO, wall)
                .unwrap()
                .normal,
            Vec2::X
        );
        let floor = rect(0.0, 10.0, 100.0, 4.0);
        assert_eq!(
            box_contact(rect(50.0, 9.0, 2.0, 2.0), Vec2::ZERO, floor)
                .unwrap()
                .normal,
            Vec2::NEG_Y
        );
        assert_eq!(
            box_contact(rect(50.0, 13.0, 2.0, 2.0), Vec2::ZERO, floor)
                .unwrap()
                .normal,
            Vec2::Y
        );
    }

    #[test]
    fn boxes_larger_than_numbers_can_tell_meet_in_points_all_the_same() {
        let box_of = |x: f32, y: f32| Rect {
            min: Vec2::new(-x, -y),
            max: Vec2::new(x, y),
        };
        let boxes = [box_of(3e38, 3e38), box_of(3e38, 1.0), box_of(1.0, 3e38)];
        for (one, other) in boxes
            .iter()
            .flat_map(|one| boxes.map(|other| (*one, other)))
        {
            let met = box_contact(one, Vec2::ZERO, other).unwrap();
            let points = [met.points[0], met.points[1], met.position, met.normal];
            assert!(!points.iter().any(|point| point.is_nan()), "{met:?}");
        }
    }

    #[test]
    fn a_box_exactly_on_another_is_pushed_back_along_its_movement() {
        let same = rect(5.0, 5.0, 2.0, 2.0);
        let point = rect(5.5, 5.5, 0.0, 0.0);
        let cell = rect(5.0, 5.0, 1.0, 1.0);
        for came in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
            for (moving, other) in [(same, same), (point, cell), (cell, point)] {
                let met = box_contact(moving, came * 0.5, other);
                assert_eq!(met.map(|met| met.normal), Some(-came), "{came}");
            }
        }
        // Two ways that are as short, at a corner.
        let corner = rect(4.0, 4.0, 2.0, 2.0);
        let met = box_contact(corner, Vec2::new(0.5, 2.0), same).unwrap();
        assert_eq!(met.normal, Vec2::NEG_Y);
    }

    fn swept_as_shapes(moving: Rect, movement: Vec2, other: Rect) -> Option<Impact> {
        let [one, two] = [moving, other].map(|rect| Shape::rect(rect.size()));
        let one = one.at(moving.center());
        sweep(one, movement, two.at(other.center()), Vec2::ZERO)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        // Of whole numbers, whose halves are exact, so that what just touches is tried, too.
        #[test]
        fn boxes_on_their_way_meet_as_shapes_do(
            places in prop::array::uniform4(-8_i16..8),
            sizes in prop::array::uniform4(0_i16..5),
            way in prop::array::uniform2(-12_i16..12),
        ) {
            let [a, b, c, d] = places.map(f32::from);
            let [w, h, x, y] = sizes.map(f32::from);
            let (moving, other) = (rect(a, b, w, h), rect(c, d, x, y));
            let movement = Vec2::from(way.map(f32::from));
            let expected = swept_as_shapes(moving, movement, other);
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
    fn what_is_not_finite_is_not_met_in_closed_form() {
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
