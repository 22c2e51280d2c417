//! The atlas on the device: one array texture, a layer a page, and some to spare.
//!
//! A texture cannot grow; a larger one takes over what it holds. So that this is no frame's sole burden, the larger one
//! is made while some layers are still free, and filled a few layers a frame. Where pages open faster than that, a
//! frame does at once what is left to do. Bench `growth`.

use crate::assets::Atlas;

use super::device::Gpu;
use super::error::GpuError;
use super::pages::{Pages, page_bytes};

/// How many layers of a larger texture are filled in a frame.
const LAYERS_A_FRAME: usize = 2;

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
            self.start_over(gpu, atlas)?;
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

    /// Pages of another size, and one to spare.
    fn start_over(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(), GpuError> {
        let size = u32::from(atlas.page_size());
        let most = gpu.limits.max_texture_array_layers;
        let layers = page_count(atlas).clamp(1, most);
        let with_spare = (layers + 1).min(most).min(u32::from(atlas.max_pages()));
        let made = Pages::most(gpu, size, 1..=with_spare)?.ok_or(GpuError::OutOfMemory {
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
        next.take_over(gpu, &self.pages);
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

    /// Fills some layers of the larger texture, and changes to it once it has them all.
    fn grow(&mut self, gpu: &Gpu) -> bool {
        let Some(next) = &mut self.next else {
            return false;
        };
        next.take_a_few(gpu, &self.pages, LAYERS_A_FRAME);
        let is_whole = next.is_whole(&self.pages);
        if let Some(next) = self.next.take_if(|_| is_whole) {
            self.pages = next;
        }
        is_whole
    }

    /// Begins a larger texture if few layers are left for further pages, and there may be one.
    fn prepare(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(), GpuError> {
        let most = self.most(gpu).min(u32::from(atlas.max_pages()));
        let layers = self.pages.layers();
        if !is_short(page_count(atlas), layers)
            || layers >= most
            || self.next.is_some()
            || self.no_spare
        {
            return Ok(());
        }
        let wanted = enlarged(layers).min(most);
        match Pages::most(gpu, self.page_size, layers + 1..=wanted)? {
            Some(next) => self.next = Some(next),
            None => {
                // It is not needed yet, and may never be.
                self.no_spare = true;
                log::warn!(
                    "no memory for a spare atlas page ({}): a further page may cost a frame, or not be there",
                    size_text(page_bytes(self.page_size)),
                );
            }
        }
        Ok(())
    }
}

/// Whether so few layers are free that it is time for a larger texture. With two layers only once both are taken: most
/// games have a single page.
fn is_short(pages: u32, layers: u32) -> bool {
    let enough = if layers <= 2 { 0 } else { (layers / 4).max(1) };
    layers.saturating_sub(pages) <= enough
}

/// The layers of the texture after one of so many: half as many more, so that however many pages there will be, each
/// is copied but a few times.
fn enlarged(layers: u32) -> u32 {
    layers.saturating_add((layers / 2).max(2))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_one_page_has_one_to_spare_and_needs_no_more() {
        assert!(!is_short(1, 2));
        assert!(is_short(2, 2));
        assert_eq!(enlarged(2), 4);
    }

    #[test]
    fn two_pages_at_once_find_room_in_the_texture_that_was_begun() {
        for layers in 3..200 {
            let room = enlarged(layers);
            let began = (1..=layers).find(|&pages| is_short(pages, layers));
            assert!(began.is_some_and(|pages| pages < layers && pages + 2 <= room));
        }
    }

    #[test]
    fn where_every_fourth_frame_opens_a_page_none_finds_too_few_layers() {
        let filled = u32::try_from(LAYERS_A_FRAME).unwrap();
        let (mut layers, mut next) = (2, None);
        for frame in 8..1000_u32 {
            let pages = frame / 4;
            assert!(pages <= layers, "{pages} pages, {layers} layers");
            // At worst a page takes a layer that was filled already.
            let again = u32::from(frame.is_multiple_of(4));
            next =
                next.map(|(room, left): (u32, u32)| (room, (left + again).saturating_sub(filled)));
            if let Some((room, _)) = next.take_if(|(_, left)| *left == 0) {
                layers = room;
            }
            if next.is_none() && is_short(pages, layers) {
                next = Some((enlarged(layers), enlarged(layers)));
            }
        }
    }
}
