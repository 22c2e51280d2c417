//! Platforms: what stands on a moving object is carried along.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::world::object::description::Solidness;
use crate::world::object::sliding::{NEAR, Rider};
use crate::world::{Context, Moved, World};

/// How deep a pile of objects is carried.
const HIGHEST_PILE: usize = 16;

impl Context<'_> {
    /// As `travel`, of a platform.
    pub(super) fn travel_with_riders(&mut self, id: ObjectId, to: Vec2, swept: bool) -> Moved {
        let Some(from) = self.world.position(id) else {
            return Moved::Gone;
        };
        let riders = self.world.list_riders(id, to - from);
        // Out of its way first, the uppermost before the others, which they are in the way of.
        for rider in riders.iter().rev() {
            if rider.lift < 0.0 {
                self.carry_rider(rider.id, Vec2::new(0.0, rider.lift));
            }
        }
        let moved = self.travel_alone(id, to, swept);
        let way = self.world.position(id).map_or(Vec2::ZERO, |at| at - from);
        for rider in &riders {
            // One by one, so that a wall stops the one and not the other.
            self.carry_rider(rider.id, Vec2::new(way.x, 0.0));
            self.carry_rider(rider.id, Vec2::new(0.0, way.y.max(0.0)));
        }
        moved
    }

    fn carry_rider(&mut self, id: ObjectId, way: Vec2) {
        if way != Vec2::ZERO
            && self.world.is_staying(id)
            && let Some(from) = self.world.position(id)
        {
            self.travel_alone(id, from + way, false);
        }
    }
}

impl World {
    /// Lists what stands on a platform that moves by a distance, and on that, from below.
    fn list_riders(&mut self, platform: ObjectId, way: Vec2) -> Vec<Rider> {
        let mut riders = Vec::new();
        let lift = way.y.min(0.0);
        let mut carriers = vec![Rider { id: platform, lift }];
        for _ in 0..HIGHEST_PILE {
            let first = riders.len();
            for carrier in &carriers {
                self.list_standing_on(*carrier, platform, &mut riders);
            }
            carriers.clear();
            carriers.extend(&riders[first..]);
            if carriers.is_empty() {
                break;
            }
        }
        riders
    }

    fn list_standing_on(&mut self, carrier: Rider, platform: ObjectId, riders: &mut Vec<Rider>) {
        let Some(area) = self
            .originals()
            .outline(carrier.id)
            .map(|outline| outline.area)
        else {
            return;
        };
        let top = area.min.y;
        let above = Rect {
            min: Vec2::new(area.min.x, top + carrier.lift - NEAR),
            max: Vec2::new(area.max.x, top + NEAR),
        };
        let mut near = self.borrow_list();
        self.list_solids_in(above, carrier.id, &mut near);
        for &id in &near {
            let known = id == platform || riders.iter().any(|rider| rider.id == id);
            if known || !self.can_ride(id) || !self.pair_collides(carrier.id, id) {
                continue;
            }
            let Some(bottom) = self
                .originals()
                .outline(id)
                .map(|outline| outline.area.max.y)
            else {
                continue;
            };
            if bottom > top + NEAR {
                // Beside it.
                continue;
            }
            let lift = if bottom >= top - NEAR {
                carrier.lift
            } else {
                (top + carrier.lift - bottom).min(0.0)
            };
            riders.push(Rider { id, lift });
        }
        self.return_list(near);
    }

    /// Whether an object may be carried by what it stands on: not a part of the level.
    fn can_ride(&self, id: ObjectId) -> bool {
        let solidness = self.slots.body(id).map(|body| body.solidness);
        matches!(solidness, Some(Solidness::Hard | Solidness::Soft)) && self.tiles.get(id).is_none()
    }
}
