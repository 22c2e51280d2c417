//! Queries: loops over all objects that have given components.

use core::any::TypeId;
use core::iter::{Zip, zip};

use super::fetch::{Fetch, ReadFetch};
use super::rows::{Ids, InTurn, Rows};
use super::table::Table;
use super::tables::Tables;
use super::types::Types;
use crate::base::id::ObjectId;
use crate::base::level::is_current;

/// The terms of a query, which read, write or filter: one [`Fetch`], or a tuple of two to eight.
pub trait Query {
    /// Item for each object, in addition to its id.
    type Item<'a>;
    /// The whole columns of one table.
    type Columns<'a>;
    /// Iterator over the ids and items of a table.
    #[doc(hidden)]
    type Rows<'a>: Iterator<Item = (ObjectId, Self::Item<'a>)>;
    /// The number in `Types` of each term's component type, `None` for a type that the world has never used: one value,
    /// or an array for a tuple.
    #[doc(hidden)]
    type Numbers: Copy;
    /// Returns the number of each term's component type.
    ///
    /// # Panics
    /// If two terms read or write the same type.
    #[doc(hidden)]
    fn numbers(types: &Types) -> Self::Numbers;
    /// Returns a table's ids and columns. `None` if its types do not match.
    #[doc(hidden)]
    fn columns<'a>(
        table: &'a mut Table,
        numbers: Self::Numbers,
    ) -> Option<(&'a [ObjectId], Self::Columns<'a>)>;
    /// Returns the items of a table, starting at the row `first`.
    #[doc(hidden)]
    fn rows<'a>(ids: &'a [ObjectId], columns: Self::Columns<'a>, first: usize) -> Self::Rows<'a>;
}

/// A [`Query`] that only reads.
pub trait ReadQuery: Query {
    /// Like [`Query::columns`].
    #[doc(hidden)]
    fn columns_ref<'a>(
        table: &'a Table,
        numbers: Self::Numbers,
    ) -> Option<(&'a [ObjectId], Self::Columns<'a>)>;
}

/// A type's number; `None` if the world has never used the type.
type Number = Option<u32>;

/// Returns whether a table has the term's type, or lacks it, as the term requires. A type without a number is in no
/// table.
fn matches<F: Fetch>(table: &Table, number: Number) -> bool {
    let present = number.is_some_and(|number| table.has(number));
    F::PRESENT.is_none_or(|wanted| wanted == present)
}

/// Returns the number of the column that a term borrows; `None` for a term that only filters.
fn read<F: Fetch>(number: Number) -> Number {
    number.filter(|_| F::READS)
}

/// Checks that no two terms of a query read or write the same component type.
///
/// # Panics
/// If two terms do.
fn assert_distinct(types: &[Option<TypeId>]) {
    // A column is lent to one term only: a second term of its type would find the component missing. The check is at
    // run time, because types cannot be compared while compiling. It takes at most 28 comparisons per query, and none
    // per object.
    for (at, one) in types.iter().enumerate() {
        assert!(
            one.is_none() || !types[..at].contains(one),
            "a query names one component type twice"
        );
    }
}

macro_rules! query {
    ($($fetch:ident $name:ident $at:tt),+) => {
        impl<$($fetch: Fetch),+> Query for ($($fetch,)+) {
            type Item<'a> = ($($fetch::Item<'a>,)+);
            type Columns<'a> = ($($fetch::Column<'a>,)+);
            type Rows<'a> = Rows<'a, ($($fetch::Rows<'a>,)+)>;
            type Numbers = [Number; [$($at),+].len()];

            fn numbers(types: &Types) -> Self::Numbers {
                assert_distinct(&[$($fetch::read_type()),+]);
                [$(types.get::<$fetch::Of>()),+]
            }

            fn columns<'a>(
                table: &'a mut Table,
                numbers: Self::Numbers,
            ) -> Option<(&'a [ObjectId], Self::Columns<'a>)> {
                if !($(matches::<$fetch>(table, numbers[$at]))&&+) {
                    return None;
                }
                // Borrows all columns in one call: two calls would borrow the table twice.
                let (ids, [$($name),+]) = table.columns_mut([$(read::<$fetch>(numbers[$at])),+]);
                Some((ids, ($($fetch::column($name, ids.len()),)+)))
            }

            fn rows<'a>(
                ids: &'a [ObjectId],
                columns: Self::Columns<'a>,
                first: usize,
            ) -> Self::Rows<'a> {
                let rows = ids[first..].iter().copied();
                $(let rows = zip(rows, $fetch::rows(columns.$at, first, ids.len()));)+
                Rows(rows)
            }
        }

        impl<$($fetch: ReadFetch),+> ReadQuery for ($($fetch,)+) {
            fn columns_ref<'a>(
                table: &'a Table,
                numbers: Self::Numbers,
            ) -> Option<(&'a [ObjectId], Self::Columns<'a>)> {
                if !($(matches::<$fetch>(table, numbers[$at]))&&+) {
                    return None;
                }
                let rows = table.ids.len();
                Some((
                    &table.ids,
                    ($($fetch::column_ref(numbers[$at].and_then(|number| table.column(number)), rows),)+),
                ))
            }
        }
    };
}

impl<F: Fetch> Query for F {
    type Item<'a> = F::Item<'a>;
    type Columns<'a> = F::Column<'a>;
    type Rows<'a> = Zip<Ids<'a>, F::Rows<'a>>;
    type Numbers = Number;

    fn numbers(types: &Types) -> Number {
        types.get::<F::Of>()
    }

    fn columns<'a>(
        table: &'a mut Table,
        number: Number,
    ) -> Option<(&'a [ObjectId], F::Column<'a>)> {
        if !matches::<F>(table, number) {
            return None;
        }
        let (ids, [column]) = table.columns_mut([read::<F>(number)]);
        Some((ids, F::column(column, ids.len())))
    }

    fn rows<'a>(ids: &'a [ObjectId], column: F::Column<'a>, first: usize) -> Self::Rows<'a> {
        zip(
            ids[first..].iter().copied(),
            F::rows(column, first, ids.len()),
        )
    }
}

impl<F: ReadFetch> ReadQuery for F {
    fn columns_ref<'a>(
        table: &'a Table,
        number: Number,
    ) -> Option<(&'a [ObjectId], F::Column<'a>)> {
        if !matches::<F>(table, number) {
            return None;
        }
        let column = number.and_then(|number| table.column(number));
        Some((&table.ids, F::column_ref(column, table.ids.len())))
    }
}

query!(A a 0, B b 1);
query!(A a 0, B b 1, C c 2);
query!(A a 0, B b 1, C c 2, D d 3);
query!(A a 0, B b 1, C c 2, D d 3, E e 4);
query!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5);
query!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6);
query!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7);

/// The objects that a query visits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope {
    /// The active objects of this level and of level 0, whose objects persist in every level.
    Level(u16),
    /// All objects.
    All,
}

impl Scope {
    fn includes(self, table: &Table) -> bool {
        match self {
            // Excludes the tables of inactive objects, because no world's level is `INACTIVE`.
            Self::Level(level) => is_current(table.level, level),
            Self::All => true,
        }
    }
}

impl Tables {
    /// Returns the items of all objects in scope, table by table, in an order that follows from the operations so far.
    ///
    /// # Panics
    /// If two terms of `Q` read or write the same type. The queries below panic in the same case, `query_one` only for
    /// an object with components.
    pub(crate) fn query<Q: Query>(
        &mut self,
        scope: Scope,
    ) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        let columns = self.query_columns::<Q>(scope);
        InTurn::new(columns.map(|(ids, columns)| Q::rows(ids, columns, 0)))
    }

    /// Like [`Tables::query`], for queries that only read.
    pub(crate) fn query_ref<Q: ReadQuery>(
        &self,
        scope: Scope,
    ) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        let (tables, types) = self.all();
        let numbers = Q::numbers(types);
        let tables = tables.iter().filter(move |table| scope.includes(table));
        let columns = tables.filter_map(move |table| Q::columns_ref(table, numbers));
        InTurn::new(columns.map(|(ids, columns)| Q::rows(ids, columns, 0)))
    }

    /// Like [`Tables::query`], but returns whole columns, one set per table.
    pub(crate) fn query_columns<Q: Query>(
        &mut self,
        scope: Scope,
    ) -> impl Iterator<Item = (&[ObjectId], Q::Columns<'_>)> {
        let (tables, types) = self.all_mut();
        let numbers = Q::numbers(types);
        let tables = tables.iter_mut().filter(move |table| scope.includes(table));
        tables.filter_map(move |table| Q::columns(table, numbers))
    }

    /// Returns the item of one object, whatever its level; `None` if the object does not match.
    pub(crate) fn query_one<Q: Query>(&mut self, id: ObjectId) -> Option<Q::Item<'_>> {
        let (table, row, types) = self.row_mut(id)?;
        let (ids, columns) = Q::columns(table, Q::numbers(types))?;
        // Not `nth`: if a term is an `Option`, it would walk through all rows before this one.
        let (_, item) = Q::rows(ids, columns, row).next()?;
        Some(item)
    }
}
