//! Platforms: what stands on a moving object is carried along.

use glam::Vec2;

use super::movement::Move;
use crate::base::id::ObjectId;
use crate::space::Collider;
use crate::world::object::description::{Movement, Solidness};
use crate::world::collide::riding::Rider;
use crate::world::collide::sliding::NEAR;
use crate::world::{Moved, World};

/// How deep a pile of objects is carried.
const HIGHEST_PILE: usize = 16;

impl World {
    /// Moves a platform with its riders.
    pub(super) fn travel_with_riders(&mut self, id: ObjectId, planned: Move) -> Moved {
        let Move { from, to, .. } = planned;
        let mut riders = core::mem::take(&mut self.riding.spare_riders);
        self.list_riders(id, to - from, &mut riders);
        // Out of its way first, the uppermost before the others, which they are in the way of.
        for rider in riders.iter_mut().rev() {
            rider.lifted = self.carry_rider(rider.id, Vec2::new(0.0, rider.lift)).y;
        }
        // By rounding, those that made way may still be in it; one that something stopped is, and stops the platform.
        let cleared = riders
            .iter()
            .filter(|rider| rider.lifted <= rider.lift + NEAR);
        self
            .riding
            .cleared
            .extend(cleared.map(|rider| rider.id));
        self.riding.platform = Some(id);
        let (moved, _) = self.travel_alone(id, planned);
        self.riding.platform = None;
        self.riding.cleared.clear();
        let way = self.position(id).map_or(Vec2::ZERO, |at| at - from);
        // Those in front before those behind, whose way they are in.
        riders.sort_unstable_by(|one, other| {
            let x = |rider: &Rider| self.position(rider.id).map_or(0.0, |at| at.x);
            let order = x(one).total_cmp(&x(other));
            let order = if way.x > 0.0 { order.reverse() } else { order };
            order.then(one.place.cmp(&other.place))
        });
        for rider in &riders {
            self.carry_rider(rider.id, Vec2::new(way.x, 0.0));
        }
        riders.sort_unstable_by_key(|rider| rider.place);
        for rider in &riders {
            // Down with it, or back by what it has risen less than they have.
            let down = if rider.lifted < 0.0 {
                (way.y - (to - from).y).max(0.0)
            } else {
                way.y.max(0.0)
            };
            self.carry_rider(rider.id, Vec2::new(0.0, down));
            self.take_out(rider);
        }
        riders.clear();
        self.riding.spare_riders = riders;
        moved
    }

    /// Carries an object, at most as far in a step as the platform that moves furthest. Returns how far it went.
    fn carry_rider(&mut self, id: ObjectId, way: Vec2) -> Vec2 {
        let way = self.riding.rest_of(id, way, self.step);
        let Some(from) = self.position(id).filter(|_| way != Vec2::ZERO) else {
            return Vec2::ZERO;
        };
        if self.is_staying(id) {
            let to = from + way;
            let far = self.moves_far(id, from, to);
            if let Some(planned) = self.move_from_here(id, to) {
                let is_swept = planned.is_swept || far;
                self.travel_alone(id, Move { is_swept, ..planned });
            }
        }
        let went = self.position(id).map_or(Vec2::ZERO, |at| at - from);
        self.riding.note(id, went);
        went
    }
    /// Lists what stands on a platform that moves by a distance, and on that, from below.
    fn list_riders(&mut self, platform: ObjectId, way: Vec2, riders: &mut Vec<Rider>) {
        let lift = way.y.min(0.0);
        self.list_standing_on(platform, lift, platform, riders);
        let mut next = 0;
        for _ in 1..HIGHEST_PILE {
            let end = riders.len();
            while next < end {
                let Rider { id, lift, .. } = riders[next];
                self.list_standing_on(id, lift, platform, riders);
                next += 1;
            }
        }
    }

    fn list_standing_on(
        &mut self,
        carrier: ObjectId,
        lift: f32,
        platform: ObjectId,
        riders: &mut Vec<Rider>,
    ) {
        let Some(mut above) = self
            .sources()
            .outline(carrier)
            .map(|outline| outline.area)
        else {
            return;
        };
        above.min.y += lift - 2.0 * NEAR;
        let mut near = self.borrow_colliders();
        self.list_solids_in(above, carrier, &mut near);
        for &Collider { id, .. } in &near {
            let known = id == platform || riders.iter().any(|rider| rider.id == id);
            if known || !self.can_ride(id) || !self.pair_collides(carrier, id) {
                continue;
            }
            let lift = match self.stands_on(id, carrier) {
                true => Some(lift),
                false => self.lift_of_met(id, carrier, lift),
            };
            if let Some(lift) = lift {
                riders.push(Rider {
                    id,
                    carrier,
                    lift,
                    lifted: 0.0,
                    place: riders.len(),
                });
            }
        }
        self.return_colliders(near);
    }

    /// Whether an object may be carried by what it stands on: it moves by itself, and is no part of the level.
    fn can_ride(&self, id: ObjectId) -> bool {
        let Some((place, body)) = self.slots.find(id) else {
            return false;
        };
        let velocity = self.layer(place).columns().velocities[place.row()];
        let moves = velocity != Vec2::ZERO
            || body.acceleration != Vec2::ZERO
            || body.integration.force.is_some()
            || self
                .component_list(id)
                .is_some_and(|list| list.has_behaviors());
        moves
            && matches!(body.solidness, Solidness::Hard | Solidness::Soft)
            && body.movement == Movement::Smooth
            && !body.link.attached
            && self.tiles.get(id).is_none()
    }

    /// Whether an object would land on another if it went down by a little.
    fn stands_on(&self, id: ObjectId, carrier: ObjectId) -> bool {
        let (sources, down) = (self.sources(), Vec2::new(0.0, 2.0 * NEAR));
        let one = self
            .position(id)
            .and_then(|at| sources.outline_at(id, at + down));
        let met = one
            .zip(sources.outline(carrier))
            .and_then(|(one, other)| one.contact(down, &other));
        met.is_some_and(|met| met.normal.y < -0.7 && met.depth <= 3.0 * NEAR)
    }

    /// How far an object above a rising one has to go along y to make way for it. `None` if it is not in its way.
    fn lift_of_met(&self, id: ObjectId, carrier: ObjectId, lift: f32) -> Option<f32> {
        let areas = [id, carrier].map(|id| Some(self.sources().outline(id)?.area));
        let [Some(area), Some(below)] = areas else {
            return None;
        };
        let top = below.min.y + lift;
        let beside = area.max.x <= below.min.x || area.min.x >= below.max.x;
        let above = area.max.y <= below.min.y && area.max.y > top;
        (lift < 0.0 && above && !beside).then_some(top - area.max.y)
    }

    /// Takes a carried box out of the box on which it stands, into which rounding may have led it.
    fn take_out(&mut self, rider: &Rider) {
        for _ in 0..4 {
            // Not those of searches, which are a hair larger: what is taken out by that is in the way of what stands on it.
            let areas = [rider.id, rider.carrier]
                .map(|id| Some(self.sources().outline(id)?.tight_area()));
            let ([Some(area), Some(below)], Some(at)) = (areas, self.position(rider.id)) else {
                return;
            };
            let deep = area.max.y - below.min.y;
            if !(0.0..=NEAR).contains(&deep) || deep == 0.0 {
                return;
            }
            self.put(
                rider.id,
                Vec2::new(at.x, (at.y - deep).min(at.y.next_down())),
            );
        }
    }
}
