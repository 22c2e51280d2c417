//! Groups: pieces that hold pieces.

use super::news::Parcel;
use super::pieces::{Course, Held};
use super::{Data, PieceId, PieceKind};
use crate::base::id::ObjectId;
use crate::world::behaviors::behavior::Behavior;
use crate::world::{Event, Outcome, World};

impl World {
    /// Adds a group to an object: a piece that holds pieces. The label is its name as a piece. `None` if the object is
    /// gone, or if it has [`World::MOST_PIECES`].
    ///
    /// What is in a group hears the object's events as everybody does, in the order in which it was attached. It hears
    /// of the coming and going of its siblings in the group, and of nobody else; those outside hear of the group, and
    /// of nothing in it.
    pub fn add_group(&mut self, id: ObjectId, label: &'static str) -> Option<PieceId> {
        self.add_piece(id, None, Held::Group(label))
    }

    /// Adds a group to a group. `None` if the object or the group is gone, or if the object has too many pieces.
    pub fn add_group_in(
        &mut self,
        id: ObjectId,
        group: PieceId,
        label: &'static str,
    ) -> Option<PieceId> {
        self.add_piece(id, Some(group), Held::Group(label))
    }

    /// Attaches a behaviour to a group. `None` if the object or the group is gone, or if it is refused: see
    /// [`World::attach`].
    pub fn attach_in<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: PieceId,
        behavior: B,
    ) -> Option<PieceId> {
        self.attach_piece_in(id, Some(group), behavior)
    }

    /// Puts data into a group. A value of a type that the group has already replaces the old one. Gone if the object
    /// or the group is; refused if the object has [`World::MOST_PIECES`]. Queries do not visit it: it is the group's, not
    /// the object's.
    pub fn insert_in<T: Data>(&mut self, id: ObjectId, group: PieceId, value: T) -> Outcome {
        if let Some(old) = self.get_in_mut(id, group) {
            *old = value;
            return Outcome::Done;
        }
        match self.add_piece(id, Some(group), Held::data(value)) {
            Some(_) => Outcome::Done,
            None if self.is_group(id, group) => Outcome::Refused,
            None => Outcome::Gone,
        }
    }

    fn is_group(&self, id: ObjectId, group: PieceId) -> bool {
        let body = self.slots.body(id);
        body.is_some_and(|body| body.pieces.is_group(group))
    }

    /// Takes data from a group; `None` if the object or the group is gone or has none of this type.
    pub fn take_in<T: Data>(&mut self, id: ObjectId, group: PieceId) -> Option<T> {
        let pieces = &mut self.slots.get_mut(id)?.pieces;
        let (taken, value) = pieces.take_data(group)?;
        self.tell_of_data(id, taken, false);
        Some(value)
    }

    /// Data in a group; `None` if the object or the group is gone or has none of this type.
    pub fn get_in<T: Data>(&self, id: ObjectId, group: PieceId) -> Option<&T> {
        let values = self.slots.body(id)?.pieces.values(PieceKind::Data);
        let mut within = values.filter(|(piece, _)| piece.group == Some(group));
        within.find_map(|(_, value)| value.downcast_ref())
    }

    /// As [`World::get_in`], to change.
    pub fn get_in_mut<T: Data>(&mut self, id: ObjectId, group: PieceId) -> Option<&mut T> {
        let values = self.slots.get_mut(id)?.pieces.values_mut(PieceKind::Data);
        let mut within = values.filter(|(piece, _)| piece.group == Some(group));
        within.find_map(|(_, value)| value.downcast_mut())
    }

    /// Sends an event to one piece of an object: of a group, to everything in it and downward, never up. It is
    /// delivered as [`World::send_to`] does, and lost if the piece is gone by then.
    pub fn send_to_piece(&mut self, id: ObjectId, piece: PieceId, event: impl Into<Event>) {
        self.send_parcel(id, Course::Given(piece), event.into());
    }

    /// Sends an event to the siblings of one piece: what shares its group, or what the object itself has, if it is in
    /// none. Groups among them pass it downward. It never goes up, and not to the piece.
    pub fn send_beside(&mut self, id: ObjectId, piece: PieceId, event: impl Into<Event>) {
        self.send_parcel(id, Course::Beside(piece), event.into());
    }

    fn send_parcel(&mut self, id: ObjectId, course: Course, event: Event) {
        self.send_to(id, Event::custom(Parcel::Event { course, event }));
    }
}
