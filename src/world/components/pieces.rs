//! The pieces of one object: its behaviours and groups, and the data in groups.

use core::any::{Any, TypeId, type_name};
use core::fmt;

use super::{Data, Piece, PieceId, PieceKind};
use crate::base::checksum::Checksum;
use crate::world::behaviors::behavior::{AnyBehavior, Behavior};
use crate::world::checksum::sum_type;

/// The pieces of an object, in the order in which they were attached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    entries: Vec<Entry>,
    /// How many there ever were.
    ever: u32,
}

#[derive(Clone, Debug)]
struct Entry {
    id: PieceId,
    group: Option<PieceId>,
    /// It was detached: it hears of its siblings' going and of its own, and of nothing else.
    leaving: bool,
    /// It had its last callback, or panicked: it is called no more.
    spent: bool,
    held: Held,
}

/// A piece.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// Taken out while it runs; its type is known all the same.
    Behavior(TypeOf, Option<Box<dyn AnyBehavior>>),
    Group(&'static str),
    Data(TypeOf, Box<dyn AnyValue>),
}

/// A type's id and name.
type TypeOf = fn() -> (TypeId, &'static str);

fn type_of<T: 'static>() -> (TypeId, &'static str) {
    (TypeId::of::<T>(), type_name::<T>())
}

impl Held {
    /// A behaviour that runs.
    pub(super) fn running<B: Behavior>() -> Self {
        Self::Behavior(type_of::<B>, None)
    }

    pub(super) fn data<T: Data>(value: T) -> Self {
        Self::Data(type_of::<T>, Box::new(value))
    }

    /// Its type's name; a group's label.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Behavior(of, _) | Self::Data(of, _) => of().1,
            Self::Group(label) => label,
        }
    }
}

/// Data whose type is forgotten.
pub(super) trait AnyValue: Any + Send {
    fn boxed_clone(&self) -> Box<dyn AnyValue>;
    fn add_to(&self, sum: &mut Checksum);
}

impl<T: Data> AnyValue for T {
    fn boxed_clone(&self) -> Box<dyn AnyValue> {
        Box::new(self.clone())
    }

    fn add_to(&self, sum: &mut Checksum) {
        Data::checksum(self, sum);
    }
}

impl Clone for Box<dyn AnyValue> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl fmt::Debug for dyn AnyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data")
    }
}

/// Which of an object's behaviours hear of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// All, those in groups too.
    All,
    /// All, for the last time.
    Last,
    /// This one; of a group, all that are in it and in groups in it.
    Given(PieceId),
    /// The siblings of this one, and what is in those that are groups.
    Beside(PieceId),
    /// This one, even if it is leaving.
    Only(PieceId),
    /// This one, which is leaving, for the last time.
    Parting(PieceId),
}

impl Course {
    /// Whether who hears of it hears nothing more. Of a disabled object too, whoever did not panic hears of it.
    pub(crate) fn is_last(self) -> bool {
        matches!(self, Self::Last | Self::Parting(_))
    }
}

impl Pieces {
    /// Adds a piece, after the others. `group` is a group of theirs. None is added after 4 billion.
    pub(super) fn add(&mut self, group: Option<PieceId>, held: Held) -> Option<PieceId> {
        let id = self.end()?;
        if self.entries.is_empty() {
            // Most objects have one behaviour, and there are many objects.
            self.entries.reserve_exact(1);
        }
        self.ever = id.number();
        self.entries.push(Entry {
            id,
            group,
            leaving: false,
            spent: false,
            held,
        });
        Some(id)
    }

    /// How many there are, those included that are leaving.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The id that the next piece is given.
    pub(crate) fn end(&self) -> Option<PieceId> {
        PieceId::numbered(self.ever.wrapping_add(1))
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether any of them is a behaviour.
    pub(super) fn has_behaviors(&self) -> bool {
        self.entries.iter().any(Entry::is_behavior)
    }

    /// Whether this is a group that is there and not leaving.
    pub(super) fn is_group(&self, id: PieceId) -> bool {
        self.get(id)
            .is_some_and(|piece| piece.kind == PieceKind::Group)
    }

    #[inline]
    fn at(&self, id: PieceId) -> Option<usize> {
        if let [only] = &*self.entries {
            return (only.id == id).then_some(0);
        }
        self.entries
            .binary_search_by_key(&id, |entry| entry.id)
            .ok()
    }

    fn entry(&self, id: PieceId) -> Option<&Entry> {
        self.at(id).map(|at| &self.entries[at])
    }

    /// A piece that is there and not leaving.
    pub(super) fn get(&self, id: PieceId) -> Option<Piece> {
        self.entry(id)
            .filter(|entry| !entry.leaving)
            .map(Entry::piece)
    }

    /// Those that are not leaving.
    pub(super) fn iter(&self) -> impl Iterator<Item = Piece> {
        self.entries
            .iter()
            .filter(|entry| !entry.leaving)
            .map(Entry::piece)
    }

    /// Those of them that share a holder: a group, or the object itself.
    pub(super) fn held_by(&self, group: Option<PieceId>) -> impl Iterator<Item = Piece> {
        self.iter().filter(move |piece| piece.group == group)
    }

    /// Behaviours, or data, that are there, not leaving, and not taken out, to look at.
    pub(super) fn values(&self, kind: PieceKind) -> impl Iterator<Item = (Piece, &dyn Any)> {
        let there = self.entries.iter().filter(|entry| !entry.leaving);
        let there = there.filter(move |entry| entry.piece().kind == kind);
        there.filter_map(|entry| Some((entry.piece(), entry.held.value()?)))
    }

    /// As [`Pieces::values`], to change.
    pub(super) fn values_mut(
        &mut self,
        kind: PieceKind,
    ) -> impl Iterator<Item = (Piece, &mut dyn Any)> {
        let there = self.entries.iter_mut().filter(|entry| !entry.leaving);
        let there = there.filter(move |entry| entry.piece().kind == kind);
        there.filter_map(|entry| Some((entry.piece(), entry.held.value_mut()?)))
    }

    /// Whether a piece is in a group, or in a group that is in it.
    fn is_below(&self, entry: &Entry, group: PieceId) -> bool {
        let mut above = entry.group;
        while let Some(holder) = above {
            if holder == group {
                return true;
            }
            above = self.entry(holder).and_then(|entry| entry.group);
        }
        false
    }

    fn hears(&self, entry: &Entry, course: Course) -> bool {
        match course {
            _ if entry.spent => false,
            Course::Only(id) | Course::Parting(id) => entry.id == id,
            _ if entry.leaving => false,
            Course::All | Course::Last => true,
            Course::Given(id) => entry.id == id || self.is_below(entry, id),
            Course::Beside(id) => {
                let within = match self.entry(id).and_then(|sender| sender.group) {
                    Some(group) => self.is_below(entry, group),
                    None => self.at(id).is_some(),
                };
                within && entry.id != id && !self.is_below(entry, id)
            }
        }
    }

    /// Takes out the first behaviour from `from` on and before `end` that hears of something.
    pub(crate) fn lift(
        &mut self,
        from: PieceId,
        end: Option<PieceId>,
        course: Course,
    ) -> Option<(PieceId, Box<dyn AnyBehavior>)> {
        let in_turn = |entry: &Entry| entry.id >= from && end.is_none_or(|end| entry.id < end);
        // Most objects have one behaviour, and hear of most things wholly.
        let at = match (&*self.entries, course) {
            ([only], Course::All | Course::Last) => {
                (in_turn(only) && !only.leaving && !only.spent).then_some(0)
            }
            // News are for one each, and may be many.
            (all, Course::Only(id) | Course::Parting(id)) => {
                let hears = |at: &usize| in_turn(&all[*at]) && !all[*at].spent;
                self.at(id).filter(hears)
            }
            (all, _) => all.iter().position(|entry| {
                in_turn(entry)
                    && matches!(entry.held, Held::Behavior(_, Some(_)))
                    && self.hears(entry, course)
            }),
        }?;
        let entry = &mut self.entries[at];
        let Held::Behavior(_, behavior) = &mut entry.held else {
            return None;
        };
        let behavior = behavior.take()?;
        entry.leaving |= course == Course::Last;
        entry.spent |= course.is_last();
        Some((entry.id, behavior))
    }

    /// Puts a behaviour back that was taken out. Drops it, if its piece is gone.
    #[inline]
    pub(crate) fn put_back(&mut self, id: PieceId, behavior: Box<dyn AnyBehavior>) {
        let entry = self.at(id).map(|at| &mut self.entries[at]);
        if let Some(Held::Behavior(_, place)) = entry.map(|entry| &mut entry.held) {
            *place = Some(behavior);
        }
    }

    /// Notes that a behaviour panicked.
    pub(crate) fn spend(&mut self, id: PieceId) {
        if let Some(at) = self.at(id) {
            self.entries[at].spent = true;
        }
    }

    /// Behaviours that were detached, and wait for their last callback.
    pub(crate) fn parting(&self) -> impl Iterator<Item = PieceId> {
        let waits = |entry: &&Entry| entry.leaving && !entry.spent && entry.is_behavior();
        self.entries.iter().filter(waits).map(|entry| entry.id)
    }

    /// Notes that a piece leaves, and with a group all that is in it. Answers who leaves, in order.
    pub(super) fn start_leaving(&mut self, id: PieceId) -> Vec<PieceId> {
        let leaving = |entry: &&Entry| self.hears(entry, Course::Given(id));
        let ids: Vec<PieceId> = self
            .entries
            .iter()
            .filter(leaving)
            .map(|entry| entry.id)
            .collect();
        for entry in &mut self.entries {
            entry.leaving |= ids.contains(&entry.id);
        }
        ids
    }

    /// Takes data out of a group.
    pub(super) fn take_data<T: Data>(&mut self, group: PieceId) -> Option<(Piece, T)> {
        let at = self.entries.iter().position(|entry| {
            let piece = entry.piece();
            let here = piece.group == Some(group) && !entry.leaving;
            here && piece.kind == PieceKind::Data && piece.is::<T>()
        })?;
        let entry = self.entries.remove(at);
        let piece = entry.piece();
        match entry.held {
            Held::Data(_, value) => Some((piece, *(value as Box<dyn Any>).downcast().ok()?)),
            Held::Behavior(..) | Held::Group(_) => None,
        }
    }

    /// Drops a piece.
    pub(super) fn drop_piece(&mut self, id: PieceId) {
        if let Some(at) = self.at(id) {
            self.entries.remove(at);
        }
    }

    /// Adds the pieces to a checksum. Of a disabled object, who panicked counts, but not its state: it may be left half
    /// changed, and is never asked again.
    pub(crate) fn add_to(&self, sum: &mut Checksum, disabled: bool) {
        let behaviors = self.entries.iter().filter(|entry| entry.is_behavior());
        sum.usize(behaviors.clone().count());
        for entry in behaviors {
            if let Held::Behavior(_, Some(behavior)) = &entry.held {
                sum_type(sum, behavior.name());
                if disabled {
                    sum.bool(entry.spent);
                }
                if !entry.spent {
                    behavior.checksum(sum);
                }
            }
        }
        let plain = |(entry, number): (&Entry, u32)| {
            entry.id.number() == number
                && entry.is_behavior()
                && !entry.leaving
                && entry.group.is_none()
        };
        if self.entries.len() == self.ever as usize && self.entries.iter().zip(1..).all(plain) {
            return;
        }
        sum.u32(self.ever);
        for entry in &self.entries {
            sum.u32(entry.id.number());
            sum.u32(entry.group.map_or(0, PieceId::number));
            sum.bool(entry.leaving);
            match &entry.held {
                Held::Behavior(..) => sum.u8(0),
                Held::Group(label) => {
                    sum.u8(1);
                    sum.str(label);
                }
                Held::Data(of, value) => {
                    sum.u8(2);
                    sum_type(sum, of().1);
                    value.add_to(sum);
                }
            }
        }
    }
}

impl Entry {
    fn is_behavior(&self) -> bool {
        matches!(self.held, Held::Behavior(..))
    }

    fn piece(&self) -> Piece {
        let (kind, of) = match self.held {
            Held::Group(label) => return Piece::group(self.id, self.group, label),
            Held::Behavior(of, _) => (PieceKind::Behavior, of),
            Held::Data(of, _) => (PieceKind::Data, of),
        };
        let (type_id, name) = of();
        Piece {
            kind,
            id: Some(self.id),
            group: self.group,
            type_id,
            name,
        }
    }
}

impl Held {
    fn value(&self) -> Option<&dyn Any> {
        match self {
            Self::Behavior(_, behavior) => Some(&**behavior.as_ref()? as &dyn Any),
            Self::Group(_) => None,
            Self::Data(_, value) => Some(&**value as &dyn Any),
        }
    }

    fn value_mut(&mut self) -> Option<&mut dyn Any> {
        match self {
            Self::Behavior(_, behavior) => Some(&mut **behavior.as_mut()? as &mut dyn Any),
            Self::Group(_) => None,
            Self::Data(_, value) => Some(&mut **value as &mut dyn Any),
        }
    }
}
