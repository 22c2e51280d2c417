//! What collides of an object: its box, or its shapes.

use glam::Vec2;

use crate::collision::{Contact, Impact, Placed, Shape, box_contact, contact, sweep};
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

    /// Returns how it meets another on its way by a movement: when it first overlaps it, or how it does at the end. What it
    /// overlaps at the start does not count unless it does at the end.
    pub(crate) fn meet_on_the_way(&self, end: &Self, other: &Self) -> Option<Impact> {
        let movement = end.position - self.position;
        let at_end = |time| {
            let met = end.contact(movement, other)?;
            let (position, normal) = (met.position, met.normal);
            Some(Impact {
                time,
                position,
                normal,
            })
        };
        if self.contact(movement, other).is_some() {
            return at_end(0.0);
        }
        let mut first: Option<Impact> = None;
        self.each(|one| {
            other.each(|other| {
                if let Some(hit) = sweep(one, movement, other, Vec2::ZERO)
                    && first.is_none_or(|first| hit.time < first.time)
                {
                    first = Some(hit);
                }
            });
        });
        // Rounding may keep the two apart on the way, and not at the end.
        first.or_else(|| at_end(1.0))
    }

    /// Calls `act` with each of its shapes.
    pub(crate) fn each(&self, mut act: impl FnMut(Placed<'_>)) {
        match self.shapes {
            Some(shapes) => shapes.iter().for_each(|shape| act(shape.at(self.position))),
            None => act(Shape::rect_at(self.area).at(Vec2::ZERO)),
        }
    }
}
