//! What collides of an object: its box, or its shapes.

use glam::Vec2;

use crate::collision::{Contact, Placed, Shape, box_contact, contact};
use crate::geometry::Rect;

/// The box or the shapes of an object at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline<'a> {
    /// Turned and scaled, relative to the position. `None`: it is its box.
    pub(crate) shapes: Option<&'a [Shape]>,
    /// Its box in the world, in world units, or one around its shapes.
    pub(crate) area: Rect,
    pub(crate) position: Vec2,
}

impl Outline<'_> {
    /// Returns how it overlaps another, to which it came by a movement: the deepest overlap of two of their shapes. `None` if
    /// they only touch or are apart.
    pub(crate) fn contact(&self, movement: Vec2, other: &Self) -> Option<Contact> {
        if self.shapes.is_none() && other.shapes.is_none() {
            return box_contact(self.area, movement, other.area);
        }
        // First, because it costs little.
        if !self.area.overlaps(&other.area) {
            return None;
        }
        let mut deepest: Option<Contact> = None;
        self.each(|one| {
            other.each(|other| {
                if let Some(met) = contact(one, movement, other)
                    && deepest.is_none_or(|deepest| met.depth > deepest.depth)
                {
                    deepest = Some(met);
                }
            });
        });
        deepest
    }

    /// Calls `act` with each of its shapes.
    pub(crate) fn each(&self, mut act: impl FnMut(Placed<'_>)) {
        match self.shapes {
            Some(shapes) => shapes.iter().for_each(|shape| act(shape.at(self.position))),
            None => act(Shape::rect_at(self.area).at(Vec2::ZERO)),
        }
    }
}
