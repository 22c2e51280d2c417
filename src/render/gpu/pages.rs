//! One array texture of atlas pages, and the versions of its bands. A band is [`BAND_ROWS`] adjacent rows of a page.
//!
//! A single texture holds all pages, so that one bind group serves the sprites of all pages and one draw call can mix
//! them. `texture` decides when it grows.

use core::ops::Range;

use crate::assets::{Atlas, BAND_ROWS};
use crate::render::cameras::TexelArea;

use super::device::Gpu;
use super::error::GpuError;

// The format has whole numbers, unlike Rgba8Unorm: the shader filters and tints by the integer rules of the software
// backend.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Uint;
/// Bytes of a texel.
const TEXEL: u32 = 4;

/// An array texture and its contents.
#[derive(Debug)]
pub(super) struct Pages {
    texture: wgpu::Texture,
    /// Versions of the bands of each page at their last copy.
    pub(super) seen: Vec<Vec<u64>>,
    /// Number of layers that [`Pages::fill`] has written to, counted from the first: pages, then spare layers.
    filled: usize,
}

impl Pages {
    /// Creates a texture with this many blank layers, each `size` × `size` texels. Fails if memory is short.
    pub(super) fn new(gpu: &Gpu, size: u32, layers: u32) -> Result<Self, GpuError> {
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
            // COPY_SRC: the device fills a larger texture from this one, without another upload.
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_DST
                | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        };
        let texture = gpu.texture("atlas pages", "pixels along an atlas page", &description)?;
        Ok(Self {
            texture,
            seen: Vec::new(),
            filled: 0,
        })
    }

    /// Creates a texture with as many layers as fit into the device's memory, from `least` to `layers`. Fails if
    /// `least` layers do not fit.
    pub(super) fn largest(gpu: &Gpu, size: u32, least: u32, layers: u32) -> Result<Self, GpuError> {
        // Starts with the largest, so that the next growth is as late as possible.
        match Self::new(gpu, size, layers) {
            Err(GpuError::OutOfMemory { .. }) if layers > least => {
                Self::largest(gpu, size, least, layers - 1)
            }
            made => made,
        }
    }

    /// Returns a view of all layers that the shader reads.
    pub(super) fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor {
            label: Some("atlas"),
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..wgpu::TextureViewDescriptor::default()
        })
    }

    /// Returns the number of layers: pages and spare ones.
    pub(super) fn layers(&self) -> u32 {
        self.texture.depth_or_array_layers()
    }

    /// Returns the width and height of a page, in texels.
    pub(super) fn size(&self) -> u32 {
        self.texture.width()
    }

    /// Returns the number of the other texture's pages that have not been copied yet.
    pub(super) fn missing(&self, from: &Self) -> usize {
        from.seen.len().saturating_sub(self.seen.len())
    }

    /// Returns whether all pages of the other texture were copied, and every layer was written to.
    pub(super) fn is_complete(&self, from: &Self) -> bool {
        self.seen.len() == from.seen.len() && self.filled >= self.layers() as usize
    }

    /// Writes to at most `most` layers. First it copies the current contents of missing pages, in order; later changes
    /// of these pages are written once this texture is in use. Then it fills spare layers.
    ///
    /// In the frame that first reads the texture, wgpu clears all layers that were never written to. To spread that
    /// cost, spare layers are written to a few at a time. Their contents do not matter: a band that holds texels of a
    /// sprite has a version above 0, so that [`Pages::update`] uploads it before it is read. No sprite reads the other
    /// bands, because the shader clamps texels to the sprite's frame.
    pub(super) fn fill(&mut self, gpu: &Gpu, from: &Self, most: usize) {
        let pages = from.seen.len();
        let spare = self.filled.max(pages)..self.layers() as usize;
        let size = wgpu::Extent3d {
            depth_or_array_layers: 1,
            ..self.texture.size()
        };
        let mut encoder = gpu.encoder("atlas growth");
        for layer in (self.seen.len()..pages).chain(spare).take(most) {
            let source = if layer < pages { layer } else { 0 };
            encoder.copy_texture_to_texture(from.at(source, 0), self.at(layer, 0), size);
            self.filled = self.filled.max(layer + 1);
            self.seen.extend(from.seen.get(layer).cloned());
        }
        // The copies are submitted at once. The queue executes later uploads to these layers before the frame's
        // commands, so a copy among those commands would overwrite newer texels.
        gpu.queue.submit([encoder.finish()]);
    }

    /// Uploads the bands that changed, adjacent ones at once. Returns the bytes uploaded.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas) -> u64 {
        let mut bytes = 0;
        for (index, page) in atlas.pages().iter().enumerate().take(self.seen.len()) {
            let now = page.band_versions();
            let seen = &mut self.seen[index];
            // A band of version 0 counts as copied: no frame shows it, whatever its layer contains.
            seen.resize(now.len(), 0);
            let stale = stale_runs(seen, now);
            seen.copy_from_slice(now);
            for run in stale {
                let rows = band_rows(&run, self.size());
                bytes += self.write_rows(gpu, index, page.pixels(), rows);
            }
        }
        bytes
    }

    /// Uploads rows of a page. Uses the queue's own staging, which is fast enough, because uploads happen when
    /// something is loaded, not in each frame.
    fn write_rows(&self, gpu: &Gpu, page: usize, pixels: &[u32], rows: Range<u32>) -> u64 {
        let width = self.size();
        let texel = |row: u32| row as usize * width as usize;
        let bytes = bytemuck::cast_slice(&pixels[texel(rows.start)..texel(rows.end)]);
        gpu.queue.write_texture(
            self.at(page, rows.start),
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * TEXEL),
                rows_per_image: None,
            },
            wgpu::Extent3d {
                width,
                height: rows.end - rows.start,
                depth_or_array_layers: 1,
            },
        );
        bytes.len() as u64
    }

    /// Returns the position of an area in the texture. `None` if it is not in the texture.
    pub(super) fn place(&self, area: &TexelArea) -> Option<wgpu::TexelCopyTextureInfo<'_>> {
        let end = |axis: usize| u32::from(area.origin[axis]) + u32::from(area.size[axis]);
        if u32::from(area.page) >= self.layers() || end(0).max(end(1)) > self.size() {
            return None;
        }
        let mut place = self.at(area.page.into(), area.origin[1].into());
        place.origin.x = area.origin[0].into();
        Some(place)
    }

    /// Marks the bands of an area as outdated.
    pub(super) fn forget(&mut self, area: &TexelArea) {
        let seen = self.seen.get_mut(usize::from(area.page));
        let bands = seen.and_then(|seen| seen.get_mut(area.bands()));
        // Larger than any version.
        bands.into_iter().for_each(|bands| bands.fill(u64::MAX));
    }

    /// Returns the position of a layer's row in the texture.
    fn at(&self, layer: usize, row: u32) -> wgpu::TexelCopyTextureInfo<'_> {
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d {
                x: 0,
                y: row,
                z: u32::try_from(layer).unwrap_or(u32::MAX),
            },
            ..self.texture.as_image_copy()
        }
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

/// Returns the rows of some bands. The last band of a page may have fewer rows than the others.
fn band_rows(bands: &Range<usize>, page_size: u32) -> Range<u32> {
    let row = |band: usize| {
        u32::try_from(band * usize::from(BAND_ROWS))
            .unwrap_or(u32::MAX)
            .min(page_size)
    };
    row(bands.start)..row(bands.end)
}

/// Returns the memory of a page in bytes, `size` being its width and height in texels.
pub(super) fn page_bytes(size: u32) -> u64 {
    u64::from(size) * u64::from(size) * u64::from(TEXEL)
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
