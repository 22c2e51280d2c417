//! Collisions of what moves: with what it overlaps where a move ends, or with what it meets on its way.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::{Contact, Impact, box_contact};
use crate::geometry::Rect;
use crate::space::Collider;
use crate::world::behaviors::hooks::Hooks;
use crate::world::debug_trace::TracedContact;
use crate::world::events::event::{Collision, Event};
use crate::world::move_plan::PlainPair;
use crate::world::object::description::Solidness;
use crate::world::object::outline::Outline;
use crate::world::object::sliding::Stop;
use crate::world::object::slots::ObjectView;
use crate::world::{Context, World};

impl Context<'_> {
    /// Notifies solid objects that what they are attached to has carried into others, and those, in act order. None of them
    /// is stopped.
    pub(super) fn dispatch_carried(&mut self) {
        if self.world.hierarchy.carries.is_empty() {
            return;
        }
        let mut carried = core::mem::take(&mut self.world.hierarchy.carries);
        let slots = &self.world.slots;
        carried.sort_by_key(|&(id, _)| slots.act_order(id));
        // Carried on several times, as by a move and a turn: one movement.
        carried.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        for &(id, movement) in &carried {
            if self.world.is_staying(id)
                && let Some(at) = self.world.position(id)
            {
                let from = at - movement;
                if self.world.moves_far(id, from, at) {
                    self.collide_on_the_way(id, from, at, false);
                } else {
                    self.collide(id, at, at, movement);
                }
            }
        }
        carried.clear();
        // Handlers may have moved others, which waits for the next time.
        carried.append(&mut self.world.hierarchy.carries);
        self.world.hierarchy.carries = carried;
    }

    /// Notifies an object that is at `start`, and whatever it would overlap after moving to `to`, of their collision. Returns
    /// whether something hard is in a hard object's way.
    pub(super) fn collide(
        &mut self,
        mover: ObjectId,
        start: Vec2,
        to: Vec2,
        movement: Vec2,
    ) -> bool {
        let world = &*self.world;
        let Some(body) = world
            .slots
            .get(mover)
            .filter(|body| body.solidness.is_solid() && world.is_current(body.place.level))
        else {
            return false;
        };
        let Some(Outline { area, .. }) = world.originals().outline_at(mover, to) else {
            return false;
        };
        let hard = body.solidness.is_hard();
        let mut others = self.world.borrow_list();
        self.world.list_solids_in(area, mover, &mut others);
        let blocked = self.collide_with(&others, mover, [start, to], movement, hard);
        self.world.return_list(others);
        blocked
    }

    /// As `collide`, with these. `hard`: the mover is, or was before it met the first of them.
    pub(super) fn collide_with(
        &mut self,
        others: &[ObjectId],
        mover: ObjectId,
        [start, to]: [Vec2; 2],
        movement: Vec2,
        hard: bool,
    ) -> bool {
        let mut blocked = false;
        let placements = self.world.colliders.placements();
        for &other in others {
            // What the game sent before comes first, even if no hook runs: which hooks are missing is learned, and must not
            // change the order.
            let waiting = self.world.running.object.is_none() && !self.world.events.is_empty();
            if waiting && self.world.pair_collides(mover, other) {
                self.dispatch_queue();
            }
            // Tested again, each in its turn: the handlers of an earlier collision may have moved or removed it, or the mover.
            let moved = self.world.moved_from(start, mover, placements);
            let met = self
                .world
                .meet_in_turn(mover, moved.unwrap_or(to), movement, other);
            let Some((met, is_hard)) = met else {
                continue;
            };
            // Before the handlers run: what they change of this pair counts from the next move on.
            blocked |= hard && is_hard;
            self.notify_collision(mover, other, at_the_end(met));
        }
        blocked
    }

    /// As `collide`, for a move that is tested on its way: what it meets is notified in the order of meeting. Returns where
    /// something hard stops a hard object; nothing does unless `stops`.
    pub(super) fn collide_on_the_way(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        stops: bool,
    ) -> Option<Stop> {
        let world = &mut *self.world;
        let body = world.slots.get(mover)?;
        if !body.solidness.is_solid() || !world.is_current(body.place.level) {
            return None;
        }
        let hard = stops && body.solidness.is_hard();
        let [start, end] = [from, to].map(|at| world.originals().outline_at(mover, at));
        let way = start?.area.union(end?.area);
        let mut others = world.borrow_list();
        world.list_solids_in(way, mover, &mut others);
        // What does not stop was carried there.
        let start = if stops { from } else { to };
        let stop = self.collide_on_the_way_with(&others, mover, start, [from, to], hard);
        self.world.return_list(others);
        stop
    }

    /// As `collide_on_the_way`, with these, in act order, of a mover that is at `start`. `hard`: something hard stops it.
    pub(super) fn collide_on_the_way_with(
        &mut self,
        others: &[ObjectId],
        mover: ObjectId,
        start: Vec2,
        [from, to]: [Vec2; 2],
        hard: bool,
    ) -> Option<Stop> {
        let world = &mut *self.world;
        let placements = world.colliders.placements();
        let mut met = core::mem::take(&mut world.colliders.spare_impacts);
        world.trace.count_tested(others.len());
        met.extend(others.iter().filter_map(|&other| {
            let hit = world.meet_on_the_way_in_turn(mover, from, to, other)?;
            Some((hit, other))
        }));
        // What is met at the same time in act order.
        let slots = &world.slots;
        met.sort_unstable_by(|one, other| {
            let order = one.0.time.total_cmp(&other.0.time);
            order.then_with(|| slots.act_order(one.1).cmp(&slots.act_order(other.1)))
        });
        let mut stopped: Option<Stop> = None;
        // Whether handlers may have moved or removed what is met.
        let mut is_old = false;
        for &(mut hit, other) in &met {
            let waiting = self.world.running.object.is_none() && !self.world.events.is_empty();
            if waiting && self.world.pair_collides(mover, other) {
                self.dispatch_queue();
                is_old = true;
            }
            let mut moved = None;
            if is_old {
                let world = &mut *self.world;
                moved = world.moved_from(start, mover, placements);
                let again = match moved {
                    None => world.meet_on_the_way_in_turn(mover, from, to, other),
                    Some(at) => {
                        let met = world.meet_in_turn(mover, at, to - from, other);
                        met.map(|(met, _)| at_the_end(met))
                    }
                };
                let Some(again) = again else {
                    continue;
                };
                hit = again;
            }
            // It does not come as far.
            if moved.is_none() && stopped.is_some_and(|stop| hit.time > stop.hit.time) {
                continue;
            }
            if moved.is_none() && hard && self.world.is_hard(other) {
                let at = self.world.stop_before(mover, from, to, hit.time, other);
                let nearer =
                    |old: Stop| (at - from).length_squared() < (old.at - from).length_squared();
                if stopped.is_none_or(nearer) {
                    stopped = Some(Stop { other, at, hit });
                }
            }
            self.notify_collision(mover, other, hit);
            is_old = true;
        }
        met.clear();
        self.world.colliders.spare_impacts = met;
        let mut stop = stopped?;
        stop.at = self.world.back_off(mover, from, to, stop.at);
        Some(stop)
    }

    /// Both objects are notified, even if the first one removes the other.
    #[inline]
    fn notify_collision(&mut self, mover: ObjectId, hit: ObjectId, met: Impact) {
        let seen_by = |is_mover: bool| Collision {
            other: if is_mover { hit } else { mover },
            is_mover,
            position: met.position,
            time: met.time,
            normal: if is_mover { met.normal } else { -met.normal },
        };
        let (of_mover, of_hit) = (seen_by(true), seen_by(false));
        let World { trace, slots, .. } = &mut *self.world;
        trace.add_contact(|step| {
            Some(TracedContact {
                altitude: slots.place(mover)?.altitude,
                position: met.position,
                normal: met.normal,
                step,
            })
        });
        if self.world.running.object.is_some() {
            // A handler made this move. Its behaviour is taken out while it runs, and would not receive the event. The
            // queue also bounds handlers that move in response to collisions, where calls would overflow the stack.
            self.world.send_to(mover, Event::Collision(of_mover));
            self.world.send_to(hit, Event::Collision(of_hit));
        } else {
            let outer = self.world.running;
            // All behaviours of both sides, even if one of them removes the object. No loop over both, which would copy what
            // each is told, just written, in pieces of another size: bench `horde` takes 0.97 of the time.
            self.call_within(outer, mover, Hooks::COLLISION, |behavior, cx| {
                behavior.collision(&of_mover, cx);
            });
            self.call_within(outer, hit, Hooks::COLLISION, |behavior, cx| {
                behavior.collision(&of_hit, cx);
            });
            self.world.running = outer;
        }
    }
}

impl World {
    /// Everything solid that an object would overlap in an area, by boxes and groups, in act order. Disabled altitudes,
    /// too: what does not act is in the way all the same.
    pub(super) fn list_solids_in(&mut self, area: Rect, mover: ObjectId, list: &mut Vec<ObjectId>) {
        // A handler may have moved rows by itself.
        self.sync_colliders();
        let (level, (colliders, originals)) = (self.level, self.colliders_and_originals());
        if colliders.list_planned(area, mover, level, originals.slots, list) {
            return;
        }
        let Some(body) = originals.slots.body(mover) else {
            return;
        };
        let (groups, collides_with) = (body.groups, body.collides_with);
        let wanted =
            |other: &Collider| other.groups_meet(groups, collides_with) && other.id != mover;
        colliders.list_in(area, level, originals, wanted, list);
    }

    /// Whether two objects are solid and no group, hierarchy or filter keeps them apart.
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
            // Last, because it is the game's code: it is asked only about pairs that nothing else keeps apart.
            && self.filter_allows(one, other)
    }

    /// What two plain boxes need to collide, which is together in memory.
    #[inline]
    fn plain_pair(&self, one: ObjectId, other: ObjectId) -> Option<PlainPair> {
        // What moves may have been a platform when its riders made way for it.
        if self.riding.platform.is_some() {
            return None;
        }
        self.colliders.plain_pair(one, other, self.level)
    }

    /// How an object meets another on its way, if the two collide now.
    fn meet_on_the_way_in_turn(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
    ) -> Option<Impact> {
        if let Some(pair) = self.plain_pair(mover, other) {
            if !self.filter_allows(mover, other) {
                return None;
            }
            let [start, end] = [from, to].map(|at| Outline::of_box(pair.bounds.translated(at), at));
            let other = Outline::of_box(pair.other_area, pair.other_area.min);
            return start.meet_on_the_way(&end, &other);
        }
        // Before the shapes are looked at.
        if !self.pair_collides(mover, other) {
            return None;
        }
        self.meet_on_the_way(mover, from, to, other)
    }

    /// How an object meets another on its way.
    fn meet_on_the_way(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
    ) -> Option<Impact> {
        let originals = self.originals();
        let [start, end] = [from, to].map(|at| originals.outline_at(mover, at));
        start?.meet_on_the_way(&end?, &originals.outline(other)?)
    }

    /// What something hard that moves would meet first of what is hard, and where it would stop. Notifies nothing.
    pub(super) fn first_stop(&mut self, mover: ObjectId, from: Vec2, to: Vec2) -> Option<Stop> {
        let [start, end] = [from, to].map(|at| self.originals().outline_at(mover, at));
        let way = start?.area.union(end?.area);
        let mut others = self.borrow_list();
        self.list_solids_in(way, mover, &mut others);
        let mut first: Option<Stop> = None;
        for &other in &others {
            let hard = self.is_hard(mover) && self.is_hard(other);
            if !hard || !self.pair_collides(mover, other) {
                continue;
            }
            self.trace.count_tested(1);
            let Some(hit) = self.meet_on_the_way(mover, from, to, other) else {
                continue;
            };
            if first.is_none_or(|first| hit.time < first.hit.time) {
                let at = self.stop_before(mover, from, to, hit.time, other);
                first = Some(Stop { other, at, hit });
            }
        }
        self.return_list(others);
        let mut stop = first?;
        stop.at = self.back_off(mover, from, to, stop.at);
        Some(stop)
    }

    /// Where a mover is that a handler has put elsewhere since it was at `start`, when there were so many placements: of what it
    /// moved to meet, it then meets what is there.
    #[inline]
    fn moved_from(&self, start: Vec2, mover: ObjectId, placements: u64) -> Option<Vec2> {
        if self.colliders.placements() == placements {
            return None;
        }
        self.if_elsewhere(start, mover)
    }

    #[cold]
    fn if_elsewhere(&self, start: Vec2, mover: ObjectId) -> Option<Vec2> {
        self.position(mover).filter(|&at| at != start)
    }

    fn is_hard(&self, id: ObjectId) -> bool {
        let body = self.slots.body(id);
        body.is_some_and(|body| body.solidness.is_hard())
    }

    /// Where an object stops that stops at `at` before one object: in a narrow place, rounding may lead it into another.
    fn back_off(&mut self, mover: ObjectId, from: Vec2, to: Vec2, at: Vec2) -> Vec2 {
        let by_cells = self.moves_by_cells(mover);
        let way = at - from;
        let (mut at, mut back) = (at, f32::EPSILON * (to - from).length() / way.length());
        while at != from && self.comes_into_something(mover, from, at) {
            // Not a number, too.
            if back.partial_cmp(&1.0).is_none_or(|order| order.is_ge()) {
                return from;
            }
            let shorter = way * (1.0 - back);
            at = from + if by_cells { shorter.trunc() } else { shorter };
            back *= 2.0;
        }
        at
    }

    /// Whether an object would overlap something hard in a place that it does not overlap where it is.
    fn comes_into_something(&mut self, mover: ObjectId, from: Vec2, at: Vec2) -> bool {
        let area = self
            .originals()
            .outline_at(mover, at)
            .map(|outline| outline.area);
        let Some(area) = area else {
            return false;
        };
        let mut others = self.borrow_list();
        self.list_solids_in(area, mover, &mut others);
        let overlaps = |world: &Self, place, other| {
            let originals = world.originals();
            let outline = originals.outline_at(mover, place)?;
            // By the movement, without which it would land on nothing.
            outline.contact(place - from, &originals.outline(other)?)
        };
        let comes_into = others.iter().any(|&other| {
            // As everywhere, before any geometry.
            self.is_hard(other)
                && self.pair_collides(mover, other)
                && overlaps(self, at, other).is_some()
                && overlaps(self, from, other).is_none()
        });
        self.return_list(others);
        comes_into
    }

    /// Where an object stops that meets another at a share of its way: as near as it can be without an overlap.
    fn stop_before(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        time: f32,
        other: ObjectId,
    ) -> Vec2 {
        let originals = self.originals();
        let by_cells = self.moves_by_cells(mover);
        let (mut share, mut back) = (time, f32::EPSILON);
        while share > 0.0 {
            let way = (to - from) * share;
            let at = from + if by_cells { way.trunc() } else { way };
            let outline = originals.outline_at(mover, at);
            // By the movement, without which it would land on nothing.
            let met =
                outline.and_then(|outline| outline.contact(at - from, &originals.outline(other)?));
            if met.is_none() {
                return at;
            }
            // Rounding: a little back, and then further.
            share = time - back;
            back *= 2.0;
        }
        from
    }

    /// How an object that came by a movement to a place collides with another now, and whether that is hard.
    #[inline]
    fn meet_in_turn(
        &mut self,
        mover: ObjectId,
        to: Vec2,
        movement: Vec2,
        other: ObjectId,
    ) -> Option<(Contact, bool)> {
        if let Some(pair) = self.plain_pair(mover, other) {
            if !self.filter_allows(mover, other) {
                return None;
            }
            self.trace.count_tested(1);
            let met = box_contact(pair.bounds.translated(to), movement, pair.other_area)?;
            return Some((met, pair.other_is_hard));
        }
        if !self.pair_collides(mover, other) {
            return None;
        }
        self.trace.count_tested(1);
        let met = self.meet(mover, to, movement, other)?;
        Some((met, self.is_hard(other)))
    }

    /// How an object that came by a movement to a place overlaps another.
    pub(super) fn meet(
        &self,
        mover: ObjectId,
        position: Vec2,
        movement: Vec2,
        other: ObjectId,
    ) -> Option<Contact> {
        let originals = self.originals();
        let mover = originals.outline_at(mover, position)?;
        mover.contact(movement, &originals.outline(other)?)
    }

    /// Logs a hard object that overlaps another where it stands: none of its moves is made as long as it does.
    pub(super) fn report_if_stuck(&mut self, id: ObjectId) {
        if !self.diagnostics.looks_into_blocked_move() {
            return;
        }
        let outline = self.originals().outline(id);
        let (Some(Outline { area, position, .. }), Some(kind)) = (outline, self.kind_of(id)) else {
            return;
        };
        let mut others = self.borrow_list();
        self.list_solids_in(area, id, &mut others);
        let hard = others.iter().copied().find(|&other| {
            let solidness = self.slots.body(other).map(|body| body.solidness);
            solidness.is_some_and(Solidness::is_hard)
                && self.pair_collides(id, other)
                && self.meet(id, position, Vec2::ZERO, other).is_some()
        });
        self.return_list(others);
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

/// The impact of a move that is tested where it ends.
fn at_the_end(met: Contact) -> Impact {
    Impact {
        time: 1.0,
        position: met.position,
        normal: met.normal,
    }
}
