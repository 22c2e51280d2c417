//! Parts: the rows that show the further tiles of a picture which is larger than an atlas page.
//!
//! They are right behind the row of their object, their owner, and have no id. Each has the instance of the row before
//! it, but for the frame, which is the next one. Nothing reads them but drawing: no phase finds them, they have no
//! velocity, and what changes a single row brings its parts up to date. What changes many rows at once does not know
//! them; the step's end brings all of them up to date.

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
    /// Returns the rows of the parts of a row; none for most.
    pub(crate) fn parts_of(&self, row: usize) -> Range<usize> {
        let behind = self.flags[row + 1..].iter();
        let parts = behind.take_while(|flags| flags.has(RowFlags::PART)).count();
        row + 1..row + 1 + parts
    }

    /// Adds parts to the last row.
    pub(crate) fn push_parts(&mut self, count: usize) {
        for _ in 0..count {
            let Some(&owner) = self.instances.last() else {
                return;
            };
            let part = self.push(None, next_tile(owner), Vec2::ZERO);
            // A new chunk has no motion yet, and `copy_to_part` notes what it copies.
            self.instances[part].rest();
            self.set_row_flags(part, RowFlags::PART);
            self.copy_to_part(part);
        }
    }

    /// Brings the parts of a row up to date.
    #[inline]
    pub(super) fn sync_parts_of(&mut self, row: usize) {
        // Most rows have none: a look at the next row's flags.
        let mut part = row + 1;
        while self.is_part(part) {
            self.copy_to_part(part);
            part += 1;
        }
    }

    /// Brings the parts in a chunk up to date, after stale motion was cleared there and in the chunks before.
    pub(super) fn sync_parts_in(&mut self, chunk: usize) {
        if self.chunks[chunk].parts == 0 {
            return;
        }
        for row in self.chunk_rows(chunk) {
            if self.is_part(row) {
                // The game may have written one, with those of all rows.
                self.velocities[row] = Vec2::ZERO;
                self.copy_to_part(row);
            }
        }
    }

    /// Gives a row this many parts. Where there are more than before, the rows behind move up: calls `moved(id, row)`
    /// with the new row of every object that was moved. `step` is the step that ends.
    pub(crate) fn set_parts(
        &mut self,
        row: usize,
        count: usize,
        step: u64,
        moved: impl FnMut(ObjectId, usize),
    ) {
        let had = self.parts_of(row);
        if had.len() < count {
            self.insert_parts(had.end, count - had.len(), step, moved);
        } else {
            had.skip(count).for_each(|part| self.tombstone_one(part));
        }
        self.sync_parts_of(row);
    }

    /// Inserts rows of parts at a place.
    fn insert_parts(
        &mut self,
        at: usize,
        count: usize,
        step: u64,
        mut moved: impl FnMut(ObjectId, usize),
    ) {
        // Rows get into other chunks, and must not bring an older motion among those that moved.
        self.end_step(step);
        let blank = Instance::new(Vec2::ZERO, FrameId::SOLID);
        insert(&mut self.instances, at, count, blank);
        insert(&mut self.velocities, at, count, Vec2::ZERO);
        insert(&mut self.ids, at, count, None);
        insert(&mut self.flags, at, count, RowFlags::PART);
        insert(&mut self.events, at, count, EventFlags::default());
        self.lifetimes.insert(at, count);
        if let Some(closing) = &mut self.closing {
            // Between the two there are gaps alone.
            closing.to += if at <= closing.to { count } else { 0 };
            closing.from += if at <= closing.to { count } else { 0 };
        }
        self.rebuild_chunks(at / CHUNK);
        for row in at + count..self.len() {
            if let Some(id) = self.ids[row] {
                moved(id, row);
            }
        }
    }

    /// Makes the chunks from this one on anew, after rows were inserted.
    fn rebuild_chunks(&mut self, first: usize) {
        // Whatever held for a row of the old chunks may hold for one of each of the new ones.
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
            let (parts, moved_individually) =
                (count(RowFlags::PART), count(RowFlags::MOVED_INDIVIDUALLY));
            let chunk = &mut self.chunks[index];
            chunk.touch(&mut self.changes);
            *chunk = Chunk {
                version: chunk.version,
                motion_of,
                may_move,
                moved_individually,
                parts,
                reach,
                ..Chunk::default()
            };
            chunk.collect_flags(flags, &self.events[rows]);
        }
    }

    fn is_part(&self, row: usize) -> bool {
        let flags = self.flags.get(row);
        flags.is_some_and(|flags| flags.has(RowFlags::PART))
    }

    /// Copies the row before a part to it. The chunk of the part counts as changed if the part did.
    fn copy_to_part(&mut self, part: usize) {
        let owner = part - 1;
        let mut instance = next_tile(self.instances[owner]);
        let moved_in = self.chunks[owner / CHUNK].motion_of;
        let (at, is_at_rest) = (part / CHUNK, is_at_rest(&instance));
        match moved_in {
            // Its motion is none, or that of an earlier step than the one whose motion the part's chunk has.
            _ if is_at_rest || moved_in < self.chunks[at].motion_of => instance.rest(),
            Some(step) => {
                self.clear_stale_motion(at, step);
                self.chunks[at].motion_of = moved_in;
            }
            None => {}
        }
        if self.instances[part] != instance {
            self.instances[part] = instance;
            self.chunks[at].touch(&mut self.changes);
        }
    }

    /// Adds a row of no object for each tile of an instance's frame: one for most.
    pub(crate) fn push_tiles(&mut self, mut instance: Instance, frames: &FrameTable) {
        for frame in frames.tiles(instance.frame()) {
            instance.set_frame(frame);
            self.push(None, instance, Vec2::ZERO);
        }
    }
}

/// Returns the instance that shows the tile behind this one.
fn next_tile(mut instance: Instance) -> Instance {
    let FrameId(frame) = instance.frame();
    // The last id has none behind it: what it shows then is as wrong as anything else.
    instance.set_frame(FrameId((frame + 1).min(FrameId::MAX.0)));
    instance
}

fn is_at_rest(instance: &Instance) -> bool {
    instance.motion == Vec2::ZERO && instance.turn_motion == TurnMotion::ZERO
}

/// Inserts a value several times.
fn insert<T: Clone>(column: &mut Vec<T>, at: usize, count: usize, value: T) {
    column.splice(at..at, core::iter::repeat_n(value, count));
}

#[cfg(test)]
mod tests;
