//! A table: the data of all objects that have the same types of it, a column for each type.

use core::any::Any;
use core::fmt;

use super::Data;
use super::types::Types;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;

/// No column, no table.
pub(super) const NONE: u32 = u32::MAX;

/// A column whose type is forgotten: a `Vec<T>`.
pub trait AnyColumn: Any + Send {
    /// Moves a row's value to the end of another column of the same type; the last row takes its place.
    fn give(&mut self, row: usize, to: &mut dyn AnyColumn);
    /// Drops a row's value; the last row takes its place.
    fn discard(&mut self, row: usize);
    /// Adds a row's value to a checksum.
    fn add_to(&self, row: usize, sum: &mut Checksum);
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyColumn>;
}

impl<T: Data> AnyColumn for Vec<T> {
    fn give(&mut self, row: usize, to: &mut dyn AnyColumn) {
        let value = self.swap_remove(row);
        if let Some(to) = values_mut(to) {
            to.push(value);
        }
    }

    fn discard(&mut self, row: usize) {
        self.swap_remove(row);
    }

    fn add_to(&self, row: usize, sum: &mut Checksum) {
        Data::checksum(&self[row], sum);
    }

    fn boxed_clone(&self) -> Box<dyn AnyColumn> {
        Box::new(self.clone())
    }
}

/// A column's values, if they are of this type.
pub(super) fn values<T: Data>(column: &dyn AnyColumn) -> Option<&Vec<T>> {
    (column as &dyn Any).downcast_ref()
}

/// A column's values, if they are of this type.
pub(super) fn values_mut<T: Data>(column: &mut dyn AnyColumn) -> Option<&mut Vec<T>> {
    (column as &mut dyn Any).downcast_mut()
}

impl Clone for Box<dyn AnyColumn> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl fmt::Debug for dyn AnyColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("column")
    }
}

/// The data of all objects that have these types of it and are on this level. Rows are in no order that means
/// anything, but the same operations give the same one.
#[derive(Clone, Debug)]
pub struct Table {
    /// Where its objects are: a level, or [`RESTING`](super::tables::RESTING).
    pub(super) level: u16,
    /// The types' numbers, ascending: a column for each.
    types: Vec<u32>,
    /// The objects, row by row.
    pub(super) ids: Vec<ObjectId>,
    columns: Vec<Box<dyn AnyColumn>>,
    /// By a type's number: its column. What is past the end has none.
    places: Vec<u32>,
    /// By a type's number: the table of the objects that have it besides. [`NONE`] until it is needed.
    pub(super) with: Vec<u32>,
    /// As `with`, of those that have it not.
    pub(super) without: Vec<u32>,
}

impl Table {
    /// An empty table for these types, which ascend.
    pub(super) fn new(level: u16, kinds: &[u32], types: &Types) -> Self {
        let mut places = Vec::new();
        for (&kind, place) in kinds.iter().zip(0..) {
            places.resize(kind as usize, NONE);
            places.push(place);
        }
        Self {
            level,
            types: kinds.to_vec(),
            ids: Vec::new(),
            columns: kinds.iter().map(|&kind| types.column(kind)).collect(),
            places,
            with: Vec::new(),
            without: Vec::new(),
        }
    }

    /// The types' numbers, ascending.
    pub(super) fn types(&self) -> &[u32] {
        &self.types
    }

    fn place(&self, kind: u32) -> Option<usize> {
        let place = *self.places.get(kind as usize)?;
        (place != NONE).then_some(place as usize)
    }

    /// Whether its objects have this type.
    pub(super) fn has(&self, kind: u32) -> bool {
        self.place(kind).is_some()
    }

    /// The column of a type.
    pub(super) fn column(&self, kind: u32) -> Option<&dyn AnyColumn> {
        Some(&*self.columns[self.place(kind)?])
    }

    /// The values of a type, row by row.
    pub(super) fn values<T: Data>(&self, kind: u32) -> Option<&Vec<T>> {
        values(self.column(kind)?)
    }

    /// The values of a type, to change and to add the last row's.
    pub(super) fn values_mut<T: Data>(&mut self, kind: u32) -> Option<&mut Vec<T>> {
        let place = self.place(kind)?;
        values_mut(&mut *self.columns[place])
    }

    /// The columns of several types at once, with the objects. Of a type that is asked for twice, the first gets it.
    pub(super) fn pick<const N: usize>(
        &mut self,
        kinds: [Option<u32>; N],
    ) -> (&[ObjectId], [Option<&mut dyn AnyColumn>; N]) {
        let mut picked = [const { None }; N];
        for (&kind, column) in self.types.iter().zip(&mut self.columns) {
            if let Some(at) = kinds.iter().position(|&wanted| wanted == Some(kind)) {
                picked[at] = Some(&mut **column);
            }
        }
        (&self.ids, picked)
    }

    /// Takes an object's row out; the last row takes its place. Values of types that `to` has go to its end, the rest
    /// is dropped, but for that of the type `taken`, which is out already. Answers whose row moved.
    pub(super) fn give(
        &mut self,
        row: usize,
        mut to: Option<&mut Self>,
        taken: Option<u32>,
    ) -> Option<ObjectId> {
        for (&kind, column) in self.types.iter().zip(&mut self.columns) {
            let target = to.as_mut().and_then(|to| {
                let place = to.place(kind)?;
                Some(&mut *to.columns[place])
            });
            match target {
                _ if taken == Some(kind) => {}
                Some(target) => column.give(row, target),
                None => column.discard(row),
            }
        }
        let id = self.ids.swap_remove(row);
        if let Some(to) = to {
            to.receive(id);
        }
        self.ids.get(row).copied()
    }

    /// Adds an object's row, the values of which are put there apart. Without types there are no rows.
    pub(super) fn receive(&mut self, id: ObjectId) {
        if !self.types.is_empty() {
            self.ids.push(id);
        }
    }

    /// Adds everything in it to a checksum, row by row.
    pub(super) fn add_to(&self, sum: &mut Checksum) {
        sum.usize(self.ids.len());
        for (row, id) in self.ids.iter().enumerate() {
            sum.u32(id.slot_number());
            sum.u32(id.generation());
            for column in &self.columns {
                column.add_to(row, sum);
            }
        }
    }
}
