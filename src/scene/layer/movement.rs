//! How the rows of a layer move: one by one, and all at once by their velocities.

use glam::Vec2;

use super::{CHUNK, Layer};
use crate::base::id::ObjectId;
use crate::base::valid::{LARGEST, is_valid};
use crate::geometry::Rect;
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::altitude_settings::MovedBy;
use crate::scene::instance::Instance;
use crate::scene::row_flags::RowFlags;

impl Layer {
    /// Moves a row to a position in step `step`; drawing smooths the way.
    #[inline]
    pub(crate) fn move_row(&mut self, row: usize, to: Vec2, step: u64) {
        if self.chunks[row / CHUNK].motion_of != Some(step) {
            self.clear_stale_motion(row / CHUNK, step);
        }
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch(&mut self.changes);
        chunk.motion_of = Some(step);
        let instance = &mut self.instances[row];
        instance.motion += to - instance.position;
        // `position += motion` would round: a move ends exactly at its target.
        instance.position = to;
        self.sync_quad_rows_of(row);
    }

    /// Adds a row above the others, without an object, whose instance has motion of step `step`.
    pub(in crate::scene) fn push_moving(&mut self, instance: Instance, step: u64) -> usize {
        // Old motion of the last chunk is cleared before the row is added. Afterwards, this would also clear the row's
        // own motion.
        if let Some(last) = self.chunks.len().checked_sub(1) {
            self.clear_stale_motion(last, step);
        }
        let row = self.push(None, instance, Vec2::ZERO);
        self.chunks[row / CHUNK].motion_of = Some(step);
        row
    }

    /// Puts a row at a position in step `step`; drawing shows a jump.
    pub(crate) fn place_row(&mut self, row: usize, position: Vec2, step: u64) {
        self.clear_stale_motion(row / CHUNK, step);
        self.chunks[row / CHUNK].touch(&mut self.changes);
        self.instances[row].position = position;
        self.instances[row].motion = Vec2::ZERO;
        self.sync_quad_rows_of(row);
    }

    /// Moves every row without [`RowFlags::MOVED_INDIVIDUALLY`] by its velocity times `dt`, in nominal steps, unless
    /// the game moves the layer. Appends the objects of all rows that [may be outside](Layer::list_maybe_outside) the
    /// boundary to a list, in order.
    pub(crate) fn advance(
        &mut self,
        dt: f32,
        step: u64,
        boundary: Rect,
        outside: &mut Vec<ObjectId>,
    ) {
        // While time stands still, nothing moves: moving by 0 would mark chunks as changed, and they would be copied in
        // vain.
        let moves = self.moved_by != MovedBy::Game && dt != 0.0;
        // Each chunk is tested for the boundary right after it has moved, while it is still in the cache.
        for index in 0..self.chunks.len() {
            if moves && self.chunks[index].may_move {
                self.advance_chunk(index, dt, step);
            }
            self.list_maybe_outside(index, boundary, outside);
        }
    }

    /// Like `advance`, without a boundary.
    #[cfg(test)]
    pub(crate) fn advance_alone(&mut self, dt: f32, step: u64) {
        self.advance(dt, step, Rect::default(), &mut Vec::new());
    }

    /// Returns the next individually moved row in `from..end`, and its object: a row with
    /// [`RowFlags::MOVED_INDIVIDUALLY`] that has a velocity or is driven by an acceleration or a force. `is_driven` is
    /// `None` if no object is driven; then chunks without a velocity are skipped.
    #[inline]
    pub(crate) fn next_mover(
        &self,
        from: usize,
        end: usize,
        is_driven: Option<impl Fn(ObjectId) -> bool>,
    ) -> Option<(usize, ObjectId)> {
        let (mut row, end) = (from, end.min(self.ids.len()));
        while row < end {
            let chunk = &self.chunks[row / CHUNK];
            let last = ((row / CHUNK + 1) * CHUNK).min(end);
            if chunk.moved_individually == 0 || !chunk.may_move && is_driven.is_none() {
                row = last;
                continue;
            }
            for row in row..last {
                if !self.flags[row].has(RowFlags::MOVED_INDIVIDUALLY) {
                    continue;
                }
                let Some(id) = self.ids[row] else {
                    continue;
                };
                let is_driven = || is_driven.as_ref().is_some_and(|is_driven| is_driven(id));
                if self.velocities[row] != Vec2::ZERO || is_driven() {
                    return Some((row, id));
                }
            }
            row = last;
        }
        None
    }

    /// Counts individually moved rows.
    pub(crate) fn count_individual(&self) -> usize {
        let counts = self.chunks.iter().map(|chunk| chunk.moved_individually);
        counts.map(|count| count as usize).sum()
    }

    /// Counts individually moved rows with a velocity. Stops once there are `enough`.
    pub(crate) fn count_movers(&self, enough: usize) -> usize {
        let mut moving = 0;
        for (index, chunk) in self.chunks.iter().enumerate() {
            if moving >= enough {
                break;
            }
            if chunk.moved_individually > 0 && chunk.may_move {
                let rows = self.chunk_rows(index);
                let rows = self.flags[rows.clone()].iter().zip(&self.velocities[rows]);
                let moves = |(flags, velocity): &(&RowFlags, &Vec2)| {
                    flags.has(RowFlags::MOVED_INDIVIDUALLY) && **velocity != Vec2::ZERO
                };
                moving += rows.filter(moves).count();
            }
        }
        moving
    }

    fn advance_chunk(&mut self, index: usize, dt: f32, step: u64) {
        let rows = self.chunk_rows(index);
        let mut velocities = self.velocities[rows.clone()].iter();
        // This search is cheap: in a moving chunk, it usually ends at the first row. If no row moves, `end_step` clears
        // older motion.
        let may_move = velocities.any(|&velocity| velocity != Vec2::ZERO);
        self.chunks[index].may_move = may_move;
        if !may_move {
            return;
        }
        let mixed = self.chunks[index].moved_individually > 0;
        // `advance_mixed` leaves rows out and adds to the others, so older motion has to go first. `advance_all`
        // overwrites the motion of every row, which saves a pass.
        if mixed {
            self.clear_stale_motion(index, step);
        }
        let chunk = &mut self.chunks[index];
        let velocities = &self.velocities[rows.clone()];
        let instances = &mut self.instances[rows.clone()];
        let (moved, is_far) = if mixed {
            advance_mixed(instances, velocities, &self.flags[rows], dt)
        } else if chunk.motion_of == Some(step) {
            (true, advance_more(instances, velocities, dt))
        } else {
            (true, advance_all(instances, velocities, dt))
        };
        if is_far {
            bring_back(instances);
        }
        if moved {
            chunk.motion_of = Some(step);
            chunk.touch(&mut self.changes);
        }
    }

    /// Turns a row to the angle `to` in step `step`; drawing smooths the turn `by`.
    pub(crate) fn turn_row(&mut self, row: usize, to: Turn, by: TurnMotion, step: u64) {
        self.clear_stale_motion(row / CHUNK, step);
        let chunk = &mut self.chunks[row / CHUNK];
        chunk.touch(&mut self.changes);
        if by != TurnMotion::ZERO {
            chunk.motion_of = Some(step);
        }
        self.instances[row].turn = to;
        self.instances[row].turn_motion = by;
        self.sync_quad_rows_of(row);
    }

    /// Sets the motion of rows that moved in step `step` to their velocity at the step's end times `dt`, for
    /// extrapolated drawing: after a bounce it leads away from the wall. Rows that rested or jumped have no motion.
    /// [`Layer::extrapolate_row`] handles individually moved rows.
    pub(crate) fn extrapolate(&mut self, dt: f32, step: u64) {
        if self.moved_by == MovedBy::Game {
            return;
        }
        for index in 0..self.chunks.len() {
            if self.chunks[index].motion_of == Some(step) {
                for row in self.chunk_rows(index) {
                    let is_alone = self.flags[row].has(RowFlags::MOVED_INDIVIDUALLY);
                    if !is_alone && self.ids[row].is_some() {
                        self.extrapolate_row(row, dt, step);
                    }
                }
            }
        }
    }

    /// Like [`Layer::extrapolate`], for one row.
    pub(crate) fn extrapolate_row(&mut self, row: usize, dt: f32, step: u64) {
        let chunk = &mut self.chunks[row / CHUNK];
        let instance = &mut self.instances[row];
        if chunk.motion_of == Some(step) && instance.motion != Vec2::ZERO {
            instance.motion = self.velocities[row] * dt;
            chunk.touch(&mut self.changes);
        }
    }

    /// Ends step `step`: rows that did not move in it lose older motion, chunks drop flags that no row has any more,
    /// and quad rows follow their owners.
    pub(crate) fn end_step(&mut self, step: u64) {
        for index in 0..self.chunks.len() {
            // The conditions form one test per chunk: a layer may have a thousand chunks, and most have nothing to do
            // (bench `step`, group `still`).
            let chunk = &self.chunks[index];
            if chunk.motion_of.is_some() | chunk.lost_flags | (chunk.quad_rows > 0) {
                self.clear_stale_motion(index, step);
                self.refresh_flags(index);
                self.sync_quad_rows_in(index);
            }
        }
    }

    /// Drops flags that no row of a chunk has any more, so that phases skip the chunk again.
    fn refresh_flags(&mut self, index: usize) {
        let rows = self.chunk_rows(index);
        let chunk = &mut self.chunks[index];
        if chunk.lost_flags {
            chunk.collect_flags(&self.flags[rows.clone()], &self.events[rows]);
        }
    }

    /// Puts the rows of a chunk to rest if their motion belongs to a step before `step`.
    pub(super) fn clear_stale_motion(&mut self, index: usize, step: u64) {
        let rows = self.chunk_rows(index);
        let chunk = &mut self.chunks[index];
        if chunk.motion_of.is_none_or(|of| of == step) {
            return;
        }
        chunk.motion_of = None;
        // Motion is copied with the instances, so a chunk is copied once more in the step after its last movement.
        chunk.touch(&mut self.changes);
        self.instances[rows].iter_mut().for_each(Instance::rest);
    }
}

/// Moves all rows of a chunk whose rows have not moved in this step yet, and overwrites their motion. This is a tight
/// loop without a branch: see the bench `step`. Returns whether any coordinate is beyond the largest valid one.
fn advance_all(instances: &mut [Instance], velocities: &[Vec2], dt: f32) -> bool {
    let mut farthest = Vec2::ZERO;
    for (instance, &velocity) in instances.iter_mut().zip(velocities) {
        instance.step_by(velocity * dt);
        farthest = farthest.max(instance.position.abs());
    }
    !is_valid(farthest)
}

/// Clamps positions to the largest coordinate.
#[cold]
fn bring_back(instances: &mut [Instance]) {
    for instance in instances {
        let most = Vec2::splat(LARGEST);
        instance.position = instance.position.clamp(-most, most);
    }
}

/// Like `advance_all`, also in its result, for a chunk with a row that has already moved in this step: motions add up.
fn advance_more(instances: &mut [Instance], velocities: &[Vec2], dt: f32) -> bool {
    let mut farthest = Vec2::ZERO;
    for (instance, &velocity) in instances.iter_mut().zip(velocities) {
        let motion = velocity * dt;
        instance.position += motion;
        instance.motion += motion;
        farthest = farthest.max(instance.position.abs());
    }
    !is_valid(farthest)
}

/// Like `advance_more`, without individually moved rows. Returns whether any row moved, and whether any coordinate is
/// beyond the largest.
fn advance_mixed(
    instances: &mut [Instance],
    velocities: &[Vec2],
    flags: &[RowFlags],
    dt: f32,
) -> (bool, bool) {
    let (mut any, mut farthest) = (false, Vec2::ZERO);
    for ((instance, &velocity), flags) in instances.iter_mut().zip(velocities).zip(flags) {
        if !flags.has(RowFlags::MOVED_INDIVIDUALLY) && velocity != Vec2::ZERO {
            instance.position += velocity * dt;
            instance.motion += velocity * dt;
            farthest = farthest.max(instance.position.abs());
            any = true;
        }
    }
    (any, !is_valid(farthest))
}
