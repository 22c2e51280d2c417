//! The instances on the device: in one buffer, or in several blocks where the device's limit is too small.
//!
//! Every block begins with a header row, a solid rectangle that may fill the background. The slots of
//! [`Batch`](crate::render::batch::Batch) follow it. Every block has one, because the background belongs to the draw
//! call of the first chunk, in whichever block that is.
//!
//! All blocks but the last hold the same number of chunks, so a slot's block is found by division.

use crate::assets::FrameId;
use crate::scene::{CHUNK, Instance, InstanceFlags, RowStyle};
use glam::Vec2;

use super::device::Gpu;
use super::error::GpuError;

/// Bytes of one row.
const ROW: u64 = size_of::<Instance>() as u64;
/// Initial number of chunks in the first block: 8192 sprites, 256 KiB.
const FIRST_CHUNKS: usize = 8;

/// The block and row of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockRow {
    /// The block.
    pub(super) block: usize,
    /// The row in the block.
    pub(super) row: usize,
}

/// The instances' buffers.
#[derive(Debug)]
pub(super) struct Instances {
    blocks: Vec<wgpu::Buffer>,
    /// A buffer for each block with the styles of its rows. Empty until a frame needs styles.
    styles: Vec<wgpu::Buffer>,
    /// Maximum number of chunks in a block.
    most_chunks: usize,
    /// Blocks whose header row must be written.
    missing_header: Vec<usize>,
}

/// Whether growing for a frame's instances replaced buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capacity {
    /// All buffers and their contents are as before.
    Kept,
    /// Some buffers are new and empty.
    Replaced,
}

impl Instances {
    /// Creates the first block, with room for 8192 sprites, or fewer if the device allows no buffer of that size.
    ///
    /// # Errors
    /// If the device allows no buffer for a single chunk, or has no memory.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let most = gpu
            .limits
            .max_buffer_size
            .min(gpu.limits.max_storage_buffer_binding_size);
        let most_chunks = chunks_in(most);
        if most_chunks == 0 {
            let wanted = block_bytes(1);
            return Err(GpuError::Limit {
                what: "bytes of a storage buffer",
                wanted,
                limit: most,
            });
        }
        let mut instances = Self {
            blocks: Vec::new(),
            styles: Vec::new(),
            most_chunks,
            missing_header: Vec::new(),
        };
        instances.fit(gpu, FIRST_CHUNKS.min(most_chunks))?;
        Ok(instances)
    }

    /// Makes room for this many chunks; blocks that grow lose their contents. Never shrinks.
    ///
    /// # Errors
    /// If the device has no memory for a larger block. The blocks before it have grown already.
    pub(super) fn fit(&mut self, gpu: &Gpu, chunks: usize) -> Result<Capacity, GpuError> {
        let mut capacity = Capacity::Kept;
        for block in 0..chunks.div_ceil(self.most_chunks).max(1) {
            let wanted = (chunks - block * self.most_chunks).min(self.most_chunks);
            let has = self
                .blocks
                .get(block)
                .map_or(0, |buffer| chunks_in(buffer.size()));
            if has >= wanted {
                continue;
            }
            // The room is rounded up to a power of two, so that a growing scene is copied again only a few times.
            let room = wanted.next_power_of_two().min(self.most_chunks);
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
            let buffer = gpu.buffer("instances", block_bytes(room), usage, false)?;
            // Created again with the frame's styles.
            self.styles.clear();
            if block < self.blocks.len() {
                self.blocks[block] = buffer;
            } else {
                self.blocks.push(buffer);
                // Blocks are never removed, so this is logged once.
                if block == 1 {
                    log::warn!(
                        "more than {} sprites do not fit into one buffer of this device: several draw calls a frame",
                        self.most_chunks * CHUNK
                    );
                }
            }
            self.missing_header.push(block);
            capacity = Capacity::Replaced;
        }
        Ok(capacity)
    }

    /// Returns the buffers.
    pub(super) fn blocks(&self) -> &[wgpu::Buffer] {
        &self.blocks
    }

    /// Creates the buffers of styles if there are none yet. Returns whether it did.
    ///
    /// # Errors
    /// If the device has no memory.
    pub(super) fn add_styles(&mut self, gpu: &Gpu) -> Result<bool, GpuError> {
        if !self.styles.is_empty() {
            return Ok(false);
        }
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        for block in &self.blocks {
            let bytes = style_offset(usize::try_from(block.size() / ROW).unwrap_or(usize::MAX));
            self.styles.push(gpu.buffer("styles", bytes, usage, false)?);
        }
        Ok(true)
    }

    /// Returns the buffers of styles: one for each block, or none.
    pub(super) fn styles(&self) -> &[wgpu::Buffer] {
        &self.styles
    }

    /// Returns the block and row of the batch's row `row`.
    pub(super) fn block_row(&self, row: usize) -> BlockRow {
        let rows = self.most_chunks * CHUNK;
        BlockRow {
            block: row / rows,
            row: 1 + row % rows,
        }
    }

    /// Marks the header row of every block as missing.
    pub(super) fn invalidate_headers(&mut self) {
        self.missing_header.clear();
        self.missing_header.extend(0..self.blocks.len());
    }

    /// Takes a block whose header row is missing; `None` once all are taken.
    pub(super) fn take_missing_header(&mut self) -> Option<usize> {
        self.missing_header.pop()
    }
}

/// Returns the header row of a block: one solid texel. The background's projection sets its position and size.
pub(super) fn background_row(tint: [u8; 4]) -> Instance {
    let mut row = Instance::new(Vec2::ZERO, FrameId::SOLID);
    row.set_flags(InstanceFlags::OPAQUE);
    row.tint = tint;
    row
}

/// Returns the offset of a row in its block, in bytes.
pub(super) fn row_offset(row: usize) -> u64 {
    row as u64 * ROW
}

/// Returns the offset of a row's style in the buffer of its block, in bytes.
pub(super) fn style_offset(row: usize) -> u64 {
    row as u64 * size_of::<RowStyle>() as u64
}

/// Returns the size of a block with room for this many chunks, in bytes.
fn block_bytes(chunks: usize) -> u64 {
    row_offset(1 + chunks * CHUNK)
}

/// Returns the number of chunks that fit into a block of this size, in addition to its header row.
fn chunks_in(bytes: u64) -> usize {
    usize::try_from((bytes / ROW).saturating_sub(1)).unwrap_or(usize::MAX) / CHUNK
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(most_chunks: usize) -> Instances {
        Instances {
            blocks: Vec::new(),
            styles: Vec::new(),
            most_chunks,
            missing_header: Vec::new(),
        }
    }

    #[test]
    fn rows_follow_the_header_row_of_a_block() {
        let instances = of(2);
        assert_eq!(instances.block_row(0), BlockRow { block: 0, row: 1 });
        assert_eq!(
            instances.block_row(2047),
            BlockRow {
                block: 0,
                row: 2048
            }
        );
        assert_eq!(instances.block_row(2048), BlockRow { block: 1, row: 1 });
    }

    #[test]
    fn a_block_has_room_for_its_chunks_and_its_header_row() {
        for chunks in [1, 2, 31, 1024] {
            assert_eq!(chunks_in(block_bytes(chunks)), chunks);
            assert_eq!(chunks_in(block_bytes(chunks) - 1), chunks - 1);
        }
        assert_eq!(chunks_in(0), 0);
    }
}
