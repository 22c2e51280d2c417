//! Outlines that pass each other with an overlap by rounding.
//!
//! A body beside a wall may overlap the wall slightly. Where the wall has a seam, such a body meets the corner of the
//! next piece, and a round body meets it with a slanted normal. So the direction of the contact does not show that the
//! body only passes. A look along the path does: the body passes what overlaps only the edge of its path.

use glam::Vec2;

use super::outline::{Form, Outline};
use crate::collision::{Impact, PlacedShape, Shape, contact, passes};
use crate::geometry::Rect;

impl Outline<'_> {
    /// Returns whether a movement leads along a box that the edge of this box overlaps by at most `skin`.
    pub(super) fn passes_box(&self, movement: Vec2, other: Rect, skin: f32) -> bool {
        let [one, other] = [self.area, other].map(Shape::rect_at);
        passes(one.at(Vec2::ZERO), movement, other.at(Vec2::ZERO), skin)
    }

    /// Returns whether a movement that ended here led along all parts of another outline that this one overlaps, with
    /// an overlap of at most `skin` at its edge.
    pub(crate) fn has_passed(&self, movement: Vec2, other: &Self, skin: f32) -> bool {
        skin > 0.0
            && !(self.one_way || other.one_way)
            && self.overlap(movement, other, skin).is_none()
    }

    /// Returns whether it meets another outline only at a corner, or at most `skin` beside it. Two sides touch along a
    /// line, and the position of the impact is the middle of this line.
    pub(crate) fn meets_at_corner(&self, other: &Self, hit: &Impact, skin: f32) -> bool {
        let area = self.tight_area();
        let from_ends = (hit.position - area.min).min(area.max - hit.position);
        match (hit.normal.x == 0.0, hit.normal.y == 0.0) {
            (true, _) => from_ends.x <= skin,
            (_, true) => from_ends.y <= skin,
            _ => self.has_corner_at(hit.position, skin) && other.has_corner_at(hit.position, skin),
        }
    }

    /// Returns whether a point is a corner of it, except for `skin` along each axis.
    fn has_corner_at(&self, point: Vec2, skin: f32) -> bool {
        if let Form::Tiles(tiles) = self.form {
            let cells = (point - self.position) / tiles.cell_size();
            let off = (cells - cells.round()) * tiles.cell_size();
            return off.abs().max_element() <= skin;
        }
        let mut found = false;
        self.each(|shape| {
            let corners = shape.shape.corners().iter();
            let mut off = corners.map(|&corner| (shape.position + corner - point).abs());
            let is_sharp = shape.shape.radius() == 0.0;
            found |= is_sharp && off.any(|off| off.max_element() <= skin);
        });
        found
    }

    /// Returns the impact `hit` of a sweep to `end`, unless this outline passes the other one with an overlap of at most
    /// `skin` at its edge. If it passes only a part, returns the first impact with others.
    pub(crate) fn beyond_passed(
        &self,
        end: &Self,
        other: &Self,
        hit: Impact,
        skin: f32,
    ) -> Option<Impact> {
        if self.one_way || other.one_way {
            return Some(hit);
        }
        let movement = self.movement_to(end);
        if matches!((self.form, other.form), (Form::Box, Form::Box)) {
            return (!self.passes_box(movement, other.area, skin)).then_some(hit);
        }
        if hit.time == 0.0 || hit.time >= 1.0 {
            if end.overlap(movement, other, skin).is_some() {
                return Some(hit);
            }
            if hit.time >= 1.0 {
                return None;
            }
        }
        let at_end = || Some(Impact::of(end.overlap(movement, other, skin)?, 1.0));
        self.first_touch(movement, other, skin).or_else(at_end)
    }
}

/// Returns whether an impact is none for a shape that may overlap others by `skin`: it passes the other shape, or leaves
/// it.
pub(super) fn is_passed(
    one: PlacedShape<'_>,
    movement: Vec2,
    other: PlacedShape<'_>,
    hit: &Impact,
    skin: f32,
) -> bool {
    let leaves = || {
        let met = contact(one, Vec2::ZERO, other);
        met.is_some_and(|met| met.depth <= skin && movement.dot(met.normal) >= 0.0)
    };
    skin > 0.0 && (passes(one, movement, other, skin) || hit.time == 0.0 && leaves())
}
