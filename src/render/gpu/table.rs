//! A list of records on the device. Only changed ranges are written.
//!
//! Changes are found by comparing bytes with a copy, so that callers do not track them. Meant for tables of some KiB;
//! the many instances have versions instead.

use core::ops::Range;

use super::device::Gpu;
use super::error::GpuError;
use super::staging::Staging;

/// A growing buffer, and a copy of its contents.
#[derive(Debug)]
pub(super) struct DeviceTable {
    /// The buffer's label, and its name in errors.
    what: &'static str,
    usage: wgpu::BufferUsages,
    /// Never smaller than `held`.
    buffer: wgpu::Buffer,
    /// The table's bytes. Those outside `stale` are on the device, or will be once the recorded writes are done.
    held: Vec<u8>,
    /// Range of `held` that is not written yet, in bytes.
    stale: Range<usize>,
}

impl DeviceTable {
    /// Creates an empty table with room for this many bytes, under the label `what`. `usage` says how the shader reads
    /// it.
    pub(super) fn new(
        gpu: &Gpu,
        what: &'static str,
        bytes: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<Self, GpuError> {
        let usage = usage | wgpu::BufferUsages::COPY_DST;
        let buffer = gpu.buffer(what, bytes, usage, false)?;
        Ok(Self {
            what,
            usage,
            buffer,
            held: Vec::new(),
            stale: 0..0,
        })
    }

    /// Returns the buffer, which [`DeviceTable::set`] may replace.
    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Returns the number of bytes to be written.
    pub(super) fn stale_bytes(&self) -> u64 {
        self.stale.len() as u64
    }

    /// Replaces the records. Returns whether a larger buffer replaced the old one. Records that do not fit into the
    /// device's largest buffer are left out.
    pub(super) fn set(&mut self, gpu: &Gpu, bytes: &[u8]) -> Result<bool, GpuError> {
        let most = index(
            gpu.limits
                .max_buffer_size
                .min(gpu.limits.max_storage_buffer_binding_size),
        );
        let bytes = &bytes[..bytes.len().min(most)];
        // The room is rounded up to a power of two, so that a growing table is replaced rarely. The new buffer is
        // empty, so all records must be written.
        let grown = bytes.len() > index(self.buffer.size());
        if grown {
            let room = bytes.len().next_power_of_two().min(most) as u64;
            self.buffer = gpu.buffer(self.what, room, self.usage, false)?;
            self.held.clear();
            self.stale = 0..0;
        }
        if let Some(changed) = difference(&self.held, bytes) {
            // The copy is never shortened: bytes beyond the end stay on the device, and are not written again if the
            // table grows to the same bytes.
            self.held.resize(bytes.len().max(self.held.len()), 0);
            self.held[changed.clone()].copy_from_slice(&bytes[changed.clone()]);
            self.stale = union(&self.stale, &changed);
        }
        Ok(grown)
    }

    /// Records the write of changed bytes, which then count as written.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        staging: &mut Staging,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        if !self.stale.is_empty() {
            let bytes = &self.held[self.stale.clone()];
            staging.write(gpu, encoder, &self.buffer, self.stale.start as u64, bytes)?;
            self.stale = 0..0;
        }
        Ok(())
    }
}

/// Returns the smallest range of `new`, in whole words, that contains all differences from `old`; `None` if there are
/// none. The range is in words because the device copies multiples of 4 bytes.
fn difference(old: &[u8], new: &[u8]) -> Option<Range<usize>> {
    let (old, new) = (words(old), words(new));
    let common = old.len().min(new.len());
    let first = old[..common]
        .iter()
        .zip(&new[..common])
        .position(|(a, b)| a != b)
        .unwrap_or(common);
    if first == new.len() {
        return None;
    }
    let last = if new.len() > old.len() {
        new.len()
    } else {
        let same = old[..common]
            .iter()
            .rev()
            .zip(new[..common].iter().rev())
            .take_while(|(a, b)| a == b);
        common - same.count()
    };
    Some(first * 4..last * 4)
}

/// Returns the bytes in groups of four. The sizes of all records are multiples of 4.
fn words(bytes: &[u8]) -> &[[u8; 4]] {
    bytes.as_chunks().0
}

/// Returns the smallest range that contains both; `b` is not empty.
fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    if a.is_empty() {
        b.clone()
    } else {
        a.start.min(b.start)..a.end.max(b.end)
    }
}

/// Returns a size on the device as a `usize`, saturating.
fn index(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &[u32], new: &[u32], expected: Option<Range<usize>>) {
        assert_eq!(
            difference(bytemuck::cast_slice(old), bytemuck::cast_slice(new)),
            expected
        );
    }

    #[test]
    fn only_the_span_that_changed_is_written() {
        check(&[], &[], None);
        check(&[1, 2, 3], &[1, 2, 3], None);
        check(&[1, 2, 3, 4], &[1, 9, 9, 4], Some(4..12));
        check(&[1, 2], &[1, 2, 3], Some(8..12));
        check(&[1, 2], &[9, 2, 3], Some(0..12));
    }

    #[test]
    fn a_list_that_became_shorter_needs_no_writing() {
        check(&[1, 2, 3], &[1, 2], None);
        check(&[1, 2, 3], &[], None);
    }
}
