//! Quad rows: the rows of the further quads of a sprite.
//!
//! A multi-quad sprite is a shape of several quads, or an image that is larger than an atlas page and cut into slices.
//! Its further quads are in the rows right behind the row of their object, their owner. They have no id. Each copies
//! the instance of the row before it and shows the next frame. Only drawing reads them: they have no velocity, and no
//! phase finds them. A change of a single row updates its quad rows at once. Changes of many rows do not: the step's
//! end updates all quad rows.

use core::ops::Range;
use glam::Vec2;

use super::{CHUNK, Layer};
use crate::assets::{FrameId, FrameTable};
use crate::base::id::ObjectId;
use crate::geometry::turns::TurnMotion;
use crate::scene::chunk::Chunk;
use crate::scene::event_flags::EventFlags;
use crate::scene::instance::Instance;
use crate::scene::row_flags::RowFlags;

impl Layer {
    /// Returns the quad rows of a row. Most rows have none.
    pub(crate) fn quad_rows_of(&self, row: usize) -> Range<usize> {
        let behind = self.flags[row + 1..].iter();
        let quad_rows = behind
            .take_while(|flags| flags.has(RowFlags::QUAD_ROW))
            .count();
        row + 1..row + 1 + quad_rows
    }

    /// Adds quad rows to the last row.
    pub(crate) fn push_quad_rows(&mut self, count: usize) {
        for _ in 0..count {
            let Some(&owner) = self.instances.last() else {
                return;
            };
            let quad_row = self.push(None, next_slice(owner), Vec2::ZERO);
            // Clears the motion of the copy, because a new chunk is not marked as moving. `copy_to_quad_row` copies the
            // motion again and marks the chunk.
            self.instances[quad_row].rest();
            self.set_row_flags(quad_row, RowFlags::QUAD_ROW);
            self.copy_to_quad_row(quad_row);
        }
    }

    /// Updates the quad rows of a row.
    #[inline]
    pub(super) fn sync_quad_rows_of(&mut self, row: usize) {
        // Most rows have no quad rows: for them, this is one test of the next row's flags.
        let mut quad_row = row + 1;
        while self.is_quad_row(quad_row) {
            self.copy_to_quad_row(quad_row);
            quad_row += 1;
        }
    }

    /// Updates the quad rows in a chunk. Call it after stale motion was cleared in this chunk and in the chunks before
    /// it.
    pub(super) fn sync_quad_rows_in(&mut self, chunk: usize) {
        if self.chunks[chunk].quad_rows == 0 {
            return;
        }
        for row in self.chunk_rows(chunk) {
            if self.is_quad_row(row) {
                // The game may have written a velocity to every row.
                self.velocities[row] = Vec2::ZERO;
                self.copy_to_quad_row(row);
            }
        }
    }

    /// Gives a row this many quad rows. If there are more than before, the rows behind move up: calls `moved(id, row)`
    /// with the new row of every moved object. `step` is the current step, or the last one.
    pub(crate) fn set_quad_rows(
        &mut self,
        row: usize,
        count: usize,
        step: u64,
        moved: impl FnMut(ObjectId, usize),
    ) {
        let had = self.quad_rows_of(row);
        if had.len() < count {
            self.insert_quad_rows(had.end, count - had.len(), step, moved);
        } else {
            had.skip(count)
                .for_each(|quad_row| self.tombstone_one(quad_row));
        }
        self.sync_quad_rows_of(row);
    }

    /// Inserts quad rows at an index.
    fn insert_quad_rows(
        &mut self,
        at: usize,
        count: usize,
        step: u64,
        mut moved: impl FnMut(ObjectId, usize),
    ) {
        // Rows move to other chunks, and must not bring an older motion into a chunk that moved in this step.
        self.end_step(step);
        let blank = Instance::new(Vec2::ZERO, FrameId::SOLID);
        insert(&mut self.instances, at, count, blank);
        insert(&mut self.velocities, at, count, Vec2::ZERO);
        insert(&mut self.ids, at, count, None);
        insert(&mut self.flags, at, count, RowFlags::QUAD_ROW);
        insert(&mut self.events, at, count, EventFlags::default());
        self.lifetimes.insert(at, count);
        self.styles.insert(at, count);
        if let Some(pruning) = &mut self.pruning {
            // All rows of `to..from` are gaps, and no rows are inserted among them, so that both indices move or
            // neither.
            pruning.to += if at <= pruning.to { count } else { 0 };
            pruning.from += if at <= pruning.to { count } else { 0 };
        }
        self.rearrangements += 1;
        self.rebuild_chunks(at / CHUNK);
        for row in at + count..self.len() {
            if let Some(id) = self.ids[row] {
                moved(id, row);
            }
        }
    }

    /// Builds the chunks from `first` to the last again, after rows were inserted.
    fn rebuild_chunks(&mut self, first: usize) {
        // Each new chunk inherits the widest values of the old chunks: the latest motion, the largest reach, and
        // whether any row may move.
        let old = &self.chunks[first.min(self.chunks.len())..];
        let motion_of = old.iter().filter_map(|chunk| chunk.motion_of).max();
        let may_move = old.iter().any(|chunk| chunk.may_move);
        let reach = old
            .iter()
            .fold(0.0, |most: f32, chunk| most.max(chunk.reach));
        let version = self.next_version;
        self.chunks
            .resize_with(self.len().div_ceil(CHUNK), || Chunk {
                version,
                ..Chunk::default()
            });
        for index in first..self.chunks.len() {
            let rows = self.chunk_rows(index);
            let flags = &self.flags[rows.clone()];
            let count = |flag| flags.iter().map(|flags| u32::from(flags.has(flag))).sum();
            let (quad_rows, moved_individually) = (
                count(RowFlags::QUAD_ROW),
                count(RowFlags::MOVED_INDIVIDUALLY),
            );
            let chunk = &mut self.chunks[index];
            chunk.touch(&mut self.changes);
            *chunk = Chunk {
                version: chunk.version,
                motion_of,
                may_move,
                moved_individually,
                quad_rows,
                reach,
                ..Chunk::default()
            };
            chunk.collect_flags(flags, &self.events[rows]);
        }
    }

    fn is_quad_row(&self, row: usize) -> bool {
        let flags = self.flags.get(row);
        flags.is_some_and(|flags| flags.has(RowFlags::QUAD_ROW))
    }

    /// Copies the row before a quad row to it, with the next frame. The chunk of the quad row counts as changed if the
    /// quad row did.
    fn copy_to_quad_row(&mut self, quad_row: usize) {
        let owner = quad_row - 1;
        let mut instance = next_slice(self.instances[owner]);
        let moved_in = self.chunks[owner / CHUNK].motion_of;
        let (at, is_at_rest) = (quad_row / CHUNK, is_at_rest(&instance));
        match moved_in {
            // The row before is at rest, or its motion is older than the motion in the quad row's chunk.
            _ if is_at_rest || moved_in < self.chunks[at].motion_of => instance.rest(),
            Some(step) => {
                self.clear_stale_motion(at, step);
                self.chunks[at].motion_of = moved_in;
            }
            None => {}
        }
        self.set_style_of_one(quad_row, self.styles.get(owner));
        if self.instances[quad_row] != instance {
            self.instances[quad_row] = instance;
            self.chunks[at].touch(&mut self.changes);
        }
    }

    /// Adds a row without an object for each slice of an instance's frame. Most frames have one.
    pub(crate) fn push_slices(&mut self, mut instance: Instance, frames: &FrameTable) {
        for frame in frames.slices(instance.frame()) {
            instance.set_frame(frame);
            self.push(None, instance, Vec2::ZERO);
        }
    }
}

/// Returns the instance of the quad row behind the row of this instance: it shows the next frame.
fn next_slice(mut instance: Instance) -> Instance {
    let FrameId(frame) = instance.frame();
    // The last frame id has no successor. No valid sprite needs a slice there, so the result does not matter.
    instance.set_frame(FrameId((frame + 1).min(FrameId::MAX.0)));
    instance
}

fn is_at_rest(instance: &Instance) -> bool {
    instance.motion == Vec2::ZERO && instance.turn_motion == TurnMotion::ZERO
}

/// Inserts `count` copies of a value at an index.
fn insert<T: Clone>(column: &mut Vec<T>, at: usize, count: usize, value: T) {
    column.splice(at..at, core::iter::repeat_n(value, count));
}

#[cfg(test)]
mod tests;
