//! The painting order of the objects of a sorted altitude.
//!
//! Rows stay in act order. The order is a list of row numbers, which each step repairs: objects move little in a step,
//! so the previous order is nearly right. Equal keys are in the order of insertion, persistent objects first.

use super::instance::Instance;
use super::layer::{Layer, LayerKey, OwnKey};
use super::row_flags::RowFlags;
use crate::base::id::ObjectId;

/// The mark of rows of the level's own layer. Rows without it are persistent.
const OWN: u32 = 1 << 31;

/// Average number of places by which entries move. Above it, a full sort is faster than a repair: see the bench
/// `sorting`.
const MOST_SHIFTS: usize = 32;

/// The layers of an altitude that are sorted together: persistent objects, then the current level.
pub(crate) type SortedPair<'a> = [Option<&'a Layer>; 2];

/// Rows in painting order.
#[derive(Clone, Debug, Default)]
pub(crate) struct PaintOrder {
    level: u16,
    /// State of the layers when they were sorted.
    of: [SortedState; 2],
    /// A sort key in the high half and a row in the low half, for each object.
    entries: Vec<u64>,
    /// The rows of all objects with their quad rows.
    rows: Vec<u32>,
    /// Number of changes of `rows`.
    changes: u64,
    /// Distinguishes its changes from those of an earlier order of the same altitude.
    key: OwnKey,
}

#[derive(Clone, Copy, Debug, Default)]
struct SortedState {
    rearrangements: u64,
    rows: usize,
}

impl PaintOrder {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.entries) + size_of_val(&*self.rows)
    }

    /// Sorts the rows of these layers. `key` returns the key of a row's object.
    pub(crate) fn update(
        &mut self,
        level: u16,
        layers: SortedPair<'_>,
        key: impl Fn(Option<ObjectId>, &Instance) -> f32,
    ) {
        let entry = |code: u32| {
            let (layer, row) = find(layers, code)?;
            let flags = layer.row_flags().get(row)?;
            let is_object = !flags.has(RowFlags::DEAD) && !flags.has(RowFlags::QUAD_ROW);
            let columns = layer.columns();
            let key = || sortable(key(columns.ids[row], &columns.instances[row]));
            is_object.then(|| u64::from(key()) << 32 | u64::from(code))
        };
        let mut sorted = [0; 2];
        if self.is_valid(level, layers) {
            sorted = self.of.map(|state| state.rows);
            self.entries.retain_mut(|old| {
                let new = entry(low(*old));
                *old = new.unwrap_or(*old);
                new.is_some()
            });
        } else {
            self.entries.clear();
        }
        self.entries
            .extend(rows_from(layers, sorted).filter_map(entry));
        self.level = level;
        self.of = layers.map(|layer| layer.map_or_else(SortedState::default, state_of));
        repair(&mut self.entries);
        self.list(layers);
    }

    /// Lists the rows of the sorted objects.
    fn list(&mut self, layers: SortedPair<'_>) {
        let Self { entries, rows, .. } = self;
        let (mut count, mut changed) = (0, false);
        for &entry in &*entries {
            let code = low(entry);
            let Some((layer, row)) = find(layers, code) else {
                continue;
            };
            let quads = layer.quad_rows_of(row).len();
            for code in (code..).take(quads + 1) {
                if count == rows.len() {
                    rows.push(code);
                    changed = true;
                } else if rows[count] != code {
                    rows[count] = code;
                    changed = true;
                }
                count += 1;
            }
        }
        changed |= count < rows.len();
        rows.truncate(count);
        self.changes += u64::from(changed);
    }

    /// Returns whether its row numbers belong to these layers. Rows may have been added since.
    fn is_valid(&self, level: u16, layers: SortedPair<'_>) -> bool {
        let is_same = |(layer, before): (Option<&Layer>, &SortedState)| {
            let now = layer.map_or_else(SortedState::default, state_of);
            now.rearrangements == before.rearrangements && now.rows >= before.rows
        };
        self.level == level && layers.into_iter().zip(&self.of).all(is_same)
    }

    /// Returns the rows in painting order: those sorted by the last step, then later ones. All rows in act order if the
    /// rows were moved since.
    pub(super) fn rows<'a>(
        &'a self,
        level: u16,
        layers: SortedPair<'a>,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (sorted, from) = match self.is_valid(level, layers) {
            true => (&*self.rows, self.of.map(|state| state.rows)),
            false => (&[][..], [0; 2]),
        };
        let codes = sorted.iter().copied().chain(rows_from(layers, from));
        codes.map(|code| (usize::from(code & OWN != 0), (code & !OWN) as usize))
    }

    /// Returns a value that differs whenever its rows differ, in a running program.
    pub(super) fn version(&self) -> (LayerKey, u64) {
        (self.key.0, self.changes)
    }
}

fn state_of(layer: &Layer) -> SortedState {
    SortedState {
        rearrangements: layer.rearrangements(),
        rows: layer.len(),
    }
}

/// Returns the codes of the rows from these ones on.
fn rows_from(layers: SortedPair<'_>, from: [usize; 2]) -> impl Iterator<Item = u32> + use<> {
    let [persistent, own] = [0, 1].map(|number| {
        let rows = layers[number].map_or(0, Layer::len);
        (from[number]..rows).filter_map(|row| u32::try_from(row).ok())
    });
    persistent.chain(own.map(|row| row | OWN))
}

/// Returns the layer and the row of a code.
fn find(layers: SortedPair<'_>, code: u32) -> Option<(&Layer, usize)> {
    let layer = layers[usize::from(code & OWN != 0)]?;
    Some((layer, (code & !OWN) as usize))
}

#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn low(entry: u64) -> u32 {
    entry as u32
}

/// Returns a number that sorts like a float. Both zeros are equal.
fn sortable(key: f32) -> u32 {
    let bits = (key + 0.0).to_bits();
    match bits >> 31 {
        0 => bits | 1 << 31,
        _ => !bits,
    }
}

/// Sorts entries that are nearly sorted. No two are equal, so the result equals a stable sort by key.
fn repair(entries: &mut [u64]) {
    let mut shifts = entries.len() * MOST_SHIFTS;
    for at in 1..entries.len() {
        let entry = entries[at];
        let mut to = at;
        while to > 0 && entries[to - 1] > entry {
            entries[to] = entries[to - 1];
            to -= 1;
        }
        entries[to] = entry;
        shifts = shifts.saturating_sub(at - to);
        if shifts == 0 {
            entries.sort_unstable();
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use glam::Vec2;
    use proptest::prelude::*;

    /// Changes of two layers, between two updates of the order.
    #[derive(Clone, Debug)]
    enum Change {
        /// Adds an object with a number of quad rows to a layer.
        Push(usize, f32, usize),
        Remove(usize, usize),
        Move(usize, usize, f32),
        /// Closes the gaps of a layer.
        Prune(usize),
        Nothing,
    }

    fn changes() -> impl Strategy<Value = Change> {
        let y = || (-3..4_i8).prop_map(f32::from);
        prop_oneof![
            4 => (0..2_usize, y(), 0..3_usize).prop_map(|(layer, y, quads)| Change::Push(layer, y, quads)),
            2 => (0..2_usize, 0..30_usize).prop_map(|(layer, row)| Change::Remove(layer, row)),
            4 => (0..2_usize, 0..30_usize, y()).prop_map(|(layer, row, y)| Change::Move(layer, row, y)),
            1 => (0..2_usize).prop_map(Change::Prune),
            1 => Just(Change::Nothing),
        ]
    }

    /// Returns the rows by a stable sort of the objects in act order.
    fn expected(layers: &[Layer; 2]) -> Vec<(usize, usize)> {
        let mut objects = Vec::new();
        for (number, layer) in layers.iter().enumerate() {
            let ids = layer.columns().ids.iter().enumerate();
            objects.extend(
                ids.filter(|(_, id)| id.is_some())
                    .map(|(row, _)| (number, row)),
            );
        }
        objects.sort_by(|&(one, a), &(other, b)| {
            let y = |number: usize, row: usize| layers[number].columns().instances[row].position.y;
            y(one, a).total_cmp(&(y(other, b) + 0.0))
        });
        let with_quads = objects.into_iter().flat_map(|(number, row)| {
            (row..layers[number].quad_rows_of(row).end).map(move |row| (number, row))
        });
        with_quads.collect()
    }

    proptest! {
        #[test]
        fn repaired_orders_equal_a_stable_sort(
            steps in prop::collection::vec(prop::collection::vec(changes(), 0..8), 1..12),
        ) {
            let mut layers = [Layer::new(), Layer::new()];
            let (mut order, mut next) = (PaintOrder::default(), 0);
            for (step, changes) in steps.into_iter().enumerate() {
                for change in changes {
                    let owner = |layer: &Layer, row: usize| {
                        let ids = layer.columns().ids;
                        (0..ids.len()).filter(|&row| ids[row].is_some()).nth(row)
                    };
                    match change {
                        Change::Push(layer, y, quads) => {
                            let id = ObjectId::new(next, 1);
                            next += 1;
                            layers[layer].push(Some(id), Instance::new(Vec2::new(0.0, y), FrameId(7)), Vec2::ZERO);
                            layers[layer].push_quad_rows(quads);
                        }
                        Change::Remove(layer, row) => {
                            if let Some(row) = owner(&layers[layer], row) {
                                layers[layer].tombstone_row(row);
                            }
                        }
                        Change::Move(layer, row, y) => {
                            if let Some(row) = owner(&layers[layer], row) {
                                layers[layer].edit_row(row, |instance| instance.position.y = y);
                            }
                        }
                        Change::Prune(layer) => layers[layer].prune(step as u64, |_, _| ()),
                        Change::Nothing => {}
                    }
                }
                let pair = [Some(&layers[0]), Some(&layers[1])];
                order.update(1, pair, |_, instance| instance.position.y);
                let found: Vec<_> = order.rows(1, pair).collect();
                prop_assert_eq!(found, expected(&layers));
                let version = order.version();
                order.update(1, pair, |_, instance| instance.position.y);
                prop_assert_eq!(order.version(), version);
            }
        }

        #[test]
        fn any_entries_are_sorted(mut entries in prop::collection::vec(any::<u64>(), 0..300)) {
            let mut expected = entries.clone();
            expected.sort_unstable();
            repair(&mut entries);
            prop_assert_eq!(entries, expected);
        }

        #[test]
        fn sortable_keys_order_like_floats(one in -1e9..1e9_f32, other in -1e9..1e9_f32) {
            prop_assert_eq!(sortable(one).cmp(&sortable(other)), one.total_cmp(&other));
            prop_assert_eq!(sortable(-0.0), sortable(0.0));
        }
    }

    #[test]
    fn rows_added_since_the_sort_come_last() {
        let mut layer = Layer::new();
        let push = |layer: &mut Layer, number: u32, y: f32| {
            let instance = Instance::new(Vec2::new(0.0, y), FrameId(7));
            layer.push(Some(ObjectId::new(number, 1)), instance, Vec2::ZERO);
        };
        push(&mut layer, 0, 5.0);
        push(&mut layer, 1, 2.0);
        let mut order = PaintOrder::default();
        order.update(1, [None, Some(&layer)], |_, instance| instance.position.y);
        push(&mut layer, 2, 1.0);
        let rows = |order: &PaintOrder, layer: &Layer| -> Vec<_> {
            order
                .rows(1, [None, Some(layer)])
                .map(|(_, row)| row)
                .collect()
        };
        assert_eq!(rows(&order, &layer), [1, 0, 2]);
        layer.truncate(2);
        assert_eq!(rows(&order, &layer), [0, 1], "rows have moved");
    }
}
