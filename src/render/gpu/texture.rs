//! The atlas on the device: one array texture with a layer for each page, and some spare layers.
//!
//! A texture cannot grow; its contents are copied into a larger one. To spread that work over several frames, the
//! larger one is made while some layers are still free, and filled a few layers a frame. If pages are opened faster
//! than that, a single frame does the rest. Measured by bench `growth`.

use crate::assets::Atlas;

use super::device::Gpu;
use super::error::GpuError;
use super::pages::{Pages, page_bytes};

/// How many layers of a larger texture are filled in a frame. Enough for a game that opens a page every fourth frame
/// never to run out of them, which a test goes through; the bench `growth` measures the frames.
const LAYERS_A_FRAME: usize = 2;

/// The pages that the device has, and which of their bands are up to date.
#[derive(Debug)]
pub(super) struct AtlasTexture {
    /// What is drawn with.
    pages: Pages,
    /// The atlas's version when everything was up to date.
    version: Option<u64>,
    /// A larger texture, while it is filled.
    next: Option<Pages>,
    /// The device has no memory for more layers than this. Not tried again: each frame would allocate on a device that
    /// is short of memory.
    limit: u32,
    /// Whether missing pages have been logged.
    warned: bool,
    /// Whether the device has no memory for spare layers.
    no_spare: bool,
}

impl AtlasTexture {
    /// Returns a texture with one blank page of a single texel. The first frame replaces it: only then is the size of
    /// pages known.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self::with_pages(Pages::new(gpu, 1, 1)?))
    }

    /// Returns the state of a texture that was just made, for an atlas of which nothing is known.
    fn with_pages(pages: Pages) -> Self {
        Self {
            pages,
            version: None,
            next: None,
            limit: u32::MAX,
            warned: false,
            no_spare: false,
        }
    }

    /// Returns the view that the shader reads. [`AtlasTexture::update`] returns whether it was replaced.
    pub(super) fn view(&self) -> &wgpu::TextureView {
        self.pages.view()
    }

    /// Returns the number of the first page of the atlas that is not on the device, if any. Pages are there in order,
    /// so that all later ones are missing, too.
    pub(super) fn first_missing(&self, atlas: &Atlas) -> Option<u32> {
        let layers = self.pages.layers();
        (layers < page_count(atlas)).then_some(layers)
    }

    /// Brings the device's pages up to date. Returns the bytes uploaded, and whether there is a new texture to bind.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(u64, bool), GpuError> {
        // Pages of another size are those of another atlas, whose versions cannot be compared.
        let is_same_size = self.pages.size() == u32::from(atlas.page_size());
        if self.version == Some(atlas.version()) && is_same_size && self.next.is_none() {
            return Ok((0, false));
        }
        // Before any upload, because writes overtake commands that are not submitted yet.
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

    /// Makes sure that there are as many layers as pages, or as many as the device allows. Returns whether there is a
    /// new texture.
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
        let is_new = match size == self.pages.size() {
            true => self.enlarge(gpu, pages)?,
            false => self.start_over(gpu, atlas)?,
        };
        let held = pages.min(self.pages.layers());
        if held < pages {
            self.warn_of_missing(gpu, pages);
        }
        self.pages.seen.resize_with(held as usize, Vec::new);
        Ok(is_new)
    }

    /// Makes a texture for pages of another size, with one spare layer. An error if there is no memory for a single
    /// page.
    fn start_over(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<bool, GpuError> {
        let size = u32::from(atlas.page_size());
        let most = gpu.limits.max_texture_array_layers;
        let layers = page_count(atlas).clamp(1, most);
        let with_spare = (layers + 1).min(most).min(u32::from(atlas.max_pages()));
        let made = Pages::largest(gpu, size, 1..=with_spare)?.ok_or(GpuError::OutOfMemory {
            what: "atlas pages",
            bytes: page_bytes(size),
        })?;
        *self = Self::with_pages(made);
        // Only if pages are missing. If the spare layer alone could not be had, more may be tried later.
        if self.pages.layers() < layers {
            self.limit = self.pages.layers();
        }
        Ok(true)
    }

    /// Switches to a larger texture if there are more pages than layers. The device copies the existing pages. Returns
    /// whether there is a new texture.
    fn enlarge(&mut self, gpu: &Gpu, pages: u32) -> Result<bool, GpuError> {
        let layers = pages.min(self.max_layers(gpu));
        let held = self.pages.layers();
        if layers <= held {
            return Ok(false);
        }
        let next = match self.next.take() {
            Some(next) if next.layers() >= layers => Some(next),
            _ => Pages::largest(gpu, self.pages.size(), held + 1..=layers)?,
        };
        let got = next.as_ref().map_or(held, Pages::layers);
        // What failed for pages that exist is not tried again: from now on `max_layers` is no more than this.
        if got < layers {
            self.limit = got;
        }
        let Some(mut next) = next else {
            return Ok(false);
        };
        let missing = next.missing(&self.pages);
        // All at once, late as it is: the next draw call reads these layers.
        next.fill(gpu, &self.pages, missing);
        self.pages = next;
        Ok(true)
    }

    /// Returns the largest number of layers that the device allows.
    fn max_layers(&self, gpu: &Gpu) -> u32 {
        gpu.limits.max_texture_array_layers.min(self.limit)
    }

    /// Logs once that pages are missing, of which there should be `pages`.
    fn warn_of_missing(&mut self, gpu: &Gpu, pages: u32) {
        if self.warned {
            return;
        }
        self.warned = true;
        let most = gpu.limits.max_texture_array_layers;
        if self.limit < most {
            log::error!(
                "not enough memory for atlas page {} ({}): what is on it stays invisible",
                self.limit + 1,
                size_text(page_bytes(self.pages.size())),
            );
        } else {
            log::error!(
                "{pages} atlas pages needed, this device allows {most}: some sprites stay invisible"
            );
        }
    }

    /// Fills some layers of the larger texture, and switches to it once it is complete. Returns whether it did.
    fn grow(&mut self, gpu: &Gpu) -> bool {
        let Some(next) = &mut self.next else {
            return false;
        };
        next.fill(gpu, &self.pages, LAYERS_A_FRAME);
        let is_complete = next.is_complete(&self.pages);
        if let Some(next) = self.next.take_if(|_| is_complete) {
            self.pages = next;
        }
        is_complete
    }

    /// Makes a larger texture if few layers are left for further pages, and the limits allow one. It is filled in the
    /// frames that follow.
    fn prepare(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(), GpuError> {
        let most = self.max_layers(gpu).min(u32::from(atlas.max_pages()));
        let layers = self.pages.layers();
        if !is_short(page_count(atlas), layers)
            || layers >= most
            || self.next.is_some()
            || self.no_spare
        {
            return Ok(());
        }
        let wanted = enlarged(layers).min(most);
        match Pages::largest(gpu, self.pages.size(), layers + 1..=wanted)? {
            Some(next) => self.next = Some(next),
            None => {
                // No error: it is not needed yet, and may never be.
                self.no_spare = true;
                log::warn!(
                    "no memory for a spare atlas page ({}): a further page may cost a frame, or not be there",
                    size_text(page_bytes(self.pages.size())),
                );
            }
        }
        Ok(())
    }
}

/// Returns whether so few layers are free that a larger texture should be made: a quarter, or with two layers none,
/// because most games have a single page.
fn is_short(pages: u32, layers: u32) -> bool {
    let enough = if layers <= 2 { 0 } else { (layers / 4).max(1) };
    layers.saturating_sub(pages) <= enough
}

/// Returns the layers of the texture after one with `layers`: half as many more, so that each page is copied only a few
/// times, however many there will be.
fn enlarged(layers: u32) -> u32 {
    layers.saturating_add((layers / 2).max(2))
}

/// Returns the number of pages of the atlas.
fn page_count(atlas: &Atlas) -> u32 {
    u32::try_from(atlas.pages().len()).unwrap_or(u32::MAX)
}

/// Returns a size as the log has it: in MiB if it is a whole number of them, else in KiB.
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
    fn two_pages_at_once_fit_into_the_next_texture() {
        for layers in 3..200 {
            let room = enlarged(layers);
            let began = (1..=layers).find(|&pages| is_short(pages, layers));
            assert!(began.is_some_and(|pages| pages < layers && pages + 2 <= room));
        }
    }

    #[test]
    fn a_page_every_fourth_frame_never_runs_out_of_layers() {
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
