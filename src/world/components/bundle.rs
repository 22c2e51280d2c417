//! Values that are given to an object together.

use super::Data;
use super::table::Table;
use super::types::Types;

/// Data to give to an object: one value, or a tuple of up to eight of different types. Given together they cost one
/// move of the object's row, not one each.
pub trait Bundle: 'static {
    /// The types' numbers, in the order of the tuple.
    #[doc(hidden)]
    fn kinds(types: &mut Types) -> impl AsRef<[u32]> + use<Self>;

    /// Puts each value into its column: over the old one, or behind the last one.
    #[doc(hidden)]
    fn put(self, table: &mut Table, row: usize, kinds: &[u32]);
}

fn put<T: Data>(value: T, table: &mut Table, row: usize, kind: u32) {
    let Some(column) = table.values_mut(kind) else {
        return;
    };
    match column.get_mut(row) {
        Some(place) => *place = value,
        None => column.push(value),
    }
}

impl<T: Data> Bundle for T {
    fn kinds(types: &mut Types) -> impl AsRef<[u32]> + use<T> {
        [types.number::<T>()]
    }

    fn put(self, table: &mut Table, row: usize, kinds: &[u32]) {
        put(self, table, row, kinds[0]);
    }
}

macro_rules! bundle {
    ($($type:ident $at:tt),+) => {
        impl<$($type: Data),+> Bundle for ($($type,)+) {
            fn kinds(types: &mut Types) -> impl AsRef<[u32]> + use<$($type),+> {
                [$(types.number::<$type>()),+]
            }

            fn put(self, table: &mut Table, row: usize, kinds: &[u32]) {
                $(put(self.$at, table, row, kinds[$at]);)+
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
