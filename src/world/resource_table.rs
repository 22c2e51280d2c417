//! Resources: values that belong to the whole world and not to an object.

use core::any::type_name;
use core::fmt;

use crate::base::checksum::ChecksumWriter;
use crate::columns::{AnyColumn, Component, values, values_mut};

/// A type of data that belongs to the whole world: a score, a difficulty, the state of a quest. A world has at most one
/// value of each type.
///
/// Resources are part of snapshots. They count in the checksum, unless they are for presentation only.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone, Default, Checksum)]
/// struct Score(u32);
///
/// impl Resource for Score {
///     fn checksum(&self, sum: &mut ChecksumWriter) {
///         self.write_checksum(sum);
///     }
/// }
///
/// fn hit(cx: &mut Context<'_>) {
///     cx.resource_or_default::<Score>().0 += 10;
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # hit(&mut core.context());
/// assert_eq!(core.world.resource::<Score>().map(|score| score.0), Some(10));
/// ```
#[doc(alias("global", "autoload", "singleton"))]
pub trait Resource: Clone + Send + 'static {
    /// Whether no step depends on values of this type. They are then left out of the checksum. Defaults to false.
    const PRESENTATION_ONLY: bool = false;

    /// Adds to the world's checksum everything in this value that can affect a later step. Not called for
    /// [`PRESENTATION_ONLY`](Self::PRESENTATION_ONLY) types; for all others, the presence of a value counts even if
    /// nothing is added.
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

/// The resources of a world.
#[derive(Clone, Default)]
pub(crate) struct ResourceTable {
    // This is a list and not a map: the order of insertion is the same in every run, and a game has a handful of
    // resources.
    entries: Vec<ResourceEntry>,
}

#[derive(Clone)]
struct ResourceEntry {
    name: &'static str,
    is_summed: bool,
    /// A column with a single [`ResourceCell`].
    column: Box<dyn AnyColumn>,
}

/// A resource as a component, so that both are stored in columns.
#[derive(Clone)]
struct ResourceCell<T>(T);

impl<T: Resource> Component for ResourceCell<T> {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.0.checksum(sum);
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl fmt::Debug for ResourceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|entry| entry.name);
        f.debug_list().entries(names).finish()
    }
}

impl ResourceTable {
    /// Visits each resource's contribution to a checksum, with the name of its type. Skips resources that are for
    /// presentation only.
    pub(crate) fn each_field(
        &self,
        mut visit: impl FnMut(&'static str, &dyn Fn(&mut ChecksumWriter)),
    ) {
        for entry in self.entries.iter().filter(|entry| entry.is_summed) {
            visit(entry.name, &|sum| {
                sum.type_name(entry.name);
                entry.column.add_to(0, sum);
            });
        }
    }

    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let each = self.entries.iter().map(|entry| entry.column.bytes());
        each.sum::<usize>() + size_of_val(&*self.entries)
    }

    pub(crate) fn get<T: Resource>(&self) -> Option<&T> {
        let mut columns = self.entries.iter().map(|entry| &*entry.column);
        let cell = columns.find_map(values::<ResourceCell<T>>)?.first()?;
        Some(&cell.0)
    }

    pub(crate) fn get_mut<T: Resource>(&mut self) -> Option<&mut T> {
        let mut columns = self.entries.iter_mut().map(|entry| &mut *entry.column);
        let cell = columns
            .find_map(values_mut::<ResourceCell<T>>)?
            .first_mut()?;
        Some(&mut cell.0)
    }

    /// Adds a value, and returns the replaced value of its type.
    pub(crate) fn insert<T: Resource>(&mut self, value: T) -> Option<T> {
        if let Some(old) = self.get_mut::<T>() {
            return Some(core::mem::replace(old, value));
        }
        self.entries.push(ResourceEntry {
            name: type_name::<T>(),
            is_summed: !T::PRESENTATION_ONLY,
            column: Box::new(vec![ResourceCell(value)]),
        });
        None
    }

    pub(crate) fn take<T: Resource>(&mut self) -> Option<T> {
        let is_it = |entry: &ResourceEntry| values::<ResourceCell<T>>(&*entry.column).is_some();
        let mut entry = self.entries.remove(self.entries.iter().position(is_it)?);
        Some(values_mut::<ResourceCell<T>>(&mut *entry.column)?.pop()?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Score(u32);

    impl Resource for Score {
        fn checksum(&self, sum: &mut ChecksumWriter) {
            sum.u32(self.0);
        }
    }

    #[derive(Clone)]
    struct Sparkle(u32);

    impl Resource for Sparkle {
        const PRESENTATION_ONLY: bool = true;

        fn checksum(&self, sum: &mut ChecksumWriter) {
            sum.u32(self.0);
        }
    }

    fn sum_of(table: &ResourceTable) -> u64 {
        let mut sum = ChecksumWriter::default();
        table.each_field(|_, add| add(&mut sum));
        sum.finish()
    }

    #[test]
    fn there_is_one_value_of_each_type() {
        let mut table = ResourceTable::default();
        assert_eq!(table.insert(Score(1)), None);
        assert_eq!(table.insert(Score(2)), Some(Score(1)));
        assert_eq!(table.get(), Some(&Score(2)));
        assert_eq!(table.take(), Some(Score(2)));
        assert_eq!(table.get::<Score>(), None);
    }

    #[test]
    fn presentation_only_resources_are_not_in_the_checksum() {
        let mut table = ResourceTable::default();
        let empty = sum_of(&table);
        table.insert(Sparkle(1));
        assert_eq!(sum_of(&table), empty);
        table.insert(Score(1));
        let one = sum_of(&table);
        table.insert(Sparkle(2));
        assert_eq!(sum_of(&table), one);
        table.insert(Score(2));
        assert_ne!(sum_of(&table), one);
    }

    #[test]
    fn a_copy_has_its_own_values() {
        let mut table = ResourceTable::default();
        table.insert(Score(1));
        let copy = table.clone();
        table.insert(Score(2));
        assert_eq!(copy.get(), Some(&Score(1)));
    }
}
