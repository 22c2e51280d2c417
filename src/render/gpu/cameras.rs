//! Copies of the images of sprite cameras to the texels of their sprites.
//!
//! An image is drawn on a target of its own and then copied, through a buffer: textures of normalized and of whole
//! numbers cannot be copied to each other, and no pass may read the texture that it writes.

use crate::render::cameras::{self, TexelArea};
use crate::render::frame::Frame;

use super::device::Gpu;
use super::error::GpuError;
use super::texture::AtlasTexture;

/// Bytes of a texel.
const TEXEL: u32 = 4;

/// Areas of the atlas with images of sprite cameras, and the buffer through which they are copied.
#[derive(Debug, Default)]
pub(super) struct CameraCopies {
    /// Areas of the last frame's cameras.
    drawn: Vec<TexelArea>,
    /// Room for the largest image. `None` before the first one.
    buffer: Option<wgpu::Buffer>,
}

impl CameraCopies {
    /// Returns areas whose camera is gone. Their texels come from the atlas again.
    pub(super) fn follow(&mut self, frame: &Frame<'_>) -> Vec<TexelArea> {
        let now = || cameras::valid(frame).map(|camera| camera.area);
        if self.drawn.iter().copied().eq(now()) {
            return Vec::new();
        }
        let mut before = core::mem::take(&mut self.drawn);
        self.drawn.extend(now());
        before.retain(|area| !self.drawn.contains(area));
        before
    }

    /// Makes room for the largest image.
    ///
    /// # Errors
    /// If the device has no memory.
    pub(super) fn fit(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        let bytes = |area: &TexelArea| u64::from(row_bytes(area)) * u64::from(area.size[1]);
        let Some(most) = self.drawn.iter().map(bytes).max() else {
            self.buffer = None;
            return Ok(());
        };
        if self
            .buffer
            .as_ref()
            .is_none_or(|buffer| buffer.size() < most)
        {
            let usage = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
            self.buffer = Some(gpu.buffer("images of cameras", most, usage, false)?);
        }
        Ok(())
    }

    /// Returns the bytes of the buffer.
    pub(super) fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, wgpu::Buffer::size)
    }

    /// Records commands that make the texels of all areas transparent.
    pub(super) fn clear(&self, encoder: &mut wgpu::CommandEncoder, atlas: &AtlasTexture) {
        if let Some(buffer) = &self.buffer {
            encoder.clear_buffer(buffer, 0, None);
            for area in &self.drawn {
                write(encoder, buffer, area, atlas);
            }
        }
    }

    /// Records the copy of an image to its area.
    pub(super) fn copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        image: &wgpu::Texture,
        area: &TexelArea,
        atlas: &AtlasTexture,
    ) {
        if let Some(buffer) = &self.buffer {
            let to = wgpu::TexelCopyBufferInfo {
                buffer,
                layout: layout(area),
            };
            encoder.copy_texture_to_buffer(image.as_image_copy(), to, extent(area));
            write(encoder, buffer, area, atlas);
        }
    }
}

/// Records the copy of a buffer to an area. Does nothing if its page is not on the device.
fn write(
    encoder: &mut wgpu::CommandEncoder,
    buffer: &wgpu::Buffer,
    area: &TexelArea,
    atlas: &AtlasTexture,
) {
    if let Some(to) = atlas.place(area) {
        let from = wgpu::TexelCopyBufferInfo {
            buffer,
            layout: layout(area),
        };
        encoder.copy_buffer_to_texture(from, to, extent(area));
    }
}

/// Returns the bytes of a row of texels in the buffer, as wgpu aligns them.
fn row_bytes(area: &TexelArea) -> u32 {
    (u32::from(area.size[0]) * TEXEL).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

fn layout(area: &TexelArea) -> wgpu::TexelCopyBufferLayout {
    wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(row_bytes(area)),
        rows_per_image: None,
    }
}

fn extent(area: &TexelArea) -> wgpu::Extent3d {
    let [width, height] = area.size.map(u32::from);
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    }
}
