//! Collisions of moving objects: with objects that they overlap where a move ends, or that they meet on their path.

use super::stopping::Stopping;
use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::Impact;
use crate::geometry::Rect;
use crate::space::{BoxKind, Collider};
use crate::world::collide::outline::Outline;
use crate::world::collide::sliding::{Stop, skin_at};
use crate::world::object::description::Solidness;
use crate::world::object::slots::ObjectView;
use crate::world::{Context, World};

impl Context<'_> {
    /// Finds and delivers the contacts of solid objects that were carried into others by their parents, in act order.
    /// None of them is stopped.
    pub(super) fn dispatch_carried(&mut self) {
        if !self.world.hierarchy.carries.is_empty() {
            self.world.collide_carried();
            self.dispatch_contacts();
        }
    }
}

impl World {
    fn collide_carried(&mut self) {
        let mut carried = core::mem::take(&mut self.hierarchy.carries);
        let slots = &self.slots;
        carried.sort_by_key(|&(id, _)| slots.act_order(id));
        // Several displacements of one object, for example by a move and a turn of its parent, count as one movement.
        carried.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        for &(id, movement) in &carried {
            if self.is_staying(id)
                && let Some(at) = self.position(id)
            {
                let from = at - movement;
                if self.moves_far(id, from, at) {
                    self.sweep(id, from, at, Stopping::Never);
                } else {
                    self.collide(id, from, at, Stopping::Never);
                }
            }
        }
        carried.clear();
        self.hierarchy.carries = carried;
    }

    /// Finds the contacts that an object has at the end of a move. Returns whether a hard object blocks a hard mover.
    /// With `Stopping::Never`, grazed objects count as contacts, too.
    pub(super) fn collide(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        stopping: Stopping,
    ) -> bool {
        let [start, end] = [from, to].map(|at| self.collider_at(mover, at));
        let (Some(start), Some(end)) = (start, end) else {
            return false;
        };
        let mut others = self.borrow_colliders();
        self.list_candidates(&end, end.area, &mut others);
        let blocked = self.collide_with(&others, &start, end.area, [from, to], stopping);
        self.return_colliders(others);
        blocked
    }

    /// Like `collide`, with known candidates. `start` is the mover's collider at the start, `end` its box at the end.
    pub(super) fn collide_with(
        &mut self,
        others: &[Collider],
        start: &Collider,
        end: Rect,
        [from, to]: [Vec2; 2],
        stopping: Stopping,
    ) -> bool {
        let slack = stopping.slack(from);
        let mut blocked = false;
        for other in others {
            // Each branch calls `add_contact_at_end` itself. One call after both branches would be slower, because it
            // would read the contact back from memory.
            blocked |= if self.is_plain_pair(start, other) {
                let met = self.plain_contact(start, end, to - from, other, slack);
                self.add_contact_at_end(start, other, met)
            } else {
                let met = self.contact_at_end(start, from, to, other, slack);
                self.add_contact_at_end(start, other, met)
            };
        }
        blocked
    }

    /// Adds a contact found at the end of a move. Returns whether it blocks the mover.
    #[inline]
    fn add_contact_at_end(
        &mut self,
        moving: &Collider,
        other: &Collider,
        met: Option<Impact>,
    ) -> bool {
        let Some(met) = met else {
            return false;
        };
        self.add_contact(moving.id, other.id, met);
        self.are_hard(moving, other)
    }

    /// Like `collide`, for a swept move: finds contacts in the order in which the mover meets them. Returns where and
    /// at which obstacle a hard mover stops.
    pub(super) fn sweep(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        stopping: Stopping,
    ) -> Option<Stop> {
        let [start, end] = [from, to].map(|at| self.collider_at(mover, at));
        let (start, end) = (start?, end?);
        let mut others = self.borrow_colliders();
        self.list_candidates(&start, start.area.union(end.area), &mut others);
        let stop = self.sweep_with(&others, &start, end.area, [from, to], stopping);
        self.return_colliders(others);
        stop
    }

    /// Like `sweep`, with known candidates. `start` is the mover's collider at the start, `end` its box at the end.
    pub(super) fn sweep_with(
        &mut self,
        others: &[Collider],
        start: &Collider,
        end: Rect,
        [from, to]: [Vec2; 2],
        stopping: Stopping,
    ) -> Option<Stop> {
        let mover = start.id;
        let is_hard =
            stopping != Stopping::Never && !others.is_empty() && self.is_hard_collider(start);
        let mut met = core::mem::take(&mut self.colliders.spare_impacts);
        for other in others {
            let hit = if self.is_plain_pair(start, other) {
                self.plain_impact(start, end, other)
            } else {
                self.impact_between(mover, from, to, other.id)
            };
            let hit = match hit {
                Some(hit) if is_hard && self.is_hard_collider(other) => {
                    self.beyond_rounding(mover, from, to, other.id, hit, stopping)
                }
                _ => hit,
            };
            met.extend(hit.map(|hit| (hit, *other)));
        }
        // A swept object that overlaps nothing meets the edges beside its path, except for riders: a rounded lift may
        // leave them slightly below the top of the next platform.
        let passes = is_hard
            && stopping.passes()
            && met.iter().any(|(_, other)| self.is_hard_collider(other))
            && (stopping == Stopping::ExceptPassed || self.leaves_any(mover, [from, to], others));
        if passes {
            self.drop_passed(mover, [from, to], &mut met);
        }
        // Impacts are sorted by time. Those at the same time are in act order.
        let slots = &self.slots;
        met.sort_unstable_by(|one, other| {
            let order = one.0.time.total_cmp(&other.0.time);
            order.then_with(|| slots.act_order(one.1.id).cmp(&slots.act_order(other.1.id)))
        });
        let mut stopped: Option<Stop> = None;
        for &(hit, other) in &met {
            // The mover stops before it reaches this object.
            if stopped.is_some_and(|stop| hit.time > stop.hit.time) {
                break;
            }
            if is_hard && self.is_hard_collider(&other) {
                let at = self.stop_before(mover, from, to, hit.time, other.id);
                let stop = Stop {
                    other: other.id,
                    at,
                    hit,
                };
                if stopped.is_none_or(|old| self.stops_first(mover, from, &stop, &old)) {
                    stopped = Some(stop);
                }
            }
            self.add_contact(mover, other.id, hit);
        }
        met.clear();
        self.colliders.spare_impacts = met;
        let mut stop = stopped?;
        let stopping = if passes {
            stopping
        } else {
            Stopping::ExceptGrazed
        };
        stop.at = self.back_off(mover, from, to, stop.at, stopping);
        Some(stop)
    }

    /// Returns the collider that an object would have at a position. `None` unless it is solid, and its level is
    /// current or persistent.
    #[inline]
    fn collider_at(&self, id: ObjectId, position: Vec2) -> Option<Collider> {
        let body = self.slots.get(id)?;
        if !body.solidness.is_solid() || !self.is_current(body.address.level) {
            return None;
        }
        self.sources().collider_at(id, position)
    }

    /// Returns whether a mover stops at the obstacle `new`, and not at `old`, which was found earlier. It stops at the
    /// nearer obstacle. At the same distance, for example where two obstacles meet, a side stops it rather than a corner.
    fn stops_first(&self, mover: ObjectId, from: Vec2, new: &Stop, old: &Stop) -> bool {
        let distance = |stop: &Stop| (stop.at - from).length_squared();
        let is_corner = |stop: &Stop| {
            let sources = self.sources();
            let outlines = sources
                .outline_at(mover, stop.at)
                .zip(sources.outline(stop.other));
            outlines.is_some_and(|(one, other)| {
                one.meets_at_corner(&other, &stop.hit, skin_at(from) / 2.0)
            })
        };
        distance(new) < distance(old)
            || distance(new) == distance(old) && is_corner(old) && !is_corner(new)
    }

    /// Lists the colliders that a moving object may meet in an area, by their boxes and groups, in act order. Includes
    /// sensors, which may be spectral, and objects of disabled altitudes.
    pub(super) fn list_solids_in(&mut self, area: Rect, mover: ObjectId, list: &mut Vec<Collider>) {
        let position = self.position(mover);
        if let Some(moving) = position.and_then(|at| self.sources().collider_at(mover, at)) {
            self.list_candidates(&moving, area, list);
        }
    }

    fn list_candidates(&mut self, moving: &Collider, area: Rect, list: &mut Vec<Collider>) {
        // Colliders are updated before each search, because the game may have written positions to columns.
        self.sync_colliders();
        let (level, (colliders, sources)) = (self.level, self.colliders_and_sources());
        let candidates = &colliders.candidates;
        let member = candidates.index(moving.id);
        if member.is_some_and(|member| candidates.list(member, area, list)) {
            return;
        }
        let wanted = |other: &Collider| {
            other.groups_meet(moving.groups, moving.collides_with) && other.id != moving.id
        };
        colliders.list_in(area, level, sources, wanted, list);
    }

    /// Returns whether the collision of two objects depends only on their boxes, their groups and the game's filter.
    #[inline]
    fn is_plain_pair(&self, one: &Collider, other: &Collider) -> bool {
        one.kind != BoxKind::Other
            && other.kind != BoxKind::Other
            // While a platform moves, `pair_collides` must test whether a rider has made way for it.
            && self.riding.platform.is_none()
    }

    /// Returns whether two objects collide if they overlap. Both must be solid and not being removed. Groups, the
    /// hierarchy and the game's filter exclude pairs, and so does a rider that has made way for the moving platform.
    pub(super) fn pair_collides(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let (Some(a), Some(b)) = (self.slots.get(one), self.slots.get(other)) else {
            return false;
        };
        let is_solid = |of: ObjectView<'_>| !of.is_leaving && of.solidness.is_solid();
        is_solid(a)
            && is_solid(b)
            && a.groups & b.collides_with != 0
            && b.groups & a.collides_with != 0
            && !self.are_related(one, other)
            && !self.riding.lets_pass(one, other)
            // The filter is the game's code. It comes last, so that it is called only if nothing else excludes the
            // pair.
            && self.filter_allows(one, other)
    }

    /// Returns the first hard object that a hard mover would meet, and the position where it would stop. Notifies no
    /// objects.
    pub(super) fn first_stop(&mut self, mover: ObjectId, from: Vec2, to: Vec2) -> Option<Stop> {
        self.first_stop_at(mover, from, to, |_| true)
    }

    /// Like `first_stop`, but only stops at impacts for which `counts` returns true.
    pub(super) fn first_stop_at(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        counts: impl Fn(&Impact) -> bool,
    ) -> Option<Stop> {
        let [start, end] = [from, to].map(|at| self.sources().outline_at(mover, at));
        let swept = start?.area.union(end?.area);
        let mut others = self.borrow_colliders();
        self.list_hard_in(swept, mover, &mut others);
        let mut first: Option<Stop> = None;
        for &Collider { id: other, .. } in &others {
            self.trace.count_tested(1);
            let hit = self.swept_impact(mover, from, to, other);
            let hit = hit.and_then(|hit| self.beyond_graze(mover, from, to, other, hit));
            let Some(hit) = hit.filter(&counts) else {
                continue;
            };
            // Of obstacles at the same distance a platform counts, so that the order of spawning does not decide
            // whether a jump keeps its velocity.
            let is_platform = |id| self.slots.body(id).is_some_and(|body| body.platform);
            let is_first = |first: Stop| {
                let same = hit.time == first.hit.time;
                hit.time < first.hit.time || same && is_platform(other) && !is_platform(first.other)
            };
            if first.is_none_or(is_first) {
                let at = self.stop_before(mover, from, to, hit.time, other);
                first = Some(Stop { other, at, hit });
            }
        }
        self.return_colliders(others);
        let mut stop = first?;
        stop.at = self.back_off(mover, from, to, stop.at, Stopping::ExceptGrazed);
        Some(stop)
    }

    /// Lists the hard objects that a hard mover may collide with in an area, by their boxes, in act order. Lists none
    /// for a mover that is not hard.
    pub(super) fn list_hard_in(&mut self, area: Rect, mover: ObjectId, list: &mut Vec<Collider>) {
        if !self.is_hard(mover) {
            return;
        }
        self.list_solids_in(area, mover, list);
        list.retain(|other| self.is_hard(other.id) && self.pair_collides(mover, other.id));
    }

    /// Returns whether a collider's object is hard. Only hard objects stop a hard mover.
    #[inline]
    fn is_hard_collider(&self, collider: &Collider) -> bool {
        match collider.kind {
            BoxKind::Hard => true,
            BoxKind::Soft => false,
            BoxKind::Other => self.is_hard(collider.id),
        }
    }

    /// Returns whether two colliders stop each other.
    #[inline]
    pub(super) fn are_hard(&self, one: &Collider, other: &Collider) -> bool {
        self.is_hard_collider(one) && self.is_hard_collider(other)
    }

    pub(super) fn is_hard(&self, id: ObjectId) -> bool {
        let body = self.slots.body(id);
        body.is_some_and(|body| body.solidness.is_hard())
    }

    /// Returns the final position of a mover that would stop at `at` before an obstacle. If rounding puts it into
    /// another object there, for example in a narrow gap, it stops further back.
    fn back_off(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        at: Vec2,
        stopping: Stopping,
    ) -> Vec2 {
        let by_cells = self.moves_by_cells(mover);
        let displacement = at - from;
        let mut back = f32::EPSILON * (to - from).length() / displacement.length();
        let mut at = at;
        while at != from && self.comes_into_something(mover, from, at, stopping) {
            // The condition is also true if `back` is NaN.
            if back.partial_cmp(&1.0).is_none_or(|order| order.is_ge()) {
                return from;
            }
            at = from + fitted(displacement * (1.0 - back), by_cells);
            back *= 2.0;
        }
        at
    }

    /// Returns whether an object would overlap a hard object at `at` that it does not overlap at `from`.
    pub(super) fn comes_into_something(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        at: Vec2,
        stopping: Stopping,
    ) -> bool {
        let slack = stopping.slack(from);
        let area = self
            .sources()
            .outline_at(mover, at)
            .map(|outline| outline.area);
        let Some(area) = area else {
            return false;
        };
        let mut others = self.borrow_colliders();
        self.list_solids_in(area, mover, &mut others);
        let overlaps = |world: &Self, position: Vec2, other| {
            let sources = world.sources();
            let (outline, other) = (
                sources.outline_at(mover, position)?,
                sources.outline(other)?,
            );
            // The movement matters, because objects only land on one-way platforms if they move down.
            let movement = position - from;
            let met = outline.contact(movement, &other);
            met.filter(|_| !outline.has_passed(movement, &other, slack.edge))
        };
        let comes_into = others.iter().any(|&Collider { id: other, .. }| {
            // The pair is tested before any geometry, because this costs less.
            self.is_hard(other)
                && self.pair_collides(mover, other)
                && overlaps(self, at, other).is_some()
                && overlaps(self, from, other).is_none()
        });
        self.return_colliders(others);
        comes_into
    }

    /// Returns the position at which a mover stops if it meets another object at `time`: as near as possible without an
    /// overlap.
    fn stop_before(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        time: f32,
        other: ObjectId,
    ) -> Vec2 {
        let by_cells = self.moves_by_cells(mover);
        let (mut share, mut back) = (time, f32::EPSILON);
        // An overlap by rounding at the start may remain, for example with the walls of a narrow shaft of tiles.
        let mut allowed = None;
        while share > 0.0 {
            let at = from + fitted((to - from) * share, by_cells);
            // The movement matters, because objects only land on one-way platforms if they move down.
            let Some(met) = self.meet(mover, at, at - from, other) else {
                return at;
            };
            let allowed = *allowed.get_or_insert_with(|| {
                let met = self.meet(mover, from, Vec2::ZERO, other);
                met.map_or(0.0, |met| met.depth).min(skin_at(from))
            });
            if met.depth <= allowed {
                return at;
            }
            // Because of rounding, the two may overlap here. The mover then backs off, twice as far each time.
            share = time - back;
            back *= 2.0;
        }
        from
    }

    /// Logs that a hard object cannot move because it overlaps another one, if it does. Examines only the first objects
    /// that cannot move, until it has logged one.
    pub(super) fn report_if_stuck(&mut self, id: ObjectId) {
        if !self.diagnostics.looks_into_blocked_move() {
            return;
        }
        let outline = self.sources().outline(id);
        let (Some(Outline { area, position, .. }), Some(kind)) = (outline, self.kind_of(id)) else {
            return;
        };
        let mut others = self.borrow_colliders();
        self.list_solids_in(area, id, &mut others);
        let hard = others.iter().map(|other| other.id).find(|&other| {
            let solidness = self.slots.body(other).map(|body| body.solidness);
            solidness.is_some_and(Solidness::is_hard)
                && self.pair_collides(id, other)
                && self.meet(id, position, Vec2::ZERO, other).is_some()
        });
        self.return_colliders(others);
        if let Some(other) = hard {
            let other_kind = self.kind_of(other).unwrap_or_default();
            self.diagnostics.report_stuck(&format_args!(
                "`{kind}` ({id}) overlaps `{other_kind}` ({other}) and cannot move, because both are hard: make one of them \
                 soft or spectral, or give them groups that do not collide"
            ));
        }
    }

    fn kind_of(&self, id: ObjectId) -> Option<&'static str> {
        self.slots.body(id).map(|body| body.kind)
    }
}

/// Returns a displacement, without fractions of cells if the object moves by whole cells.
fn fitted(displacement: Vec2, by_cells: bool) -> Vec2 {
    if by_cells {
        displacement.trunc()
    } else {
        displacement
    }
}
