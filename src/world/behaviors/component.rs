//! The id and the description of a component, a behaviour or a group.

use core::any::TypeId;
use core::fmt;
use core::num::NonZeroU32;

use crate::base::checksum::summed;
use crate::columns::TypeInfo;

/// Names a behaviour, a group, or a component in a group, within its object. Safe to copy and keep: it is never used
/// again for another one of that object. Numbered from 1 in the order of attaching.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(NonZeroU32);

summed!(ComponentId: 0);

impl ComponentId {
    /// The id of an object's first component.
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// `None` for 0.
    pub(super) fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The id after this one; `None` after 4 billion.
    pub(crate) fn next(self) -> Option<Self> {
        self.0.checked_add(1).map(Self)
    }

    /// At least 1.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Debug for ComponentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component {}", self.0)
    }
}

impl fmt::Display for ComponentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The kind of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentKind {
    /// Data only: a [`Component`](crate::world::Component). It has no hooks.
    Data,
    /// A [`Behavior`](crate::world::Behavior).
    Behavior,
    /// A group of components.
    Group,
}

/// Describes a component, a behaviour or a group of an object, in lists and in notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentInfo {
    pub(super) kind: ComponentKind,
    pub(super) id: Option<ComponentId>,
    pub(super) group: Option<ComponentId>,
    pub(super) of: TypeInfo,
}

// Private, so that `ComponentInfo::is` is true of a group for no type that a game can name.
/// The type of groups.
struct Group;

summed!(enum ComponentKind: 0 Data, 1 Behavior, 2 Group);
summed!(ComponentInfo: kind, id, group, of);

impl ComponentInfo {
    /// A component of the object itself.
    pub(crate) fn data(of: TypeInfo) -> Self {
        Self {
            kind: ComponentKind::Data,
            id: None,
            group: None,
            of,
        }
    }

    /// The type of groups with this label.
    pub(super) fn group_type(label: &'static str) -> TypeInfo {
        TypeInfo {
            id: TypeId::of::<Group>(),
            name: label,
        }
    }

    /// Its kind.
    pub fn kind(&self) -> ComponentKind {
        self.kind
    }

    /// Its id. `None` for a component outside of groups, which is named by its type.
    pub fn id(&self) -> Option<ComponentId> {
        self.id
    }

    /// The group that contains it; `None` if the object itself does.
    pub fn group(&self) -> Option<ComponentId> {
        self.group
    }

    /// Whether it is a component or a behaviour of this type.
    pub fn is<T: 'static>(&self) -> bool {
        self.of.id == TypeId::of::<T>()
    }

    /// Its type's name with the path, or a group's label.
    pub fn name(&self) -> &'static str {
        self.of.name
    }
}
