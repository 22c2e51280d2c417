//! What pieces hear of one another, and events for some pieces of an object.
//!
//! Both travel among the other events, and are told in the same order: one at a time, never from within a handler.

use super::pieces::Course;
use super::{Piece, PieceId, PieceKind};
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::world::checksum::sum_event;
use crate::world::{Context, Event, World};

/// What is on its way to some pieces of an object. It travels as an event of the engine's own type.
#[derive(Debug)]
pub(crate) enum Parcel {
    /// An event.
    Event { course: Course, event: Event },
    /// Pieces came or went.
    News {
        added: bool,
        /// Who hears of whom, in order.
        pairs: Vec<(PieceId, Piece)>,
        /// Who has its last callback then, and is dropped.
        leaving: Vec<PieceId>,
    },
}

impl World {
    /// Lets a new piece and its siblings hear of one another.
    pub(super) fn tell_of_new(&mut self, id: ObjectId, piece: PieceId) {
        let Some(new) = self.slots.body(id).and_then(|body| body.pieces.get(piece)) else {
            return;
        };
        let mut pairs = Vec::new();
        if new.kind == PieceKind::Behavior {
            let siblings = self.siblings(id, &new);
            pairs.extend(siblings.map(|sibling| (piece, sibling)));
        }
        pairs.extend(self.listeners(id, &new).map(|sibling| (sibling, new)));
        self.send_news(id, true, pairs, Vec::new());
    }

    /// Lets an object's own behaviours hear of its data.
    pub(super) fn tell_of_data(&mut self, id: ObjectId, data: Piece, added: bool) {
        let pairs = self.listeners(id, &data).map(|sibling| (sibling, data));
        let pairs = pairs.collect();
        self.send_news(id, added, pairs, Vec::new());
    }

    /// Lets a piece that leaves and its siblings hear of one another's going.
    pub(super) fn tell_of_leaving(&mut self, id: ObjectId, gone: &Piece, leaving: Vec<PieceId>) {
        let listeners = self.listeners(id, gone).map(|sibling| (sibling, *gone));
        let mut pairs: Vec<_> = listeners.collect();
        if let (PieceKind::Behavior, Some(piece)) = (gone.kind, gone.id) {
            let siblings = self.siblings(id, gone);
            pairs.extend(siblings.map(|sibling| (piece, sibling)));
        }
        self.send_news(id, false, pairs, leaving);
    }

    /// The pieces beside one, the object's data first.
    fn siblings(&self, id: ObjectId, piece: &Piece) -> impl Iterator<Item = Piece> {
        let (own, holder) = (piece.id, piece.group);
        let data = holder.is_none().then(|| self.data.pieces(id));
        let others = self.slots.body(id).into_iter();
        let others = others.flat_map(move |body| body.pieces.held_by(holder));
        data.into_iter()
            .flatten()
            .chain(others.filter(move |other| other.id != own))
    }

    /// The behaviours beside a piece.
    fn listeners(&self, id: ObjectId, piece: &Piece) -> impl Iterator<Item = PieceId> {
        let own = piece.id;
        let others = self.slots.body(id).into_iter();
        others
            .flat_map(move |body| body.pieces.held_by(piece.group))
            .filter(move |other| other.kind == PieceKind::Behavior && other.id != own)
            .filter_map(|other| other.id)
    }

    fn send_news(
        &mut self,
        id: ObjectId,
        added: bool,
        pairs: Vec<(PieceId, Piece)>,
        leaving: Vec<PieceId>,
    ) {
        if pairs.is_empty() && leaving.is_empty() {
            return;
        }
        let mut cost = pairs.len();
        if !leaving.is_empty() {
            cost += self.slots.body(id).map_or(0, |body| body.pieces.len());
        }
        let news = |pairs, leaving| {
            Event::custom(Parcel::News {
                added,
                pairs,
                leaving,
            })
        };
        if self.afford_news(cost) {
            return self.send_to(id, news(pairs, leaving));
        }
        // Of what is too much for this step, only the last callbacks are told, in the next one.
        let last = !leaving.is_empty();
        self.report_endless(Some(id), self.events.chain + 1, last, || {
            described(added, &pairs)
        });
        self.events.dropped += u64::from(!pairs.is_empty());
        if last {
            self.send_to_after(1, id, news(Vec::new(), leaving));
        }
    }
}

impl Context<'_> {
    /// Delivers a parcel.
    pub(in crate::world) fn hand_over(&mut self, id: ObjectId, parcel: &Parcel) {
        match parcel {
            Parcel::Event { course, event } if self.world.can_receive(id, event) => {
                self.call_some(id, *course, |behavior, cx| {
                    behavior.on_event(id, event, cx);
                });
            }
            Parcel::Event { .. } => self.world.events.dropped += 1,
            // What an object is made of changes even where it is frozen: its pieces hear of it all the same.
            Parcel::News {
                added,
                pairs,
                leaving,
            } => {
                for (to, piece) in pairs {
                    self.call_some(id, Course::Only(*to), |behavior, cx| {
                        if *added {
                            behavior.piece_added(id, piece, cx);
                        } else {
                            behavior.piece_removed(id, piece, cx);
                        }
                    });
                }
                self.let_go_of(id, leaving);
            }
        }
    }

    /// Runs the last callbacks of pieces that leave, and drops them.
    pub(in crate::world) fn let_go_of(&mut self, id: ObjectId, leaving: &[PieceId]) {
        for &piece in leaving {
            self.call_some(id, Course::Parting(piece), |behavior, cx| {
                behavior.detached(id, cx);
            });
            if let Some(body) = self.world.slots.get_mut(id) {
                body.pieces.drop_piece(piece);
            }
        }
    }
}

fn described(added: bool, pairs: &[(PieceId, Piece)]) -> String {
    let name = pairs.first().map_or("a piece", |(_, piece)| piece.name);
    let change = if added { "added" } else { "removed" };
    format!("{name} is {change}")
}

impl Parcel {
    /// Whether a piece has its last callback with it.
    pub(in crate::world) fn is_last(&self) -> bool {
        matches!(self, Self::News { leaving, .. } if !leaving.is_empty())
    }

    /// For messages.
    pub(in crate::world) fn described(&self) -> String {
        match self {
            Self::Event { event, .. } => format!("{event:?}"),
            Self::News { added, pairs, .. } => described(*added, pairs),
        }
    }

    /// Adds it to a checksum.
    pub(in crate::world) fn add_to(&self, sum: &mut Checksum) {
        match self {
            Self::Event { course, event } => {
                sum.u8(0);
                // A course is printed in full, and the same everywhere.
                sum.str(&format!("{course:?}"));
                sum_event(sum, event);
            }
            Self::News {
                added,
                pairs,
                leaving,
            } => {
                sum.u8(1 + u8::from(*added));
                sum.usize(pairs.len());
                for (to, piece) in pairs {
                    sum.u32(to.number());
                    sum.u32(piece.id.map_or(0, PieceId::number));
                    crate::world::checksum::sum_type(sum, piece.name);
                }
                sum.usize(leaving.len());
                leaving.iter().for_each(|piece| sum.u32(piece.number()));
            }
        }
    }
}
