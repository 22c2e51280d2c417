//! Numbers for types, in the order in which a world first meets them.

use core::any::TypeId;
use core::fmt;
use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

use super::table::AnyColumn;
use super::{Data, Piece};

/// The data types of a world, numbered from 0 in the order in which it met them: the same in every run and in every
/// copy, which [`TypeId`]s are not.
#[derive(Clone, Default)]
pub struct Types {
    /// Only ever looked up: nothing depends on its order.
    numbers: HashMap<TypeId, u32, BuildHasherDefault<AsItIs>>,
    known: Vec<Known>,
}

#[derive(Clone, Copy)]
struct Known {
    piece: Piece,
    column: fn() -> Box<dyn AnyColumn>,
}

impl Types {
    /// A type's number, if the world has met it.
    pub(super) fn get<T: 'static>(&self) -> Option<u32> {
        self.numbers.get(&TypeId::of::<T>()).copied()
    }

    /// A type's number: the next one, if it is new.
    ///
    /// # Panics
    /// If there are more than 4 billion types.
    pub(super) fn number<T: Data>(&mut self) -> u32 {
        *self.numbers.entry(TypeId::of::<T>()).or_insert_with(|| {
            self.known.push(Known {
                piece: Piece::data::<T>(None, None),
                column: || Box::new(Vec::<T>::new()),
            });
            u32::try_from(self.known.len() - 1).expect("a program has fewer types")
        })
    }

    /// The name of a type that was given this number.
    pub(super) fn name(&self, number: u32) -> &'static str {
        self.known[number as usize].piece.name
    }

    /// What data of a type that was given this number is as a piece of its object.
    pub(super) fn piece(&self, number: u32) -> Piece {
        self.known[number as usize].piece
    }

    /// An empty column for a type that was given this number.
    pub(super) fn column(&self, number: u32) -> Box<dyn AnyColumn> {
        (self.known[number as usize].column)()
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.known.iter().map(|known| known.piece.name))
            .finish()
    }
}

/// A type's id is a hash already.
#[derive(Clone, Copy, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
