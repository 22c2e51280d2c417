//! Data of the game's own types, by object.

use super::bundle::Bundle;
use super::piece::Piece;
use super::tables::{Home, RESTING};
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::world::{Outcome, World};

/// A type of data that objects can have:
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Health(i32);
///
/// impl Data for Health {
///     fn checksum(&self, sum: &mut Checksum) {
///         sum.i32(self.0);
///     }
/// }
/// ```
///
/// An object has one value of each type at most, and keeps it until it is taken or the object goes: after its last
/// callback. A copy of the world has copies of all values.
pub trait Data: Clone + Send + 'static {
    /// Adds to the world's checksum whatever of this value can affect a later step. Nothing, unless it is written; who
    /// has which types counts anyway.
    fn checksum(&self, sum: &mut Checksum) {
        let _ = sum;
    }
}

impl World {
    /// Gives an object data: one value, or a tuple of values of different types ([`Bundle`]), which is quicker than one
    /// by one. A
    /// value of a type that it has already replaces the old one.
    ///
    /// The object's behaviours hear of types that are new to it: [`Behavior::piece_added`](crate::world::Behavior::piece_added).
    pub fn insert<B: Bundle>(&mut self, id: ObjectId, values: B) -> Outcome {
        let home = match self.data.home(id) {
            Some(home) => home,
            None => {
                let Some(body) = self.slots.get(id) else {
                    return Outcome::Gone;
                };
                let takes_part = !body.pending_despawn && !body.disabled;
                let level = if takes_part {
                    body.place.level
                } else {
                    RESTING
                };
                self.data.welcome(id, level, !body.pieces.is_empty())
            }
        };
        if home.heard() {
            let mut added = Vec::new();
            self.data
                .insert(id, home, values, |piece| added.push(piece));
            for piece in added {
                self.tell_of_data(id, piece, true);
            }
        } else {
            self.data.insert(id, home, values, |_| ());
        }
        Outcome::Done
    }

    /// Takes data from an object: `None` if it is gone or has none of this type.
    ///
    /// The object's behaviours hear of it: [`Behavior::piece_removed`](crate::world::Behavior::piece_removed).
    pub fn take<T: Data>(&mut self, id: ObjectId) -> Option<T> {
        let value = self.data.take::<T>(id)?;
        if self.data.home(id).is_some_and(Home::heard) {
            self.tell_of_data(id, Piece::data::<T>(None, None), false);
        }
        Some(value)
    }

    /// An object's data of this type: `None` if it is gone or has none. Also of objects that are frozen, disabled or
    /// on their way out.
    pub fn get<T: Data>(&self, id: ObjectId) -> Option<&T> {
        self.data.get(id)
    }

    /// As [`World::get`], to change. Several types at once: [`World::query_one`].
    pub fn get_mut<T: Data>(&mut self, id: ObjectId) -> Option<&mut T> {
        self.data.get_mut(id)
    }

    /// Whether an object has data of this type.
    pub fn has<T: Data>(&self, id: ObjectId) -> bool {
        self.get::<T>(id).is_some()
    }
}
