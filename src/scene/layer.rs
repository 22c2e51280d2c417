//! A layer: the objects of one altitude as dense columns, in the order in which they are painted.

mod prune;
mod watch;

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};
use glam::Vec2;

use self::prune::Closing;
use super::altitudes::MovedBy;
use super::chunk::Chunk;
use super::instance::{Instance, InstanceFlags};
use super::lifetimes::Lifetimes;
use crate::base::id::ObjectId;
use crate::geometry::turns::Turn;

/// Rows in a chunk: the unit of upload, of skipping what is out of view, and of growth.
pub const CHUNK: usize = 1024;

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

/// What the world does with a row, besides moving it: bits of a cold column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roles(pub(crate) u16);

impl Roles {
    /// Moved by the world one by one, not in bulk.
    pub(crate) const SINGLE: Self = Self(1);
    /// Can be collided with.
    pub(crate) const SOLID: Self = Self(1 << 1);
    /// Its animation advances.
    pub(crate) const ANIMATED: Self = Self(1 << 2);
    /// Hears when it leaves the world.
    pub(crate) const WATCHED: Self = Self(1 << 3);
    /// Hears the step event.
    pub(crate) const STEP: Self = Self(1 << 4);
    /// Has a turn at the `after` phase.
    pub(crate) const AFTER: Self = Self(1 << 5);
    /// Has a turn at the `final` phase.
    pub(crate) const FINAL: Self = Self(1 << 6);
    /// Hears the keyboard.
    pub(crate) const KEYBOARD: Self = Self(1 << 7);
    /// Hears the mouse.
    pub(crate) const MOUSE: Self = Self(1 << 8);
    /// Hears view events.
    pub(crate) const VIEW: Self = Self(1 << 9);
    /// Hears the game's own events.
    pub(crate) const CUSTOM: Self = Self(1 << 10);

    /// Turns by itself.
    pub(crate) const SPINS: Self = Self(1 << 11);
    /// Is wholly outside the world, and was told so.
    pub(crate) const OUTSIDE: Self = Self(1 << 12);
    /// Nobody's row any more: its gap is closed when the layer is pruned.
    pub(crate) const DEAD: Self = Self(1 << 13);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn with(self, other: Self, on: bool) -> Self {
        if on {
            Self(self.0 | other.0)
        } else {
            Self(self.0 & !other.0)
        }
    }
}

/// A row on its way to another layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CarriedRow {
    instance: Instance,
    velocity: Vec2,
    roles: Roles,
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
    roles: Vec<Roles>,
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
            roles: self.roles.clone(),
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
            roles: Vec::new(),
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
                self.freshen(index, self.now);
            }
            let chunk = &mut self.chunks[index];
            chunk.touch();
            chunk.restless = true;
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
            chunk.restless = true;
        }
        VelocitiesMut {
            instances: &self.instances,
            velocities: &mut self.velocities,
            ids: &self.ids,
        }
    }

    /// What holds from here on: the step that runs, or the last one, and who moves the rows.
    pub(super) fn keep_up(&mut self, now: u64, moved_by: MovedBy) {
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
        self.roles.push(Roles::default());
        self.lifetimes.push();
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        chunk.restless |= velocity != Vec2::ZERO;
        row
    }

    /// Makes room for this many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.instances.reserve(rows);
        self.velocities.reserve(rows);
        self.ids.reserve(rows);
        self.roles.reserve(rows);
        self.lifetimes.reserve(rows);
    }

    /// Takes every row out. Keeps the memory.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.dead = 0;
        self.closing = None;
    }

    /// Hides a row and marks it as removed. Its object's other rows of data belong to the world.
    pub(crate) fn bury(&mut self, row: usize) {
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        chunk.singles -= u32::from(self.roles[row].has(Roles::SINGLE));
        self.roles[row] = Roles::DEAD;
        self.velocities[row] = Vec2::ZERO;
        self.ids[row] = None;
        hide(&mut self.instances[row]);
        self.lifetimes.set(row, f64::INFINITY, 0);
        self.dead += 1;
    }

    /// The rows that have any of these roles, in order. Chunks without one are skipped.
    pub(crate) fn rows_with(&self, roles: Roles) -> impl Iterator<Item = usize> {
        let chunks = self
            .chunks
            .iter()
            .enumerate()
            .filter(move |(_, chunk)| chunk.roles.has(roles));
        chunks
            .flat_map(|(index, _)| index * CHUNK..((index + 1) * CHUNK).min(self.roles.len()))
            .filter(move |&row| self.roles[row].has(roles))
    }

    fn truncate(&mut self, rows: usize) {
        self.instances.truncate(rows);
        self.velocities.truncate(rows);
        self.ids.truncate(rows);
        self.roles.truncate(rows);
        self.lifetimes.truncate(rows);
        for gone in self.chunks.drain(rows.div_ceil(CHUNK)..) {
            self.next_version = self.next_version.max(gone.version + 1);
        }
        if let Some(last) = self.chunks.last_mut() {
            last.touch();
        }
    }

    pub(crate) fn roles(&self) -> &[Roles] {
        &self.roles
    }

    pub(crate) fn set_roles(&mut self, row: usize, roles: Roles) {
        let old = self.roles[row];
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.roles.0 |= roles.0;
        chunk.singles =
            chunk.singles + u32::from(roles.has(Roles::SINGLE)) - u32::from(old.has(Roles::SINGLE));
        self.roles[row] = roles;
    }

    /// Changes how a row looks. Not for its position: see `place_row` and `move_row`.
    pub(crate) fn edit_row(&mut self, row: usize, edit: impl FnOnce(&mut Instance)) {
        self.chunks[row / CHUNK].touch();
        edit(&mut self.instances[row]);
    }

    pub(crate) fn set_velocity(&mut self, row: usize, velocity: Vec2) {
        self.velocities[row] = velocity;
        self.chunks[row / CHUNK].restless |= velocity != Vec2::ZERO;
    }

    /// Moves a row to a place in step `step` so that drawing shows it travel.
    pub(crate) fn move_row(&mut self, row: usize, to: Vec2, step: u64) {
        self.freshen(row / CHUNK, step);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        chunk.motion_of = Some(step);
        let instance = &mut self.instances[row];
        instance.motion += to - instance.position;
        instance.position = to;
    }

    /// Puts a row elsewhere in step `step` so that drawing shows it jump.
    pub(crate) fn place_row(&mut self, row: usize, position: Vec2, step: u64) {
        self.freshen(row / CHUNK, step);
        self.chunks[row / CHUNK].touch();
        self.instances[row].position = position;
        self.instances[row].motion = Vec2::ZERO;
    }

    /// Moves every row that the world does not move one by one, along its velocity; `dt` in steps.
    pub(crate) fn advance(&mut self, dt: f32, step: u64) {
        if self.moved_by == MovedBy::Game {
            return;
        }
        if dt == 0.0 {
            // Nothing moves, and nothing comes to rest: time stands still.
            return;
        }
        for index in 0..self.chunks.len() {
            if self.chunks[index].restless {
                self.advance_chunk(index, dt, step);
            }
        }
    }

    fn advance_chunk(&mut self, index: usize, dt: f32, step: u64) {
        let rows = self.chunk_rows(index);
        let mut velocities = self.velocities[rows.clone()].iter();
        // Mostly the first row answers. A chunk that has come to rest loses its motion at the step's end.
        let restless = velocities.any(|&velocity| velocity != Vec2::ZERO);
        self.chunks[index].restless = restless;
        if !restless {
            return;
        }
        let mixed = self.chunks[index].singles > 0;
        if mixed {
            self.freshen(index, step);
        }
        let chunk = &mut self.chunks[index];
        let velocities = &self.velocities[rows.clone()];
        let instances = &mut self.instances[rows.clone()];
        let moved = if mixed {
            advance_mixed(instances, velocities, &self.roles[rows], dt)
        } else if chunk.motion_of == Some(step) {
            advance_more(instances, velocities, dt);
            true
        } else {
            advance_all(instances, velocities, dt);
            true
        };
        if moved {
            chunk.motion_of = Some(step);
            chunk.touch();
        }
    }

    /// A row to move to another layer in step `step`: what it shows, without an earlier step's motion.
    pub(crate) fn row_to_carry(&mut self, row: usize, step: u64) -> CarriedRow {
        self.freshen(row / CHUNK, step);
        CarriedRow {
            instance: self.instances[row],
            velocity: self.velocities[row],
            roles: self.roles[row],
            reach: self.chunks[row / CHUNK].reach,
        }
    }

    /// Adds a row that came from another layer in step `step`, and keeps its motion.
    pub(crate) fn push_carried(&mut self, id: ObjectId, carried: CarriedRow, step: u64) -> usize {
        let CarriedRow {
            instance,
            velocity,
            roles,
            reach,
        } = carried;
        if let Some(last) = self.chunks.len().checked_sub(1) {
            self.freshen(last, step);
        }
        let row = self.push(Some(id), instance, velocity);
        self.set_roles(row, roles);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.reach = chunk.reach.max(reach);
        if instance.motion != Vec2::ZERO || instance.turn_motion != 0 {
            chunk.motion_of = Some(step);
        }
        row
    }

    /// Turns a row in step `step`, by 1/65536 of a turn, so that drawing shows it turn.
    pub(crate) fn turn_row(&mut self, row: usize, to: Turn, by: i16, step: u64) {
        self.freshen(row / CHUNK, step);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch();
        if by != 0 {
            chunk.motion_of = Some(step);
        }
        self.instances[row].turn = to;
        self.instances[row].turn_motion = by;
    }

    /// At a step's end: rows that did not move in it are drawn where they are.
    pub(crate) fn settle(&mut self, step: u64) {
        for chunk in 0..self.chunks.len() {
            self.freshen(chunk, step);
        }
    }

    /// Forgets the motion of an earlier step.
    fn freshen(&mut self, index: usize, step: u64) {
        let rows = self.chunk_rows(index);
        let chunk = &mut self.chunks[index];
        if chunk.motion_of.is_none_or(|of| of == step) {
            return;
        }
        chunk.motion_of = None;
        chunk.touch();
        self.instances[rows].iter_mut().for_each(Instance::rest);
    }
}

/// Where nobody is, nothing is drawn.
fn hide(instance: &mut Instance) {
    instance.set_flags(instance.flags().with(InstanceFlags::HIDDEN));
    instance.motion = Vec2::ZERO;
}

/// The tight loop: nothing in the chunk is special, and nothing has moved in this step.
fn advance_all(instances: &mut [Instance], velocities: &[Vec2], dt: f32) {
    for (instance, &velocity) in instances.iter_mut().zip(velocities) {
        instance.step_by(velocity * dt);
    }
}

/// As `advance_all`, for a chunk in which something has already moved in this step.
fn advance_more(instances: &mut [Instance], velocities: &[Vec2], dt: f32) {
    for (instance, &velocity) in instances.iter_mut().zip(velocities) {
        let motion = velocity * dt;
        instance.position += motion;
        instance.motion += motion;
    }
}

/// As `advance_more`, leaving out the rows that the world moves itself. Answers whether any other moved.
fn advance_mixed(
    instances: &mut [Instance],
    velocities: &[Vec2],
    roles: &[Roles],
    dt: f32,
) -> bool {
    let mut any = false;
    for ((instance, &velocity), roles) in instances.iter_mut().zip(velocities).zip(roles) {
        if !roles.has(Roles::SINGLE) && velocity != Vec2::ZERO {
            instance.position += velocity * dt;
            instance.motion += velocity * dt;
            any = true;
        }
    }
    any
}

mod pose;
pub(crate) use pose::Pose;

#[cfg(test)]
mod tests;
