//! Which solid objects may meet which while they move: listed for all of them before the first one goes, so that a move
//! has not to search.
//!
//! Each is expected to stay within an area: mostly its box where it is, and where its velocity takes it in some steps. As
//! long as it does, whatever it meets is among those whose areas overlap its own. What leaves its area, collides with other
//! groups or is new is put into a grid apart, in which every move searches too; it itself searches as without a plan. So a
//! plan changes how long a step takes, and nothing else.
//!
//! A plan is used for some steps, because making it takes a third of what a step of many movers takes (bench `peers`).
//! Where it turns out that many leave their areas, as where all push each other, the next plans are for one step each.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::geometry::Rect;
use crate::space::{Collider, Grid, NeighborLists, SweptBox};
use crate::world::colliders::Storage;
use crate::world::object::plain_box::PlainBox;

/// No index, or no entry.
const NONE: u32 = u32::MAX;
/// A plan is used for this many steps.
const STEPS: u8 = 4;
/// By how much more of the way of a step areas are longer, because ways are not quite straight.
const SPARE: f32 = 0.25;
/// A plan is used no longer if more than one of this many is not as it was expected.
const MOST_UNEXPECTED: usize = 16;
/// After such a plan, this many are for one step.
const SHORT_PLANS: u8 = 16;
/// The neighbours of this many are loaded at once.
const LOADED: usize = 128;
/// With fewer members, all is in a processor's cache anyway.
const FEWEST_LOADED: usize = 4096;
/// The box of what others are not to find by their lists: it overlaps nothing.
const NO_BOX: Rect = Rect {
    min: Vec2::INFINITY,
    max: Vec2::NEG_INFINITY,
};

/// What the others look at of a solid object: its box is `NO_BOX` if it is not as it was expected. Half a line of a
/// processor's cache, because those of neighbours are anywhere in memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Seen(Collider);

const _: () = assert!(size_of::<Seen>() == 32);

/// Whether a solid object is a plain box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Other,
    Soft,
    Hard,
}

/// What the object itself needs to move.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// Of a plain box.
    bounds: Rect,
    stored: Storage,
    /// Its entry among those that are not as they were expected; `NONE` if it is.
    unexpected: u32,
}

/// How two plain boxes collide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainPair {
    /// Of the one, relative to its position.
    pub(crate) bounds: Rect,
    /// Where the other one is, in world units.
    pub(crate) other_area: Rect,
    pub(crate) other_is_hard: bool,
}

/// What a plan knows of a plain box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlannedBox {
    /// Of its member.
    pub(crate) index: usize,
    pub(crate) id: ObjectId,
    pub(crate) plain: PlainBox,
    /// Where it is, in world units.
    pub(crate) area: Rect,
}

/// A plan, or the memory for one.
#[derive(Debug, Default)]
pub(crate) struct MovePlan {
    /// The level whose objects these are, with those of level 0. `None`: there is no plan.
    level: Option<u16>,
    // In act order, then those that are new. Apart from one another, because of most neighbours only the box is looked
    // at.
    members: Vec<Member>,
    seen: Vec<Seen>,
    kinds: Vec<Kind>,
    /// Where each is expected, but for the new ones.
    swept: Vec<SweptBox>,
    /// The index of each object's member.
    by_slot: Vec<u32>,
    neighbors: NeighborLists,
    unexpected: Grid,
    /// The neighbours of the members before this one were loaded.
    loaded: usize,
    /// How many steps it was used for before this one, and for how many it was made.
    age: u8,
    steps: u8,
    /// How many of the next plans are for one step.
    short: u8,
    /// How many moves had to search since it was made, because it did not tell what they may meet.
    missed: usize,
}

impl Clone for MovePlan {
    /// Returns an empty one: a copy of a world searches.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl MovePlan {
    /// Begins the movement phase of a step. Returns whether there is a plan for it already.
    pub(super) fn begin_step(&mut self, level: u16) -> bool {
        self.loaded = 0;
        self.age += 1;
        if self.age >= self.steps {
            return false;
        }
        let unexpected = self.unexpected.len() + self.missed;
        if self.level == Some(level) && unexpected * MOST_UNEXPECTED <= self.members.len() {
            return true;
        }
        self.short = SHORT_PLANS;
        false
    }

    /// Ends the movement phase of a step. Until the next one, changes are noted only if the plan is used again.
    pub(super) fn end_step(&mut self) {
        if self.age + 1 >= self.steps {
            self.end();
        }
    }

    /// Notes that a move had to search.
    pub(super) fn note_missed(&mut self) {
        self.missed += 1;
    }

    /// Begins a plan.
    pub(super) fn begin(&mut self) {
        self.end();
        self.steps = if self.short == 0 { STEPS } else { 1 };
        self.short = self.short.saturating_sub(1);
        (self.age, self.missed) = (0, 0);
        self.members.clear();
        self.seen.clear();
        self.kinds.clear();
        self.swept.clear();
        self.by_slot.fill(NONE);
        self.unexpected.clear();
    }

    /// The neighbours of this member and of some behind it, if they may be far away in memory and were not loaded yet.
    #[inline]
    pub(super) fn neighbors_to_load(
        &mut self,
        index: usize,
    ) -> Option<impl Iterator<Item = ObjectId>> {
        if index < self.loaded {
            return None;
        }
        let all = self.swept.len();
        if all < FEWEST_LOADED || index >= all {
            self.loaded = usize::MAX;
            return None;
        }
        self.loaded = index + LOADED;
        let others = self.neighbors.of_all(index..self.loaded.min(all));
        Some(others.iter().map(|&other| self.seen[other as usize].0.id))
    }

    /// Adds the next object in act order: what it is, where it is stored, and, if it is expected to move, where it is at the
    /// end of this step.
    #[inline]
    pub(super) fn add(
        &mut self,
        collider: Collider,
        plain: Option<PlainBox>,
        stored: Storage,
        to: Option<Rect>,
    ) {
        self.push(collider, plain, stored);
        let area = to.map_or(collider.area, |to| self.expected(collider.area, to));
        // Not, if an edge is no number, or the corners are swapped.
        let is_known =
            area.contains_rect(&collider.area) && area.min.is_finite() && area.max.is_finite();
        self.swept.push(SweptBox {
            area: if is_known { area } else { Rect::default() },
            groups: if is_known { collider.groups } else { 0 },
            collides_with: collider.collides_with,
            moves: to.is_some(),
        });
        if !is_known {
            self.expect_no_more(self.members.len() - 1, collider.area);
        }
    }

    /// Where a box is expected that is moved from one place to another in this step.
    #[inline]
    fn expected(&self, from: Rect, to: Rect) -> Rect {
        if self.steps == 1 {
            return from.union(to);
        }
        let further = (to.min - from.min) * (f32::from(self.steps - 1) + SPARE);
        // Where it is after this step, too: it may have turned.
        from.union(to).union(to.translated(further))
    }

    /// Finds out which may meet which, of all that were added.
    pub(super) fn complete(&mut self, level: u16) {
        self.neighbors.find(&self.swept);
        self.level = Some(level);
    }

    /// The number of objects.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Drops the plan: all moves search again.
    pub(super) fn end(&mut self) {
        self.level = None;
    }

    /// The level that was current when the plan was made. `None`: there is none.
    #[inline]
    pub(super) fn level(&self) -> Option<u16> {
        self.level
    }

    /// Whether there is a plan for the objects of a level.
    #[inline]
    pub(super) fn is_for(&self, level: u16) -> bool {
        self.level.is_some_and(|current| is_current(level, current))
    }

    /// Notes where the box of an object is now.
    #[inline]
    pub(super) fn note_box(&mut self, id: ObjectId, area: Rect) {
        if let Some(index) = self.index(id) {
            self.place(index, area);
        }
    }

    /// Notes where the box of a member is now. Returns where else that is stored.
    #[inline]
    pub(super) fn place(&mut self, index: usize, area: Rect) -> Storage {
        let member = &self.members[index];
        let stored = member.stored;
        if member.unexpected != NONE {
            self.unexpected.place(member.unexpected, area);
        } else if self.swept[index].area.contains_rect(&area) {
            self.seen[index].0.area = area;
        } else {
            self.expect_no_more(index, area);
        }
        stored
    }

    /// The object of a member.
    #[inline]
    pub(super) fn id(&self, index: usize) -> ObjectId {
        self.seen[index].0.id
    }

    /// Notes what is known of an object now.
    pub(super) fn note_change(
        &mut self,
        collider: Collider,
        plain: Option<PlainBox>,
        stored: Storage,
    ) {
        let Some(index) = self.index(collider.id) else {
            self.push(collider, plain, stored);
            return self.expect_no_more(self.members.len() - 1, collider.area);
        };
        self.kinds[index] = kind(plain);
        let member = &mut self.members[index];
        (member.bounds, member.stored) = (bounds(plain), stored);
        let before = self.seen[index].0;
        let entry = member.unexpected;
        let groups = |collider: &Collider| (collider.groups, collider.collides_with);
        if groups(&before) != groups(&collider) {
            self.seen[index].0 = Collider {
                area: before.area,
                ..collider
            };
            if entry == NONE {
                return self.expect_no_more(index, collider.area);
            }
        }
        if entry == NONE {
            self.place(index, collider.area);
        } else {
            self.unexpected.change(entry, collider);
        }
    }

    /// Notes that an object is gone.
    pub(super) fn note_removed(&mut self, id: ObjectId) {
        if let Some(index) = self.index(id) {
            let entry = self.members[index].unexpected;
            if entry == NONE {
                self.seen[index].0.area = NO_BOX;
            } else {
                self.unexpected.remove(entry);
            }
            self.by_slot[id.slot()] = NONE;
        }
    }

    fn push(&mut self, collider: Collider, plain: Option<PlainBox>, stored: Storage) {
        let slot = collider.id.slot();
        if self.by_slot.len() <= slot {
            self.by_slot.resize(slot + 1, NONE);
        }
        self.by_slot[slot] = u32::try_from(self.members.len()).unwrap_or(NONE);
        self.seen.push(Seen(collider));
        self.kinds.push(kind(plain));
        self.members.push(Member {
            bounds: bounds(plain),
            stored,
            unexpected: NONE,
        });
    }

    /// From now on it is searched for.
    fn expect_no_more(&mut self, index: usize, area: Rect) {
        let seen = &mut self.seen[index].0;
        seen.area = area;
        self.members[index].unexpected = self.unexpected.insert(*seen);
        seen.area = NO_BOX;
    }

    /// Where the box of a member is.
    #[inline]
    fn area(&self, index: usize) -> Rect {
        match self.members[index].unexpected {
            NONE => self.seen[index].0.area,
            entry => self.unexpected.collider(entry).area,
        }
    }

    /// Appends what a moving object may meet in an area to a list. Returns whether that is in act order; `None` if the plan
    /// does not tell.
    #[inline]
    pub(super) fn list_in(
        &self,
        area: Rect,
        id: ObjectId,
        list: &mut Vec<ObjectId>,
    ) -> Option<bool> {
        self.list_at(self.index(id)?, area, list)
    }

    /// As `list_in`, of a member.
    #[inline]
    pub(super) fn list_at(
        &self,
        index: usize,
        area: Rect,
        list: &mut Vec<ObjectId>,
    ) -> Option<bool> {
        let member = &self.members[index];
        if member.unexpected != NONE || !self.swept[index].has_list_for(&area) {
            return None;
        }
        for &other in self.neighbors.of(index) {
            let other = &self.seen[other as usize].0;
            if area.overlaps(&other.area) {
                list.push(other.id);
            }
        }
        if self.unexpected.is_empty() {
            return Some(true);
        }
        let expected = list.len();
        let Collider {
            groups,
            collides_with,
            ..
        } = self.seen[index].0;
        let wanted = |other: &Collider| other.groups_meet(groups, collides_with);
        self.unexpected
            .each_in(area, wanted, |other| list.push(other.id));
        Some(list.len() == expected)
    }

    /// What is known of an object that is a plain box. `None` if it is none.
    #[inline]
    pub(super) fn plain(&self, id: ObjectId) -> Option<PlannedBox> {
        let index = self.index(id)?;
        let member = &self.members[index];
        Some(PlannedBox {
            index,
            id,
            plain: PlainBox {
                bounds: member.bounds,
                is_hard: self.is_hard(index)?,
            },
            area: self.area(index),
        })
    }

    /// How two plain boxes collide that may.
    #[inline]
    pub(super) fn plain_pair(&self, one: ObjectId, other: ObjectId) -> Option<PlainPair> {
        let (one, other) = (self.index(one)?, self.index(other)?);
        let hard = [self.is_hard(one)?, self.is_hard(other)?];
        let Collider {
            groups,
            collides_with,
            ..
        } = self.seen[one].0;
        let seen = self.seen[other].0;
        if !seen.groups_meet(groups, collides_with) {
            return None;
        }
        // Mostly known from what was looked at already.
        let is_expected = seen.area.min.x <= seen.area.max.x;
        let other_area = if is_expected {
            seen.area
        } else {
            self.area(other)
        };
        Some(PlainPair {
            bounds: self.members[one].bounds,
            other_is_hard: hard[1],
            other_area,
        })
    }

    /// Whether a plain box is hard. `None` if the member is none.
    #[inline]
    fn is_hard(&self, index: usize) -> Option<bool> {
        match self.kinds[index] {
            Kind::Other => None,
            kind => Some(kind == Kind::Hard),
        }
    }

    /// The index of an object's member, while there is a plan.
    #[inline]
    fn index(&self, id: ObjectId) -> Option<usize> {
        self.level?;
        let index = *self.by_slot.get(id.slot())? as usize;
        (self.seen.get(index)?.0.id == id).then_some(index)
    }
}

fn kind(plain: Option<PlainBox>) -> Kind {
    match plain {
        None => Kind::Other,
        Some(plain) if plain.is_hard => Kind::Hard,
        Some(_) => Kind::Soft,
    }
}

fn bounds(plain: Option<PlainBox>) -> Rect {
    plain.map_or(Rect::default(), |plain| plain.bounds)
}
