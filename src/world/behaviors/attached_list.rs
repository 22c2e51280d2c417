//! The behaviours and groups of one object, and the components in groups.

use core::any::Any;

use super::hooks::{BehaviorType, Hooks};
use super::short_list::ShortList;
use super::{AttachedId, AttachedInfo, AttachedKind};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::columns::{AnyColumn, Component, TypeInfo, values, values_mut};
use crate::world::behaviors::behavior::Behavior;

/// Behaviours, groups and components in groups, in the order of attaching.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttachedList {
    // This is a `ShortList`, because most objects have one entry.
    pub(super) entries: ShortList<Entry>,
    /// The number of the latest id.
    latest: u32,
    /// A copy of the body's `disabled`, so that calls of hooks do not have to read the body.
    pub(in crate::world) disabled: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: AttachedId,
    pub(super) group: Option<AttachedId>,
    /// Whether it is being detached: it receives no more events, but still notifications about its siblings, and its
    /// last callback.
    pub(super) detaching: bool,
    /// Whether it had its last callback, or panicked: none of its hooks runs any more.
    pub(super) finished: bool,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The type, and the behaviour itself, which is taken out while it runs.
    Behavior(&'static BehaviorType, Option<Box<dyn Behavior>>),
    Group(&'static str),
    /// A component, stored as a column with one row.
    Data(Box<dyn AnyColumn>),
}

impl Content {
    /// Returns the bytes that a copy takes.
    fn bytes(&self) -> usize {
        match self {
            Self::Behavior(_, Some(behavior)) => size_of_val(&**behavior) + behavior.heap_bytes(),
            Self::Behavior(_, None) | Self::Group(_) => 0,
            Self::Data(column) => column.bytes(),
        }
    }

    /// Returns the content of a running behaviour's entry.
    pub(super) fn running<B: Behavior>() -> Self {
        Self::Behavior(BehaviorType::of::<B>(), None)
    }

    pub(super) fn data<T: Component>(value: T) -> Self {
        Self::Data(Box::new(vec![value]))
    }

    fn kind(&self) -> AttachedKind {
        match self {
            Self::Behavior(..) => AttachedKind::Behavior,
            Self::Group(_) => AttachedKind::Group,
            Self::Data(_) => AttachedKind::Data,
        }
    }

    /// Returns the type of the content. The type of a group has the group's label as its name.
    pub(super) fn of(&self) -> TypeInfo {
        match self {
            Self::Behavior(of, _) => of.info,
            Self::Data(column) => column.info(),
            Self::Group(label) => AttachedInfo::group_type(label),
        }
    }
}

impl Entry {
    pub(super) fn is_behavior(&self) -> bool {
        self.content.kind() == AttachedKind::Behavior
    }

    fn info(&self) -> AttachedInfo {
        AttachedInfo {
            kind: self.content.kind(),
            id: Some(self.id),
            group: self.group,
            of: self.content.of(),
        }
    }

    /// Returns the entry's component, if it is of this type, in this group, and not being detached.
    fn data<T: Component>(&self, group: AttachedId) -> Option<&T> {
        match &self.content {
            Content::Data(column) if self.group == Some(group) && !self.detaching => {
                values(&**column)?.first()
            }
            _ => None,
        }
    }
}

summed!(AttachedList: entries, latest; not disabled);

impl Checksum for Entry {
    /// Leaves out the state of a finished behaviour: it may be half changed, and is never used again.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.id, self.group, self.detaching, self.finished).write_checksum(sum);
        match &self.content {
            Content::Behavior(of, behavior) => {
                (0_u8, of.info).write_checksum(sum);
                if let Some(behavior) = behavior.as_ref().filter(|_| !self.finished) {
                    sum.add_caught(behavior.name(), |sum| behavior.checksum(sum));
                }
            }
            Content::Group(label) => (1_u8, label).write_checksum(sum),
            Content::Data(column) => {
                (2_u8, column.info()).write_checksum(sum);
                column.add_to(0, sum);
            }
        }
    }
}

impl AttachedList {
    /// Returns the bytes that a copy allocates.
    pub(super) fn bytes(&self) -> usize {
        let contents = self.entries.iter().map(|entry| entry.content.bytes());
        contents.sum::<usize>() + self.entries.bytes()
    }

    /// Appends an entry; `group` is a group of this list. `None` after 4 billion entries.
    pub(super) fn add(
        &mut self,
        group: Option<AttachedId>,
        content: Content,
    ) -> Option<AttachedInfo> {
        let id = self.end()?;
        self.latest = id.number();
        let entry = Entry {
            id,
            group,
            detaching: false,
            finished: false,
            content,
        };
        let info = entry.info();
        self.entries.push(entry);
        Some(info)
    }

    /// Returns the number of entries, including those being detached.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the id of the next entry.
    pub(crate) fn end(&self) -> Option<AttachedId> {
        // After the last id the sum is 0, which is not an id.
        AttachedId::new(self.latest.wrapping_add(1))
    }

    /// Returns whether the list has no entries.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the hooks that any of its behaviours may implement.
    pub(crate) fn hooks(&self) -> Hooks {
        let each = self.entries.iter().map(|entry| match entry.content {
            Content::Behavior(of, _) if !entry.detaching && !entry.finished => of.hooks(),
            _ => Hooks::NONE,
        });
        each.fold(Hooks::NONE, Hooks::and)
    }

    /// Returns the behaviours that may implement a hook, in order. Leaves out behaviours that are running, being
    /// detached or finished.
    pub(in crate::world) fn with_hook(
        &self,
        hook: Hooks,
    ) -> impl Iterator<Item = (AttachedId, &'static BehaviorType, &dyn Behavior)> {
        let active = |entry: &&Entry| !entry.detaching && !entry.finished;
        self.entries
            .iter()
            .filter(active)
            .filter_map(move |entry| match &entry.content {
                Content::Behavior(of, Some(behavior)) if of.hooks().has(hook) => {
                    Some((entry.id, *of, &**behavior))
                }
                _ => None,
            })
    }

    /// Returns whether any entry is a behaviour.
    pub(crate) fn has_behaviors(&self) -> bool {
        self.entries.iter().any(Entry::is_behavior)
    }

    /// Returns whether the entry is a group that is not being detached.
    pub(super) fn is_group(&self, id: AttachedId) -> bool {
        self.get(id)
            .is_some_and(|info| info.kind == AttachedKind::Group)
    }

    /// Returns the index of an entry.
    #[inline]
    pub(super) fn position(&self, id: AttachedId) -> Option<usize> {
        // Most lists have one entry, which needs no search. Longer lists are sorted: ids rise with each new entry, and
        // removals keep the order.
        if let [only] = &*self.entries {
            return (only.id == id).then_some(0);
        }
        self.entries
            .binary_search_by_key(&id, |entry| entry.id)
            .ok()
    }

    /// Returns an entry that is not being detached.
    pub(super) fn get(&self, id: AttachedId) -> Option<AttachedInfo> {
        let entry = &self.entries[self.position(id)?];
        (!entry.detaching).then(|| entry.info())
    }

    /// Returns the entries that are not being detached.
    pub(super) fn iter(&self) -> impl Iterator<Item = AttachedInfo> {
        let entries = self.entries.iter().filter(|entry| !entry.detaching);
        entries.map(Entry::info)
    }

    /// Returns the first behaviour of a type that is neither running nor being detached, and its id.
    pub(super) fn behavior<B: Behavior>(&self) -> Option<(AttachedId, &B)> {
        let mut entries = self.entries.iter().filter(|entry| !entry.detaching);
        entries.find_map(|entry| match &entry.content {
            Content::Behavior(_, Some(behavior)) => {
                let behavior: &dyn Any = &**behavior;
                Some((entry.id, behavior.downcast_ref()?))
            }
            _ => None,
        })
    }

    /// Like [`AttachedList::behavior`], to change it.
    pub(super) fn behavior_mut<B: Behavior>(&mut self) -> Option<&mut B> {
        let at = self.position(self.behavior::<B>()?.0)?;
        match &mut self.entries[at].content {
            Content::Behavior(_, Some(behavior)) => {
                let behavior: &mut dyn Any = &mut **behavior;
                behavior.downcast_mut()
            }
            _ => None,
        }
    }

    /// Returns a group's component.
    pub(super) fn data<T: Component>(&self, group: AttachedId) -> Option<&T> {
        self.entries.iter().find_map(|entry| entry.data(group))
    }

    /// Like [`AttachedList::data`], to change it.
    pub(super) fn data_mut<T: Component>(&mut self, group: AttachedId) -> Option<&mut T> {
        let mut entries = self.entries.iter_mut();
        match &mut entries
            .find(|entry| entry.data::<T>(group).is_some())?
            .content
        {
            Content::Data(column) => values_mut(&mut **column)?.first_mut(),
            _ => None,
        }
    }

    /// Takes a component out of a group.
    pub(super) fn take_data<T: Component>(
        &mut self,
        group: AttachedId,
    ) -> Option<(AttachedInfo, T)> {
        let mut entries = self.entries.iter();
        let at = entries.position(|entry| entry.data::<T>(group).is_some())?;
        let mut entry = self.entries.remove(at);
        match &mut entry.content {
            Content::Data(column) => {
                let value = values_mut(&mut **column)?.pop()?;
                Some((entry.info(), value))
            }
            _ => None,
        }
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, id: AttachedId) {
        if let Some(at) = self.position(id) {
            self.entries.remove(at);
        }
    }
}
