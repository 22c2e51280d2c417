//! Pruning: how a layer closes the gaps that removed objects leave.

use glam::Vec2;

use super::{CHUNK, Layer, PruneProgress, hide};
use crate::base::id::ObjectId;
use crate::scene::event_flags::EventFlags;
use crate::scene::row_flags::RowFlags;
use crate::scene::row_style::RowStyle;

/// Limit of the rows that one step searches for gaps. For a layer of more than four times this number, the limit is a
/// quarter of its rows.
const MOST: usize = 64 * CHUNK;

impl Layer {
    /// Closes the gaps that removed objects left, once a quarter of the rows are gaps. The other rows keep their order.
    /// A large layer is pruned over several steps, so that no step takes long. Calls `moved(id, row)` with the new row
    /// of every moved object. `step` is the step that ends.
    pub(crate) fn prune(&mut self, step: u64, moved: impl FnMut(ObjectId, usize)) {
        self.prune_some(MOST.max(self.len() / 4), step, moved);
    }

    /// Like `prune`, for at most `most` rows.
    pub(super) fn prune_some(
        &mut self,
        most: usize,
        step: u64,
        mut moved: impl FnMut(ObjectId, usize),
    ) {
        let PruneProgress { mut to, from } = match self.pruning.take() {
            Some(pruning) => pruning,
            None if self.dead == 0 || self.dead * 4 < self.len() => return,
            None => PruneProgress::default(),
        };
        // Clears old motion first: a row that rests in this step would otherwise bring motion of an earlier step into a
        // chunk that moved in this one.
        self.end_step(step);
        // Never stops between a row and its quad rows, because quad rows must stay right behind their row.
        let until = self.quad_rows_of(self.len().min(from + most) - 1).end;
        let mut first = None;
        for from in from..until {
            if self.flags[from].has(RowFlags::DEAD) {
                continue;
            }
            if from != to {
                self.move_down(from, to);
                first.get_or_insert(to);
            }
            to += 1;
        }
        // This is a separate loop, because the data that `moved` writes lies far apart in memory: here, cache misses
        // overlap.
        for row in first.unwrap_or(to)..to {
            if let Some(id) = self.ids[row] {
                moved(id, row);
            }
        }
        self.rearrangements += u64::from(first.is_some());
        if until < self.len() {
            self.pruning = Some(PruneProgress { to, from: until });
            return;
        }
        // Objects that were removed since pruning began may have left new gaps in `..to`. These are not closed now, and
        // still count as dead.
        self.dead -= self.len() - to;
        self.truncate(to);
        // Rows have moved to other chunks, so every chunk collects its flags again.
        for (index, chunk) in self.chunks.iter_mut().enumerate() {
            let rows = index * CHUNK..((index + 1) * CHUNK).min(self.flags.len());
            chunk.collect_flags(&self.flags[rows.clone()], &self.events[rows]);
        }
    }

    /// Moves a row to a gap before it, and leaves a gap behind.
    fn move_down(&mut self, from: usize, to: usize) {
        self.instances[to] = self.instances[from];
        self.velocities[to] = self.velocities[from];
        self.ids[to] = self.ids[from].take();
        let end = self.lifetimes.end(from);
        // `set` needs the number of rows only to allocate the column. A finite end shows that it is allocated.
        self.lifetimes.set(to, end, 0);
        self.lifetimes.set(from, f64::INFINITY, 0);
        let style = self.styles.get(from);
        self.set_style_of_one(to, style);
        self.set_style_of_one(from, RowStyle::PLAIN);
        let (flags, events) = (self.flags[from], self.events[from]);
        self.set_row_flags(from, RowFlags::DEAD);
        self.set_row_flags(to, flags);
        self.set_events(from, EventFlags::default());
        self.set_events(to, events);
        hide(&mut self.instances[from]);
        self.velocities[from] = Vec2::ZERO;
        let source = &mut self.chunks[from / CHUNK];
        source.touch(&mut self.changes);
        let (motion_of, may_move, reach) = (source.motion_of, source.may_move, source.reach);
        // The target chunk inherits every bound of the source chunk. A bound that is too wide only costs a scan. With
        // one that is too narrow, the row would not be moved, put to rest, or noticed at the boundary.
        let chunk = &mut self.chunks[to / CHUNK];
        chunk.reach = chunk.reach.max(reach);
        chunk.motion_of = chunk.motion_of.max(motion_of);
        chunk.may_move |= may_move;
        chunk.touch(&mut self.changes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::scene::Instance;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Do {
        /// Adds an object with this lifetime and this number of quad rows.
        Push(u8, usize),
        Remove(usize, usize),
        Close(usize),
        Pass,
    }

    fn any_do() -> impl Strategy<Value = Do> {
        prop_oneof![
            4 => (1..20_u8, prop_oneof![3 => Just(0), 1 => 1..4_usize])
                .prop_map(|(left, parts)| Do::Push(left, parts)),
            3 => (0..40_usize, 1..8_usize).prop_map(|(from, count)| Do::Remove(from, count)),
            5 => (1..12_usize).prop_map(Do::Close),
            2 => Just(Do::Pass),
        ]
    }

    /// The model: each object, its remaining steps, and its quad rows.
    type Plain = Vec<(ObjectId, u8, usize)>;

    fn ids(layer: &Layer) -> Vec<ObjectId> {
        layer.columns().ids.iter().flatten().copied().collect()
    }

    #[test]
    fn gaps_are_closed_once_a_quarter_of_the_rows_are_gaps() {
        for (rows, left) in [(4, 3), (5, 5)] {
            let mut layer = Layer::new();
            for slot in 0..rows {
                let instance = Instance::new(Vec2::ZERO, FrameId(1));
                layer.push(Some(ObjectId::new(slot, 1)), instance, Vec2::ZERO);
            }
            layer.tombstone_row(0);
            layer.prune(1, |_, _| ());
            assert_eq!(layer.len(), left);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn gaps_close_step_by_step_and_no_row_is_lost_or_reordered(
            script in prop::collection::vec(any_do(), 1..100),
        ) {
            let mut layer = Layer::new();
            let mut plain = Plain::new();
            let mut rows: Vec<usize> = Vec::new();
            let mut step = 0;
            for act in script {
                match act {
                    Do::Push(left, parts) => {
                        let id = ObjectId::new(u32::try_from(rows.len()).unwrap(), 1);
                        let place = Vec2::new(rows.len() as f32, 0.0);
                        let row = layer.push(Some(id), Instance::new(place, FrameId(1)), Vec2::Y);
                        layer.set_row_flags(row, RowFlags::SOLID);
                        layer.set_time_left(row, f64::from(left));
                        layer.push_quad_rows(parts);
                        plain.push((id, left, parts));
                        rows.push(row);
                    }
                    Do::Remove(from, count) => {
                        for _ in 0..count.min(plain.len().saturating_sub(from)) {
                            let (id, ..) = plain.remove(from);
                            layer.tombstone_row(rows[id.slot()]);
                        }
                    }
                    Do::Close(most) => {
                        step += 1;
                        layer.prune_some(most, step, |id, row| rows[id.slot()] = row);
                    }
                    Do::Pass => {
                        layer.pass_time(1.0);
                        let mut ended = Vec::new();
                        layer.take_ended(&mut ended);
                        plain.iter_mut().for_each(|(_, left, _)| *left -= 1);
                        let over: Vec<ObjectId> =
                            plain.extract_if(.., |(_, left, _)| *left == 0).map(|(id, ..)| id).collect();
                        prop_assert_eq!(&ended, &over);
                        ended.iter().for_each(|id| layer.tombstone_row(rows[id.slot()]));
                    }
                }
                let all: Vec<ObjectId> = plain.iter().map(|&(id, ..)| id).collect();
                prop_assert_eq!(ids(&layer), all);
                prop_assert_eq!(layer.live(), plain.len());
                for &(id, left, parts) in &plain {
                    let row = rows[id.slot()];
                    let instance = &layer.columns().instances[row];
                    prop_assert_eq!(layer.columns().ids[row], Some(id));
                    prop_assert_eq!(instance.position.x, id.slot() as f32);
                    prop_assert!(!instance.is_hidden());
                    prop_assert_eq!(layer.time_left(row), f64::from(left));
                    prop_assert_eq!(layer.columns().velocities[row], Vec2::Y);
                    prop_assert_eq!(layer.quad_rows_of(row), row + 1..row + 1 + parts);
                    for (part, frame) in layer.quad_rows_of(row).zip(2..) {
                        let mut expected = *instance;
                        expected.set_frame(FrameId(frame));
                        prop_assert_eq!(layer.columns().instances[part], expected);
                    }
                }
                let hidden = layer.columns().instances.iter().filter(|row| row.is_hidden());
                let parts: usize = plain.iter().map(|&(.., parts)| parts).sum();
                prop_assert_eq!(hidden.count(), layer.len() - plain.len() - parts);
                let solid: Vec<usize> = layer.rows_with(RowFlags::SOLID).collect();
                prop_assert_eq!(solid.len(), plain.len());
            }
        }
    }

    #[test]
    fn a_chunk_that_a_row_leaves_counts_as_changed() {
        let mut layer = Layer::new();
        for slot in 0..2 * CHUNK {
            let instance = Instance::new(Vec2::ZERO, FrameId(1));
            layer.push(
                Some(ObjectId::new(u32::try_from(slot).unwrap(), 1)),
                instance,
                Vec2::ZERO,
            );
        }
        (0..CHUNK).for_each(|row| layer.tombstone_row(row));
        let before = [0, 1].map(|chunk| layer.chunk_version(chunk));
        // Pruning stops early: rows of the second chunk have moved and are now hidden, which counts as a change.
        layer.prune_some(CHUNK + 10, 1, |_, _| ());
        assert_eq!(layer.len(), 2 * CHUNK);
        assert!(layer.columns().instances[CHUNK].is_hidden());
        let now = [0, 1].map(|chunk| layer.chunk_version(chunk));
        assert!(
            now[0] > before[0] && now[1] > before[1],
            "{before:?} {now:?}"
        );
    }
}
