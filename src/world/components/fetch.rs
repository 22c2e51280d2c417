//! What a query can ask of each object.

use core::any::TypeId;
use core::iter::Copied;
use core::marker::PhantomData;
use core::slice;

use super::Data;
use super::table::{AnyColumn, values, values_mut};

/// One thing that a query asks of each object: `&T` or `&mut T`, which it must have; `Option<&T>` or `Option<&mut T>`,
/// which it may have; [`With`] and [`Without`], which only choose.
pub trait Fetch {
    /// What the loop gets of an object.
    type Item<'a>;
    /// What a whole column is, for [`World::query_columns`](crate::world::World::query_columns).
    type Column<'a>;
    /// The items of a column.
    #[doc(hidden)]
    type Rows<'a>: Iterator<Item = Self::Item<'a>>;
    /// The type of data that it is about.
    #[doc(hidden)]
    type Of: 'static;
    /// Whether it reads or writes the data.
    #[doc(hidden)]
    const READS: bool;
    /// Whether it wants objects that have the data, or that have it not.
    #[doc(hidden)]
    fn wants(present: bool) -> bool;
    /// The column of `rows` rows. `column` is there if it reads, and the data is present.
    #[doc(hidden)]
    fn column(column: Option<&mut dyn AnyColumn>, rows: usize) -> Self::Column<'_>;
    /// The items of a column of `rows` rows.
    #[doc(hidden)]
    fn rows<'a>(column: Self::Column<'a>, rows: usize) -> Self::Rows<'a>;
    /// The type of data, if two of a query must not be about the same.
    #[doc(hidden)]
    fn read_type() -> Option<TypeId> {
        Self::READS.then(TypeId::of::<Self::Of>)
    }
}

/// A [`Fetch`] that changes nothing.
pub trait ReadFetch: Fetch {
    /// As [`Fetch::column`].
    #[doc(hidden)]
    fn column_ref(column: Option<&dyn AnyColumn>, rows: usize) -> Self::Column<'_>;
}

impl<T: Data> Fetch for &T {
    type Item<'a> = &'a T;
    type Column<'a> = &'a [T];
    type Rows<'a> = slice::Iter<'a, T>;
    type Of = T;
    const READS: bool = true;

    fn wants(present: bool) -> bool {
        present
    }

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values_mut).map_or(&[], |values| values)
    }

    fn rows<'a>(column: Self::Column<'a>, _: usize) -> Self::Rows<'a> {
        column.iter()
    }
}

impl<T: Data> ReadFetch for &T {
    fn column_ref(column: Option<&dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values).map_or(&[], |values| values)
    }
}

impl<T: Data> Fetch for &mut T {
    type Item<'a> = &'a mut T;
    type Column<'a> = &'a mut [T];
    type Rows<'a> = slice::IterMut<'a, T>;
    type Of = T;
    const READS: bool = true;

    fn wants(present: bool) -> bool {
        present
    }

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values_mut).map_or(&mut [], |values| values)
    }

    fn rows<'a>(column: Self::Column<'a>, _: usize) -> Self::Rows<'a> {
        column.iter_mut()
    }
}

/// The items of a column that may be there, then `None` without end: the objects' ids end it.
#[derive(Clone, Debug)]
pub struct Maybe<I>(I);

impl<I: Iterator> Iterator for Maybe<I> {
    type Item = Option<I::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next())
    }
}

impl<T: Data> Fetch for Option<&T> {
    type Item<'a> = Option<&'a T>;
    type Column<'a> = Option<&'a [T]>;
    type Rows<'a> = Maybe<slice::Iter<'a, T>>;
    type Of = T;
    const READS: bool = true;

    fn wants(_: bool) -> bool {
        true
    }

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values_mut(column?)?)
    }

    fn rows<'a>(column: Self::Column<'a>, _: usize) -> Self::Rows<'a> {
        Maybe(column.unwrap_or_default().iter())
    }
}

impl<T: Data> ReadFetch for Option<&T> {
    fn column_ref(column: Option<&dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values(column?)?)
    }
}

impl<T: Data> Fetch for Option<&mut T> {
    type Item<'a> = Option<&'a mut T>;
    type Column<'a> = Option<&'a mut [T]>;
    type Rows<'a> = Maybe<slice::IterMut<'a, T>>;
    type Of = T;
    const READS: bool = true;

    fn wants(_: bool) -> bool {
        true
    }

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values_mut(column?)?)
    }

    fn rows<'a>(column: Self::Column<'a>, _: usize) -> Self::Rows<'a> {
        Maybe(column.unwrap_or_default().iter_mut())
    }
}

/// In a query: only objects that have this data, which is not looked at.
#[derive(Clone, Copy, Debug)]
pub struct With<T>(PhantomData<T>);

/// In a query: only objects that do not have this data.
#[derive(Clone, Copy, Debug)]
pub struct Without<T>(PhantomData<T>);

/// As many nothings as anybody could ask for. They take no room.
const NOTHINGS: &[()] = &[(); usize::MAX];

macro_rules! filter {
    ($filter:ident, $wants:expr) => {
        impl<T: Data> Fetch for $filter<T> {
            type Item<'a> = ();
            type Column<'a> = ();
            type Rows<'a> = Copied<slice::Iter<'a, ()>>;
            type Of = T;
            const READS: bool = false;

            fn wants(present: bool) -> bool {
                present == $wants
            }

            fn column(_: Option<&mut dyn AnyColumn>, _: usize) {}

            fn rows<'a>((): (), rows: usize) -> Self::Rows<'a> {
                NOTHINGS[..rows].iter().copied()
            }
        }

        impl<T: Data> ReadFetch for $filter<T> {
            fn column_ref(_: Option<&dyn AnyColumn>, _: usize) {}
        }
    };
}

filter!(With, true);
filter!(Without, false);
