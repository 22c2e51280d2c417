//! A table: the components of all objects with the same component types on one level, a column for each type.

use super::Component;
use super::column::{AnyColumn, values, values_mut};
use super::types::Types;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;

/// Number that stands for no column, no row or no table.
pub(super) const NONE: u32 = u32::MAX;

/// Owner and type of a component in a checksum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComponentOf {
    pub(crate) object: ObjectId,
    pub(crate) type_name: &'static str,
}

/// The components of all objects that have exactly these types and are on this level. The order of rows has no meaning,
/// but the same operations lead to the same order.
#[derive(Clone, Debug)]
pub struct Table {
    /// The level of its objects, or [`INACTIVE`](super::tables::INACTIVE).
    pub(super) level: u16,
    /// The types' numbers, ascending: a column for each.
    types: Vec<u32>,
    /// The objects, row by row.
    pub(super) ids: Vec<ObjectId>,
    /// The columns, in the order of `types`. All are as long as `ids`, except during an insertion or a removal.
    columns: Vec<Box<dyn AnyColumn>>,
    /// Index in `columns` of each type's column, by the type's number. [`NONE`] if the table has no column of the
    /// type. Types whose numbers are past the end have none, either.
    positions: Vec<u32>,
    /// Neighbouring tables by a type's number: the same types without it (first) or with it (second). [`NONE`] until
    /// the neighbour is first needed.
    neighbors: [Vec<u32>; 2],
}

impl Table {
    /// Returns an empty table for these types, in ascending order.
    pub(super) fn new(level: u16, numbers: &[u32], types: &Types) -> Self {
        let mut positions = Vec::new();
        // Numbers ascend, so resizing fills the gap before each with NONE.
        for (&number, position) in numbers.iter().zip(0..) {
            positions.resize(number as usize, NONE);
            positions.push(position);
        }
        Self {
            level,
            types: numbers.to_vec(),
            ids: Vec::new(),
            columns: numbers.iter().map(|&n| types.new_column(n)).collect(),
            positions,
            neighbors: Default::default(),
        }
    }

    /// Returns the bytes that a copy takes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let columns = self.columns.iter().map(|column| column.bytes());
        columns.sum::<usize>() + size_of_val(&*self.ids) + size_of::<Self>()
    }

    /// Returns the types' numbers, ascending.
    pub(super) fn types(&self) -> &[u32] {
        &self.types
    }

    /// Returns the index of a type's column.
    fn position(&self, number: u32) -> Option<usize> {
        let position = *self.positions.get(number as usize)?;
        (position != NONE).then_some(position as usize)
    }

    /// Returns whether its objects have this type.
    pub(super) fn has(&self, number: u32) -> bool {
        self.position(number).is_some()
    }

    /// Returns the column of a type.
    pub(super) fn column(&self, number: u32) -> Option<&dyn AnyColumn> {
        Some(&*self.columns[self.position(number)?])
    }

    /// Returns the values of a type, row by row.
    pub(super) fn values<T: Component>(&self, number: u32) -> Option<&Vec<T>> {
        values(self.column(number)?)
    }

    /// Returns the values of a type, row by row, to change them or to append the value of a new row.
    pub(super) fn values_mut<T: Component>(&mut self, number: u32) -> Option<&mut Vec<T>> {
        let position = self.position(number)?;
        values_mut(&mut *self.columns[position])
    }

    /// Returns the objects, and the columns of several types at once. If `numbers` has a type twice, only the first of
    /// the two gets the column.
    pub(super) fn columns_mut<const N: usize>(
        &mut self,
        numbers: [Option<u32>; N],
    ) -> (&[ObjectId], [Option<&mut dyn AnyColumn>; N]) {
        let mut found = [const { None }; N];
        // A single pass over the columns lends each at most once, so several can be borrowed without `unsafe`.
        for (&number, column) in self.types.iter().zip(&mut self.columns) {
            if let Some(at) = numbers.iter().position(|&wanted| wanted == Some(number)) {
                found[at] = Some(&mut **column);
            }
        }
        (&self.ids, found)
    }

    /// Returns the number of the table for the same types with the type `number` (if `present`) or without it. `None`
    /// until [`Table::set_neighbor`] stores it.
    pub(super) fn neighbor(&self, number: u32, present: bool) -> Option<u32> {
        let known = self.neighbors[usize::from(present)].get(number as usize);
        known.copied().filter(|&table| table != NONE)
    }

    /// Stores the result of [`Table::neighbor`].
    pub(super) fn set_neighbor(&mut self, number: u32, present: bool, table: u32) {
        let neighbors = &mut self.neighbors[usize::from(present)];
        if neighbors.len() <= number as usize {
            neighbors.resize(number as usize + 1, NONE);
        }
        neighbors[number as usize] = table;
    }

    /// Removes an object's row; the last row takes its place. Values of types that `to` has are moved to the end of
    /// `to`, and the others are dropped. The column of the type `taken` stays as it is, because its value was taken out
    /// before. Returns the object whose row took the place.
    pub(super) fn move_row(
        &mut self,
        row: usize,
        mut to: Option<&mut Self>,
        taken: Option<u32>,
    ) -> Option<ObjectId> {
        for (&number, column) in self.types.iter().zip(&mut self.columns) {
            let target = to.as_mut().and_then(|to| {
                let position = to.position(number)?;
                Some(&mut *to.columns[position])
            });
            match target {
                _ if taken == Some(number) => {}
                Some(target) => column.move_row(row, target),
                None => column.drop_row(row),
            }
        }
        let id = self.ids.swap_remove(row);
        if let Some(to) = to {
            to.push_row(id);
        }
        self.ids.get(row).copied()
    }

    /// Visits its contents row by row, like [`Tables::each_field`](super::Tables::each_field).
    pub(super) fn each_field(
        &self,
        types: &Types,
        mut visit: impl FnMut(Option<ComponentOf>, &dyn Fn(&mut ChecksumWriter)),
    ) {
        visit(None, &|sum| sum.usize(self.ids.len()));
        for (row, &id) in self.ids.iter().enumerate() {
            for (at, (column, &number)) in self.columns.iter().zip(&self.types).enumerate() {
                let part = ComponentOf {
                    object: id,
                    type_name: types.info(number).name,
                };
                visit(Some(part), &|sum| {
                    // The id is added once per row, with the first column. A table without types has no rows.
                    if at == 0 {
                        id.write_checksum(sum);
                    }
                    column.add_to(row, sum);
                });
            }
        }
    }

    /// Adds an object's row, whose values are appended to the columns separately. A table without types has no rows.
    pub(super) fn push_row(&mut self, id: ObjectId) {
        // Queries with only optional terms, or only `Without`, thus treat an object that has lost its last component
        // like one that never had any: they visit neither.
        if !self.types.is_empty() {
            self.ids.push(id);
        }
    }
}
