//! The device's time of a frame, by timestamps at both ends of each pass.
//!
//! Times are read back without waiting: they arrive when the device has finished the frame and is polled again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use super::device::Gpu;
use super::error::GpuError;

/// Maximum number of passes with timestamps. If a frame has more, the last pass has the last pair.
const MAX_PASSES: u32 = 32;

/// Maximum number of measured frames that are not collected yet. Later frames are not measured.
const SLOTS: usize = 6;

/// Bytes of a timestamp.
const TICK_BYTES: u64 = size_of::<u64>() as u64;

/// The states of a slot.
const FREE: u8 = 0;
const AWAY: u8 = 1;
const ARRIVED: u8 = 2;
const BROKEN: u8 = 3;

/// A buffer for the timestamps of a frame.
#[derive(Debug)]
struct TimeSlot {
    buffer: wgpu::Buffer,
    /// The callback of mapping ends [`AWAY`], on any thread that polls the device.
    state: Arc<AtomicU8>,
    /// Number of timestamps in it.
    count: u32,
    /// Number of its frame.
    frame: u64,
}

/// The queries of a renderer's frames.
#[derive(Debug)]
pub(super) struct Timestamps {
    queries: wgpu::QuerySet,
    /// The device writes timestamps here, because a buffer that can be mapped cannot receive them.
    resolved: wgpu::Buffer,
    slots: Vec<TimeSlot>,
    /// The slot of the frame that is being recorded. `None` if that frame is not measured.
    open: Option<usize>,
    /// Number of frames so far.
    frames: u64,
    /// Length of a tick in nanoseconds.
    tick: f64,
}

impl Timestamps {
    /// Returns the queries of a renderer on this device. `None` if it has no timestamps, or nothing asked for them.
    ///
    /// # Errors
    /// If memory is short, or the driver refuses.
    pub(super) fn new(gpu: &Gpu) -> Result<Option<Self>, GpuError> {
        if !gpu.has_timestamps {
            return Ok(None);
        }
        let bytes = u64::from(2 * MAX_PASSES) * TICK_BYTES;
        let queries = gpu.refusable(|device| {
            device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("times of passes"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * MAX_PASSES,
            })
        })?;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = gpu.buffer("times of passes", bytes, usage, false)?;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let slot = |_| {
            Ok(TimeSlot {
                buffer: gpu.buffer("times read back", bytes, usage, false)?,
                state: Arc::new(AtomicU8::new(FREE)),
                count: 0,
                frame: 0,
            })
        };
        Ok(Some(Self {
            queries,
            resolved,
            slots: (0..SLOTS).map(slot).collect::<Result<_, GpuError>>()?,
            open: None,
            frames: 0,
            tick: f64::from(gpu.queue.get_timestamp_period()),
        }))
    }

    /// Begins a frame of this many passes. It is measured if a slot is free.
    pub(super) fn begin(&mut self, passes: usize) {
        let passes = u32::try_from(passes).unwrap_or(MAX_PASSES);
        let is_free = |slot: &TimeSlot| slot.state.load(Ordering::Acquire) == FREE;
        self.open = self.slots.iter().position(is_free);
        self.frames += 1;
        if let Some(slot) = self.open {
            self.slots[slot].count = 2 * passes.min(MAX_PASSES);
            self.slots[slot].frame = self.frames;
        }
    }

    /// Returns the timestamps that a pass writes. `number` counts the frame's passes from 0, without a gap. `None` if the
    /// frame is not measured, or if it has too many passes.
    pub(super) fn of_pass(
        &self,
        number: usize,
        is_last: bool,
    ) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        let pairs = self.slots[self.open?].count / 2;
        let pair = match is_last {
            true => pairs - 1,
            false => u32::try_from(number)
                .ok()
                .filter(|number| number + 1 < pairs)?,
        };
        let first = 2 * pair;
        Some(wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        })
    }

    /// Records the copy of the frame's timestamps, after its last pass.
    pub(super) fn finish(&self, encoder: &mut wgpu::CommandEncoder) {
        let Some(slot) = self.open.map(|open| &self.slots[open]) else {
            return;
        };
        let bytes = u64::from(slot.count) * TICK_BYTES;
        encoder.resolve_query_set(&self.queries, 0..slot.count, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &slot.buffer, 0, bytes);
    }

    /// Requests the frame's timestamps. Call it after the submission.
    pub(super) fn recall(&mut self) {
        let Some(slot) = self.open.take().map(|open| &self.slots[open]) else {
            return;
        };
        slot.state.store(AWAY, Ordering::Release);
        let state = Arc::clone(&slot.state);
        slot.buffer
            .map_async(wgpu::MapMode::Read, .., move |mapped| {
                let state_after = if mapped.is_ok() { ARRIVED } else { BROKEN };
                state.store(state_after, Ordering::Release);
            });
    }

    /// Returns the time of the latest frame whose timestamps have arrived since the last call.
    pub(super) fn collect(&mut self) -> Option<Duration> {
        let mut latest = None;
        for slot in &self.slots {
            if slot.state.load(Ordering::Acquire) != ARRIVED {
                continue;
            }
            if let Ok(view) = slot.buffer.get_mapped_range(..) {
                let ticks = view.as_chunks().0.iter();
                let ticks = ticks.map(|ticks| u64::from_le_bytes(*ticks));
                let time = time_between(ticks.take(slot.count as usize), self.tick);
                latest = latest.max(Some((slot.frame, time)));
            }
            slot.buffer.unmap();
            slot.state.store(FREE, Ordering::Release);
        }
        latest.map(|(_, time)| time)
    }

    /// Returns the bytes of its buffers.
    pub(super) fn bytes(&self) -> u64 {
        let slots = self.slots.iter().map(|slot| slot.buffer.size());
        self.resolved.size() + slots.sum::<u64>()
    }
}

/// Returns the time between the first and the last of some timestamps, whose unit is `tick` nanoseconds.
fn time_between(ticks: impl Iterator<Item = u64> + Clone, tick: f64) -> Duration {
    let first = ticks.clone().min().unwrap_or(0);
    let last = ticks.max().unwrap_or(0);
    let seconds = (last - first) as f64 * tick / 1e9;
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_lasts_from_its_first_tick_to_its_last() {
        for (ticks, tick, nanoseconds) in [
            (&[][..], 1.0, 0),
            (&[7], 1.0, 0),
            (&[100, 150, 120, 400], 1.0, 300),
            (&[u64::MAX - 10, u64::MAX], 2.5, 25),
            (&[5, 9], f64::NAN, 0),
        ] {
            let time = time_between(ticks.iter().copied(), tick);
            assert_eq!(time, Duration::from_nanos(nanoseconds), "{ticks:?}");
        }
    }
}
