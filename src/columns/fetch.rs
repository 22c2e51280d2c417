//! Fetches: the terms of a query, and how each reads a column.

use core::any::TypeId;
use core::iter::Copied;
use core::marker::PhantomData;
use core::slice;

use super::Component;
use super::column::{AnyColumn, values, values_mut};

/// One term of a query: `&T` or `&mut T` for a component that an object must have; `Option<&T>` or `Option<&mut T>` for
/// one that it may have; [`With`] and [`Without`], which filter without reading.
pub trait Fetch {
    /// Item of a query for each object.
    type Item<'a>;
    /// Type of a whole column, for [`World::query_columns`](crate::world::World::query_columns).
    type Column<'a>;
    /// Iterator over the items of a column, in the order of its rows.
    #[doc(hidden)]
    type Rows<'a>: Iterator<Item = Self::Item<'a>>;
    /// The component type.
    #[doc(hidden)]
    type Of: 'static;
    /// Whether the term reads or writes the component.
    #[doc(hidden)]
    const READS: bool;
    /// `Some(true)` if objects must have the component, `Some(false)` if they must not, `None` if both are allowed.
    #[doc(hidden)]
    const PRESENT: Option<bool>;
    /// Returns the column of a table with `rows` rows. `column` is `Some` if the term reads or writes the component and
    /// the table has it.
    #[doc(hidden)]
    fn column(column: Option<&mut dyn AnyColumn>, rows: usize) -> Self::Column<'_>;
    /// Returns the items of a column of `rows` rows, starting at the row `first`.
    #[doc(hidden)]
    fn rows<'a>(column: Self::Column<'a>, first: usize, rows: usize) -> Self::Rows<'a>;
    /// Returns the component type if this term reads or writes the component. No other term of the query may then do
    /// the same.
    #[doc(hidden)]
    fn read_type() -> Option<TypeId> {
        Self::READS.then(TypeId::of::<Self::Of>)
    }
}

/// A [`Fetch`] that changes nothing.
pub trait ReadFetch: Fetch {
    /// Like [`Fetch::column`].
    #[doc(hidden)]
    fn column_ref(column: Option<&dyn AnyColumn>, rows: usize) -> Self::Column<'_>;
}

impl<T: Component> Fetch for &T {
    type Item<'a> = &'a T;
    type Column<'a> = &'a [T];
    type Rows<'a> = slice::Iter<'a, T>;
    type Of = T;
    const READS: bool = true;
    const PRESENT: Option<bool> = Some(true);

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values_mut).map_or(&[], |values| values)
    }

    fn rows<'a>(column: Self::Column<'a>, first: usize, _: usize) -> Self::Rows<'a> {
        column[first..].iter()
    }
}

impl<T: Component> ReadFetch for &T {
    fn column_ref(column: Option<&dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values).map_or(&[], |values| values)
    }
}

impl<T: Component> Fetch for &mut T {
    type Item<'a> = &'a mut T;
    type Column<'a> = &'a mut [T];
    type Rows<'a> = slice::IterMut<'a, T>;
    type Of = T;
    const READS: bool = true;
    const PRESENT: Option<bool> = Some(true);

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        column.and_then(values_mut).map_or(&mut [], |values| values)
    }

    fn rows<'a>(column: Self::Column<'a>, first: usize, _: usize) -> Self::Rows<'a> {
        column[first..].iter_mut()
    }
}

/// Iterator over the items of an optional column. After the last value, or without a column, it yields the item `None`
/// without end: the loop over a table ends with the ids of its objects.
#[derive(Clone, Debug)]
pub struct Maybe<I>(I);

impl<I: Iterator> Iterator for Maybe<I> {
    type Item = Option<I::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // Never ends: with a check for the end, the task `mixed` of the bench `components` was slower than with `hecs`.
        Some(self.0.next())
    }
}

impl<T: Component> Fetch for Option<&T> {
    type Item<'a> = Option<&'a T>;
    type Column<'a> = Option<&'a [T]>;
    type Rows<'a> = Maybe<slice::Iter<'a, T>>;
    type Of = T;
    const READS: bool = true;
    const PRESENT: Option<bool> = None;

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values_mut(column?)?)
    }

    fn rows<'a>(column: Self::Column<'a>, first: usize, _: usize) -> Self::Rows<'a> {
        // A missing column counts as an empty slice, so that the loop has one kind of iterator and no branch per table.
        Maybe(column.map_or(&[][..], |column| &column[first..]).iter())
    }
}

impl<T: Component> ReadFetch for Option<&T> {
    fn column_ref(column: Option<&dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values(column?)?)
    }
}

impl<T: Component> Fetch for Option<&mut T> {
    type Item<'a> = Option<&'a mut T>;
    type Column<'a> = Option<&'a mut [T]>;
    type Rows<'a> = Maybe<slice::IterMut<'a, T>>;
    type Of = T;
    const READS: bool = true;
    const PRESENT: Option<bool> = None;

    fn column(column: Option<&mut dyn AnyColumn>, _: usize) -> Self::Column<'_> {
        Some(values_mut(column?)?)
    }

    fn rows<'a>(column: Self::Column<'a>, first: usize, _: usize) -> Self::Rows<'a> {
        Maybe(
            column
                .map_or(&mut [][..], |column| &mut column[first..])
                .iter_mut(),
        )
    }
}

/// Query filter: keeps only objects that have this component. The component is not read.
#[derive(Clone, Copy, Debug)]
pub struct With<T>(PhantomData<T>);

/// Query filter: keeps only objects that do not have this component.
#[derive(Clone, Copy, Debug)]
pub struct Without<T>(PhantomData<T>);

/// A slice that takes no memory and is longer than any table. [`With`] and [`Without`] yield its items, one for each
/// row.
const UNITS: &[()] = &[(); usize::MAX];

macro_rules! filter {
    ($filter:ident, $present:expr) => {
        impl<T: Component> Fetch for $filter<T> {
            type Item<'a> = ();
            type Column<'a> = ();
            type Rows<'a> = Copied<slice::Iter<'a, ()>>;
            type Of = T;
            const READS: bool = false;
            const PRESENT: Option<bool> = Some($present);

            fn column(_: Option<&mut dyn AnyColumn>, _: usize) {}

            // A slice, not `repeat_n`: `Zip` of slices shares one counter, so that the filter costs nothing.
            fn rows<'a>((): (), first: usize, rows: usize) -> Self::Rows<'a> {
                UNITS[first..rows].iter().copied()
            }
        }

        impl<T: Component> ReadFetch for $filter<T> {
            fn column_ref(_: Option<&dyn AnyColumn>, _: usize) {}
        }
    };
}

filter!(With, true);
filter!(Without, false);
