//! Outlines of objects for collisions: a box, shapes or tiles.

use glam::Vec2;

use super::passing::is_passed;
use crate::collision::{
    Contact, Impact, PlacedShape, Shape, box_contact, box_entry, box_sweep, cast_ray, contact,
    distance, intersects, lands_on, passes, sweep,
};
use crate::geometry::Rect;
use crate::tiles::TileMap;

/// Form of an outline.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    Box,
    /// Shapes relative to the position, after turning and scaling.
    Shapes(&'a [Shape]),
    /// A tile map with its upper left corner at the position.
    Tiles(&'a TileMap),
}

/// The outline of an object at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline<'a> {
    pub(crate) form: Form<'a>,
    /// Whether it collides only with objects that come down onto it from above.
    pub(crate) one_way: bool,
    /// Whether it passes through one-way platforms and tiles.
    pub(crate) drops: bool,
    /// Its box in world units, or a box around its shapes or tiles.
    pub(crate) area: Rect,
    pub(crate) position: Vec2,
}

impl Outline<'_> {
    /// Returns the outline of a box at a position.
    pub(crate) fn of_box(area: Rect, position: Vec2) -> Self {
        Self {
            form: Form::Box,
            one_way: false,
            drops: false,
            area,
            position,
        }
    }

    /// Returns the deepest overlap with another outline after a movement. `None` if they only touch or are apart, or
    /// are both tile maps. A one-way platform has a contact only if one of the two landed on the other.
    pub(crate) fn contact(&self, movement: Vec2, other: &Self) -> Option<Contact> {
        if self.one_way || other.one_way {
            return self.landing(movement, other);
        }
        self.overlap(movement, other, 0.0)
    }

    /// Like `contact`, if at least one of the two is a one-way platform. Compares exact boxes, and returns a contact
    /// only if one object has landed on the other.
    fn landing(&self, movement: Vec2, other: &Self) -> Option<Contact> {
        if self.drops || other.drops {
            return None;
        }
        let (area, below) = (self.tight_area(), other.tight_area());
        let before = area.translated(-movement);
        let lands = match (self.one_way, other.one_way) {
            (false, _) => lands_on(before, movement, below),
            (true, false) => lands_on(below, -movement, before),
            (true, true) => false,
        };
        let met = box_contact(area, movement, below).filter(|_| lands)?;
        let (normal, depth) = if self.one_way {
            (Vec2::Y, below.max.y - area.min.y)
        } else {
            (Vec2::NEG_Y, area.max.y - below.min.y)
        };
        Some(Contact {
            normal,
            depth,
            ..met
        })
    }

    /// Like `sweep`, if at least one of the two is a one-way platform.
    fn swept_landing(&self, movement: Vec2, other: &Self) -> Option<Impact> {
        if self.drops || other.drops {
            return None;
        }
        if self.one_way {
            let hit = (!other.one_way).then(|| other.swept_landing(-movement, self))??;
            return Some(Impact {
                normal: -hit.normal,
                position: hit.position + movement * hit.time,
                ..hit
            });
        }
        let (area, below) = (self.tight_area(), other.tight_area());
        let (bottom, top) = (area.max.y, below.min.y);
        if !lands_on(area, movement, below) || bottom + movement.y <= top {
            return None;
        }
        let time = ((top - bottom) / movement.y).clamp(0.0, 1.0);
        let x = movement.x * time;
        let left = (area.min.x + x).max(below.min.x);
        let right = (area.max.x + x).min(below.max.x);
        // At `time`, the mover lands if part of it is above the edge. Otherwise it passes beside the edge.
        (left < right).then(|| Impact {
            time,
            position: Vec2::new((left + right) / 2.0, top),
            normal: Vec2::NEG_Y,
        })
    }

    /// Like `contact`, if neither of the two is a one-way platform. Leaves out parts that this outline passes with an
    /// overlap of at most `skin` at its edge.
    pub(super) fn overlap(&self, movement: Vec2, other: &Self, skin: f32) -> Option<Contact> {
        if matches!((self.form, other.form), (Form::Box, Form::Box)) {
            let met = box_contact(self.area, movement, other.area);
            return met.filter(|_| !self.passes_box(movement, other.area, skin));
        }
        // The boxes are compared first, because that costs little.
        if !self.area.overlaps(&other.area) {
            return None;
        }
        let mut deepest: Option<Contact> = None;
        let mut found = |met: Contact| {
            if deepest.is_none_or(|deepest| met.depth > deepest.depth) {
                deepest = Some(met);
            }
        };
        match (self.form, other.form) {
            (Form::Tiles(_), Form::Tiles(_)) => {}
            (_, Form::Tiles(tiles)) => self.each(|one| {
                // One-way tiles stop only objects that come down. An object that drops counts as one that does not come
                // down.
                let came = if self.drops {
                    movement.min(Vec2::new(f32::INFINITY, 0.0))
                } else {
                    movement
                };
                let met = tiles.contact(other.position, one, came, skin);
                met.into_iter().for_each(&mut found);
            }),
            (Form::Tiles(_), _) => {
                // The tiles move, so relative to them the other object moves in the opposite direction.
                let met = other.overlap(-movement, self, skin);
                return met.map(|met| Contact {
                    normal: -met.normal,
                    ..met
                });
            }
            _ => self.each(|one| {
                other.each(|other| {
                    contact(one, movement, other)
                        .filter(|_| !passes(one, movement, other, skin))
                        .into_iter()
                        .for_each(&mut found)
                });
            }),
        }
        deepest
    }

    /// Returns whether it overlaps another outline. One-way tiles do not count, because there is no movement. Two tile
    /// maps never overlap.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (one, tiles, position) = match (self.form, other.form) {
            (Form::Tiles(_), Form::Tiles(_)) => return false,
            (_, Form::Tiles(tiles)) => (self, tiles, other.position),
            (Form::Tiles(tiles), _) => (other, tiles, self.position),
            _ => return self.overlap(Vec2::ZERO, other, 0.0).is_some(),
        };
        let mut overlaps = false;
        one.each(|one| overlaps |= tiles.overlaps(position, one));
        overlaps
    }

    /// Returns the first impact with another outline on the way from this outline to `end`, or the overlap at `end`. An
    /// overlap at the start counts only if it still exists at the end.
    pub(crate) fn sweep(&self, end: &Self, other: &Self) -> Option<Impact> {
        let movement = self.movement_to(end);
        if self.one_way || other.one_way {
            return self.swept_landing(movement, other);
        }
        let at_end = |time| Some(Impact::of(end.contact(movement, other)?, time));
        if matches!((self.form, other.form), (Form::Box, Form::Box))
            && let Some(hit) = box_sweep(self.area, movement, other.area)
        {
            // Because of rounding, the sweep may miss an object that the mover overlaps at the end.
            return hit.or_else(|| at_end(1.0));
        }
        let is_tiles = |form| matches!(form, Form::Tiles(_));
        if self.overlaps(other) {
            let inside = at_end(0.0);
            // The sweep goes on for tiles: while the mover leaves one tile, it may meet others.
            if inside.is_some() || !(is_tiles(self.form) || is_tiles(other.form)) {
                return inside;
            }
        }
        // Because of rounding, the sweep may miss an object that the mover overlaps at the end.
        self.first_touch(movement, other, 0.0)
            .or_else(|| at_end(1.0))
    }

    /// Returns the displacement to `end`: that of a box, and not that of its position. The two differ for a point that
    /// moves by whole cells: its box is its cell.
    pub(super) fn movement_to(&self, end: &Self) -> Vec2 {
        match self.form {
            Form::Box => end.area.min - self.area.min,
            Form::Shapes(_) | Form::Tiles(_) => end.position - self.position,
        }
    }

    /// Returns the share of the displacement to `end` after which this outline meets `other`. The two must have a
    /// contact at `end`. 0 if they overlap or touch at the start.
    pub(crate) fn contact_time(&self, end: &Self, other: &Self) -> f32 {
        let are_boxes = matches!((self.form, other.form), (Form::Box, Form::Box));
        if are_boxes || self.one_way || other.one_way {
            let [start, end, other] = [self, end, other].map(Self::tight_area);
            return box_entry(start, end, other);
        }
        if self.overlaps(other) {
            return 0.0;
        }
        let movement = end.position - self.position;
        if let Some(hit) = self.first_touch(movement, other, 0.0) {
            return hit.time;
        }
        // There is a contact at the end, but the sweep finds no impact. Either the outline enters one-way tiles from
        // the side, after it has passed the height of their upper edge, or it meets the other outline so late that
        // rounding hides the impact. Bisection finds the time of the contact.
        let (mut apart, mut met) = (0.0, 1.0);
        for _ in 0..10 {
            let share = (apart + met) / 2.0;
            let part = movement * share;
            let moved = Self {
                area: self.area.translated(part),
                position: self.position + part,
                ..*self
            };
            match moved.contact(part, other) {
                Some(_) => met = share,
                None => apart = share,
            }
        }
        met
    }

    /// Returns whether it overlaps another outline by at most `skin`, and a movement leads along that outline or away
    /// from it.
    pub(crate) fn leaves(&self, movement: Vec2, other: &Self, skin: f32) -> bool {
        let met = self.contact(Vec2::ZERO, other);
        met.is_some_and(|met| met.depth <= skin && movement.dot(met.normal) >= 0.0)
    }

    /// Returns the impact `hit` of a sweep to `end`, unless the impact is at the start and the two overlap there by at
    /// most `skin`. If the movement then leads into the other outline, returns the overlap at the start. If it leads
    /// along the other outline or away from it, returns the first impact with other parts of that outline.
    /// An overlap by rounding at the end of a movement along the other outline is no impact either.
    pub(crate) fn beyond_graze(
        &self,
        end: &Self,
        other: &Self,
        hit: Impact,
        skin: f32,
    ) -> Option<Impact> {
        let movement = end.position - self.position;
        if hit.time >= 1.0 {
            let rounding = f32::EPSILON * end.position.abs().max_element();
            let grazes =
                |met: Contact| met.depth <= rounding && movement.dot(met.normal).abs() <= rounding;
            let met = end.contact(movement, other);
            return (!met.is_some_and(grazes)).then_some(hit);
        }
        let leaves = |met: Contact| met.depth <= skin && movement.dot(met.normal) >= 0.0;
        let Some(met) = self.contact(Vec2::ZERO, other) else {
            return Some(hit);
        };
        if hit.time > 0.0 || met.depth > skin {
            return Some(hit);
        }
        if !leaves(met) {
            // Uses the normal at the start. `hit` has the normal at the end, where the mover may be deep in the other
            // outline.
            return Some(Impact::of(met, 0.0));
        }
        if matches!(self.form, Form::Tiles(_)) || matches!(other.form, Form::Tiles(_)) {
            // `first_touch` ignores tiles that overlap at the start.
            return self.first_touch(movement, other, 0.0);
        }
        let mut first: Option<Impact> = None;
        self.each(|one| {
            other.each(|other| {
                let hit = sweep(one, movement, other, Vec2::ZERO).filter(|hit| {
                    hit.time > 0.0 || !contact(one, Vec2::ZERO, other).is_some_and(leaves)
                });
                if let Some(hit) = hit
                    && first.is_none_or(|first| hit.time < first.time)
                {
                    first = Some(hit);
                }
            });
        });
        first
    }

    /// Returns the first touch with another outline along a movement. Leaves out parts that this outline passes with an
    /// overlap of at most `skin` at its edge, and those that it leaves.
    pub(super) fn first_touch(&self, movement: Vec2, other: &Self, skin: f32) -> Option<Impact> {
        let mut first: Option<Impact> = None;
        let mut found = |hit: Impact| {
            if first.is_none_or(|first| hit.time < first.time) {
                first = Some(hit);
            }
        };
        match (self.form, other.form) {
            (Form::Tiles(_), Form::Tiles(_)) => {}
            (_, Form::Tiles(tiles)) => self.each(|one| {
                let hit = tiles.sweep(other.position, one, movement, self.drops, skin);
                hit.into_iter().for_each(&mut found);
            }),
            (Form::Tiles(_), _) => {
                let hit = other.first_touch(-movement, self, skin)?;
                return Some(Impact {
                    normal: -hit.normal,
                    position: hit.position + movement * hit.time,
                    ..hit
                });
            }
            _ => self.each(|one| {
                other.each(|other| {
                    sweep(one, movement, other, Vec2::ZERO)
                        .filter(|hit| !is_passed(one, movement, other, hit, skin))
                        .into_iter()
                        .for_each(&mut found);
                });
            }),
        }
        first
    }

    /// Returns the box around it, in world units, without the margin of `area`.
    pub(crate) fn tight_area(&self) -> Rect {
        let around = match self.form {
            Form::Box => None,
            Form::Tiles(tiles) => Some(tiles.area(self.position)),
            Form::Shapes(shapes) => {
                let areas = shapes.iter().map(|shape| shape.at(self.position).bounds());
                areas.reduce(Rect::union)
            }
        };
        around.unwrap_or(self.area)
    }

    /// Returns whether a point is inside of it or on its edge.
    pub(crate) fn contains(&self, point: Vec2) -> bool {
        if let Form::Tiles(tiles) = self.form {
            return tiles.contains(self.position, point);
        }
        let mut is_inside = false;
        self.each(|shape| is_inside |= intersects(Shape::point().at(point), shape));
        is_inside
    }

    /// Returns the impact of a ray from `start` along `displacement`: the first point of the ray that is in this
    /// outline.
    pub(crate) fn cast_ray(&self, start: Vec2, displacement: Vec2) -> Option<Impact> {
        if let Form::Tiles(tiles) = self.form {
            return tiles.cast_ray(self.position, start, displacement);
        }
        let mut first: Option<Impact> = None;
        self.each(|shape| {
            if let Some(hit) = cast_ray(start, displacement, shape)
                && first.is_none_or(|first| hit.time < first.time)
            {
                first = Some(hit);
            }
        });
        first
    }

    /// Returns its distance from a point: 0 inside of it, infinity for tiles that are further away than `within`.
    pub(crate) fn distance(&self, point: Vec2, within: f32) -> f32 {
        if let Form::Tiles(tiles) = self.form {
            return tiles.distance(self.position, point, within);
        }
        let mut nearest = f32::INFINITY;
        self.each(|shape| nearest = nearest.min(distance(Shape::point().at(point), shape)));
        nearest
    }

    /// Calls `act` with its box or each of its shapes. Does nothing for tiles, which may be too many.
    pub(super) fn each(&self, mut act: impl FnMut(PlacedShape<'_>)) {
        match self.form {
            Form::Shapes(shapes) => shapes.iter().for_each(|shape| act(shape.at(self.position))),
            Form::Box => act(Shape::rect_at(self.area).at(Vec2::ZERO)),
            Form::Tiles(_) => {}
        }
    }
}
