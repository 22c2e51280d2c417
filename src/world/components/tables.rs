//! All tables of a world, and where each object's row is.

use std::collections::BTreeMap;

use super::bundle::Bundle;
use super::table::{NONE, Table};
use super::types::Types;
use super::{Data, Piece};
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
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

/// Where an object's row is. Kept small and apart from the object's body: giving and taking data would mostly wait for
/// memory otherwise (`benches/components.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Home {
    /// Whose it is; 0 is nobody's.
    generation: u32,
    /// Twice the number of its table (that of its level without types, if it has no data now), and 1 if it may have
    /// behaviours.
    table_and_heard: u32,
    /// [`NONE`], if it has no data now.
    row: u32,
}

impl Home {
    fn table(self) -> usize {
        (self.table_and_heard >> 1) as usize
    }

    /// Whether its object may have behaviours that hear of its data.
    pub(super) fn heard(self) -> bool {
        self.table_and_heard & 1 == 1
    }

    /// The same object's, elsewhere.
    fn moved(self, table: u32, row: u32) -> Self {
        Self {
            generation: self.generation,
            table_and_heard: table << 1 | self.table_and_heard & 1,
            row,
        }
    }
}

impl Tables {
    /// What is known of an object, if it is known.
    #[inline]
    pub(super) fn home(&self, id: ObjectId) -> Option<Home> {
        self.homes
            .get(id.slot())
            .copied()
            .filter(|home| home.generation == id.generation())
    }

    /// What the data is of which an object has some, as pieces.
    pub(super) fn pieces(&self, id: ObjectId) -> impl Iterator<Item = Piece> {
        self.home(id)
            .into_iter()
            .flat_map(|home| self.tables[home.table()].types())
            .map(|&kind| self.types.piece(kind))
    }

    pub(super) fn get<T: Data>(&self, id: ObjectId) -> Option<&T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        self.tables[home.table()]
            .values(kind)?
            .get(home.row as usize)
    }

    pub(super) fn get_mut<T: Data>(&mut self, id: ObjectId) -> Option<&mut T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        self.tables[home.table()]
            .values_mut(kind)?
            .get_mut(home.row as usize)
    }

    /// The table of an object, its row and the types.
    pub(super) fn row_mut(&mut self, id: ObjectId) -> Option<(&mut Table, usize, &Types)> {
        let home = self.home(id)?;
        let table = &mut self.tables[home.table()];
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

    /// An object has a behaviour now.
    pub(super) fn set_heard(&mut self, id: ObjectId) {
        if let Some(home) = self.homes.get_mut(id.slot())
            && home.generation == id.generation()
        {
            home.table_and_heard |= 1;
        }
    }

    /// Makes an object known that has no data yet: on which level it is, and whether it may have behaviours.
    pub(super) fn welcome(&mut self, id: ObjectId, level: u16, heard: bool) -> Home {
        let home = Home {
            generation: id.generation(),
            table_and_heard: self.table_for(level, &[]) << 1 | u32::from(heard),
            row: NONE,
        };
        if self.homes.len() <= id.slot() {
            self.homes.resize(id.slot() + 1, Home::default());
        }
        self.homes[id.slot()] = home;
        home
    }

    /// Gives an object that lives here values, instead of those of the same types that it has. `added` is told of types
    /// that are new to it.
    pub(super) fn insert<B: Bundle>(
        &mut self,
        id: ObjectId,
        home: Home,
        values: B,
        mut added: impl FnMut(Piece),
    ) {
        let kinds = B::kinds(&mut self.types);
        let kinds = kinds.as_ref();
        let mut to = row_number(home.table());
        for &kind in kinds {
            if !self.tables[to as usize].has(kind) {
                to = self.table_with(to, kind);
                added(self.types.piece(kind));
            }
        }
        let row = self.shift(id, home, to, None);
        values.put(&mut self.tables[to as usize], row as usize, kinds);
    }

    /// Takes one value from an object.
    pub(super) fn take<T: Data>(&mut self, id: ObjectId) -> Option<T> {
        let home = self.home(id)?;
        let kind = self.types.get::<T>()?;
        let column = self.tables[home.table()].values_mut::<T>(kind)?;
        let value = column.swap_remove(home.row as usize);
        let to = self.table_without(row_number(home.table()), kind);
        self.shift(id, home, to, Some(kind));
        Some(value)
    }

    /// An object is on another level now, or rests.
    pub(crate) fn set_level(&mut self, id: ObjectId, level: u16) {
        let Some(home) = self.home(id) else {
            return;
        };
        let table = &self.tables[home.table()];
        if table.level == level || table.level == RESTING {
            return;
        }
        let kinds = table.types().to_vec();
        let to = self.table_for(level, &kinds);
        self.shift(id, home, to, None);
    }

    /// An object takes part no more. Its data stays until it goes.
    pub(crate) fn rest(&mut self, id: ObjectId) {
        self.set_level(id, RESTING);
    }

    /// Drops an object's data: it is gone.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        let Some(home) = self.home(id) else {
            return;
        };
        self.homes[id.slot()] = Home::default();
        if home.row != NONE {
            let moved = self.tables[home.table()].give(home.row as usize, None, None);
            self.note_moved(moved, home.row);
        }
    }

    /// Moves an object to the end of another table; its value of the type `taken` is out already. Answers the new row.
    fn shift(&mut self, id: ObjectId, home: Home, to: u32, taken: Option<u32>) -> u32 {
        if home.table() == to as usize {
            return home.row;
        }
        let tables = [home.table(), to as usize];
        let Ok([source, target]) = self.tables.get_disjoint_mut(tables) else {
            return home.row;
        };
        let row = if target.types().is_empty() {
            NONE
        } else {
            row_number(target.ids.len())
        };
        let moved = match home.row {
            NONE => {
                target.receive(id);
                None
            }
            old => source.give(old as usize, Some(target), taken),
        };
        self.homes[id.slot()] = home.moved(to, row);
        self.note_moved(moved, home.row);
        row
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
        assert!(number < NONE >> 1, "there are fewer sets of types");
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
