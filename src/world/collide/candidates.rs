//! Candidates for the collisions of a step: the other objects that each moving solid object may meet. One sort of all
//! swept bounds into cells finds them before the first of these objects moves.

use crate::base::id::{ObjectId, row_number};
use crate::geometry::Rect;
use crate::space::{BoxEnds, Collider, NeighborLists, SweptBox};
use crate::world::collide::colliders::ColliderEntry;

/// Entry of `by_slot` for a slot that never had a member of [`Candidates`].
const NONE: u32 = u32::MAX;
/// Maximum number of strays: members outside their swept bounds, which every search visits. With more of them, moves
/// search the broad phase.
const MOST_STRAYS: usize = 32;

/// Members and their candidates. The members are the solid objects and sensors of the current level and of level 0, in
/// act order. Each member that is expected to move has candidates. Valid only during the movement phase.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    /// Whether moves find their candidates in these lists, and not in the broad phase.
    is_complete: bool,
    colliders: Vec<Collider>,
    entries: Vec<ColliderEntry>,
    /// For each slot, the index of its object among the members. Meaningless if the object is not a member.
    by_slot: Vec<u32>,
    /// Swept bounds of each member, in which it is expected to stay during the step, and the neighbours of each member
    /// that moves.
    neighbors: NeighborLists,
    /// Members outside their swept bounds. Every search visits them.
    strays: Vec<u32>,
}

impl Clone for Candidates {
    /// Returns no candidates, because candidates are valid only during the movement phase.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Candidates {
    /// Makes all candidates invalid: moves then search the broad phase.
    #[inline]
    pub(in crate::world) fn clear(&mut self) {
        self.is_complete = false;
    }

    /// Removes all members, before new ones are added.
    pub(in crate::world) fn begin(&mut self) {
        self.is_complete = false;
        self.colliders.clear();
        self.entries.clear();
        self.neighbors.clear();
        self.strays.clear();
    }

    /// Adds the next object in act order. `to` is its expected box at the end of its move in this step, or `None` if
    /// the object is not expected to move.
    #[inline]
    pub(in crate::world) fn add(
        &mut self,
        collider: &Collider,
        entry: &ColliderEntry,
        to: Option<Rect>,
    ) {
        let now = BoxEnds::of(collider.area);
        let ends = to.map_or(now, |to| now.union(BoxEnds::of(to)));
        let slot = collider.id.slot();
        if self.by_slot.len() <= slot {
            self.by_slot.resize(slot + 1, NONE);
        }
        let index = row_number(self.colliders.len());
        self.by_slot[slot] = index;
        self.colliders.push(*collider);
        self.entries.push(*entry);
        if ends.are_valid() {
            self.neighbors.add(SweptBox {
                ends,
                groups: collider.groups,
                collides_with: collider.collides_with,
                moves: to.is_some(),
            });
        } else {
            // A member with invalid bounds, for example with a NaN, has no neighbour list.
            self.neighbors.add(SweptBox::default());
            self.strays.push(index);
        }
    }

    /// Finds the neighbours of all members that move. If there are too many neighbours or strays, moves search the
    /// broad phase.
    pub(in crate::world) fn complete(&mut self) {
        self.is_complete = self.strays.len() <= MOST_STRAYS && self.neighbors.find();
    }

    /// Records the present box of a member.
    #[inline]
    pub(in crate::world) fn set_area(&mut self, index: usize, area: Rect) {
        self.colliders[index].area = area;
        if !self.neighbors.contain(index, area) {
            self.add_stray(row_number(index));
        }
    }

    /// Records that an object's collider has changed.
    pub(in crate::world) fn change(&mut self, collider: Collider) {
        let Some(index) = self.index(collider.id) else {
            // The object is in no neighbour list, for example because it is new, so all lists become invalid.
            return self.clear();
        };
        let before = core::mem::replace(&mut self.colliders[index], collider);
        if (before.groups, before.collides_with) != (collider.groups, collider.collides_with) {
            return self.clear();
        }
        self.set_area(index, collider.area);
    }

    #[cold]
    fn add_stray(&mut self, index: u32) {
        if !self.strays.contains(&index) {
            self.strays.push(index);
        }
        if self.strays.len() > MOST_STRAYS {
            self.clear();
        }
    }

    /// Returns a member's collider, with its present box, and its entry.
    #[inline]
    pub(in crate::world) fn member(&self, index: usize) -> (&Collider, &ColliderEntry) {
        (&self.colliders[index], &self.entries[index])
    }

    /// Appends all objects that a member may meet in an area to a list, in act order. Returns false, and appends
    /// nothing, if the member's neighbours do not cover the area. The broad phase must then be searched.
    #[inline]
    pub(in crate::world) fn list(
        &self,
        index: usize,
        area: Rect,
        list: &mut Vec<Collider>,
    ) -> bool {
        if !self.neighbors.has_list_for(index, area) {
            return false;
        }
        let Collider {
            groups,
            collides_with,
            ..
        } = self.colliders[index];
        let with_strays;
        let neighbors = if self.strays.is_empty() {
            self.neighbors.of(index)
        } else {
            with_strays = self.with_strays(index);
            &with_strays
        };
        for &other in neighbors {
            let other = &self.colliders[other as usize];
            if area.overlaps(&other.area) && other.groups_meet(groups, collides_with) {
                list.push(*other);
            }
        }
        true
    }

    /// Returns the neighbours of a member and all strays, in act order.
    #[cold]
    fn with_strays(&self, index: usize) -> Vec<u32> {
        let neighbors = self.neighbors.of(index).iter();
        let mut all: Vec<u32> = neighbors.chain(&self.strays).copied().collect();
        all.retain(|&other| other != row_number(index));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the index of an object among the members. `None` if it is not a member, or if moves search the broad
    /// phase.
    #[inline]
    pub(in crate::world) fn index(&self, id: ObjectId) -> Option<usize> {
        if !self.is_complete {
            return None;
        }
        let index = *self.by_slot.get(id.slot())? as usize;
        (self.colliders.get(index)?.id == id).then_some(index)
    }
}
