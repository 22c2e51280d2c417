//! Queries: loops over all objects that have given data.

use core::any::TypeId;
use core::iter::{Zip, zip};

use super::fetch::{Fetch, ReadFetch};
use super::rows::{Ids, InTurn, Rows};
use super::table::Table;
use super::types::Types;
use crate::base::id::ObjectId;
use crate::world::World;

/// What a query asks for: one [`Fetch`], or a tuple of up to eight.
pub trait Query {
    /// What the loop gets of an object, beside its id.
    type Item<'a>;
    /// Whole columns.
    type Columns<'a>;
    /// The items of a table.
    #[doc(hidden)]
    type Rows<'a>: Iterator<Item = (ObjectId, Self::Item<'a>)>;
    /// The numbers of the types.
    #[doc(hidden)]
    type Kinds: Copy;
    /// The numbers of the types; panics if one is read or written twice.
    #[doc(hidden)]
    fn kinds(types: &Types) -> Self::Kinds;
    /// A table's columns, if it is asked for.
    #[doc(hidden)]
    fn columns<'a>(
        table: &'a mut Table,
        kinds: Self::Kinds,
    ) -> Option<(&'a [ObjectId], Self::Columns<'a>)>;
    /// The items of a table.
    #[doc(hidden)]
    fn rows<'a>(ids: &'a [ObjectId], columns: Self::Columns<'a>) -> Self::Rows<'a>;
}

/// A [`Query`] that changes nothing.
pub trait ReadQuery: Query {
    /// As [`Query::columns`].
    #[doc(hidden)]
    fn columns_ref<'a>(
        table: &'a Table,
        kinds: Self::Kinds,
    ) -> Option<(&'a [ObjectId], Self::Columns<'a>)>;
}

/// What is known of a type's number before a table is looked at: `None` if the world never met the type.
type Kind = Option<u32>;

fn wanted<F: Fetch>(table: &Table, kind: Kind) -> bool {
    F::wants(kind.is_some_and(|kind| table.has(kind)))
}

fn read<F: Fetch>(kind: Kind) -> Kind {
    kind.filter(|_| F::READS)
}

fn refuse_doubles(types: &[Option<TypeId>]) {
    for (at, one) in types.iter().enumerate() {
        assert!(
            one.is_none() || !types[..at].contains(one),
            "a query asks for one type of data twice"
        );
    }
}

macro_rules! query {
    ($($fetch:ident $name:ident $at:tt),+) => {
        impl<$($fetch: Fetch),+> Query for ($($fetch,)+) {
            type Item<'a> = ($($fetch::Item<'a>,)+);
            type Columns<'a> = ($($fetch::Column<'a>,)+);
            type Rows<'a> = Rows<'a, ($($fetch::Rows<'a>,)+)>;
            type Kinds = [Kind; [$($at),+].len()];

            fn kinds(types: &Types) -> Self::Kinds {
                refuse_doubles(&[$($fetch::read_type()),+]);
                [$(types.get::<$fetch::Of>()),+]
            }

            fn columns<'a>(
                table: &'a mut Table,
                kinds: Self::Kinds,
            ) -> Option<(&'a [ObjectId], Self::Columns<'a>)> {
                if !($(wanted::<$fetch>(table, kinds[$at]))&&+) {
                    return None;
                }
                let (ids, [$($name),+]) = table.pick([$(read::<$fetch>(kinds[$at])),+]);
                Some((ids, ($($fetch::column($name, ids.len()),)+)))
            }

            fn rows<'a>(ids: &'a [ObjectId], columns: Self::Columns<'a>) -> Self::Rows<'a> {
                let rows = ids.iter().copied();
                $(let rows = zip(rows, $fetch::rows(columns.$at, ids.len()));)+
                Rows(rows)
            }
        }

        impl<$($fetch: ReadFetch),+> ReadQuery for ($($fetch,)+) {
            fn columns_ref<'a>(
                table: &'a Table,
                kinds: Self::Kinds,
            ) -> Option<(&'a [ObjectId], Self::Columns<'a>)> {
                if !($(wanted::<$fetch>(table, kinds[$at]))&&+) {
                    return None;
                }
                let rows = table.ids.len();
                Some((
                    &table.ids,
                    ($($fetch::column_ref(kinds[$at].and_then(|kind| table.column(kind)), rows),)+),
                ))
            }
        }
    };
}

impl<F: Fetch> Query for F {
    type Item<'a> = F::Item<'a>;
    type Columns<'a> = F::Column<'a>;
    type Rows<'a> = Zip<Ids<'a>, F::Rows<'a>>;
    type Kinds = Kind;

    fn kinds(types: &Types) -> Kind {
        types.get::<F::Of>()
    }

    fn columns<'a>(table: &'a mut Table, kind: Kind) -> Option<(&'a [ObjectId], F::Column<'a>)> {
        if !wanted::<F>(table, kind) {
            return None;
        }
        let (ids, [column]) = table.pick([read::<F>(kind)]);
        Some((ids, F::column(column, ids.len())))
    }

    fn rows<'a>(ids: &'a [ObjectId], column: F::Column<'a>) -> Self::Rows<'a> {
        zip(ids.iter().copied(), F::rows(column, ids.len()))
    }
}

impl<F: ReadFetch> ReadQuery for F {
    fn columns_ref<'a>(table: &'a Table, kind: Kind) -> Option<(&'a [ObjectId], F::Column<'a>)> {
        if !wanted::<F>(table, kind) {
            return None;
        }
        let column = kind.and_then(|kind| table.column(kind));
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

/// Which objects a query visits.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// Those of this level and the persistent ones that take part.
    Level(u16),
    /// All.
    Everywhere,
}

impl Reach {
    fn includes(self, table: &Table) -> bool {
        match self {
            Self::Level(level) => table.level == 0 || table.level == level,
            Self::Everywhere => true,
        }
    }
}

impl World {
    /// Visits every object that has given data:
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Health(i32);
    /// impl Data for Health {}
    ///
    /// #[derive(Clone)]
    /// struct Poison(i32);
    /// impl Data for Poison {}
    ///
    /// fn poisoned(world: &mut World) {
    ///     for (_, (health, poison)) in world.query::<(&mut Health, &Poison)>() {
    ///         health.0 -= poison.0;
    ///     }
    ///     // Whatever else is to be done to them is done afterwards.
    ///     let dead = world.query_ref::<&Health>().filter(|(_, health)| health.0 <= 0);
    ///     for id in dead.map(|(id, _)| id).collect::<Vec<_>>() {
    ///         world.remove(id);
    ///     }
    /// }
    /// ```
    ///
    /// `&T` and `&mut T` visit objects that have a `T`, `Option<&T>` and `Option<&mut T>` those that have none too;
    /// [`With<T>`](super::With) and [`Without<T>`](super::Without) choose without a look.
    ///
    /// Visited are objects of the current level and persistent ones, but not those that take no part: disabled ones,
    /// and those whose removal is under way. [`World::query_everywhere`] visits these too. The order is the same in
    /// every run, on every machine and in every copy of the world, but it is not act order. Where that matters, ask
    /// one after the other of [`World::objects`].
    ///
    /// It costs what a loop over slices costs; `for_each` is a little faster than `for`.
    ///
    /// # Panics
    /// If one type of data is asked for twice.
    pub fn query<Q: Query>(&mut self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        self.visit::<Q>(Reach::Level(self.level))
    }

    /// As [`World::query`], but visits frozen objects of other levels too, disabled ones, and those whose removal is
    /// under way.
    ///
    /// # Panics
    /// If one type of data is asked for twice.
    pub fn query_everywhere<Q: Query>(&mut self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        self.visit::<Q>(Reach::Everywhere)
    }

    /// As [`World::query`], to look only: the world is not borrowed alone.
    ///
    /// # Panics
    /// If one type of data is asked for twice.
    pub fn query_ref<Q: ReadQuery>(&self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        let (reach, kinds) = (Reach::Level(self.level), Q::kinds(self.data.types()));
        let tables = self
            .data
            .all()
            .iter()
            .filter(move |table| reach.includes(table));
        let columns = tables.filter_map(move |table| Q::columns_ref(table, kinds));
        InTurn::new(columns.map(|(ids, columns)| Q::rows(ids, columns)))
    }

    /// As [`World::query`], in whole columns: for each set of objects with the same types of data, their ids and
    /// slices of equal length. The fastest way, where the loop is to be vectorised.
    ///
    /// # Panics
    /// If one type of data is asked for twice.
    pub fn query_columns<Q: Query>(
        &mut self,
    ) -> impl Iterator<Item = (&[ObjectId], Q::Columns<'_>)> {
        self.visit_columns::<Q>(Reach::Level(self.level))
    }

    /// Several data of one object, wherever it is: `None` if it is gone or does not have what the query asks for.
    ///
    /// # Panics
    /// If one type of data is asked for twice.
    pub fn query_one<Q: Query>(&mut self, id: ObjectId) -> Option<Q::Item<'_>> {
        let (table, row, types) = self.data.row_mut(id)?;
        let (ids, columns) = Q::columns(table, Q::kinds(types))?;
        let (_, item) = Q::rows(ids, columns).nth(row)?;
        Some(item)
    }

    fn visit<Q: Query>(&mut self, reach: Reach) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        let columns = self.visit_columns::<Q>(reach);
        InTurn::new(columns.map(|(ids, columns)| Q::rows(ids, columns)))
    }

    fn visit_columns<Q: Query>(
        &mut self,
        reach: Reach,
    ) -> impl Iterator<Item = (&[ObjectId], Q::Columns<'_>)> {
        let (tables, types) = self.data.all_mut();
        let kinds = Q::kinds(types);
        let tables = tables.iter_mut().filter(move |table| reach.includes(table));
        tables.filter_map(move |table| Q::columns(table, kinds))
    }
}
