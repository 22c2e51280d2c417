//! A layer: the objects of one altitude and level as dense columns, in painting order. Particles, tile maps and the
//! canvas are in layers, too. Their rows have no objects.
//!
//! A layer owns the data that is drawn and moved in bulk. It knows the ids of its objects, and nothing else about them.

mod bounds;
pub(super) mod copied_rows;
mod movement;
mod piece_rows;
pub(super) mod pose;
mod prune;
mod quad_rows;
pub(super) mod shapes;
mod styles;

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};
use glam::Vec2;

use super::altitude_settings::MovedBy;
use super::chunk::{CHUNK, Chunk};
use super::event_flags::EventFlags;
use super::instance::{Instance, InstanceFlags};
use super::lifetimes::Lifetimes;
use super::row_flags::RowFlags;
use super::row_style::{RowStyle, Styles};
use crate::base::id::ObjectId;
use crate::geometry::turns::TurnMotion;
use shapes::Shapes;

/// Identifies a layer to code that caches copies of it. No two layers of a running program have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerKey(u64);

impl LayerKey {
    /// Returns a new key. The counter is process-wide, because a cache must not mistake a restored copy of a world for
    /// the original; it never reaches the simulation.
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed, because keys only have to differ: no other memory is ordered by them.
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The key of one layer. Its clone is a new key, so that no cache mistakes a cloned layer for the original.
#[derive(Debug)]
pub(super) struct OwnKey(pub(super) LayerKey);

impl Default for OwnKey {
    fn default() -> Self {
        Self(LayerKey::fresh())
    }
}

impl Clone for OwnKey {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Progress of pruning. Rows `to..from` are all gaps; row `from` and those behind it have not been moved yet.
#[derive(Clone, Copy, Debug, Default)]
struct PruneProgress {
    to: usize,
    from: usize,
}

/// The data of a row that moves to another layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransferredRow {
    instance: Instance,
    velocity: Vec2,
    flags: RowFlags,
    events: EventFlags,
    style: RowStyle,
    /// Reach of its former chunk: see [`Chunk::reach`].
    reach: f32,
    /// Number of its quad rows.
    quad_rows: usize,
}

/// The columns of a layer, one element per row, in painting order.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// Drawn instances: position, frame, tint and so on.
    pub instances: &'a [Instance],
    /// World units per nominal step.
    pub velocities: &'a [Vec2],
    /// Object of each row. `None` for rows without an object, such as further quads of a multi-quad sprite, and the
    /// hidden row that a removed object leaves until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// The columns of a layer, to change in one tight loop: see [`Layer::columns_mut`].
#[derive(Debug)]
pub struct ColumnsMut<'a> {
    /// Drawn instances: position, frame, tint and so on.
    pub instances: &'a mut [Instance],
    /// World units per nominal step. The engine adds them to the positions, unless the game moves the layer.
    pub velocities: &'a mut [Vec2],
    /// Object of each row. `None` for rows without an object, such as further quads of a multi-quad sprite, and the
    /// hidden row that a removed object leaves until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// The columns of a layer, with the velocities to change in one tight loop: see [`Layer::velocities_mut`].
#[derive(Debug)]
pub struct VelocitiesMut<'a> {
    /// Drawn instances: position, frame, tint and so on.
    pub instances: &'a [Instance],
    /// World units per nominal step.
    pub velocities: &'a mut [Vec2],
    /// Object of each row. `None` for rows without an object, such as further quads of a multi-quad sprite, and the
    /// hidden row that a removed object leaves until the layer is pruned.
    pub ids: &'a [Option<ObjectId>],
}

/// The objects of one altitude and level, in dense columns. The last row is painted on top. Particles, tile maps and
/// the canvas are in layers, too; their rows have no objects.
///
/// A removed object leaves a hidden row (a tombstone). When a quarter of the rows are tombstones, the layer closes the
/// gaps, over several steps if it is large, and keeps the order.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    key: OwnKey,
    // Columns and not rows of one struct: backends copy the instances as they are, and each phase reads only the
    // columns that it needs.
    instances: Vec<Instance>,
    velocities: Vec<Vec2>,
    ids: Vec<Option<ObjectId>>,
    flags: Vec<RowFlags>,
    events: Vec<EventFlags>,
    lifetimes: Lifetimes,
    styles: Styles,
    /// Records of the layer's own shapes, which belong to no asset: drawings on the canvas, tiles, and
    /// pieces of objects' sprites.
    shapes: Shapes,
    chunks: Vec<Chunk>,
    /// Counts changes of the instances and of their number.
    changes: u64,
    /// Version of the next new chunk: higher than the version of any earlier chunk at its index.
    next_version: u64,
    dead: usize,
    /// Counts changes that moved rows to other indices.
    rearrangements: u64,
    /// Progress of pruning; `None` if none is under way.
    pruning: Option<PruneProgress>,
    /// A copy of the altitude's setting.
    moved_by: MovedBy,
    /// Number of the current step, or of the last one.
    now: u64,
    // An `f32` could not count single steps above 2^24: after three days of 60 steps a second.
    /// Layer time that has passed, in nominal steps.
    clock: f64,
}

impl Layer {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let rows = size_of::<Instance>()
            + size_of::<Vec2>()
            + size_of::<Option<ObjectId>>()
            + size_of::<RowFlags>()
            + size_of::<EventFlags>();
        self.instances.len() * rows
            + self.lifetimes.bytes()
            + self.styles.bytes()
            + self.shapes.bytes()
            + size_of_val(&*self.chunks)
            + size_of::<Self>()
    }

    /// Returns an empty layer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the key by which caches recognise the layer's chunks.
    pub fn key(&self) -> LayerKey {
        self.key.0
    }

    /// Returns the number of rows, tombstones included.
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Returns whether it has no rows, not even tombstones.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// Returns the number of rows that are neither tombstones nor further quads of multi-quad sprites.
    pub fn live(&self) -> usize {
        let quad_rows = self.chunks.iter().map(|chunk| chunk.quad_rows as usize);
        self.len() - self.dead - quad_rows.sum::<usize>()
    }

    /// Returns the columns for reading.
    pub fn columns(&self) -> Columns<'_> {
        Columns {
            instances: &self.instances,
            velocities: &self.velocities,
            ids: &self.ids,
        }
    }

    /// Returns the columns, to change in one loop. Every chunk counts as changed, and written motion counts as motion
    /// of the current step.
    ///
    /// Values are not validated: keep them finite. A sprite whose position is not finite is not drawn.
    ///
    /// If the game moves the layer ([`MovedBy::Game`]), write the motion of every row, with [`Instance::step_by`] or
    /// [`Instance::rest`]: rows are not put to rest first, because that would cost as much as moving them. In a step
    /// that does not call this, all rows are put to rest.
    ///
    /// See [`Layer::velocities_mut`] to change velocities alone.
    ///
    /// ```
    /// use damselfly::assets::FrameId;
    /// use damselfly::glam::vec2;
    /// use damselfly::scene::{Instance, Layer};
    ///
    /// let mut layer = Layer::new();
    /// let spark = Instance::new(vec2(3.0, 4.0), FrameId::SOLID);
    /// layer.push(None, spark, vec2(1.0, 0.0));
    ///
    /// let columns = layer.columns_mut();
    /// for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
    ///     velocity.y += 0.5;
    ///     instance.step_by(*velocity);
    /// }
    /// assert_eq!(layer.columns().instances[0].position, vec2(4.0, 4.5));
    /// ```
    pub fn columns_mut(&mut self) -> ColumnsMut<'_> {
        for index in 0..self.chunks.len() {
            // Old motion is cleared first: rows that the game leaves alone would otherwise show it as motion of this
            // step.
            if self.moved_by == MovedBy::Engine {
                self.clear_stale_motion(index, self.now);
            }
            let chunk = &mut self.chunks[index];
            chunk.touch(&mut self.changes);
            chunk.may_move = true;
            chunk.motion_of = Some(self.now);
        }
        ColumnsMut {
            instances: &mut self.instances,
            velocities: &mut self.velocities,
            ids: &self.ids,
        }
    }

    /// Returns the columns with writable velocities, to change in one loop. No chunk counts as changed. The engine adds
    /// the velocities to the positions when objects move, unless the game moves the layer.
    ///
    /// Values are not validated: keep them finite.
    pub fn velocities_mut(&mut self) -> VelocitiesMut<'_> {
        // Writes are not tracked, so every chunk counts as moving. The next step checks the velocities.
        for chunk in &mut self.chunks {
            chunk.may_move = true;
        }
        VelocitiesMut {
            instances: &self.instances,
            velocities: &mut self.velocities,
            ids: &self.ids,
        }
    }

    /// Copies settings of the whole altitude: the number of the current step, and whether the engine moves the rows.
    pub(super) fn sync_settings(&mut self, now: u64, moved_by: MovedBy) {
        self.now = now;
        self.moved_by = moved_by;
    }

    /// Advances layer time, in nominal steps.
    pub(super) fn pass_time(&mut self, time: f32) {
        self.clock += f64::from(time);
    }

    /// Returns the remaining lifetime of a row, in nominal steps of layer time; infinite if it is unlimited.
    pub(crate) fn time_left(&self, row: usize) -> f64 {
        self.lifetimes.end(row) - self.clock
    }

    /// Limits the lifetime of a row: see [`Layer::time_left`].
    pub(crate) fn set_time_left(&mut self, row: usize, left: f64) {
        // The limit is stored as an end time, not as remaining steps: passing time then changes one number and no row.
        self.lifetimes
            .set(row, self.clock + left, self.instances.len());
    }

    /// Appends the objects whose lifetimes have ended to `list`, in painting order.
    pub(crate) fn take_ended(&mut self, list: &mut Vec<ObjectId>) {
        let ids = &self.ids;
        self.lifetimes
            .take_ended(self.clock, |row| list.extend(ids[row]));
    }

    /// Returns the number of chunks. The last one may have fewer than [`CHUNK`] rows.
    pub fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// Returns the range of row indices in a chunk. Chunks are counted from 0.
    pub fn chunk_rows(&self, chunk: usize) -> Range<usize> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.len())
    }

    /// Returns a number that rises with every change of a chunk's instances: a copy of them is up to date at the same
    /// version.
    ///
    /// # Panics
    /// If there is no such chunk.
    pub fn chunk_version(&self, chunk: usize) -> u64 {
        self.chunks[chunk].version
    }

    /// Returns a number that rises with every change of the instances or of their number. A list of the chunks'
    /// versions is up to date while this number stays the same.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns a number that rises whenever rows have moved to other indices, or the last ones were removed.
    pub(super) fn rearrangements(&self) -> u64 {
        self.rearrangements
    }

    /// Adds a row above the others; `velocity` is in world units per nominal step. Returns the row's number.
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
        self.events.push(EventFlags::default());
        self.lifetimes.push();
        self.styles.push();
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch(&mut self.changes);
        chunk.may_move |= velocity != Vec2::ZERO;
        row
    }

    /// Reserves memory for this many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.instances.reserve(rows);
        self.velocities.reserve(rows);
        self.ids.reserve(rows);
        self.flags.reserve(rows);
        self.events.reserve(rows);
        self.lifetimes.reserve(rows);
        self.styles.reserve(rows);
    }

    /// Removes all rows and keeps their memory.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.shapes.clear();
        self.dead = 0;
        self.pruning = None;
    }

    /// Turns a row and its quad rows into tombstones: hidden, without an object, and with [`RowFlags::DEAD`] alone.
    pub(crate) fn tombstone_row(&mut self, row: usize) {
        for row in row..self.quad_rows_of(row).end {
            self.tombstone_one(row);
        }
    }

    /// Reads the data that the removal of a row changes, to load it into the processor's cache. Returns a number that
    /// depends on the data, so that the compiler keeps the reads.
    #[inline]
    pub(crate) fn load(&self, row: usize) -> u32 {
        let id = self.ids[row].map_or(0, ObjectId::generation);
        let [velocity, place] = [self.velocities[row], self.instances[row].position];
        id ^ u32::from(self.flags[row].0) ^ velocity.x.to_bits() ^ place.x.to_bits()
    }

    /// Turns one row into a tombstone.
    fn tombstone_one(&mut self, row: usize) {
        // Filling the gap with the last row would save pruning, but change the painting order.
        self.set_row_flags(row, RowFlags::DEAD);
        self.set_events(row, EventFlags::default());
        self.chunks[row / CHUNK].touch(&mut self.changes);
        self.velocities[row] = Vec2::ZERO;
        self.ids[row] = None;
        hide(&mut self.instances[row]);
        // `set` needs the number of rows only to allocate the column. An unlimited lifetime never allocates it, so 0
        // will do.
        self.lifetimes.set(row, f64::INFINITY, 0);
        self.set_style_of_one(row, RowStyle::PLAIN);
        self.dead += 1;
    }

    /// Returns the rows that have any of these flags, in order. Chunks without one are skipped.
    pub(crate) fn rows_with(&self, flags: RowFlags) -> impl Iterator<Item = usize> {
        let chunks = self
            .chunks
            .iter()
            .enumerate()
            .filter(move |(_, chunk)| chunk.flags.has(flags));
        chunks
            .flat_map(|(index, _)| index * CHUNK..((index + 1) * CHUNK).min(self.flags.len()))
            // Rows may have lost flags that their chunk still has.
            .filter(move |&row| self.flags[row].has(flags))
    }

    /// Calls `act` with the object of each row that has any of these flags, in order.
    #[inline]
    pub(crate) fn each_with(&self, flags: RowFlags, act: impl FnMut(ObjectId)) {
        let is_among = |chunk: &Chunk| chunk.flags.has(flags);
        self.each_row_with(&self.flags, is_among, |row| row.has(flags), act);
    }

    /// Calls `act` with each object that receives any of these events, in order.
    #[inline]
    pub(crate) fn each_receiver(&self, events: EventFlags, act: impl FnMut(ObjectId)) {
        let is_among = |chunk: &Chunk| chunk.events.has(events);
        self.each_row_with(&self.events, is_among, |row| row.has(events), act);
    }

    /// Calls `act` with the object of each row whose flags in `column` pass `is_one`, in chunks that pass `is_among`.
    #[inline]
    fn each_row_with<F: Copy>(
        &self,
        column: &[F],
        is_among: impl Fn(&Chunk) -> bool,
        is_one: impl Fn(F) -> bool,
        mut act: impl FnMut(ObjectId),
    ) {
        let rows = column.chunks(CHUNK).zip(self.ids.chunks(CHUNK));
        let chunks = self.chunks.iter().zip(rows);
        for (_, (flags, ids)) in chunks.filter(|(chunk, _)| is_among(chunk)) {
            for (&flags, &id) in flags.iter().zip(ids) {
                if let (true, Some(id)) = (is_one(flags), id) {
                    act(id);
                }
            }
        }
    }

    /// Removes all rows with an index of at least `rows`.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.rearrangements += 1;
        // The removed rows are all rows (`clear`), tombstones (`prune`) or particles. No counter of a chunk includes
        // the latter two, so the counters of the last chunk stay correct.
        self.instances.truncate(rows);
        self.velocities.truncate(rows);
        self.ids.truncate(rows);
        self.flags.truncate(rows);
        self.events.truncate(rows);
        self.lifetimes.truncate(rows);
        self.styles.truncate(rows);
        // A later chunk at the same index continues above this version. Otherwise a cache would mistake it for the old
        // one.
        for gone in self.chunks.drain(rows.div_ceil(CHUNK)..) {
            self.next_version = self.next_version.max(gone.version + 1);
        }
        self.changes += 1;
        if let Some(last) = self.chunks.last_mut() {
            // Copies of the last chunk have more rows than remain, so they are out of date.
            last.touch(&mut self.changes);
        }
    }

    /// Returns the flags of each row.
    pub(crate) fn row_flags(&self) -> &[RowFlags] {
        &self.flags
    }

    /// Sets the flags of a row.
    pub(crate) fn set_row_flags(&mut self, row: usize, flags: RowFlags) {
        let old = self.flags[row];
        // Flags are only added to the chunk's flags. Finding out that a row was the last with a flag takes a scan,
        // which `end_step` does once.
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.flags.0 |= flags.0;
        chunk.lost_flags |= old.0 & !flags.0 != 0;
        let recount =
            |count: u32, flag| count + u32::from(flags.has(flag)) - u32::from(old.has(flag));
        chunk.moved_individually = recount(chunk.moved_individually, RowFlags::MOVED_INDIVIDUALLY);
        chunk.quad_rows = recount(chunk.quad_rows, RowFlags::QUAD_ROW);
        self.flags[row] = flags;
    }

    /// Returns the events that each row's object receives.
    #[cfg(test)]
    pub(crate) fn events(&self) -> &[EventFlags] {
        &self.events
    }

    /// Sets the events that the object of a row receives.
    pub(crate) fn set_events(&mut self, row: usize, events: EventFlags) {
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.events.0 |= events.0;
        chunk.lost_flags |= self.events[row].0 & !events.0 != 0;
        self.events[row] = events;
    }

    /// Edits the look of a row. `place_row` and `move_row` change its position. The chunk counts as changed only if the
    /// instance did.
    pub(crate) fn edit_row(&mut self, row: usize, edit: impl FnOnce(&mut Instance)) {
        let instance = &mut self.instances[row];
        // Setters often set the current value again, and a change makes the backend copy the whole chunk: 32 KiB.
        let before = *instance;
        edit(instance);
        if *instance != before {
            self.chunks[row / CHUNK].touch(&mut self.changes);
            self.sync_quad_rows_of(row);
        }
    }

    /// Sets the velocity of a row, in world units per nominal step.
    pub(crate) fn set_velocity(&mut self, row: usize, velocity: Vec2) {
        // The chunk's version stays: velocities are not drawn.
        self.velocities[row] = velocity;
        self.chunks[row / CHUNK].may_move |= velocity != Vec2::ZERO;
    }

    /// Returns a copy of a row for another layer, without the motion of a step before `step`.
    pub(crate) fn row_for_transfer(&mut self, row: usize, step: u64) -> TransferredRow {
        // Only the chunk knows the step of a row's motion, and the row leaves its chunk. So motion of an earlier step
        // is cleared here.
        self.clear_stale_motion(row / CHUNK, step);
        TransferredRow {
            instance: self.instances[row],
            velocity: self.velocities[row],
            flags: self.flags[row],
            events: self.events[row],
            style: self.styles.get(row),
            reach: self.chunks[row / CHUNK].reach,
            quad_rows: self.quad_rows_of(row).len(),
        }
    }

    /// Adds a row of another layer in step `step`, with its motion. Returns its number.
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
            events,
            style,
            reach,
            quad_rows,
        } = row;
        // Old motion of the last chunk is cleared before the row is added. Afterwards, this would also clear the row's
        // own motion.
        if let Some(last) = self.chunks.len().checked_sub(1) {
            self.clear_stale_motion(last, step);
        }
        let row = self.push(Some(id), instance, velocity);
        self.set_row_flags(row, flags);
        self.set_events(row, events);
        self.set_style_of_one(row, style);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.reach = chunk.reach.max(reach);
        if instance.motion != Vec2::ZERO || instance.turn_motion != TurnMotion::ZERO {
            chunk.motion_of = Some(step);
        }
        self.push_quad_rows(quad_rows);
        row
    }
}

/// Hides a tombstone.
fn hide(instance: &mut Instance) {
    instance.set_flags(instance.flags().with(InstanceFlags::HIDDEN));
    instance.motion = Vec2::ZERO;
}

#[cfg(test)]
mod tests;
