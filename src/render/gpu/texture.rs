//! The atlas on the device: one array texture, a layer a page, and one to spare.
//!
//! A texture cannot grow; a larger one takes over what it holds. So that this is no frame's sole burden, the larger one
//! is made as soon as the last layer is taken, long before it is needed, and filled a few pages a frame. Bench `growth`.

use crate::assets::Atlas;

use super::device::Gpu;
use super::error::GpuError;
use super::pages::Pages;

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
    /// Pages beyond the device's limit have been mentioned.
    told: bool,
    /// The device has no memory for more pages than are needed.
    no_spare: bool,
}

impl AtlasTexture {
    /// A texture with one blank page.
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            pages: Pages::new(gpu, 1, 1),
            page_size: 1,
            version: None,
            next: None,
            told: false,
            no_spare: false,
        }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        self.pages.view()
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
        self.prepare(gpu, atlas);
        Ok((bytes, fitted || grown))
    }

    /// As many layers as pages, at once. Pages that are already there are copied over by the device itself.
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
        let is_same_size = size == self.page_size;
        let renewed = !is_same_size || layers > self.pages.layers();
        if !is_same_size {
            (self.page_size, self.next) = (size, None);
            self.pages = Pages::with_room(gpu, size, layers)?;
        } else if renewed {
            let mut next = match self.next.take() {
                Some(next) if next.layers() >= layers => next,
                _ => Pages::with_room(gpu, size, layers)?,
            };
            next.take_over(gpu, &self.pages, usize::MAX);
            self.pages = next;
        }
        let pages = pages.min(most) as usize;
        self.pages.seen.resize_with(pages, Vec::new);
        Ok(renewed)
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
    fn prepare(&mut self, gpu: &Gpu, atlas: &Atlas) {
        let most = gpu.limits.max_texture_array_layers;
        let most = most.min(u32::from(atlas.max_pages()));
        let layers = self.pages.layers();
        let is_full = self.pages.seen.len() >= layers as usize;
        if !is_full || layers >= most || self.next.is_some() || self.no_spare {
            return;
        }
        match Pages::with_room(gpu, self.page_size, layers + 1) {
            Ok(next) => self.next = Some(next),
            Err(error) => {
                // It is not needed yet, and may never be.
                self.no_spare = true;
                log::warn!("{error}; a further atlas page may cost a frame, or not be there");
            }
        }
    }
}
