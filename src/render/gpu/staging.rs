//! Uploads: mapped buffers that are filled, copied by the device, and reused.
//!
//! A frame's bytes are copied once, into a mapped buffer; the device copies them to their destinations.
//! `queue.write_buffer` creates a buffer for each call, and `StagingBelt` cuts a frame into pieces of a fixed size,
//! each with a copy command, a view and a message. Here a frame usually has one buffer and one view, and it has one
//! command for each run of adjacent writes.
//!
//! The order of a frame: [`Staging::begin`], writes, [`Staging::finish`], the submission, [`Staging::recall`]. If an
//! error interrupts it, drop the whole [`Staging`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::device::Gpu;
use super::error::GpuError;

/// The least size of a buffer, in bytes: 64 KiB, so that small frames have buffers of one size and reuse each other's
/// buffers.
const SMALLEST: u64 = 64 << 10;

/// A buffer that was at least four times too large in more than this many uses in a row is dropped, so that a single
/// busy moment does not keep its memory. At 60 frames per second, that takes at least 4 seconds.
const PATIENT_FRAMES: u32 = 240;

/// The states of a slot's buffer: mapped, in use by the device, or failed to map again.
const READY: u8 = 0;
const AWAY: u8 = 1;
const BROKEN: u8 = 2;

/// One of the mapped buffers.
#[derive(Debug)]
struct StagingSlot {
    buffer: wgpu::Buffer,
    /// [`READY`], [`AWAY`] or [`BROKEN`]. The callback of mapping ends [`AWAY`]. It may run on any thread that polls
    /// the device.
    state: Arc<AtomicU8>,
    /// Number of uses since more than a quarter of it was needed. Stays 0 for a buffer of the least size.
    too_large_for: u32,
}

/// The buffer being filled.
#[derive(Debug)]
struct OpenSlot {
    /// The index of its slot.
    slot: usize,
    view: wgpu::BufferViewMut,
    /// Bytes that are filled, from the first.
    used: u64,
}

/// A copy for the device to make, held back because the next may continue it.
#[derive(Debug)]
struct PendingCopy {
    /// The slot that is copied from.
    slot: usize,
    /// The offset in the slot's buffer, in bytes.
    from: u64,
    target: wgpu::Buffer,
    /// The offset in the target, in bytes.
    to: u64,
    bytes: u64,
}

/// Mapped buffers that are reused from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Staging {
    slots: Vec<StagingSlot>,
    /// Slots that this frame has filled, without the open one.
    filled: Vec<usize>,
    open: Option<OpenSlot>,
    pending: Option<PendingCopy>,
    /// Number of bytes that the frame still has to write. A buffer is opened with room for all of them, if the device
    /// allows it.
    expected: u64,
    written: u64,
}

impl Staging {
    /// Starts a frame that will write about this many bytes. If it writes more, a further buffer is opened.
    pub(super) fn begin(&mut self, expected: u64) {
        self.expected = expected;
        self.written = 0;
    }

    /// Returns the bytes of its buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.slots.iter().map(|slot| slot.buffer.size()).sum()
    }

    /// Returns the bytes written since the frame began.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Has the device copy bytes to the offset `to` of a buffer. The offset and the number of bytes are multiples of 4,
    /// as copies between buffers require.
    ///
    /// # Errors
    /// If memory for another buffer is short, or the driver does not map it.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Buffer,
        mut to: u64,
        mut bytes: &[u8],
    ) -> Result<(), GpuError> {
        while !bytes.is_empty() {
            let mut open = match self.open.take() {
                Some(open) if open.used < self.slots[open.slot].buffer.size() => open,
                full => {
                    self.filled.extend(full.map(|full| full.slot));
                    self.open_slot(gpu)?
                }
            };
            let used = index(open.used);
            let room = index(self.slots[open.slot].buffer.size()) - used;
            let (now, later) = bytes.split_at(bytes.len().min(room));
            open.view.slice(used..used + now.len()).copy_from_slice(now);
            let length = now.len() as u64;
            self.queue_copy(
                encoder,
                PendingCopy {
                    slot: open.slot,
                    from: open.used,
                    target: target.clone(),
                    to,
                    bytes: length,
                },
            );
            open.used += length;
            self.open = Some(open);
            self.written += length;
            self.expected = self.expected.saturating_sub(length);
            to += length;
            bytes = later;
        }
        Ok(())
    }

    /// Ends the frame's writing: after this its commands may be submitted.
    pub(super) fn finish(&mut self, encoder: &mut wgpu::CommandEncoder) {
        self.record_pending(encoder);
        // Drops the view of the open slot: a buffer with a view of its memory cannot be unmapped.
        self.filled.extend(self.open.take().map(|open| open.slot));
        for &slot in &self.filled {
            self.slots[slot].buffer.unmap();
        }
    }

    /// Maps the filled buffers again, as soon as the device has read them. Call it after the submission: commands that
    /// read a buffer cannot be submitted while it is mapped or waits to be mapped.
    pub(super) fn recall(&mut self) {
        for slot in self.filled.drain(..) {
            let slot = &mut self.slots[slot];
            slot.state.store(AWAY, Ordering::Release);
            let state = Arc::clone(&slot.state);
            slot.buffer
                .map_async(wgpu::MapMode::Write, .., move |mapped| {
                    state.store(
                        if mapped.is_ok() { READY } else { BROKEN },
                        Ordering::Release,
                    );
                });
        }
    }

    /// Extends the copy held back if the new one continues it in both buffers. Otherwise records the old one, and holds
    /// the new one back.
    fn queue_copy(&mut self, encoder: &mut wgpu::CommandEncoder, copy: PendingCopy) {
        if let Some(last) = &mut self.pending
            && last.slot == copy.slot
            && last.to + last.bytes == copy.to
            && last.from + last.bytes == copy.from
            && last.target == copy.target
        {
            last.bytes += copy.bytes;
            return;
        }
        self.record_pending(encoder);
        self.pending = Some(copy);
    }

    /// Records the copy held back, if there is one.
    fn record_pending(&mut self, encoder: &mut wgpu::CommandEncoder) {
        if let Some(copy) = self.pending.take() {
            let source = &self.slots[copy.slot].buffer;
            encoder.copy_buffer_to_buffer(source, copy.from, &copy.target, copy.to, copy.bytes);
        }
    }

    /// Opens a mapped buffer for the expected bytes: a returned one, or a new one.
    fn open_slot(&mut self, gpu: &Gpu) -> Result<OpenSlot, GpuError> {
        // A power of two, so that frames of slightly different sizes use the same buffers.
        let wanted = self
            .expected
            .max(SMALLEST)
            .next_power_of_two()
            .min(gpu.limits.max_buffer_size);
        let slot = match self.free_slot(wanted) {
            Some(slot) => slot,
            None => self.add_slot(gpu, wanted)?,
        };
        let buffer = &self.slots[slot].buffer;
        let view = buffer
            .get_mapped_range_mut(..)
            .map_err(|error| GpuError::Refused(error.to_string()))?;
        Ok(OpenSlot {
            slot,
            view,
            used: 0,
        })
    }

    /// Finds a mapped buffer that is large enough. Drops those before it that failed, are too small, or have been too
    /// large for long.
    fn free_slot(&mut self, wanted: u64) -> Option<usize> {
        // Slots of this frame are not yet [`AWAY`], because they are unmapped and mapped again only at its end.
        let busy = |staging: &Self, at: usize| {
            staging.filled.contains(&at) || staging.slots[at].state.load(Ordering::Acquire) == AWAY
        };
        let mut found = None;
        let mut at = 0;
        while at < self.slots.len() {
            if found.is_some() || busy(self, at) {
                at += 1;
                continue;
            }
            let slot = &mut self.slots[at];
            let broken = slot.state.load(Ordering::Acquire) == BROKEN;
            let too_large = slot.buffer.size() > SMALLEST && slot.buffer.size() / 4 >= wanted;
            slot.too_large_for = if too_large { slot.too_large_for + 1 } else { 0 };
            if broken || slot.buffer.size() < wanted || slot.too_large_for > PATIENT_FRAMES {
                self.release(at);
                continue;
            }
            found = Some(at);
        }
        found
    }

    /// Drops a slot. The last slot takes its index.
    fn release(&mut self, at: usize) {
        let last = self.slots.len() - 1;
        self.slots.swap_remove(at);
        for slot in self.filled.iter_mut().filter(|slot| **slot == last) {
            *slot = at;
        }
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.slot == last) {
            pending.slot = at;
        }
    }

    /// Creates a mapped buffer of this many bytes. Returns its slot.
    fn add_slot(&mut self, gpu: &Gpu, bytes: u64) -> Result<usize, GpuError> {
        let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
        let buffer = gpu.buffer("staging", bytes, usage, true)?;
        let state = Arc::new(AtomicU8::new(READY));
        self.slots.push(StagingSlot {
            buffer,
            state,
            too_large_for: 0,
        });
        Ok(self.slots.len() - 1)
    }
}

/// Returns an offset in mapped memory as a `usize`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a mapped buffer's size fits into a usize"
)]
fn index(offset: u64) -> usize {
    offset as usize
}
