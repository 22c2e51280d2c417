//! Which solid objects may meet which while they move: listed for all of them before the first one goes, so that a move
//! has not to search.
//!
//! Each is expected to stay within an area: mostly its box where it is, and where its velocity takes it. As long as it
//! does, whatever it meets is among those whose areas overlap its own. What leaves its area, collides with other groups or
//! is new is put into a grid apart, in which every move searches too; it itself searches as without a plan. So a plan
//! changes how long a step takes, and nothing else.

use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::geometry::Rect;
use crate::space::{Collider, Grid, NeighborLists, SweptBox};
use crate::world::colliders::Storage;
use crate::world::object::plain_box::PlainBox;
use crate::world::object::slots::Place;

/// No index, or no entry.
const NONE: u32 = u32::MAX;
/// The row of an object that is new: it does not move in this step.
const NOWHERE: Place = Place {
    altitude: 0,
    level: 0,
    row: NONE,
};

/// A solid object as it is now.
#[derive(Clone, Copy, Debug)]
struct Member {
    collider: Collider,
    plain: Option<PlainBox>,
    /// Where its row was when the plan was made: rows stay there while objects move.
    place: Place,
    stored: Storage,
    /// Its entry among those that are not as they were expected; `NONE` if it is.
    unexpected: u32,
}

/// How two plain boxes collide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainPair {
    pub(crate) one: PlainBox,
    pub(crate) other: PlainBox,
    /// Where the other one is, in world units.
    pub(crate) other_area: Rect,
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
    /// Where its row is.
    pub(crate) place: Place,
}

/// A plan, or the memory for one.
#[derive(Debug, Default)]
pub(crate) struct MovePlan {
    /// The level whose objects these are, with those of level 0. `None`: there is no plan.
    level: Option<u16>,
    /// In act order, then those that are new.
    members: Vec<Member>,
    /// Where each is expected, but for the new ones.
    swept: Vec<SweptBox>,
    /// The index of each object's member.
    by_slot: Vec<u32>,
    neighbors: NeighborLists,
    unexpected: Grid,
}

impl Clone for MovePlan {
    /// Returns an empty one: a copy of a world searches.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl MovePlan {
    /// Begins a plan.
    pub(super) fn begin(&mut self) {
        self.end();
        self.members.clear();
        self.swept.clear();
        self.by_slot.fill(NONE);
        self.unexpected.clear();
    }

    /// Adds the next object in act order: what it is, where it is stored, and, if it is expected to move, where else it may
    /// be.
    #[inline]
    pub(super) fn add(
        &mut self,
        collider: Collider,
        plain: Option<PlainBox>,
        place: Place,
        stored: Storage,
        way: Option<Rect>,
    ) {
        self.push(collider, plain, place, stored);
        let area = way.map_or(collider.area, |way| collider.area.union(way));
        // Not, if an edge is no number, or the corners are swapped.
        let is_known =
            area.contains_rect(&collider.area) && area.min.is_finite() && area.max.is_finite();
        self.swept.push(SweptBox {
            area: if is_known { area } else { Rect::default() },
            groups: if is_known { collider.groups } else { 0 },
            collides_with: collider.collides_with,
            moves: way.is_some(),
        });
        if !is_known {
            self.expect_no_more(self.members.len() - 1);
        }
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
        let member = &mut self.members[index];
        member.collider.area = area;
        if member.unexpected != NONE {
            self.unexpected.place(member.unexpected, area);
        } else if !self.swept[index].area.contains_rect(&area) {
            self.expect_no_more(index);
        }
        self.members[index].stored
    }

    /// The object of a member.
    #[inline]
    pub(super) fn id(&self, index: usize) -> ObjectId {
        self.members[index].collider.id
    }

    /// Notes what is known of an object now.
    pub(super) fn note_change(
        &mut self,
        collider: Collider,
        plain: Option<PlainBox>,
        stored: Storage,
    ) {
        let Some(index) = self.index(collider.id) else {
            self.push(collider, plain, NOWHERE, stored);
            return self.expect_no_more(self.members.len() - 1);
        };
        let member = &mut self.members[index];
        let before = core::mem::replace(&mut member.collider, collider);
        (member.plain, member.stored) = (plain, stored);
        let groups = |collider: &Collider| (collider.groups, collider.collides_with);
        if member.unexpected != NONE {
            self.unexpected.change(member.unexpected, collider);
        } else if groups(&before) != groups(&collider) {
            self.expect_no_more(index);
        } else {
            self.note_box(collider.id, collider.area);
        }
    }

    /// Notes that an object is gone.
    pub(super) fn note_removed(&mut self, id: ObjectId) {
        if let Some(index) = self.index(id) {
            if self.members[index].unexpected == NONE {
                self.expect_no_more(index);
            }
            self.unexpected.remove(self.members[index].unexpected);
            self.by_slot[id.slot()] = NONE;
        }
    }

    fn push(&mut self, collider: Collider, plain: Option<PlainBox>, place: Place, stored: Storage) {
        let slot = collider.id.slot();
        if self.by_slot.len() <= slot {
            self.by_slot.resize(slot + 1, NONE);
        }
        self.by_slot[slot] = u32::try_from(self.members.len()).unwrap_or(NONE);
        self.members.push(Member {
            collider,
            plain,
            place,
            stored,
            unexpected: NONE,
        });
    }

    /// From now on it is searched for.
    fn expect_no_more(&mut self, index: usize) {
        let member = &mut self.members[index];
        member.unexpected = self.unexpected.insert(member.collider);
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
            let other = &self.members[other as usize];
            if other.unexpected == NONE && area.overlaps(&other.collider.area) {
                list.push(other.collider.id);
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
        } = member.collider;
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
        let known = member.plain.filter(|_| member.place.row != NONE);
        Some(PlannedBox {
            index,
            id,
            plain: known?,
            area: member.collider.area,
            place: member.place,
        })
    }

    /// How two plain boxes collide that may.
    #[inline]
    pub(super) fn plain_pair(&self, one: ObjectId, other: ObjectId) -> Option<PlainPair> {
        let [one, other] = [
            &self.members[self.index(one)?],
            &self.members[self.index(other)?],
        ];
        let Collider {
            groups,
            collides_with,
            ..
        } = one.collider;
        let may_meet = other.collider.groups_meet(groups, collides_with);
        let (one, second) = (one.plain?, other.plain?);
        may_meet.then_some(PlainPair {
            one,
            other: second,
            other_area: other.collider.area,
        })
    }

    /// The index of an object's member, while there is a plan.
    #[inline]
    fn index(&self, id: ObjectId) -> Option<usize> {
        self.level?;
        let index = *self.by_slot.get(id.slot())? as usize;
        let member = self.members.get(index)?;
        (member.collider.id == id).then_some(index)
    }
}
