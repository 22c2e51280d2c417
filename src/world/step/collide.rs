//! Who gets in whose way.

use glam::Vec2;

use super::World;
use super::body::Body;
use super::dispatch::Stage;
use super::event::{Collision, Event};
use super::object::{Movement, Solidness};
use crate::base::id::ObjectId;
use crate::collision::{Contact, contact};
use crate::geometry::Rect;
use crate::scene::RowFlags;

impl World {
    /// Tells an object, and whatever it would overlap after moving to `to`, of their collision. Answers
    /// whether something hard is in a hard object's way.
    pub(super) fn collide(&mut self, stage: &mut Stage<'_>, mover: ObjectId, to: Vec2) -> bool {
        let Some(body) = self
            .slots
            .get(mover)
            .filter(|body| body.solidness.is_solid() && self.is_current(body.place.level))
        else {
            return false;
        };
        let hard = body.solidness == Solidness::Hard;
        let (area, place) = (body.box_at(to), body.place);
        let movement = to - self.layer(place).columns().instances[place.row as usize].position;
        let mut others = self.borrow_list();
        self.list_solids_in(area, mover, &mut others);
        let mut blocked = false;
        for &other in &others {
            if !self.may_collide(mover)
                || !self.may_collide(other)
                || !self.pair_collides(mover, other)
            {
                continue;
            }
            let Some(met) = self
                .collision_box(other)
                .and_then(|other| contact(area, movement, other))
            else {
                continue;
            };
            let Contact { position, normal } = met;
            let event = Event::Collision(Collision {
                mover,
                hit: other,
                position,
                time: 1.0,
                normal,
            });
            blocked |= hard
                && self
                    .slots
                    .get(other)
                    .is_some_and(|body| body.solidness == Solidness::Hard);
            // Both are told, even if the first one removes the other.
            if self.acting.is_some() {
                // A handler made this move. It cannot be told while it runs: both hear of it afterwards.
                self.send_to(mover, event.clone());
                self.send_to(other, event);
            } else {
                self.tell(stage, mover, &event);
                self.tell(stage, other, &event);
            }
        }
        self.return_list(others);
        blocked
    }

    /// Everything solid that may overlap an area, in act order, but for one. All are looked at: a broad phase
    /// has to give the same list.
    fn list_solids_in(&self, area: Rect, but: ObjectId, list: &mut Vec<ObjectId>) {
        for altitude in self.scene.altitudes() {
            let current = altitude.level(self.level).filter(|_| self.level != 0);
            for layer in [altitude.level(0), current].into_iter().flatten() {
                let ids = layer.columns().ids;
                let solids = layer.rows_with(RowFlags::SOLID).filter_map(|row| ids[row]);
                list.extend(solids.filter(|&id| {
                    id != but
                        && self
                            .collision_box(id)
                            .is_some_and(|other| contact(area, Vec2::ZERO, other).is_some())
                }));
            }
        }
    }

    fn may_collide(&self, id: ObjectId) -> bool {
        self.slots
            .get(id)
            .is_some_and(|body| !body.marked && body.solidness.is_solid())
    }

    fn pair_collides(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let (Some(a), Some(b)) = (self.slots.get(one), self.slots.get(other)) else {
            return false;
        };
        a.groups & b.collides_with != 0
            && b.groups & a.collides_with != 0
            && !self.are_related(one, other)
            && self.filter_allows(one, other)
    }

    /// An object's box in the world.
    fn collision_box(&self, id: ObjectId) -> Option<Rect> {
        let body = self.slots.get(id)?;
        let row = body.place.row as usize;
        Some(body.box_at(self.layer(body.place).columns().instances[row].position))
    }
}

impl Body {
    /// Its box in the world, were it at this place. A point that moves by whole cells is its cell.
    fn box_at(&self, position: Vec2) -> Rect {
        if self.movement == Movement::WholeCells && self.bounds.size() == Vec2::ZERO {
            return Rect::from_size((self.bounds.min + position).floor(), Vec2::ONE);
        }
        self.bounds.translated(position)
    }
}
