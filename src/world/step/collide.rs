//! Collisions of boxes: which objects are in a mover's way, and which are notified.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::{Contact, contact};
use crate::geometry::Rect;
use crate::scene::RowFlags;
use crate::world::events::event::{Collision, Event};
use crate::world::object::description::Solidness;
use crate::world::{Context, World};

impl Context<'_> {
    /// Notifies an object, and whatever it would overlap after moving to `to`, of their collision. Returns whether
    /// something hard is in a hard object's way.
    pub(super) fn collide(&mut self, mover: ObjectId, to: Vec2) -> bool {
        let world = &*self.world;
        let Some(body) = world
            .slots
            .get(mover)
            .filter(|body| body.solidness.is_solid() && world.is_current(body.place.level))
        else {
            return false;
        };
        let area = body.collision_box(to);
        let movement = to - world.instance(body.place).position;
        let hard = body.solidness == Solidness::Hard;
        let mut others = self.world.borrow_list();
        self.world.list_solids_in(area, mover, &mut others);
        let mut blocked = false;
        for &other in &others {
            // What the game sent before comes first, even if no hook runs: which hooks are missing is learned, and must not
            // change the order.
            let waiting = self.world.running.object.is_none() && !self.world.events.is_empty();
            if waiting && self.world.pair_collides(mover, other) {
                self.dispatch_queue();
            }
            // Tested again, each in its turn: the handlers of an earlier collision may have moved or removed it.
            if !self.world.pair_collides(mover, other) {
                continue;
            }
            let met = self.world.collision_box(other);
            let Some(met) = met.and_then(|other| contact(area, movement, other)) else {
                continue;
            };
            // Before the handlers run: what they change of this pair counts from the next move on.
            blocked |= hard
                && self
                    .world
                    .slots
                    .body(other)
                    .is_some_and(|body| body.solidness == Solidness::Hard);
            self.notify_collision(mover, other, met);
        }
        self.world.return_list(others);
        blocked
    }

    /// Both objects are notified, even if the first one removes the other.
    fn notify_collision(&mut self, mover: ObjectId, hit: ObjectId, met: Contact) {
        let seen_by = |is_mover: bool| {
            Event::Collision(Collision {
                other: if is_mover { hit } else { mover },
                is_mover,
                position: met.position,
                time: 1.0,
                normal: if is_mover { met.normal } else { -met.normal },
            })
        };
        let (of_mover, of_hit) = (seen_by(true), seen_by(false));
        if self.world.running.object.is_some() {
            // A handler made this move. Its behaviour is taken out while it runs, and would not receive the event. The
            // queue also bounds handlers that move in response to collisions, where calls would overflow the stack.
            self.world.send_to(mover, of_mover);
            self.world.send_to(hit, of_hit);
        } else {
            self.deliver(mover, &of_mover);
            self.deliver(hit, &of_hit);
        }
    }
}

impl World {
    /// Everything solid that may overlap an area, in act order, but for one. There is no broad phase yet; a future
    /// one must return the same list in the same order.
    fn list_solids_in(&self, area: Rect, but: ObjectId, list: &mut Vec<ObjectId>) {
        // Disabled altitudes, too: what does not act is in the way all the same.
        for altitude in self.scene.altitudes() {
            for layer in altitude.active(self.level) {
                let ids = layer.columns().ids;
                let solids = layer.rows_with(RowFlags::SOLID).filter_map(|row| ids[row]);
                list.extend(solids.filter(|&id| {
                    let overlaps = |other| contact(area, Vec2::ZERO, other).is_some();
                    id != but && self.collision_box(id).is_some_and(overlaps)
                }));
            }
        }
    }

    /// Whether two objects are solid and no group, hierarchy or filter keeps them apart.
    fn pair_collides(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let (Some(a), Some(b)) = (self.slots.get(one), self.slots.get(other)) else {
            return false;
        };
        let solid = |pending: bool, solidness: Solidness| !pending && solidness.is_solid();
        solid(a.pending_despawn, a.solidness)
            && solid(b.pending_despawn, b.solidness)
            && a.groups & b.collides_with != 0
            && b.groups & a.collides_with != 0
            && !self.are_related(one, other)
            // Last, because it is the game's code: it is asked only about pairs that nothing else keeps apart.
            && self.filter_allows(one, other)
    }

    /// An object's box in the world.
    fn collision_box(&self, id: ObjectId) -> Option<Rect> {
        let body = self.slots.get(id)?;
        Some(body.collision_box(self.instance(body.place).position))
    }
}
