//! Who gets in whose way.

use glam::Vec2;

use super::World;
use super::dispatch::Stage;
use super::event::{Collision, Event};
use super::object::{Movement, Solidness};
use crate::collision::{Contact, contact};
use crate::geometry::Rect;
use crate::id::ObjectId;
use crate::scene::Roles;

impl World {
    /// Tells an object, and whatever it would overlap after moving by `delta`, of their collision. Answers
    /// whether something hard is in a hard object's way.
    pub(super) fn collide(&mut self, stage: &mut Stage<'_>, mover: ObjectId, delta: Vec2) -> bool {
        let Some(body) = self
            .slots
            .get(mover)
            .filter(|body| body.solidness.is_solid())
        else {
            return false;
        };
        let hard = body.solidness == Solidness::Hard;
        let Some(area) = self.collision_box(mover, delta) else {
            return false;
        };
        let mut others = self.borrow_list();
        self.list_solids_in(area, mover, &mut others);
        let mut blocked = false;
        for &other in &others {
            let may_collide = |id| {
                self.slots
                    .get(id)
                    .is_some_and(|body| !body.marked && body.solidness.is_solid())
            };
            if !may_collide(mover) || !may_collide(other) || !self.pair_collides(mover, other) {
                continue;
            }
            let Some(met) = self
                .collision_box(other, Vec2::ZERO)
                .and_then(|other| contact(area, other))
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
            self.tell(stage, mover, &event);
            self.tell(stage, other, &event);
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
                let solids = layer.rows_with(Roles::SOLID).filter_map(|row| ids[row]);
                list.extend(solids.filter(|&id| {
                    id != but
                        && self
                            .collision_box(id, Vec2::ZERO)
                            .is_some_and(|other| contact(area, other).is_some())
                }));
            }
        }
    }

    fn pair_collides(&self, one: ObjectId, other: ObjectId) -> bool {
        let (Some(a), Some(b)) = (self.slots.get(one), self.slots.get(other)) else {
            return false;
        };
        a.groups & b.collides_with != 0
            && b.groups & a.collides_with != 0
            && self.filter.is_none_or(|filter| filter(self, one, other))
    }

    /// An object's box in the world, were it moved by `delta`. A point that moves by whole cells is its cell.
    pub(super) fn collision_box(&self, id: ObjectId, delta: Vec2) -> Option<Rect> {
        let body = self.slots.get(id)?;
        let position =
            self.layer(body.place).columns().instances[body.place.row as usize].position + delta;
        if body.movement == Movement::WholeCells && body.bounds.size() == Vec2::ZERO {
            return Some(Rect::from_size(
                (body.bounds.min + position).floor(),
                Vec2::ONE,
            ));
        }
        Some(body.bounds.translated(position))
    }
}
