//! The behaviours and groups of one object, and the components in groups.

use core::any::{Any, type_name};
use core::fmt;

use super::hooks::{BehaviorType, Hooks};
use super::short_list::ShortList;
use super::{ComponentId, ComponentInfo, ComponentKind};
use crate::base::checksum::{Checksum, Summed, summed};
use crate::columns::{Component, TypeInfo};
use crate::world::behaviors::behavior::Behavior;

/// Behaviours, groups and components in groups, in the order of attaching.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComponentList {
    // In place, because most objects have one.
    pub(super) entries: ShortList<Entry>,
    /// The number of the latest id.
    latest: u32,
    /// A copy of the body's, which is elsewhere in memory.
    pub(super) disabled: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: ComponentId,
    pub(super) group: Option<ComponentId>,
    /// It was detached: it is notified of changes beside it and of its own end, but receives no events.
    pub(super) detaching: bool,
    /// It had its last callback, or panicked: none of its hooks runs any more.
    pub(super) finished: bool,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The behaviour is taken out while it runs; its type stays.
    Behavior(&'static BehaviorType, Option<Box<dyn Behavior>>),
    Group(&'static str),
    Data(TypeOf, Box<dyn AnyComponent>),
}

// A function, because its pointer is a fraction of the size of a `TypeInfo`, and there is one in each entry.
/// Returns the type of a component.
type TypeOf = fn() -> TypeInfo;

impl Content {
    /// Returns the bytes that a copy takes.
    fn bytes(&self) -> usize {
        match self {
            Self::Behavior(_, Some(behavior)) => size_of_val(&**behavior) + behavior.heap_bytes(),
            Self::Behavior(_, None) | Self::Group(_) => 0,
            Self::Data(_, value) => (**value).bytes(),
        }
    }

    /// A behaviour that runs.
    pub(super) fn running<B: Behavior>() -> Self {
        Self::Behavior(BehaviorType::of::<B>(), None)
    }

    pub(super) fn data<T: Component>(value: T) -> Self {
        Self::Data(TypeInfo::of::<T>, Box::new(value))
    }

    fn kind(&self) -> ComponentKind {
        match self {
            Self::Behavior(..) => ComponentKind::Behavior,
            Self::Group(_) => ComponentKind::Group,
            Self::Data(..) => ComponentKind::Data,
        }
    }

    /// Its type; of a group, with its label.
    pub(super) fn of(&self) -> TypeInfo {
        match self {
            Self::Behavior(of, _) => of.info,
            Self::Data(of, _) => of(),
            Self::Group(label) => ComponentInfo::group_type(label),
        }
    }

    fn value(&self) -> Option<&dyn Any> {
        match self {
            Self::Behavior(_, behavior) => Some(&**behavior.as_ref()?),
            Self::Group(_) => None,
            Self::Data(_, value) => Some(&**value),
        }
    }

    fn value_mut(&mut self) -> Option<&mut dyn Any> {
        match self {
            Self::Behavior(_, behavior) => Some(&mut **behavior.as_mut()?),
            Self::Group(_) => None,
            Self::Data(_, value) => Some(&mut **value),
        }
    }
}

/// A component whose type is erased.
pub(super) trait AnyComponent: Any + Send {
    fn boxed_clone(&self) -> Box<dyn AnyComponent>;
    fn add_to(&self, sum: &mut Checksum);
    fn bytes(&self) -> usize;
}

impl<T: Component> AnyComponent for T {
    fn bytes(&self) -> usize {
        size_of::<T>() + self.heap_bytes()
    }

    fn boxed_clone(&self) -> Box<dyn AnyComponent> {
        Box::new(self.clone())
    }

    fn add_to(&self, sum: &mut Checksum) {
        sum.add_caught(type_name::<T>(), |sum| Component::checksum(self, sum));
    }
}

impl Clone for Box<dyn AnyComponent> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl fmt::Debug for dyn AnyComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("component")
    }
}

impl ComponentList {
    /// Returns the bytes that a copy allocates.
    pub(super) fn bytes(&self) -> usize {
        let contents = self.entries.iter().map(|entry| entry.content.bytes());
        contents.sum::<usize>() + self.entries.bytes()
    }
}

impl Entry {
    pub(super) fn is_behavior(&self) -> bool {
        self.content.kind() == ComponentKind::Behavior
    }

    fn info(&self) -> ComponentInfo {
        ComponentInfo {
            kind: self.content.kind(),
            id: Some(self.id),
            group: self.group,
            of: self.content.of(),
        }
    }
}

summed!(ComponentList: entries, latest; not disabled);

impl Summed for Entry {
    /// The state of a finished behaviour does not count: it may be half changed, and is never used again.
    fn add_to(&self, sum: &mut Checksum) {
        (self.id, self.group, self.detaching, self.finished).add_to(sum);
        match &self.content {
            Content::Behavior(of, behavior) => {
                (0_u8, of.info).add_to(sum);
                if let Some(behavior) = behavior.as_ref().filter(|_| !self.finished) {
                    sum.add_caught(behavior.name(), |sum| behavior.checksum(sum));
                }
            }
            Content::Group(label) => (1_u8, label).add_to(sum),
            Content::Data(of, value) => {
                (2_u8, of()).add_to(sum);
                value.add_to(sum);
            }
        }
    }
}

impl ComponentList {
    /// Appends an entry; `group` is a group of this list. `None` after 4 billion.
    pub(super) fn add(
        &mut self,
        group: Option<ComponentId>,
        content: Content,
    ) -> Option<ComponentId> {
        let id = self.end()?;
        self.latest = id.number();
        self.entries.push(Entry {
            id,
            group,
            detaching: false,
            finished: false,
            content,
        });
        Some(id)
    }

    /// The number of entries, including those being detached.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The id of the next entry.
    pub(crate) fn end(&self) -> Option<ComponentId> {
        // After the last id the sum is 0, which is none.
        ComponentId::new(self.latest.wrapping_add(1))
    }

    /// Whether there is no entry.
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

    /// Whether any entry is a behaviour.
    pub(crate) fn has_behaviors(&self) -> bool {
        self.entries.iter().any(Entry::is_behavior)
    }

    /// Whether this is a group, and not being detached.
    pub(super) fn is_group(&self, id: ComponentId) -> bool {
        self.get(id)
            .is_some_and(|info| info.kind == ComponentKind::Group)
    }

    /// Returns the index of an entry.
    #[inline]
    pub(super) fn position(&self, id: ComponentId) -> Option<usize> {
        // Ids rise with each entry, and removing keeps the order: the list is sorted. Most have one entry.
        if let [only] = &*self.entries {
            return (only.id == id).then_some(0);
        }
        self.entries
            .binary_search_by_key(&id, |entry| entry.id)
            .ok()
    }

    /// An entry that is not being detached.
    pub(super) fn get(&self, id: ComponentId) -> Option<ComponentInfo> {
        let entry = &self.entries[self.position(id)?];
        (!entry.detaching).then(|| entry.info())
    }

    /// The entries that are not being detached.
    pub(super) fn iter(&self) -> impl Iterator<Item = ComponentInfo> {
        let entries = self.entries.iter().filter(|entry| !entry.detaching);
        entries.map(Entry::info)
    }

    /// Of these, the direct members of a group, or of the object itself.
    pub(super) fn members(
        &self,
        group: Option<ComponentId>,
    ) -> impl Iterator<Item = ComponentInfo> {
        self.iter().filter(move |info| info.group == group)
    }

    /// The first value of a type, in a group or anywhere (`None`), that is neither being detached nor running.
    fn find<T: 'static>(&self, kind: ComponentKind, group: Option<ComponentId>) -> Option<usize> {
        self.entries.iter().position(|entry| {
            !entry.detaching
                && entry.content.kind() == kind
                && (group.is_none() || entry.group == group)
                && entry.content.value().is_some_and(<dyn Any>::is::<T>)
        })
    }

    /// The first behaviour of a type that does not run.
    pub(super) fn behavior_id<B: Behavior>(&self) -> Option<ComponentId> {
        let at = self.find::<B>(ComponentKind::Behavior, None)?;
        Some(self.entries[at].id)
    }

    /// The first value of a type, in a group or anywhere.
    pub(super) fn value<T: 'static>(
        &self,
        kind: ComponentKind,
        group: Option<ComponentId>,
    ) -> Option<&T> {
        let at = self.find::<T>(kind, group)?;
        self.entries[at].content.value()?.downcast_ref()
    }

    /// As [`ComponentList::value`], to change it.
    pub(super) fn value_mut<T: 'static>(
        &mut self,
        kind: ComponentKind,
        group: Option<ComponentId>,
    ) -> Option<&mut T> {
        let at = self.find::<T>(kind, group)?;
        self.entries[at].content.value_mut()?.downcast_mut()
    }

    /// Takes a component out of a group.
    pub(super) fn take_data<T: Component>(
        &mut self,
        group: ComponentId,
    ) -> Option<(ComponentInfo, T)> {
        let at = self.find::<T>(ComponentKind::Data, Some(group))?;
        let entry = self.entries.remove(at);
        let info = entry.info();
        match entry.content {
            Content::Data(_, value) => Some((info, *(value as Box<dyn Any>).downcast().ok()?)),
            Content::Behavior(..) | Content::Group(_) => None,
        }
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, id: ComponentId) {
        if let Some(at) = self.position(id) {
            self.entries.remove(at);
        }
    }
}
