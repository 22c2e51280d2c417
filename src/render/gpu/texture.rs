//! The atlas on the device: one array texture, a layer a page, and one to spare.
//!
//! A texture cannot grow; a larger one takes over what it holds. So that this is no frame's sole burden, the larger one
//! is made as soon as the last layer is taken, long before it is needed, and filled a few pages a frame. Bench `growth`.

use crate::assets::Atlas;

use super::device::Gpu;
use super::error::GpuError;
use super::pages::{Pages, page_bytes};

/// How many pages go over to a larger texture in a frame.
const PAGES_A_FRAME: usize = 2;

/// The pages that the device has, and which of their bands are up to date.
#[derive(Debug)]
pub(super) struct AtlasTexture {
    pages: Pages,
    page_size: u32,
    /// The atlas's version when everything was up to date.
    version: Option<u64>,
    /// What is to take over, while it is filled.
    next: Option<Pages>,
    /// More layers than this there was no memory for. Not tried again: a device that is short of memory needs none
    /// who asks it in each frame.
    limit: u32,
    /// That pages are missing has been mentioned.
    told: bool,
    /// The device has no memory for more pages than are needed.
    no_spare: bool,
}

impl AtlasTexture {
    /// A texture with one blank page.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self::with(Pages::new(gpu, 1, 1)?, 1))
    }

    fn with(pages: Pages, page_size: u32) -> Self {
        Self {
            pages,
            page_size,
            version: None,
            next: None,
            limit: u32::MAX,
            told: false,
            no_spare: false,
        }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        self.pages.view()
    }

    /// The number of the first page of the atlas that the device does not have.
    pub(super) fn first_missing(&self, atlas: &Atlas) -> Option<u32> {
        let layers = self.pages.layers();
        (layers < page_count(atlas)).then_some(layers)
    }

    /// Brings the device's pages up to date. Answers the bytes copied, and whether the texture is another one.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(u64, bool), GpuError> {
        let is_same_size = self.page_size == u32::from(atlas.page_size());
        if self.version == Some(atlas.version()) && is_same_size && self.next.is_none() {
            return Ok((0, false));
        }
        // First of all, because writes overtake commands that are not submitted yet.
        let fitted = self.fit(gpu, atlas)?;
        let grown = self.grow(gpu);
        let mut bytes = 0;
        for page in 0..self.pages.seen.len() {
            bytes += self.pages.update(gpu, atlas, page);
        }
        self.version = Some(atlas.version());
        self.prepare(gpu, atlas)?;
        Ok((bytes, fitted || grown))
    }

    /// As many layers as pages, at once, or as many as the device has.
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
        let pages = page_count(atlas);
        let renewed = if size != self.page_size {
            self.start_over(gpu, size, pages)?;
            true
        } else {
            self.enlarge(gpu, pages)?
        };
        let held = pages.min(self.pages.layers());
        if held < pages {
            self.tell_of_missing(gpu, pages);
        }
        self.pages.seen.resize_with(held as usize, Vec::new);
        Ok(renewed)
    }

    /// Pages of another size.
    fn start_over(&mut self, gpu: &Gpu, size: u32, pages: u32) -> Result<(), GpuError> {
        let layers = pages.clamp(1, gpu.limits.max_texture_array_layers);
        let made = Pages::most(gpu, size, 1..=layers)?.ok_or(GpuError::OutOfMemory {
            what: "atlas pages",
            bytes: page_bytes(size),
        })?;
        *self = Self::with(made, size);
        if self.pages.layers() < layers {
            self.limit = self.pages.layers();
        }
        Ok(())
    }

    /// Changes to a larger texture if pages need it. Those that are there are copied over by the device itself.
    fn enlarge(&mut self, gpu: &Gpu, pages: u32) -> Result<bool, GpuError> {
        let layers = pages.min(self.most(gpu));
        let held = self.pages.layers();
        if layers <= held {
            return Ok(false);
        }
        let next = match self.next.take() {
            Some(next) if next.layers() >= layers => Some(next),
            _ => Pages::most(gpu, self.page_size, held + 1..=layers)?,
        };
        let got = next.as_ref().map_or(held, Pages::layers);
        if got < layers {
            self.limit = got;
        }
        let Some(mut next) = next else {
            return Ok(false);
        };
        next.take_over(gpu, &self.pages, usize::MAX);
        self.pages = next;
        Ok(true)
    }

    /// The most layers there may be.
    fn most(&self, gpu: &Gpu) -> u32 {
        gpu.limits.max_texture_array_layers.min(self.limit)
    }

    fn tell_of_missing(&mut self, gpu: &Gpu, pages: u32) {
        if self.told {
            return;
        }
        self.told = true;
        let most = gpu.limits.max_texture_array_layers;
        if self.limit < most {
            log::error!(
                "not enough memory for atlas page {} ({}): what is on it stays invisible",
                self.limit + 1,
                size_text(page_bytes(self.page_size)),
            );
        } else {
            log::error!(
                "{pages} atlas pages needed, this device allows {most}: some sprites stay invisible"
            );
        }
    }

    /// Takes some pages over to the larger texture, and changes to it once it has them all.
    fn grow(&mut self, gpu: &Gpu) -> bool {
        let Some(next) = &mut self.next else {
            return false;
        };
        next.take_over(gpu, &self.pages, PAGES_A_FRAME);
        let is_whole = next.seen.len() == self.pages.seen.len();
        if let Some(next) = self.next.take_if(|_| is_whole) {
            self.pages = next;
        }
        is_whole
    }

    /// Begins a larger texture if no layer is left for the next page, and there may be one.
    fn prepare(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(), GpuError> {
        let most = self.most(gpu).min(u32::from(atlas.max_pages()));
        let layers = self.pages.layers();
        let is_full = self.pages.seen.len() >= layers as usize;
        if !is_full || layers >= most || self.next.is_some() || self.no_spare {
            return Ok(());
        }
        match Pages::new(gpu, self.page_size, layers + 1) {
            Ok(next) => self.next = Some(next),
            Err(GpuError::OutOfMemory { .. }) => {
                // It is not needed yet, and may never be.
                self.no_spare = true;
                log::warn!(
                    "no memory for a spare atlas page ({}): a further page may cost a frame, or not be there",
                    size_text(page_bytes(self.page_size)),
                );
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn page_count(atlas: &Atlas) -> u32 {
    u32::try_from(atlas.pages().len()).unwrap_or(u32::MAX)
}

fn size_text(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes.is_multiple_of(MIB) {
        format!("{} MiB", bytes / MIB)
    } else {
        format!("{} KiB", bytes.div_ceil(1024))
    }
}
