//! Attaching and detaching behaviours, and finding them again.

use super::pieces::Held;
use super::{Piece, PieceId, PieceKind};
use crate::base::id::ObjectId;
use crate::scene::RowFlags;
use crate::world::behaviors::behavior::Behavior;
use crate::world::{Context, Outcome, World};

/// So many behaviours may be attached each by the one before, in [`Behavior::attached`].
const DEEPEST_ATTACHING: u32 = 64;

impl World {
    /// An object has no more behaviours, groups and data in groups than this, together. Those that are being detached
    /// count until they are gone. One more is refused: counted, and logged the first time.
    pub const MOST_PIECES: usize = 1024;

    /// Attaches a behaviour to an object, after those that it has. Refused if it has [`World::MOST_PIECES`], or if this
    /// is in [`Behavior::attached`] of one that was attached in `attached` … 64 deep.
    pub fn attach<B: Behavior>(&mut self, id: ObjectId, behavior: B) -> Outcome {
        match self.attach_piece(id, behavior) {
            Some(_) => Outcome::Done,
            None if self.contains(id) => Outcome::Refused,
            None => Outcome::Gone,
        }
    }

    /// As [`World::attach`], and tells the new piece's id. `None` if the object is gone, or if it is refused.
    pub fn attach_piece<B: Behavior>(&mut self, id: ObjectId, behavior: B) -> Option<PieceId> {
        self.attach_piece_in(id, None, behavior)
    }

    pub(super) fn attach_piece_in<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: Option<PieceId>,
        mut behavior: B,
    ) -> Option<PieceId> {
        if self.running.attaching >= DEEPEST_ATTACHING {
            let name = core::any::type_name::<B>();
            self.refuse_piece(id, name, "its kind is attached in `attached` without end");
            return None;
        }
        let piece = self.add_piece(id, group, Held::running::<B>())?;
        self.set_row_flag(id, RowFlags::NOTIFY_BOUNDS, true);
        self.update_outside(id, false);
        let before = self.running.piece.replace(piece);
        self.running.attaching += 1;
        self.run_attached(id, piece, &mut behavior);
        self.running.attaching -= 1;
        self.running.piece = before;
        if let Some(body) = self.slots.get_mut(id) {
            body.pieces.put_back(piece, Box::new(behavior));
        }
        Some(piece)
    }

    /// Adds a piece, and lets it and its siblings hear of one another. `None` if the object or the group is gone, or if
    /// the object has too many.
    pub(super) fn add_piece(
        &mut self,
        id: ObjectId,
        group: Option<PieceId>,
        held: Held,
    ) -> Option<PieceId> {
        let pieces = &mut self.slots.get_mut(id)?.pieces;
        if group.is_some_and(|group| !pieces.is_group(group)) {
            return None;
        }
        if pieces.len() >= Self::MOST_PIECES {
            self.refuse_piece(id, held.name(), "the object has as many as it may have");
            return None;
        }
        let piece = pieces.add(group, held)?;
        self.data.set_heard(id);
        self.tell_of_new(id, piece);
        Some(piece)
    }

    fn refuse_piece(&mut self, id: ObjectId, name: &str, reason: &str) {
        let kind = self.slots.get(id).map_or("", |body| body.kind);
        self.diagnostics.refuse(&format_args!(
            "`{kind}` ({id}): {name} is not added to its pieces: {reason}"
        ));
    }

    /// Detaches a behaviour or a group with all that is in it, or drops data in a group. From now on it hears of no
    /// events. Once the handler that runs has returned (it may be its own), its siblings hear of its going, then it
    /// of theirs, and its last callback is [`Behavior::detached`]. (At the end of a chain of answers without end, its
    /// last callback waits for the next step, and the siblings may miss it.) Interests that it stated stay the object's.
    pub fn detach(&mut self, id: ObjectId, piece: PieceId) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        let Some(gone) = body.pieces.get(piece) else {
            return Outcome::Gone;
        };
        let leaving = body.pieces.start_leaving(piece);
        if !body.pieces.has_behaviors() {
            // Nobody hears of it, and nobody has a last callback.
            leaving
                .into_iter()
                .for_each(|piece| body.pieces.drop_piece(piece));
            return Outcome::Done;
        }
        self.tell_of_leaving(id, &gone, leaving);
        Outcome::Done
    }

    /// What an object is made of: its data, then its behaviours, groups, and what is in these, as they were attached.
    pub fn pieces(&self, id: ObjectId) -> impl Iterator<Item = Piece> {
        let others = self.slots.body(id).into_iter();
        self.data
            .pieces(id)
            .chain(others.flat_map(|body| body.pieces.iter()))
    }

    /// The first behaviour of this type that an object has. While it runs it is taken out, and only
    /// [`World::pieces`] knows of it.
    pub fn piece_of<B: Behavior>(&self, id: ObjectId) -> Option<PieceId> {
        let mut values = self.slots.body(id)?.pieces.values(PieceKind::Behavior);
        values.find_map(|(piece, value)| piece.id.filter(|_| value.is::<B>()))
    }

    /// The first behaviour of this type that an object has, to look at. `None` while it runs.
    pub fn behavior<B: Behavior>(&self, id: ObjectId) -> Option<&B> {
        let mut values = self.slots.body(id)?.pieces.values(PieceKind::Behavior);
        values.find_map(|(_, value)| value.downcast_ref())
    }

    /// As [`World::behavior`], to change.
    pub fn behavior_mut<B: Behavior>(&mut self, id: ObjectId) -> Option<&mut B> {
        let mut values = self
            .slots
            .get_mut(id)?
            .pieces
            .values_mut(PieceKind::Behavior);
        values.find_map(|(_, value)| value.downcast_mut())
    }

    /// The piece whose hook runs. `None` between steps, and in the game's own part of a step.
    pub fn this_piece(&self) -> Option<PieceId> {
        self.running.piece
    }
}

impl Context<'_> {
    /// Sends an event to the siblings of the piece that runs: see [`World::send_beside`]. Nobody hears it where no
    /// piece runs.
    pub fn send_beside(&mut self, event: impl Into<crate::world::Event>) {
        if let (Some(id), Some(piece)) = (self.world.running.object, self.world.running.piece) {
            self.world.send_beside(id, piece, event);
        }
    }
}
