//! Contact of two axis-aligned boxes: a closed form of [`contact`](super::contact()).

use core::hint::select_unpredictable;

use glam::Vec2;

use super::contact::Contact;
use crate::geometry::Rect;

/// Returns how a box that came by `movement` overlaps another, in world units. Returns `None` if they only touch or are
/// apart. A box without size is a point: it overlaps boxes that contain it.
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
#[inline]
pub fn box_contact(moving: Rect, movement: Vec2, other: Rect) -> Option<Contact> {
    if !moving.overlaps(&other) {
        return None;
    }
    let min = moving.min.max(other.min);
    let max = moving.max.min(other.max);
    // Distances that the first box would have to move in each direction to be free.
    let (left, right) = (moving.max.x - other.min.x, other.max.x - moving.min.x);
    let (up, down) = (moving.max.y - other.min.y, other.max.y - moving.min.y);
    let (least_x, least_y) = (left.min(right), up.min(down));
    // Ties are common: on a grid of cells, boxes overlap by whole cells. The movement then decides.
    let is_wider = movement.x.abs() >= movement.y.abs();
    // Computed without branches, because no branch here is predictable.
    let across = (least_x < least_y) | ((least_x == least_y) & is_wider);
    let back = |one: f32, other: f32, came: f32| (one < other) | ((one == other) & (came > 0.0));
    let sign = |back: bool| select_unpredictable(back, -1.0, 1.0);
    let along_x = Vec2::new(sign(back(left, right, movement.x)), 0.0);
    let along_y = Vec2::new(0.0, sign(back(up, down, movement.y)));
    let normal = select_unpredictable(across, along_x, along_y);
    // The numbers are halved before they are added: the sum of two large coordinates could overflow.
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

/// Returns the share of a straight move from `start` to `end` after which a box begins to overlap another one, which it
/// overlaps at the end. 0 if both overlap or touch at the start.
#[inline]
pub(crate) fn box_entry(start: Rect, end: Rect, other: Rect) -> f32 {
    // Along each axis, at least one of the two gaps is 0.
    let before = (other.min - start.max).max(Vec2::ZERO);
    let behind = (start.min - other.max).max(Vec2::ZERO);
    let depth = Vec2::select(
        behind.cmpgt(Vec2::ZERO),
        other.max - end.min,
        end.max - other.min,
    );
    // Along an axis with a gap, the box moves by the gap plus the depth at the end. The boxes overlap once no gap is
    // left.
    let gap = before + behind;
    (gap / (gap + depth)).max_element().max(0.0)
}

/// Returns whether a box of this size moves further than its own width or height. If it does not, its start and end
/// overlap or touch, and no straight wall fits between them.
#[inline]
pub(crate) fn leaves_itself(size: Vec2, movement: Vec2) -> bool {
    movement.abs().cmpgt(size).any()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_normal_points_out_of_the_obstacle_by_the_shortest_way() {
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
    fn contacts_of_huge_boxes_are_never_nan() {
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
        // At this corner, two ways out are equally short.
        let corner = rect(4.0, 4.0, 2.0, 2.0);
        let met = box_contact(corner, Vec2::new(0.5, 2.0), same).unwrap();
        assert_eq!(met.normal, Vec2::NEG_Y);
    }
}
