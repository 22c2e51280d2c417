//! All tables of a world, and the row of each object.
//!
//! Ensures that an object's row is in the table of exactly its types and its level, or of [`INACTIVE`] objects.

use std::collections::BTreeMap;

use super::bundle::Bundle;
use super::table::{ComponentOf, NONE, Table};
use super::types::Types;
use super::{Component, TypeInfo};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::{ObjectId, row_number};

/// Takes the place of the level for objects that are disabled or being removed, so that queries of a level leave them
/// out.
pub(crate) const INACTIVE: u16 = u16::MAX;

/// The components of all objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    types: Types,
    /// Tables in the order of first use, which queries and checksums follow. A table without types stays empty. Tables
    /// are never removed, so that their numbers stay valid.
    tables: Vec<Table>,
    /// The number of the table for a level and a set of types. The key has the types' numbers, in ascending order. Each
    /// look-up allocates its key, so inserting and taking components try [`Table::neighbor`] first.
    by_types: BTreeMap<(u16, Vec<u32>), u32>,
    /// The row of each object, by its slot.
    locations: Vec<Location>,
}

/// Address of an object's row. Small and stored separately from the rest of the object: otherwise inserting and taking
/// would mostly wait for memory (`benches/components.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Location {
    /// Generation of the object's id; 0 without an object.
    generation: u32,
    // One word, so that a location takes 12 bytes. With 16 bytes and two look-ups per operation, the task `churn` of
    // the bench took 2.3 times as long as `hecs` (`benches/README.md`).
    /// Twice the number of its table (the one without types, if it has no components), plus 1 if it may have
    /// behaviours.
    table_and_behaviors: u32,
    /// Row in its table. [`NONE`] if it has no components.
    row: u32,
}

impl Location {
    /// Returns the number of the table of its object.
    fn table(self) -> usize {
        (self.table_and_behaviors >> 1) as usize
    }

    /// Returns whether its object may have behaviours, which are notified of its components.
    pub(crate) fn may_have_behaviors(self) -> bool {
        self.table_and_behaviors & 1 == 1
    }
}

impl Tables {
    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.tables.iter().map(Table::bytes);
        tables.sum::<usize>() + size_of_val(&*self.locations)
    }

    /// Returns an object's location, if it is registered.
    #[inline]
    pub(crate) fn location(&self, id: ObjectId) -> Option<Location> {
        let location = self.locations.get(id.slot()).copied();
        location.filter(|location| location.generation == id.generation())
    }

    /// Returns the types of an object's components.
    pub(crate) fn types_of(&self, id: ObjectId) -> impl Iterator<Item = TypeInfo> {
        self.location(id)
            .into_iter()
            .flat_map(|location| self.tables[location.table()].types())
            .map(|&number| self.types.info(number))
    }

    /// Returns an object's component, if it has one of this type.
    pub(crate) fn get<T: Component>(&self, id: ObjectId) -> Option<&T> {
        let location = self.location(id)?;
        let values = self.tables[location.table()].values(self.types.get::<T>()?)?;
        values.get(location.row as usize)
    }

    /// Returns an object's component to change, if it has one of this type.
    pub(crate) fn get_mut<T: Component>(&mut self, id: ObjectId) -> Option<&mut T> {
        let location = self.location(id)?;
        let values = self.tables[location.table()].values_mut(self.types.get::<T>()?)?;
        values.get_mut(location.row as usize)
    }

    /// Returns an object's table and row, and the types. `None` if it has no components.
    pub(super) fn row_mut(&mut self, id: ObjectId) -> Option<(&mut Table, usize, &Types)> {
        let location = self.location(id).filter(|location| location.row != NONE)?;
        let table = &mut self.tables[location.table()];
        Some((table, location.row as usize, &self.types))
    }

    /// Returns all tables and the types. Includes tables of other levels and of inactive objects.
    pub(super) fn all(&self) -> (&[Table], &Types) {
        (&self.tables, &self.types)
    }

    /// Like [`Tables::all`], to change components.
    pub(super) fn all_mut(&mut self) -> (&mut [Table], &Types) {
        (&mut self.tables, &self.types)
    }

    /// Records that a registered object may have behaviours.
    pub(crate) fn mark_behavior(&mut self, id: ObjectId) {
        if let Some(location) = self.locations.get_mut(id.slot())
            && location.generation == id.generation()
        {
            location.table_and_behaviors |= 1;
        }
    }

    /// Registers an object without components on a level. `behaviors` is whether it may have behaviours.
    pub(crate) fn register(&mut self, id: ObjectId, level: u16, behaviors: bool) -> Location {
        let location = Location {
            generation: id.generation(),
            table_and_behaviors: self.table_for(level, &[]) << 1 | u32::from(behaviors),
            row: NONE,
        };
        if self.locations.len() <= id.slot() {
            self.locations.resize(id.slot() + 1, Location::default());
        }
        self.locations[id.slot()] = location;
        location
    }

    /// Gives components to the object at a location; they replace components of the same types. Calls `added` with each
    /// type that is new to the object.
    pub(crate) fn insert<B: Bundle>(
        &mut self,
        id: ObjectId,
        location: Location,
        values: B,
        mut added: impl FnMut(TypeInfo),
    ) {
        // The caller passes the location, because it has already looked it up: each look-up is likely to wait for
        // memory.
        let numbers = B::numbers(&mut self.types);
        let numbers = numbers.as_ref();
        let mut to = row_number(location.table());
        // The final table is found first, so that a bundle moves the row once, not once per type.
        for &number in numbers {
            if !self.tables[to as usize].has(number) {
                to = self.neighbor(to, number, true);
                added(self.types.info(number));
            }
        }
        let row = self.move_object(id, location, to, None);
        values.store(&mut self.tables[to as usize], row as usize, numbers);
    }

    /// Takes a component from an object.
    pub(crate) fn take<T: Component>(&mut self, id: ObjectId) -> Option<T> {
        let location = self.location(id)?;
        let number = self.types.get::<T>()?;
        let column = self.tables[location.table()].values_mut::<T>(number)?;
        let value = column.swap_remove(location.row as usize);
        let to = self.neighbor(row_number(location.table()), number, false);
        self.move_object(id, location, to, Some(number));
        Some(value)
    }

    /// Moves an object's components to another level. Inactive objects stay inactive.
    pub(crate) fn set_level(&mut self, id: ObjectId, level: u16) {
        let Some(location) = self.location(id) else {
            return;
        };
        let table = &self.tables[location.table()];
        if table.level == level || table.level == INACTIVE {
            return;
        }
        // Uses the map, not a cached neighbour: changes of level are rare.
        let numbers = table.types().to_vec();
        let to = self.table_for(level, &numbers);
        self.move_object(id, location, to, None);
    }

    /// Hides an object from the queries of its level, for good. It keeps its components until it is removed.
    pub(crate) fn deactivate(&mut self, id: ObjectId) {
        self.set_level(id, INACTIVE);
    }

    /// Drops a removed object's components.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        let Some(location) = self.location(id) else {
            return;
        };
        // No object has generation 0, so the id no longer has a location.
        self.locations[id.slot()] = Location::default();
        if location.row != NONE {
            let moved = self.tables[location.table()].move_row(location.row as usize, None, None);
            self.update_moved(moved, location.row);
        }
    }

    /// Moves an object's row to the end of the table `to`. The value of the type `taken`, if any, was taken out before.
    /// Returns the new row.
    fn move_object(&mut self, id: ObjectId, from: Location, to: u32, taken: Option<u32>) -> u32 {
        let tables = [from.table(), to as usize];
        // Both are the same if the object stays in its table.
        let Ok([source, target]) = self.tables.get_disjoint_mut(tables) else {
            return from.row;
        };
        let row = if target.types().is_empty() {
            NONE
        } else {
            row_number(target.ids.len())
        };
        let moved = match from.row {
            NONE => {
                target.push_row(id);
                None
            }
            old => source.move_row(old as usize, Some(target), taken),
        };
        self.locations[id.slot()] = Location {
            table_and_behaviors: to << 1 | from.table_and_behaviors & 1,
            row,
            ..from
        };
        self.update_moved(moved, from.row);
        row
    }

    /// Updates the location of the object `moved`, if any: its row was the last of its table and is now at `row`, where
    /// another row was removed.
    fn update_moved(&mut self, moved: Option<ObjectId>, row: u32) {
        if let Some(id) = moved {
            self.locations[id.slot()].row = row;
        }
    }

    /// Returns the table for the types of the table `from` with the type `number` (if `present`) or without it. Makes
    /// the table if there is none.
    fn neighbor(&mut self, from: u32, number: u32, present: bool) -> u32 {
        let table = &self.tables[from as usize];
        if let Some(known) = table.neighbor(number, present) {
            return known;
        }
        let mut numbers = table.types().to_vec();
        numbers.retain(|&other| other != number);
        if present {
            numbers.insert(numbers.partition_point(|&other| other < number), number);
        }
        let to = self.table_for(table.level, &numbers);
        self.tables[from as usize].set_neighbor(number, present, to);
        to
    }

    /// Returns the table for a level and a set of types. Makes it if there is none. `numbers` are the types' numbers,
    /// in ascending order.
    ///
    /// # Panics
    /// If there are 2³¹ − 1 tables.
    fn table_for(&mut self, level: u16, numbers: &[u32]) -> u32 {
        let key = (level, numbers.to_vec());
        if let Some(&known) = self.by_types.get(&key) {
            return known;
        }
        let table = row_number(self.tables.len());
        // A location stores twice the number in 32 bits.
        assert!(table < NONE >> 1, "there are fewer sets of types");
        self.tables.push(Table::new(level, numbers, &self.types));
        self.by_types.insert(key, table);
        table
    }

    /// Visits every contribution to a checksum, in the order in which queries visit components. `None` marks a table's
    /// own contributions.
    pub(crate) fn each_field(
        &self,
        mut visit: impl FnMut(Option<ComponentOf>, &dyn Fn(&mut ChecksumWriter)),
    ) {
        // Visits tables and rows in their order, not in the order of ids: queries use this order, and their effects may
        // depend on it.
        visit(None, &|sum| sum.usize(self.tables.len()));
        for table in &self.tables {
            visit(None, &|sum| {
                let types = table.types().iter();
                table.level.write_checksum(sum);
                sum.list(types.map(|&number| self.types.info(number)));
            });
            table.each_field(&self.types, &mut visit);
        }
    }
}
