//! The beginning and the end of overlaps.

use std::collections::BTreeSet;

use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::space::Collider;
use crate::world::collide::overlaps::ChangedOverlaps;
use crate::world::events::event::Event;
use crate::world::{Context, World};

impl Context<'_> {
    /// Notifies objects of ended overlaps, then of new ones, each in act order. Only objects that changed since the
    /// last call are tested.
    pub(super) fn dispatch_overlaps(&mut self) {
        self.world.sync_colliders();
        let world = &mut *self.world;
        // Without sensors, colliders record no changes. Overlaps of frozen objects may outlast the last sensor.
        let is_unwatched = world.colliders.sensors().is_empty() && !world.overlaps.is_empty();
        if is_unwatched || world.overlaps.level != world.level {
            world.touch_overlaps();
        }
        if !self.world.colliders.has_touched() {
            return;
        }
        let mut changed = core::mem::take(&mut self.world.overlaps.changed);
        self.world.find_changed_overlaps(&mut changed);
        let any = !changed.is_empty();
        for &(one, other) in &changed.ended {
            self.world.overlaps.remove(one, other);
            self.deliver(one, &Event::OverlapEnded(other));
            self.deliver(other, &Event::OverlapEnded(one));
        }
        for &(one, other) in &changed.begun {
            // The pair is tested again, because handlers of an earlier overlap may have moved or removed one of the
            // two.
            if self.world.overlap(one, other) {
                self.world.overlaps.insert(one, other);
                self.deliver(one, &Event::OverlapBegun(other));
                self.deliver(other, &Event::OverlapBegun(one));
            }
        }
        changed.clear();
        self.world.overlaps.changed = changed;
        if any {
            // Children of objects that the hooks moved follow before `finish`.
            self.world.update_dirty_transforms();
            self.dispatch_carried();
        }
    }
}

impl World {
    /// Marks all overlaps, so that `dispatch_overlaps` tests them again. Called when the level or the collision filter
    /// has changed, and when no sensor is left.
    pub(in crate::world) fn touch_overlaps(&mut self) {
        self.overlaps.level = self.level;
        self.colliders.touch_all(self.overlaps.members());
    }

    /// Returns the objects whose overlaps the next call of `dispatch_overlaps` tests.
    pub(in crate::world) fn overlaps_to_test(&self) -> BTreeSet<ObjectId> {
        let mut all = self.colliders.to_test(self.sources());
        if self.overlaps.level != self.level {
            all.extend(self.overlaps.members());
            all.extend(self.colliders.sensors());
        }
        all
    }

    /// Lists the ended and the new overlaps of changed objects.
    fn find_changed_overlaps(&mut self, changed: &mut ChangedOverlaps) {
        let spare = self.borrow_list();
        let touched = self.colliders.take_touched(spare);
        let ChangedOverlaps { ended, begun } = changed;
        let mut before = self.borrow_list();
        for &id in &touched {
            before.extend(self.overlaps.of(id));
            for other in before.drain(..) {
                let sleeps = |id| self.is_staying(id) && !self.is_awake(id);
                if !sleeps(id) && !sleeps(other) && !self.overlap(id, other) {
                    ended.push(self.in_order(id, other));
                }
            }
        }
        self.return_list(before);
        self.list_overlapping_pairs(&touched, begun);
        self.return_list(touched);
        // Duplicates are dropped first, because the test may call the game's filter.
        begun.sort_unstable();
        begun.dedup();
        begun.retain(|&(one, other)| {
            !self.overlaps.contains(one, other) && self.overlap(one, other)
        });
        for pairs in [ended, begun] {
            // Removed objects have no act order: they are sorted by id.
            pairs.sort_unstable_by_key(|&(one, other)| {
                let places = [one, other].map(|id| self.slots.act_order(id));
                (places, one, other)
            });
            pairs.dedup();
        }
    }

    /// Lists pairs of overlapping boxes with at least one changed object and at least one sensor.
    fn list_overlapping_pairs(
        &mut self,
        touched: &[ObjectId],
        pairs: &mut Vec<(ObjectId, ObjectId)>,
    ) {
        // Searches around all changed objects, or around all sensors if there are fewer sensors than changed objects.
        let is_sensor = |world: &Self, id| world.slots.body(id).is_some_and(|body| body.sensor);
        let mut from = self.borrow_list();
        from.extend(touched);
        if self.colliders.sensors().len() < touched.len() {
            from.retain(|&id| is_sensor(self, id));
            from.extend(self.colliders.sensors());
            from.sort_unstable();
            from.dedup();
        }
        let mut near = self.borrow_colliders();
        for &id in &from {
            self.list_near(id, &mut near);
            let watched = is_sensor(self, id);
            for Collider { id: other, .. } in near.drain(..) {
                if watched || is_sensor(self, other) {
                    pairs.push(self.in_order(id, other));
                }
            }
        }
        self.return_colliders(near);
        self.return_list(from);
    }

    /// Lists the colliders that overlap an object's box and whose groups collide with the object's groups.
    fn list_near(&mut self, id: ObjectId, list: &mut Vec<Collider>) {
        let Some(area) = self.area_of(id).filter(|_| self.is_awake(id)) else {
            return;
        };
        let Some(body) = self.slots.body(id) else {
            return;
        };
        let (groups, collides_with) = (body.groups, body.collides_with);
        let (level, (colliders, sources)) = (self.level, self.colliders_and_sources());
        let wanted = |other: &Collider| other.groups_meet(groups, collides_with) && other.id != id;
        colliders.list_in(area, level, sources, wanted, list);
    }

    fn area_of(&self, id: ObjectId) -> Option<Rect> {
        Some(self.sources().outline(id)?.area)
    }

    /// Returns whether two objects overlap, at least one is a sensor, and neither groups nor the hierarchy nor the
    /// game's filter exclude the pair.
    fn overlap(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let (Some(a), Some(b)) = (self.slots.get(one), self.slots.get(other)) else {
            return false;
        };
        (a.sensor || b.sensor)
            && (a.has_collider() && b.has_collider())
            && !(a.is_leaving || b.is_leaving)
            && a.groups & b.collides_with != 0
            && b.groups & a.collides_with != 0
            && (self.is_awake(one) && self.is_awake(other))
            && !self.are_related(one, other)
            && self.filter_allows(one, other)
            && self.boxes_or_shapes_overlap(one, other)
    }

    fn boxes_or_shapes_overlap(&mut self, one: ObjectId, other: ObjectId) -> bool {
        self.trace.count_tested(1);
        let sources = self.sources();
        let [one, other] = [one, other].map(|id| sources.outline(id));
        one.zip(other)
            .is_some_and(|(one, other)| one.overlaps(&other))
    }

    /// Returns two objects in act order.
    fn in_order(&self, one: ObjectId, other: ObjectId) -> (ObjectId, ObjectId) {
        let key = |id| (self.slots.act_order(id), id);
        if key(one) <= key(other) {
            (one, other)
        } else {
            (other, one)
        }
    }
}
