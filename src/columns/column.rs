//! Columns: the values of one component type in one table, a `Vec<T>` behind an erased type.

use core::any::{Any, type_name};
use core::fmt;

use super::{Component, TypeInfo};
use crate::base::checksum::ChecksumWriter;

/// A `Vec<T>` whose type is erased.
pub trait AnyColumn: Any + Send {
    /// Returns the type of its values.
    fn info(&self) -> TypeInfo;
    /// Moves the value of a row, counted from 0, to the end of another column of the same type; the last row takes its
    /// place. Panics if there is no such row, as [`AnyColumn::drop_row`] and [`AnyColumn::add_to`] do.
    fn move_row(&mut self, row: usize, to: &mut dyn AnyColumn);
    /// Drops the value of a row, counted from 0; the last row takes its place.
    fn drop_row(&mut self, row: usize);
    /// Adds the value of a row, counted from 0, to a checksum.
    fn add_to(&self, row: usize, sum: &mut ChecksumWriter);
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn AnyColumn>;
    /// Returns the bytes that a copy takes.
    fn bytes(&self) -> usize;
}

impl<T: Component> AnyColumn for Vec<T> {
    fn info(&self) -> TypeInfo {
        TypeInfo::of::<T>()
    }

    fn move_row(&mut self, row: usize, to: &mut dyn AnyColumn) {
        // `swap_remove` takes constant time. The order of rows has no meaning, but the same operations must lead to the
        // same order, as they do here.
        let value = self.swap_remove(row);
        // Always succeeds, because tables pair their columns by the type's number. Otherwise the value would be
        // dropped.
        if let Some(to) = values_mut(to) {
            to.push(value);
        }
    }

    fn drop_row(&mut self, row: usize) {
        self.swap_remove(row);
    }

    fn add_to(&self, row: usize, sum: &mut ChecksumWriter) {
        let value = &self[row];
        sum.add_caught(type_name::<T>(), |sum| value.checksum(sum));
    }

    fn boxed_clone(&self) -> Box<dyn AnyColumn> {
        Box::new(self.clone())
    }

    fn bytes(&self) -> usize {
        size_of_val(&**self) + self.iter().map(Component::heap_bytes).sum::<usize>()
    }
}

/// Returns a column's values to read, if they are of this type.
pub(crate) fn values<T: Component>(column: &dyn AnyColumn) -> Option<&Vec<T>> {
    (column as &dyn Any).downcast_ref()
}

/// Returns a column's values to change, if they are of this type.
pub(crate) fn values_mut<T: Component>(column: &mut dyn AnyColumn) -> Option<&mut Vec<T>> {
    (column as &mut dyn Any).downcast_mut()
}

// `dyn Clone` does not exist, so a table's columns are copied through `boxed_clone`.
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
