//! The atlas on the device: one array texture, a layer a page.

use core::ops::Range;

use crate::assets::{Atlas, BAND_ROWS};

use super::device::Gpu;
use super::error::GpuError;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Uint;
const TEXEL: u32 = 4;

/// The pages that the device has, and which of their bands are up to date.
#[derive(Debug)]
pub(super) struct AtlasTexture {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    page_size: u32,
    /// Of each page, the version of each band that was copied last.
    seen: Vec<Vec<u64>>,
    /// The atlas's version when everything was up to date.
    version: Option<u64>,
    /// Pages beyond the device's limit have been mentioned.
    told: bool,
}

impl AtlasTexture {
    /// A texture with one blank page.
    pub(super) fn new(gpu: &Gpu) -> Self {
        let (texture, view) = make(gpu, 1, 1);
        Self {
            texture,
            view,
            page_size: 1,
            seen: Vec::new(),
            version: None,
            told: false,
        }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Brings the device's pages up to date. Answers the bytes copied, and whether the texture is another one.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(u64, bool), GpuError> {
        if self.version == Some(atlas.version()) && self.page_size == u32::from(atlas.page_size()) {
            return Ok((0, false));
        }
        let renewed = self.fit(gpu, atlas)?;
        let mut bytes = 0;
        for page in 0..self.seen.len() {
            bytes += self.update_page(gpu, atlas, page);
        }
        self.version = Some(atlas.version());
        Ok((bytes, renewed))
    }

    /// As many layers as pages. Pages that are already there are copied over by the device itself.
    fn fit(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<bool, GpuError> {
        let size = u32::from(atlas.page_size());
        let limit = gpu.limits.max_texture_dimension_2d;
        if size > limit {
            return Err(GpuError::Limit {
                what: "pixels along an atlas page",
                wanted: u64::from(size),
                limit: u64::from(limit),
            });
        }
        let most = gpu.limits.max_texture_array_layers;
        let pages = u32::try_from(atlas.pages().len()).unwrap_or(u32::MAX);
        if pages > most && !self.told {
            self.told = true;
            log::error!(
                "{pages} atlas pages needed, this device allows {most}: some sprites stay invisible"
            );
        }
        let layers = pages.clamp(1, most);
        if size == self.page_size && layers <= self.texture.depth_or_array_layers() {
            self.seen.resize_with(pages.min(most) as usize, Vec::new);
            return Ok(false);
        }
        if size != self.page_size {
            self.seen.clear();
        }
        let (texture, view) =
            gpu.large("atlas pages", page_bytes(size) * u64::from(layers), |gpu| {
                make(gpu, size, layers)
            })?;
        self.copy_pages(gpu, &texture, size);
        (self.texture, self.view, self.page_size) = (texture, view, size);
        self.seen.resize_with(pages.min(most) as usize, Vec::new);
        Ok(true)
    }

    /// Done before any band is written, because writes overtake commands that are not submitted yet.
    fn copy_pages(&self, gpu: &Gpu, to: &wgpu::Texture, size: u32) {
        let layers = u32::try_from(self.seen.len()).unwrap_or(0);
        if layers == 0 {
            return;
        }
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("atlas growth"),
            });
        encoder.copy_texture_to_texture(
            self.texture.as_image_copy(),
            to.as_image_copy(),
            wgpu::Extent3d {
                width: size,
                height: size,
                depth_or_array_layers: layers,
            },
        );
        gpu.queue.submit([encoder.finish()]);
    }

    /// Copies the bands of a page that changed, those next to each other at once.
    fn update_page(&mut self, gpu: &Gpu, atlas: &Atlas, number: usize) -> u64 {
        let page = &atlas.pages()[number];
        let seen = &mut self.seen[number];
        // A new layer is blank, as a band of version 0 is.
        seen.resize(page.band_versions().len(), 0);
        let mut bytes = 0;
        for run in stale_runs(seen, page.band_versions()) {
            let rows = band_rows(&run, self.page_size);
            bytes += write_rows(
                gpu,
                &self.texture,
                self.page_size,
                number,
                page.pixels(),
                rows,
            );
        }
        seen.copy_from_slice(page.band_versions());
        bytes
    }
}

/// Runs of bands whose version is another than the one seen.
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

fn band_rows(bands: &Range<usize>, page_size: u32) -> Range<u32> {
    let row = |band: usize| {
        u32::try_from(band * usize::from(BAND_ROWS))
            .unwrap_or(u32::MAX)
            .min(page_size)
    };
    row(bands.start)..row(bands.end)
}

/// Through the queue's own staging: it happens when something is loaded, not each frame.
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

fn page_bytes(size: u32) -> u64 {
    u64::from(size) * u64::from(size) * u64::from(TEXEL)
}

fn make(gpu: &Gpu, size: u32, layers: u32) -> (wgpu::Texture, wgpu::TextureView) {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
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
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("atlas"),
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..wgpu::TextureViewDescriptor::default()
    });
    (texture, view)
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
