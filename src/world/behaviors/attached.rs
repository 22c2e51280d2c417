//! Id and description of an attached behaviour, group or component.

use core::any::TypeId;
use core::fmt;
use core::num::NonZeroU32;

use crate::base::checksum::summed;
use crate::columns::TypeInfo;

/// Id of a behaviour, a group, or a component in a group, within its object. It is safe to copy and keep, because an
/// object never uses an id twice. Ids count up from 1 in the order of attaching.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttachedId(NonZeroU32);

summed!(AttachedId: 0);

impl AttachedId {
    /// The first id of an object.
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// Returns the id with this number. `None` for 0.
    pub(super) fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Returns the id after this one; `None` after 4 billion ids.
    pub(crate) fn next(self) -> Option<Self> {
        self.0.checked_add(1).map(Self)
    }

    /// Returns the number, at least 1.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Debug for AttachedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attached {}", self.0)
    }
}

impl fmt::Display for AttachedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The kind of an attached item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttachedKind {
    /// Data only: a [`Component`](crate::world::Component). It has no hooks.
    Data,
    /// A [`Behavior`](crate::world::Behavior).
    Behavior,
    /// A group of behaviours, components and further groups.
    Group,
}

/// Describes a component, a behaviour or a group of an object, in lists and in notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttachedInfo {
    pub(super) kind: AttachedKind,
    pub(super) id: Option<AttachedId>,
    pub(super) group: Option<AttachedId>,
    pub(super) of: TypeInfo,
}

// The type is private, so that a game cannot name it: `AttachedInfo::is` returns false for a group and any type of the
// game.
/// Stands for the type of every group.
struct Group;

summed!(enum AttachedKind: 0 Data, 1 Behavior, 2 Group);
summed!(AttachedInfo: kind, id, group, of);

impl AttachedInfo {
    /// Returns the description of a component of the object itself.
    pub(crate) fn data(of: TypeInfo) -> Self {
        Self {
            kind: AttachedKind::Data,
            id: None,
            group: None,
            of,
        }
    }

    /// Returns the type of groups with this label.
    pub(super) fn group_type(label: &'static str) -> TypeInfo {
        TypeInfo {
            id: TypeId::of::<Group>(),
            name: label,
        }
    }

    /// Returns the kind.
    pub fn kind(&self) -> AttachedKind {
        self.kind
    }

    /// Returns the id. `None` for a component outside of groups, which its type identifies.
    pub fn id(&self) -> Option<AttachedId> {
        self.id
    }

    /// Returns the group that contains it; `None` if the object itself does.
    pub fn group(&self) -> Option<AttachedId> {
        self.group
    }

    /// Returns whether it is a component or a behaviour of this type.
    pub fn is<T: 'static>(&self) -> bool {
        self.of.id == TypeId::of::<T>()
    }

    /// Returns the name of its type with the path, or the label of a group.
    pub fn name(&self) -> &'static str {
        self.of.name
    }
}
