//! Bundles: components that are given to an object together.

use super::Component;
use super::table::Table;
use super::types::Types;

/// Components to give to an object: one, or a tuple of two to eight. Components are stored in tables: inserting several
/// together moves the object's row to another table at most once, instead of once for each. Of two values of one type,
/// the last is kept.
///
/// ```
/// # use damselfly::prelude::*;
/// # #[derive(Clone)]
/// # struct Health(i32);
/// # impl Component for Health {}
/// # #[derive(Clone)]
/// # struct Poison(i32);
/// # impl Component for Poison {}
/// fn infect(world: &mut World, id: ObjectId) {
///     world.insert(id, (Health(3), Poison(1)));
///     assert!(world.has::<Health>(id) && world.has::<Poison>(id));
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut world = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
/// # let id = world.spawn(Object::default(), &assets);
/// # infect(&mut world, id);
/// ```
pub trait Bundle: 'static {
    /// Returns the types' numbers, in the order of the tuple.
    #[doc(hidden)]
    fn numbers(types: &mut Types) -> impl AsRef<[u32]> + use<Self>;

    /// Stores each value in its column: replaces the row's value, or appends the new one if the column ends before the
    /// row.
    #[doc(hidden)]
    fn store(self, table: &mut Table, row: usize, numbers: &[u32]);
}

/// Replaces a row's value of one type, or appends it to a column that ends before the row.
fn store<T: Component>(value: T, table: &mut Table, row: usize, number: u32) {
    // `Tables::insert` has moved the row to a table with this column, so that this always finds it.
    let Some(column) = table.values_mut(number) else {
        return;
    };
    match column.get_mut(row) {
        Some(old) => *old = value,
        // The row is the last one and has just moved to this table. This column ends before the row, because the object
        // had no value of this type.
        None => column.push(value),
    }
}

impl<T: Component> Bundle for T {
    fn numbers(types: &mut Types) -> impl AsRef<[u32]> + use<T> {
        [types.number::<T>()]
    }

    fn store(self, table: &mut Table, row: usize, numbers: &[u32]) {
        store(self, table, row, numbers[0]);
    }
}

// One impl per length, because Rust has no variadic generics. More than eight components take two calls of `insert`,
// which move the row twice.
macro_rules! bundle {
    ($($type:ident $at:tt),+) => {
        impl<$($type: Component),+> Bundle for ($($type,)+) {
            fn numbers(types: &mut Types) -> impl AsRef<[u32]> + use<$($type),+> {
                [$(types.number::<$type>()),+]
            }

            fn store(self, table: &mut Table, row: usize, numbers: &[u32]) {
                $(store(self.$at, table, row, numbers[$at]);)+
            }
        }
    };
}

bundle!(A 0, B 1);
bundle!(A 0, B 1, C 2);
bundle!(A 0, B 1, C 2, D 3);
bundle!(A 0, B 1, C 2, D 3, E 4);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
