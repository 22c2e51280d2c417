//! Platforms: a moving object carries the objects that stand on it.

use glam::Vec2;

use super::movement::Move;
use super::stopping::Stopping;
use crate::base::id::ObjectId;
use crate::space::Collider;
use crate::world::collide::riding::Rider;
use crate::world::collide::sliding::{Stop, near_at};
use crate::world::object::description::{Movement, Solidness};
use crate::world::{MoveOutcome, World};

impl World {
    /// Moves a platform with its riders.
    pub(super) fn travel_with_riders(&mut self, id: ObjectId, planned: Move) -> MoveOutcome {
        let Move { from, to, .. } = planned;
        let mut riders = core::mem::take(&mut self.riding.spare_riders);
        self.list_riders(id, to - from, &mut riders);
        // Riders move out of the way first, from the top of the pile down.
        for rider in riders.iter_mut().rev() {
            rider.lifted = self.carry_rider(rider.id, Vec2::new(0.0, rider.lift)).y;
        }
        // A rider that moved up by its whole lift lets the platform pass, even if rounding leaves it inside the
        // platform's box. A rider that an obstacle stopped on the way stops the platform.
        for rider in &riders {
            let rounding = self.position(rider.id).map_or(0.0, |at| rounding_of(at.y));
            if self.riding.carried(rider.id).y <= rider.lift + rounding {
                self.riding.cleared.push(rider.id);
            }
        }
        self.riding.platform = Some(id);
        let (moved, _) = self.travel_alone(id, planned);
        self.riding.platform = None;
        self.riding.cleared.clear();
        let movement = self.position(id).map_or(Vec2::ZERO, |at| at - from);
        self.riding.record_platform(id, movement, self.step);
        // The riders in front, in the direction of the movement, move before those behind, which would otherwise run
        // into them.
        riders.sort_unstable_by(|one, other| {
            let x = |rider: &Rider| self.position(rider.id).map_or(0.0, |at| at.x);
            let order = x(one).total_cmp(&x(other));
            let order = if movement.x > 0.0 {
                order.reverse()
            } else {
                order
            };
            order.then(one.order.cmp(&other.order))
        });
        for rider in riders.iter().filter(|rider| rider.stands) {
            self.carry_rider(rider.id, Vec2::new(movement.x, 0.0));
        }
        riders.sort_unstable_by_key(|rider| rider.order);
        for rider in &riders {
            if rider.lifted < 0.0 {
                // If the platform rose less than its riders, they go back down by the difference, but at most to their
                // old positions. Displacements by other platforms do not count here.
                let back = (movement.y - (to - from).y).clamp(0.0, -rider.lifted);
                self.carry_rider_by(rider.id, Vec2::new(0.0, back));
            } else {
                self.carry_rider(rider.id, Vec2::new(0.0, movement.y.max(0.0)));
            }
            self.take_out(rider);
        }
        riders.clear();
        self.riding.spare_riders = riders;
        moved
    }

    /// Carries an object, and returns the displacement made by this call. If several platforms carry an object in a
    /// step, only the longest displacement counts.
    fn carry_rider(&mut self, id: ObjectId, movement: Vec2) -> Vec2 {
        let rest = self.riding.rest_of(id, movement, self.step);
        self.carry_rider_by(id, rest)
    }

    /// Carries an object by the whole displacement. Returns the displacement that was possible.
    fn carry_rider_by(&mut self, id: ObjectId, movement: Vec2) -> Vec2 {
        let Some(from) = self.position(id).filter(|_| movement != Vec2::ZERO) else {
            return Vec2::ZERO;
        };
        if self.is_staying(id) {
            // The move is swept, so that a rider between two lifts goes as far as the slower one lets it.
            let planned = Move {
                stopping: Stopping::ExceptPassed,
                ..Move::swept(from, from + movement)
            };
            let (_, stop) = self.travel_alone(id, planned);
            // A platform that moves later in this step may be in the way, for example with its corner.
            let is_held = |stop: &Stop| movement.y > 0.0 && stop.hit.normal.y < 0.0;
            if let Some(stop) = stop.filter(is_held) {
                self.riding.record_held(id, stop.other);
            }
        }
        let went = self.position(id).map_or(Vec2::ZERO, |at| at - from);
        self.riding.record(id, went);
        went
    }

    /// Lists the riders of a platform: first those that it carries directly, then those on top of them, and so on.
    /// `movement` is the displacement of the platform.
    fn list_riders(&mut self, platform: ObjectId, movement: Vec2, riders: &mut Vec<Rider>) {
        self.riding.begin(self.step);
        let rise = Vec2::new(movement.x, movement.y.min(0.0));
        self.list_standing_on(platform, rise, platform, riders);
        let mut next = 0;
        while let Some(&Rider { id, lift, .. }) = riders.get(next) {
            self.list_standing_on(id, Vec2::new(0.0, lift), platform, riders);
            next += 1;
        }
    }

    /// Appends the riders that `carrier` carries directly. `rise` is the displacement by which `carrier` itself rises,
    /// with a y of 0 or less, and moves sideways at the same time.
    fn list_standing_on(
        &mut self,
        carrier: ObjectId,
        rise: Vec2,
        platform: ObjectId,
        riders: &mut Vec<Rider>,
    ) {
        let Some(mut above) = self.sources().outline(carrier).map(|outline| outline.area) else {
            return;
        };
        let carried = self.riding.longest();
        above.min += rise.min(Vec2::ZERO) - carried;
        above.max += Vec2::new(rise.x.max(0.0), 0.0) + carried;
        above.min.y -= 2.0 * near_at(above.min);
        let mut near = self.borrow_colliders();
        self.list_solids_in(above, carrier, &mut near);
        for &Collider { id, .. } in &near {
            let known = id == platform || riders.iter().any(|rider| rider.id == id);
            if known || !self.can_ride(id) || !self.pair_collides(carrier, id) {
                continue;
            }
            let stands = self.stands_on(id, carrier);
            let lift = if stands || self.riding.is_held(id, carrier) {
                Some(rise.y)
            } else {
                self.lift_of_met(id, carrier, rise)
            };
            if let Some(lift) = lift {
                riders.push(Rider {
                    id,
                    carrier,
                    stands: stands || !self.riding.is_held(id, carrier),
                    lift,
                    lifted: 0.0,
                    order: riders.len(),
                });
            }
        }
        self.return_colliders(near);
    }

    /// Returns whether an object can be a rider: it has a velocity, an acceleration, a force or a behaviour, moves
    /// smoothly, is hard or soft, and has neither a parent nor tiles. Objects that never move count as parts of the
    /// level, which platforms do not carry.
    fn can_ride(&self, id: ObjectId) -> bool {
        let Some((address, body)) = self.slots.find(id) else {
            return false;
        };
        let velocity = self.layer(address).columns().velocities[address.row()];
        let moves = velocity != Vec2::ZERO
            || body.acceleration != Vec2::ZERO
            || body.integration.force.is_some()
            || self
                .attached_list(id)
                .is_some_and(|list| list.has_behaviors());
        moves
            && matches!(body.solidness, Solidness::Hard | Solidness::Soft)
            && body.movement == Movement::Smooth
            && !body.link.attached
            && self.tiles.get(id).is_none()
    }

    /// Returns whether an object stood on another one before platforms carried the two in this step. Without this, the
    /// order in which the platforms move would matter.
    fn stands_on(&self, id: ObjectId, carrier: ObjectId) -> bool {
        let carried = [id, carrier].map(|id| self.riding.carried(id));
        self.lands_on(id, carrier, carried)
    }

    /// Returns whether an object would land on another one if it moved down slightly, after both have gone back by
    /// these displacements.
    fn lands_on(&self, id: ObjectId, carrier: ObjectId, [by, carrier_by]: [Vec2; 2]) -> bool {
        let sources = self.sources();
        let Some((at, carrier_at)) = self.position(id).zip(self.position(carrier)) else {
            return false;
        };
        let at = at - by;
        let near = near_at(at);
        // The path begins slightly above the object, which may overlap the carrier by rounding. The shortest way out of
        // the end of the carrier could lead sideways.
        let path = [-near, 2.0 * near].map(|y| sources.outline_at(id, at + Vec2::new(0.0, y)));
        let hit = match (path, sources.outline_at(carrier, carrier_at - carrier_by)) {
            ([Some(from), Some(to)], Some(carrier)) => from.sweep(&to, &carrier),
            _ => None,
        };
        hit.is_some_and(|hit| hit.time > 0.0 && hit.normal.y < -0.7)
    }

    /// Returns the displacement along y by which an object makes way for a carrier that rises by `rise`. `None` if the
    /// object is not in the carrier's way.
    fn lift_of_met(&mut self, id: ObjectId, carrier: ObjectId, rise: Vec2) -> Option<f32> {
        let areas = [id, carrier].map(|id| Some(self.sources().outline(id)?.tight_area()));
        let [Some(area), Some(below)] = areas else {
            return None;
        };
        let top = below.min.y + rise.y;
        let [left, right] = [below.min.x + rise.x.min(0.0), below.max.x + rise.x.max(0.0)];
        let beside = area.max.x <= left || area.min.x >= right;
        // Beside the carrier, the object may stand on another platform of the same height, which moves alike.
        let is_next = area.max.x <= below.min.x || area.min.x >= below.max.x;
        let slack = if is_next { near_at(below.min) } else { 0.0 };
        let above = area.max.y <= below.min.y + slack && area.max.y > top;
        let is_met = rise.y < 0.0 && above && !beside;
        (is_met && (!is_next || self.is_on_platform(id))).then_some(top - area.max.y)
    }

    /// Returns whether an object is directly above a platform that holds it.
    fn is_on_platform(&mut self, id: ObjectId) -> bool {
        let Some(at) = self.position(id) else {
            return false;
        };
        let down = Vec2::new(0.0, 2.0 * near_at(at));
        let floor = self.first_stop(id, at, at + down);
        floor.is_some_and(|floor| {
            self.slots
                .body(floor.other)
                .is_some_and(|body| body.platform)
        })
    }

    /// Moves a rider up if rounding has left its box inside the box of its carrier.
    fn take_out(&mut self, rider: &Rider) {
        for _ in 0..4 {
            // Compares tight boxes. The boxes used for searches are slightly larger, and would push a rider into the
            // object above it.
            let areas =
                [rider.id, rider.carrier].map(|id| Some(self.sources().outline(id)?.tight_area()));
            let ([Some(area), Some(below)], Some(at)) = (areas, self.position(rider.id)) else {
                return;
            };
            let deep = area.max.y - below.min.y;
            if !(0.0..=near_at(at)).contains(&deep) || deep == 0.0 {
                return;
            }
            let to = Vec2::new(at.x, (at.y - deep).min(at.y.next_down()));
            if self.comes_into_something(rider.id, at, to, Stopping::ExceptGrazed) {
                return;
            }
            self.put(rider.id, to);
        }
    }
}

/// Returns the rounding of a sum of a coordinate and a small displacement.
fn rounding_of(coordinate: f32) -> f32 {
    f32::EPSILON * coordinate.abs()
}
