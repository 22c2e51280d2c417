//! Which solid objects may meet which while they move: listed for all of them before the first one goes, so that a move
//! has not to search.
//!
//! Each is expected to stay within an area: mostly its box where it is, and where its velocity takes it in some steps. As
//! long as it does, whatever it meets is among those whose areas overlap its own. What leaves its area, collides with other
//! groups or is new is astray: it is added to the lists of those whose areas it comes into, and itself searches as without a
//! plan. So a plan changes how long a step takes, and nothing else.
//!
//! A plan is used for some steps, because making it costs more than the movement of one step (bench `peers`).
//! Where it turns out that many leave their areas, as where all push each other, the next plans are for one step each.

use crate::base::id::{ObjectId, row_number};
use crate::base::level::is_current;
use crate::geometry::Rect;
use crate::space::{BoxEnds, Collider, NeighborLists, SweptBox};
use crate::world::colliders::Storage;
use crate::world::object::plain_box::PlainBox;
use crate::world::plain_move::PlannedBox;
use crate::world::plan_life::PlanLife;

/// No index, or no entry.
const NONE: u32 = u32::MAX;
/// By how much more of the way of a step areas are longer, because ways are not quite straight.
const SPARE: f32 = 0.25;
/// The neighbours of this many are loaded at once.
const LOADED: usize = 128;
/// With fewer members, all is in a processor's cache anyway.
const FEWEST_LOADED: usize = 4096;
/// What the others look at of a solid object. Half a line of a processor's cache, because those of neighbours are anywhere in
/// memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct SeenBox(Collider);

const _: () = assert!(size_of::<SeenBox>() == 32);

/// Whether a solid object is a plain box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoxKind {
    Other,
    Soft,
    Hard,
}

/// What the object itself needs to move.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// Of a plain box.
    bounds: Rect,
    is_bullet: bool,
    stored: Storage,
    /// The first of the others that have come into its area since the plan was made; `NONE`: there is none.
    came: u32,
}

/// One that came into the area of a member.
#[derive(Clone, Copy, Debug)]
struct Came {
    index: u32,
    /// The one before.
    next: u32,
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

/// A plan, or the memory for one.
#[derive(Debug, Default)]
pub(crate) struct MovePlan {
    /// The level whose objects these are, with those of level 0. `None`: there is no plan.
    level: Option<u16>,
    /// The level of whose solid objects the members are all, in act order: the next plan of that level is of them again.
    /// `None`: something was added, removed or changed.
    kept: Option<u16>,
    /// How many were added to a plan that is being made.
    added: usize,
    // In act order, then those that are new. Apart from one another, because of most neighbours only the box is looked
    // at.
    members: Vec<Member>,
    seen: Vec<SeenBox>,
    kinds: Vec<BoxKind>,
    /// Where each is expected. What is astray has no list, and is where it was when it was last told to others.
    swept: Vec<SweptBox>,
    /// The index of each object's member.
    by_slot: Vec<u32>,
    neighbors: NeighborLists,
    came: Vec<Came>,
    /// The neighbours of the members before this one were loaded.
    loaded: usize,
    /// Scratch: the members of a new plan that are astray already.
    astray: Vec<usize>,
    life: PlanLife,
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
        let fits = self.level == Some(level);
        self.life.goes_on(fits, self.members.len())
    }

    /// Ends the movement phase of a step. Until the next one, changes are noted only if the plan is used again.
    pub(super) fn end_step(&mut self) {
        if self.life.is_over() {
            self.level = None;
        }
    }

    /// Begins a plan for a level.
    pub(super) fn begin(&mut self, level: u16) {
        self.level = None;
        self.life.begin();
        self.came.clear();
        self.astray.clear();
        self.added = 0;
        if self.kept == Some(level) {
            return;
        }
        self.kept = None;
        self.members.clear();
        self.seen.clear();
        self.kinds.clear();
        self.swept.clear();
        self.by_slot.fill(NONE);
    }

    /// Whether the members are those of the plan before: each is only to be renewed.
    #[inline]
    pub(super) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Adds the next member of the plan before, if it is this object. `to` returns where it is at the end of this step, if it
    /// is expected to move.
    #[inline]
    pub(super) fn renew(
        &mut self,
        id: ObjectId,
        to: impl FnOnce(Option<PlainBox>) -> Option<Rect>,
    ) -> bool {
        let index = self.added;
        let Some(&SeenBox(collider)) = self.seen.get(index).filter(|seen| seen.0.id == id) else {
            return false;
        };
        self.added += 1;
        self.members[index].came = NONE;
        let swept = self.swept_box(&collider, to(self.plain_of(index)));
        if swept.is_none() {
            self.astray.push(index);
        }
        self.swept[index] = swept.unwrap_or_default();
        true
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
        let swept = self.swept_box(&collider, to);
        self.push(collider, plain, stored);
        self.swept.push(swept.unwrap_or_default());
        if swept.is_none() {
            self.astray.push(self.added);
        }
        self.added += 1;
    }

    /// Where a box is expected. `to`: where it is at the end of this step, if it is expected to move. `None` if that is not
    /// known.
    #[inline]
    fn swept_box(&self, collider: &Collider, to: Option<Rect>) -> Option<SweptBox> {
        let now = BoxEnds::of(collider.area);
        let ends = to.map_or(now, |to| self.expected(now, BoxEnds::of(to)));
        // Not, if an edge is no number, or the corners are swapped: then it is astray.
        let is_known = now.are_valid() && ends.contain(now) && ends.are_valid();
        is_known.then_some(SweptBox {
            ends,
            groups: collider.groups,
            collides_with: collider.collides_with,
            moves: to.is_some(),
        })
    }

    /// Where a box is expected that is moved from one place to another in this step.
    #[inline]
    fn expected(&self, from: BoxEnds, to: BoxEnds) -> BoxEnds {
        let steps = self.life.steps();
        if steps == 1 {
            return from.union(to);
        }
        // Where it is after this step, too: it may have turned.
        let further = from.further(to, f32::from(steps - 1) + SPARE);
        from.union(to).union(further)
    }

    /// Finds out which may meet which, of all that were added, unless those are too many: then all moves search.
    pub(super) fn complete(&mut self, level: u16) {
        self.kept = Some(level);
        if !self.neighbors.find(&self.swept) {
            self.life.fail();
            return;
        }
        self.level = Some(level);
        while let Some(index) = self.astray.pop() {
            self.go_astray(index);
        }
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
        let all = self.neighbors.len();
        if all < FEWEST_LOADED || index >= all {
            self.loaded = usize::MAX;
            return None;
        }
        self.loaded = index + LOADED;
        let others = self.neighbors.of_all(index..self.loaded.min(all));
        Some(others.iter().map(|&other| self.seen[other as usize].0.id))
    }

    /// The number of objects that were added.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    /// Drops the plan: all moves search again, and the next one is of other members.
    pub(super) fn end(&mut self) {
        (self.level, self.kept) = (None, None);
    }

    /// The level that was current when the plan was made. `None`: there is none.
    #[inline]
    pub(super) fn level(&self) -> Option<u16> {
        self.level
    }

    /// Whether the plan, or the next one, is for the objects of a level: changes are to be noted.
    #[inline]
    pub(super) fn is_for(&self, level: u16) -> bool {
        let noting = self.level.or(self.kept);
        noting.is_some_and(|current| is_current(level, current))
    }

    /// Notes where the box of an object is now.
    #[inline]
    pub(super) fn note_box(&mut self, id: ObjectId, area: Rect) {
        let Some(index) = self.index(id) else {
            return;
        };
        if self.level.is_some() {
            self.place(index, area);
        } else {
            self.seen[index].0.area = area;
        }
    }

    /// Notes where the box of a member of a plan is now. Returns where else that is stored.
    #[inline]
    pub(super) fn place(&mut self, index: usize, area: Rect) -> Storage {
        self.seen[index].0.area = area;
        if !self.swept[index].ends.contain(BoxEnds::of(area)) {
            self.go_astray(index);
        }
        self.members[index].stored
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
        let known = self.index(collider.id);
        let is_same = known.is_some_and(|index| {
            let SeenBox(before) = self.seen[index];
            let moved = Collider {
                area: before.area,
                ..collider
            };
            moved == before && self.plain_of(index) == plain
        });
        if !is_same {
            self.kept = None;
        }
        if self.level.is_none() {
            if let (Some(index), true) = (known, is_same) {
                self.seen[index].0.area = collider.area;
            }
            return;
        }
        let Some(index) = known else {
            self.push(collider, plain, stored);
            self.swept.push(SweptBox::default());
            return self.go_astray(self.members.len() - 1);
        };
        self.kinds[index] = kind(plain);
        let member = &mut self.members[index];
        (member.bounds, member.stored) = (bounds(plain), stored);
        member.is_bullet = is_bullet(plain);
        let before = core::mem::replace(&mut self.seen[index].0, collider);
        let groups = |collider: &Collider| (collider.groups, collider.collides_with);
        if groups(&before) == groups(&collider) {
            self.place(index, collider.area);
        } else {
            self.go_astray(index);
        }
    }

    /// Notes that an object is gone.
    pub(super) fn note_removed(&mut self, id: ObjectId) {
        if let Some(index) = self.index(id) {
            self.kept = None;
            self.seen[index].0.area = Rect::NOTHING;
            self.by_slot[id.slot()] = NONE;
        }
    }

    fn push(&mut self, collider: Collider, plain: Option<PlainBox>, stored: Storage) {
        let slot = collider.id.slot();
        if self.by_slot.len() <= slot {
            self.by_slot.resize(slot + 1, NONE);
        }
        self.by_slot[slot] = u32::try_from(self.members.len()).unwrap_or(NONE);
        self.seen.push(SeenBox(collider));
        self.kinds.push(kind(plain));
        self.members.push(Member {
            bounds: bounds(plain),
            is_bullet: is_bullet(plain),
            stored,
            came: NONE,
        });
    }

    /// Adds a member to the lists of those into whose areas it has come. From now on it has none itself.
    fn go_astray(&mut self, index: usize) {
        self.life.note_astray();
        let Collider {
            area,
            groups,
            collides_with,
            ..
        } = self.seen[index].0;
        // Further, so that not each of its moves has to be told.
        let further = if self.life.steps() > 1 {
            area.size().max_element().max(0.0) / 2.0
        } else {
            0.0
        };
        let told = SweptBox {
            ends: BoxEnds::of(area.expanded(further)),
            groups,
            collides_with,
            moves: false,
        };
        self.swept[index] = told;
        let Self {
            members,
            neighbors,
            came,
            ..
        } = self;
        let other = row_number(index);
        neighbors.each_mover_in(&told, |mover| {
            let member = &mut members[mover as usize];
            let is_listed = mover == other
                || neighbors.of(mover as usize).contains(&other)
                || chain(came, member.came).any(|listed| listed == other);
            if !is_listed {
                let next = core::mem::replace(&mut member.came, row_number(came.len()));
                came.push(Came { index: other, next });
            }
        });
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
    #[inline(always)]
    pub(super) fn list_at(
        &self,
        index: usize,
        area: Rect,
        list: &mut Vec<ObjectId>,
    ) -> Option<bool> {
        if !self.swept[index].has_list_for(BoxEnds::of(area)) {
            return None;
        }
        let Collider {
            groups,
            collides_with,
            ..
        } = self.seen[index].0;
        let mut look_at = |other: u32| {
            let other = &self.seen[other as usize].0;
            // Groups, too: those of the other one may have changed.
            if area.overlaps(&other.area) && other.groups_meet(groups, collides_with) {
                list.push(other.id);
            }
        };
        self.neighbors
            .of(index)
            .iter()
            .copied()
            .for_each(&mut look_at);
        let came = self.members[index].came;
        chain(&self.came, came).for_each(look_at);
        Some(came == NONE)
    }

    /// Notes that a move had to search because the plan does not tell what it meets.
    pub(super) fn note_missed(&mut self) {
        self.life.note_astray();
    }

    /// What is known of an object that is a plain box. `None` if it is none.
    #[inline]
    pub(super) fn plain(&self, id: ObjectId) -> Option<PlannedBox> {
        let index = self.index(id)?;
        Some(PlannedBox {
            index,
            id,
            plain: self.plain_of(index)?,
            area: self.seen[index].0.area,
        })
    }

    /// What a member is. `None` if it is no plain box.
    #[inline]
    fn plain_of(&self, index: usize) -> Option<PlainBox> {
        let member = &self.members[index];
        Some(PlainBox {
            bounds: member.bounds,
            is_hard: self.is_hard(index)?,
            is_bullet: member.is_bullet,
        })
    }

    /// How two plain boxes collide that may.
    #[inline]
    pub(super) fn plain_pair(&self, one: ObjectId, other: ObjectId) -> Option<PlainPair> {
        let (one, other) = (self.index(one)?, self.index(other)?);
        self.is_hard(one)?;
        let Collider {
            groups,
            collides_with,
            ..
        } = self.seen[one].0;
        let seen = self.seen[other].0;
        let pair = PlainPair {
            bounds: self.members[one].bounds,
            other_area: seen.area,
            other_is_hard: self.is_hard(other)?,
        };
        seen.groups_meet(groups, collides_with).then_some(pair)
    }

    /// Whether a plain box is hard. `None` if the member is none.
    #[inline]
    fn is_hard(&self, index: usize) -> Option<bool> {
        match self.kinds[index] {
            BoxKind::Other => None,
            kind => Some(kind == BoxKind::Hard),
        }
    }

    /// The index of an object's member, while there is a plan, or the next one is of the same members.
    #[inline]
    fn index(&self, id: ObjectId) -> Option<usize> {
        self.level.or(self.kept)?;
        let index = *self.by_slot.get(id.slot())? as usize;
        (self.seen.get(index)?.0.id == id).then_some(index)
    }
}

/// Those that came into an area, from the last one on.
#[inline]
fn chain(all: &[Came], mut at: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let came = all.get(at as usize)?;
        at = came.next;
        Some(came.index)
    })
}

fn kind(plain: Option<PlainBox>) -> BoxKind {
    match plain {
        None => BoxKind::Other,
        Some(plain) if plain.is_hard => BoxKind::Hard,
        Some(_) => BoxKind::Soft,
    }
}

fn is_bullet(plain: Option<PlainBox>) -> bool {
    plain.is_some_and(|plain| plain.is_bullet)
}

fn bounds(plain: Option<PlainBox>) -> Rect {
    plain.map_or(Rect::default(), |plain| plain.bounds)
}
