//! One array texture of atlas pages, and the versions of the bands in it.
//!
//! A single texture, so that a bind group serves the sprites of all pages, and one draw call mixes them. When it grows
//! is decided by `texture`.

use core::ops::{Range, RangeInclusive};

use crate::assets::{Atlas, BAND_ROWS};

use super::device::Gpu;
use super::error::GpuError;

// Whole numbers, not Rgba8Unorm: the shader filters and tints by the integer rules of the software backend.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Uint;
/// Bytes of a texel.
const TEXEL: u32 = 4;

/// An array texture and its contents.
#[derive(Debug)]
pub(super) struct Pages {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// For each page that is here, the versions of its bands when they were last copied.
    pub(super) seen: Vec<Vec<u64>>,
    /// How many layers were written to, counted from the first: pages, then spare layers.
    filled: usize,
}

impl Pages {
    /// Makes a texture with this many layers, each `size` × `size` texels, all of them blank. An error if the device
    /// has no memory for them.
    pub(super) fn new(gpu: &Gpu, size: u32, layers: u32) -> Result<Self, GpuError> {
        let (texture, view) = make(gpu, size, layers)?;
        Ok(Self {
            texture,
            view,
            seen: Vec::new(),
            filled: 0,
        })
    }

    /// Makes a texture with the largest of these numbers of layers that the device has memory for; `None` if it has not
    /// even memory for the least. Errors other than that are returned.
    pub(super) fn largest(
        gpu: &Gpu,
        size: u32,
        layers: RangeInclusive<u32>,
    ) -> Result<Option<Self>, GpuError> {
        // From the largest: the next growth is then the furthest away.
        for layers in layers.rev() {
            match Self::new(gpu, size, layers) {
                Err(GpuError::OutOfMemory { .. }) => {}
                made => return made.map(Some),
            }
        }
        Ok(None)
    }

    /// Returns the view of all layers that the shader reads.
    pub(super) fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Returns the number of layers: pages and spare ones.
    pub(super) fn layers(&self) -> u32 {
        self.texture.depth_or_array_layers()
    }

    /// Returns the width and height of a page, in texels.
    pub(super) fn size(&self) -> u32 {
        self.texture.width()
    }

    /// Returns how many pages of the other texture have not been copied yet.
    pub(super) fn missing(&self, from: &Self) -> usize {
        from.seen.len().saturating_sub(self.seen.len())
    }

    /// Returns whether all pages of the other texture were copied, and every layer was written to.
    pub(super) fn is_complete(&self, from: &Self) -> bool {
        self.seen.len() == from.seen.len() && self.filled >= self.layers() as usize
    }

    /// Has the device write to at most `most` layers: first it copies the missing pages, in order, as they are now.
    /// What changes in them later is written again once this texture is in use. Then it fills spare layers.
    ///
    /// Layers that nothing was ever written to are cleared when the texture is first drawn with, all of them in that
    /// frame. So something is written to them a few at a time, and it does not matter what: no frame is on a page
    /// before its pixels are there, and a band that holds pixels of a frame has a version above 0, so that it is
    /// copied here before it is read. No frame reaches the other bands, for the shader keeps within the frame.
    pub(super) fn fill(&mut self, gpu: &Gpu, from: &Self, most: usize) {
        let first = self.seen.len();
        let pages = self.missing(from).min(most);
        self.seen
            .extend_from_slice(&from.seen[first..first + pages]);
        self.filled = self.filled.max(self.seen.len());
        let free = (self.layers() as usize).saturating_sub(self.filled);
        let spare = self.filled..self.filled + free.min(most - pages);
        self.filled = spare.end;
        let label = wgpu::CommandEncoderDescriptor {
            label: Some("atlas growth"),
        };
        let mut encoder = gpu.device.create_command_encoder(&label);
        if pages > 0 {
            self.copy(&mut encoder, from, first, first, pages);
        }
        if !from.seen.is_empty() {
            for layer in spare {
                self.copy(&mut encoder, from, 0, layer, 1);
            }
        }
        // At once, not with the frame's commands: uploads to these layers, which are writes of the queue, would then
        // come first, and be overwritten by older texels.
        gpu.queue.submit([encoder.finish()]);
    }

    /// Copies `count` layers of another texture, from its layer `first` on, to layer `to` of this one and the next.
    fn copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        from: &Self,
        first: usize,
        to: usize,
        count: usize,
    ) {
        let number = |layers: usize| u32::try_from(layers).unwrap_or(u32::MAX);
        let at = |texture, layer| wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d {
                x: 0,
                y: 0,
                z: number(layer),
            },
            ..wgpu::Texture::as_image_copy(texture)
        };
        encoder.copy_texture_to_texture(
            at(&from.texture, first),
            at(&self.texture, to),
            wgpu::Extent3d {
                depth_or_array_layers: number(count),
                ..from.texture.size()
            },
        );
    }

    /// Uploads the bands of a page that changed, adjacent ones at once. Returns the bytes uploaded.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas, number: usize) -> u64 {
        let page = &atlas.pages()[number];
        let page_size = u32::from(atlas.page_size());
        let seen = &mut self.seen[number];
        // No frame shows a band of version 0, whatever its layer holds there.
        seen.resize(page.band_versions().len(), 0);
        let mut bytes = 0;
        for run in stale_runs(seen, page.band_versions()) {
            let rows = band_rows(&run, page_size);
            bytes += write_rows(gpu, &self.texture, page_size, number, page.pixels(), rows);
        }
        seen.copy_from_slice(page.band_versions());
        bytes
    }
}

/// Returns runs of bands whose version differs from the one seen.
fn stale_runs(seen: &[u64], now: &[u64]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for band in (0..now.len()).filter(|&band| seen[band] != now[band]) {
        match runs.last_mut() {
            Some(last) if last.end == band => last.end += 1,
            _ => runs.push(band..band + 1),
        }
    }
    runs
}

/// Returns the rows of some bands. The last band of a page may be lower than the others.
fn band_rows(bands: &Range<usize>, page_size: u32) -> Range<u32> {
    let row = |band: usize| {
        u32::try_from(band * usize::from(BAND_ROWS))
            .unwrap_or(u32::MAX)
            .min(page_size)
    };
    row(bands.start)..row(bands.end)
}

/// Uploads rows of a page by the queue's own staging, for it happens when something is loaded, not each frame. `pixels`
/// are the whole page's. Returns the bytes uploaded.
fn write_rows(
    gpu: &Gpu,
    texture: &wgpu::Texture,
    page_size: u32,
    page: usize,
    pixels: &[u32],
    rows: Range<u32>,
) -> u64 {
    let side = page_size as usize;
    let bytes = bytemuck::cast_slice(&pixels[rows.start as usize * side..rows.end as usize * side]);
    let origin = wgpu::Origin3d {
        x: 0,
        y: rows.start,
        z: u32::try_from(page).unwrap_or(u32::MAX),
    };
    gpu.queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            origin,
            ..texture.as_image_copy()
        },
        bytes,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(page_size * TEXEL),
            rows_per_image: None,
        },
        wgpu::Extent3d {
            width: page_size,
            height: rows.end - rows.start,
            depth_or_array_layers: 1,
        },
    );
    bytes.len() as u64
}

/// Returns the memory of a page in bytes, `size` being its width and height in texels.
pub(super) fn page_bytes(size: u32) -> u64 {
    u64::from(size) * u64::from(size) * u64::from(TEXEL)
}

/// Creates a texture with this many layers, and its view.
fn make(gpu: &Gpu, size: u32, layers: u32) -> Result<(wgpu::Texture, wgpu::TextureView), GpuError> {
    let description = wgpu::TextureDescriptor {
        label: Some("atlas"),
        size: wgpu::Extent3d {
            width: size,
            height: size,
            depth_or_array_layers: layers,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        // COPY_SRC: a larger texture is filled from this one on the device, without another upload.
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    };
    let bytes = page_bytes(size) * u64::from(layers);
    let texture = gpu.texture("atlas pages", bytes, &description)?;
    // Only now that there is a texture: a view of none is a validation error.
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("atlas"),
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..wgpu::TextureViewDescriptor::default()
    });
    Ok((texture, view))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_that_changed_next_to_each_other_are_copied_at_once() {
        assert_eq!(stale_runs(&[1, 1, 1, 1, 1], &[1, 2, 3, 1, 4]), [1..3, 4..5]);
        assert_eq!(stale_runs(&[0, 0], &[0, 0]), []);
    }

    #[test]
    fn the_last_band_ends_with_the_page() {
        assert_eq!(band_rows(&(1..2), 100), 64..100);
        assert_eq!(band_rows(&(0..2), 128), 0..128);
    }
}
