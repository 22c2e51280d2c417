//! The buffers and textures that the shader reads, and the copies into them.
//!
//! Each copy finds its changes by a version or by a comparison: a repeated frame copies nothing. Code that replaces a
//! buffer or texture clears the bind groups, which are created again before the next draw call.

use crate::assets::Atlas;
use crate::assets::frame::FrameRecord;
use crate::geometry::sine::SineTable;
use crate::render::batch::{Batch, ChunkRecord};
use crate::render::frame::{Frame, Projection};
use crate::scene::CHUNK;

use super::device::Gpu;
use super::error::GpuError;
use super::filters::ChunkFilters;
use super::instances::{Capacity, Instances, background_row, row_offset, style_offset};
use super::pipeline::{Layouts, ShaderLayout};
use super::staging::Staging;
use super::table::DeviceTable;
use super::texture::AtlasTexture;

/// Constants of a frame. Mirrors `View` in `shaders/sprite.wgsl`; a test in `layout_tests` fails if the two differ.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct ViewConstants {
    /// The middle of clip space, a whole pixel of the target.
    pub(super) clip_middle: [i32; 2],
    /// Half of clip space's side in pixels.
    pub(super) clip_reach: i32,
    /// The number of sprite frames in the table that may be drawn.
    pub(super) frame_count: u32,
    /// The number of the layers' own shapes that may be drawn.
    pub(super) shape_count: u32,
    /// Always 0.
    pub(super) zero: u32,
    /// Length of 1/256 pixel in clip space.
    pub(super) clip_per_256: f32,
    /// Index in the projections of the first layer's clip rectangle. 0 in frames without any.
    pub(super) first_clip: u32,
}

/// Records that the renderer computes for a frame. The device gets them in addition to the frame's own data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records<'a> {
    pub(super) view: ViewConstants,
    /// Projections of the layers, and of the background if it is drawn as a rectangle. Then the layers' clip rectangles.
    pub(super) projections: &'a [Projection],
    /// Chunks in painting order, each `first` counted in rows of its block. `None` if they are the same as in the last
    /// frame.
    pub(super) chunks: Option<&'a [ChunkRecord]>,
}

/// The device's copies of a frame's data.
#[derive(Debug)]
pub(super) struct DeviceMemory {
    instances: Instances,
    filters: ChunkFilters,
    view: DeviceTable,
    projections: DeviceTable,
    chunks: DeviceTable,
    frames: DeviceTable,
    /// The frame table's version at the last copy, and the first page of the atlas that was not on the device then.
    frames_version: Option<(u64, Option<u32>)>,
    shapes: DeviceTable,
    /// The version of the layers' own shapes at the last copy.
    shapes_version: Option<u64>,
    /// The sines of a quarter turn.
    sine: wgpu::Buffer,
    /// Six indices for each sprite of a chunk.
    corners: wgpu::Buffer,
    atlas: AtlasTexture,
    /// The colour in the blocks' header rows.
    background: [u8; 4],
    /// One for each block of instances. Empty after one of their resources was replaced.
    bind_groups: Vec<wgpu::BindGroup>,
    /// The same with the styles of rows. Empty in frames without styles, too.
    bind_groups_with_styles: Vec<wgpu::BindGroup>,
}

impl DeviceMemory {
    /// Creates all buffers and the texture. Only the constant ones, sines and corners, are filled. There is room for
    /// 8192 sprites (fewer if the device limits buffers), 16 projections, 64 chunks, 256 sprite frames and 64 drawn
    /// shapes; all of it grows as needed.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let storage = wgpu::BufferUsages::STORAGE;
        let table = |what, bytes| DeviceTable::new(gpu, what, bytes, storage);
        Ok(Self {
            instances: Instances::new(gpu)?,
            filters: ChunkFilters::default(),
            view: DeviceTable::new(
                gpu,
                "view",
                size_of::<ViewConstants>() as u64,
                wgpu::BufferUsages::UNIFORM,
            )?,
            projections: table("projections", 16 * size_of::<Projection>() as u64)?,
            chunks: table("chunk table", 64 * size_of::<ChunkRecord>() as u64)?,
            frames: table("frame table", 256 * size_of::<FrameRecord>() as u64)?,
            frames_version: None,
            shapes: table("drawn shapes", 64 * size_of::<FrameRecord>() as u64)?,
            shapes_version: None,
            sine: sine_buffer(gpu)?,
            corners: corner_buffer(gpu)?,
            atlas: AtlasTexture::new(gpu)?,
            background: [0; 4],
            bind_groups: Vec::new(),
            bind_groups_with_styles: Vec::new(),
        })
    }

    /// Makes room for this many instances, a multiple of [`CHUNK`]. If buffers are replaced, all instances have to be
    /// copied again.
    pub(super) fn fit(&mut self, gpu: &Gpu, instances: usize) -> Result<Capacity, GpuError> {
        let capacity = self.instances.fit(gpu, instances / CHUNK)?;
        if capacity == Capacity::Replaced {
            self.release_bind_groups();
        }
        Ok(capacity)
    }

    /// Returns the bytes of all buffers and textures.
    pub(super) fn bytes(&self) -> u64 {
        let tables = [
            &self.view,
            &self.projections,
            &self.chunks,
            &self.frames,
            &self.shapes,
        ];
        let instances = self
            .instances
            .blocks()
            .iter()
            .chain(self.instances.styles());
        let tables = tables.into_iter().map(DeviceTable::buffer);
        let buffers = instances.chain(tables).chain([&self.sine, &self.corners]);
        self.atlas.bytes() + buffers.map(wgpu::Buffer::size).sum::<u64>()
    }

    /// Returns the instances' buffers.
    pub(super) fn instances(&self) -> &Instances {
        &self.instances
    }

    /// Returns whether any of these chunks has a linearly filtered sprite. All of them must have been copied.
    pub(super) fn filters_linearly(&self, chunks: &[ChunkRecord]) -> bool {
        self.filters.any_linear(chunks)
    }

    /// Returns how many of these records, of sprite frames or shapes, fit on the device. The shader does not draw
    /// sprites with later ones.
    pub(super) fn frames_held(gpu: &Gpu, frames: &[FrameRecord]) -> u32 {
        let most = gpu
            .limits
            .max_storage_buffer_binding_size
            .min(gpu.limits.max_buffer_size);
        let room = u32::try_from(most / size_of::<FrameRecord>() as u64).unwrap_or(u32::MAX);
        u32::try_from(frames.len()).unwrap_or(u32::MAX).min(room)
    }

    /// Records commands that copy all changes. Returns the bytes copied.
    ///
    /// # Errors
    /// If the device has no memory, or an atlas page is larger than it allows. Commands recorded before the error are
    /// invalid: the renderer starts over.
    pub(super) fn upload(
        &mut self,
        gpu: &Gpu,
        layouts: Layouts<'_>,
        staging: &mut Staging,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
        batch: &Batch,
        records: Records<'_>,
    ) -> Result<u64, GpuError> {
        // Buffers and textures are replaced first, because the writes and the bind groups below refer to them.
        let atlas_bytes = self.update_atlas(gpu, frame.atlas)?;
        if layouts.with_styles.is_some() && self.instances.add_styles(gpu)? {
            self.bind_groups_with_styles.clear();
        }
        self.set_tables(gpu, frame, batch, records)?;
        staging.begin(self.expected(batch));
        self.write_background(gpu, staging, encoder, frame)?;
        self.write_instances(gpu, staging, encoder, frame, batch)?;
        self.write_styles(gpu, staging, encoder, frame, batch)?;
        for table in [
            &mut self.view,
            &mut self.projections,
            &mut self.chunks,
            &mut self.frames,
            &mut self.shapes,
        ] {
            table.write(gpu, staging, encoder)?;
        }
        if self.bind_groups.is_empty() {
            self.bind_groups = self.bind(gpu, layouts.plain, &[]);
        }
        if let Some(layout) = layouts.with_styles
            && self.bind_groups_with_styles.is_empty()
        {
            self.bind_groups_with_styles = self.bind(gpu, layout, self.instances.styles());
        }
        Ok(atlas_bytes + staging.written())
    }

    /// Returns the bind group of a block of instances. There is one once [`DeviceMemory::upload`] has returned.
    /// `with_styles`: whether the shader reads the styles of rows.
    pub(super) fn bind_group(&self, block: usize, with_styles: bool) -> &wgpu::BindGroup {
        match with_styles {
            true => &self.bind_groups_with_styles[block],
            false => &self.bind_groups[block],
        }
    }

    /// Returns the atlas on the device.
    pub(super) fn atlas(&self) -> &AtlasTexture {
        &self.atlas
    }

    /// Returns the atlas on the device, to change.
    pub(super) fn atlas_mut(&mut self) -> &mut AtlasTexture {
        &mut self.atlas
    }

    fn release_bind_groups(&mut self) {
        self.bind_groups.clear();
        self.bind_groups_with_styles.clear();
    }

    /// Returns the indices of a chunk's corners, 16 bits each.
    pub(super) fn corners(&self) -> wgpu::BufferSlice<'_> {
        self.corners.slice(..)
    }

    /// Updates the atlas texture. Returns the bytes uploaded.
    fn update_atlas(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<u64, GpuError> {
        let (bytes, renewed) = self.atlas.update(gpu, atlas)?;
        if renewed {
            self.release_bind_groups();
        }
        Ok(bytes)
    }

    /// Compares the frame's records with the device's, and makes room for them.
    fn set_tables(
        &mut self,
        gpu: &Gpu,
        frame: &Frame<'_>,
        batch: &Batch,
        records: Records<'_>,
    ) -> Result<(), GpuError> {
        let mut renewed = self.view.set(gpu, bytemuck::bytes_of(&records.view))?;
        renewed |= self
            .projections
            .set(gpu, bytemuck::cast_slice(records.projections))?;
        if let Some(chunks) = records.chunks {
            renewed |= self.chunks.set(gpu, bytemuck::cast_slice(chunks))?;
        }
        // The frame table is large and seldom changes, so its version is compared. The small tables are compared byte
        // by byte.
        let version = (
            frame.frames.version(),
            self.atlas.first_missing(frame.atlas),
        );
        if self.frames_version != Some(version) {
            let records = frame.frames.records();
            renewed |= match version.1 {
                None => self.frames.set(gpu, bytemuck::cast_slice(records))?,
                Some(page) => {
                    let shown = without_pages(records, page);
                    self.frames.set(gpu, bytemuck::cast_slice(&shown))?
                }
            };
            self.frames_version = Some(version);
        }
        if self.shapes_version != Some(batch.shapes_version()) {
            self.shapes_version = Some(batch.shapes_version());
            renewed |= self.shapes.set(gpu, bytemuck::cast_slice(batch.shapes()))?;
        }
        if renewed {
            self.release_bind_groups();
        }
        Ok(())
    }

    /// Returns the number of bytes that this frame writes, or a few more: it counts the header rows of all blocks.
    fn expected(&self, batch: &Batch) -> u64 {
        let tables = [
            &self.view,
            &self.projections,
            &self.chunks,
            &self.frames,
            &self.shapes,
        ];
        let records: u64 = tables.iter().map(|table| table.stale_bytes()).sum();
        let heads = row_offset(self.instances.blocks().len());
        let styles = match self.instances.styles() {
            [] => 0,
            _ => style_offset(batch.copies().iter().map(|copy| copy.rows.len()).sum()),
        };
        batch.stats().instance_bytes as u64 + records + heads + styles
    }

    /// Writes the header row of each block that is new, or of all if the background has changed.
    fn write_background(
        &mut self,
        gpu: &Gpu,
        staging: &mut Staging,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
    ) -> Result<(), GpuError> {
        // The background is opaque, like the clear colour.
        let color = frame.background.with_alpha(255).premultiplied();
        let row = background_row(color);
        if color != self.background {
            self.background = color;
            self.instances.invalidate_headers();
        }
        while let Some(block) = self.instances.take_missing_header() {
            staging.write(
                gpu,
                encoder,
                &self.instances.blocks()[block],
                0,
                bytemuck::bytes_of(&row),
            )?;
        }
        Ok(())
    }

    /// Writes the copies of the batch, chunk by chunk.
    fn write_instances(
        &mut self,
        gpu: &Gpu,
        staging: &mut Staging,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
        batch: &Batch,
    ) -> Result<(), GpuError> {
        for copy in batch.copies() {
            let rows = batch.rows(copy, frame);
            for (chunk, rows) in (copy.to / CHUNK..).zip(rows.chunks(CHUNK)) {
                // Reads the rows that are copied next, and so brings them into the cache.
                self.filters.set(chunk, rows);
                let at = self.instances.block_row(chunk * CHUNK);
                let block = &self.instances.blocks()[at.block];
                let bytes = bytemuck::cast_slice(rows);
                staging.write(gpu, encoder, block, row_offset(at.row), bytes)?;
            }
        }
        Ok(())
    }

    /// Writes the styles of the rows that the batch copies. Writes nothing as long as no frame has needed styles.
    fn write_styles(
        &mut self,
        gpu: &Gpu,
        staging: &mut Staging,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
        batch: &Batch,
    ) -> Result<(), GpuError> {
        if self.instances.styles().is_empty() {
            return Ok(());
        }
        for copy in batch.copies() {
            let styles = batch.styles(copy, frame);
            for (chunk, styles) in (copy.to / CHUNK..).zip(styles.chunks(CHUNK)) {
                let at = self.instances.block_row(chunk * CHUNK);
                let block = &self.instances.styles()[at.block];
                let bytes = bytemuck::cast_slice(styles);
                staging.write(gpu, encoder, block, style_offset(at.row), bytes)?;
            }
        }
        Ok(())
    }

    /// Returns a bind group for each block of instances; all else in them is the same. `styles`: the styles of each
    /// block, if the shader reads them.
    fn bind(
        &self,
        gpu: &Gpu,
        layout: &ShaderLayout,
        styles: &[wgpu::Buffer],
    ) -> Vec<wgpu::BindGroup> {
        let atlas = self.atlas.view();
        let bind = |(block, instances): (usize, &wgpu::Buffer)| {
            let resources = [
                self.view.buffer().as_entire_binding(),
                self.projections.buffer().as_entire_binding(),
                self.chunks.buffer().as_entire_binding(),
                instances.as_entire_binding(),
                self.frames.buffer().as_entire_binding(),
                self.shapes.buffer().as_entire_binding(),
                self.sine.as_entire_binding(),
                wgpu::BindingResource::TextureView(&atlas),
            ];
            let styles = styles.get(block).map(wgpu::Buffer::as_entire_binding);
            layout.bind_group(gpu, resources, styles)
        };
        let blocks = self.instances.blocks().iter().enumerate();
        blocks.map(bind).collect()
    }
}

/// Returns the records. Those on missing pages get a kind that the shader does not draw, because the result of reading
/// beyond the texture's last layer depends on the device.
fn without_pages(records: &[FrameRecord], first_missing: u32) -> Vec<FrameRecord> {
    const NO_KIND: u32 = 0xffff << 16;
    let mut shown = records.to_vec();
    for record in &mut shown {
        if record.page_kind & 0xffff >= first_missing {
            record.page_kind |= NO_KIND;
        }
    }
    shown
}

/// Returns the sine table without its last entry, which is 1, so that it fits into 64 KiB.
///
/// WGSL's `sin` may be off by 2⁻¹¹, by a different amount on each device. With it, sprites would cover other pixels
/// than in software.
fn sine_buffer(gpu: &Gpu) -> Result<wgpu::Buffer, GpuError> {
    let entries = SineTable::quarter();
    let bytes = bytemuck::cast_slice(&entries[..entries.len() - 1]);
    filled(gpu, "quarter sine", wgpu::BufferUsages::STORAGE, bytes)
}

/// Returns the index buffer of one chunk, which serves all chunks. The two triangles of a sprite share two of its four
/// vertices, so that these are computed only once.
fn corner_buffer(gpu: &Gpu) -> Result<wgpu::Buffer, GpuError> {
    let mut indices = Vec::with_capacity(6 * CHUNK);
    for sprite in 0..CHUNK {
        // 1024 sprites of 4 vertices fit into 16 bits, which halves the index buffer.
        let first = u16::try_from(4 * sprite).unwrap_or(u16::MAX);
        indices.extend([0, 1, 2, 2, 1, 3].map(|corner| first + corner));
    }
    filled(
        gpu,
        "corners",
        wgpu::BufferUsages::INDEX,
        bytemuck::cast_slice(&indices),
    )
}

/// Creates a buffer with constant contents, which are written while it is mapped: no staging buffer is needed.
fn filled(
    gpu: &Gpu,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> Result<wgpu::Buffer, GpuError> {
    let buffer = gpu.buffer(what, bytes.len() as u64, usage, true)?;
    buffer
        .get_mapped_range_mut(..)
        .map_err(|error| GpuError::Refused(error.to_string()))?
        .copy_from_slice(bytes);
    buffer.unmap();
    Ok(buffer)
}
