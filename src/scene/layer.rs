//! A layer: the objects of one altitude as dense columns, in the order in which they are painted.

mod bounds;
mod movement;
pub(super) mod pose;
mod prune;

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};
use glam::Vec2;

use super::altitude_settings::MovedBy;
use super::chunk::{CHUNK, Chunk};
use super::instance::{Instance, InstanceFlags};
use super::lifetimes::Lifetimes;
use super::row_flags::RowFlags;
use crate::base::id::ObjectId;

/// Names a layer to whoever keeps copies of it. Never given twice while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerKey(u64);

impl LayerKey {
    /// A process-wide counter, because a restored copy of a world must not be taken for what it was copied
    /// from. It never reaches the simulation.
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How far the gaps of a layer are closed: from row `to` up to row `from` there are only gaps.
#[derive(Clone, Copy, Debug, Default)]
struct Closing {
    to: usize,
    from: usize,
}

/// A row on its way to another layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransferredRow {
    instance: Instance,
    velocity: Vec2,
    flags: RowFlags,
    /// Of the chunk that it was in.
    reach: f32,
}

/// A layer's columns, row by row in painting order.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// What is drawn.
    pub instances: &'a [Instance],
    /// World units per step.
    pub velocities: &'a [Vec2],
    /// Who it is: `None` for a removed object's row, hidden until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// A layer's columns, open for one tight loop over all its sprites.
#[derive(Debug)]
pub struct ColumnsMut<'a> {
    /// What is drawn.
    pub instances: &'a mut [Instance],
    /// World units per step. The engine adds these, unless the layer is moved by the game.
    pub velocities: &'a mut [Vec2],
    /// Who it is: `None` for a removed object's row, hidden until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// A layer's columns, of which the velocities are open for one tight loop.
#[derive(Debug)]
pub struct VelocitiesMut<'a> {
    /// What is drawn.
    pub instances: &'a [Instance],
    /// World units per step.
    pub velocities: &'a mut [Vec2],
    /// Who it is: `None` for a removed object's row, hidden until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// The objects of one altitude, in dense columns.
///
/// Removed objects leave a hidden row (a tombstone); when a quarter of the rows are such, the layer closes
/// the gaps in one pass, which a large layer spreads over some steps, and keeps the order.
#[derive(Debug)]
pub struct Layer {
    key: LayerKey,
    instances: Vec<Instance>,
    velocities: Vec<Vec2>,
    ids: Vec<Option<ObjectId>>,
    flags: Vec<RowFlags>,
    lifetimes: Lifetimes,
    chunks: Vec<Chunk>,
    /// The version of a new chunk: above that of any chunk that stood in its place before.
    next_version: u64,
    dead: usize,
    /// How far the gaps are closed, while that is under way.
    closing: Option<Closing>,
    /// Follows the altitude's settings.
    moved_by: MovedBy,
    /// The step that runs, or the last one.
    now: u64,
    /// How much time has passed for what is here, in nominal steps.
    clock: f64,
}

impl Default for Layer {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for Layer {
    /// The copy has a key of its own, so that nobody takes it for the original.
    fn clone(&self) -> Self {
        Self {
            key: LayerKey::fresh(),
            instances: self.instances.clone(),
            velocities: self.velocities.clone(),
            ids: self.ids.clone(),
            flags: self.flags.clone(),
            lifetimes: self.lifetimes.clone(),
            chunks: self.chunks.clone(),
            next_version: self.next_version,
            dead: self.dead,
            closing: self.closing,
            moved_by: self.moved_by,
            now: self.now,
            clock: self.clock,
        }
    }
}

impl Layer {
    /// An empty layer.
    pub fn new() -> Self {
        Self {
            key: LayerKey::fresh(),
            instances: Vec::new(),
            velocities: Vec::new(),
            ids: Vec::new(),
            flags: Vec::new(),
            lifetimes: Lifetimes::default(),
            chunks: Vec::new(),
            next_version: 0,
            dead: 0,
            closing: None,
            moved_by: MovedBy::Engine,
            now: 0,
            clock: 0.0,
        }
    }

    /// Names this layer to whoever copies its chunks.
    pub fn key(&self) -> LayerKey {
        self.key
    }

    /// Rows, those of removed objects included.
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// Rows of objects that are still there.
    pub fn live(&self) -> usize {
        self.len() - self.dead
    }

    /// The columns, to read.
    pub fn columns(&self) -> Columns<'_> {
        Columns {
            instances: &self.instances,
            velocities: &self.velocities,
            ids: &self.ids,
        }
    }

    /// The columns, to change in one loop. Every chunk counts as changed, and the motion that is written counts
    /// as this step's.
    ///
    /// Values are taken as they are: keep them finite. A sprite whose place is not finite is not drawn.
    ///
    /// Where the game moves the layer ([`MovedBy::Game`]), write every row's motion each time, with
    /// [`Instance::step_by`] or [`Instance::rest`]: rows are not put to rest first, which would cost as much as
    /// moving them. In a step in which the columns are not opened, they rest by themselves.
    ///
    /// To change velocities alone, see [`Layer::velocities_mut`].
    pub fn columns_mut(&mut self) -> ColumnsMut<'_> {
        for index in 0..self.chunks.len() {
            if self.moved_by == MovedBy::Engine {
                self.clear_stale_motion(index, self.now);
            }
            let chunk = &mut self.chunks[index];
            chunk.touch();
            chunk.may_move = true;
            chunk.motion_of = Some(self.now);
        }
        ColumnsMut {
            instances: &mut self.instances,
            velocities: &mut self.velocities,
            ids: &self.ids,
        }
    }

    /// The velocities, to change in one loop that only looks at the rest: no chunk counts as changed. The engine
    /// adds them to the positions at movement, unless the layer is moved by the game.
    ///
    /// Values are taken as they are: keep them finite.
    pub fn velocities_mut(&mut self) -> VelocitiesMut<'_> {
        for chunk in &mut self.chunks {
            chunk.may_move = true;
        }
        VelocitiesMut {
            instances: &self.instances,
            velocities: &mut self.velocities,
            ids: &self.ids,
        }
    }

    /// What holds from here on: the step that runs, or the last one, and who moves the rows.
    pub(super) fn sync_settings(&mut self, now: u64, moved_by: MovedBy) {
        self.now = now;
        self.moved_by = moved_by;
    }

    /// So much time passes for what is here, in nominal steps.
    pub(super) fn pass_time(&mut self, time: f32) {
        self.clock += f64::from(time);
    }

    /// How much time has passed for what is here, in nominal steps.
    pub(crate) fn clock(&self) -> f64 {
        self.clock
    }

    /// When rows end.
    pub(crate) fn lifetimes(&self) -> &Lifetimes {
        &self.lifetimes
    }

    /// How much of a row's time is left, in nominal steps of layer time: infinite if nobody limited it.
    pub(crate) fn time_left(&self, row: usize) -> f64 {
        self.lifetimes.end(row) - self.clock
    }

    /// Limits a row's time: see [`Layer::time_left`].
    pub(crate) fn set_time_left(&mut self, row: usize, left: f64) {
        self.lifetimes
            .set(row, self.clock + left, self.instances.len());
    }

    /// Fills `list` with those whose time is over, in order.
    pub(crate) fn take_ended(&mut self, list: &mut Vec<ObjectId>) {
        let ids = &self.ids;
        self.lifetimes
            .take_ended(self.clock, |row| list.extend(ids[row]));
    }

    /// Chunks, the last of which may be short.
    pub fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// The rows of a chunk.
    pub fn chunk_rows(&self, chunk: usize) -> Range<usize> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.len())
    }

    /// Counts the changes of a chunk's instances.
    pub fn chunk_version(&self, chunk: usize) -> u64 {
        self.chunks[chunk].version
    }

    /// Adds a row on top of the others. Answers its number.
    pub fn push(&mut self, id: Option<ObjectId>, instance: Instance, velocity: Vec2) -> usize {
        let row = self.len();
        if row.is_multiple_of(CHUNK) {
            self.chunks.push(Chunk {
                version: self.next_version,
                ..Chunk::default()
            });
        }
        self.instances.push(instance);
        self.velocities.push(velocity);
        self.ids.push(id);
        self.flags.push(RowFlags::default());
        self.lifetimes.push();
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        chunk.may_move |= velocity != Vec2::ZERO;
        row
    }

    /// Makes room for this many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.instances.reserve(rows);
        self.velocities.reserve(rows);
        self.ids.reserve(rows);
        self.flags.reserve(rows);
        self.lifetimes.reserve(rows);
    }

    /// Takes every row out. Keeps the memory.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.dead = 0;
        self.closing = None;
    }

    /// Hides a row and marks it as removed. Its object's other rows of data belong to the world.
    pub(crate) fn tombstone_row(&mut self, row: usize) {
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        chunk.moved_individually -= u32::from(self.flags[row].has(RowFlags::MOVED_INDIVIDUALLY));
        self.flags[row] = RowFlags::DEAD;
        self.velocities[row] = Vec2::ZERO;
        self.ids[row] = None;
        hide(&mut self.instances[row]);
        self.lifetimes.set(row, f64::INFINITY, 0);
        self.dead += 1;
    }

    /// The rows that have any of these flags, in order. Chunks without one are skipped.
    pub(crate) fn rows_with(&self, flags: RowFlags) -> impl Iterator<Item = usize> {
        let chunks = self
            .chunks
            .iter()
            .enumerate()
            .filter(move |(_, chunk)| chunk.flags.has(flags));
        chunks
            .flat_map(|(index, _)| index * CHUNK..((index + 1) * CHUNK).min(self.flags.len()))
            .filter(move |&row| self.flags[row].has(flags))
    }

    fn truncate(&mut self, rows: usize) {
        self.instances.truncate(rows);
        self.velocities.truncate(rows);
        self.ids.truncate(rows);
        self.flags.truncate(rows);
        self.lifetimes.truncate(rows);
        for gone in self.chunks.drain(rows.div_ceil(CHUNK)..) {
            self.next_version = self.next_version.max(gone.version + 1);
        }
        if let Some(last) = self.chunks.last_mut() {
            last.touch();
        }
    }

    pub(crate) fn row_flags(&self) -> &[RowFlags] {
        &self.flags
    }

    pub(crate) fn set_row_flags(&mut self, row: usize, flags: RowFlags) {
        let old = self.flags[row];
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.flags.0 |= flags.0;
        chunk.moved_individually = chunk.moved_individually
            + u32::from(flags.has(RowFlags::MOVED_INDIVIDUALLY))
            - u32::from(old.has(RowFlags::MOVED_INDIVIDUALLY));
        self.flags[row] = flags;
    }

    /// Changes how a row looks. Not for its position: see `place_row` and `move_row`.
    pub(crate) fn edit_row(&mut self, row: usize, edit: impl FnOnce(&mut Instance)) {
        self.chunks[row / CHUNK].touch();
        edit(&mut self.instances[row]);
    }

    pub(crate) fn set_velocity(&mut self, row: usize, velocity: Vec2) {
        self.velocities[row] = velocity;
        self.chunks[row / CHUNK].may_move |= velocity != Vec2::ZERO;
    }

    /// A row to move to another layer in step `step`: what it shows, without an earlier step's motion.
    pub(crate) fn row_for_transfer(&mut self, row: usize, step: u64) -> TransferredRow {
        self.clear_stale_motion(row / CHUNK, step);
        TransferredRow {
            instance: self.instances[row],
            velocity: self.velocities[row],
            flags: self.flags[row],
            reach: self.chunks[row / CHUNK].reach,
        }
    }

    /// Adds a row that came from another layer in step `step`, and keeps its motion.
    pub(crate) fn push_transferred(
        &mut self,
        id: ObjectId,
        row: TransferredRow,
        step: u64,
    ) -> usize {
        let TransferredRow {
            instance,
            velocity,
            flags,
            reach,
        } = row;
        if let Some(last) = self.chunks.len().checked_sub(1) {
            self.clear_stale_motion(last, step);
        }
        let row = self.push(Some(id), instance, velocity);
        self.set_row_flags(row, flags);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.reach = chunk.reach.max(reach);
        if instance.motion != Vec2::ZERO || instance.turn_motion != 0 {
            chunk.motion_of = Some(step);
        }
        row
    }
}

/// Where nobody is, nothing is drawn.
fn hide(instance: &mut Instance) {
    instance.set_flags(instance.flags().with(InstanceFlags::HIDDEN));
    instance.motion = Vec2::ZERO;
}

#[cfg(test)]
mod tests;
