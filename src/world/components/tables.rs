//! All tables of a world, and where each object's row is.

use std::collections::BTreeMap;

use super::bundle::Bundle;
use super::table::{NONE, Table};
use super::types::Types;
use super::{Data, Piece};
use crate::checksum::Checksum;
use crate::id::ObjectId;
use crate::world::checksum::sum_type;

/// The level of objects that take no part: disabled, or on their way out. Queries leave them out.
pub(super) const RESTING: u16 = u16::MAX;

/// The data of all objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    types: Types,
    /// In the order in which they were first needed, the first one of a level without types and always empty. None
    /// ever goes.
    tables: Vec<Table>,
    /// Which table is for which level and types.
    by_types: BTreeMap<(u16, Vec<u32>), u32>,
    /// By an object's slot: its row.
    homes: Vec<Home>,
}

/// Where an object's row is.
#[derive(Clone, Copy, Debug, Default)]
struct Home {
    /// Whose it is; 0 is nobody's.
    generation: u32,
    table: u32,
    row: u32,
}

impl Tables {
    fn home(&self, id: ObjectId) -> Option<Home> {
        self.homes
            .get(id.slot())
            .copied()
            .filter(|home| home.generation == id.generation())
    }

    /// What the data is of which an object has some, as pieces.
    pub(super) fn pieces(&self, id: ObjectId) -> impl Iterator<Item = Piece> {
        self.home(id)
            .into_iter()
            .flat_map(|home| self.tables[home.table as usize].types())
            .map(|&kind| self.types.piece(kind))
    }

    pub(super) fn get<T: Data>(&self, id: ObjectId) -> Option<&T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        self.tables[home.table as usize]
            .values(kind)?
            .get(home.row as usize)
    }

    pub(super) fn get_mut<T: Data>(&mut self, id: ObjectId) -> Option<&mut T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        self.tables[home.table as usize]
            .values_mut(kind)?
            .get_mut(home.row as usize)
    }

    /// The table of an object, its row and the types.
    pub(super) fn row_mut(&mut self, id: ObjectId) -> Option<(&mut Table, usize, &Types)> {
        let home = self.home(id)?;
        let table = &mut self.tables[home.table as usize];
        Some((table, home.row as usize, &self.types))
    }

    pub(super) fn types(&self) -> &Types {
        &self.types
    }

    pub(super) fn all(&self) -> &[Table] {
        &self.tables
    }

    pub(super) fn all_mut(&mut self) -> (&mut [Table], &Types) {
        (&mut self.tables, &self.types)
    }

    /// Gives an object values, instead of those of the same types that it has. `level` is where it is, if it has no
    /// data yet. `added` is told of types that are new to it.
    pub(super) fn insert<B: Bundle>(
        &mut self,
        id: ObjectId,
        level: u16,
        values: B,
        mut added: impl FnMut(Piece),
    ) {
        let kinds = B::kinds(&mut self.types);
        let kinds = kinds.as_ref();
        let home = self.home(id);
        let from = match home {
            Some(home) => home.table,
            None => self.table_for(level, &[]),
        };
        let mut to = from;
        for &kind in kinds {
            if !self.tables[to as usize].has(kind) {
                to = self.table_with(to, kind);
                added(self.types.piece(kind));
            }
        }
        let row = match home {
            Some(home) if to == from => home.row,
            Some(home) => self.shift(id, home, Some(to), None),
            None => self.settle(id, to),
        };
        values.put(&mut self.tables[to as usize], row as usize, kinds);
    }

    /// Takes one value from an object.
    pub(super) fn take<T: Data>(&mut self, id: ObjectId) -> Option<T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        let table = &mut self.tables[home.table as usize];
        let value = table.values_mut::<T>(kind)?.swap_remove(home.row as usize);
        let to = match table.types() {
            [_] => None,
            _ => Some(self.table_without(home.table, kind)),
        };
        self.shift(id, home, to, Some(kind));
        Some(value)
    }

    /// An object is on another level now, or rests.
    pub(crate) fn set_level(&mut self, id: ObjectId, level: u16) {
        let Some(home) = self.home(id) else {
            return;
        };
        let table = &self.tables[home.table as usize];
        if table.level == level || table.level == RESTING {
            return;
        }
        let kinds = table.types().to_vec();
        let to = self.table_for(level, &kinds);
        self.shift(id, home, Some(to), None);
    }

    /// An object takes part no more. Its data stays until it goes.
    pub(crate) fn rest(&mut self, id: ObjectId) {
        self.set_level(id, RESTING);
    }

    /// Drops an object's data: it is gone.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        if let Some(home) = self.home(id) {
            self.shift(id, home, None, None);
        }
    }

    /// Gives an object without a row one in a table.
    fn settle(&mut self, id: ObjectId, table: u32) -> u32 {
        let ids = &mut self.tables[table as usize].ids;
        let row = row_number(ids.len());
        ids.push(id);
        if self.homes.len() <= id.slot() {
            self.homes.resize(id.slot() + 1, Home::default());
        }
        self.homes[id.slot()] = Home {
            generation: id.generation(),
            table,
            row,
        };
        row
    }

    /// Moves an object's row to the end of another table, or to nowhere. Answers the new row.
    fn shift(&mut self, id: ObjectId, home: Home, to: Option<u32>, taken: Option<u32>) -> u32 {
        let row = home.row as usize;
        let Some(to) = to else {
            let moved = self.tables[home.table as usize].give(row, None, taken);
            self.homes[id.slot()] = Home::default();
            self.note_moved(moved, home.row);
            return 0;
        };
        let tables = [home.table as usize, to as usize];
        let Ok([source, target]) = self.tables.get_disjoint_mut(tables) else {
            return home.row;
        };
        let new_row = row_number(target.ids.len());
        let moved = source.give(row, Some(target), taken);
        self.homes[id.slot()] = Home {
            table: to,
            row: new_row,
            ..home
        };
        self.note_moved(moved, home.row);
        new_row
    }

    /// The last row of a table took the place of another.
    fn note_moved(&mut self, who: Option<ObjectId>, row: u32) {
        if let Some(id) = who {
            self.homes[id.slot()].row = row;
        }
    }

    /// The table of those that have a type besides.
    fn table_with(&mut self, from: u32, kind: u32) -> u32 {
        let table = &self.tables[from as usize];
        if let Some(&known) = table.with.get(kind as usize).filter(|&&to| to != NONE) {
            return known;
        }
        let mut kinds = table.types().to_vec();
        kinds.insert(kinds.partition_point(|&other| other < kind), kind);
        let to = self.table_for(table.level, &kinds);
        note_edge(&mut self.tables[from as usize].with, kind, to);
        to
    }

    /// The table of those that have all these types but one.
    fn table_without(&mut self, from: u32, kind: u32) -> u32 {
        let table = &self.tables[from as usize];
        if let Some(&known) = table.without.get(kind as usize).filter(|&&to| to != NONE) {
            return known;
        }
        let mut kinds = table.types().to_vec();
        kinds.retain(|&other| other != kind);
        let to = self.table_for(table.level, &kinds);
        note_edge(&mut self.tables[from as usize].without, kind, to);
        to
    }

    /// The table for a level and types, which ascend.
    fn table_for(&mut self, level: u16, kinds: &[u32]) -> u32 {
        let key = (level, kinds.to_vec());
        if let Some(&known) = self.by_types.get(&key) {
            return known;
        }
        let number = row_number(self.tables.len());
        self.tables.push(Table::new(level, kinds, &self.types));
        self.by_types.insert(key, number);
        number
    }

    /// Adds all data to a checksum, and the order in which it is visited. Nothing, if there never was any.
    pub(crate) fn add_to(&self, sum: &mut Checksum) {
        for table in &self.tables {
            sum.u16(table.level);
            sum.usize(table.types().len());
            for &kind in table.types() {
                sum_type(sum, self.types.name(kind));
            }
            table.add_to(sum);
        }
    }
}

fn note_edge(edges: &mut Vec<u32>, kind: u32, to: u32) {
    if edges.len() <= kind as usize {
        edges.resize(kind as usize + 1, NONE);
    }
    edges[kind as usize] = to;
}

/// Rows are counted in 32 bits, as objects are.
fn row_number(row: usize) -> u32 {
    u32::try_from(row).expect("there are fewer than 2^32 objects")
}
