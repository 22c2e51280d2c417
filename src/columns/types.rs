//! Component types, numbered in the order in which a world first uses them.

use core::any::{TypeId, type_name};
use core::fmt;
use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

use super::column::AnyColumn;
use crate::base::checksum::{Checksum, ChecksumWriter};

/// A type of data that objects can have; it has no hooks and receives no events:
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone, Checksum)]
/// struct Health(i32);
///
/// impl Component for Health {
///     fn checksum(&self, sum: &mut ChecksumWriter) {
///         self.write_checksum(sum);
///     }
/// }
///
/// fn hurt(world: &mut World, id: ObjectId) {
///     world.insert(id, Health(3));
///     if let Some(health) = world.get_mut::<Health>(id) {
///         health.0 -= 1;
///     }
///     assert_eq!(world.take::<Health>(id).map(|health| health.0), Some(2));
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut world = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
/// # let id = world.spawn(Object::default(), &assets);
/// # hurt(&mut world, id);
/// ```
///
/// An object has at most one value of each type, and keeps it until it is taken or until the object is removed, after
/// its last callback. A copy of the world has copies of all values.
#[doc(alias = "ecs")]
pub trait Component: Clone + Send + 'static {
    /// Adds to the world's checksum everything in this value that can affect a later step. The types of each object's
    /// components are always part of the checksum.
    ///
    /// Defaults to nothing: a replay then cannot notice a difference in the value. A recording logs the names of such
    /// types once. Derive [`Checksum`](crate::Checksum) and write `self.write_checksum(sum)` here.
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.leave_out(self);
    }

    /// Returns the bytes that a copy of this value allocates in addition to its own size: the contents of its vectors,
    /// texts and maps. They count towards the [budget of rewinding](crate::app::App::rewind), which keeps copies of the
    /// world. Defaults to 0.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A type's id in this program, and its name with the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeInfo {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
}

impl TypeInfo {
    pub(crate) fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }
}

impl Checksum for TypeInfo {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.type_name(self.name);
    }
}

/// The component types of a world, numbered from 0 in the order of first use. The numbers are the same in every run,
/// copy and build, whereas a [`TypeId`] may differ between builds.
#[derive(Clone, Default)]
pub struct Types {
    /// Type to number, for lookups only: nothing depends on its order.
    numbers: HashMap<TypeId, u32, BuildHasherDefault<IdHasher>>,
    /// Types by number.
    known: Vec<KnownType>,
}

#[derive(Clone, Copy)]
struct KnownType {
    info: TypeInfo,
    // Makes an empty column of the type. Tables need this function, because they are made from numbers, without Rust
    // types.
    new_column: fn() -> Box<dyn AnyColumn>,
}

impl Types {
    /// Returns a type's number, if it has one.
    pub(super) fn get<T: 'static>(&self) -> Option<u32> {
        self.numbers.get(&TypeId::of::<T>()).copied()
    }

    /// Returns a type's number: the next one, if it is new.
    ///
    /// # Panics
    /// If there are more than 4 billion types.
    pub(super) fn number<T: Component>(&mut self) -> u32 {
        *self.numbers.entry(TypeId::of::<T>()).or_insert_with(|| {
            self.known.push(KnownType {
                info: TypeInfo::of::<T>(),
                new_column: || Box::new(Vec::<T>::new()),
            });
            u32::try_from(self.known.len() - 1).expect("a program has fewer types")
        })
    }

    /// Returns the type with this number.
    pub(super) fn info(&self, number: u32) -> TypeInfo {
        self.known[number as usize].info
    }

    /// Returns an empty column for the type with this number.
    pub(super) fn new_column(&self, number: u32) -> Box<dyn AnyColumn> {
        (self.known[number as usize].new_column)()
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.known.iter().map(|known| known.info.name);
        f.debug_list().entries(names).finish()
    }
}

/// Hasher of type ids. An id is already a hash, which this hasher returns unchanged.
#[derive(Clone, Copy, Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    // Not called today: a `TypeId` writes its hash as one `u64`, but the standard library does not promise that.
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
