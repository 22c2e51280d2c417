//! What a piece of an object is.

use core::any::{TypeId, type_name};
use core::fmt;
use core::num::NonZeroU32;

/// Names a behaviour, a group, or the data in a group, among the pieces of its object. Copy it and keep it freely: once
/// the piece is gone it never names another one of that object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(NonZeroU32);

impl PieceId {
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// None has the number 0.
    pub(super) fn numbered(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The piece that comes after this one; none after 4 billion.
    pub(crate) fn next(self) -> Option<Self> {
        self.0.checked_add(1).map(Self)
    }

    /// At least 1.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.0)
    }
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What kind of piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Data: it is read and written, and hears nothing.
    Data,
    /// A behaviour.
    Behavior,
    /// A group of pieces.
    Group,
}

/// A piece of an object, as its other pieces hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub(super) kind: PieceKind,
    pub(super) id: Option<PieceId>,
    pub(super) group: Option<PieceId>,
    pub(super) type_id: TypeId,
    pub(super) name: &'static str,
}

/// The type of groups.
struct Group;

impl Piece {
    pub(super) fn data<T: 'static>(id: Option<PieceId>, group: Option<PieceId>) -> Self {
        Self {
            kind: PieceKind::Data,
            id,
            group,
            type_id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    pub(super) fn group(id: PieceId, group: Option<PieceId>, label: &'static str) -> Self {
        Self {
            kind: PieceKind::Group,
            id: Some(id),
            group,
            type_id: TypeId::of::<Group>(),
            name: label,
        }
    }

    /// What it is.
    pub fn kind(&self) -> PieceKind {
        self.kind
    }

    /// Its id. None for data outside of groups: its type names it.
    pub fn id(&self) -> Option<PieceId> {
        self.id
    }

    /// The group that it is in; none if it is the object's own.
    pub fn holder(&self) -> Option<PieceId> {
        self.group
    }

    /// Whether it is data or a behaviour of this type.
    pub fn is<T: 'static>(&self) -> bool {
        self.type_id == TypeId::of::<T>()
    }

    /// Its type's name, with the path; a group's label.
    pub fn name(&self) -> &'static str {
        self.name
    }
}
